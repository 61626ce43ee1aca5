"""What remembers earlier builds: each module wraps a step of the product, and no step knows of it."""
