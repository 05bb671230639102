"""Under the preview: whether telling works, and the integrations by which it does."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from arbor_desktop.context.model import HookHealth, Pulse, Use
from arbor_desktop.context.queries.ready_blocks import Delivery, note_delivery
from arbor_desktop.database.connection import Connection
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.context.model import Question
from arbor_desktop.ui.context.sessions import ToldPanel
from arbor_desktop.ui.integrations.dialog import IntegrationsDialog
from arbor_desktop.ui.integrations.sheet import InstallSheet
from arbor_desktop.ui.integrations.strip import IntegrationCard, IntegrationStrip
from arbor_desktop.ui.window_state import WindowState
from tests._integrations import HandMadeSetup

ALT = Qt.KeyboardModifier.AltModifier
Remember = Callable[..., str]


@pytest.fixture
def setup(tmp_path: Path) -> HandMadeSetup:
    return HandMadeSetup(tmp_path / "noor")


@pytest.fixture
def kiln(tmp_path: Path) -> Path:
    """A project in a folder, with a CLAUDE.md of the person's own."""
    folder = tmp_path / "kiln"
    folder.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)
    (folder / "CLAUDE.md").write_text("# Kiln\n\nAsk before you fire.\n")
    return folder


def strip(person: Any) -> IntegrationStrip:
    found = person.page.foot
    assert found is not None
    widget: IntegrationStrip = found.strip
    return widget


def cards(person: Any) -> dict[str, IntegrationCard]:
    return {card.title.text(): card for card in strip(person).cards}


def states(person: Any) -> dict[str, str]:
    return {title: card.state.text for title, card in cards(person).items()}


def window(kind: type[QWidget]) -> Any:
    found = [w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w.isVisible()]
    assert len(found) == 1, found
    return found[0]


def test_each_card_says_how_it_stands(open_page: Any, setup: HandMadeSetup, some: dict[str, str]) -> None:
    setup.install("claude-code", "hooks")
    person = open_page(setup=setup)
    assert states(person) == {
        "Claude Code: automatic": "Connected · not used yet",
        "CLAUDE.md file": "Not connected",
        "Claude Code: look-up": "Not connected",
        "Codex": "Not connected",
    }
    button = cards(person)["Claude Code: automatic"].button
    assert (button.text(), button.accessibleName()) == ("Disconnect", "Disconnect: Claude Code: automatic")


def test_installing_from_the_card_and_undo(
    open_page: Any, setup: HandMadeSetup, some: dict[str, str]
) -> None:
    person = open_page(setup=setup)
    person.click(cards(person)["Codex"].button)
    sheet = window(InstallSheet)
    person.key(Qt.Key.Key_Return, on=sheet)
    assert states(person)["Codex"].startswith("Connected")
    assert person.snack == "“Codex” connected"
    person.click(person.page.snackbar.action_button)
    assert states(person)["Codex"] == "Not connected"
    assert not (setup.folder / ".codex/hooks.json").exists()
    assert person.snack == "Undone. The files were restored."


def test_the_undo_of_a_later_deed_is_that_deeds(
    open_page: Any, setup: HandMadeSetup, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page(setup=setup)
    person.click(cards(person)["Codex"].button)
    person.key(Qt.Key.Key_Return, on=window(InstallSheet))
    person.page.activateWindow()  # the unseen screen has no window manager to do so
    person.click_row("Staging runs")
    person.key(Qt.Key.Key_I, ALT)
    assert person.snack.startswith("Pinned")
    person.click(person.page.snackbar.action_button)
    assert states(person)["Codex"].startswith("Connected"), "the pin was undone, not the integration"
    assert service.get(some["staging"]).privacy_level.value == "normal"


def test_a_projects_file_is_shown_written_and_given_back(
    open_page: Any, setup: HandMadeSetup, remember: Remember, kiln: Path
) -> None:
    own = (kiln / "CLAUDE.md").read_bytes()
    remember("Handlers are idempotent.", scope_id=str(kiln), category="project_conventions")
    person = open_page(setup=setup)
    person.page.ask(Question(str(kiln), "main", ""))
    person.wait()
    assert states(person)["CLAUDE.md file"] == "Not connected"
    person.click(cards(person)["CLAUDE.md file"].button)
    sheet = window(InstallSheet)
    assert (kiln / "CLAUDE.md").read_bytes() == own
    person.key(Qt.Key.Key_Return, on=sheet)
    assert states(person)["CLAUDE.md file"] == "Connected"
    assert (kiln / "CLAUDE.md").read_bytes().startswith(own)
    person.click(person.page.snackbar.action_button)
    assert states(person)["CLAUDE.md file"] == "Not connected"
    assert (kiln / "CLAUDE.md").read_bytes() == own


def test_a_silent_hook_is_found_by_its_key_and_explained(
    open_page: Any, setup: HandMadeSetup, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup.install("claude-code", "hooks")
    silent = HookHealth("claude-code", Pulse.SILENT, message="Quit Claude Code and start it again.")
    monkeypatch.setattr(service.receipts, "health", lambda _installed: [silent])
    person = open_page(setup=setup)
    person.key(Qt.Key.Key_T, ALT)
    button = cards(person)["Claude Code: automatic"].button
    assert states(person)["Claude Code: automatic"] == "Not responding"
    assert button.hasFocus()
    assert "Quit Claude Code" in button.accessibleDescription()
    person.key(Qt.Key.Key_Space, on=button)
    row = window(IntegrationsDialog).rows.shown["claude-code.hooks"]
    assert row.explained.text() == "Quit Claude Code and start it again."
    assert row.buttons["install"].text() == "Reconnect"
    assert row.buttons["install"].hasFocus()


def test_cards_stand_beside_each_other_or_two_by_two(open_page: Any, setup: HandMadeSetup) -> None:
    person = open_page(width=1156, setup=setup)
    tops = {card.y() for card in strip(person).cards}
    assert len(tops) == 1
    person.page.resize(900, 780)
    person.wait()
    shown = strip(person).cards
    assert len({card.y() for card in shown}) == 2
    widths = [card.width() for card in shown]
    assert max(widths) - min(widths) <= 1


def test_in_a_low_window_it_is_one_line_until_it_is_opened(open_page: Any, setup: HandMadeSetup) -> None:
    setup.install("claude-code")
    person = open_page(height=600, setup=setup)
    found = strip(person)
    assert not found.is_open
    assert found.height() < 50
    assert found.summary.text() == "2 connected"
    person.click(found.fold)
    assert found.is_open
    assert cards(person)["Codex"].button.isVisible()


def test_where_cards_have_no_room_the_keys_lead_to_the_list(open_page: Any, setup: HandMadeSetup) -> None:
    setup.blocked["codex"] = "A comma is missing."
    person = open_page(height=400, setup=setup)
    person.key(Qt.Key.Key_T, ALT)
    assert not strip(person).is_open
    assert window(IntegrationsDialog).rows.shown["codex"].isVisible()


def test_what_was_folded_stays_folded(open_page: Any, setup: HandMadeSetup, tmp_path: Path) -> None:
    state = WindowState(tmp_path / "window.ini")
    person = open_page(setup=setup, state=state)
    assert strip(person).is_open
    person.click(strip(person).fold)
    again = open_page(setup=setup, state=state)
    assert not strip(again).is_open


def test_folded_it_still_says_what_is_wrong(
    open_page: Any, setup: HandMadeSetup, service: MemoryService
) -> None:
    setup.blocked["codex"] = "A comma is missing."
    person = open_page(height=600, setup=setup)
    assert strip(person).summary.text() == "Codex: can't be read"


def test_without_a_receipt_it_is_said_what_to_do(
    open_page: Any, setup: HandMadeSetup, some: dict[str, str]
) -> None:
    person = open_page(setup=setup)
    line = person.page.foot.line
    assert (
        line.text()
        == "No memories shared with this project yet. To share memories, connect an AI tool below."
    )
    assert not line.isEnabled()
    setup.install("claude-code", "hooks")
    person.page.refresh()
    person.wait()
    assert line.text() == "No memories shared with this project yet."


@pytest.fixture
def told(service: MemoryService, some: dict[str, str], clock: Any) -> Callable[..., None]:
    """Notes that a session of the project was told some memories."""

    def told_(session: str, *, arrived: bool | None = True, used: int = 0, ago_min: int = 12) -> None:
        ids = list(some.values())[:4]
        at = clock() - ago_min * 60_000
        receipt = Delivery(
            f"r-{session}", "claude-code", "SessionStart", session, at, "/srv/kiln", "main", "", 640,
            json.dumps(ids),
        )  # fmt: skip

        def write(conn: Connection) -> None:
            note_delivery(conn, receipt)
            conn.execute(
                "UPDATE receipt SET arrived = ?, judged_at = ? WHERE id = ?", (arrived, at, receipt.id)
            )
            for id_ in ids:
                use = Use.USED if ids.index(id_) < used else Use.UNUSED
                conn.execute(
                    "UPDATE receipt_memory SET use = ? WHERE memory = (SELECT row FROM memory WHERE id = ?)",
                    (use.value, id_),
                )

        service._rt.db.write(write)

    return told_


def test_the_last_session_stands_in_one_line_and_the_ones_before_behind_it(
    open_page: Any, setup: HandMadeSetup, told: Callable[..., None], clock: Any
) -> None:
    told("older", arrived=False, ago_min=90)
    told("newer", used=2)
    person = open_page(setup=setup, clock=clock)
    line = person.page.foot.line
    assert line.text() == "Last shared: kiln, 12 min ago, 4 memories, delivered, 2 used"
    person.click(line)
    panel = window(ToldPanel)
    assert "Memories were shared with 2 sessions" in panel.summary.text()
    model = panel.model
    spoken = [model.index(n).data(Qt.ItemDataRole.AccessibleTextRole) for n in range(model.rowCount())]
    assert spoken[0].startswith("Claude Code session. kiln · main · Claude Code · 12 min ago · 4 memories")
    assert "not delivered" in spoken[1]
    person.key(Qt.Key.Key_Escape, on=panel)
    assert QApplication.activePopupWidget() is None


def test_what_did_not_arrive_is_marked(
    open_page: Any, setup: HandMadeSetup, told: Callable[..., None], clock: Any
) -> None:
    told("one", arrived=False)
    line = open_page(setup=setup, clock=clock).page.foot.line
    assert "not delivered" in line.text()
    assert line._token == "warn"


@pytest.mark.slow
def test_that_telling_is_switched_off_is_said(
    open_page: Any, setup: HandMadeSetup, service: MemoryService, some: dict[str, str]
) -> None:
    service.settings.set("injection.enabled", False)
    person = open_page(setup=setup)
    assert "Turn it on in Settings" in person.page.foot.line.text()


def test_f6_reaches_the_strip(open_page: Any, setup: HandMadeSetup, some: dict[str, str]) -> None:
    person = open_page(setup=setup)
    assert strip(person) in person.page.focus_groups()


def test_without_a_setup_there_is_no_strip(open_page: Any, some: dict[str, str]) -> None:
    assert open_page().page.foot is None


def test_what_the_page_is_viewed_as_has_its_card_installed_or_not(
    open_page: Any, setup: HandMadeSetup, some: dict[str, str]
) -> None:
    setup.install("claude-code", "hooks")
    person = open_page(setup=setup)
    for key, title in ((Qt.Key.Key_3, "Gemini CLI"), (Qt.Key.Key_4, "Cursor")):
        assert title not in states(person)
        person.key(key, ALT)
        assert states(person)[title] == "Not connected"
        assert cards(person)[title].button.text() == "Connect"
