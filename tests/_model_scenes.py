"""Pictures of choosing a model, and of what the window says when one can't be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from arbor_desktop.capture.estimates import BackendEstimate, Estimate
from arbor_desktop.llm.credentials import NO_KEYRING, KeyStatus, Where
from arbor_desktop.llm.model import ModelFailed, Readiness, TestResult, Trouble
from arbor_desktop.llm.queries.ledger import Spent
from arbor_desktop.runtime.status import ModelStatus
from arbor_desktop.ui.components import Card
from arbor_desktop.ui.model_status.widgets import ModelTrouble
from arbor_desktop.ui.settings.reading.model import Option, Seen, Way
from arbor_desktop.ui.settings.reading.section import ChoicesCard
from tests._stage import HOUR_MS, NOW, Stage

KEY = "sk-ant-made-up-for-a-picture-7Q4f"
HERE, REFUSED = Readiness("offline", True), "The service did not accept the API key. Enter a new one."
OFFLINE = Way("offline")
AT = NOW - 2 * HOUR_MS - 16 * 60_000
TROUBLES = (
    Readiness("anthropic", False, "", Trouble.NO_KEY),
    Readiness("anthropic", False, REFUSED, Trouble.KEY_REFUSED, "401 authentication_error", AT),
    Readiness("anthropic", False, "", Trouble.NO_CREDIT, "402 billing_error", AT),
    Readiness("anthropic", False, "This month's budget is spent: $5.02 of $5.00. Wait.", Trouble.BUDGET),
    Readiness("anthropic", False, "", Trouble.RATE_LIMITED, "429 rate_limit_error", AT, NOW + 240_000),
    Readiness("anthropic", False, "", Trouble.OVERLOADED, "529 overloaded_error", AT, NOW + 60_000),
    Readiness("anthropic", False, "", Trouble.NETWORK, "no connection", AT, NOW + 60_000),
    Readiness("anthropic", False, "", Trouble.TIMEOUT, "time-out", AT, NOW + 60_000),
    Readiness("anthropic", False, "", Trouble.NO_SUCH_MODEL, "404 not_found_error", AT),
    Readiness("anthropic", False, "", Trouble.NOT_ALLOWED, "403 permission_error", AT),
    Readiness("claude-cli", False, "", Trouble.NO_PROGRAM),
    Readiness("claude-cli", False, "", Trouble.NOT_SIGNED_IN, "Please run /login", AT),
    Readiness("anthropic", False, "", Trouble.STOPPED),
    Readiness("offline", True),
)
ESTIMATE = Estimate(
    24, 1_900_000, 612_000, 38_000,
    (BackendEstimate("offline", "", 9.0, 0.0), BackendEstimate("claude-cli", "", 1500.0, None),
     BackendEstimate("anthropic", "claude-haiku-5-5", 720.0, 0.0802, 0.0451)),
)  # fmt: skip


def seen(way: Way = OFFLINE, **changed: object) -> Seen:
    """What the section shows."""
    none = KeyStatus(Where.NOWHERE)
    first = Seen(
        way, none, None, "/usr/local/bin/claude", HERE, Spent(), 0.0, "claude-haiku-5-5", "2026-11-22"
    )
    return replace(first, **changed)  # type: ignore[arg-type]


def choices(made: Stage, what: Seen, option: Option | None = None) -> ChoicesCard:
    """The cards, one of them open, over figures of what waits."""
    made.window.show_page("settings")
    made.settings.show_section("reading")
    made.settings.items["reading"].setFocus(Qt.FocusReason.MouseFocusReason)
    made.settle()
    card = made.settings.reading.choices
    card._look = card._ask_estimate = lambda: None  # type: ignore[method-assign]
    for timer in (card._soon, card._later):
        timer.stop()
        timer.timeout.disconnect()
    card.show_estimate(ESTIMATE)
    card.show_seen(what)
    if option is not None:
        card.open(option)
    made.settle()
    made.settings.area.verticalScrollBar().setValue(0)
    return card


def offline(made: Stage) -> None:
    choices(made, seen())


def claude(made: Stage) -> None:
    choices(made, seen(), Option.CLAUDE)


def anthropic(made: Stage) -> None:
    choices(made, seen(), Option.ANTHROPIC)


def server(made: Stage) -> None:
    card = choices(made, seen(), Option.SERVER).options[Option.SERVER]
    assert card.address is not None
    card.address.field.setText("localhost:11434")
    card.address.check()


def passed(made: Stage) -> None:
    card = choices(made, seen(), Option.ANTHROPIC).options[Option.ANTHROPIC]
    assert card.key is not None
    card.key.field.setText(KEY)
    card._tried = card._attempt
    card._test_passed(TestResult("claude-haiku-5-5", 0.8, "ready"))


def testing(made: Stage) -> None:
    card = choices(made, seen(), Option.ANTHROPIC).options[Option.ANTHROPIC]
    assert card.key is not None
    card.key.field.setText(KEY)
    card.tester.show_asking("Contacting Anthropic…")


def failed(made: Stage) -> None:
    card = choices(made, seen(), Option.ANTHROPIC).options[Option.ANTHROPIC]
    assert card.key is not None
    card.key.field.setText(KEY)
    card._tried = card._attempt
    card._test_failed(ModelFailed(REFUSED, Trouble.KEY_REFUSED, detail="401 authentication_error"))


def no_keyring(made: Stage) -> None:
    choices(made, seen(key=KeyStatus(Where.NOWHERE, "", NO_KEYRING)), Option.ANTHROPIC)


def in_use(made: Stage) -> None:
    """With a key, some of the budget spent."""
    choices(made, _used(Readiness("anthropic", True)))


def refused(made: Stage) -> None:
    choices(made, _used(TROUBLES[1]))


def _used(readiness: Readiness) -> Seen:
    held = KeyStatus(Where.KEYRING, "…7Q4f")
    spent = Spent(calls=312, cost=1.24)
    return seen(Way("anthropic"), key=held, readiness=readiness, spent=spent, budget=5.0)


def lower(made: Stage) -> None:
    made.service.settings.set("model.monthly_budget", 5.0)
    choices(made, _used(Readiness("anthropic", True)))
    made.settings.reading.unfold()
    made.settle()
    place = made.settings.reading.spending.mapTo(made.settings.body, QPoint()).y()
    made.settings.area.verticalScrollBar().setValue(place - 12)


def remove(made: Stage) -> None:
    choices(made, _used(Readiness("anthropic", True))).ask_to_remove_key()


def troubles(made: Stage) -> QWidget:
    """All of them beside each other, as in the design."""
    sheet = QWidget()
    sheet.setObjectName("sheet")
    sheet.setStyleSheet(f"#sheet {{ background: {made.icons.theme.color('surface').name()} }}")
    grid = QGridLayout(sheet)
    grid.setSpacing(24)
    for number, readiness in enumerate(TROUBLES):
        box = Card(made.icons.theme)
        state = ModelTrouble(made.icons, made.clock, box)
        state.show_trouble(readiness, 24)
        box.setFixedSize(400, 376)
        state.setGeometry(1, 1, 398, 374)
        grid.addWidget(box, number // 4, number % 4)
    sheet.adjustSize()
    made.settle()
    made.sheet = sheet  # type: ignore[attr-defined]
    return sheet


def held_up(made: Stage, readiness: Readiness) -> None:
    """Conversations wait for a model that can't be asked."""
    model = ModelStatus(readiness, 24)
    stands = readiness.trouble in (Trouble.KEY_REFUSED, Trouble.BUDGET, Trouble.NO_KEY)
    status = replace(
        made.service.get_status(), model=model, state="error" if stands else "ready",
        last_error=readiness.reason if stands else None,
    )  # fmt: skip
    made.service.get_status = lambda: status  # type: ignore[method-assign]
    made.window.status_watch.refresh()
    made.window.show_page("conversations")
    made.settle()
    made.conversations.refresh()


def banner(made: Stage) -> None:
    held_up(made, TROUBLES[1])


def banner_budget(made: Stage) -> None:
    held_up(made, TROUBLES[3])


def banner_calm(made: Stage) -> None:
    held_up(made, TROUBLES[4])


def activity(made: Stage) -> None:
    held_up(made, TROUBLES[1])
    made.settle()
    made.window.show_activity()


Play = Callable[[Stage], QWidget | None]
MODEL_SCENES: tuple[tuple[str, Play], ...] = (
    ("09m-model-troubles", troubles),
    ("09m-model-banner", banner),
    ("09m-model-banner-budget", banner_budget),
    ("09m-model-banner-passing", banner_calm),
    ("09m-model-activity", activity),
    ("11x-settings-extraction-offline", offline),
    ("11x-settings-extraction-claude", claude),
    ("11x-settings-extraction-anthropic", anthropic),
    ("11x-settings-extraction-server", server),
    ("11x-settings-extraction-testing", testing),
    ("11x-settings-extraction-passed", passed),
    ("11x-settings-extraction-failed", failed),
    ("11x-settings-extraction-no-keyring", no_keyring),
    ("11x-settings-extraction-in-use", in_use),
    ("11x-settings-extraction-refused", refused),
    ("11x-settings-extraction-lower", lower),
    ("11x-settings-extraction-remove", remove),
)
