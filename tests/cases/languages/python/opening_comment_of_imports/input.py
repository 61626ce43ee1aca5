# mypy: allow-untyped-defs
# standard library imports
import os
