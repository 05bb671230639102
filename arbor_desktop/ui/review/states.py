"""What stands in place of the list where nothing waits, or where it can't be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from PySide6.QtWidgets import QWidget

from arbor_desktop.editing.review import ReviewItem
from arbor_desktop.ui.components import Button, EmptyState
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.desk import error_words
from arbor_desktop.ui.review.words import done_words, tr


class Decided:
    """What a person decided since the page was opened: what became of each memory."""

    def __init__(self) -> None:
        self._became: dict[str, str] = {}

    def note(self, name: str, items: Iterable[ReviewItem]) -> None:
        """`name`: "accept" or "reject"."""
        for item in items:
            self._became[item.id] = f"{name} outdated" if item.outdated else name

    def accepted(self, ids: Iterable[str]) -> None:
        self._became |= dict.fromkeys(ids, "accept")

    def take_back(self, ids: Iterable[str]) -> None:
        for id_ in ids:
            self._became.pop(id_, None)

    def words(self) -> str:
        """Empty where nothing was decided."""
        count = Counter(self._became.values())
        return done_words(
            count["accept"], count["reject"], count["accept outdated"], count["reject outdated"]
        )


class State(EmptyState):
    """Takes the focus, so that no stray key presses a button."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons, "review", "", parent=parent)
        self._button_icons = icons

    def show_nothing(self, mode: str, decided: str, to_settings: Callable[[], None]) -> None:
        """Nothing waits. `mode`: what goes to review at all; `decided`: what was decided just now."""
        settings = Button(self._button_icons, tr("Choose what waits"))
        settings.clicked.connect(to_settings)
        title = tr("Nothing to review")
        text = tr("What Arbor is not sure of waits here for your yes or no, with the lines of the "
                  "conversation that it comes from. So do memories marked outdated.")  # fmt: skip
        if mode == "nothing":
            text = tr("New memories are active at once, as you chose. Memories that were marked outdated "
                      "wait here.")  # fmt: skip
        if decided:
            title, text = tr("All done"), decided
        self.show_state("review", title, text, actions=(settings,))

    def show_failure(self, error: BaseException, again: Callable[[], None]) -> None:
        retry = Button(self._button_icons, tr("Try again"), icon="refresh")
        retry.clicked.connect(again)
        self.show_state(
            "error",
            tr("What waits can't be read"),
            tr("The memories are still on this computer. Nothing was changed."),
            code=error_words(error),
            actions=(retry,),
        )
