"""The command `arbor sync`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from arbor_desktop.cli import run
from arbor_desktop.encryption import secret_store
from tests.devices.stage import Keyring


def test_pair_status_now_and_leave(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = Keyring()
    monkeypatch.setattr(secret_store, "SystemKeyring", lambda: kept)
    folder = tmp_path / "Synced"
    folder.mkdir()

    def arbor(*arguments: str, code: int = 0) -> str:
        assert run.main([*arguments, "--home", str(home)]) == code
        return capsys.readouterr().out

    assert "not connected" in arbor("sync")
    arbor("sync", "now", code=1)
    shown = json.loads(arbor("sync", "pair", str(folder), "--name", "desk", "--json"))
    assert len(shown["code"].split()) == 8
    arbor("add", "The tests run with pytest", "--type", "fact")
    assert json.loads(arbor("sync", "now", "--json"))["sent"] == 1
    state = json.loads(arbor("sync", "status", "--json"))
    assert (state["joined"], state["device"], state["folder"]) == (True, "desk", str(folder))
    assert "desk (this device)" in arbor("sync")
    monkeypatch.setattr("sys.stdin", io.StringIO("xqzwv b c d e f g h\n"))
    arbor("sync", "join", str(folder), code=2)
    arbor("sync", "remove", "nobody", "--yes", code=3)
    assert "no longer" in arbor("sync", "leave")
    assert kept.kept == {}
