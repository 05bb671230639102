"""How long a person waits for the hook of an AI tool, and a tool for its MCP server; what short commands
take. Whole processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests import _setup
from tests.benchmarks.data import Stores, Talk
from tests.benchmarks.measure import Goal, Pairs, Result
from tests.benchmarks.sizes import Sizes

FLOOR = "the same interpreter, pass"
MOST = 5.0
MOST_SHORT = 10.0
SHORT = (
    "list",
    "show ID",
    "history ID",
    "stats",
    "status",
    "settings list",
    "used ID",
    "edit ID --content TEXT",
    "add TEXT --type fact",
)
PROJECT = "/home/somebody/src/project-3"


def hook(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """The start of a session whose block lies ready, p50 and p95; one whose block has to be put together; a
    prompt; the end of a session."""
    home = stores.home(sizes.hooked)
    said = f"of {sizes.hooked:,}"
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environ["PYTHONPATH"] = str(_setup.CHECKOUT)
    talk = Talk(5)
    numbers = iter(range(10_000_000))

    def floor() -> None:
        subprocess.run([sys.executable, "-c", "pass"], env=environ, check=True)

    def call(event: str, **fields: str) -> bytes:
        asked = {
            "session_id": f"session-{next(numbers)}",
            "cwd": PROJECT,
            "transcript_path": f"{home}/none.jsonl",
        }
        return subprocess.run(
            [sys.executable, "-m", "arbor_desktop", "hook", event, "--home", str(home)],
            input=json.dumps(asked | fields).encode(), env=environ, stdout=subprocess.PIPE, check=True,
        ).stdout  # fmt: skip

    if b"user_context" not in call("SessionStart", source="startup"):
        raise RuntimeError("a session was told nothing")
    start = Pairs()
    for _ in range(sizes.hooks):
        start.take(lambda: call("SessionStart", source="startup"), floor)
    whole = start.result(f"hook: a session starts, {said}", MOST, FLOOR)
    yield whole
    yield replace(whole, what=f"hook: a session starts, {said}, p95", goal=Goal("p95_ratio", MOST))
    made = Pairs()
    for _ in range(sizes.hooks // 4 or 1):
        _make_stale(home)
        made.take(lambda: call("SessionStart", source="startup"), floor)
    yield Result(f"hook: and its block is put together, {said}", tuple(made.samples), Goal("p50", 150))
    prompts = Pairs()
    for text in stores.texts(sizes.hooked, sizes.hooks // 4 or 1):
        prompt = f"Please fix {talk.query(text, 5)}: {talk.sentence()}"
        prompts.take(lambda prompt=prompt: call("UserPromptSubmit", prompt=prompt), floor)  # type: ignore[misc]
    yield Result(f"hook: a prompt, {said}", tuple(prompts.samples), Goal("p50", 150))
    ended = Pairs()
    for _ in range(sizes.hooks // 4 or 1):
        ended.take(lambda: call("SessionEnd", reason="exit"), floor)
    yield ended.result("hook: a session ends", MOST, FLOOR)


def short(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Processor time of commands about one memory or a page of them, beside that of an interpreter that does
    nothing."""
    import resource  # not on Windows

    home = stores.home(sizes.hooked)
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environ["PYTHONPATH"] = str(_setup.CHECKOUT)

    def taken(*command: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], env=environ, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1_000

    talk = Talk(6)
    arbor = ("-m", "arbor_desktop", "--home", str(home))
    first = subprocess.run(
        [sys.executable, *arbor, "list", "--limit", "1", "--json"],
        env=environ,
        check=True,
        capture_output=True,
    )
    ident = json.loads(first.stdout)["memories"][0]["id"]
    for command in SHORT:
        pairs = []
        for number in range(sizes.hooks):
            words = {"ID": ident, "TEXT": f"{talk.sentence()} ({number})"}
            arguments = [words.get(part, part) for part in command.split()]
            pairs.append((taken(*arbor, *arguments), taken("-c", "pass")))
        samples, floor = zip(*pairs, strict=True)
        what = f"arbor {command}: processor time, {sizes.hooked:,}"
        yield Result(what, samples, Goal("ratio", MOST_SHORT), floor, FLOOR)


def mcp(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """From the start of `arbor mcp` to its first two answers: who it is, and which tools it offers."""
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    asked = [{"method": "initialize", "params": about}, {"method": "tools/list", "params": {}}]

    def floor() -> None:
        subprocess.run([sys.executable, "-c", "pass"], check=True)

    def answered() -> None:
        command = [sys.executable, "-m", "arbor_desktop", "mcp"]
        with subprocess.Popen(
            command, cwd=_setup.CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as server:
            assert server.stdin is not None and server.stdout is not None
            for number, request in enumerate(asked):
                server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number} | request).encode() + b"\n")
                server.stdin.flush()
                server.stdout.readline()
            server.kill()

    pairs = Pairs()
    for _ in range(sizes.hooks // 4 or 1):
        pairs.take(answered, floor)
    yield pairs.result("mcp: the tools are offered", MOST, FLOOR)


def _make_stale(home: Path) -> None:
    import apsw

    conn = apsw.Connection(str(home / "arbor_memory.db"))
    conn.execute("UPDATE prepared_context SET fresh = 0")
    conn.close()
