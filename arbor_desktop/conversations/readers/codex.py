"""Codex CLI, its editor extension and desktop app: rollouts below `$CODEX_HOME` (default `~/.codex`).

Seen in openai/codex:codex-rs/rollout/src/{recorder,policy}.rs, its mirror just-every/code, and in sessions of
versions 0.39 to 0.146:
- `sessions/YYYY/MM/DD/rollout-<local time>-<uuid>.jsonl`, appended to line by line; archiving moves the file
  to `archived_sessions/`, old ones become `.jsonl.zst`. Keys know neither place nor form, so none doubles.
- A line is `{timestamp, type, payload}` with the types session_meta, turn_context, event_msg, response_item,
  compacted, world_state. Until the middle of 2025 there was no envelope: the first line is `{id, timestamp,
  instructions, git}`, `{"record_type": "state"}` lines stand between the items.
- `history.jsonl` beside the sessions repeats the prompts and is not read.

Every word of a conversation is in a rollout up to three times: as an event (`user_message`,
`agent_message`), as a completed item (`UserMessage`, `AgentMessage`) and as what the model got
(`response_item`). Events and items hold only what was typed or shown, so they are believed once a side has
spoken through them; files that have none, such as old ones, are read from the response items.

A fork's file begins with a copy of the history, written anew: other times, another session (openai/codex:
codex-rs/core/src/session, `InitialHistory::Forked` persists the items as they are and the recorder stamps
them). So neither time nor session is in a turn's key, but the session at the root of the family, the
prompts said before, and the words.

Codex hands the model much in the user's name: its environment, AGENTS.md, skills, notices of other agents.
The tags were seen in openai/codex:codex-rs/protocol/src/protocol.rs and models.rs, and in
kenn-io/agentsview:internal/parser/codex.go. They are matched at the start of a text, so that a prompt which
quotes one is still a prompt. The editor's extension and the desktop app put what they know of the screen in
front of the prompt itself (`# Context from my IDE setup:` … `## My request for Codex:`).
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import zstandard

from arbor_desktop.conversations.model import HEAD_BYTES, Batch, Checkpoint, Role, TurnKind
from arbor_desktop.conversations.readers.base import BatchBuilder, Damaged, DocumentReader, head_of
from arbor_desktop.conversations.readers.json_lines import (
    CHUNK_BYTES,
    JsonLinesReader,
    JsonLog,
    LogFile,
    lines_in,
    taken,
)
from arbor_desktop.conversations.readers.values import (
    PADDING,
    Spoken,
    at,
    embedded,
    first_text,
    mapping,
    number,
    objects,
    sequence,
    text,
    tool_call,
    tool_result,
)

SCOUT_BYTES = 1024 * 1024
"""How far ahead a new file is searched for the events in which its sides speak."""
MAX_FORKS = 16
"""So many forks of forks are followed to where their history was said."""
COPY_SECONDS = 2
"""A copied history is written at once: within so many seconds of the file's first record."""
SEGMENTS = 64
"""How many prompts back a rollback is followed."""
TOOL_SEGMENTS = 8
"""How many prompts back their tool calls are remembered for it."""

RESPONSE, ITEM, EVENT = "response", "item", "event"

_CALLS = frozenset(
    ("function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call")
)
_OUTPUTS = frozenset(("function_call_output", "custom_tool_call_output"))
_SILENT_ITEMS = frozenset(
    (
        "reasoning",
        "ghost_snapshot",
        "compaction",
        "compaction_summary",
        "context_compaction",
        "compaction_trigger",
        "image_generation_call",
        "tool_search_output",
        "agent_message",
        "other",
    )
)
_SILENT = frozenset(("world_state", "inter_agent_communication", "inter_agent_communication_metadata"))
_VOICES = {
    "user_message": Role.USER,
    "UserMessage": Role.USER,
    "agent_message": Role.ASSISTANT,
    "AgentMessage": Role.ASSISTANT,
}
"""Events and completed items in which a side speaks."""
_CWD = re.compile(r"<environment_context>\s*(?:<cwd>|Current working directory:)([^<\n]{1,4096})")


_ID = re.compile(r"[\w-]{8,64}")
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_TYPES = frozenset(("session_meta", "turn_context", "event_msg", "response_item", "compacted", "world_state"))
_LEGACY_TYPES = frozenset(
    ("message", "reasoning", "function_call", "function_call_output", "local_shell_call")
)

History = Callable[[str], Mapping[str, str]]
"""Keys of the turns that the rollout of a session holds, each with the session it was said in."""


class _Log(JsonLog):
    saved = (
        "session", "own", "root", "chain", "counts", "segments", "tools", "shown", "last", "fresh", "total",
        "cwd", "branch", "parent", "subagent", "headless", "started", "forked", "origin",
    )  # fmt: skip

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        stem = path.name.removesuffix(".zst").removesuffix(".jsonl")
        # The session's id in a file's name: `rollout-2026-03-04T05-06-07-<uuid>`.
        self.session = stem[-36:] if stem.startswith("rollout-") and len(stem) > 36 else stem
        self.own = False
        """The file's own session_meta was seen."""
        self.root = self.session
        self.chain = ""
        self.counts: dict[str, int] = {}
        self.segments: list[list[str]] = []
        self.tools: list[list[str]] = []
        self.shown: list[str] = []
        """Roles that speak through events or items in this file."""
        self.last: dict[str, list[str]] = {}
        self.fresh = False
        """Nothing came after the last prompt yet."""
        self.total = [0, 0]
        self.started: int | None = None
        self.forked = False
        self.origin = ""
        """The session this one was forked from."""
        self.history: History = lambda session: {}
        """Is asked for the session that a fork was made of."""
        self._copied: Mapping[str, str] | None = None

    def begin(self, file: LogFile, start: int) -> None:
        if self.complete:
            self.shown = _speaking(head_of(self.path, SCOUT_BYTES))

    def take(self, record: Mapping[str, Any]) -> None:
        payload = record.get("payload")
        if not isinstance(payload, dict):
            self._legacy(record)
            return
        if self.started is None:
            self.started = self.at
        kind = text(record, "type")
        if kind == "session_meta":
            self._meta(payload)
        elif self.subagent and self._is_copied():
            return  # the history of the session that started it
        elif kind == "turn_context":
            self._context(payload)
        elif kind == "event_msg":
            self._event(payload)
        elif kind == "response_item":
            self._item(payload)
        elif kind == "compacted":
            self._say(Role.USER, TurnKind.SUMMARY, text(payload, "message"))
        elif kind not in _SILENT:
            self.out.unknown += 1

    def _is_copied(self) -> bool:
        if not self.forked or self.at is None or self.started is None:
            return False
        return self.at <= self.started + COPY_SECONDS * 1000

    # -- what is known of the session --

    def _meta(self, payload: Mapping[str, Any]) -> None:
        payload = mapping(payload, "meta") or payload
        ident = first_text(payload, ("id", "session_id"))
        if self.own and ident != self.session:
            # A copy of the history begins: the last one named is the root of the family.
            self.forked = True
            if not self.chain:
                self.root = text(payload, "forked_from_id") or ident or self.root
            return
        if not self.own:
            self.session = ident or self.session
            forked_from = text(payload, "forked_from_id")
            self.forked, self.origin = bool(forked_from), forked_from
            self.root = forked_from or self.session
            self.own = True
            self._speaker(payload)
        git = mapping(payload, "git")
        self.cwd = text(payload, "cwd") or self.cwd
        self.branch = text(git, "branch") or self.branch
        self.about(version=text(payload, "cli_version"), originator=text(payload, "originator"))

    def _speaker(self, payload: Mapping[str, Any]) -> None:
        source, originator = payload.get("source"), text(payload, "originator")
        agent = mapping(source).get("subagent", at(source, "sub_agent"))
        self.subagent = agent is not None or payload.get("thread_source") == "subagent"
        if self.subagent:
            spawned = mapping(agent, "thread_spawn")
            self.parent = text(spawned, "parent_thread_id") or text(payload, "parent_thread_id")
            self.headless = not self.parent
        elif source in ("exec", "mcp") or originator == "codex_exec" or "sdk" in originator:
            self.headless = True

    def _context(self, payload: Mapping[str, Any]) -> None:
        self.cwd = text(payload, "cwd") or self.cwd
        self.about(model=text(payload, "model"))

    # -- records --

    def _event(self, payload: Mapping[str, Any]) -> None:
        kind = payload.get("type")
        if kind in ("user_message", "UserMessage"):
            injected = text(payload, "kind") in ("environment_context", "user_instructions")
            self._user(text(payload, "message"), EVENT, injected=injected)
        elif kind in ("agent_message", "AgentMessage"):
            self._assistant(text(payload, "message"), EVENT)
        elif kind == "item_completed":
            self._completed(mapping(payload, "item"))
        elif kind == "token_count":
            self._tokens(mapping(payload, "info"))
        elif kind == "turn_aborted":
            self._interrupt()
        elif kind == "thread_rolled_back":
            self._roll_back(number(payload, "num_turns"))
        elif kind == "thread_name_updated":
            self.about(title=text(payload, "thread_name"))
        elif kind == "patch_apply_end" and payload.get("success") is not False:
            self._edited(mapping(payload, "changes"))

    def _completed(self, item: Mapping[str, Any]) -> None:
        kind = item.get("type")
        words = "\n\n".join(message_texts(item.get("content")))
        if kind == "UserMessage":
            self._user(words, ITEM)
        elif kind == "AgentMessage":
            self._assistant(words, ITEM)
        elif kind == "FileChange":
            self._edited(mapping(item, "changes"))

    def _item(self, payload: Mapping[str, Any]) -> None:
        kind = text(payload, "type") or ("message" if "role" in payload else "")
        if kind == "message":
            self._message(payload)
        elif kind in _CALLS:
            self._say(Role.ASSISTANT, TurnKind.TOOL, call_text(payload), text(payload, "call_id"))
            if text(payload, "name") in ("apply_patch", "shell", "shell_command", "exec_command"):
                self._edited(dict.fromkeys(patched_paths(payload)))
        elif kind in _OUTPUTS:
            ended = output_text(payload.get("output"))
            self._say(Role.USER, TurnKind.TOOL, ended, text(payload, "call_id"))
        elif kind not in _SILENT_ITEMS:
            self.out.unknown += 1

    def _message(self, payload: Mapping[str, Any]) -> None:
        role, texts = payload.get("role"), message_texts(payload.get("content"))
        if role == "assistant":
            self._assistant("\n\n".join(texts), RESPONSE)
        elif role == "user":
            # Instructions and surroundings come as blocks of one message; a prompt is one block.
            for words in texts:
                self._user(words, RESPONSE)
        elif role in ("developer", "system"):
            self._say(Role.USER, TurnKind.INJECTED, "\n\n".join(texts))

    def _legacy(self, record: Mapping[str, Any]) -> None:
        """Take a line without an envelope, as written until the middle of 2025."""
        if "type" in record:
            self._item(record)
        elif text(record, "id") and "timestamp" in record:
            self._meta(record)
        elif "record_type" not in record:
            self.out.unknown += 1

    # -- turns --

    def _user(self, words: str, voice: str, *, injected: bool = False) -> None:
        pieces = prompt_pieces(words, typed=voice != RESPONSE)
        if injected:
            pieces = [piece._replace(kind=TurnKind.INJECTED) for piece in pieces]
        said = next((piece.text for piece in pieces if piece.kind is TurnKind.SAID), None)
        if said is not None and not self._is_new(Role.USER, said, voice):
            return
        for piece in pieces:
            if piece.kind is TurnKind.INTERRUPT:
                self._interrupt()
            else:
                self._say(Role.USER, piece.kind, piece.text)

    def _assistant(self, words: str, voice: str) -> None:
        if words.strip() and self._is_new(Role.ASSISTANT, words, voice):
            self._say(Role.ASSISTANT, TurnKind.SAID, words)

    def _is_new(self, role: Role, words: str, voice: str) -> bool:
        """Return whether these words were not taken yet from another kind of record."""
        shown = voice != RESPONSE
        if role in self.shown and not shown:
            return False
        first_shown = shown and role not in self.shown
        if first_shown:
            self.shown.append(role.value)
        words = _digest(" ".join(words.split()))
        before = self.last.get(role.value)
        if before is not None and before[0] != voice:
            # The first prompt was taken from what the model got, which may hold more than was typed.
            same_prompt = role is Role.USER and self.fresh and first_shown
            if before[1] == words or same_prompt:
                del self.last[role.value]
                return False
        self.last[role.value] = [voice, words]
        return True

    def _interrupt(self) -> None:
        if self.last.get("stop"):
            return  # both an event and a message tell of it
        self._say(Role.USER, TurnKind.INTERRUPT, INTERRUPTED)
        self.last["stop"] = ["1"]

    def _say(self, role: Role, kind: TurnKind, words: str, call: str = "") -> None:
        words = words.strip()
        if not words:
            return
        prompt = kind is TurnKind.SAID and role is Role.USER
        if prompt or role is Role.ASSISTANT:
            self.last.pop("stop", None)
        if kind is TurnKind.INJECTED and not self.cwd and (place := _CWD.match(words)):
            self.cwd = place.group(1).strip()
        key = self._key(role, kind, words, call)
        if prompt:
            self._next_prompt(words)
        elif kind in (TurnKind.SAID, TurnKind.TOOL):
            self.fresh = False
        self._remember(key, kind)
        self.about()
        own, self.session = self.session, self._said_in(key)
        if own != self.session:
            self.out.about(self.session, cwd=self.cwd, branch=self.branch)
        self.add(role, kind, words, key)
        self.session = own

    def _said_in(self, key: str) -> str:
        """Return the session of a turn: that of copied history is the one it was copied from, which may not
        have been read yet."""
        if self.subagent or not self.origin or not self._is_copied():
            return self.session
        if self._copied is None:
            self._copied = self.history(self.origin)
        return self._copied.get(key, self.session)

    def _key(self, role: Role, kind: TurnKind, words: str, call: str) -> str:
        family = f"agent:{self.session}" if self.subagent else self.root
        found = _digest(family, self.chain, role, kind, call, words)
        count = self.counts[found] = self.counts.get(found, 0) + 1
        return f"codex:{found}" if count == 1 else f"codex:{found}:{count}"

    def _next_prompt(self, words: str) -> None:
        self.chain = _digest(self.chain, words)
        self.counts.clear()
        self.fresh = True
        self.segments.append([])
        self.tools.append([])
        del self.segments[:-SEGMENTS], self.tools[:-TOOL_SEGMENTS]

    def _remember(self, key: str, kind: TurnKind) -> None:
        keys = self.tools if kind is TurnKind.TOOL else self.segments
        if keys:
            keys[-1].append(key)

    def _roll_back(self, turns: int) -> None:
        if turns <= 0:
            return
        self.about()
        for kept in (self.segments, self.tools):
            self.out.unsay(self.session, [key for keys in kept[-turns:] for key in keys])
            del kept[-turns:]
        self.last.clear()
        self.fresh = False

    def _edited(self, paths: Mapping[str, Any]) -> None:
        for path in paths:
            self.about()
            self.out.edited(self.session, path)

    def _tokens(self, info: Mapping[str, Any]) -> None:
        """Totals are running sums, repeated at will; what is new is the difference."""
        total = mapping(info, "total_token_usage")
        if not total:
            return
        came = number(total, "input_tokens") - number(total, "cached_input_tokens")
        now = [came, number(total, "output_tokens")]
        before, self.total = self.total, now
        if self._is_copied():
            return
        if now[0] < before[0] or now[1] < before[1]:
            before = now  # the sums began anew
        if now != before:
            self.about()
            self.out.tokens(self.session, now[0] - before[0], now[1] - before[1])


class CodexReader(JsonLinesReader, DocumentReader):
    """Reads rollouts: growing ones from where it stopped, compressed ones whole."""

    source = "codex"
    log = _Log
    above: frozenset[str] = frozenset()
    """The forks that are being read and need to know what this file holds."""

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether the records in `head`, compressed or not, are Codex's."""
        return super().recognises(path, _unpacked_head(head) if head.startswith(_ZSTD_MAGIC) else head)

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        votes = [vote for vote in map(_is_ours, records) if vote is not None]
        if votes:
            return sum(votes) * 2 > len(votes)
        # A first record longer than the head: it carries the instructions of the model.
        first = head.partition(b"\n")[0]
        return b'"type":"session_meta"' in first and b'"payload"' in first

    def open(self, path: Path) -> _Log:
        log = _Log(path, self.source)
        log.history = partial(_history, path, self.above)
        return log

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        packed = head_of(path, len(_ZSTD_MAGIC)) == _ZSTD_MAGIC
        return (DocumentReader if packed else JsonLinesReader).read(self, path, since)

    def take(self, path: Path, out: BatchBuilder) -> Iterator[None]:
        """Take a compressed rollout."""
        log = self.open(path)
        log.out = out
        with _unpacked(path) as stream:
            log.shown = _speaking(next(_chunks(stream, SCOUT_BYTES), b""))
        with _unpacked(path) as stream:
            # Nothing is added to such a file: its last line ends where the file does.
            yield from taken(log, lines_in(chain(_chunks(stream), (b"\n",))))


def _digest(*parts: str) -> str:
    hashed = hashlib.blake2b("\0".join(parts).encode("utf-8", "replace"), digest_size=12)
    return base64.urlsafe_b64encode(hashed.digest()).decode()


def _history(fork: Path, above: frozenset[str], session: str) -> dict[str, str]:
    """Return the turns in the rollout of `session`, which `fork` was made of, by key: the session of each.

    Empty where the rollout is gone, or can't be read. `above` are the sessions on the way here.
    """
    found = None if session in above or len(above) >= MAX_FORKS else _rollout_of(fork, session)
    if found is None:
        return {}
    reader = CodexReader()
    reader.above = above | {session}
    try:
        return {
            turn.key: part.session_id
            for batch in reader.read(found, None)
            for part in batch.sessions
            if part.parent_session_id is None
            for turn in part.turns
        }
    except OSError:  # gone or half packed: the copies count as the fork's own
        return {}


def _rollout_of(fork: Path, session: str) -> Path | None:
    """Return the file of a session, beside the fork's or anywhere in the same home of Codex."""
    if not _ID.fullmatch(session):
        return None
    home = next((p.parent for p in fork.parents if p.name in ("sessions", "archived_sessions")), None)
    places = [(fork.parent, "")]
    if home is not None:
        places += [(home / "sessions", "*/*/*/"), (home / "archived_sessions", "")]
    for folder, below in places:
        for found in sorted(folder.glob(f"{below}rollout-*{session}.jsonl*")):
            if found != fork and found.name.endswith((".jsonl", ".jsonl.zst")):
                return found
    return None


def _speaking(start: bytes) -> list[str]:
    """Return the roles that speak through events or completed items in the start of a file."""
    found: set[str] = set()
    for line in start.split(b"\n"):
        if b'"event_msg"' not in line:
            continue
        for record in objects(line.strip(PADDING)) or ():
            kind = at(record, "payload", "type")
            if kind == "item_completed":
                kind = at(record, "payload", "item", "type")
            if record.get("type") == "event_msg" and isinstance(kind, str) and kind in _VOICES:
                found.add(_VOICES[kind].value)
    return sorted(found)


def _is_ours(record: Mapping[str, Any]) -> bool | None:
    """Return a vote on one record; None where it can't be told."""
    if "payload" in record:
        known = text(record, "type") in _TYPES and "timestamp" in record
        return known and isinstance(record["payload"], dict)
    if record.get("record_type") == "state":
        return True
    if "type" not in record:
        return isinstance(record.get("id"), str) and "timestamp" in record and "instructions" in record
    return None if text(record, "type") in _LEGACY_TYPES else False


def _unpacked_head(head: bytes) -> bytes:
    try:
        return zstandard.ZstdDecompressor().decompressobj().decompress(head)[:HEAD_BYTES]
    except zstandard.ZstdError:
        return b""


def _unpacked(path: Path) -> Any:
    return zstandard.ZstdDecompressor().stream_reader(path.open("rb"), read_across_frames=True, closefd=True)


def _chunks(stream: Any, size: int = CHUNK_BYTES) -> Iterator[bytes]:
    try:
        while chunk := stream.read(size):
            yield chunk
    except zstandard.ZstdError as error:
        raise Damaged(f"The file can't be unpacked ({error}).") from error


# -- who is speaking --

INTERRUPTED = "Turn interrupted"

_REQUEST = re.compile(r"^## My request for Codex:[ \t]*", re.MULTILINE)
_INJECTED_TAG = re.compile(
    r"<(?:environment_context|user_instructions|INSTRUCTIONS|subagent_notification|skills?|skills_instructions"
    r"|recommended_plugins|plugins_instructions|goal_context|codex_internal_context|permissions instructions"
    r"|collaboration_mode|apps_instructions|personality_spec|model_switch|hook_prompt|user_action"
    r"|system-reminder|agent_message|external_links|realtime_conversation|token_budget)[\s>]"
)
_INJECTED_STARTS = (
    "# AGENTS.md instructions",
    "PLEASE IMPLEMENT THIS PLAN:",
    "A previous agent produced the plan below",
)
_SUMMARY_STARTS = ("Another language model started to solve this problem and produced a summary",)
_WRAPPED = re.compile(r"<([A-Za-z][\w-]{0,60})(?:\s[^<>]{0,200})?>.*</\1>\s*", re.DOTALL)
_IMAGE_MARK = re.compile(r"\s*</?image(?:\s[^<>]{0,400})?>\s*")
_PATCHED = re.compile(
    r"^\*\*\* (?:Add|Update|Delete) File: (.+?)\s*$|^\*\*\* Move to: (.+?)\s*$", re.MULTILINE
)
_EXIT = re.compile(
    r"(?:Exit code:|Process exited with code|exit(?:ed with)? code:?)\s*(-?\d+)", re.IGNORECASE
)
_TARGETS = ("path", "file_path", "query", "url", "message", "prompt", "chars", "explanation", "target")
_EXIT_CHARS = 400
"""A tool says how it ended in its first lines; further down it would be the output's own words."""


def prompt_pieces(words: str, *, typed: bool) -> list[Spoken]:
    """Split a text in the user's name into what it really is.

    `typed`: it comes from a record of what the person sent, not of what the model got; only there a text that
    is one element from end to end may be a prompt.
    """
    words = words.strip()
    if not words:
        return []
    if words.startswith(("# ", "## My request for Codex:")) and (found := list(_REQUEST.finditer(words))):
        context, request = words[: found[-1].start()].strip(), words[found[-1].end() :].strip()
        pieces = [Spoken(Role.USER, TurnKind.INJECTED, context)] if context else []
        return [*pieces, *prompt_pieces(request, typed=typed)] if request else pieces
    return [_classify(words, typed)]


def _classify(words: str, typed: bool) -> Spoken:
    if words.startswith("<turn_aborted>"):
        return Spoken(Role.USER, TurnKind.INTERRUPT, INTERRUPTED)
    if words.startswith("<user_shell_command>"):
        return Spoken(Role.USER, TurnKind.COMMAND, _shell_command(words))
    if words.startswith(_SUMMARY_STARTS):
        return Spoken(Role.USER, TurnKind.SUMMARY, words)
    if words.startswith(_INJECTED_STARTS) or _INJECTED_TAG.match(words):
        return Spoken(Role.USER, TurnKind.INJECTED, words)
    if words.startswith("# Context from my IDE setup:"):
        return Spoken(Role.USER, TurnKind.INJECTED, words)
    if not typed and _WRAPPED.fullmatch(words):
        return Spoken(Role.USER, TurnKind.INJECTED, words)
    return Spoken(Role.USER, TurnKind.SAID, words)


def _shell_command(words: str) -> str:
    command, result = _inside(words, "command"), _inside(words, "result")
    return f"!{command}\n{tool_result(result, failed=_failed(result))}".strip() if result else f"!{command}"


def _inside(words: str, tag: str) -> str:
    start = words.find(f"<{tag}>")
    end = words.rfind(f"</{tag}>")
    return words[start + len(tag) + 2 : end].strip() if 0 <= start < end else ""


def message_texts(content: Any) -> list[str]:
    """Return the texts of a message's content, without the marks that stand for pictures."""
    if isinstance(content, str):
        return [content] if content.strip() else []
    found = []
    for block in sequence(content):
        words = first_text(mapping(block), ("text", "Text"))
        if words.strip() and not _IMAGE_MARK.fullmatch(words):
            found.append(words)
    return found


def call_text(payload: Any) -> str:
    """Return the text of a tool turn for any kind of call item."""
    kind = text(payload, "type")
    if kind == "local_shell_call":
        return tool_call("shell", _command(at(payload, "action", "command")))
    if kind == "web_search_call":
        action = mapping(payload, "action")
        return tool_call("web_search", first_text(action, ("query", "url", "pattern")))
    name = text(payload, "name") or kind.removesuffix("_call")
    arguments = _arguments(payload)
    if isinstance(arguments, str):
        return tool_call(name, "\n".join(patched_paths(payload)) or arguments)
    return tool_call(name, _target(arguments) or "\n".join(patched_paths(payload)))


def patched_paths(payload: Any) -> list[str]:
    """Return the files that a call of `apply_patch`, direct or through a shell, names."""
    raw = payload.get("input") or payload.get("arguments")
    if isinstance(raw, dict):
        raw = raw.get("patch") or raw.get("input") or raw.get("command")
    arguments = _arguments(payload)
    if isinstance(raw, str) and isinstance(arguments, dict):
        raw = arguments.get("input") or arguments.get("patch") or arguments.get("command")
    if isinstance(raw, list):
        raw = "\n".join(part for part in raw if isinstance(part, str))
    if not isinstance(raw, str) or "*** Begin Patch" not in raw:
        return []
    return list(dict.fromkeys(old or new for old, new in _PATCHED.findall(raw)))


def output_text(output: Any) -> str:
    """Return the text of a tool turn for a result: its state and the end of its output."""
    if isinstance(output, str):
        decoded = embedded(output) if output.lstrip().startswith("{") else None
        if isinstance(decoded, dict) and isinstance(decoded.get("output"), str):
            code = at(decoded, "metadata", "exit_code")
            return tool_result(decoded["output"], failed=isinstance(code, int) and code != 0)
        return tool_result(output, failed=_failed(output))
    failed = at(output, "success") is False
    if isinstance(output, dict):
        inner = output.get("content")
        words = [inner] if isinstance(inner, str) else message_texts(inner if inner is not None else [output])
    else:
        words = message_texts(output)
    joined = "\n".join(words)
    return tool_result(joined, failed=failed or _failed(joined))


def _failed(output: str) -> bool:
    found = _EXIT.search(output[:_EXIT_CHARS])
    return found is not None and found.group(1) != "0"


def _arguments(payload: Any) -> Any:
    """Return the arguments, which are JSON in a string; a custom tool's input is text as it is."""
    raw = payload.get("arguments", payload.get("input"))
    if isinstance(raw, str):
        decoded = embedded(raw) if raw.lstrip().startswith("{") else None
        return decoded if isinstance(decoded, dict) else raw
    return mapping(raw)


def _target(arguments: Any) -> str:
    """Return the argument that says most: the command, the file, the question."""
    return (
        _command(arguments.get("command"))
        or _command(arguments.get("cmd"))
        or first_text(arguments, _TARGETS)
    )


def _command(command: Any) -> str:
    if isinstance(command, list):
        parts = [part for part in command if isinstance(part, str)]
        if len(parts) == 3 and parts[1] in ("-lc", "-c", "-Command"):
            return parts[2]
        return " ".join(parts)
    return text(command)
