"""Charts and figures are saved where a person wants them, and what came of it is told."""

from __future__ import annotations

import csv
import io
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog

from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.insights.export import write_table
from arbor_desktop.ui.insights.words import file_failure_words
from arbor_desktop.ui.window_state import WindowState

CLOSED = "Couldn't save: Arbor can't write to /there. Choose another folder."


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def test_figures_of_a_chart_are_saved_as_csv(open_page: Any, some: dict[str, str], tmp_path: Path) -> None:
    person = open_page()
    person.take(person.page.charts.cards["kinds"].menu(), "Save data as CSV…")
    dialog = person.page.window().findChild(QFileDialog)
    assert Path(dialog.selectedFiles()[0]).name == "arbor-by-category-2026-01-01.csv"
    target = tmp_path / "kinds.csv"
    person.accept(target)
    assert target.read_bytes().startswith(b"Category,Memories\r\nFacts,3\r\n")
    assert person.snack == f"Saved as {target}"


def test_a_chart_is_saved_as_a_picture(open_page: Any, some: dict[str, str], tmp_path: Path) -> None:
    person = open_page()
    card = person.page.charts.cards["growth"]
    person.take(card.menu(), "Save image as PNG…")
    target = tmp_path / "growth.png"
    person.accept(target)
    image = QImage(str(target))
    assert image.width() >= 2 * card.chart.width()
    assert image.pixelColor(2, 2) == person.page.charts.icons.theme.color("card")


@pytest.mark.slow
def test_all_charts_are_saved_into_a_folder_and_nothing_is_overwritten(
    open_page: Any, some: dict[str, str], tmp_path: Path
) -> None:
    person = open_page()
    for _ in range(2):
        person.take(person.page.bar.open_export(), "Save all charts as images…")
        person.accept(tmp_path / "charts")
        if not (tmp_path / "charts").exists():
            assert person.snack == (
                f"Couldn't save: {tmp_path / 'charts'} no longer exists. Choose another folder."
            )
            (tmp_path / "charts").mkdir()
            person.take(person.page.bar.open_export(), "Save all charts as images…")
            person.accept(tmp_path / "charts")
    found = sorted(path.name for path in (tmp_path / "charts").iterdir())
    assert len(found) == 12
    assert "arbor-memories-over-time-2026-01-01.png" in found
    assert "arbor-memories-over-time-2026-01-01-2.png" in found
    assert all(not QImage(str(tmp_path / "charts" / name)).isNull() for name in found)
    assert person.snack == f"6 images saved in {tmp_path / 'charts'}"


def test_all_figures_are_saved_in_one_file(open_page: Any, some: dict[str, str], tmp_path: Path) -> None:
    person = open_page()
    person.take(person.page.bar.open_export(), "Save all data as tables (ZIP)…")
    target = tmp_path / "figures.zip"
    person.accept(target)
    with zipfile.ZipFile(target) as archive:
        tables = {name: rows_of(archive.read(name).decode("utf-8")) for name in archive.namelist()}
    assert sorted(tables) == [
        "activity.csv", "at-a-glance.csv", "by-category.csv", "confidence.csv", "cost.csv", "measures.csv",
        "memories-over-time.csv",
    ]  # fmt: skip
    assert tables["at-a-glance.csv"][1] == ["Total memories", "5", "5 this week"]
    assert tables["memories-over-time.csv"][-1][-1] == "5"
    assert tables["confidence.csv"][5] == ["0.4 to 0.5", "medium", "1"]
    assert len(tables["activity.csv"]) > 350


@pytest.mark.slow
def test_the_whole_page_is_saved_as_one_picture(open_page: Any, some: dict[str, str], tmp_path: Path) -> None:
    person = open_page(height=600)
    person.take(person.page.bar.open_export(), "Save page as image…")
    target = tmp_path / "page.png"
    person.accept(target)
    image = QImage(str(target))
    content = person.page.charts.content
    assert (image.width(), image.height()) == (2 * content.width(), 2 * content.height())
    assert image.height() > 2 * person.page.charts.viewport().height(), "also what is scrolled away"
    theme = person.page.charts.icons.theme
    assert image.pixelColor(2, 2) == theme.color("surface")
    box = person.page.charts.bars.bar_box(0).center().toPoint()
    at = person.page.charts.bars.mapTo(content, box)
    assert image.pixelColor(2 * at.x(), 2 * at.y()) == theme.color("accent")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_told_plainly(
    open_page: Any, some: dict[str, str], tmp_path: Path
) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    person = open_page()
    person.take(person.page.charts.cards["kinds"].menu(), "Save data as CSV…")
    person.accept(locked / "kinds.csv")
    assert person.snack == f"Couldn't save: Arbor can't write to {locked}. Choose another folder."
    assert list(locked.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            PermissionError(13, "Permission denied"),
            CLOSED,
        ),
        (
            OSError(30, "Read-only file system"),
            CLOSED,
        ),
        (OSError(28, "No space left on device"), "Couldn't save: the disk is full. Free up some space."),
        (
            FileNotFoundError(2, "No such file"),
            "Couldn't save: /there no longer exists. Choose another folder.",
        ),
        (OSError(5, "Input/output error"), "Couldn't save: Input/output error."),
    ],
)
def test_why_nothing_was_saved_is_told(error: OSError, words: str) -> None:
    assert file_failure_words(error, Path("/there")) == words


def test_what_can_not_be_finished_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "there"
    target.mkdir()
    with pytest.raises(OSError):
        write_table(target, Table("t", ("A",)))
    assert list(tmp_path.iterdir()) == [target]


def test_the_folder_is_remembered(open_page: Any, some: dict[str, str], tmp_path: Path) -> None:
    person = open_page(state=WindowState(tmp_path / "window.ini"))
    (tmp_path / "mine").mkdir()
    person.take(person.page.charts.cards["kinds"].menu(), "Save data as CSV…")
    person.accept(tmp_path / "mine" / "kinds.csv")
    person.take(person.page.charts.cards["confidence"].menu(), "Save data as CSV…")
    dialog = person.page.window().findChild(QFileDialog)
    assert Path(dialog.directory().absolutePath()) == tmp_path / "mine"
    dialog.close()


def test_copying_is_told(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.take(person.page.charts.cards["kinds"].menu(), "Copy data")
    assert QGuiApplication.clipboard().text().startswith("Category\tMemories\nFacts\t3")
    assert person.snack == "Data copied"
