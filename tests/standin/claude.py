#!/usr/bin/env python3
"""A stand-in for the `claude` command in print mode. It asks nobody: no model and no network is there.

What it takes, refuses and writes follows https://code.claude.com/docs/en/cli-reference,
https://code.claude.com/docs/en/headless and the transcripts that Claude Code leaves. What it answers, and how
it fails, stands in a file `claude.json` in the folder that CLAUDE_STANDIN names: {"mode": …, "answer": …}.
Every call is noted there as `call-N.json`. Started as a program of its own, with the standard library alone.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import signal
import sys
import time
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

VERSION = "2.1.289"
FLAGS = frozenset(
    (
        "--print", "--verbose", "--strict-mcp-config", "--disable-slash-commands", "--no-session-persistence",
        "--include-partial-messages", "--safe-mode",
    )
)  # fmt: skip
VALUES = frozenset(
    (
        "--output-format", "--model", "--system-prompt-file", "--tools", "--setting-sources", "--json-schema",
        "--effort",
    )
)  # fmt: skip
ALIASES = {"haiku": "claude-haiku-5-5", "sonnet": "claude-sonnet-5-5", "opus": "claude-opus-5-5"}
SESSION = str(uuid.uuid4())
Event = dict[str, Any]


def main() -> None:
    folder = Path(os.environ["CLAUDE_STANDIN"])
    told = json.loads((folder / "claude.json").read_text(encoding="utf-8"))
    if "--version" in sys.argv:
        sys.stdout.write(f"{told.get('version', VERSION)} (Claude Code)\n")
        return
    if sys.argv[1:] == ["auth", "status"]:
        signed_in = told.get("signed_in", True)
        sys.stdout.write(json.dumps({"loggedIn": signed_in, "authMethod": "claude.ai"}, indent=2) + "\n")
        sys.exit(0 if signed_in else 1)
    options = parsed(sys.argv[1:], set(told.get("unknown", ())))
    prompt = sys.stdin.read()
    note(folder, options, prompt)
    if "--no-session-persistence" not in options:
        remember(options, prompt, told.get("answer", "Understood."))
    MODES[told.get("mode", "answer")](told, options, prompt)


def parsed(arguments: list[str], unknown: set[str]) -> dict[str, str]:
    """The options given. Ends as commander.js does for one that isn't known."""
    found, left = {}, list(arguments)
    while left:
        name = left.pop(0)
        if name in unknown or name not in FLAGS | VALUES:
            refuse(f"error: unknown option '{name}'" if name.startswith("-") else f"error: too many: {name}")
        if name in VALUES:
            if not left:
                refuse(f"error: option '{name}' argument missing")
            found[name] = left.pop(0)
        else:
            found[name] = ""
    if "--print" in found and found.get("--output-format") == "stream-json" and "--verbose" not in found:
        refuse("Error: When using --print, --output-format=stream-json requires --verbose")
    if "--include-partial-messages" in found and found.get("--output-format") != "stream-json":
        refuse("Error: --include-partial-messages requires --print and --output-format=stream-json.")
    if "--json-schema" in found and not isinstance(json.loads(found["--json-schema"]), dict):
        refuse("Error: --json-schema is not a valid JSON Schema")
    if not set(filter(None, found.get("--setting-sources", "").split(","))) <= {"user", "project", "local"}:
        refuse("Error processing --setting-sources: Invalid setting source")
    return found


def refuse(message: str) -> None:
    sys.stderr.write(message + "\n")
    sys.exit(1)


def note(folder: Path, options: dict[str, str], prompt: str) -> None:
    system = options.get("--system-prompt-file")
    call = {
        "pid": os.getpid(),
        "argv": sys.argv[1:],
        "options": options,
        "prompt": prompt,
        "system": Path(system).read_text(encoding="utf-8") if system else "",
        "cwd": str(Path.cwd()),
        "cwd_files": [path.name for path in Path.cwd().iterdir()],
        "environ": dict(os.environ),
    }
    partial = folder / f"partial-{os.getpid()}"
    partial.write_text(json.dumps(call), encoding="utf-8")
    for number in itertools.count(len(list(folder.glob("call-*.json"))) + 1):  # others may call as well
        with contextlib.suppress(FileExistsError):
            (folder / f"call-{number}.json").hardlink_to(partial)
            break
    partial.unlink()


def remember(options: dict[str, str], prompt: str, answer: str) -> None:
    """The session's transcript, as Claude Code keeps it."""
    place = os.environ.get("CLAUDE_CONFIG_DIR") or str(Path.home() / ".claude")
    project = "".join(char if char.isalnum() else "-" for char in str(Path.cwd()))
    path = Path(place, "projects", project, f"{SESSION}.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    asked, replied = str(uuid.uuid4()), str(uuid.uuid4())
    base = {
        "isSidechain": False, "userType": "external", "entrypoint": "sdk-cli", "cwd": str(Path.cwd()),
        "sessionId": SESSION, "version": VERSION, "gitBranch": "",
    }  # fmt: skip
    records: list[Event] = [
        {"type": "queue-operation", "operation": "enqueue", "timestamp": now(), "sessionId": SESSION,
         "content": prompt},
        {"type": "queue-operation", "operation": "dequeue", "timestamp": now(), "sessionId": SESSION},
        base | {"parentUuid": None, "type": "user", "uuid": asked, "timestamp": now(),
                "promptSource": "sdk", "message": {"role": "user", "content": prompt}},
        base | {"parentUuid": asked, "type": "assistant", "uuid": replied, "timestamp": now(),
                "requestId": "req_1", "message": message(model_of(options), answer)},
    ]  # fmt: skip
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def model_of(options: dict[str, str]) -> str:
    return ALIASES.get(options.get("--model", ""), options.get("--model", "") or ALIASES["sonnet"])


def message(model: str, text: str, stop: str | None = None) -> Event:
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": model, "stop_reason": stop,
        "stop_sequence": None, "content": [{"type": "text", "text": text}],
        "usage": {"input_tokens": 7, "output_tokens": 3},
    }  # fmt: skip


def say(event: Any) -> None:
    sys.stdout.write(json.dumps(event, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def begin(told: Event, options: dict[str, str]) -> None:
    say(
        {
            "type": "system", "subtype": "init", "cwd": str(Path.cwd()), "session_id": SESSION, "tools": [],
            "mcp_servers": [], "model": model_of(options), "permissionMode": "dontAsk",
            "apiKeySource": told.get("key_source", "none"), "claude_code_version": VERSION,
        }
    )  # fmt: skip


def result(text: str, **more: Any) -> Event:
    return {
        "type": "result", "subtype": "success", "is_error": False, "duration_ms": 900, "num_turns": 1,
        "result": text, "stop_reason": "end_turn", "session_id": SESSION, "total_cost_usd": 0.0123,
        "usage": {
            "input_tokens": 70, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 500,
            "output_tokens": 30,
        },
        "permission_denials": [],
    } | more  # fmt: skip


# -- what it can do --


def answer(told: Event, options: dict[str, str], prompt: str) -> None:
    text, stop = told.get("answer", "Understood."), told.get("stop", "end_turn")
    shaped = "--json-schema" in options
    begin(told, options)
    if "--include-partial-messages" in options and not shaped:
        for word in text.split(" "):
            delta = {"type": "text_delta", "text": word if word == text.split(" ")[0] else f" {word}"}
            say({"type": "stream_event", "event": {"type": "content_block_delta", "index": 0, "delta": delta},
                 "session_id": SESSION, "parent_tool_use_id": None})  # fmt: skip
    say({"type": "assistant", "message": message(model_of(options), text, stop), "parent_tool_use_id": None})
    limit = {
        "status": "allowed", "resetsAt": 1_800_000_000, "rateLimitType": "five_hour",
        "isUsingOverage": told.get("beyond_plan", False),
    }  # fmt: skip
    say({"type": "rate_limit_event", "rate_limit_info": limit})
    more: Event = {"structured_output": json.loads(text)} if shaped else {}
    say(result(text, stop_reason=stop, **more))
    if told.get("lingers"):
        time.sleep(3600)


def fail(told: Event, options: dict[str, str], prompt: str) -> None:
    """A failure inside the run, which is printed as its result."""
    begin(told, options)
    said = told["said"]
    if "limit" in told:
        say({"type": "rate_limit_event", "rate_limit_info": told["limit"]})
    assistant = {"type": "assistant", "message": message("<synthetic>", said), "parent_tool_use_id": None}
    say(assistant | ({"error": told["category"]} if "category" in told else {}))
    say(result(said, is_error=True, api_error_status=told.get("status"),
               subtype=told.get("subtype", "success")))  # fmt: skip
    sys.exit(1)


def slow(told: Event, options: dict[str, str], prompt: str) -> None:
    """Thinks until it is ended; with `stubborn` it does not listen to a polite end, and has a child."""
    begin(told, options)
    if told.get("retry"):
        say({"type": "system", "subtype": "api_retry", "attempt": 1, "max_retries": 10,
             "retry_delay_ms": 60_000, "error_status": 529, "error": told["retry"]})  # fmt: skip
    pids = [os.getpid()]
    if told.get("stubborn"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = os.fork()
        if child == 0:
            while True:
                time.sleep(3600)
        pids.append(child)
    Path(os.environ["CLAUDE_STANDIN"], "thinking").write_text(" ".join(map(str, pids)), encoding="utf-8")
    while True:
        time.sleep(3600)


def raw(told: Event, options: dict[str, str], prompt: str) -> None:
    """Writes what it is told to, and ends so."""
    sys.stdout.write(told.get("out", ""))
    sys.stderr.write(told.get("err", ""))
    sys.stdout.flush()
    if told.get("signal"):
        os.kill(os.getpid(), told["signal"])
    sys.exit(told.get("code", 0))


def huge(told: Event, options: dict[str, str], prompt: str) -> None:
    while True:
        sys.stdout.write("x" * 1_000_000)


MODES = {"answer": answer, "fail": fail, "slow": slow, "raw": raw, "huge": huge}

if __name__ == "__main__":
    main()
