"""`arbor sync` as two computers use it: processes of their own, a real keyring, one folder."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.arbor_cli import CHECKOUT, arbor
from tests.keyring_daemon import KeyringDaemon, skip_without_programs

pytestmark = pytest.mark.slow
Run = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """Runs a command on one of two homes, and returns its JSON document."""
    skip_without_programs()
    keyring = KeyringDaemon(tmp_path / "keyring")
    keyring.start()
    environ = os.environ | keyring.environ

    def run(home: str, *arguments: str, typed: str = "", code: int = 0) -> Any:
        done = subprocess.run(
            [*arbor(*arguments, "--json"), "--home", str(tmp_path / home)],
            cwd=CHECKOUT, env=environ, input=typed, capture_output=True, encoding="utf-8", timeout=120,
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        return json.loads(done.stdout)

    try:
        yield run
    finally:
        keyring.close()


def contents(run: Run, home: str) -> set[str]:
    return {memory["content"] for memory in run(home, "list")["memories"]}


def added(run: Run, home: str, text: str, *more: str) -> str:
    ident: str = run(home, "add", text, "--type", "fact", *more)["id"]
    return ident


def test_two_computers_pair_exchange_decide_withdraw_and_part(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "Synced"
    folder.mkdir()
    assert run("desk", "sync", "now", code=1)["code"] == "NOT_JOINED"
    office = added(run, "desk", "The office is in Lyon")
    purged = added(run, "desk", "The amber folder is in the attic")
    withdrawn = added(run, "desk", "The copper almanac is in the cellar")
    added(run, "desk", "The violet heron nests here", "--privacy", "never_share")
    assert not run("desk", "sync", "status")["joined"]

    code = run("desk", "sync", "pair", str(folder), "--name", "desk")["code"]
    wrong = " ".join(reversed(code.split()))
    run("laptop", "sync", "join", str(folder), "--code", wrong, code=2)
    joined = run("laptop", "sync", "join", str(folder), "--name", "laptop", typed=code)
    assert (joined["joined"], joined["received"]) == (True, 3)
    run("desk", "sync", "now")
    run("laptop", "sync", "now")
    state = run("desk", "sync", "status")
    assert [one["name"] for one in state["devices"]] == ["laptop"]
    assert (state["device"], state["pending"], state["kept_back"], state["problems"]) == ("desk", 0, 1, [])
    assert contents(run, "laptop") == contents(run, "desk") - {"The violet heron nests here"}

    run("desk", "edit", office, "--content", "The office is in Lyon, near the river")
    run("laptop", "edit", office, "--content", "The office is in Paris")
    assert run("desk", "sync", "status")["pending"] == 1
    run("desk", "sync", "now")
    assert run("laptop", "sync", "now")["conflicts"] == 1
    assert run("desk", "sync", "now")["conflicts"] == 1
    (conflict,) = run("desk", "conflicts")
    assert [conflict["id"]] == [one["id"] for one in run("laptop", "conflicts")]
    run("laptop", "resolve", conflict["id"], "accepted_newer")
    run("laptop", "sync", "now")
    run("desk", "sync", "now")
    assert run("desk", "conflicts", code=3) == []
    assert "The office is in Paris" in contents(run, "desk")

    run("laptop", "purge", purged, "--yes")
    run("desk", "edit", withdrawn, "--privacy", "never_share")
    run("laptop", "sync", "now")
    assert run("laptop", "sync", "status")["devices"][0]["pending"]
    run("desk", "sync", "now")
    run("laptop", "sync", "now")
    assert not run("laptop", "sync", "status")["devices"][0]["pending"]
    assert contents(run, "laptop") == {"The office is in Paris"}
    assert "The amber folder is in the attic" not in contents(run, "desk")
    assert "The copper almanac is in the cellar" in contents(run, "desk")

    assert run("laptop", "sync", "leave") == {"left": True}
    run("desk", "sync", "now")
    assert not run("desk", "sync", "status")["devices"]
    assert contents(run, "laptop") == {"The office is in Paris"}
    for path in folder.iterdir():
        assert b"office" not in path.read_bytes()
