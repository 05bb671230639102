"""A made-up person's folder, and Arbor's setup in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from setup_stage import PYTHON

from arbor_desktop.integrations.setup.invocation import Caller
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.paths import Home


@pytest.fixture
def person(tmp_path: Path) -> Path:
    """The home of a person who has no tool yet."""
    folder = tmp_path / "person"
    folder.mkdir()
    return folder


@pytest.fixture
def make(tmp_path: Path, person: Path) -> Callable[..., Setup]:
    """`make(platform, caller, noted, **environ)` → a setup for this person."""

    def make(
        platform: str = "linux",
        caller: Caller | None = None,
        noted: Callable[[str, bool], None] = lambda tool, installed: None,
        **environ: str,
    ) -> Setup:
        environ = {"HOME": str(person), "USERPROFILE": str(person), **environ}
        called = caller or Caller(PYTHON, platform="linux")
        home = Home(tmp_path / "arbor")
        return Setup(home, environ, platform, caller=called, noted=noted)

    return make


@pytest.fixture
def setup(make: Callable[..., Setup]) -> Setup:
    return make()
