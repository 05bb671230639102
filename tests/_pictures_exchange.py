"""Pictures of the sheets for import and export."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QItemSelectionModel, Qt

from arbor_desktop.ui.exchange.export_sheet import ExportSheet
from arbor_desktop.ui.exchange.import_sheet import ImportSheet
from tests._stage import Stage, until

Register = Callable[..., Callable[[Callable[[Stage], Any]], Callable[[Stage], Any]]]

ENTRIES = (
    ("Refresh tokens rotate on every use and expire after 14 days.", "fact", "harbor-api"),
    ("Use tabs for indentation in every repo", "instruction", ""),
    ("User prefers pnpm over npm in every project", "preference", ""),
    ("Put new settings in `config.py` with a default and a comment.", "instruction", "harbor-api"),
    ("The outbox worker takes up to 50 rows with SKIP LOCKED.", "fact", "harbor-api"),
    ("Reads Rust borrow-checker errors easily; show the fix first.", "skill", ""),
    ("The mesh loader memory-maps files above 64 MB.", "fact", "gridsolve"),
    ("The staging cluster is rebuilt from scratch every Monday morning before the release.", "context", ""),
)


def memory_file(made: Stage) -> Path:
    """Return a file with new memories, some that are merged or contradict, and two that are skipped."""
    known = [one for one in made.service.query(limit=500).memories if one.scope.value == "global"]
    entries = [
        {"content": text, "type": kind}
        | ({"scope": "project", "scope_id": str(made.person / "src" / project)} if project else {})
        for text, kind, project in ENTRIES
    ]
    own = sorted(known, key=lambda one: len(one.content))
    again = [{"content": one.content, "type": one.type.value} for one in own[-4:]]
    worded = [{"content": f"{one.content.rstrip('.')}, please.", "type": one.type.value} for one in own[1:5]]
    file = made.person / "memories.json"
    memories = [*entries[:2], *worded[:2], *entries[2:6], *again[:2], *entries[6:], *worded[2:], *again[2:]]
    file.write_text(json.dumps({"format": "arbor-memories", "version": 1, "memories": memories}))
    return file


def sheet_over(made: Stage, file: Path) -> ImportSheet:
    made.window.navigation.read_files([file])
    until(lambda: made.window.findChild(ImportSheet) is not None)
    made.settle()
    sheet = made.window.findChild(ImportSheet)
    assert isinstance(sheet, ImportSheet)
    return sheet


def register(scene: Register) -> None:
    @scene("13-import")
    def import_memories(made: Stage) -> None:
        sheet = sheet_over(made, memory_file(made))
        sheet.view.setCurrentIndex(sheet.model.index(1))
        sheet.view.setFocus(Qt.FocusReason.MouseFocusReason)

    @scene("13-import-nothing")
    def import_nothing(made: Stage) -> None:
        sheet = sheet_over(made, memory_file(made))
        sheet.search.set_search("kubernetes")

    @scene("13-import-error")
    def import_error(made: Stage) -> None:
        sheet = sheet_over(made, memory_file(made))
        letter = made.person / "letter.txt"
        letter.write_text("Dear Lena,\nsee you on Friday.\n")
        sheet.show_file(letter)
        made.settle()

    @scene("13-export")
    def export_memories(made: Stage) -> None:
        export_from_settings(made)

    @scene("13-export-more")
    def export_more(made: Stage) -> None:
        export_from_settings(made).formats.more.click()

    @scene("13-export-selected")
    def export_selected(made: Stage) -> None:
        page = made.memories
        for row in (1, 3, 4):
            flag = QItemSelectionModel.SelectionFlag.Select
            page.view.selectionModel().select(page.model.index(row, 0), flag)
        made.settle()
        page.batch.buttons["export"].click()
        made.settle()


def export_from_settings(made: Stage) -> ExportSheet:
    page = made.window.navigation.show_settings("data")
    assert page is not None
    made.settle()
    sheet = page.data.open_export()
    made.settle()
    return sheet
