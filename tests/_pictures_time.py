"""Pictures of the time machine: a day, a number, a project, the sheets and the calendar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QApplication, QDialog, QWidget

from arbor_desktop.clock import DAY_MS
from arbor_desktop.ui.memories.time_machine.view import TimeMachine
from tests._stage import NOW, Stage

Register = Callable[..., Callable[[Callable[[Stage], Any]], Callable[[Stage], Any]]]
BACK = 9


def earlier(made: Stage, project: str | None = None) -> TimeMachine:
    """The mode, at a day since which memories were edited, archived and deleted."""
    service, clock = made.service, made.clock
    active = [
        one for one in service.query(limit=200, sort="created").memories if one.created_at < NOW - 15 * DAY_MS
    ]
    for number, change in enumerate((
        lambda one: service.update(one.id, content=one.content.rstrip(".") + ", except in tests."),
        lambda one: service.archive(one.id),
        lambda one: service.delete(one.id),
        lambda one: service.update(one.id, type="instruction"),
    )):  # fmt: skip
        clock.now = NOW - (7 - number) * DAY_MS
        change(active[2 * number])
    clock.now = NOW
    made.memories.show_earlier(project)
    made.settle()
    page = made.memories.earlier
    assert page is not None
    page.slider.step(page.slider.maximum() - BACK - page.slider.value())
    made.settle()
    return page


def select(made: Stage, page: TimeMachine, became: str) -> None:
    ident = page.found.ids(became)[0]
    page.view.go_to(page.model.row_of(ident))
    made.settle()


def register(scene: Register) -> None:
    """Add the scenes."""

    @scene("16-time-machine")
    def day(made: Stage) -> None:
        select(made, earlier(made), "edited")

    @scene("16-time-machine-replaced")
    def replaced(made: Stage) -> None:
        page = earlier(made)
        page.slider.step(-page.slider.value())
        made.settle()
        if page.found.ids("superseded"):
            select(made, page, "superseded")

    @scene("16-time-machine-added")
    def added(made: Stage) -> None:
        page = earlier(made)
        page.pane.tiles["added"].click()
        made.settle()

    @scene("16-time-machine-project")
    def project(made: Stage) -> None:
        earlier(made, next(iter(made.service.facets().projects)))

    @scene("16-time-machine-first-day")
    def first(made: Stage) -> None:
        page = earlier(made)
        page.search.set_search("nothing like it")
        made.settle()

    @scene("16a-time-restore")
    def restore(made: Stage) -> QDialog | None:
        page = earlier(made)
        select(made, page, "edited")
        return page.restore()

    @scene("16b-time-several")
    def several(made: Stage) -> QDialog:
        page = earlier(made)
        page.chips["edited"].click()
        made.settle()
        page.restore_several()
        made.settle()
        sheet = QApplication.activeModalWidget()
        assert isinstance(sheet, QDialog)
        return sheet

    @scene("16c-time-calendar")
    def calendar(made: Stage) -> QWidget:
        shown = earlier(made).choose_day()
        made.settle()
        return shown
