"""Assistants at work: how each kind of program writes its conversations, step by step, as a story.

After every step a reader may look, so what lies on the disk then is what a program leaves between two of its
writes: torn lines, files of a task in odd order, rows that are in a database's log only. At its end, a story
tells what was said: that, and nothing else, must be found however often one looked meanwhile.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import zstandard

from tests.reliability.sessions import Session, ident

Json = dict[str, Any]
Talks = list[tuple[str, list[str]]]
"""(source, what was said in one conversation, in order)."""
START = datetime(2025, 11, 3, 9, 0, tzinfo=UTC)
RULE = "Always run {0} before you commit anything in this repository."
HABIT = "From now on, use {0} for all new services of this project."


@dataclass
class Person:
    """A home folder with assistants in it. `writers` are databases that a program has open."""

    home: Path
    writers: list[sqlite3.Connection] = field(default_factory=list)
    _kept: dict[int, int] = field(default_factory=dict)
    """inode → descriptor of the files of databases: a process that closes one drops its locks (POSIX)."""

    @property
    def project(self) -> Path:
        """Where the person works."""
        folder = self.home / "work" / "kiln"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def connect(self, path: Path) -> sqlite3.Connection:
        """Opens a database as a program does that keeps a log and empties it when it likes."""
        path.parent.mkdir(parents=True, exist_ok=True)
        conn = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode = wal", "wal_autocheckpoint = 0", "synchronous = off"):
            conn.execute(f"PRAGMA {pragma}").fetchall()
        self.writers.append(conn)
        return conn

    def leave(self) -> None:
        """Ends the programs."""
        for conn in self.writers:
            conn.close()
        self.writers.clear()
        for descriptor in self._kept.values():
            os.close(descriptor)
        self._kept.clear()

    def fingerprint(self) -> dict[str, tuple[int, int, bytes]]:
        """(mode, time of the last change, bytes) of everything below the home, by its path."""
        found = {}
        for here, folders, names in os.walk(self.home):
            for name in (*folders, *names):
                path = Path(here, name)
                stat = path.lstat()
                data = b"" if name in folders or path.is_symlink() else self._bytes(path, stat)
                found[str(path)] = (stat.st_mode, stat.st_mtime_ns, data)
        return found

    def _bytes(self, path: Path, stat: os.stat_result) -> bytes:
        if ".db" not in path.name:
            return path.read_bytes()
        if stat.st_ino not in self._kept:
            self._kept[stat.st_ino] = os.open(path, os.O_RDONLY)
        return os.pread(self._kept[stat.st_ino], stat.st_size, 0)


Story = Callable[[Person, Talks], Iterator[None]]
"""Writes; yields wherever somebody may look; puts what was said into the list."""


def when(number: int) -> str:
    return (START + timedelta(seconds=number)).isoformat().replace("+00:00", "Z")


def put(path: Path, data: bytes | str | Json | list[Any]) -> Path:
    """Writes a file the careful way: beside it, then over it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_bytes(as_bytes(data))
    temporary.replace(path)
    return path


def overwrite(path: Path, data: bytes | str | Json | list[Any]) -> Path:
    """Writes a file in its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_bytes(data))
    return path


def add(path: Path, data: bytes | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.write(as_bytes(data))


def as_bytes(data: bytes | str | Json | list[Any]) -> bytes:
    if isinstance(data, bytes):
        return data
    return data.encode() if isinstance(data, str) else json.dumps(data).encode()


def torn(path: Path, data: bytes, *cuts: int) -> Iterator[None]:
    """Appends `data` in pieces; negative cuts count from its end."""
    places = [0, *sorted(cut % len(data) for cut in cuts), len(data)]
    for first, last in pairwise(places):
        add(path, data[first:last])
        yield


def line(*records: Json) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


# -- logs that grow --


def claude_code(person: Person, talks: Talks) -> Iterator[None]:
    """A session that is resumed in another file and taken back a step."""
    folder = person.home / ".claude" / "projects"
    session = Session("claude", str(person.project))
    said = [RULE.format("ruff"), "Ruff runs first from now on."]
    session.say(said[0]).reply(said[1])
    path = session.path(folder)
    yield from torn(path, session.lines(), 40, -30)
    resumed = session.resumed("claude-again")
    more = [HABIT.format("httpx"), "Httpx it is for the new ones."]
    resumed.say("Use requests everywhere, always and in all files.").reply("Requests it is.")
    yield from torn(resumed.path(folder), resumed.lines(), -80)
    written = len(resumed.records)
    resumed.rewind(2).say(more[0]).reply(more[1])
    add(resumed.path(folder), resumed.lines(written))
    yield
    talks += [("claude-code", said), ("claude-code", more)]


def codex(person: Person, talks: Talks) -> Iterator[None]:
    """A rollout that is torn, rolled back, forked, archived and packed."""
    log = _Rollout("codex", person.project)
    log.record("session_meta", log.meta())
    log.user(RULE.format("mypy")).answer("Mypy runs before each commit.")
    yield from torn(log.path(person), log.lines(), 100, -150, -1)
    log.user("Always write tabs into the Makefile, everywhere.").answer("Tabs everywhere.")
    add(log.path(person), log.lines())
    yield
    log.event("thread_rolled_back", num_turns=1)
    log.user(HABIT.format("redis")).answer("Redis for the new services.")
    yield from torn(log.path(person), log.lines(), -60)
    fork = log.forked("codex-fork")
    fork.user("Never call podman from the request handlers.").answer("No podman there.")
    yield from torn(fork.path(person), fork.lines(), -200)
    log.user("We use caddy in production, pinned to a version.").answer("Caddy stays pinned.")
    add(log.path(person), log.lines())
    yield
    archive = person.home / ".codex" / "archived_sessions" / log.path(person).name
    archive.parent.mkdir(parents=True, exist_ok=True)
    log.path(person).rename(archive)
    yield
    packed = zstandard.ZstdCompressor().compress(archive.read_bytes())
    small = archive.with_name(f"{archive.name}.zst")
    yield from torn(small, packed, len(packed) // 2)
    archive.unlink()
    yield
    said = [RULE.format("mypy"), "Mypy runs before each commit.", HABIT.format("redis"),
            "Redis for the new services.", "We use caddy in production, pinned to a version.",
            "Caddy stays pinned."]  # fmt: skip
    talks += [
        ("codex", said),
        ("codex", ["Never call podman from the request handlers.", "No podman there."]),
    ]


class _Rollout:
    def __init__(self, name: str, cwd: Path, seconds: int = 0) -> None:
        self.id = ident("codex", name)
        self.cwd = str(cwd)
        self.seconds = seconds
        self.records: list[Json] = []
        self._written = 0

    def meta(self, **more: Any) -> Json:
        return {"id": self.id, "cwd": self.cwd, "originator": "codex_cli_rs", "cli_version": "0.140.0",
                "source": "cli", **more}  # fmt: skip

    def record(self, kind: str, payload: Json) -> _Rollout:
        self.seconds += 5
        self.records.append({"timestamp": when(self.seconds), "type": kind, "payload": payload})
        return self

    def event(self, kind: str, **more: Any) -> _Rollout:
        return self.record("event_msg", {"type": kind, **more})

    def item(self, role: str, words: str) -> _Rollout:
        kind = "output_text" if role == "assistant" else "input_text"
        content = [{"type": kind, "text": words}]
        return self.record("response_item", {"type": "message", "role": role, "content": content})

    def user(self, words: str) -> _Rollout:
        return self.item("user", words).event("user_message", message=words, images=[])

    def answer(self, words: str) -> _Rollout:
        return self.event("agent_message", message=words).item("assistant", words)

    def forked(self, name: str) -> _Rollout:
        copy = _Rollout(name, Path(self.cwd), self.seconds + 3600)
        copy.record("session_meta", copy.meta(forked_from_id=self.id))
        stamp = copy.records[0]["timestamp"]
        copy.records += [{**record, "timestamp": stamp} for record in self.records]
        copy.seconds += 3600
        return copy

    def lines(self) -> bytes:
        """What was not written yet."""
        new, self._written = self.records[self._written :], len(self.records)
        return line(*new)

    def path(self, person: Person) -> Path:
        folder = person.home / ".codex" / "sessions" / "2025" / "11" / "03"
        return folder / f"rollout-2025-11-03T09-00-00-{self.id}.jsonl"


def gemini(person: Person, talks: Talks) -> Iterator[None]:
    """A log in which messages are written again and taken back; an old document, resumed as a log."""
    chats = person.home / ".gemini" / "tmp" / "kiln" / "chats"
    log = chats / "session-2025-11-03T09-00-aaaaaaaa.jsonl"
    head = {"sessionId": ident("gemini"), "projectHash": "ab" * 32, "startTime": when(0), "kind": "main"}
    said = [RULE.format("vitest"), "Vitest runs first."]
    yield from torn(log, line(head, _gemini(1, "user", said[0])), 60, -20)
    yield from torn(log, line(_gemini(2, "gemini", said[1])), -9)
    call = {"id": "c", "name": "run_shell_command", "args": {"command": "vitest"}, "status": "success",
            "result": []}  # fmt: skip
    again = [_gemini(2, "gemini", said[1], toolCalls=[call]), {"$set": {"lastUpdated": when(9)}}]
    add(log, line(*again))
    yield
    add(
        log, line(_gemini(3, "user", "Always use jest, in each project."), _gemini(4, "gemini", "Jest then."))
    )
    yield
    more = [HABIT.format("polars"), "Polars from now on."]
    add(log, line({"$rewindTo": ident("gemini", 3)}, _gemini(5, "user", more[0])))
    yield
    add(log, line(_gemini(6, "gemini", more[1])))
    yield
    talks.append(("gemini-cli", said + more))


def gemini_document(person: Person, talks: Talks) -> Iterator[None]:
    chats = person.home / ".gemini" / "tmp" / ("cd" * 32) / "chats"
    path = chats / "session-2025-11-03T08-00-bbbbbbbb.json"
    head = {"sessionId": ident("gemini-old"), "projectHash": "cd" * 32, "startTime": when(0)}
    said = [HABIT.format("alembic"), "Alembic it is."]
    messages = [_gemini(11, "user", said[0])]
    whole = as_bytes({**head, "lastUpdated": when(1), "messages": messages})
    for data in (whole[: len(whole) // 2], whole):
        overwrite(path, data)
        yield
    messages.append(_gemini(12, "gemini", said[1]))
    put(path, {**head, "lastUpdated": when(2), "messages": messages})
    yield
    log = path.with_suffix(".jsonl")  # resumed by a newer version
    overwrite(log, line({**head, "kind": "main"}, *messages))
    yield
    more = ["Never use tabs in the Makefile of this project.", "No tabs there."]
    yield from torn(log, line(_gemini(13, "user", more[0]), _gemini(14, "gemini", more[1])), 30)
    talks.append(("gemini-cli", said + more))


def _gemini(number: int, kind: str, content: Any, **more: Any) -> Json:
    return {
        "id": ident("gemini", number),
        "timestamp": when(number),
        "type": kind,
        "content": content,
        **more,
    }


def aider(person: Person, talks: Talks) -> Iterator[None]:
    """A history that is known only once another assistant told of the project."""
    path = person.project / ".aider.chat.history.md"
    said = ["I prefer podman over everything else for this work.", "Podman it is, in all of\n\nthe files."]
    add(path, f"\n# aider chat started at 2025-11-03 09:00:00\n\n> Aider v0.86.1  \n\n#### {said[0]}  \n")
    yield
    yield from torn(path, f"\n{said[1]}\n\n".encode(), 12, -20)
    add(path, "> Tokens: 3.1k sent, 200 received.  \n")
    yield
    more = ["We decided to go with caddy because nginx was too slow.", "Caddy then."]
    add(path, f"\n# aider chat started at 2025-11-03 10:00:00\n\n#### {more[0]}  \n")
    yield
    add(path, f"\n{more[1]}\n\n")
    yield
    talks += [("aider", said), ("aider", more)]


# -- documents that are written anew --


def cline(person: Person, talks: Talks) -> Iterator[None]:
    """A task whose files come in odd order, half written, and whose last prompt is edited."""
    folder = person.home / ".cline" / "data" / "tasks" / "1762160400000"
    shown, sent = folder / "ui_messages.json", folder / "api_conversation_history.json"
    said = [RULE.format("alembic"), "Alembic runs before the commit.", HABIT.format("caddy"), "Caddy then."]
    environment = (
        f"<environment_details>\n# Current Working Directory ({person.project}) Files\n</environment_details>"
    )
    api = [
        {"role": "user", "content": [{"type": "text", "text": f"<task>\n{said[0]}\n</task>"},
                                     {"type": "text", "text": environment}]},
        {"role": "assistant", "content": [{"type": "text", "text": said[1]}]},
    ]  # fmt: skip
    overwrite(sent, api[:1])
    yield
    ui = [_cline(1, "say", "task", said[0]), _cline(2, "say", "text", "Alembic", partial=True)]
    whole = as_bytes(ui)
    for data in (whole[:50], whole):
        overwrite(shown, data)
        yield
    ui[1] = _cline(2, "say", "text", said[1])
    put(folder / "task_metadata.json", {"model_usage": [{"model_id": "m"}]})
    put(shown, ui)
    overwrite(sent, as_bytes(api)[:80])
    yield
    overwrite(sent, api)
    edited = [_cline(3, "say", "user_feedback", "Always use nginx for each of the services.")]
    put(shown, [*ui, *edited, _cline(4, "say", "text", "Nginx then.")])
    yield
    put(shown, ui)  # the person goes back to the point before
    yield
    ui += [_cline(5, "say", "user_feedback", said[2]), _cline(6, "say", "text", said[3])]
    put(shown, ui)
    yield
    talks.append(("cline", said))


def _cline(number: int, kind: str, what: str, words: str, **more: Any) -> Json:
    return {"ts": 1762160400000 + number, "type": kind, kind: what, "text": words, **more}


def continue_dev(person: Person, talks: Talks) -> Iterator[None]:
    """A session whose answer grows, and whose first prompt is edited."""
    path = person.home / ".continue" / "sessions" / f"{ident('continue')}.json"
    said = [HABIT.format("ruff"), "Ruff it is from now on."]
    for history in (
        ["We use flake in production, for all of the code."],
        ["We use flake in production, for all of the code.", "Flake, yes."],
        said[:1],
        [said[0], "Ruff it"],
        said,
    ):
        whole = as_bytes(chat_of_continue(path.stem, person.project, history))
        overwrite(path, whole[:-30])
        yield
        overwrite(path, whole)
        yield
    put(path.parent / "sessions.json", [{"sessionId": path.stem, "dateCreated": "1762160400000"}])
    yield
    talks.append(("continue", said))


def chat_of_continue(session: str, folder: Path, history: list[str]) -> Json:
    items = [
        {"message": {"role": "assistant" if number % 2 else "user", "content": words}, "contextItems": []}
        for number, words in enumerate(history)
    ]
    return {
        "sessionId": session,
        "title": "New Session",
        "workspaceDirectory": folder.as_uri(),
        "history": items,
    }


# -- trees and databases --


def opencode_tree(person: Person, talks: Talks) -> Iterator[None]:
    """Parts that are written anew while an answer streams; an undo that is undone, and one that is not."""
    session = TreeOfOpenCode(person)
    said = [RULE.format("polars"), "Polars runs before the commit, always and everywhere."]
    session.message(1, "user")
    yield
    session.part(1, 1, said[0])
    session.write()
    yield
    session.message(2, "assistant")
    for end in (6, 20, len(said[1])):
        session.part(2, 1, said[1][:end])
        yield
    session.message(2, "assistant", done=True)
    session.write()
    yield
    more = ["Never call redis from the request handlers.", "No redis there."]
    for number, words in enumerate(more, 3):
        session.message(number, "assistant" if number % 2 == 0 else "user", done=True)
        session.part(number, 1, words)
    session.write(title="Checks of the kiln")
    yield
    session.write(revert={"messageID": session.id_of("msg", 3)}, title="Checks of the kiln, undone")
    yield
    session.write(title="Checks of the kiln, done again")
    yield
    session.write(revert={"messageID": session.id_of("msg", 3)}, title="Checks of the kiln, undone again")
    yield
    for number in (3, 4):
        session.remove(number)
    last = [HABIT.format("vitest"), "Vitest then."]
    for number, words in enumerate(last, 5):
        session.message(number, "user" if number % 2 else "assistant", done=True)
        session.part(number, 1, words)
    session.write(title="Checks")
    yield
    talks.append(("opencode", said + last))


class TreeOfOpenCode:
    """A session of OpenCode as a tree of files; each method writes one of them."""

    def __init__(self, person: Person, session: str = "ses_tree") -> None:
        self.storage = person.home / ".local" / "share" / "opencode" / "storage"
        self.session, self.directory = session, str(person.project)
        self._updated = count(1762160400000, 1000)

    def id_of(self, kind: str, number: int) -> str:
        return f"{kind}_{self.session[4:]}_{number:04}"

    def write(self, **more: Any) -> None:
        time = {"created": 1762160400000, "updated": next(self._updated)}
        record = {"id": self.session, "version": "1.0.1", "projectID": "prj", "title": "Kiln"}
        record |= {"directory": self.directory, "time": time, **more}
        overwrite(self.storage / "session" / "prj" / f"{self.session}.json", record)

    def message(self, number: int, role: str, *, done: bool = False) -> None:
        time = {"created": 1762160400000 + number * 1000} | (
            {"completed": 1762160400900 + number * 1000} if done else {}
        )
        record = {"id": self.id_of("msg", number), "sessionID": self.session, "role": role, "time": time}
        put(self.storage / "message" / self.session / f"{record['id']}.json", record)

    def part(self, number: int, place: int, words: str) -> None:
        message = self.id_of("msg", number)
        record = {"id": f"prt_{message}_{place}", "sessionID": self.session, "messageID": message,
                  "type": "text", "text": words}  # fmt: skip
        overwrite(self.storage / "part" / message / f"{record['id']}.json", record)

    def remove(self, number: int) -> None:
        message = self.id_of("msg", number)
        (self.storage / "message" / self.session / f"{message}.json").unlink()
        for part in (self.storage / "part" / message).iterdir():
            part.unlink()


OPENCODE = """
CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, slug TEXT, directory TEXT,
    title TEXT, version TEXT, revert TEXT, time_created INTEGER, time_updated INTEGER);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER,
    data TEXT);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER,
    time_updated INTEGER, data TEXT);
"""


def opencode_database(person: Person, talks: Talks) -> Iterator[None]:
    """Rows that are in the log only; the log is emptied; its owner leaves and comes back."""
    path = person.home / ".local" / "share" / "opencode" / "opencode.db"
    conn = person.connect(path)
    yield
    conn.executescript(OPENCODE)
    yield
    said = [
        HABIT.format("podman"),
        "Podman for the new services, all of them.",
        RULE.format("caddy"),
        "Caddy runs first.",
    ]
    time = count(1762170000000, 1000)
    conn.execute(
        "INSERT INTO session VALUES ('ses_db', 'prj', NULL, 's', ?, 'Kiln', '1.2', NULL, 1762170000000, ?)",
        (str(person.project), next(time)),
    )
    _opencode_rows(conn, 1, "user", said[0], next(time))
    yield
    for end in (4, 19, len(said[1])):
        _opencode_rows(conn, 2, "assistant", said[1][:end], next(time), done=end == len(said[1]))
        yield
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    yield
    conn.execute("BEGIN IMMEDIATE")
    _opencode_rows(conn, 3, "user", said[2], next(time))
    yield  # nobody may see this yet
    conn.execute("COMMIT")
    yield
    conn.close()
    person.writers.remove(conn)
    yield
    conn = person.connect(path)
    _opencode_rows(conn, 4, "assistant", said[3], next(time), done=True)
    yield
    talks.append(("opencode", said))


def _opencode_rows(
    conn: sqlite3.Connection, number: int, role: str, words: str, now: int, *, done: bool = False
) -> None:
    message, created = f"msg_db_{number:04}", 1762170000000 + number * 1000
    info: Json = {"role": role, "time": {"created": created}}
    if done:
        info["time"]["completed"] = created + 900
    for table, row, data in (
        ("message", (message, "ses_db"), info),
        ("part", (f"prt_db_{number:04}", message, "ses_db"), {"type": "text", "text": words}),
    ):
        marks = ",".join("?" * (len(row) + 3))
        conn.execute(
            f"INSERT INTO {table} VALUES ({marks}) ON CONFLICT (id) DO UPDATE SET data = excluded.data, "
            "time_updated = excluded.time_updated",
            (*row, created, now, json.dumps(data)),
        )
    conn.execute("UPDATE session SET time_updated = ?", (now,))


LLM = """
CREATE TABLE _llm_migrations (name TEXT PRIMARY KEY, applied_at TEXT);
CREATE TABLE conversations (id TEXT PRIMARY KEY, name TEXT, model TEXT);
CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, system TEXT, response TEXT,
    conversation_id TEXT, datetime_utc TEXT, input_tokens INTEGER, output_tokens INTEGER);
"""


def llm(person: Person, talks: Talks) -> Iterator[None]:
    """A program that runs for each prompt anew, beside one that keeps the database open."""
    path = person.home / ".config" / "io.datasette.llm" / "logs.db"
    conn = person.connect(path)
    conn.executescript(LLM)
    yield
    said = [RULE.format("redis"), "Redis first.", HABIT.format("mypy"), "Mypy it is."]
    for number in (0, 2):
        conn.execute("INSERT OR IGNORE INTO conversations VALUES ('c1', 'Checks', 'm')")
        conn.execute(
            "INSERT INTO responses VALUES (?, 'm', ?, NULL, ?, 'c1', ?, 3, 4)",
            (f"r{number}", said[number], said[number + 1], when(number)),
        )
        yield
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    yield
    other = ["We use vitest in production, pinned to a minor version.", "Vitest stays pinned."]
    conn.execute("INSERT INTO conversations VALUES ('c2', 'Pins', 'm')")
    conn.execute("INSERT INTO responses VALUES ('r9', 'm', ?, NULL, ?, 'c2', ?, 3, 4)", (*other, when(90)))
    yield
    talks += [("llm", said), ("llm", other)]


# -- exports --


def exported(folder: Path, name: str, talks: list[tuple[str, list[str]]]) -> Path:
    """An export of ChatGPT with these (id, what was said) conversations."""
    conversations = [_chat(session, said) for session, said in talks]
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps(conversations))
        archive.writestr("user.json", "{}")
    return path


def _chat(session: str, said: list[str]) -> Json:
    nodes: Json = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    above = "root"
    for number, words in enumerate(said):
        name = ident(session, number, words)
        message = {
            "id": name, "author": {"role": "assistant" if number % 2 else "user", "metadata": {}},
            "create_time": 1762160400.5 + number, "content": {"content_type": "text", "parts": [words]},
            "status": "finished_successfully", "weight": 1.0, "metadata": {}, "recipient": "all",
        }  # fmt: skip
        nodes[name] = {"id": name, "message": message, "parent": above, "children": []}
        nodes[above]["children"].append(name)
        above = name
    return {"title": "Kiln", "create_time": 1762160400.5, "update_time": 1762160900.5, "mapping": nodes,
            "current_node": above, "conversation_id": session, "id": session}  # fmt: skip


STORIES: dict[str, Story] = {
    story.__name__: story
    for story in (
        claude_code, codex, gemini, gemini_document, aider, cline, continue_dev, opencode_tree,
        opencode_database, llm,
    )
}  # fmt: skip
SOURCES = ("claude-code", "codex", "gemini-cli", "aider", "cline", "continue", "opencode", "llm")


def told(person: Person, *names: str) -> Talks:
    """Lets the stories (by default all) happen one after the other; answers what was said in them."""
    talks: Talks = []
    for name in names or STORIES:
        for _ in STORIES[name](person, talks):
            pass
    return talks
