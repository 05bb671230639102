"""docs/configuration.md says what the program does."""

from __future__ import annotations

from arbor_desktop.settings import SETTINGS
from tests import configuration


def test_the_document_is_what_the_declared_settings_make() -> None:
    written = configuration.FILE.read_text(encoding="utf-8")
    assert written == configuration.text(), "write it again: python3 -m tests.configuration"


def test_the_document_names_every_setting_once() -> None:
    lines = configuration.text().splitlines()
    for setting in SETTINGS:
        assert len([line for line in lines if line.startswith(f"| `{setting.key}` |")]) == 1
