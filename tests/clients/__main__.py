"""``python3 -m tests.clients [CLIENT…]``: Arbor with the real AI clients, offline; prints the table.

Installs what is missing of them, from npm and PyPI, into a folder of the cache. Each runs in a home of its
own against a stand-in for the model services on 127.0.0.1, with telemetry and updates off.
"""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.clients")

    import sys

    from tests.clients.running import main

    sys.exit(main(sys.argv[1:]))
