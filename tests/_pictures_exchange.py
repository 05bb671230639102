"""Pictures of the sheets for import and export."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QItemSelectionModel, Qt

from arbor_desktop.clock import DAY_MS
from arbor_desktop.ui.exchange.export_sheet import ExportSheet
from arbor_desktop.ui.exchange.import_sheet import ImportSheet
from tests._stage import NOW, Stage, until

Register = Callable[..., Callable[[Callable[[Stage], Any]], Callable[[Stage], Any]]]

OBSERVATIONS = (
    ("discovery", "harbor-api", "Refresh tokens rotate on every use and expire after 14 days."),
    ("convention", "", "Use tabs for indentation in every repo"),
    ("preference", "", "User prefers pnpm over npm in every project"),
    ("decision", "harbor-api", "Put new settings in `config.py` with a default and a comment."),
    ("discovery", "harbor-api", "The outbox worker takes up to 50 rows with SKIP LOCKED."),
    ("discovery", "", "Reads Rust borrow-checker errors easily; show the fix first."),
    ("bugfix", "gridsolve", "The mesh loader memory-maps files above 64 MB."),
    ("change", "gridsolve", "Renamed a folder."),
)
TABLE = (
    "CREATE TABLE observations (id INTEGER PRIMARY KEY, project TEXT, type TEXT, title TEXT, subtitle TEXT, "
    "narrative TEXT, text TEXT, facts TEXT, concepts TEXT, files_read TEXT, created_at_epoch INTEGER)"
)


def memory_file(made: Stage) -> Path:
    """Return a database of claude-mem with new memories, some that are merged or contradict, and some that
    are skipped."""
    known = [one for one in made.service.query(limit=500).memories if one.scope.value == "global"]
    own = sorted(known, key=lambda one: len(one.content))
    worded = [(one.type.value, "", f"{one.content.rstrip('.')}, please.") for one in own[1:5]]
    again = [(one.type.value, "", one.content) for one in own[-3:]]
    rows = [
        *OBSERVATIONS[:2],
        *worded[:2],
        *OBSERVATIONS[2:4],
        *again[:2],
        *OBSERVATIONS[4:],
        *worded[2:],
        *again[2:],
    ]
    file = made.person / "claude-mem.db"
    with contextlib.closing(sqlite3.connect(file)) as conn, conn:
        conn.execute(TABLE)
        for number, (kind, project, text) in enumerate(rows):
            read = [str(made.person / "src" / project / "README.md")] if project else []
            conn.execute(
                "INSERT INTO observations VALUES (NULL,?,?,?,NULL,NULL,NULL,'[]','[]',?,?)",
                (project, kind, text, json.dumps(read), NOW - number * 3 * DAY_MS),
            )
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
