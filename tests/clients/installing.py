"""Brings a client of a named version into a folder of the cache, by its registry's own program. Nothing of it
is part of this project."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.clients.clients import Client
from tests.clients.processes import Trouble, run

SECONDS = 1800.0
_READY = ".installed"
"""The file that says that an installation was done to its end."""


def installed(client: Client, cache: Path) -> Path:
    """The folder with the client's program; installs it where it is not there yet. Raises Trouble."""
    folder = cache / f"{client.name}-{client.version}"
    programs = folder / ("node_modules/.bin" if client.registry == "npm" else "bin")
    if (folder / _READY).is_file():
        return programs
    folder.mkdir(parents=True, exist_ok=True)
    print(f"Installing {client.title} {client.version}…", file=sys.stderr, flush=True)
    for command in _commands(client, folder):
        try:
            ended = run(command, os.environ, folder, SECONDS)
        except (OSError, subprocess.SubprocessError) as error:
            raise Trouble(f"{command[0]} could not be started: {error}") from None
        if ended.code:
            raise Trouble(f"it could not be installed: {(ended.errors or ended.output)[-300:]}")
    (folder / _READY).touch()
    return programs


def _commands(client: Client, folder: Path) -> list[list[str]]:
    if client.registry == "npm":
        wanted = f"{client.package}@{client.version}"
        quiet = ("--no-audit", "--no-fund", "--loglevel=error")
        return [["npm", "install", "--prefix", str(folder), *quiet, wanted]]
    python = str(folder / "bin" / "python")
    return [
        [sys.executable, "-m", "venv", str(folder)],
        [python, "-m", "pip", "install", "-q", f"{client.package}=={client.version}"],
    ]
