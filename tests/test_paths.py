"""Arbor's folder: what is in it is for its user alone."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from arbor_desktop.paths import Home

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no modes")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_open_to_others_is_closed_once(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.create()
    home.backups.mkdir()
    ini, own = home.folder / "window.ini", home.folder / "notes.txt"
    for path in (ini, own):
        path.touch()
        path.chmod(0o644)
    home.folder.chmod(0o777)
    home.backups.chmod(0o750)
    assert home.tighten() == [home.folder, ini, home.backups]
    assert [mode(path) for path in (home.folder, ini, home.backups, own)] == [0o700, 0o600, 0o700, 0o644]
    assert home.tighten() == []


@pytest.mark.parametrize("as_it_is", [0o755, 0o1777])
def test_a_folder_in_which_others_only_look_or_that_all_share_is_left(tmp_path: Path, as_it_is: int) -> None:
    tmp_path.chmod(as_it_is)
    assert Home(tmp_path).tighten() == []
    assert mode(tmp_path) == as_it_is
