"""What the page says where there is no conflict to show."""

from __future__ import annotations

from collections.abc import Callable

from arbor_desktop.ui.components import Button, EmptyState
from arbor_desktop.ui.conflicts.words import tr
from arbor_desktop.ui.icons import Icons


class Nothing(EmptyState):
    """`button`: the one that is offered now, if any."""

    def __init__(self, icons: Icons) -> None:
        super().__init__(icons, "conflicts", "")
        self._own_icons = icons
        self.button: Button | None = None

    def show_done(self, done: int, show_earlier: Callable[[], None] | None) -> None:
        """`done`: how many were decided in this visit. `show_earlier` shows what was decided, if anything."""
        if not done:
            text = tr(
                "When two memories can't both be true, they wait here, and you choose what your AI believes."
            )
            self._say("conflicts", tr("No conflicts"), text, self._offer(show_earlier))
            return
        said = tr("You decided 1 conflict.") if done == 1 else tr("You decided %n conflicts.", done)
        back = tr("It can be reopened.") if done == 1 else tr("Each can be reopened.")
        self._say("conflicts", tr("Nothing left to decide"), f"{said} {back}", self._offer(show_earlier))

    def show_failure(self, words: str, again: Callable[[], None]) -> None:
        """The conflicts can't be read."""
        self.button = Button(self._own_icons, tr("Try again"), icon="refresh")
        self.button.setAutoDefault(True)
        self.button.clicked.connect(again)
        text = tr("The memories are still on this computer. Nothing was changed.")
        self._say("error", tr("The conflicts can't be read"), text, self.button, code=words)

    def _offer(self, show_earlier: Callable[[], None] | None) -> Button | None:
        self.button = None
        if show_earlier is not None:
            self.button = Button(self._own_icons, tr("Show resolved ones"), icon="history")
            self.button.setAutoDefault(True)
            self.button.clicked.connect(show_earlier)
        return self.button

    def _say(self, kind: str, title: str, text: str, button: Button | None, *, code: str = "") -> None:
        self.show_state(kind, title, text, code=code, actions=(button,) if button is not None else ())
