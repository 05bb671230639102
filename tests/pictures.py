"""Pictures of every page and state: ``python3 -m tests.pictures OUT [PAGE…]``.

Each is drawn unseen by the real window over the demo's memories at one fixed moment, light and dark, at
1360×824 and at 900×600, and named as the design's pictures are. PAGE is the beginning of a name
(``01``, ``11-settings-capture``); ``--readme`` also copies those of them that README.md shows to
docs/pictures; ``--language pseudo`` draws them in accented English, a third longer. A page that can't be
drawn is named at the end, with exit code 1; the others are drawn.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.pictures")

import argparse
import json
import os
import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from arbor_desktop.capture.model import SourceInfo
from arbor_desktop.chat.model import Stage as Stage_
from arbor_desktop.chat.model import Step
from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.context.following import Regard
from arbor_desktop.context.model import Use
from arbor_desktop.conversations.model import IGNORED, ConversationStatus
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.model import Relation
from arbor_desktop.errors import StorageError
from arbor_desktop.llm.model import Usage
from arbor_desktop.llm.queries.ledger import Call, note_call
from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.runtime.steps import Progress, Trouble
from arbor_desktop.search.vectors import DownloadState, ModelInfo, VectorState
from arbor_desktop.settings import LANGUAGES
from arbor_desktop.task_times import Task
from arbor_desktop.ui import translation
from arbor_desktop.ui.bridge import failure
from arbor_desktop.ui.components import Button, Switch
from arbor_desktop.ui.conflicts.page import ConflictsPage
from arbor_desktop.ui.context.list import LEFT_OUT
from arbor_desktop.ui.context.model import Question
from arbor_desktop.ui.conversations.fold_words import parts
from arbor_desktop.ui.conversations.model import Caret, Look
from arbor_desktop.ui.conversations.why import WhyPanel
from arbor_desktop.ui.first_run.dialog import SetupDialog
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.graph.view import GraphView
from arbor_desktop.ui.insights.page import InsightsPage
from arbor_desktop.ui.insights.timeline.list import Line
from arbor_desktop.ui.insights.timeline.view import TimelineView
from arbor_desktop.ui.projects.page import ProjectsPage
from arbor_desktop.ui.settings.search import Look as SearchLook
from arbor_desktop.ui.shell.tray import Tray
from arbor_desktop.ui.summaries.dialog import SummariesDialog
from arbor_desktop.ui.window_state import WindowState
from tests import (
    _pictures_chat,
    _pictures_devices,
    _pictures_effect,
    _pictures_encryption,
    _pictures_exchange,
    _pictures_file_versions,
    _pictures_integrations,
    _pictures_secrets,
    _pictures_status,
    _pictures_team,
    _pictures_time,
    pseudo,
)
from tests._model_scenes import MODEL_SCENES
from tests._receipts import tell
from tests._stage import HOUR_MS, NOW, SCREEN, Stage, dress, prepare, stage, until
from tests.retaining import retain
from tests.standin.server import Body, Fail, Mind, Say, StandIn, purpose_of, said_to

MODES = ("light", "dark")
SIZES = ((1360, 824, ""), (900, 600, "-900"))
README = tuple(
    f"{name}-{mode}"
    for name in (
        "01-memories",
        "01k-ask-done",
        "02-conflicts",
        "04a-conversations-transcript",
        "04d-projects",
        "05-context",
        "06-insights",
    )
    for mode in ("light", "dark")
)
README_FOLDER = _setup.CHECKOUT / "docs" / "pictures"
DAMAGED: dict[str, Any] = {
    "message": "The memory file is damaged.",
    "damaged": True,
    "why": "database disk image is malformed",
}
DEADLINE = "The cancellation deadline is 48 hours"

Play = Callable[[Stage], QWidget | None]


@dataclass(frozen=True)
class Scene:
    """What is done before the picture is taken. `play` may answer the one widget to draw, else the window."""

    name: str
    play: Play
    filled: bool = True


SCENES: list[Scene] = []


def scene(name: str, *, filled: bool = True) -> Callable[[Play], Play]:
    """Registers a scene; `filled`: over the demo's memories, else over nothing."""

    def register(play: Play) -> Play:
        SCENES.append(Scene(name, play, filled))
        return play

    return register


def show(made: Stage, start: str) -> None:
    made.memories.show_memory(made.memory(start).id)
    made.settle()


@scene("01-memories")
def memories(made: Stage) -> None:
    made.memories.view.setFocus(Qt.FocusReason.MouseFocusReason)


@scene("01a-memories-detail")
def memories_detail(made: Stage) -> None:
    show(made, "Always use async/await")


@scene("01b-memories-history")
def memories_history(made: Stage) -> None:
    show(made, DEADLINE)
    QTest.keyClick(made.window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)


@scene("01c-memories-related")
def memories_related(made: Stage) -> None:
    show(made, "The team uses the fixture")
    QTest.keyClick(made.window, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)


@scene("01d-memories-selected")
def memories_selected(made: Stage) -> None:
    page = made.memories
    for row in (1, 3, 4):
        page.view.selectionModel().select(page.model.index(row, 0), QItemSelectionModel.SelectionFlag.Select)


@scene("01d-memories-merge")
def memories_merge(made: Stage) -> None:
    page = made.memories
    page.view.go_to(2)
    for row in (3, 4):
        page.view.selectionModel().select(page.model.index(row, 0), QItemSelectionModel.SelectionFlag.Select)
    QTest.mouseClick(page.batch.buttons["merge"], Qt.MouseButton.LeftButton)
    made.settle()


def _linked(made: Stage) -> None:
    """A memory from several conversations, with a link."""
    one, other = made.memory("Always use async/await"), made.memory(DEADLINE)
    made.service.link(one.id, other.id)
    show(made, "Always use async/await")


@scene("01d-memories-links")
def memories_links(made: Stage) -> None:
    _linked(made)
    QTest.mouseClick(made.memories.detail.rare.button, Qt.MouseButton.LeftButton)
    made.settle()
    made.memories.detail.body_area.ensureWidgetVisible(made.memories.detail.linked.add)


@scene("01d-memories-link-dialog")
def memories_link_dialog(made: Stage) -> None:
    _linked(made)
    made.memories.detail.linked.add.click()
    made.settle()


@scene("01e-memories-filter")
def memories_filter(made: Stage) -> None:
    made.memories.filters.filter_button.click()


@scene("01f-memories-details")
def memories_details(made: Stage) -> None:
    """A gotcha that proved right."""
    show(made, "Root cause: the handler answered only")
    made.memories.view.setFocus(Qt.FocusReason.MouseFocusReason)


@scene("01f-memories-details-edit")
def memories_details_edit(made: Stage) -> None:
    show(made, "Root cause: the handler answered only")
    pane = made.memories.detail.details
    pane.edit()
    QTest.keyClicks(pane.form.inputs["occurrences"].first(), "often")
    made.settle()
    made.memories.detail.body_area.ensureWidgetVisible(pane.save_button)


@scene("01f-memories-details-note")
def memories_details_note(made: Stage) -> None:
    """A pattern with all there is to say of one."""
    made.memories.show_memory(_noted(made))
    made.settle()


@scene("01f-memories-details-note-edit")
def memories_details_note_edit(made: Stage) -> None:
    made.memories.show_memory(_noted(made))
    made.settle()
    made.memories.detail.details.edit()
    made.settle()
    made.memories.detail.body_area.ensureWidgetVisible(
        made.memories.detail.details.form.inputs["alternatives"]
    )


@scene("01f-memories-details-quirk")
def memories_details_quirk(made: Stage) -> None:
    """Patterns of paths, one of which leads out of the project."""
    show(made, "Test files live next to the component")
    pane = made.memories.detail.details
    pane.edit()
    globs = pane.form.inputs["applies_to"]
    QTest.keyClick(globs.first(), Qt.Key.Key_Space)
    for pattern in ("kiln/**/*.py", "/etc/kiln"):
        entry = QApplication.focusWidget()
        assert entry is not None
        QTest.keyClicks(entry, pattern)
        QTest.keyClick(entry, Qt.Key.Key_Return)
    made.settle()


@scene("01f-memories-details-history")
def memories_details_history(made: Stage) -> None:
    ident = _noted(made)
    details = made.service.get(ident).details | {
        "topic": "retries of the mailer",
        "applicable_when": ["always"],
    }
    made.service.update(ident, details=details)
    made.service.promote(ident)
    made.memories.show_memory(ident)
    made.settle()
    QTest.keyClick(made.window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)


def _noted(made: Stage) -> str:
    stored = made.service.store(
        "Mails are sent again with a growing pause, and given up after five tries.",
        type="fact",
        category="implementation_notes",
        scope="project",
        scope_id=str(made.person / "src" / "kiln-api"),
        details={
            "topic": "retries",
            "domain": "error handling",
            "approach": "Double the pause after each try, and add some chance to it.",
            "lessons_learned": "Without the chance, all workers try again at the same moment.",
            "code_example": "for attempt in range(5):\n    if send(mail):\n        break\n"
            "    sleep(2**attempt * uniform(0.5, 1.5))",
            "applicable_when": ["The other side may be busy", "Nobody waits for the answer"],
            "alternatives": [
                {"name": "A queue with delays", "when": "there are thousands"},
                {"name": "Give up at once", "when": "somebody is waiting"},
            ],
        },
    )
    made.settle()
    return stored.id


@scene("01f-memories-add")
def memories_add(made: Stage) -> None:
    made.memories.add_memory("Reviews are done before noon.")


@scene("01f-memories-add-details")
def memories_add_details(made: Stage) -> None:
    made.memories.add_memory("Offers expire in the middle of the night.")
    dialog = made.memories.dialog
    assert dialog is not None
    dialog.category.set_current_data("bug_patterns")
    dialog._kind_chosen()
    dialog.more.click()
    QTest.keyClicks(dialog.details.inputs["pattern"].first(), "The worker reads the clock of the server")


@scene("01g-memories-pending")
def memories_pending(made: Stage) -> None:
    made.memories.state.set(status=("pending",))


@scene("01m-memories-source")
def memories_source(made: Stage) -> None:
    """A memory of a rule that was often turned down."""
    judged(made)
    chat = made.person / "chat.md"
    said = "Always tag a release before you announce it, in every project."
    chat.write_text(f"User: {said} I forgot it once.\n\nAssistant: Understood, the tag comes first.\n")
    os.utime(chat, (NOW / 1000, NOW / 1000))
    made.service.capture([chat])
    made.settle()
    (found,) = made.service.query(status="pending", sort="created", limit=1).memories
    made.memories.show_memory(found.id)


@scene("01n-memories-of-a-rule")
def memories_of_a_rule(made: Stage) -> None:
    judged(made)
    found = made.service.rules.infos()[0]
    made.memories.show_rule(found.rule, found.name)


@scene("01h-memories-search")
def memories_search(made: Stage) -> None:
    """Both groups: memories, and what was said."""
    made.memories.focus_search("tests")


@scene("01o-memories-did-you-mean")
def memories_did_you_mean(made: Stage) -> None:
    """Rows were found, but one of the words is nowhere."""
    made.memories.focus_search("tests of the cancelation deadlnie")


@scene("01p-memories-no-hits")
def memories_no_hits(made: Stage) -> None:
    """Nothing was found: another spelling, and what the filters hide."""
    made.memories.state.set(types=("skill",), min_confidence=0.95)
    made.memories.focus_search("cancelation deadlnie")


@scene("01q-memories-hidden-hits")
def memories_hidden_hits(made: Stage) -> None:
    """Right words, and filters that hide what they find."""
    made.memories.state.set(types=("skill",), min_confidence=0.95)
    made.memories.focus_search("cancellation")


@scene("01i-memories-deleted")
def memories_deleted(made: Stage) -> None:
    made.memories.view.setFocus(Qt.FocusReason.MouseFocusReason)
    made.memories.view.go_to(0)
    QTest.keyClick(made.memories.view, Qt.Key.Key_Delete)


@scene("01j-memories-menu")
def memories_menu(made: Stage) -> None:
    page = made.memories
    page.view.go_to(1)
    made.settle()
    at = page.view.viewport().mapToGlobal(page.view.visualRect(page.model.index(1, 0)).center())
    page.view.menu_wanted.emit(at)


@scene("01k-memories-edit")
def memories_edit(made: Stage) -> None:
    show(made, DEADLINE)
    QTest.keyClick(made.memories.view, Qt.Key.Key_Return)
    QTest.keyClicks(made.memories.detail.editor.area, " Members know.")


QUESTION = "how do we run the tests?"


def asked(made: Stage, mind: Mind | None, question: str = QUESTION) -> None:
    """A question and its answer by a stand-in, the time of which is always the same; None: by no model."""
    page = made.memories
    page.focus_search(question)
    made.settle()
    with StandIn(mind) as server:
        if mind is not None:
            made.service.settings.set("extraction.backend", "anthropic")
            made.service.settings.set("model.base_url", server.url)
        page.ask()
        until(lambda: not page.asking.running)
    made.settle()
    found = page.asking.panel.asked
    assert found is not None
    page.asking.panel.show_asked(replace(found, milliseconds=1240))


def naming(*words: str) -> Callable[[Body], list[str]]:
    """The ids under which a stand-in is told the memories that hold these words."""

    def ids(body: Body) -> list[str]:
        told = re.findall(r'<memory id="(m\d+)"[^>]*>\n([^<]*)', said_to(body))
        return [next((ident for ident, text in told if word in text), told[0][0]) for word in words]

    return ids


def answering(body: Body) -> str:
    if purpose_of(body) == "rewriting":
        return json.dumps({"queries": ["run tests", "test runner", "pytest", "vitest"], "categories": []})
    one, two, three = naming("Always use vitest", "pytest fixtures", "jest with babel-jest")(body)
    return (
        f"In kiln-site the tests run with `vitest` and Testing Library [{one}]; another memory says `jest` "
        f"[{three}], which is not settled. In kiln-api they are written for `pytest` [{two}]:\n"
        f"- fixtures rather than setUp methods [{two}]\n- test files stand next to the component [{one}]"
    )


@scene("01k-ask-offer")
def ask_offer(made: Stage) -> None:
    made.memories.focus_search(QUESTION)
    made.settle()


@scene("01k-ask-done")
def ask_done(made: Stage) -> None:
    asked(made, answering)


@scene("01k-ask-opened")
def ask_opened(made: Stage) -> None:
    """A memory that the answer names is open, its row has the focus."""
    asked(made, answering)
    row = made.memories.asking.panel.rows[0]
    row.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(row, Qt.Key.Key_Return)
    made.settle()


@scene("01k-ask-streaming")
def ask_streaming(made: Stage) -> None:
    page = made.memories
    page.focus_search(QUESTION)
    made.settle()
    panel = page.asking.panel
    page.asking.offer.hide()
    panel.show_question(QUESTION, "")
    panel.add("In kiln-site the tests run with `vitest` and Testing Library [1]; another memory says")


@scene("01k-ask-reading")
def ask_reading(made: Stage) -> None:
    page = made.memories
    page.focus_search(QUESTION)
    made.settle()
    panel = page.asking.panel
    page.asking.offer.hide()
    panel.show_question(QUESTION, "kiln")
    panel.show_step(Step(Stage_.SEARCHING, 1284))
    panel.show_step(Step(Stage_.READING, 12))
    panel.show_elapsed(2)


@scene("01k-ask-nothing")
def ask_nothing(made: Stage) -> None:
    asked(
        made,
        lambda body: '{"queries": ["zebra"], "categories": [], "overview": false}',
        "where is the zebra?",
    )


@scene("01k-ask-unknown")
def ask_unknown(made: Stage) -> None:
    def mind(body: Body) -> str:
        if purpose_of(body) == "rewriting":
            return answering(body)
        ident = naming("vitest")(body)[0]
        return f"NOT_IN_MEMORY\nHow long they may take is not noted; only that `vitest` runs them [{ident}]."

    asked(made, mind, "how long may the tests take?")


@scene("01k-ask-unsupported")
def ask_unsupported(made: Stage) -> None:
    asked(
        made,
        lambda body: (
            answering(body)
            if purpose_of(body) == "rewriting"
            else "Most people use npm, which comes with Node.js."
        ),
    )


@scene("01k-ask-no-model")
def ask_no_model(made: Stage) -> None:
    asked(made, None)


@scene("01k-ask-trouble")
def ask_trouble(made: Stage) -> None:
    asked(made, lambda body: Fail(401, "invalid x-api-key"))


@scene("01k-ask-cut")
def ask_cut(made: Stage) -> None:
    def mind(body: Body) -> Say | str:
        if purpose_of(body) == "rewriting":
            return answering(body)
        return Say(answering(body).partition(", which is")[0], stop="max_tokens")

    asked(made, mind)


@scene("01k-ask-conflict")
def ask_conflict(made: Stage) -> None:
    conflict = contradicted(made)
    sides = [made.service.get(member.memory.id).content for member in conflict.members]

    def mind(body: Body) -> str:
        if purpose_of(body) == "rewriting":
            return json.dumps({"queries": sides, "categories": [], "overview": False})
        one, two = naming(*(side[:24] for side in sides))(body)
        return f"This is not settled. One memory says so [{one}], another one says the opposite [{two}]."

    asked(made, mind, sides[0].rstrip(".") + "?")


def contradicted(made: Stage) -> Conflict:
    """An open conflict of two, the demo's first."""
    return next(one for one in made.service.list_conflicts() if len(one.members) == 2)


@scene("01r-memories-conflict")
def memories_conflict(made: Stage) -> None:
    """Cards with the mark, and what the detail says of it."""
    made.memories.show_memory(contradicted(made).newer.memory.id)


@scene("01s-memories-condition")
def memories_condition(made: Stage) -> None:
    """A memory that holds only sometimes, after both were kept."""
    conflict = contradicted(made)
    made.service.resolve_conflict(
        conflict.id,
        "kept_both_with_context",
        older_context="in what was written before this year",
        newer_context="in everything new",
    )
    made.memories.show_memory(conflict.newer.memory.id)
    made.settle()
    made.memories.view.setFocus(Qt.FocusReason.MouseFocusReason)
    QTest.keyClick(made.window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)


@scene("01t-memories-superseded")
def memories_superseded(made: Stage) -> None:
    """The history of a memory that gave way."""
    conflict = contradicted(made)
    made.service.resolve_conflict(conflict.id, "accepted_newer", note="We moved last week.")
    made.memories.show_memory(conflict.older.memory.id)
    made.settle()
    QTest.keyClick(made.window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)


@scene("01u-memories-took-the-place")
def memories_took_the_place(made: Stage) -> None:
    """What a memory replaced."""
    conflict = contradicted(made)
    made.service.resolve_conflict(conflict.id, "accepted_newer")
    made.memories.show_memory(conflict.newer.memory.id)
    made.settle()
    QTest.keyClick(made.window, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)


def dispute(made: Stage, topic: str | None = None) -> ConflictsPage:
    """The Conflicts page, at the first one or at the one about a topic; the focus where work begins."""
    made.window.show_page("conflicts")
    made.settle()
    page = made.conflicts
    if topic is not None:
        page.show_conflict(next(c.id for c in page.visit.rows if c.topic == topic))
        made.settle()
    page.focus_main()
    made.settle()
    return page


def press(made: Stage, *keys: Qt.Key) -> None:
    """Keys, one after another, where the focus is."""
    for key in keys:
        QTest.keyClick(made.window.focusWidget() or made.window, key)
        made.settle()


def disagree(made: Stage, *told: tuple[str, float, dict[str, Any]]) -> None:
    """Stores memories that contradict each other: text, days ago, other fields."""
    for text, days, fields in told:
        made.clock.now = NOW - int(days * DAY_MS)
        made.service.store(text, **fields)
    made.clock.now = NOW


@scene("02-conflicts")
def conflicts(made: Stage) -> None:
    """The second of several, after one was decided."""
    dispute(made)
    press(made, Qt.Key.Key_2)
    made.conflicts.snackbar.close_message()


@scene("02a-conflicts-decided")
def conflicts_decided(made: Stage) -> None:
    dispute(made)
    press(made, Qt.Key.Key_2)


@scene("02b-conflict-dialogs-both")
def conflicts_both(made: Stage) -> None:
    dispute(made)
    press(made, Qt.Key.Key_3)


@scene("02b-conflict-dialogs-merge")
def conflicts_merge(made: Stage) -> None:
    dispute(made)
    press(made, Qt.Key.Key_5)


@scene("02c-conflicts-figures")
def conflicts_figures(made: Stage) -> None:
    page = dispute(made)
    assert page.view.suggestion is not None
    page.view.suggestion.more.click()


@scene("02d-conflicts-menu")
def conflicts_menu(made: Stage) -> None:
    view = dispute(made).view
    assert view.more is not None
    view.ensureWidgetVisible(view.more)
    view.open_menu()


@scene("02e-conflicts-three")
def conflicts_three(made: Stage) -> None:
    where = {"scope": "project", "scope_id": str(made.person / "src" / "kiln-api"), "type": "preference"}
    disagree(
        made,
        ("Use npm to install packages.", 70, where),
        ("Use yarn to install packages.", 21, where),
        ("Use pnpm to install packages.", 1, where),
    )
    page = dispute(made)
    page.show_conflict(next(c.id for c in page.visit.rows if len(c.members) == 3))


@scene("02f-conflicts-scopes")
def conflicts_scopes(made: Stage) -> None:
    where = {"scope": "project", "scope_id": str(made.person / "src" / "kiln-api"), "type": "preference"}
    disagree(
        made,
        ("Use tabs for indentation.", 40, {"scope": "global", "type": "preference"}),
        ("Use spaces for indentation.", 2, where),
    )
    page = dispute(made)
    page.show_conflict(next(c.id for c in page.visit.rows if c.members[0].memory.scope_id is None))


@scene("02g-conflicts-resolved")
def conflicts_resolved(made: Stage) -> None:
    page = dispute(made)
    press(made, Qt.Key.Key_N)
    QTest.keyClicks(made.window.focusWidget(), "Moved with the new server")
    press(made, Qt.Key.Key_Return, Qt.Key.Key_2)
    page.controller.show_earlier(True)
    made.settle()
    page.controller.go_to(page.visit.decided[0], focus=True)


@scene("02h-conflicts-done")
def conflicts_done(made: Stage) -> None:
    page = dispute(made)
    while page.stack.currentWidget() is page.view:
        press(made, Qt.Key.Key_2)


@scene("02i-conflicts-empty", filled=False)
def conflicts_empty(made: Stage) -> None:
    made.window.show_page("conflicts")


def waiting(made: Stage) -> None:
    """The Review page, at what waits."""
    made.window.show_page("review")
    made.settle()
    made.review.view.setFocus(Qt.FocusReason.MouseFocusReason)


@scene("03-review")
def review(made: Stage) -> None:
    waiting(made)


def _at_relation(made: Stage, relation: Relation) -> None:
    """The Review page, at the first memory that touches another one so."""
    waiting(made)
    items = made.service.review_items()
    made.review.show_memory(next(item.id for item in items if item.relation is relation))
    made.settle()


@scene("03a-review-update")
def review_update(made: Stage) -> None:
    """What replaces an older memory, compared with it by a key."""
    _at_relation(made, Relation.UPDATES)
    QTest.keyClick(made.review.view, Qt.Key.Key_Right)


@scene("03b-review-contradiction")
def review_contradiction(made: Stage) -> None:
    made.service.store("Use `npm` in every project.", type="instruction")
    one = made.service.store("Use `pnpm` in every project.", type="instruction")
    made.service.update(one.id, status="pending")
    waiting(made)
    made.review.show_memory(one.id)


@scene("03c-review-edit")
def review_edit(made: Stage) -> None:
    waiting(made)
    QTest.keyClick(made.review.view, Qt.Key.Key_J)
    QTest.keyClick(made.review.view, Qt.Key.Key_E)
    QTest.keyClicks(made.window.focusWidget(), " It was cheaper.")


@scene("03d-review-proposals")
def review_proposals(made: Stage) -> None:
    """What agents would change: one of them with all of its change."""
    waiting(made)
    made.review.view.select(made.service.proposals()[0].id)
    made.settle()


@scene("03d-review-edit-refused")
def review_edit_refused(made: Stage) -> None:
    waiting(made)
    QTest.keyClick(made.review.view, Qt.Key.Key_E)
    area = made.window.focusWidget()
    QTest.keyClick(area, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(area, "no")


@scene("03e-review-several")
def review_several(made: Stage) -> None:
    waiting(made)
    for _ in range(2):
        QTest.keyClick(made.review.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)


@scene("03f-review-accepted-all")
def review_accepted_all(made: Stage) -> None:
    made.service.settings.set("review.accept_from", 0.7)
    waiting(made)
    QTest.keyClick(made.review.view, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)


@scene("03g-review-outdated")
def review_outdated(made: Stage) -> None:
    waiting(made)
    QTest.keyClick(made.review.view, Qt.Key.Key_End)


@scene("03h-review-empty", filled=False)
def review_empty(made: Stage) -> None:
    made.window.show_page("review")


@scene("03i-review-done")
def review_done(made: Stage) -> None:
    waiting(made)
    for number in range(len(made.service.review_items())):
        QTest.keyClick(made.review.view, Qt.Key.Key_Delete if number == 1 else Qt.Key.Key_A)
        made.settle()


@scene("03j-review-cannot-load")
def review_cannot_load(made: Stage) -> None:
    def fail() -> None:
        raise StorageError(**DAMAGED)

    made.service.review_groups = fail  # type: ignore[method-assign, assignment]
    made.window.show_page("review")


@scene("03k-review-menu")
def review_menu(made: Stage) -> None:
    waiting(made)
    view = made.review.view
    view.menu_wanted.emit(view.viewport().mapToGlobal(view.visualRect(view.currentIndex()).center()))


@scene("03l-review-many")
def review_many(made: Stage) -> None:
    """What an import brings, with code and long ones among it."""
    texts = [f"Shelf {n} of the kiln holds at most {n % 9 + 2} pots of size `{n % 5}L`." for n in range(60)]
    texts += ["Run `make check` " + "and read what it says " * 12, "Never `git push --force` on main."]
    for stored in made.service.store_many([{"content": text, "type": "fact"} for text in texts]):
        made.service.update(stored.id, status="pending", confidence=0.93)
    waiting(made)
    made.settle()
    QTest.keyClick(made.review.view, Qt.Key.Key_End)
    for _ in range(3):
        QTest.keyClick(made.review.view, Qt.Key.Key_K)


def talk(made: Stage, words: str, turn: int | None = None) -> str:
    """Opens the conversation whose title begins so, and answers its id."""
    made.window.show_page("conversations")
    made.settle()
    every = made.service.conversations_by_id(made.service.conversation_ids())
    found = next(each for each in every if each.title.startswith(words))
    made.conversations.open_conversation(found.id, turn)
    made.settle()
    return found.id


@scene("04-conversations")
def conversations(made: Stage) -> None:
    """Several sources, and every state there is."""
    every = made.service.conversations_by_id(made.service.conversation_ids())
    looks: list[dict[str, Any]] = [
        {"status": ConversationStatus.PROCESSING, "memories": 0},
        {},
        {"source": "codex", "cost": 0.04},
        {"status": ConversationStatus.PENDING, "memories": 0, "input_tokens": 0, "output_tokens": 0},
        {"status": ConversationStatus.SKIPPED, "status_reason": "trivial", "memories": 0, "turn_count": 2},
        {"status": ConversationStatus.ERROR, "status_reason": "The model did not answer", "memories": 0},
        {"source": "gemini-cli"},
        {"status": ConversationStatus.SKIPPED, "status_reason": "not remembered", "left_out": True},
        {"source": "cursor", "project": None, "branch": None},
    ]
    shown = {each.id: replace(each, **look) for each, look in zip(every, looks, strict=False)}
    known = made.service.conversations_by_id
    made.service.conversations_by_id = lambda ids: [  # type: ignore[method-assign]
        shown.get(each.id, each) for each in known(ids)
    ]
    looked = [shown.get(each.id, each) for each in every]
    counts = Counter(IGNORED if each.left_out else each.status.value for each in looked)
    facets = made.service.conversation_facets
    made.service.conversation_facets = lambda **given: replace(  # type: ignore[method-assign]
        facets(**given), states=dict(counts), waiting=counts["pending"]
    )
    made.window.show_page("conversations")
    made.settle()
    made.conversations.view.setFocus(Qt.FocusReason.MouseFocusReason)
    made.conversations.view.go_to(1)


@scene("04a-conversations-transcript")
def conversations_transcript(made: Stage) -> None:
    """Lines that made memories, in the middle of a conversation."""
    every = made.service.conversations_by_id(made.service.conversation_ids(sort="memories"))
    talk(made, every[0].title)
    made.conversations.view.setFocus(Qt.FocusReason.MouseFocusReason)
    QTest.keyClick(made.conversations.view, Qt.Key.Key_BracketRight)


@scene("04b-conversations-open")
def conversations_open(made: Stage) -> None:
    """A transcript read by keys, with a quiet line open."""
    every = made.service.conversations_by_id(made.service.conversation_ids(sort="turns"))
    talk(made, every[0].title)
    view = made.conversations.transcript.view
    QTest.keyClick(made.conversations.view, Qt.Key.Key_Return)
    if not made.conversations.transcript.isVisible():
        return
    quiet = [row.line.number for row in view.rows if row.look is not Look.SAID]
    view.go_to(quiet[0])
    made.settle()


@scene("04l-conversations-outcome")
def conversations_outcome(made: Stage) -> None:
    """What a session came to, opened."""
    every = made.service.conversations_by_id(made.service.conversation_ids(sort="turns"))
    told = [(each, made.service.outcome(each.id)) for each in every]
    best = max(told, key=lambda one: len(parts(one[1])) if one[1] is not None else 0)[0]
    talk(made, best.title)
    made.conversations.transcript.head.outcome.line.click()


@scene("04m-conversations-remember")
def conversations_remember(made: Stage) -> None:
    """Words of a transcript that are about to become a memory."""
    every = made.service.conversations_by_id(made.service.conversation_ids(sort="turns"))
    view = made.conversations.transcript.view
    talk(made, every[0].title, 31)
    made.settle()
    view._select((Caret(31, 9), Caret(31, 97)))
    made.settle()
    made.conversations.transcript.remember()


@scene("04c-conversations-search")
def conversations_search(made: Stage) -> None:
    made.window.show_page("conversations")
    made.conversations.focus_search("tests")


@scene("04d-conversations-find")
def conversations_find(made: Stage) -> None:
    every = made.service.conversations_by_id(made.service.conversation_ids(sort="turns"))
    talk(made, every[0].title)
    made.conversations.transcript.open_find()
    made.conversations.transcript.find_bar.field.set_search("the")


@scene("04e-conversations-menu")
def conversations_menu(made: Stage) -> None:
    made.window.show_page("conversations")
    made.settle()
    page = made.conversations
    at = page.view.viewport().mapToGlobal(page.view.visualRect(page.model.index(1, 0)).center())
    page.view.menu_wanted.emit(at)


@scene("04e-conversation-told")
def conversation_told(made: Stage) -> None:
    """What a session was told, opened, and where it was used."""
    every = made.service.conversations_by_id(made.service.conversation_ids(sort="turns"))
    shown = next(each for each in every if each.source == "claude-code" and each.project
                 and not made.service.receipts_of(each.id))  # fmt: skip
    known = made.service.query(scope="project", scope_id=shown.project, status=("active",), limit=12).memories
    everywhere = made.service.query(scope="global", status=("active",), limit=100).memories
    beside = next(memory.id for memory in known if "next to the component" in memory.content)
    check = next(memory.id for memory in everywhere if "make check" in memory.content)
    others = (memory.id for memory in known if memory.conversation_id != shown.id)
    ids = [*dict.fromkeys((beside, check, *others))][:7]
    turns = made.service.turns(shown.id, 1, 40)
    test = next(turn.number for turn in turns if 'from "vitest"' in turn.text)
    lint = next(turn.number for turn in turns if "pnpm lint" in turn.text)
    prompt = next(turn for turn in turns if "async/await" in turn.text)
    became = dict.fromkeys(ids, (Use.UNUSED, "Nothing in the session shows it.", None))
    became[beside] = (Use.USED, "The test is next to its component.", test)
    became[check] = (Use.FAILED, "pnpm lint was run instead.", lint)
    tell(made.service, shown.id, ids[:5], tokens=412, became=became)
    tell(made.service, shown.id, ids[5:], id_="told-2", event="UserPromptSubmit", at=prompt.at, tokens=96,
         became=became)  # fmt: skip
    talk(made, shown.title)
    made.conversations.transcript.head.told.line.click()


def why(made: Stage, title: str = "A flaky test", words: str = "Fixed by taking the time") -> WhyPanel:
    """Explains the answer with these words."""
    talk(made, title)
    view, shown = made.conversations.transcript.view, made.conversations.transcript.controller.shown_id
    turns = made.service.turns(shown or "", 1, 400)
    view.go_to(next(turn.number for turn in turns if words in turn.text))
    view.setFocus(Qt.FocusReason.ShortcutFocusReason)
    made.settle()
    QTest.keyClick(view, Qt.Key.Key_Y, Qt.KeyboardModifier.AltModifier)
    made.settle()
    return made.conversations.transcript.why


@scene("17b-why-did-my-ai")
def why_did_my_ai(made: Stage) -> None:
    """An answer that followed one memory and ignored another."""
    why(made)


@scene("17b-why-correct")
def why_correct(made: Stage) -> None:
    """A memory that is corrected in its card."""
    card = why(made).current
    assert card is not None
    QTest.keyClick(card, Qt.Key.Key_Return)


@scene("17b-why-rest")
def why_rest(made: Stage) -> None:
    """The memories that were not needed, opened."""
    panel = why(made)
    panel.chips[Regard.NOT_NEEDED].click()


@scene("17b-why-nothing")
def why_nothing(made: Stage) -> None:
    """A session of a tool that was not connected."""
    why(made, "Week view of the kiln calendar", "A first version is up")


@scene("17b-why-hover")
def why_hover(made: Stage) -> None:
    """The button at an answer of the AI."""
    why(made)
    made.conversations.transcript.close_why()


@scene("04f-conversations-left-out")
def conversations_left_out(made: Stage) -> None:
    made.window.show_page("conversations")
    made.settle()
    page = made.conversations
    for row in (1, 2):
        page.view.selectionModel().select(page.model.index(row, 0), QItemSelectionModel.SelectionFlag.Select)
    page.controller.run("leave_out", page.view.selected_ids(), [])


@scene("04g-conversations-no-match")
def conversations_no_match(made: Stage) -> None:
    made.window.show_page("conversations")
    made.conversations.focus_search("kubernetes")


@scene("04h-conversations-empty", filled=False)
def conversations_empty(made: Stage) -> None:
    made.window.show_page("conversations")


@scene("04i-conversations-text-gone")
def conversations_text_gone(made: Stage) -> None:
    made.service.settings.set("retention.keep_conversations", 1)
    retain(made.service)
    made.window.show_page("conversations")
    made.settle()
    made.conversations.view.go_to(2)


@scene("04j-conversations-cannot-load")
def conversations_cannot_load(made: Stage) -> None:
    made.window.show_page("conversations")
    made.settle()
    made.conversations.list_pane.show_error(ZeroDivisionError("division by zero"))


@scene("04k-conversations-delete")
def conversations_delete(made: Stage) -> None:
    made.window.show_page("conversations")
    made.settle()
    QTest.keyClick(made.conversations.view, Qt.Key.Key_Delete)


YEARS = "How many years have I written Python?"


def told(made: Stage, prompt: str = "") -> None:
    """The Context page, for the project with most memories."""
    made.window.show_page("context")
    made.settle()
    page = made.context
    project = next(iter(made.service.projects()))
    page.ask(Question(project, "main", prompt))
    made.settle()
    page.view.setFocus(Qt.FocusReason.MouseFocusReason)


def project(made: Stage, name: str, tab: int = 0) -> ProjectsPage:
    """The Projects page, at one project and one of its tabs."""
    git = made.person / "src" / "kiln-api" / ".git"
    git.mkdir()
    (git / "HEAD").write_text("ref: refs/heads/feat/waiting-list\n")
    made.window.show_page("projects")
    made.settle()
    page = made.projects
    page.show_project(str(made.person / "src" / name))
    made.settle()
    page.detail.tabs.setCurrentIndex(tab)
    made.settle()
    return page


@scene("04d-projects")
def projects_overview(made: Stage) -> None:
    project(made, "kiln-desk").view.setFocus(Qt.FocusReason.MouseFocusReason)


@scene("04d-projects-list")
def projects_list(made: Stage) -> None:
    """A search, where there is no room for both the list itself."""
    page = project(made, "kiln-api")
    page.focus_search()
    QTest.keyClicks(page.top.search, "react")


@scene("04d-projects-memories")
def projects_memories(made: Stage) -> None:
    page = project(made, "kiln-api", 1)
    page.detail.focus_content()
    QTest.keyClick(page.detail.memories.view, Qt.Key.Key_Down)


@scene("04d-projects-sessions")
def projects_sessions(made: Stage) -> None:
    page = project(made, "kiln-api", 2)
    page.detail.focus_content()


@scene("04d-projects-done-before")
def projects_done_before(made: Stage) -> None:
    page = project(made, "kiln-api", 2)
    task = page.detail.sessions.model.loaded(page.detail.sessions.model.ids[1])
    assert task is not None
    page.detail.sessions.focus_task()
    QTest.keyClicks(page.detail.sessions.task, task.session.task[:90])


@scene("04d-projects-said-before")
def projects_said_before(made: Stage) -> None:
    """A few words are no task; where they were said is shown."""
    page = project(made, "kiln-api", 2)
    page.detail.sessions.focus_task()
    QTest.keyClicks(page.detail.sessions.task, "clock change")


@scene("04d-projects-branches")
def projects_branches(made: Stage) -> None:
    page = project(made, "kiln-api", 3)
    page.detail.focus_content()


@scene("04d-projects-branch-audit")
def projects_branch_audit(made: Stage) -> None:
    """What memorizing a branch changed, above its memory; its file is kept."""
    page = project(made, "kiln-api", 3)
    path = page.detail.summary.path if page.detail.summary is not None else ""
    panel = page.detail.branches.panel
    made.service.switch(path, branch_files=True)
    panel.memorize.click()
    made.settle()
    made.service.store("A waiting list entry has a place and a date.", type="fact", category="facts",
                       scope="project", scope_id=path, branch="feat/waiting-list")  # fmt: skip
    made.settle()
    panel.memorize.click()


@scene("04d-projects-branch-edit")
def projects_branch_edit(made: Stage) -> None:
    page = project(made, "kiln-api", 3)
    page.detail.branches.panel.edit.click()


@scene("04d-projects-files")
def projects_files(made: Stage) -> None:
    """What Arbor writes into a project, switched on one by one."""
    page = project(made, "kiln-api", 3)
    made.service.switch(str(made.person / "src" / "kiln-api"), branch_files=True)
    page.detail.branches.which.set_current("files")


@scene("04d-projects-digest")
def projects_digest(made: Stage) -> None:
    project(made, "kiln-api").detail.header.digest.click()


@scene("04d-projects-files-sheet")
def projects_files_sheet(made: Stage) -> None:
    """The change of an instruction file, shown before it is made."""
    page = project(made, "kiln-api", 3)
    (made.person / "src" / "kiln-api" / "CLAUDE.md").write_text("# Kiln API\n\nRun `make check` first.\n")
    page.detail.branches.which.set_current("files")
    made.settle()
    page.detail.branches.files.ways["CLAUDE.md"].set_current("block")


@scene("04d-projects-one-branch")
def projects_one_branch(made: Stage) -> None:
    page = project(made, "kiln-api", 3)
    page.detail.show_branch(page.detail.branches.model.ids[0])
    made.settle()
    page.detail.tabs.setCurrentIndex(2)


@scene("04d-projects-away")
def projects_away(made: Stage) -> None:
    """A project that is not on this computer any more."""
    shutil.rmtree(made.person / "src" / "pollenwatch")
    project(made, "pollenwatch")


@scene("04d-projects-excluded")
def projects_excluded(made: Stage) -> None:
    """What was just done can be taken back."""
    page = project(made, "kiln-site")
    page.controller.ignore(str(made.person / "src" / "kiln-site"))
    made.settle()


@scene("04d-projects-menu")
def projects_menu(made: Stage) -> None:
    project(made, "kiln-api").detail.header.more.click()


@scene("04d-projects-delete")
def projects_delete(made: Stage) -> None:
    page = project(made, "kiln-site")
    assert page.detail.summary is not None
    page.commands.run("purge", page.detail.summary)


@scene("04d-projects-empty", filled=False)
def projects_empty(made: Stage) -> None:
    made.window.show_page("projects")


@scene("04d-projects-cannot-load")
def projects_cannot_load(made: Stage) -> None:
    def fail() -> None:
        raise StorageError(**DAMAGED)

    made.service.list_projects = fail  # type: ignore[method-assign, assignment]
    made.window.show_page("projects")


@scene("05-context")
def context(made: Stage) -> None:
    told(made, YEARS)
    made.context.view.go_to(2)


@scene("05a-context-selected")
def context_selected(made: Stage) -> None:
    """What a prompt brought."""
    told(made, "Am I still learning Rust?")
    matched = next(e for e in made.context.model.told if e.glyph == "search")
    made.context.text.view.line_chosen.emit(matched.first_line)


@scene("05a-context-as-gemini")
def context_as_gemini(made: Stage) -> None:
    """What Gemini CLI gets, with its escapes; its card is there, though it is not installed."""
    told(made, YEARS)
    QTest.keyClick(made.context.view, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)


@scene("05a-context-near-a-tools-limit")
def context_near_a_tools_limit(made: Stage) -> None:
    """CLAUDE.md has no room for all of a project's conventions."""
    project = next(iter(made.service.projects()))
    for place, area in enumerate(("booking", "billing", "glaze", "member", "voucher")):
        files = ", ".join(f"kiln/{area}/{area}{number}.py" for number in range(1, 18))
        made.service.store(
            f"Changes of {area} need a test in each of {files}.",
            type="instruction", category="project_conventions", scope="project", scope_id=project,
            confidence=0.99 - place / 100,
        )  # fmt: skip
    told(made)
    QTest.keyClick(made.context.view, Qt.Key.Key_5, Qt.KeyboardModifier.AltModifier)


@scene("05b-context-pinned")
def context_pinned(made: Stage) -> None:
    """After a change, with its way back."""
    told(made)
    page = made.context
    page.view.go_to(page.model.row_of(LEFT_OUT) + 1)
    QTest.keyClick(page.view, Qt.Key.Key_I, Qt.KeyboardModifier.AltModifier)


@scene("05c-context-near-the-limit")
def context_near(made: Stage) -> None:
    made.service.settings.set("context.max_tokens", 240)
    told(made)


@scene("05d-context-confidence")
def context_confidence(made: Stage) -> None:
    told(made)
    made.context.view.go_to(2)
    made.context.view.actions_bar.buttons["confidence"].click()


@scene("05e-context-budget")
def context_budget(made: Stage) -> None:
    told(made)
    made.context.text.used.click()


@scene("05f-context-menu")
def context_menu(made: Stage) -> None:
    told(made)
    page = made.context
    page.view.go_to(2)
    made.settle()
    at = page.view.viewport().mapToGlobal(page.view.visualRect(page.view.currentIndex()).center())
    page.view.menu_wanted.emit(at)


@scene("05g-context-branches")
def context_branches(made: Stage) -> None:
    told(made)
    made.context.bar.branch.open_menu()


@scene("05h-context-nothing-here")
def context_nothing_here(made: Stage) -> None:
    """A project of which nothing is known, and nothing holds everywhere."""
    for memory in made.service.query(scope="global", limit=200).memories:
        made.service.archive(memory.id)
    made.window.show_page("context")
    made.settle()
    made.context.ask(Question("/srv/unknown"))


@scene("05i-context-empty", filled=False)
def context_empty(made: Stage) -> None:
    made.window.show_page("context")


@scene("05j-context-cannot-load")
def context_cannot_load(made: Stage) -> None:
    def fail(*_asked: object) -> None:
        raise StorageError(**DAMAGED)

    made.service.passed_over = fail  # type: ignore[method-assign, assignment]
    made.window.show_page("context")


@scene("05k-context-keys")
def context_by_keys(made: Stage) -> None:
    """A line chosen in the text, then on to the list."""
    told(made)
    page = made.context
    page.text.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
    for _ in range(6):
        QTest.keyClick(page.text.view, Qt.Key.Key_Down)
    made.settle()
    QTest.keyClick(made.window, Qt.Key.Key_F6)


@scene("08-tray-menu")
def tray_menu(made: Stage) -> QWidget:
    tray = Tray(made.icons, made.bridge, made.window.status_watch, clock=made.clock, native_menu=False)
    tray.setParent(made.window)
    tray.refresh()
    made.settle()
    tray.menu.popup(QPoint(40, 40))
    made.settle()
    return tray.menu


@scene("08b-activity")
def activity(made: Stage) -> None:
    made.window.show_activity()


def _state(made: Stage, status: ServiceStatus) -> None:
    """What the window shows while the service is in that state."""
    made.service.get_status = lambda: status  # type: ignore[method-assign]
    made.window.status_watch.refresh()


@scene("08c-processing")
def processing(made: Stage) -> None:
    _state(made, ServiceStatus("processing", 3, 1, 5, "Waiting list", ("Claude Code",), pending_review=4))
    made.settle()
    made.window.show_activity()


@scene("08d-paused")
def paused(made: Stage) -> None:
    made.service.pause(NOW + HOUR_MS)


@scene("08e-error")
def error(made: Stage) -> None:
    words = "~/.claude/projects/-home-noor-src-kiln-api: Permission denied"
    _state(made, ServiceStatus("error", last_error=words, watching=("Claude Code",), pending_review=4))


@scene("09-empty-memories", filled=False)
def empty_memories(made: Stage) -> None:
    """Nothing was captured yet."""


@scene("09b-no-match")
def no_match(made: Stage) -> None:
    made.memories.focus_search("kafka")


@scene("09c-cannot-load")
def cannot_load(made: Stage) -> None:
    made.memories.list_pane.show_error(StorageError(**DAMAGED))


@scene("09d-empty-activity", filled=False)
def empty_activity(made: Stage) -> None:
    made.window.show_activity()


@scene("09h-conversations-found", filled=False)
def conversations_found(made: Stage) -> None:
    """A source was just switched on: what it holds is not quiet yet."""
    made.service.get_status = lambda: ServiceStatus("ready", unread=3, reads_at=NOW + 38_000)  # type: ignore[method-assign]
    made.window.status_watch.refresh()
    made.memories.listing.count()


@scene("09e-cannot-open")
def cannot_open(made: Stage) -> None:
    problem = StorageError("The memory file ~/.local/share/arbor/arbor_memory.db is damaged.", damaged=True)
    panel = made.window.fail_to_open(failure(problem, "open"), made.service.home.folder)
    panel.offer(Button(made.icons, "Restore backup from yesterday 16:20", variant="primary"))


@scene("09f-notice")
def notice(made: Stage) -> None:
    made.window.show_failure(failure(ZeroDivisionError("division by zero"), "memories"))


def summaries(made: Stage, category: str | None = None) -> SummariesDialog:
    """The window of summaries, for people at work."""
    dialog = made.window.navigation.open_summaries(category)
    assert isinstance(dialog, SummariesDialog)
    made.settle()
    return dialog


@scene("12-summaries")
def summaries_open(made: Stage) -> None:
    summaries(made)


@scene("12a-summaries-project")
def summaries_project(made: Stage) -> None:
    dialog = summaries(made)
    dialog.scope.setCurrentIndex(1)
    dialog.scope.activated.emit(1)


@scene("12b-summaries-edit")
def summaries_edit(made: Stage) -> None:
    dialog = summaries(made)
    QTest.mouseClick(dialog.pane.edit, Qt.MouseButton.LeftButton)
    QTest.keyClicks(dialog.pane.editor, "Mine: ")


@scene("12c-summaries-edited")
def summaries_edited(made: Stage) -> None:
    dialog = summaries(made)
    dialog.pane.begin_edit()
    dialog.pane.editor.appendPlainText("\n## My notes\n\nAsk me before you rely on these.\n")
    dialog.pane.save_edit()
    made.settle()
    bar = dialog.pane.view.verticalScrollBar()
    bar.setValue(bar.maximum())


@scene("12d-summaries-cleared")
def summaries_cleared(made: Stage) -> None:
    dialog = summaries(made)
    dialog.pane.clear_wanted.emit(dialog.pane.summary)


@scene("12e-summaries-menu")
def summaries_menu(made: Stage) -> None:
    dialog = summaries(made)
    dialog.pane.begin_edit()
    dialog.pane.editor.appendPlainText("Mine.\n")
    dialog.pane.save_edit()
    made.settle()
    dialog.pane.open_menu()


@scene("12f-summaries-discard")
def summaries_discard(made: Stage) -> None:
    dialog = summaries(made)
    dialog.pane.begin_edit()
    dialog.pane.editor.appendPlainText("Mine.\n")
    dialog.categories.items["facts"].click()


@scene("12g-summaries-empty", filled=False)
def summaries_empty(made: Stage) -> None:
    summaries(made)


@scene("10c-palette")
def palette(made: Stage) -> None:
    made.window.commands.open_palette().field.setText("test")


@scene("10c-palette-recent")
def palette_recent(made: Stage) -> None:
    show(made, DEADLINE)
    project(made, "kiln-desk")
    made.window.show_page("review")
    made.settle()
    made.window.commands.open_palette()


@scene("10c-palette-no-match")
def palette_no_match(made: Stage) -> None:
    made.window.commands.open_palette().field.setText("xylophone")


@scene("10b-shortcuts")
def shortcuts(made: Stage) -> None:
    made.window.commands.open_sheet()


for _name, _play in MODEL_SCENES:
    scene(_name)(_play)


def section(made: Stage, key: str) -> None:
    made.window.show_page("settings")
    made.settings.show_section(key)
    made.settings.items[key].setFocus(Qt.FocusReason.MouseFocusReason)
    made.settle()


for _key in (
    "general",
    "sources",
    "reading",
    "review",
    "memories",
    "search",
    "privacy",
    "data",
    "about",
):  # and maintenance, below

    @scene(f"11-settings-{_key}")
    def settings_section(made: Stage, key: str = _key) -> None:
        section(made, key)


@scene("11b-settings-capture-lower")
def settings_capture_lower(made: Stage) -> None:
    section(made, "sources")
    bar = made.settings.area.verticalScrollBar()
    bar.setValue(bar.maximum())


@scene("11c-settings-data-lower")
def settings_data_lower(made: Stage) -> None:
    section(made, "data")
    made.settings.data.check()
    made.settle()
    bar = made.settings.area.verticalScrollBar()
    bar.setValue(bar.maximum())


@scene("11o-settings-search-reading")
def settings_search_reading(made: Stage) -> None:
    section(made, "search")
    state = VectorState("building", "all-MiniLM-L6-v2", done=1_234, total=5_120, turns_total=21_840)
    made.settings.search.show_look(SearchLook(state, models(here=True), None))


@scene("11p-settings-search-download")
def settings_search_download(made: Stage) -> None:
    section(made, "search")
    state = VectorState("off", "off")
    download = DownloadState("all-MiniLM-L6-v2", 34_000_000, 91_335_235, running=True)
    made.settings.search.show_look(SearchLook(state, models(here=False), download))


def models(here: bool) -> tuple[ModelInfo, ...]:
    return (ModelInfo("all-MiniLM-L6-v2", 91_335_235, here, True),)


def judged(made: Stage) -> None:
    """Rules that a person judged: some right, some wrong."""
    by_rule: dict[str, list[str]] = {}
    for memory in made.service.query(limit=200).memories:
        for evidence in memory.evidence:
            by_rule.setdefault(evidence.rule, []).append(memory.id)
    most = sorted(by_rule.values(), key=lambda ids: (-len(ids), ids))
    for ids in most[:2]:
        for number, memory_id in enumerate(ids):
            made.service.feedback(memory_id, "CONFIRM" if number == 0 and ids is most[1] else "INCORRECT")
    made.service.feedback(most[2][0], "CONFIRM")


@scene("11l-settings-extraction-judged")
def settings_extraction_judged(made: Stage) -> None:
    judged(made)
    section(made, "reading")
    made.settings.reading.unfold()
    made.settle()
    made.settings.area.verticalScrollBar().setValue(made.settings.reading.rules.y())


@scene("11m-settings-extraction-reset")
def settings_extraction_reset(made: Stage) -> None:
    judged(made)
    section(made, "reading")
    made.settings.reading.unfold()
    made.settle()
    rows = list(made.settings.reading.rules.rule_rows.values())
    made.settings.area.verticalScrollBar().setValue(made.settings.reading.rules.y())
    rows[0].reset.click()


@scene("11n-settings-extraction-empty", filled=False)
def settings_extraction_empty(made: Stage) -> None:
    section(made, "reading")
    made.settings.reading.unfold()
    made.settle()
    made.settings.area.verticalScrollBar().setValue(made.settings.reading.rules.y())


@scene("11d-settings-not-found", filled=False)
def settings_not_found(made: Stage) -> None:
    section(made, "sources")


@scene("11e-settings-states")
def settings_states(made: Stage) -> None:
    """A source that can't be read, one of the person's own, counting, and a number that is refused."""
    notes = str(made.person / "notes")
    infos = [
        SourceInfo("claude-code", "Claude Code", str(made.person / ".claude/projects"), "claude-code", True,
                   True, False, 19, 0, 0, "Permission denied"),
        SourceInfo(notes, "notes", notes, None, True, True, True, 0, 0),
    ]  # fmt: skip
    made.service.sources = lambda sizes=True: infos  # type: ignore[method-assign, assignment]
    made.service.get_status = lambda: ServiceStatus(  # type: ignore[method-assign]
        "processing", 3, 1, 5, "Waiting list for full firings", ("Claude Code",)
    )
    section(made, "sources")
    made.settings.sources.unfold()
    field = made.settings.sources.setting_rows["capture.settle_seconds"].field
    field.setFocus()
    field.setText("4000")
    QTest.keyClick(field, Qt.Key.Key_Return)
    made.settings.area.verticalScrollBar().setValue(0)


@scene("11f-settings-search")
def settings_search(made: Stage) -> None:
    section(made, "general")
    made.settings.focus_search()
    made.settings.field.set_search("memor")


@scene("11r-settings-maintenance")
def settings_maintenance(made: Stage) -> None:
    """After a night's run."""
    maintained(made)
    section(made, "maintenance")


@scene("11s-settings-maintenance-curve")
def settings_maintenance_curve(made: Stage) -> None:
    """The preview, with the keyboard on it half a year on."""
    section(made, "maintenance")
    made.settle()
    card = made.settings.maintenance.fading
    made.settings.area.verticalScrollBar().setValue(card.mapTo(made.settings.body, QPoint()).y() - 12)
    card.curve.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(26):
        QTest.keyClick(card.curve, Qt.Key.Key_Right)


@scene("11t-settings-maintenance-linear")
def settings_maintenance_linear(made: Stage) -> None:
    made.service.settings.set("confidence.policy", "linear")
    made.service.settings.set("lifecycle.purge_archived_days", 183)
    made.service.settings.set("maintenance.weekly", "0 4 * * MON-FRI")
    section(made, "maintenance")
    made.settle()
    card = made.settings.maintenance.fading
    made.settings.area.verticalScrollBar().setValue(card.mapTo(made.settings.body, QPoint()).y() - 12)


@scene("11u-settings-maintenance-running")
def settings_maintenance_running(made: Stage) -> None:
    """A run under way, a time that is none, a line written by hand."""
    maintained(made)
    made.service.settings.set("maintenance.weekly", "0 4 * * MON-FRI")
    under_way(made)
    section(made, "maintenance")
    made.settle()
    row = made.settings.maintenance.schedule[Task.NIGHTLY]
    row.time.setFocus()
    row.time.setText("25:00")
    QTest.keyClick(row.time, Qt.Key.Key_Return)


def maintained(made: Stage) -> None:
    """Some memories were not used for long; maintenance archived them, and made its backup."""
    now = made.clock.now
    made.clock.now = now - 330 * DAY_MS
    for text in FADED:
        made.service.store(text, type="context", confidence=0.6)
    for task, hours in ((Task.WEEKLY, 84.3), (Task.NIGHTLY, 14.3), (Task.DAILY, 13.3)):
        made.clock.now = round(now - hours * HOUR_MS)
        made.service.run_maintenance(task, actor="schedule")
    made.clock.now = now


def under_way(made: Stage) -> None:
    """Maintenance is in the midst of its second step."""
    running = Progress(Task.DAILY, "Archiving what faded", 318, 512, 1, 4)
    status = replace(made.service.maintenance_status(), running=running)
    made.service.maintenance_status = lambda: status  # type: ignore[method-assign]
    shell = replace(made.service.get_status(), maintenance=running)
    made.service.get_status = lambda: shell  # type: ignore[method-assign]
    made.window.status_watch.refresh()


FADED = (
    "We are moving the glaze catalogue to the new supplier.",
    "The kiln in the east room waits for a new thermocouple.",
    "The spring catalogue is being photographed.",
)


@scene("06d-maintenance-log")
def maintenance_log(made: Stage) -> None:
    """Runs of which one was taken back, and one failed in part."""
    maintained(made)
    runs = made.service.maintenance_log(50)
    made.service.undo_maintenance(next(run.id for run in runs if run.result.get("items_archived")))
    failed = Run(
        0, Task.MONTHLY, NOW - 300 * HOUR_MS, NOW - 300 * HOUR_MS + 41_000,
        {"items_validated": 512, "items_invalid": 2, "failures": 3}, "Tidying: The disk is full.",
        Ending.FAILED, "schedule",
        (Trouble("“The studio opens at nine”", "Its conversation is gone."),
         Trouble("“User fires at cone 6”", "It is named by no index.")),
    )  # fmt: skip
    all_runs = [*made.service.maintenance_log(50), failed]
    made.service.maintenance_log = lambda limit=50, task=None: all_runs  # type: ignore[method-assign]
    section(made, "maintenance")
    made.settle()
    log = made.settings.maintenance.show_log()
    made.settle()
    log.rows[-1].more.click()


@scene("11v-settings-maintenance-lower")
def settings_maintenance_lower(made: Stage) -> None:
    """What may be done by itself, with deleting switched on, and how long text is kept."""
    made.service.settings.set("lifecycle.purge_archived_days", 183)
    section(made, "maintenance")
    made.settle()
    bar = made.settings.area.verticalScrollBar()
    bar.setValue(bar.maximum())


@scene("01y-memories-archived")
def memories_archived(made: Stage) -> None:
    """What faded, with when and why, and the way back."""
    maintained(made)
    made.window.navigation.show_archived()
    made.settle()
    made.memories.view.go_to(0)


@scene("08h-maintenance-tray")
def maintenance_tray(made: Stage) -> QWidget:
    under_way(made)
    made.settle()
    return tray_menu(made)


@scene("06e-maintenance-log-empty", filled=False)
def maintenance_log_empty(made: Stage) -> None:
    section(made, "maintenance")
    made.settle()
    made.settings.maintenance.show_log()


@scene("08g-maintenance-status")
def maintenance_status(made: Stage) -> None:
    """The badge at the bottom of the rail, and the list over it."""
    maintained(made)
    under_way(made)
    made.window.show_activity()


@scene("11g-settings-no-match")
def settings_no_match(made: Stage) -> None:
    section(made, "general")
    made.settings.focus_search()
    made.settings.field.set_search("kubernetes")


@scene("11h-settings-restore")
def settings_restore(made: Stage) -> None:
    section(made, "data")
    path = made.service.home.backups / "daily-20260512.db"
    made.settings.data.backups.ask_to_restore(path, "yesterday 16:20")


@scene("11i-settings-delete")
def settings_delete(made: Stage) -> None:
    section(made, "data")
    made.settings.data.ask_to_delete()


@scene("11j-settings-removed")
def settings_removed(made: Stage) -> None:
    section(made, "sources")
    made.service.add_source(str(made.person / ".claude"))
    made.settle()
    made.settings.sources.sources.remove_folder(str(made.person / ".claude"))


@scene("11k-settings-focus")
def settings_focus(made: Stage) -> None:
    """The ring that the keyboard leaves."""
    section(made, "general")
    QTest.keyClick(made.window, Qt.Key.Key_F6)
    QTest.keyClick(made.window, Qt.Key.Key_Tab)


@scene("06-insights")
def insights(made: Stage) -> None:
    maintained(made)
    counted(made)


@scene("06a-insights-lower")
def insights_lower(made: Stage) -> None:
    """The measures, below."""
    maintained(made)
    charts = counted(made).charts
    charts.verticalScrollBar().setValue(charts.verticalScrollBar().maximum())


def paid(made: Stage) -> None:
    """A month of calls: most by a model whose price is known, a few by one of the person's own server."""
    now = made.service._rt.clock()
    day = 86_400_000

    def write(conn: Connection) -> None:
        for back in range(20):
            tokens = 40_000 * (1 + back * 7 % 5)
            for model, cost in (("claude-sonnet-5-5", tokens * 2.4e-6), ("qwen3:8b", None)):
                if back % 6 == 5 or (cost is None and back % 4):
                    continue
                usage = Usage(tokens, tokens // 12)
                note_call(conn, Call(now - back * day, "extraction", "anthropic", model, usage, cost, 9000))

    made.service._rt.db.write(write)
    made.service.settings.set("model.monthly_budget", 10.0)


@scene("06l-insights-cost")
def insights_cost(made: Stage) -> None:
    """What models cost this month, of the limit, by day."""
    paid(made)
    maintained(made)
    charts = counted(made).charts
    charts.verticalScrollBar().setValue(charts.verticalScrollBar().maximum())


@scene("06b-insights-marked")
def insights_marked(made: Stage) -> None:
    """What is told of a week, and of a bar."""
    maintained(made)
    charts = counted(made).charts
    charts.area.set_cursor(charts.area.count() - 3)
    charts.bars.set_cursor(1)
    charts.histogram.set_cursor(8)
    charts.heatmap.set_cursor(charts.heatmap.count() - 12)


@scene("06c-insights-tables")
def insights_tables(made: Stage) -> None:
    maintained(made)
    charts = counted(made).charts
    for name in ("growth", "kinds"):
        charts.cards[name].show_table(True)


def graphed(made: Stage) -> GraphView:
    """The memory graph on the Insights page, laid out."""
    page = counted(made)
    page.show_view("graph")
    made.settle()
    view = page.findChild(GraphView)
    assert isinstance(view, GraphView)
    until(lambda: not view.busy)
    made.settle()
    return view


@scene("06b-insights-graph")
def insights_graph(made: Stage) -> None:
    graphed(made)


@scene("06b-insights-graph-marked")
def insights_graph_marked(made: Stage) -> None:
    """A memory by keys, and what it is linked to."""
    canvas = graphed(made).canvas
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    QTest.keyClick(canvas, Qt.Key.Key_Home)


@scene("06b-insights-graph-table")
def insights_graph_table(made: Stage) -> None:
    graphed(made).look.set_current("table")


@scene("06b-insights-graph-empty", filled=False)
def insights_graph_empty(made: Stage) -> None:
    made.window.show_page("insights")
    made.settle()
    page = made.window.page("insights")
    assert isinstance(page, InsightsPage)
    page.show_view("graph")


def told_by_day(made: Stage) -> TimelineView:
    """The timeline on the Insights page."""
    maintained(made)
    page = counted(made)
    page.show_view("timeline")
    made.settle()
    view = page.findChild(TimelineView)
    assert isinstance(view, TimelineView)
    return view


@scene("06c-insights-timeline")
def insights_timeline(made: Stage) -> None:
    told_by_day(made)


@scene("06c-insights-timeline-open")
def insights_timeline_open(made: Stage) -> None:
    """By keys, the memories of a moment are shown."""
    view = told_by_day(made)
    view.list.setFocus(Qt.FocusReason.TabFocusReason)
    view.list.go_to(next(n for n, row in enumerate(view.model.rows) if isinstance(row, Line) and row.opens))
    QTest.keyClick(view.list, Qt.Key.Key_Right)


@scene("06c-insights-timeline-chosen")
def insights_timeline_chosen(made: Stage) -> None:
    """Only what was forgotten."""
    view = told_by_day(made)
    row = view.kinds.findData("forgotten")
    view.kinds.setCurrentIndex(row)
    view.kinds.activated.emit(row)


@scene("06h-insights-empty", filled=False)
def insights_empty(made: Stage) -> None:
    made.window.show_page("insights")


@scene("06i-insights-menu")
def insights_menu(made: Stage) -> None:
    page = counted(made)
    made.settle()
    page.charts.cards["growth"].more.click()


@scene("06j-insights-cannot-count")
def insights_cannot_count(made: Stage) -> None:
    def fail(**_wanted: object) -> None:
        raise StorageError("The memory file can't be read: disk I/O error.")

    made.service.insights = fail  # type: ignore[assignment]
    made.window.show_page("insights")


def set_up(made: Stage) -> SetupDialog:
    """The setup, with its first source switched on."""
    state = WindowState(made.person / "setup.ini")
    dialog = SetupDialog(made.icons, made.bridge, state, made.setup, clock=made.clock, parent=made.window)
    dialog.open()
    made.settle()
    dialog.sources.rows.findChildren(Switch)[0].click()
    return dialog


@scene("07a-setup-sources")
def setup_sources(made: Stage) -> None:
    set_up(made)


@scene("07c-setup-preview")
def setup_preview(made: Stage) -> None:
    dialog = set_up(made)
    dialog.show_step(1)
    until(lambda: dialog.preview.done)
    made.settle()
    dialog.preview.candidates[1].tick.click()


@scene("07d-setup-tools")
def setup_tools(made: Stage) -> None:
    set_up(made).show_step(3)
    made.settle()


@scene("07e-setup-ready")
def setup_ready(made: Stage) -> None:
    dialog = set_up(made)
    dialog.ready.show_saved(17, 34)
    dialog.show_step(4)


@scene("07e-setup-ready-encrypt")
def setup_ready_encrypt(made: Stage) -> None:
    """Where a keyring can keep the key."""
    with patch("arbor_desktop.ui.first_run.steps.keyring_trouble", lambda: None):
        setup_ready(made)
        made.settle()


@scene("07f-reading")
def reading(made: Stage) -> None:
    """Conversations of a source that was just turned on are being read."""
    _state(made, ServiceStatus("processing", 39, 2, 41, watching=("a",), found=7, seconds_left=38))


@scene("07f-reading-paused")
def reading_paused(made: Stage) -> None:
    reading(made)
    made.settle()
    _state(made, ServiceStatus("paused", 39, 2, 41, found=7))


@scene("07f-reading-done")
def reading_done(made: Stage) -> None:
    reading(made)
    made.settle()
    _state(made, ServiceStatus("ready", 0, 41, 41, watching=("a",), found=38))


@scene("07f-first-share")
def first_share(made: Stage, used: int = 2) -> None:
    """A session just used memories, for the first time."""
    made.service._rt.db.write(lambda c: c.execute("DELETE FROM receipt"))
    made.window._state.set_value("news/first_share", "")
    talks = made.service.conversations(limit=100).conversations
    talk = next(one for one in talks if one.title == "Fix flaky timer tests")
    starts = ("Anything with a delay", "Always use vitest", "User prefers answers", "The team uses")
    ids = [made.memory(start).id for start in starts]
    became = dict.fromkeys(ids[:used], (Use.USED, "It was followed.", 2))
    tell(made.service, talk.id, ids, at=NOW - 60_000, became=became or None)
    made.memories.news.look()
    made.settle()


@scene("07f-first-share-not-judged")
def first_share_not_judged(made: Stage) -> None:
    """A session just got memories, and it is not known yet whether it used them."""
    first_share(made, used=0)


@scene("07f-first-share-opened")
def first_share_opened(made: Stage) -> None:
    """What the session saw."""
    first_share(made)
    made.memories.news.pane.share.show_button.click()


@scene("07f-week")
def week(made: Stage) -> None:
    """What last week brought; two conflicts were decided in it."""
    made.clock.now = NOW - 5 * DAY_MS
    for one in made.service.list_conflicts()[:2]:
        made.service.resolve_conflict(one.id, "accepted_newer")
    made.clock.now = NOW
    made.window.navigation.show_week()
    made.settle()


@scene("07f-week-line")
def week_line(made: Stage) -> None:
    """Above the list, while a memory is read."""
    made.memories.show_memory(made.memory("Always use async/await").id)
    made.window._state.set_value("news/week", "")
    made.memories.news.look()
    made.settle()


@scene("07f-news")
def news(made: Stage) -> None:
    """Both cards."""
    first_share(made)
    made.window._state.set_value("news/week", "")
    made.memories.news.look()
    made.settle()


@scene("07f-week-empty", filled=False)
def week_empty(made: Stage) -> None:
    made.window.navigation.show_week()
    made.settle()


def counted(made: Stage) -> InsightsPage:
    """The Insights page with its figures."""
    made.window.show_page("insights")
    made.settle()
    page = made.window.page("insights")
    assert isinstance(page, InsightsPage)
    return page


_pictures_chat.register(scene)
_pictures_integrations.register(scene, told)
_pictures_exchange.register(scene)
_pictures_file_versions.register(scene, section)
_pictures_encryption.register(scene, section)
_pictures_secrets.register(scene, section)
_pictures_status.register(scene)
_pictures_effect.register(scene)
_pictures_devices.register(scene, section)
_pictures_time.register(scene)
_pictures_team.register(scene, section)


def pictures(
    icons: Icons, prepared: Path, person: Path, wanted: list[str], failures: list[str]
) -> Iterator[tuple[str, QPixmap]]:
    """Yield (name, picture) of each scene whose name begins as one of `wanted`, of all if that is empty.

    Adds a line to `failures` for each picture that can't be drawn.
    """
    for each in SCENES:
        if wanted and not each.name.startswith(tuple(wanted)):
            continue
        for mode in MODES:
            for width, height, suffix in SIZES:
                name = f"{each.name}-{mode}{suffix}"
                try:
                    with stage(icons, prepared, person, mode, (width, height), each.filled) as made:
                        alone = each.play(made)
                        made.settle()
                        picture = alone.grab() if alone else made.picture()
                except Exception as error:  # noqa: BLE001 - whatever is wrong with one page, the others are drawn
                    failures.append(f"{name}: {type(error).__name__}: {error}")
                    continue
                if alone is None or not suffix:  # a menu is as large as it is
                    yield name, picture


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser("python3 -m tests.pictures", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder for the pictures")
    parser.add_argument("pages", nargs="*", help="beginnings of names; all without")
    parser.add_argument("--readme", action="store_true", help="also make those of README.md anew")
    parser.add_argument(
        "--language", choices=[*LANGUAGES, "pseudo"], default="en",
        help="pseudo: accented English, a third longer",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="arbor-pictures-") as folder:
        screen = Path(folder, "screen.json")
        screen.write_text(json.dumps({"screens": [SCREEN]}))
        os.environ.update(QT_QPA_PLATFORM=f"offscreen:configfile={screen}", TZ="UTC", LC_ALL="C.UTF-8")
        time.tzset()
        app = QApplication([])
        _, icons = dress(app)
        if options.language == "pseudo":
            pseudo.install(app)
        else:
            translation.install(app, options.language)
        prepared, person = Path(folder, "prepared"), Path(folder, "noor")
        # After Qt has found the fonts: some are installed in the home of whoever runs this.
        os.environ["HOME"] = str(person)
        prepare(person, prepared)
        failures: list[str] = []
        for name, picture in pictures(icons, prepared, person, options.pages, failures):
            picture.save(str(options.out / f"{name}.png"))
            print(name, flush=True)
    if failures:
        sys.stderr.write("\n".join(("Not drawn:", *failures, "")))
        return 1
    if options.readme:
        README_FOLDER.mkdir(parents=True, exist_ok=True)
        for name in README:
            if name.startswith(tuple(options.pages) or ""):
                shutil.copy(options.out / f"{name}.png", README_FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
