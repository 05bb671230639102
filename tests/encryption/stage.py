"""A home full of markers, a keyring in memory, and a change that kills itself.

`python -m tests.encryption.stage HOME`, with a JSON document on standard input: `action` (on, off or rekey),
`key` (the present one), `new` (key, code and file of the next one) and `kill_at`, the step at which the
process gets SIGKILL: a file that is opened, renamed or removed, or an SQL statement. It prints how many steps
it took.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import apsw

from arbor_desktop.encryption.keyfile import KeyFile, NewKey
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService

CHECKOUT = Path(__file__).resolve().parents[2]
MARKER = "quokka-lighthouse"
EVENTS = frozenset(("open", "os.rename", "os.remove", "os.link", "os.mkdir", "os.utime"))


class Ring:
    """A keyring in memory. `locked`: it would ask the person."""

    def __init__(self) -> None:
        self.held: dict[str, str] = {}
        self.asked = 0
        self.locked = False

    def get(self, account: str) -> str | None:
        self.asked += 1
        return self.held.get(account)

    def get_quietly(self, account: str) -> str | None:
        from arbor_desktop.llm.credentials import LOCKED, KeyringUnusable

        if self.locked:
            raise KeyringUnusable(LOCKED, locked=True)
        return self.held.get(account)

    def set(self, account: str, key: str) -> None:
        self.held[account] = key

    def delete(self, account: str) -> None:
        self.held.pop(account, None)


def session(folder: Path) -> Path:
    """A conversation with the marker in it."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "0a000000-0000-4000-8000-000000000001.jsonl"
    turns = [
        ("user", f"From now on always run the {MARKER} check before you commit, please."),
        ("assistant", f"I will always run the {MARKER} check before committing."),
    ]
    lines = [
        {
            "type": who, "uuid": f"0a000000-0000-4000-8000-00000000001{number}", "parentUuid": None,
            "sessionId": file.stem, "timestamp": f"2026-01-01T00:00:0{number}.000Z", "cwd": "/src/harbour",
            "message": {"role": who, "content": text},
        }
        for number, (who, text) in enumerate(turns)
    ]  # fmt: skip
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def fill(home: Home) -> None:
    """Leave the marker wherever text of memories or conversations can lie."""
    with MemoryService.open(home) as service:
        for number in range(20):
            service.store(f"The {MARKER} number {number} turns to the west", type="fact")
        service.capture([session(home.folder.parent / "sessions")])
        service.backup()
        service.store(f"The {MARKER} is painted red and white", type="fact")
    home.logs.mkdir(exist_ok=True)
    (home.logs / "arbor.log").write_text(f"ERROR {MARKER}\n")
    (home.spool / "broken").mkdir(parents=True, exist_ok=True)
    ended = {"v": 1, "kind": "ended", "tool": "claude-code", "session_id": "s", "at": 1, "cwd": f"/{MARKER}"}
    (home.spool / "01a-note.json").write_text(json.dumps(ended))
    (home.spool / "broken" / "01b-note.json").write_text(f"{{{MARKER}")
    state = f'[chat]\ndrafts="{MARKER}"\nlast=\n\n[context]\nquestion={MARKER}\n\n[General]\npage=chat\n'
    home.window.write_text(state)
    for path in ("claude/system-1.md", "backups/files/2026-0000-CLAUDE.md", "first-look/choices.json",
                 "arbor_memory.damaged-20260101-000000.db"):  # fmt: skip
        (home.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (home.folder / path).write_text(MARKER)


def with_marker(home: Home, marker: str = MARKER) -> list[str]:
    """The files of the home that have the marker in them, byte for byte."""
    return sorted(
        str(path.relative_to(home.folder))
        for path in home.folder.rglob("*")
        if path.is_file() and marker.encode() in path.read_bytes()
    )


def texts(service: MemoryService) -> list[str]:
    return sorted(memory.content for memory in service.query(status="all", limit=500).memories)


def document(new: NewKey | None) -> dict[str, Any] | None:
    return None if new is None else {"key": new.key, "code": new.code, "file": new.file.to_dict()}


def change(
    home: Home, action: str, *, key: str | None, new: NewKey | None, kill_at: int = 0
) -> subprocess.CompletedProcess[str]:
    """Do a change in a process of its own."""
    asked = {"action": action, "key": key, "new": document(new), "kill_at": kill_at}
    return subprocess.run(
        [sys.executable, "-m", "tests.encryption.stage", str(home.folder)],
        cwd=CHECKOUT, input=json.dumps(asked), capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def _main() -> None:
    home, asked = Home(Path(sys.argv[1])), json.loads(sys.stdin.read())
    encryption = Encryption(home, Ring())
    given = asked["new"]
    new = NewKey(given["key"], given["code"], KeyFile.of(given["file"])) if given else None
    steps = itertools.count(1)

    def step() -> None:
        if next(steps) == asked["kill_at"]:
            os.kill(os.getpid(), signal.SIGKILL)

    def traced(*_: object) -> bool:
        step()
        return True

    def opened(connection: apsw.Connection) -> None:
        connection.exec_trace = traced

    def audited(event: str, arguments: Any) -> None:
        if event in EVENTS and arguments and str(home.folder) in str(arguments[0]):
            step()

    apsw.connection_hooks.append(opened)
    sys.addaudithook(audited)
    if asked["action"] == "on":
        assert new is not None
        encryption.turn_on(new)
    elif asked["action"] == "off":
        encryption.turn_off(asked["key"])
    else:
        assert new is not None
        encryption.rekey(asked["key"], new)
    print(next(steps) - 1)


if __name__ == "__main__":
    _main()
