"""The translations hold every string of the window, and the compiled files are those of the sources."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests import translations


def test_the_translations_are_complete_and_compiled(tmp_path: Path) -> None:
    sources = sorted(translations.TRANSLATIONS.glob("*.ts"))
    for file in sources:
        shutil.copy(file, tmp_path)
    assert translations.update(tmp_path) == {file.name: [] for file in sources}
    templates = translations.TRANSLATIONS / translations.TEMPLATES
    for file in sources:
        for written in (file, file.with_suffix(".qm"), templates):
            assert (tmp_path / written.name).read_bytes() == written.read_bytes(), (
                "python3 -m tests.translations"
            )
