"""What is made of a resource is kept from run to run, until the resource or the code changes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arbor_desktop import resources

Build = Callable[[], str]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a folder of code, `rules`, and a resource, `words.toml`."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "reading.py").write_text("")
    (tmp_path / "words.toml").write_text("one")
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    monkeypatch.setattr(resources, "root", lambda: tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    return tmp_path


@pytest.fixture
def built(package: Path) -> tuple[Build, list[str]]:
    """Derives from the resource; and the texts that it was built of."""
    texts: list[str] = []

    def build(text: str) -> str:
        texts.append(text)
        return text.upper()

    return lambda: resources.derived("words.toml", build, "rules"), texts


def test_it_is_built_once(built: tuple[Build, list[str]]) -> None:
    derived, texts = built
    assert [derived(), derived()] == ["ONE", "ONE"]
    assert texts == ["one"]


def test_it_is_built_again_when_the_resource_changes(package: Path, built: tuple[Build, list[str]]) -> None:
    derived, texts = built
    derived()
    (package / "words.toml").write_text("three")
    assert derived() == "THREE"
    assert texts == ["one", "three"]


def test_it_is_built_again_when_the_code_changes(package: Path, built: tuple[Build, list[str]]) -> None:
    derived, texts = built
    derived()
    code = package / "rules" / "reading.py"
    os.utime(code, ns=(0, code.stat().st_mtime_ns + 1))
    derived()
    assert len(texts) == 2


def test_where_nothing_can_be_written_it_is_built_each_time(
    package: Path, built: tuple[Build, list[str]]
) -> None:
    derived, texts = built
    (package / "__pycache__").write_text("in the way")
    assert [derived(), derived()] == ["ONE", "ONE"]
    assert len(texts) == 2


@pytest.mark.parametrize("left", [0.5, 0.98])
def test_a_damaged_file_is_replaced(package: Path, built: tuple[Build, list[str]], left: float) -> None:
    derived, texts = built
    derived()
    (kept,) = (package / "__pycache__").glob("*.pickle")
    data = kept.read_bytes()
    kept.write_bytes(data[: int(len(data) * left)])
    assert [derived(), derived()] == ["ONE", "ONE"]
    assert len(texts) == 2


def test_nothing_is_kept_where_no_bytecode_is(
    built: tuple[Build, list[str]], package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    derived, texts = built
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert [derived(), derived()] == ["ONE", "ONE"]
    assert len(texts) == 2
    assert not (package / "__pycache__").exists()
