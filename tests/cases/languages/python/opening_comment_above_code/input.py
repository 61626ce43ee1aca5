# SPDX-License-Identifier: MIT

# The number of tries before giving up.
TRIES = 3
