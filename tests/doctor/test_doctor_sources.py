"""What doctor proposes where no source is enabled, and what it says without the language model."""

from __future__ import annotations

import pytest

from arbor_desktop import doctor
from arbor_desktop.capture.model import SourceInfo
from arbor_desktop.embedding import catalogue
from arbor_desktop.service import MemoryService


def source(name: str, *, files: int, kind: str = "folder", found: bool = True) -> SourceInfo:
    return SourceInfo(name, name, "", name, False, found, False, 0, 0, files, kind=kind)


def proposed(service: MemoryService) -> doctor.Check:
    (check,) = (one for one in doctor._sources(service, {}) if one.name == "sources")
    return check


def test_a_tool_with_conversations_is_proposed_before_exports(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = [
        source("chatgpt", files=0, kind="export"), source("aider", files=0),
        source("codex", files=3), source("cursor", files=0, found=False),
    ]  # fmt: skip
    monkeypatch.setattr(service, "sources", lambda sizes=True: here)
    monkeypatch.setattr(doctor.Setup, "hooked", lambda self, called: ())
    check = proposed(service)
    assert check.mend == "Run: arbor sources enable codex"
    assert "nothing is read" in check.message
    del here[1:3]
    assert proposed(service).mend == "Run: arbor sources enable NAME"


def test_it_says_that_hooks_capture_all_the_same(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "sources", lambda sizes=True: [source("codex", files=3)])
    monkeypatch.setattr(doctor.Setup, "hooked", lambda self, called: ("claude-code",))
    message = proposed(service).message
    assert "sessions of Claude Code are still read" in message
    assert "nothing is read" not in message


def test_it_says_that_conversations_are_not_read_without_the_language_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert doctor._installed_model().status == doctor.OK
    monkeypatch.setattr(catalogue, "packaged_encoder", lambda: None)
    missing = doctor._installed_model()
    assert missing.status == doctor.FAILED and "is not installed. Install" in missing.message
