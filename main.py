#!/usr/bin/env python3
"""Starts Arbor Desktop from a checkout: ``python3 main.py [ARGS…]``.

The first start makes ``.venv`` and installs what is missing, saying what it does; nothing outside the
checkout is touched, but for system packages where that is allowed (Linux, root, apt). Every later start finds
a stamp in ``.venv`` and hands over at once.
"""

import os
import sys

# An older Python has to be able to read all of this file, so that it gets as far as its message.
if sys.version_info < (3, 11):  # noqa: UP036 - the very message for those who have an older one
    sys.exit(
        "Arbor Desktop needs Python 3.11 or newer; this is Python %d.%d (%s).\n"  # noqa: UP031
        "Start it with a newer one, for example: python3.12 main.py" % (*sys.version_info[:2], sys.executable)
    )

from arbor_desktop import bootstrap

if __name__ == "__main__":
    sys.exit(bootstrap.start(os.path.dirname(os.path.abspath(__file__)), sys.argv[1:]))
