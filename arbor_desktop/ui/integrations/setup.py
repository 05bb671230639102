"""What the window asks of whoever sets Arbor up in AI tools; the composition root hands it in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from arbor_desktop.user_files.model import Changed, Integration, Plan

INSTALL, REMOVE = "install", "remove"


class Setup(Protocol):
    """All of it reads files, `apply` also writes some: off the GUI's thread."""

    def list(self) -> Sequence[Integration]:
        """Every tool that is known, and how the integration stands there."""
        ...

    def plan(self, name: str, verb: str, parts: Sequence[str] | None = None) -> Plan:
        """What "install" or "remove" would change, for some parts or for all; nothing is changed."""
        ...

    def apply(self, plan: Plan) -> Sequence[Changed]:
        """Does it, if every file is still as it was looked at. Raises ArborError in words for people."""
        ...
