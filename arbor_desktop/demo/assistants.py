"""Sample sessions in the shapes of the assistants' own files: the base class, and assistants other than
Claude Code. The modules of `arbor_desktop.conversations.readers` say where the shapes come from."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import re
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.demo.scripts import MINUTE_MS, Project, Script, Step, demo_uuid

Json = dict[str, Any]


def fake_secrets() -> dict[str, str]:
    """Return made-up credentials, which look like real ones, by the names that scripts use."""
    return {
        "api_key": "_".join(("sk", "live", token("api key", 24))),
        "github_token": "ghp_" + token("github token", 36),
        "db_password": token("database password", 18),
        "model_key": "-".join(("sk", "ant", "api03", token("model key", 40))),
    }


def token(name: str, length: int) -> str:
    alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789"
    return "".join(random.Random(f"demo {name}").choices(alphabet, k=length))


def write_lines(path: Path, records: Iterable[dict[str, Any]], at_ms: int) -> None:
    """Write JSON lines to a file whose own time is `at_ms`."""
    lines = (json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records)
    write_file(path, "".join(lines), at_ms)


def write_file(path: Path, text: str, at_ms: int) -> None:
    """Write text to a file whose own time is `at_ms`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    os.utime(path, (at_ms / 1000, at_ms / 1000))


class Player(ABC):
    """Plays one session's script and collects its records. `begun` and `at`, the current time, are in
    milliseconds."""

    def __init__(self, script: Script, project: Project, root: PurePath, now_ms: int) -> None:
        self.records: list[dict[str, Any]] = []
        self.begun = self.at = script.starts_at(now_ms)
        self._script, self._project = script, project
        self._cwd = root / project.name
        self._random = random.Random(f"session {script.name}")
        self._secrets = fake_secrets()

    def play(self, steps: Iterable[Step]) -> None:
        """Play the steps. Raises ValueError for one that this assistant does not have."""
        for step in steps:
            do = getattr(self, f"_do_{step.kind}", None)
            if do is None:
                raise ValueError(f"{self._script.name}: {self._script.assistant} has no step {step.kind!r}")
            do(step)

    @abstractmethod
    def write(self, home: Path) -> Path:
        """Write the session below a person's home. Returns its main file."""

    @abstractmethod
    def _do_said(self, step: Step) -> None: ...

    @abstractmethod
    def _do_reply(self, step: Step) -> None: ...

    @abstractmethod
    def _call(self, name: str, given: dict[str, Any], output: str, step: Step | None = None) -> None:
        """Record a tool call with its result."""

    def _do_tool(self, step: Step) -> None:
        self._call(str(step.tool), self._filled_in(step.input), self._filled(step.output), step)

    def _do_work(self, step: Step) -> None:
        for name, given, output in self._made_up_calls(step.work or 0):
            self._call(name, given, output, step)

    def _do_pause(self, step: Step) -> None:
        self.at += (step.pause or 0) * MINUTE_MS

    def _pass(self, seconds: float) -> None:
        self.at += int(seconds * (0.7 + 0.6 * self._random.random()) * 1000)

    def _filled(self, text: str | None) -> str:
        return re.sub(r"\{fake:(\w+)\}", lambda found: self._secrets[found[1]], (text or "").strip())

    def _filled_in(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return a tool's input with absolute paths: scripts have them relative to the project."""
        filled = {key: self._filled(each) if isinstance(each, str) else each for key, each in given.items()}
        if "file_path" in filled:
            filled["file_path"] = str(self._cwd / filled["file_path"])
        return filled

    def _made_up_calls(self, count: int) -> Iterator[tuple[str, dict[str, Any], str]]:
        """Yield made-up tool calls: reading, searching, editing and running something."""
        for _ in range(count):
            name = self._random.choice(self._project.files)
            path = str(self._cwd / name)
            number = self._random.randrange(10, 240)
            what = self._random.choice(("Read", "Read", "Grep", "Edit", "Bash"))
            if what == "Read":
                lines = range(number, number + self._random.randrange(8, 40))
                yield (
                    "Read",
                    {"file_path": path, "offset": number},
                    "\n".join(f"{n:6}→{self._line()}" for n in lines),
                )
            elif what == "Grep":
                found = f"{name}:{number}:{self._line()}\n{name}:{number + 31}:{self._line()}"
                yield "Grep", {"pattern": PurePosixPath(name).stem, "output_mode": "content"}, found
            elif what == "Edit":
                given = {"file_path": path, "old_string": self._line(), "new_string": self._line()}
                yield "Edit", given, f"The file {path} has been updated."
            else:
                ran = self._random.choice(self._project.commands)
                yield "Bash", {"command": ran.command, "description": "Check the change"}, ran.output

    def _line(self) -> str:
        return self._random.choice(self._project.lines)


class _Plain(Player):
    """Prompts, answers and tool calls: the steps that all these assistants have."""

    def _do_said(self, step: Step) -> None:
        text = self._filled(step.said)
        self._pass(20 + len(text) / 8)
        self._say("user", text)

    def _do_reply(self, step: Step) -> None:
        text = self._filled(step.reply)
        self._pass(3 + len(text) / 60)
        self._say("assistant", text)

    @abstractmethod
    def _say(self, role: str, text: str) -> None: ...

    def _key(self) -> str:
        """Return an id for the next record."""
        return demo_uuid(f"{self._script.name} {len(self.records)}")


class CodexSession(_Plain):
    """A rollout, which has each message twice: as the model gets it and as the person sees it."""

    _tokens = 0, 0
    """Input that was not cached, and output."""

    def play(self, steps: Iterable[Step]) -> None:
        self._log(
            "session_meta",
            {
                "id": self._script.session_id,
                "timestamp": to_iso(self.at),
                "cwd": str(self._cwd),
                "originator": "codex_cli_rs",
                "cli_version": "0.140.0",
                "source": "cli",
                "git": {"branch": self._script.branch},
            },
        )
        context = f"<environment_context>\n  <cwd>{self._cwd}</cwd>\n</environment_context>"
        self._message("user", context)
        self._log("turn_context", {"cwd": str(self._cwd), "model": "gpt-5.1-codex"})
        super().play(steps)

    def write(self, home: Path) -> Path:
        begun = str(to_iso(self.begun))
        year, month, day = begun[:10].split("-")
        name = f"rollout-{begun[:19].replace(':', '-')}-{self._script.session_id}.jsonl"
        path = home / ".codex" / "sessions" / year / month / day / name
        write_lines(path, self.records, self.at)
        return path

    def _log(self, kind: str, payload: Json) -> None:
        self.records.append({"timestamp": to_iso(self.at), "type": kind, "payload": payload})

    def _message(self, role: str, text: str) -> None:
        kind = "output_text" if role == "assistant" else "input_text"
        self._log(
            "response_item", {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}
        )

    def _say(self, role: str, text: str) -> None:
        if role == "user":
            self._message(role, text)
            self._log("event_msg", {"type": "user_message", "message": text, "images": []})
        else:
            self._log("event_msg", {"type": "agent_message", "message": text})
            self._message(role, text)
            self._count(len(text) // 4 + 12)

    def _count(self, answered: int) -> None:
        """Record the tokens so far; most of the input is cached."""
        fresh = self._tokens[0] + 40 + answered
        self._tokens = fresh, self._tokens[1] + answered
        total = {
            "input_tokens": fresh + 9_000,
            "cached_input_tokens": 9_000,
            "output_tokens": self._tokens[1],
        }
        self._log("event_msg", {"type": "token_count", "info": {"total_token_usage": total}})

    def _call(self, name: str, given: Json, output: str, step: Step | None = None) -> None:
        self._pass(2)
        call = f"call_{self._key()[:12]}"
        command = _as_command(name, given)
        asked = {"command": ["bash", "-lc", command], "workdir": str(self._cwd)}
        self._log(
            "response_item",
            {"type": "function_call", "name": "shell", "arguments": json.dumps(asked), "call_id": call},
        )
        self._pass(2)
        failed = step is not None and step.failed
        ended = {"output": output, "metadata": {"exit_code": int(failed), "duration_seconds": 0.4}}
        self._log(
            "response_item", {"type": "function_call_output", "call_id": call, "output": json.dumps(ended)}
        )


class GeminiSession(_Plain):
    """A recording: a line of metadata, then messages with their tool calls."""

    def write(self, home: Path) -> Path:
        root = str(self._cwd)
        slug = home / ".gemini" / "tmp" / self._project.name
        begun = str(to_iso(self.begun))
        head = {
            "sessionId": self._script.session_id,
            "projectHash": hashlib.sha256(root.encode()).hexdigest(),
            "startTime": begun,
            "lastUpdated": to_iso(self.at),
            "kind": "main",
        }
        title = [{"$set": {"summary": self._script.title}}] if self._script.title else []
        name = f"session-{begun[:16].replace(':', '-')}-{self._script.session_id[:8]}.jsonl"
        path = slug / "chats" / name
        write_lines(path, [head, *self.records, *title], self.at)
        write_file(slug / ".project_root", root, self.at)
        return path

    def _say(self, role: str, text: str) -> None:
        about: Json = {"id": self._key(), "timestamp": to_iso(self.at)}
        if role == "user":
            self.records.append({**about, "type": "user", "content": [{"text": text}]})
            return
        size = len(text) // 4 + 12
        tokens = {"input": 900, "output": size, "cached": 600, "thoughts": 0, "total": 900 + size}
        self.records.append(
            {**about, "type": "gemini", "content": text, "model": "gemini-3-pro", "tokens": tokens}
        )

    def _call(self, name: str, given: Json, output: str, step: Step | None = None) -> None:
        self._pass(4)
        key = self._key()
        failed = step is not None and step.failed
        answer = {"functionResponse": {"id": key, "name": name, "response": {"output": output}}}
        call = {
            "id": key,
            "name": "run_shell_command",
            "args": {"command": _as_command(name, given)},
            "status": "error" if failed else "success",
            "result": [answer],
        }
        self.records.append(
            {"id": key, "timestamp": to_iso(self.at), "type": "gemini", "content": "", "toolCalls": [call]}
        )


class CursorSession(_Plain):
    """An agent's transcript, without times, and a file with its working folder."""

    def write(self, home: Path) -> Path:
        session, folder = self._script.session_id, str(self._cwd)
        meta = home / ".cursor" / "chats" / hashlib.md5(folder.encode(), usedforsecurity=False).hexdigest()
        write_file(meta / session / "meta.json", json.dumps({"cwd": folder}), self.at)
        name = "-".join(part for part in folder.replace("/", "-").replace("\\", "-").split("-") if part)
        place = home / ".cursor" / "projects" / name.replace(":", "") / "agent-transcripts"
        path = place / session / f"{session}.jsonl"
        write_lines(path, self.records, self.at)
        return path

    def _say(self, role: str, text: str) -> None:
        words = f"<user_query>\n{text}\n</user_query>" if role == "user" else text
        self._block(role, {"type": "text", "text": words})

    def _call(self, name: str, given: Json, output: str, step: Step | None = None) -> None:
        self._pass(4)
        asked = {"command": _as_command(name, given)}
        self._block("assistant", {"type": "tool_use", "name": "Shell", "input": asked})

    def _block(self, role: str, block: Json) -> None:
        self.records.append({"role": role, "message": {"content": [block]}})


class ChatGptExport(_Plain):
    """An export of the service: a ZIP with one tree of messages a conversation."""

    def write(self, home: Path) -> Path:
        path = home / "Downloads" / "chatgpt-export.zip"
        talk = {
            "title": self._script.title,
            "create_time": self.begun / 1000,
            "update_time": self.at / 1000,
            "mapping": self._tree(),
            "current_node": self.records[-1]["id"],
            "conversation_id": self._script.session_id,
            "id": self._script.session_id,
            "default_model_slug": "gpt-5",
        }
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            member = zipfile.ZipInfo("conversations.json", (2026, 1, 1, 0, 0, 0))
            archive.writestr(member, json.dumps([talk]))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.getvalue())
        os.utime(path, (self.at / 1000, self.at / 1000))
        return path

    def _tree(self) -> Json:
        nodes = [{"id": "root", "message": None}, *self.records]
        tree: Json = {}
        for number, node in enumerate(nodes):
            before = nodes[number - 1]["id"] if number else None
            after = [nodes[number + 1]["id"]] if number + 1 < len(nodes) else []
            tree[str(node["id"])] = {**node, "parent": before, "children": after}
        return tree

    def _say(self, role: str, text: str) -> None:
        key = self._key()
        message = {
            "id": key,
            "author": {"role": role, "name": None, "metadata": {}},
            "create_time": self.at / 1000,
            "update_time": None,
            "content": {"content_type": "text", "parts": [text]},
            "status": "finished_successfully",
            "weight": 1.0,
            "metadata": {},
            "recipient": "all",
            "channel": None,
        }
        self.records.append({"id": key, "message": message})

    def _call(self, name: str, given: Json, output: str, step: Step | None = None) -> None:
        self._pass(4)  # it has no tools on the person's computer


def _as_command(name: str, given: Json) -> str:
    """Return the shell command for a tool of Claude Code: other assistants use a shell for all."""
    if name == "Bash":
        return str(given["command"])
    if name == "Grep":
        return f"rg {given['pattern']}"
    if name == "Read":
        return f"sed -n {given.get('offset', 1)},+40p {given['file_path']}"
    return f"git diff -- {given['file_path']}"
