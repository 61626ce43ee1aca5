"""The command line."""

import sys

from shop import Cart


def main() -> int:
    """Run it."""
    return len(Cart().total) + len(sys.argv)


if __name__ == "__main__":
    main()
