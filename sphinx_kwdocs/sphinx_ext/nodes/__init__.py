"""Turns pages, blocks and targets into docutils nodes, for documents that every builder has to write."""
