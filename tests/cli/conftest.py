"""A small hand-made session, and ways to run commands: in this process, or as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from arbor_cli import CHECKOUT, arbor

from arbor_desktop.cli import main

REPLY = "Understood, I will keep to that from now on in this repository."


def session_lines(said: Sequence[str], *, cwd: str, session: str) -> str:
    """A session as Claude Code writes it: each of `said`, and a reply to it."""
    lines, parent = [], None
    for number, text in enumerate(said):
        for role, content in (("user", text), ("assistant", [{"type": "text", "text": REPLY}])):
            ident = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{session}/{number}/{role}"))
            record = {
                "type": role,
                "uuid": ident,
                "parentUuid": parent,
                "sessionId": session,
                "timestamp": f"2026-01-01T10:{number % 60:02d}:{'00' if role == 'user' else '05'}.000Z",
                "cwd": cwd,
                "isSidechain": False,
                "message": {"role": role, "content": content},
            }
            lines.append(json.dumps(record))
            parent = ident
    return "".join(line + "\n" for line in lines)


@dataclass
class Said:
    """What a run left: its exit code and both streams."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document of the run."""
        return json.loads(self.out)


Run = Callable[..., Said]


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process on the test's home."""

    def run(*arguments: str) -> Said:
        capsys.readouterr()
        code = main(list(arguments))
        streams = capsys.readouterr()
        return Said(code, streams.out, streams.err)

    return run


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder that is a repository."""
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def write_session(tmp_path: Path, project: Path) -> Callable[..., Path]:
    """`write_session(name, *said)` → the session's file."""

    def write(name: str, *said: str) -> Path:
        folder = tmp_path / "sessions"
        folder.mkdir(exist_ok=True)
        path = folder / f"{name}.jsonl"
        session = str(uuid.uuid5(uuid.NAMESPACE_URL, name))
        path.write_text(session_lines(said, cwd=str(project), session=session), encoding="utf-8")
        return path

    return write


@pytest.fixture
def captured(run: Run, write_session: Callable[..., Path]) -> Path:
    """A captured session that left the memory about pnpm; its file."""
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    assert run("capture", str(path), "--json").code == 0
    return path


@pytest.fixture
def start(home: Path) -> Callable[..., subprocess.Popen[str]]:
    """Starts a command as a process of its own."""

    def start(*arguments: str, **more: Any) -> subprocess.Popen[str]:
        options: dict[str, Any] = {
            "cwd": CHECKOUT,
            "env": dict(os.environ),
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "encoding": "utf-8",
        }
        return subprocess.Popen(arbor(*arguments), **(options | more))

    return start


@pytest.fixture
def process(start: Callable[..., subprocess.Popen[str]]) -> Run:
    """Runs a command as a process of its own, to its end."""

    def process(*arguments: str, **more: Any) -> Said:
        with start(*arguments, **more) as child:
            out, err = child.communicate()
            return Said(child.returncode, out, err)

    return process
