"""Made-up conversations of several assistants: sessions of Codex and Gemini CLI, and an export of ChatGPT.

As in those of Claude Code, most bytes are what tools answered and what each record repeats.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arbor_desktop.clock import to_iso
from tests.benchmarks import sessions
from tests.benchmarks.data import SEED
from tests.benchmarks.sessions import MB, Speech

Writer = Callable[[Path, Speech, float], None]


def write_mixed(folder: Path, megabytes: float, each_mb: float, at_ms: int) -> list[Path]:
    """A quarter each of Claude Code, Codex, Gemini CLI and ChatGPT (one export); answers the files."""
    share = megabytes / 4
    sessions.write_folder(folder / "claude", share, each_mb, at_ms)
    count = max(1, round(share / each_mb))
    for number in range(count):
        at = at_ms - number * 86_400_000
        seed = SEED + 1_000 + number
        codex = folder / "codex" / "sessions" / "2025" / "11" / f"{number:02}"
        _write(_codex, codex / f"rollout-{number}.jsonl", Speech(seed, at), share / count)
        gemini = folder / "gemini" / "tmp" / f"{number:064x}" / "chats"
        _write(_gemini, gemini / f"session-{number}.json", Speech(seed + 1_000, at), share / count)
    _write(_chatgpt, folder / "chatgpt" / "conversations.json", Speech(SEED + 5_000, at_ms), share)
    return sorted(path for path in folder.rglob("*") if path.suffix in (".json", ".jsonl"))


def _write(writer: Writer, path: Path, speech: Speech, megabytes: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    writer(path, speech, megabytes)


def _key(speech: Speech) -> str:
    return f"{speech.rng.getrandbits(96):x}"


def _now(speech: Speech) -> int:
    speech.at += speech.rng.randrange(500, 20_000)
    return speech.at


def _codex(path: Path, speech: Speech, megabytes: float) -> None:
    written = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:

        def line(kind: str, payload: dict[str, Any]) -> None:
            nonlocal written
            record = {"timestamp": to_iso(_now(speech)), "type": kind, "payload": payload}
            written += file.write(json.dumps(record, separators=(",", ":")) + "\n")

        def message(role: str, text: str) -> None:
            part = {"type": "output_text" if role == "assistant" else "input_text", "text": text}
            line("response_item", {"type": "message", "role": role, "content": [part]})

        about = {"originator": "codex_cli_rs", "cli_version": "0.140.0", "source": "cli"}
        line("session_meta", {"id": speech.id, "cwd": speech.cwd, **about, "git": {"branch": "main"}})
        while written < megabytes * MB:
            line("turn_context", {"cwd": speech.cwd, "model": "gpt-5-codex", "summary": "auto"})
            prompt = speech.prompt()
            message("user", prompt)
            line("event_msg", {"type": "user_message", "message": prompt})
            for _ in range(4):
                call = _key(speech)
                line("response_item", {"type": "reasoning", "encrypted_content": "x" * 1_200})
                given = json.dumps({"command": ["bash", "-lc", f"cat {speech.talk.words(1)[0]}.py"]})
                line("response_item", {"type": "function_call", "name": "shell", "arguments": given,
                                       "call_id": call})  # fmt: skip
                answer = json.dumps({"output": speech.code(5_000), "metadata": {"exit_code": 0}})
                line("response_item", {"type": "function_call_output", "call_id": call, "output": answer})
            message("assistant", speech.prose(400))


def _gemini(path: Path, speech: Speech, megabytes: float) -> None:
    messages: list[dict[str, Any]] = []
    written = 0.0
    while written < megabytes * MB:
        said = {
            "id": _key(speech),
            "timestamp": to_iso(_now(speech)),
            "type": "user",
            "content": speech.prompt(),
        }
        calls = []
        for _ in range(4):
            call = {"id": _key(speech), "name": "read_file", "args": {"absolute_path": f"{speech.cwd}/a.py"}}
            answer = {"functionResponse": {"id": call["id"], "response": {"output": speech.code(5_000)}}}
            calls.append({**call, "status": "success", "result": [answer], "resultDisplay": speech.code(900)})
        answered = {"id": _key(speech), "timestamp": to_iso(_now(speech)), "type": "gemini",
                    "content": speech.prose(400), "toolCalls": calls, "model": "gemini-2.5-pro"}  # fmt: skip
        messages += [said, answered]
        written += len(json.dumps([said, answered]))
    began = to_iso(speech.at)
    project = hashlib.sha256(speech.cwd.encode()).hexdigest()
    document = {"sessionId": speech.id, "projectHash": project, "startTime": began, "lastUpdated": began,
                "messages": messages}  # fmt: skip
    path.write_text(json.dumps(document, indent=2), encoding="utf-8")


def _chatgpt(path: Path, speech: Speech, megabytes: float) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        written = file.write("[")
        while written < megabytes * MB:
            talk = json.dumps(_talk(speech), separators=(",", ":"))
            written += file.write(talk if written == 1 else f",{talk}")
        file.write("]")


def _talk(speech: Speech) -> dict[str, Any]:
    ident, began = _key(speech), _now(speech) / 1_000
    nodes: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    last = "root"
    for number in range(12):
        role = "assistant" if number % 2 else "user"
        text = speech.prose(900) + speech.code(700) if number % 2 else speech.prompt()
        name = _key(speech)
        nodes[last]["children"].append(name)
        nodes[name] = {"id": name, "parent": last, "children": [], "message": {
            "id": name, "author": {"role": role, "name": None, "metadata": {}},
            "create_time": _now(speech) / 1_000, "update_time": None, "status": "finished_successfully",
            "weight": 1.0, "content": {"content_type": "text", "parts": [text]}, "recipient": "all",
            "metadata": {"model_slug": "gpt-5", "request_id": _key(speech), "citations": []}}}  # fmt: skip
        last = name
    about = {"id": ident, "conversation_id": ident, "title": " ".join(speech.talk.words(3))}
    times = {"create_time": began, "update_time": began}
    return {**about, **times, "current_node": last, "default_model_slug": "gpt-5", "mapping": nodes}
