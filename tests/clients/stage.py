"""A person's computer for one client: a fresh home, projects under git, and an Arbor with memories."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.clients.processes import Ended, Trouble, end_of_home, run

SECONDS = 60.0
"""The longest that a command of Arbor or git may take."""

GLOBAL = "I prefer commits that say in their body why the change was made"
PROJECT = "The smoke test of the kiln firmware runs with `make smoke`"
FITTING = "The staging server of the glaze lab answers on port 7431"
"""A global fact: it is given with a prompt that it fits, and not at the start."""
ELSEWHERE = "The Falcon client insists on invoices in Portuguese"
"""A memory of the project that is excluded."""
CONVENTION = "Thermocouples of the kiln are read through the max31855 driver alone"

MAKEFILE = "smoke:\n\t@echo firmware answers\n"


class Stage:
    """`program` is a checkout of Arbor; its own environment runs it. A context manager: what is still running
    at its end is ended."""

    def __init__(self, folder: Path, program: Path, environ: Mapping[str, str], path: Path) -> None:
        """`path` is the folder with the client's program."""
        self.home = folder / "home"
        self.kiln = self.home / "src" / "kiln"
        self.excluded = self.home / "src" / "falcon"
        self._program = program
        self.server = [str(program / ".venv" / "bin" / "python"), "-P", "-m", "arbor_desktop", "mcp"]
        search = os.pathsep.join((str(path), *_system_path()))
        self.environ = {
            "HOME": str(self.home), "PATH": search, "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "NO_PROXY": "127.0.0.1", "SHELL": "/bin/bash", "USER": "dana", **environ,
        }  # fmt: skip

    def __enter__(self) -> Stage:
        for project in (self.kiln, self.excluded):
            project.mkdir(parents=True)
            (project / "Makefile").write_text(MAKEFILE)
            for arguments in (
                ("init", "-q", "-b", "main"), ("add", "."),
                ("-c", "user.name=Dana", "-c", "user.email=dana@example.com", "commit", "-qm", "Begin"),
            ):  # fmt: skip
                self._run("git", *arguments, folder=project)
        return self

    def __exit__(self, *_: object) -> None:
        end_of_home(self.home)

    def _run(self, *command: str, folder: Path) -> Ended:
        ended = run(command, self.environ, folder, SECONDS)
        if ended.code:
            raise Trouble(f"{' '.join(command)[:80]}: {ended.errors or ended.output}")
        return ended

    # -- Arbor --

    def arbor(self, *arguments: str, home: Path | None = None) -> Any:
        """Runs Arbor's command line in the project; the document it answers. Raises Trouble where it fails
        (1 means that there was nothing to find). `home`: another data folder than the usual one."""
        chosen = () if home is None else ("--home", str(home))
        main = [sys.executable, str(self._program / "main.py")]
        ended = run([*main, *arguments, *chosen, "--json"], self.environ, self.kiln, SECONDS)
        try:
            return json.loads(ended.output)
        except ValueError:
            raise Trouble(f"arbor {' '.join(arguments)}: {ended.errors or ended.output}") from None

    def remember(self) -> None:
        """Gives Arbor its memories, and excludes a project."""
        kiln = ("--scope", "project", "--scope-id", str(self.kiln))
        self.arbor("add", GLOBAL, "--type", "preference")
        self.arbor("add", PROJECT, "--type", "fact", *kiln)
        self.arbor("add", FITTING, "--type", "fact")
        self.arbor("add", CONVENTION, "--type", "fact", "--category", "project_conventions", *kiln)
        elsewhere = ("--scope", "project", "--scope-id", str(self.excluded))
        self.arbor("add", ELSEWHERE, "--type", "fact", *elsewhere)
        self.arbor("exclude", "add", str(self.excluded))

    def memories(self) -> list[dict[str, Any]]:
        return list(self.arbor("list", "--status", "all", "--limit", "500")["memories"])

    def conversations(self, home: Path | None = None) -> list[dict[str, Any]]:
        return list(self.arbor("conversations", home=home)["conversations"])


def _system_path() -> list[str]:
    """The search path without what belongs to this run's own environment."""
    own = str(Path(sys.prefix))
    return [one for one in os.environ.get("PATH", os.defpath).split(os.pathsep) if not one.startswith(own)]
