"""What authors write and get: what their documents say is collected, and roles, directives and names become links."""
