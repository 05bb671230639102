"""Files and folders with memories of other tools that are dropped on the page."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtTest import QTest

from arbor_desktop.demo.sessions import write_sessions
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Message
from arbor_desktop.ui.exchange.import_sheet import ImportSheet
from tests.dropping import drop


def test_memories_of_another_tool_are_imported_once_confirmed(
    open_page: Any, tmp_path: Path, service: MemoryService
) -> None:
    file = tmp_path / "memory.txt"
    file.write_text("- User prefers pnpm over npm\n- Always write the test first\n- ok\n")
    person = open_page()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    assert drop(person.page, data, person.page.rect().center())
    sheet = opened_sheet(person)
    assert sheet.about.text() == "memory.txt · 64 bytes · 3 entries"
    assert service.query(status="all").total == 0, "not before it is confirmed"
    sheet.do.click()
    person.until(lambda: person.snack == "2 memories imported")
    assert service.query().total == 2
    QTest.mouseClick(person.page.list_pane.snackbar.action_button, Qt.MouseButton.LeftButton)
    person.until(lambda: service.query().total == 0)


def test_an_import_ends_the_search_and_the_filters(
    open_page: Any, tmp_path: Path, service: MemoryService
) -> None:
    service.store("The harbor cat is grey.", type="fact")
    file = tmp_path / "memory.txt"
    file.write_text("- User prefers pnpm over npm\n")
    person = open_page()
    person.page.focus_search("harbor")
    person.page.state.set(types=("preference",))
    person.wait()
    assert person.page.model.rowCount() == 0
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    assert drop(person.page, data, person.page.rect().center())
    opened_sheet(person).do.click()
    person.until(lambda: person.page.model.rowCount() == 2)
    assert person.page.top.search.text() == "" and not person.page.state.query.narrowed


def opened_sheet(person: Any) -> ImportSheet:
    """Return the sheet once it shows a plan."""

    def shown() -> ImportSheet | None:
        found = person.page.window().findChildren(ImportSheet)
        return next((one for one in found if one.isVisible() and one.do.isVisible()), None)

    person.until(lambda: shown() is not None)
    sheet = shown()
    assert sheet is not None
    return sheet


def test_conversations_and_memories_of_one_folder_are_both_taken(
    open_page: Any, tmp_path: Path, clock: Any, service: MemoryService
) -> None:
    for session in write_sessions(tmp_path / "claude", clock())[:2]:
        (tmp_path / "export").mkdir(exist_ok=True)
        session.rename(tmp_path / "export" / session.name)
    memories = tmp_path / "export" / "memories-000" / "memories.json"
    memories.parent.mkdir()
    memories.write_text(json.dumps({"conversations_memory": "Nora builds kiln software."}))
    person = open_page()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "export"))])
    assert drop(person.page, data, person.page.rect().center())
    sheet = opened_sheet(person)
    assert "conversations read" in person.snack
    assert sheet.title.text() == "From Claude.ai"
    sheet.do.click()
    person.until(lambda: person.snack == "1 memory imported")


def test_several_files_are_shown_one_after_the_other(
    open_page: Any, tmp_path: Path, service: MemoryService
) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(f"- User prefers door {name} of two\n")
    (tmp_path / "letter.txt").write_text("Dear Lena,\nsee you on Friday.\n")
    person = open_page()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / f"{name}.txt")) for name in ("one", "letter", "two")])
    assert drop(person.page, data, person.page.rect().center())
    sheet = opened_sheet(person)
    assert "one.txt" in sheet.about.text()
    sheet.reject()
    person.until(lambda: "two.txt" in opened_sheet(person).about.text())
    opened_sheet(person).do.click()
    person.until(lambda: person.snack == "1 memory imported")
    assert [memory.content for memory in service.query().memories] == ["User prefers door two of two"]


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("letter.txt", b"Dear Lena,", "das Format wird nicht unterstützt"),
        ("bad.jsonl", b"{}\nno JSON", "Zeile 2 ist kein JSON"),
        ("bad.json", b"\xff\xff", "die Datei ist kein JSON"),
        ("photo.txt", b"\x89PNG\x00\x01", "es ist eine Binärdatei"),
        ("export.db", b"a text", "die Datei ist keine echte .db-Datei"),
    ],
)
def test_unknown_files_are_explained_in_the_persons_language(
    open_page: Any, tmp_path: Path, name: str, content: bytes, why: str
) -> None:
    (tmp_path / name).write_bytes(content)
    person = open_page()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / name))])
    assert drop(person.page, data, person.page.rect().center())
    person.until(lambda: person.snack == f"Arbor kann {name} nicht importieren: {why}")


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["letter.txt"], "Arbor can't import letter.txt: its format isn't supported"),
        (["bad.jsonl"], "Arbor can't import bad.jsonl: line 1 isn't JSON"),
        (["empty.zip"], "No conversations or memories found in empty.zip"),
        (["letter.txt", "bad.jsonl"], "No conversations or memories found in these files"),
    ],
)
def test_unknown_files_are_explained(open_page: Any, tmp_path: Path, names: list[str], words: str) -> None:
    (tmp_path / "letter.txt").write_text("Dear Lena,\nsee you on Friday.\n")
    (tmp_path / "bad.jsonl").write_text("no JSON")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as archive:
        archive.writestr("read.me", "Nothing")
    person = open_page()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in names])
    said: list[Message] = []
    person.page.controller.said.connect(said.append)
    assert drop(person.page, data, person.page.rect().center())
    person.until(lambda: person.snack == words)
    assert [message.icon for message in said] == ["warning"]
