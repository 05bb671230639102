"""The script that draws the pictures: whole files, of the right size, and the same every time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.conftest import CHECKOUT


def run(folder: Path, *pages: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """Draw `pages`; `before` is Python to run first."""
    call = f"sys.exit(pictures.main({[str(folder), *pages]!r}))"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QT_")}
    return subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; from tests import pictures\n{before}\n{call}",
        ],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
    )


def draw(folder: Path, *pages: str) -> dict[str, QImage]:
    ran = run(folder, *pages)
    assert ran.returncode == 0, ran.stderr
    return {file.stem: QImage(str(file)) for file in folder.iterdir()}


@pytest.mark.slow
def test_pictures_come_in_both_themes_and_sizes_and_always_the_same(tmp_path: Path) -> None:
    # No page with file sizes: SQLite's differ by a few kilobytes from run to run.
    first = draw(tmp_path / "first", "01a-memories-detail")
    sizes = {name: (image.width(), image.height()) for name, image in first.items()}
    assert sizes == {
        "01a-memories-detail-light": (1360, 824),
        "01a-memories-detail-light-900": (900, 600),
        "01a-memories-detail-dark": (1360, 824),
        "01a-memories-detail-dark-900": (900, 600),
    }
    assert first["01a-memories-detail-light"] != first["01a-memories-detail-dark"]
    assert draw(tmp_path / "second", "01a-memories-detail") == first


@pytest.mark.slow
def test_a_page_that_cannot_be_drawn_is_reported_and_the_others_are_drawn(tmp_path: Path) -> None:
    before = """
@pictures.scene("00-restless", filled=False)
def restless(made):
    raise TimeoutError("the window did not come to rest")
@pictures.scene("00z-quiet", filled=False)
def quiet(made):
    pass
pictures.SCENES.sort(key=lambda scene: scene.name)
"""
    ran = run(tmp_path, "00", before=before)
    assert ran.returncode == 1
    assert sorted(file.stem for file in tmp_path.iterdir()) == [
        "00z-quiet-dark",
        "00z-quiet-dark-900",
        "00z-quiet-light",
        "00z-quiet-light-900",
    ]
    for suffix in ("light", "light-900", "dark", "dark-900"):
        assert f"00-restless-{suffix}: TimeoutError: the window did not come to rest" in ran.stderr
