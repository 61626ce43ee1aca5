"""How work is run: in several processes, within a time limit, with the garbage collector out of the way."""
