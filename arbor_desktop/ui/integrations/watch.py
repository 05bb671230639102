"""Whether the installed hooks answer: asked now and then, elsewhere than on the GUI's thread."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.context.model import HookHealth, Pulse
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.integrations.model import HOOKS, Setup, called, hooked, trouble_line
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

SOON_MS = 15_000
"""So long after something was captured it is asked, at most so often as `APART_MS` says. Where nothing
happens nothing is asked: a hook falls silent only when a session begins without it."""
APART_MS = 120_000


@dataclass(frozen=True, slots=True)
class HookTrouble:
    """A hook that is silent, fails, or starts an Arbor that was moved: `line` says so in short, the health
    what to do."""

    health: HookHealth
    line: str


class HookWatch(QObject):
    """`changed(tuple of HookTrouble)` when others are troubled than before."""

    changed = Signal(object)

    def __init__(
        self,
        bridge: Bridge,
        setup: Setup,
        *,
        clock: Clock = system_clock,
        soon_ms: int = SOON_MS,
        apart_ms: int = APART_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge, self._setup, self._clock = bridge, setup, clock
        self._soon_ms, self._apart_ms = soon_ms, apart_ms
        self._asked_at: int | None = None
        self.troubles: tuple[HookTrouble, ...] = ()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.refresh)
        bridge.changed.connect(self._heard)

    def look_soon(self) -> None:
        """Asks in a moment, unless it is about to be asked already."""
        if self._timer.isActive():
            return
        rest = 0 if self._asked_at is None else self._asked_at + self._apart_ms - self._clock()
        self._timer.start(max(self._soon_ms, rest))

    def refresh(self) -> None:
        """Asks now."""
        self._asked_at = self._clock()
        self._bridge.run(
            partial(_troubles, self._setup, self._bridge.service),
            key="shell.hooks", owner=self, done=self._take,
        )  # fmt: skip

    def _heard(self, changes: Changes) -> None:
        if changes.conversations or changes.all_conversations or changes.status:
            self.look_soon()

    def _take(self, troubles: tuple[HookTrouble, ...]) -> None:
        if troubles != self.troubles:
            self.troubles = troubles
            self.changed.emit(troubles)


def _troubles(setup: Setup, service: MemoryService) -> tuple[HookTrouble, ...]:
    found = setup.list()
    titles = {tool.name: tool.title for tool in found}
    repair = [
        HookTrouble(
            HookHealth(called(tool.name), Pulse.FAILING, message=part.note),
            tr("{tool} hook: needs repair").format(tool=tool.title),
        )
        for tool in found
        for part in tool.parts
        if part.key == HOOKS and part.gone
    ]
    moved = [one.health.tool for one in repair]
    silent = [
        HookTrouble(one, trouble_line(one, titles.get(one.tool, one.tool)))
        for one in service.hook_health(hooked(found))
        if one.pulse in (Pulse.SILENT, Pulse.FAILING) and one.tool not in moved
    ]
    return (*repair, *silent)
