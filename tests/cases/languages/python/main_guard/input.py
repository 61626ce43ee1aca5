#!/usr/bin/env python3
# -*- coding: utf-8 -*-
# Copyright 2020 The Authors.
#
# Licensed under the Apache License.

# Counts the words of a file.
#
# Usage: words.py FILE

import sys

def main(): ...

if __name__ == "__main__" and sys.argv:
    main()
