"""Reads a repository: its root, its listing, its files, their text, and what each says by itself."""
