# type: ignore
# noqa
