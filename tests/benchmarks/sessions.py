"""Made-up session files of Claude Code, in which hardly anything was said: as real ones are.

The shares of bytes are those measured over real sessions: of a hundred, about thirty are `toolUseResult`,
twenty-four progress records, sixteen tool results, five tool calls, four pictures, three thinking, one the
assistant's words and half of one the person's; the rest is what each record repeats.
"""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arbor_desktop.clock import to_iso
from tests.benchmarks.data import SEED, Talk

MB = 1_000_000
_LASTING = (
    "I prefer {0} over {1} for anything in {2}.",
    "We use {0} with {1} for the {2} service.",
    "Never commit to {0} without running the {1} checks first.",
    "Always run {0} before you push {1}.",
    "Remember that {0} listens on port {3} in this project.",
    "The {0} module belongs to the {1} team.",
)
_ASKING = (
    "Can you look at why {0} fails when {1} is empty?",
    "now do the same for {0} and {1}",
    "Hm, the {0} test is red again. What does {1} return there?",
    "ok, go on with {0}",
    "Please rename {0} to {1} everywhere and tell me what else touches {2}.",
)
_CODE = (
    "def {0}({1}: str, {2}: int = {3}) -> dict[str, object]:",
    '    """Returns the {0} of {1}."""',
    "    for {0} in {1}.{2}():",
    "        if {0} is None or {0}.{1} > {3}:",
    '            raise ValueError(f"no {0}: {{{1}}}")',
    "    return {{'{0}': {1}, '{2}': {3}}}",
    "",
    "from {0}.{1} import {2}",
)


class Speech:
    """One session: its records one after the other, and the words said in it."""

    def __init__(self, seed: int, at_ms: int = 1_760_000_000_000) -> None:
        self.rng = random.Random(seed)
        self.talk = Talk(seed)
        self.at = at_ms
        self.id = str(uuid.UUID(int=self.rng.getrandbits(128)))
        self.cwd = f"/home/somebody/src/project-{seed % 8}"
        self._parent: str | None = None

    def exchange(self) -> Iterator[dict[str, Any]]:
        """A prompt and the work that follows."""
        yield self.user(self.prompt())
        for _ in range(4):
            yield self.assistant({"type": "thinking", "thinking": self.prose(350), "signature": "x" * 200})
            yield self.assistant({"type": "text", "text": self.prose(130)})
            path = f"{self.cwd}/src/{'/'.join(self.talk.words(2))}.py"
            code = self.code(1_900)
            call = {"type": "tool_use", "id": f"toolu_{self.rng.getrandbits(80):x}", "name": "Edit"}
            call["input"] = {"file_path": path, "old_string": code[:250], "new_string": code[250:500]}
            yield self.assistant(call)
            for number in range(3):
                data = {"type": "bash_progress", "output": self.code(850), "elapsedTimeSeconds": number}
                yield self._record({"type": "progress", "toolUseID": call["id"], "data": data})
            result = {"tool_use_id": call["id"], "type": "tool_result", "content": code}
            structured = {"filePath": path, "originalFile": self.code(3_400), "userModified": False}
            yield self.user([result], toolUseResult=structured)
        if self.rng.random() < 0.3:
            picture = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo" + "QUJD" * 1_600}
            yield self.user([{"type": "tool_result", "tool_use_id": "toolu_p", "content": [
                {"type": "image", "source": picture}]}])  # fmt: skip

    def prompt(self) -> str:
        said = [self._filled(self.rng.choice(_ASKING))]
        if self.rng.random() < 0.4:
            said.append(self._filled(self.rng.choice(_LASTING)))
        return " ".join(said)

    def _filled(self, frame: str) -> str:
        return frame.format(*self.talk.words(3), self.rng.randrange(1_000, 9_999))

    def prose(self, size: int) -> str:
        text = ""
        while len(text) < size:
            text += f"I looked at {self._filled('{0} and {1}; {2} is set at line {3}')}. "
        return text

    def code(self, size: int) -> str:
        lines: list[str] = []
        length = 0
        while length < size:
            lines.append(self._filled(self.rng.choice(_CODE)))
            length += len(lines[-1]) + 1
        return "\n".join(lines)

    def _record(self, fields: dict[str, Any], **more: Any) -> dict[str, Any]:
        self.at += self.rng.randrange(500, 20_000)
        own = str(uuid.UUID(int=self.rng.getrandbits(128)))
        record = {
            "parentUuid": self._parent, "isSidechain": False, "userType": "external", "cwd": self.cwd,
            "sessionId": self.id, "version": "2.1.30", "gitBranch": "main", **fields, "uuid": own,
            "timestamp": to_iso(self.at), **more,
        }  # fmt: skip
        self._parent = own
        return record

    def user(self, content: Any, **more: Any) -> dict[str, Any]:
        return self._record({"type": "user", "message": {"role": "user", "content": content}}, **more)

    def assistant(self, block: dict[str, Any]) -> dict[str, Any]:
        usage = {"input_tokens": 4, "cache_read_input_tokens": 30_000, "output_tokens": 90}
        message = {"model": "claude-sonnet-4-5", "id": f"msg_{self.rng.getrandbits(80):x}", "type": "message",
                   "role": "assistant", "content": [block], "stop_reason": None, "usage": usage}  # fmt: skip
        return self._record({"type": "assistant", "message": message})


def write_session(path: Path, megabytes: float, seed: int, at_ms: int) -> str:
    """Writes one session file of about that size; answers its last line's record id."""
    session = Speech(SEED + seed, at_ms)
    path.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    record: dict[str, Any] = {}
    with path.open("w", encoding="utf-8", newline="\n") as file:
        while written < megabytes * MB:
            for record in session.exchange():
                written += file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    return str(record["uuid"])


def write_folder(folder: Path, megabytes: float, each_mb: float, at_ms: int) -> int:
    """Session files below `folder`, laid out as Claude Code does; answers their bytes."""
    count = max(1, round(megabytes / each_mb))
    total = 0
    for number in range(count):
        path = folder / "projects" / f"-home-somebody-src-project-{number % 8}" / f"session-{number}.jsonl"
        write_session(path, megabytes / count, number, at_ms - number * 86_400_000)
        total += path.stat().st_size
    return total


def grow(path: Path, said: str, parent: str, number: int) -> str:
    """Appends one prompt to a session file; answers its record id."""
    first = json.loads(path.open(encoding="utf-8").readline())
    own = str(uuid.UUID(int=number + 1))
    record = first | {"parentUuid": parent, "uuid": own, "message": {"role": "user", "content": said}}
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(record, separators=(",", ":")) + "\n")
    return own
