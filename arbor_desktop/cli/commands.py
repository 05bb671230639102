"""The commands: how one is declared, and which module declares which.

A new command is a function with `@command` and a line in `GROUPS`.
"""

from __future__ import annotations

import importlib
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbor_desktop.cli.output import Answer, Output

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

Opener = Callable[[], "MemoryService"]
"""Opens the service, for commands that need it."""
Handler = Callable[[Opener, Namespace, Output], Answer]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its handler, whose docstring is what `--help` says of it, and its arguments."""

    name: str
    help: str
    run: Handler
    arguments: Callable[[ArgumentParser], None]
    examples: tuple[str, ...]


def command(
    name: str,
    help: str,
    *,
    arguments: Callable[[ArgumentParser], None] = lambda parser: None,
    examples: tuple[str, ...] = (),
) -> Callable[[Handler], Command]:
    """Declare the decorated function to be a command. `help` is its line in `arbor --help`."""
    return lambda run: Command(name, help, run, arguments, examples)


GROUPS = {
    "Capture": {
        "capture": "capture",
        "watch": "capture",
        "sources": "capture",
        "exclude": "capture",
        "memorize": "capture",
        "estimate": "models",
        "ignore": "capture",
        "unignore": "capture",
    },
    "Find": {
        "search": "search",
        "ask": "ask",
        "chat": "ask",
        "list": "memories",
        "show": "memories",
        "context": "search",
        "conversations": "conversations",
        "conversation": "conversations",
        "receipts": "conversations",
        "projects": "projects",
        "project": "projects",
        "similar": "projects",
    },
    "Memories": {
        "add": "memories",
        "edit": "memories",
        "promote": "memories",
        "archive": "memories",
        "restore": "memories",
        "delete": "memories",
        "review": "review",
        "conflicts": "review",
        "resolve": "review",
        "reopen": "review",
        "history": "memories",
        "undo": "memories",
        "feedback": "memories",
        "used": "memories",
        "category": "categories",
        "branch": "branches",
    },
    "Arbor itself": {
        "stats": "home",
        "status": "home",
        "instructions": "branches",
        "integrate": "integrations",
        "hook": "integrations",
        "mcp": "integrations",
        "settings": "home",
        "key": "models",
        "model": "models",
        "rules": "maintenance",
        "vectors": "search",
        "maintain": "maintenance",
        "compact": "maintenance",
        "backup": "home",
        "restore-backup": "home",
        "purge": "home",
        "doctor": "home",
    },
}
MODULES = {name: module for commands in GROUPS.values() for name, module in commands.items()}
ALIASES = {"leave-out": "ignore", "take-in": "unignore"}
"""Former names of commands, which still work; `arbor --help` does not list them."""


def named(name: str) -> Command:
    """Import and return a command."""
    module = importlib.import_module(f"arbor_desktop.cli.{MODULES[name]}")
    return next(one for one in vars(module).values() if isinstance(one, Command) and one.name == name)
