"""``python3 -m tests.soak``: run the soak tests, each a hundred times with another seed. Takes hours.

They kill processes at random statements and act at random; `python3 -m tests --all` runs each once.
Arguments go to pytest.
"""

import os
import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.soak")

    import pytest

    os.environ["ARBOR_ROUNDS"] = "100"
    sys.exit(pytest.main(["-q", "-m", "soak", *sys.argv[1:]]))
