"""Links Python files: scopes, imports, the values of receivers, classes and calls, without running anything."""
