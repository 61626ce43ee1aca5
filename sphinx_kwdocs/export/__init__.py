"""Writes the Index in formats that other programs read."""
