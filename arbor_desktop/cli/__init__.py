"""The command line `arbor` (spec 7.2). Knows no Qt; a command imports only what it needs."""

from __future__ import annotations

from arbor_desktop.cli.run import main

__all__ = ["main"]
