"""The page is viewed as each client: text, gauge, counts and both lists at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arbor_desktop.integrations.view_as import CLIENTS, views
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Button
from arbor_desktop.ui.context.view_as import ClientTile
from arbor_desktop.ui.window_state import WindowState

KILN, POLLEN = "/srv/kiln", "/srv/pollen"
ALT = Qt.KeyboardModifier.AltModifier
Remember = Callable[..., str]


def tile(person: Any, name: str) -> ClientTile:
    found: ClientTile = person.page.view_as.tiles[name]
    return found


def test_each_client_is_chosen_by_its_key_and_switches_all_at_once(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    person.type_prompt("Where do webhooks go?")
    expected = views(service, project=KILN, prompt="Where do webhooks go?")
    assert person.text == expected[0].context.text
    for number, view in enumerate(expected, 1):
        person.key(getattr(Qt.Key, f"Key_{number}"), ALT)
        assert tile(person, view.client.name).isChecked()
        assert person.text == view.context.text
        told, left_out = (person.headings()[n][1] for n in (0, 1))
        assert (told, left_out) == (len(view.context.included), len(view.context.excluded))
        assert person.page.text.used.text() == f"{view.used:,} / {view.budget:,} tokens"
    assert (person.page.question.project, person.page.question.prompt) == (KILN, "Where do webhooks go?")


def test_in_the_strip_arrows_go_on_and_a_click_chooses(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    first = tile(person, "claude-code")
    first.setFocus()
    person.key(Qt.Key.Key_Right, on=first)
    assert tile(person, "codex").isChecked() and tile(person, "codex").hasFocus()
    assert person.text.startswith("<user_context>")
    person.key(Qt.Key.Key_Left, on=tile(person, "codex"))
    assert first.isChecked()
    person.click(tile(person, "gemini"))
    assert person.text.startswith("<hook_context>&lt;user_context&gt;")
    assert person.text.endswith("&lt;/user_context&gt;</hook_context>")


def test_a_tile_says_its_tokens_and_limit(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    found = views(service, project=KILN)
    claude, codex, gemini, cursor, file = ((view.used, view.size) for view in found)
    assert [one.accessibleName() for one in person.page.view_as.tiles.values()] == [
        f"Claude Code, {claude[0]} tokens, 4 % of its limit, {claude[1]} of 10,000 characters",
        f"Codex, {codex[0]} tokens, 4 % of its limit, {codex[1]} of 10,000 bytes",
        f"Gemini CLI, {gemini[0]} tokens, 4 % of your budget",
        f"Cursor, {cursor[0]} tokens, 4 % of your budget",
        f"CLAUDE.md, {file[0]} tokens, 0 % of its limit, {file[1]} of 4,000 characters",
    ]
    for one in person.page.view_as.tiles.values():
        person.click(one)
        assert person.page.text.used.text().split(" / ")[0] == f"{one.preview.tokens:,}"
        assert f", {one.preview.tokens:,} tokens," in one.accessibleName(), "both are of the same thing"


def test_near_a_limit_the_tile_says_so_and_what_does_not_fit_is_left_out_for_it(
    open_page: Any, remember: Remember
) -> None:
    for number in range(20):
        words = f"Rule {number} of the kiln: " + "it is fired on its own day " * 8
        remember(words, type="instruction", category="project_conventions")
    person = open_page()
    assert not tile(person, "claude-code").preview.near
    person.click(tile(person, "CLAUDE.md"))
    assert ", near the limit, " in tile(person, "CLAUDE.md").accessibleName()
    reasons = set(person.left_out().values())
    assert reasons and all(reason.startswith("Over the limit of CLAUDE.md: needs ") for reason in reasons)


def test_the_choice_is_remembered_for_each_project(
    open_page: Any, some: dict[str, str], remember: Remember, tmp_path: Path
) -> None:
    remember("Forecasts are made at six.", scope_id=POLLEN)
    state = WindowState(tmp_path / "window.ini")
    person = open_page(state=state)
    person.choose_project("kiln")
    person.click(tile(person, "cursor"))
    person.choose_project("pollen")
    assert tile(person, "claude-code").isChecked()
    person.key(Qt.Key.Key_2, ALT)
    person.choose_project("kiln")
    assert tile(person, "cursor").isChecked()
    again = open_page(state=state)
    assert tile(again, "cursor").isChecked()
    again.choose_project("pollen")
    assert tile(again, "codex").isChecked() and again.text.startswith("<user_context>")


@pytest.mark.parametrize("kept", ["{", "[]", '{"/srv/kiln": "teapot"}'])
def test_a_choice_that_is_not_known_is_the_first(
    open_page: Any, some: dict[str, str], tmp_path: Path, kept: str
) -> None:
    state = WindowState(tmp_path / "window.ini")
    state.set_value("context/view_as", kept)
    assert tile(open_page(state=state), CLIENTS[0].name).isChecked()


def test_who_gets_nothing_says_why_and_what_to_do(
    open_page: Any, some: dict[str, str], service: MemoryService, qtbot: Any
) -> None:
    person = open_page()
    state = person.page.text.state
    person.choose_project("No project")
    person.key(Qt.Key.Key_5, ALT)
    assert state.title.text() == "No project"
    service.settings.set("injection.enabled", False)
    person.key(Qt.Key.Key_1, ALT)
    qtbot.waitUntil(lambda: state.title.text() == "Sharing is off")
    (button,) = [one for one in state.findChildren(Button) if one.isVisible()]
    with qtbot.waitSignal(person.page.injection_settings_wanted):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    person.key(Qt.Key.Key_4, ALT)
    assert person.text == "The person turned off sharing in Arbor's settings."
