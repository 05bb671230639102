"""``python3 -m tests.redaction [FILE…]``: recall and false finds by kind, and every miss."""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.redaction")

    import sys

    from tests.redaction.scoring import main

    sys.exit(main(sys.argv[1:]))
