"""The first list comes before all else: what is imported until it is painted.

Each module that a feature adds here makes every start longer. Import it where it is first used, and begin
what it does with `Bridge.when_quiet`. Allow it below only if no list can be shown without it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.ui.test_model_imports import modules

ROOMS = """
    app capture clock conversations database documents editing errors extraction
    ids llm locks memories paths projects quick_dataclass resources runtime
    service settings source_folders task_times team text ui
"""
PARTS_OF_UI = """
    bridge components controller formatting icons listing memories memory shell source_words
    status style team theme translation window_state
"""
PACKAGES = "PySide6 apsw arbor_desktop qasync shiboken6"
OF_PYTHON = "__feature__ __main__ _distutils_hack shibokensupport signature_bootstrap sitecustomize"
LATER = """
    agents.storage capture.file_reader capture.turn_storage chat.queries conflicts.detection context.receipts
    context.use llm.client llm.queries.ledger maintenance.insights maintenance.learning_rules service.costs
    service.maintenance_parts text.diff ui.components.text_runs ui.memories.asking.panel
    ui.memories.category_details ui.memories.detail_pane ui.memories.links ui.memories.news
    ui.memories.share_sheet ui.memories.tabs ui.memory.dialogs ui.memory.excerpts ui.shell.activity
    ui.shell.notifications ui.shell.popover ui.shell.tray
"""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    return set(modules(Path(tmp_path_factory.mktemp("start")) / "home", {})["painted"])


def parts(imported: set[str], package: str) -> set[str]:
    return {name[len(package) + 1 :].split(".")[0] for name in imported if name.startswith(f"{package}.")}


def test_the_first_list_needs_no_other_packages(imported: set[str]) -> None:
    others = {name.split(".")[0] for name in imported} - set(sys.stdlib_module_names)
    assert others <= {*PACKAGES.split(), *OF_PYTHON.split()}


def test_the_first_list_needs_no_other_rooms(imported: set[str]) -> None:
    assert parts(imported, "arbor_desktop") <= set(ROOMS.split())
    assert parts(imported, "arbor_desktop.ui") <= set(PARTS_OF_UI.split())


def test_the_first_list_does_not_wait_for_what_comes_later(imported: set[str]) -> None:
    assert sorted(imported & {f"arbor_desktop.{name}" for name in LATER.split()}) == []
    assert "arbor_desktop.ui.memories.page" in imported, "else this proves nothing"
