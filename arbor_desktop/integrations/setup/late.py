"""Setting Arbor up in AI tools, for the window: built when it is first asked, by the thread that asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbor_desktop.integrations.setup import Setup
    from arbor_desktop.service import MemoryService
    from arbor_desktop.user_files.model import Changed, Integration, Plan


class LateSetup:
    """What the window asks, handed on (`ui.integrations.setup.Setup`). Importing what does it takes a tenth
    of a second, which the first list should not wait for. Hooks that are set up or taken away are noted in
    the memory, so that silence can be told from no hook."""

    def __init__(self, service: MemoryService, environ: Mapping[str, str]) -> None:
        """`environ`: where the tools' folders are."""
        self._service, self._environ = service, environ

    def list(self) -> Sequence[Integration]:
        return self._setup.list()

    def plan(self, name: str, verb: str, parts: Sequence[str] | None = None) -> Plan:
        return self._setup.plan(name, verb, parts)

    def apply(self, plan: Plan) -> Sequence[Changed]:
        return self._setup.apply(plan)

    @cached_property
    def _setup(self) -> Setup:
        from arbor_desktop.integrations.setup import Setup

        return Setup(self._service.home, self._environ, noted=self._service.deliveries.receipts.installed)
