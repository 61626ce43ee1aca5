"""Turns pages, and the lines of source files, into what a browser or another program reads."""
