"""Which module declares which command, in the order of the help."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbor_desktop.cli.parser import Command

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
        "list": "search",
        "show": "search",
        "context": "search",
        "conversations": "search",
        "conversation": "search",
        "receipts": "integrations",
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
        "review": "memories",
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
    from arbor_desktop.cli.parser import Command

    module = importlib.import_module(f"arbor_desktop.cli.{MODULES[name]}")
    return next(one for one in vars(module).values() if isinstance(one, Command) and one.name == name)
