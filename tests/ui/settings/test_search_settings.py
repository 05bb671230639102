"""Settings → Search: choosing a model, its download, how far it is, and what is missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from arbor_desktop.search.vectors import DownloadState, ModelInfo, VectorState
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.settings.search import Look, SearchSection

Settle = Callable[[], None]
MINILM = "all-MiniLM-L6-v2"
MODELS = (ModelInfo(MINILM, 91_000_000, False, True),)


@pytest.fixture
def section(page: SettingsPage, settle: Settle) -> SearchSection:
    page.show_section("search")
    page.search.unfold()
    settle()
    return page.search


def press(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def seen(state: VectorState, **more: object) -> Look:
    values = {"models": MODELS, "download": None}
    return Look(state, **(values | more))  # type: ignore[arg-type]


def test_at_first_search_goes_by_words_and_says_what_there_is(section: SearchSection) -> None:
    rows = section.rows_by_choice
    assert rows["off"].badge.isVisible()
    assert not rows["off"].button.isVisible()
    assert rows[MINILM].button.text() == "Use"
    assert not section.reading_row.isVisible()


def test_a_model_that_is_here_is_used_at_a_click(
    section: SearchSection, service: MemoryService, settle: Settle
) -> None:
    service.store("Use tabs", type="preference")
    press(section.rows_by_choice[MINILM].button)
    settle()
    assert service.settings.get("search.vectors") == MINILM
    assert section.rows_by_choice[MINILM].badge.isVisible()
    assert section.reading_row.isVisible()
    assert section.reading_row.description.text().startswith("0 of 1")
    service.vectors.build()
    section.refresh()
    settle()
    assert "All memories are ready (1)" in section.reading_row.description.text()
    press(section.rows_by_choice["off"].button)
    settle()
    assert service.settings.get("search.vectors") == "off"
    assert not section.reading_row.isVisible()


def test_a_folder_without_a_model_is_refused_beside_its_row(
    section: SearchSection, service: MemoryService, settle: Settle, tmp_path: Path
) -> None:
    section.use_folder(str(tmp_path))
    settle()
    row = section.rows_by_choice["folder"]
    assert "model.safetensors is missing" in row.error.text()
    assert row.button.isEnabled()
    assert service.settings.get("search.vectors") == "off"


@pytest.mark.slow
def test_a_model_set_elsewhere_is_shown(
    section: SearchSection, service: MemoryService, settle: Settle
) -> None:
    service.vectors.use(MINILM)
    settle()
    assert section.rows_by_choice[MINILM].badge.isVisible()


@pytest.mark.usefixtures("without_model")
def test_a_model_that_is_not_installed_can_be_downloaded(section: SearchSection) -> None:
    assert section.rows_by_choice[MINILM].button.text() == "Download"


def test_a_download_shows_how_far_it_is_and_can_be_stopped(section: SearchSection) -> None:
    row = section.rows_by_choice[MINILM]
    running = DownloadState(MINILM, 45_500_000, 91_000_000, running=True)
    section.show_look(seen(VectorState("off", "off"), download=running))
    assert row.bar.isVisible()
    assert row.bar.fraction == 0.5
    assert row.description.text() == "46 MB of 91 MB downloaded"
    assert not row.button.isVisible()
    assert row.cancel.isVisible()
    failed = DownloadState(MINILM, 45_500_000, 91_000_000, running=False, error="The connection was cut.")
    section.show_look(seen(VectorState("off", "off"), download=failed))
    assert row.error.text() == "The connection was cut."
    assert row.button.isVisible()
    assert not row.bar.isVisible()


@pytest.mark.usefixtures("without_model")
def test_a_download_that_fails_says_why(
    section: SearchSection, service: MemoryService, settle: Settle, qtbot
) -> None:
    service.vectors.downloads.base = "http://127.0.0.1:9/"  # nobody answers there
    row = section.rows_by_choice[MINILM]
    press(row.button)
    qtbot.waitUntil(lambda: "Is this computer online" in row.error.text())
    settle()
    assert row.button.isVisible()
    assert row.button.isEnabled()


def test_reading_is_stopped_and_goes_on(section: SearchSection, service: MemoryService) -> None:
    section.show_look(seen(VectorState("building", MINILM, done=50, total=100)))
    assert section.stop_button.text() == "Pause"
    assert section.bar.fraction == 0.5
    press(section.stop_button)
    section.show_look(seen(VectorState("waiting", MINILM, done=50, total=100)))
    assert section.stop_button.text() == "Resume"
    section.show_look(seen(VectorState("ready", MINILM, done=100, total=100)))
    assert not section.stop_button.isVisible()
    assert not section.bar.isVisible()


def test_lines_of_conversations_are_counted_after_the_memories(section: SearchSection) -> None:
    section.show_look(seen(VectorState("building", MINILM, "", "m", 50, 100, 0, 300)))
    assert section.reading_row.description.text().startswith("50 of 100 memories are ready.")
    assert section.bar.fraction == 0.5, "as the words say"
    section.show_look(seen(VectorState("waiting", MINILM, "", "m", 100, 100, 1_200, 3_000)))
    assert section.reading_row.description.text().startswith(
        "All memories and 1,200 of 3,000 messages are ready."
    )
    assert section.bar.fraction == 0.4
    section.show_look(seen(VectorState("ready", MINILM, "", "m", 100, 100, 3_000, 3_000)))
    assert "(100) and messages (3,000) are ready" in section.reading_row.description.text()


@pytest.mark.slow
def test_whether_conversations_are_read_is_asked_where_there_is_a_model(
    section: SearchSection, service: MemoryService, settle: Settle
) -> None:
    assert not section.turns_row.isVisible()
    service.vectors.use(MINILM)
    settle()
    assert section.turns_row.isVisible()
    press(section.turns_row.switch)
    settle()
    assert service.settings.get("search.vectors_of_turns") is False


def test_a_model_that_can_not_be_used_any_more_is_told(section: SearchSection) -> None:
    gone = VectorState("missing", MINILM, message="The model is not installed.", download=MINILM)
    section.show_look(seen(gone))
    assert section.reading_row.description.text() == "The model is not installed."
    assert section.rows_by_choice[MINILM].button.text() == "Download"


@pytest.mark.slow
def test_it_is_found_by_searching_the_settings(page: SettingsPage, settle: Settle) -> None:
    page.field.setText("semantic")
    page.field.text_edited.emit("semantic")
    assert page.search.isVisible()
    assert not page.general.isVisible()
