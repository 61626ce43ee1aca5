"""The nouns, one module a family; all are frozen and compared by value. None is imported here: each loads alone."""
