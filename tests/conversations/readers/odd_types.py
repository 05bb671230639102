"""Small conversations of every source, and what becomes of them when any value is of another type."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import chatgpt_builder
import codex_builder
import cursor_builder
import gemini_builder
import opencode_builder
import test_aider
import test_claude_ai
import test_cline
import test_continue_dev
import test_copilot_cli
import test_cursor
import test_cursor_store
import test_droid
import test_gptme
import test_grok
import test_iflow
import test_kimi
import test_kimi_cli
import test_llm_logs
import test_opencode
import test_pi
import test_qwen_code
import test_specstory
import test_visual_studio_copilot
import test_vscode_copilot
from claude_builder import Log

DEEP = 3000
_HERE = "@here@"
_ODD = (
    "null", "true", "0", "-1", "1.5", "-0.0", "1e308", str(10**30), str(-(1 << 63)), str((1 << 64) - 1),
    '""', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"0001-01-01T00:00:00+14:00"',
    '"9999-12-31T23:59:59-14:00"',
    f'"{"9" * 400}"', f'"{"9" * 5000}"', '"1e999"', '"file:///%00%ff"', '"//["', "[]", "{}", "[[]]", "[{}]",
    '[null, 1, "a", {}]', '{"type": {}}', '{"type": ["text"]}', '{"text": [1]}',
    '{"content": {"content": []}}',
    "[" * DEEP + "]" * DEEP, '{"content":' * DEEP + "1" + "}" * DEEP,
)  # fmt: skip
"""JSON that stands where a source writes something else."""
TALKS = 3
"""So many conversations are in each export; one of them is changed."""


def _claude(folder: Path) -> Path:
    log = Log()
    log.user("Set the version.")
    log.blocks([{"type": "text", "text": "I look first."}, {"type": "thinking", "thinking": "x"}])
    log.tool("Edit", file_path="/a/x.md")
    log.result("done")
    log.queue("enqueue", "And the date.")
    log.queue("dequeue")
    log.link("attachment", attachment={"type": "queued_command", "prompt": "And the date."})
    log.raw(type="summary", summary="Versions", leafUuid=log.leaf)
    log.answer("Done.")
    return log.write(folder / f"{log.session}.jsonl")


def _gemini(folder: Path) -> Path:
    b = gemini_builder
    path = folder / "session-2026-03-04T05-00-5e551001.jsonl"
    path.write_bytes(
        b.lines(
            b.header(kind="main"),
            b.user("u1", [{"text": "List the files."}]),
            b.model("g1", "I look.", toolCalls=[b.call("c1", "run_shell_command", "a.txt", command="ls")]),
            {"$set": {"lastUpdated": b.T0}},
            b.user("u2", "Which one?"),
            {"$rewindTo": "u2"},
            b.model("g2", "One file."),
        )
    )
    return path


def _gemini_document(folder: Path) -> Path:
    b = gemini_builder
    path = folder / "session-2026-03-04T05-00-5e551001.json"
    path.write_bytes(b.document(b.user("u1", [{"text": "List the files."}]), b.model("g2", "One file.")))
    return path


def _opencode_database(folder: Path) -> Path:
    path = folder / "opencode.db"
    with closing(opencode_builder.connect(path)) as conn:
        opencode_builder.write_rows(conn, [test_opencode.talk_about_caching()])
    return path


def _cursor_database(folder: Path) -> Path:
    path = folder / "Cursor" / "User" / "globalStorage" / "state.vscdb"
    b = cursor_builder
    with closing(b.connect(path)) as conn:
        b.compose(
            conn, b.asked("Use tabs."), b.used("edit_file", {"target_file": "/p/a.py"}, {"output": "x"}),
            b.answered("Done."), name="Tabs", workspaceIdentifier={"uri": {"fsPath": "/home/mara/parser"}},
        )  # fmt: skip
    return path


def _llm(folder: Path) -> Path:
    path = folder / "io.datasette.llm" / "logs.db"
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.executescript(f"PRAGMA synchronous = off; {test_llm_logs.OLD}{test_llm_logs.NEW}")
        test_llm_logs.respond(conn, 1, "Which city?", "Paris.")
        thread = test_llm_logs.Thread(conn, "t1")
        thread.say("user", "And the river?")
        thread.say("assistant", "The Seine.")
        conn.execute(
            "INSERT INTO turns VALUES ('n1','t1',NULL,?,'gpt','gpt',1,2,'2026-01-16T00:00:03')", (thread.tip,)
        )
    return path


def _cline(folder: Path) -> Path:
    place = folder / "saoudrizwan.claude-dev" / "tasks" / str(test_cline.NOW)
    place.mkdir(parents=True)
    edit = test_cline.say("tool", json.dumps({"tool": "editedExistingFile", "path": "a.py", "diff": "…"}))
    words = test_cline.words("user", f"<task>\nAdd a valve.\n</task>\n{test_cline.ENVIRONMENT}")
    test_cline.put(
        place, words, test_cline.words("assistant", "I will."), name="api_conversation_history.json"
    )
    asked = test_cline.ask("followup", json.dumps({"question": "Where?", "options": ["here"]}))
    return test_cline.put(place, test_cline.TASK, edit, asked, test_cline.ANSWER)


def _cline_history(folder: Path) -> Path:
    path = _cline(folder)
    path.unlink()
    return path.with_name("api_conversation_history.json")


def _continue(folder: Path) -> Path:
    place = folder / ".continue" / "sessions"
    place.mkdir(parents=True)
    b = test_continue_dev
    state = {"toolCall": b.CALL, "status": "errored", "output": [{"content": "no rule"}]}
    used = {"message": {"role": "assistant", "content": "", "toolCalls": [b.CALL]}, "toolCallStates": [state]}
    return b.put(place / f"{b.ID}.json", b.PROMPT, used, b.ANSWER)


def _vscode(folder: Path) -> Path:
    place = folder / "workspaceStorage" / "5e55" / "chatSessions"
    place.mkdir(parents=True)
    (place.parent / "workspace.json").write_text('{"folder": "file:///home/ada/engine"}')
    tool = {
        "kind": "toolInvocationSerialized", "toolId": "run_in_terminal", "pastTenseMessage": {"value": "Ran"},
        "toolSpecificData": {"kind": "terminal", "commandLine": {"original": "make test"}},
    }  # fmt: skip
    b = test_vscode_copilot
    request = b.request("r1", "Add a valve.", {"value": "See "}, tool, {"kind": "thinking", "value": "Hm."})
    return b.put(place / f"{b.ID}.json", b.session(request, b.VALVE | {"requestId": "r2"}))


def _vscode_journal(folder: Path) -> Path:
    b = test_vscode_copilot
    path = _vscode(folder)
    whole = {"kind": 0, "v": b.session(b.VALVE)}
    more = {"kind": 2, "k": ["requests"], "v": [b.request("r2", "And a pump.", {"value": "I will."})]}
    return b.put(path.with_suffix(".jsonl"), whole, {"kind": 1, "k": ["customTitle"], "v": "Valves"}, more)


def _chatgpt(folder: Path) -> Path:
    path = folder / "conversations.json"
    path.write_text(json.dumps(chatgpt_builder.talks(TALKS)))
    return path


def _claude_ai(folder: Path) -> Path:
    b = test_claude_ai
    searched = {"type": "tool_use", "name": "web_search", "input": {"query": "looms", "limit": 2}}
    found = {"type": "tool_result", "content": [{"type": "text", "text": "four"}], "is_error": False}
    talks = [
        b.talk(
            b.message(10 * n + 1, "human", b.block(f"Which loom {n}?"), attachments=[{"file_name": "a.txt"}]),
            b.message(10 * n + 2, "assistant", b.block("I search."), searched, found, b.block("This one.")),
            uuid=b.uuid(100 + n),
        )
        for n in range(TALKS)
    ]
    path = folder / "conversations.json"
    path.write_text(json.dumps(talks))
    return path


def _transcript(folder: Path) -> Path:
    path = folder / "talk.json"
    path.write_text(
        json.dumps([{"role": "user", "content": "How many bar?"}, {"role": "assistant", "content": "4 bar."}])
    )
    return path


def _transcript_lines(folder: Path) -> Path:
    path = folder / "talk.jsonl"
    path.write_bytes(gemini_builder.lines(*json.loads(_transcript(folder).read_text())))
    return path


def _text(name: str, text: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return make


def _lines(name: str, *records: Any) -> Callable[[Path], Path]:
    return _text(name, gemini_builder.lines(*records).decode())


def _kimi_cli(folder: Path) -> Path:
    (folder / "kimi.json").write_text('{"work_dirs": [{"path": "/x"}, {"path": "/home/ada/engine"}]}')
    return test_kimi_cli.wire(folder, *test_kimi_cli.RECORDS)


def _grok(folder: Path) -> Path:
    about = {"info": {"id": "s-9", "cwd": "/home/ada/engine"}, "generated_title": "A change"}
    return test_grok.history(folder, *test_grok.RECORDS, **about)


def _gptme(folder: Path) -> Path:
    return test_gptme.conversation(folder, *test_gptme.RECORDS)


def _qwen(folder: Path) -> Path:
    chat = test_qwen_code.rewound()
    chat.model("I look.", test_qwen_code.call("read_file", absolute_path="/a"))
    chat.system("ui_telemetry", {"uiEvent": {"input_token_count": 1}})
    return chat.write(folder / "chat.jsonl")


_AIDER = test_aider.History().run().prompt("Add a valve.").answer("I will.").notice("Tokens: 1k sent").text

SAMPLES: dict[str, Callable[[Path], Path]] = {
    "aider": _text(".aider.chat.history.md", _AIDER),
    "chatgpt": _chatgpt,
    "claude-ai": _claude_ai,
    "claude-code": _claude,
    "cline": _cline,
    "cline-history": _cline_history,
    "codex": lambda folder: codex_builder.work().write(folder / "rollout.jsonl"),
    "continue": _continue,
    "copilot-cli": lambda folder: test_copilot_cli.work().write(folder / "events.jsonl"),
    "cursor": lambda folder: cursor_builder.transcript(folder, *test_cursor.TALK),
    "cursor-database": _cursor_database,
    "cursor-store": lambda folder: test_cursor_store.store(folder, *test_cursor_store.TALK),
    "droid": _lines("x.jsonl", *test_droid.RECORDS),
    "gemini-cli": _gemini,
    "gemini-cli-document": _gemini_document,
    "gptme": _gptme,
    "grok": _grok,
    "iflow": lambda folder: test_iflow.session().write(folder / f"{test_iflow.SESSION}.jsonl"),
    "kimi": lambda folder: test_kimi.wire(folder, *test_kimi.RECORDS),
    "kimi-cli": _kimi_cli,
    "llm": _llm,
    "opencode": lambda folder: opencode_builder.write_tree(folder, test_opencode.talk_about_caching())[0],
    "opencode-database": _opencode_database,
    "pi": lambda folder: test_pi.work().write(folder / "s.jsonl"),
    "qwen-code": _qwen,
    "specstory": _text(
        ".specstory/history/x.md", test_specstory.HEAD + test_specstory.ASK + test_specstory.ANSWER
    ),
    "transcript": _transcript,
    "transcript-lines": _transcript_lines,
    "visual-studio-copilot": lambda folder: test_visual_studio_copilot.work().write(folder / "t.jsonl"),
    "vscode-copilot": _vscode,
    "vscode-copilot-journal": _vscode_journal,
}


def changed(path: Path, chance: random.Random) -> Iterator[Path]:
    """Changes one value in one of the files that lie below `path`, again and again; answers which file."""
    files = {file: file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}
    while True:
        file = chance.choice(list(files))
        if files[file].startswith(b"SQLite"):
            _change_row(file, chance)
        else:
            file.write_bytes(_changed_text(files[file], file.suffix, chance))
        yield file
        file.write_bytes(files[file])


def _changed_text(data: bytes, suffix: str, chance: random.Random) -> bytes:
    if suffix not in (".json", ".jsonl"):
        at = chance.randrange(len(data) + 1)
        return (
            data[:at]
            + chance.choice((b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\n\n", b"# " * 99))
            + data[at:]
        )
    lines = data.split(b"\n") if suffix == ".jsonl" else [data]
    number = chance.choice([number for number, line in enumerate(lines) if line.strip()])
    return b"\n".join([*lines[:number], odd(lines[number], chance), *lines[number + 1 :]])


def odd(data: bytes, chance: random.Random) -> bytes:
    """The JSON with one value replaced, at any depth, also inside of JSON that is written as a text."""
    value = [json.loads(data)]
    every = list(places(value))
    holder, key = chance.choice(every)
    inner = holder[key]
    if isinstance(inner, str) and inner[:1] in ("{", "[") and chance.random() < 0.7:
        with suppress(ValueError):
            holder[key] = odd(inner.encode(), chance).decode()
            return json.dumps(value[0]).encode()
    holder[key] = _HERE
    return json.dumps(value[0]).replace(f'"{_HERE}"', chance.choice(_ODD)).encode()


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in range(len(value)) if isinstance(value, list) else value:
        yield value, key
        if isinstance(value[key], list | dict):
            yield from places(value[key])


def _change_row(path: Path, chance: random.Random) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("PRAGMA synchronous = off")
        tables = [name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        cells = [
            (table, column[1], row[0])
            for table in tables
            for column in conn.execute(f"PRAGMA table_info({table})").fetchall()
            for row in conn.execute(f"SELECT rowid FROM {table}").fetchall()
        ]
        table, column, row = chance.choice(cells)
        was = conn.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()[0]
        now: Any = chance.choice((None, 7, 1.5, 1 << 62, b"\xff\x00", "", "x\x00y", "[]", "{"))
        text = was.decode("utf-8", "replace") if isinstance(was, bytes) else was
        if isinstance(text, str) and text[:2] in ("7b", "5b"):
            now = odd(bytes.fromhex(text), chance).hex()
        elif isinstance(text, str) and text[:1] in ("{", "["):
            now = odd(text.encode(), chance).decode()
            now = now.encode() if isinstance(was, bytes) else now
        with suppress(sqlite3.IntegrityError):
            conn.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (now, row))
