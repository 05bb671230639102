"""The script that draws the pictures: whole files, of the right size, and the same every time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.conftest import CHECKOUT


def draw(folder: Path, *pages: str) -> dict[str, QImage]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QT_")}
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; from tests import pictures; sys.exit(pictures.main({[str(folder), *pages]!r}))",
        ],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return {file.stem: QImage(str(file)) for file in folder.iterdir()}


@pytest.mark.slow
def test_pictures_come_in_both_themes_and_sizes_and_always_the_same(tmp_path: Path) -> None:
    first = draw(tmp_path / "first", "11-settings-data")
    sizes = {name: (image.width(), image.height()) for name, image in first.items()}
    assert sizes == {
        "11-settings-data-light": (1360, 824),
        "11-settings-data-light-900": (900, 600),
        "11-settings-data-dark": (1360, 824),
        "11-settings-data-dark-900": (900, 600),
    }
    assert first["11-settings-data-light"] != first["11-settings-data-dark"]
    assert draw(tmp_path / "second", "11-settings-data") == first
