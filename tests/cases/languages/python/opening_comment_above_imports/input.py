# Tools that talk to the printer.
import os
