"""``python3 -m tests.benchmarks [NAME…] [--json FILE]``."""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.benchmarks")

    import sys

    from tests.benchmarks.run import main

    sys.exit(main(sys.argv[1:]))
