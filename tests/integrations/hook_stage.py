"""A made-up session of an AI tool, calling the real process of `arbor hook`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Said:
    """What a hook's process wrote and how it ended."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """What the session is told; empty for nothing."""
        if not self.out:
            return ""
        return str(json.loads(self.out)["hookSpecificOutput"]["additionalContext"])


@dataclass
class Tool:
    """Calls hooks as Claude Code does, in `folder`."""

    home: Path
    folder: Path
    session: str = "5c1d3f0e-0000-4000-8000-000000000001"
    name: str = "claude-code"

    def call(
        self, event: str, *, raw: bytes | None = None, environ: Mapping[str, str] | None = None, **fields: Any
    ) -> Said:
        done = subprocess.run(
            self.command(event),
            input=self.json(event, **fields) if raw is None else raw,
            capture_output=True,
            env=self.environ() | dict(environ or {}),
            cwd=self.folder if self.folder.is_dir() else None,
            check=False,
        )
        return Said(done.returncode, done.stdout.decode(), done.stderr.decode())

    def command(self, event: str) -> list[str]:
        return [
            sys.executable,
            "-m",
            "arbor_desktop",
            "hook",
            event,
            "--tool",
            self.name,
            "--home",
            str(self.home),
        ]

    def environ(self) -> dict[str, str]:
        return dict(os.environ) | {"PYTHONPATH": str(CHECKOUT)}

    def json(self, event: str, **fields: Any) -> bytes:
        return json.dumps(
            {
                "session_id": self.session,
                "transcript_path": str(self.transcript),
                "cwd": str(self.folder),
                "hook_event_name": event,
            }
            | fields
        ).encode()

    @property
    def transcript(self) -> Path:
        return self.home.parent / "transcripts" / f"{self.session}.jsonl"

    def notes(self, kind: str | None = None) -> list[dict[str, Any]]:
        """What lies in the spool."""
        spool = self.home / "spool"
        found = (
            [json.loads(file.read_text()) for file in sorted(spool.glob("*.json"))] if spool.is_dir() else []
        )
        return [note for note in found if kind in (None, note["kind"])]


def ids(texts: Iterable[str]) -> set[str]:
    """The bullets of a block."""
    return {line[2:] for text in texts for line in text.splitlines() if line.startswith("- ")}
