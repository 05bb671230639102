"""Follows a Codex rollout line by line: which words are turns, what takes them back, whose they are.

Every word of a conversation is in a rollout up to three times: as an event (`user_message`,
`agent_message`), as a completed item (`UserMessage`, `AgentMessage`) and as what the model got
(`response_item`). Events and items hold only what was typed or shown, so they are believed once a side has
spoken through them; files that have none, such as old ones, are read from the response items.

A fork's file begins with a copy of the history, written anew: other times, another session (openai/codex:
codex-rs/core/src/session, `InitialHistory::Forked` persists the items as they are and the recorder stamps
them). So neither time nor session is in a turn's key, but the session at the root of the family, the
prompts said before, and the words.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.codex_speaker import (
    INTERRUPTED,
    call_text,
    message_texts,
    output_text,
    patched_paths,
    prompt_pieces,
)
from arbor_desktop.conversations.readers.gathering import Gathering
from arbor_desktop.conversations.readers.growing import State
from arbor_desktop.conversations.readers.json_lines import mapping, moment, number, objects, text

COPY_SECONDS = 2
"""A copied history is written at once: within so many seconds of the file's first record."""
SEGMENTS = 64
"""How many prompts back a rollback is followed."""
TOOL_SEGMENTS = 8
"""How many prompts back their tool calls are remembered for it."""

RESPONSE, ITEM, EVENT = "response", "item", "event"
_SHOWN = (ITEM, EVENT)

CALLS = frozenset(
    ("function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call")
)
OUTPUTS = frozenset(("function_call_output", "custom_tool_call_output"))
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
_SUBAGENT_RUNS = frozenset(("review", "compact", "memory_consolidation"))
_CWD = re.compile(r"<environment_context>\s*(?:<cwd>|Current working directory:)([^<\n]{1,4096})")


History = Callable[[str], Mapping[str, str]]
"""Keys of the turns that the rollout of a session holds, each with the session it was said in."""


class CodexFollower:
    """The reader's memory of one rollout; see `conversations.readers.growing.Follower`."""

    def __init__(
        self,
        path: Path,
        state: State | None,
        shown: frozenset[Role] = frozenset(),
        history: History = lambda session: {},
    ) -> None:
        """`shown`: who is known to speak through events or items in this file. `history` is asked for the
        session that a fork was made of."""
        state = state or {}
        stem = path.name.removesuffix(".zst").removesuffix(".jsonl")
        self._session: str = state.get("session") or _id_in(stem)
        self._own: bool = state.get("own", False)
        """The file's own session_meta was seen."""
        self._root: str = state.get("root") or self._session
        self._chain: str = state.get("chain", "")
        self._counts: dict[str, int] = state.get("counts", {})
        self._segments: list[list[str]] = state.get("segments", [])
        self._tools: list[list[str]] = state.get("tools", [])
        self._shown: set[Role] = {Role(role) for role in state.get("shown", shown)}
        self._last: dict[str, list[str]] = state.get("last", {})
        self._fresh: bool = state.get("fresh", False)
        """Nothing came after the last prompt yet."""
        self._total: list[int] = state.get("total", [0, 0])
        self._cwd: str = state.get("cwd", "")
        self._branch: str = state.get("branch", "")
        self._parent: str = state.get("parent", "")
        self._subagent: bool = state.get("subagent", False)
        self._headless: bool = state.get("headless", False)
        self._started: int | None = state.get("started")
        self._forked: bool = state.get("forked", False)
        self._origin: str = state.get("origin", "")
        """The session this one was forked from."""
        self._history = history
        self._copied: Mapping[str, str] | None = None
        self._line = 0
        self._at: int | None = None

    def save(self) -> State:
        return {
            "session": self._session,
            "own": self._own,
            "root": self._root,
            "chain": self._chain,
            "counts": dict(self._counts),
            "segments": [list(keys) for keys in self._segments],
            "tools": [list(keys) for keys in self._tools],
            "shown": sorted(self._shown),
            "last": dict(self._last),
            "fresh": self._fresh,
            "total": list(self._total),
            "cwd": self._cwd,
            "branch": self._branch,
            "parent": self._parent,
            "subagent": self._subagent,
            "headless": self._headless,
            "started": self._started,
            "forked": self._forked,
            "origin": self._origin,
        }

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        found = objects(data)
        if found is None:
            return False
        self._line = offset
        for record in found:
            self._record(record, out)
        return True

    def _record(self, record: Mapping[str, Any], out: Gathering) -> None:
        self._at = moment(record.get("timestamp"))
        payload = record.get("payload")
        if not isinstance(payload, dict):
            self._legacy(record, out)
            return
        if self._started is None:
            self._started = self._at
        kind = text(record.get("type"))
        if kind == "session_meta":
            self._meta(payload, out)
        elif self._subagent and self._is_copied():
            return  # the history of the session that started it
        elif kind == "turn_context":
            self._context(payload, out)
        elif kind == "event_msg":
            self._event(payload, out)
        elif kind == "response_item":
            self._item(payload, out)
        elif kind == "compacted":
            self._say(out, Role.USER, TurnKind.SUMMARY, text(payload.get("message")))
        elif kind not in _SILENT:
            out.unknown += 1

    def _is_copied(self) -> bool:
        if not self._forked or self._at is None or self._started is None:
            return False
        return self._at <= self._started + COPY_SECONDS * 1000

    # -- what is known of the session --

    def _meta(self, payload: Mapping[str, Any], out: Gathering) -> None:
        payload = mapping(payload.get("meta")) or payload
        ident = text(payload.get("id")) or text(payload.get("session_id"))
        if self._own and ident != self._session:
            # A copy of the history begins: the last one named is the root of the family.
            self._forked = True
            if not self._chain:
                self._root = text(payload.get("forked_from_id")) or ident or self._root
            return
        if not self._own:
            self._session = ident or self._session
            forked_from = text(payload.get("forked_from_id"))
            self._forked, self._origin = bool(forked_from), forked_from
            self._root = forked_from or self._session
            self._own = True
            self._speaker(payload)
        git = mapping(payload.get("git"))
        self._cwd = text(payload.get("cwd")) or self._cwd
        self._branch = text(git.get("branch")) or self._branch
        self._about(
            out,
            version=text(payload.get("cli_version")) or None,
            originator=text(payload.get("originator")) or None,
        )

    def _speaker(self, payload: Mapping[str, Any]) -> None:
        source, originator = payload.get("source"), text(payload.get("originator"))
        agent = mapping(source).get("subagent", mapping(source).get("sub_agent"))
        self._subagent = agent is not None or payload.get("thread_source") == "subagent"
        if self._subagent:
            spawned = mapping(mapping(agent).get("thread_spawn"))
            self._parent = text(spawned.get("parent_thread_id")) or text(payload.get("parent_thread_id"))
            self._headless = not self._parent
        elif source in ("exec", "mcp") or originator == "codex_exec" or "sdk" in originator:
            self._headless = True

    def _context(self, payload: Mapping[str, Any], out: Gathering) -> None:
        self._cwd = text(payload.get("cwd")) or self._cwd
        self._about(out, model=text(payload.get("model")) or None)

    def _about(self, out: Gathering, title: str | None = None, **extra: Any) -> None:
        if self._parent:  # an agent may work elsewhere and on another model
            out.about(self._session, parent=self._parent)
            return
        out.about(
            self._session, title=title, cwd=self._cwd, branch=self._branch, headless=self._headless, **extra
        )

    # -- records --

    def _event(self, payload: Mapping[str, Any], out: Gathering) -> None:
        kind = payload.get("type")
        if kind in ("user_message", "UserMessage"):
            injected = text(payload.get("kind")) in ("environment_context", "user_instructions")
            self._user(out, text(payload.get("message")), EVENT, injected=injected)
        elif kind in ("agent_message", "AgentMessage"):
            self._assistant(out, text(payload.get("message")), EVENT)
        elif kind == "item_completed":
            self._completed(mapping(payload.get("item")), out)
        elif kind == "token_count":
            self._tokens(mapping(payload.get("info")), out)
        elif kind == "turn_aborted":
            self._interrupt(out)
        elif kind == "thread_rolled_back":
            self._roll_back(number(payload.get("num_turns")), out)
        elif kind == "thread_name_updated":
            self._about(out, title=text(payload.get("thread_name")))
        elif kind == "patch_apply_end" and payload.get("success") is not False:
            self._edited(out, mapping(payload.get("changes")))

    def _completed(self, item: Mapping[str, Any], out: Gathering) -> None:
        kind = item.get("type")
        words = "\n\n".join(message_texts(item.get("content")))
        if kind == "UserMessage":
            self._user(out, words, ITEM)
        elif kind == "AgentMessage":
            self._assistant(out, words, ITEM)
        elif kind == "FileChange":
            self._edited(out, mapping(item.get("changes")))

    def _item(self, payload: Mapping[str, Any], out: Gathering) -> None:
        kind = text(payload.get("type")) or ("message" if "role" in payload else "")
        if kind == "message":
            self._message(payload, out)
        elif kind in CALLS:
            self._say(out, Role.ASSISTANT, TurnKind.TOOL, call_text(payload), text(payload.get("call_id")))
            if text(payload.get("name")) in ("apply_patch", "shell", "shell_command", "exec_command"):
                self._edited(out, dict.fromkeys(patched_paths(payload)))
        elif kind in OUTPUTS:
            ended = output_text(payload.get("output"))
            self._say(out, Role.USER, TurnKind.TOOL, ended, text(payload.get("call_id")))
        elif kind not in _SILENT_ITEMS:
            out.unknown += 1

    def _message(self, payload: Mapping[str, Any], out: Gathering) -> None:
        role, texts = payload.get("role"), message_texts(payload.get("content"))
        if role == "assistant":
            self._assistant(out, "\n\n".join(texts), RESPONSE)
        elif role == "user":
            # Instructions and surroundings come as blocks of one message; a prompt is one block.
            for words in texts:
                self._user(out, words, RESPONSE)
        elif role in ("developer", "system"):
            self._say(out, Role.USER, TurnKind.INJECTED, "\n\n".join(texts))

    def _legacy(self, record: Mapping[str, Any], out: Gathering) -> None:
        """A line without an envelope, as written until the middle of 2025."""
        if "type" in record:
            self._item(record, out)
        elif text(record.get("id")) and "timestamp" in record:
            self._meta(record, out)
        elif "record_type" not in record:
            out.unknown += 1

    # -- turns --

    def _user(self, out: Gathering, words: str, voice: str, *, injected: bool = False) -> None:
        pieces = prompt_pieces(words, typed=voice != RESPONSE)
        if injected:
            pieces = [piece._replace(kind=TurnKind.INJECTED) for piece in pieces]
        said = next((piece.text for piece in pieces if piece.kind is TurnKind.SAID), None)
        if said is not None and not self._is_new(Role.USER, said, voice):
            return
        for piece in pieces:
            if piece.kind is TurnKind.INTERRUPT:
                self._interrupt(out)
            else:
                self._say(out, Role.USER, piece.kind, piece.text)

    def _assistant(self, out: Gathering, words: str, voice: str) -> None:
        if words.strip() and self._is_new(Role.ASSISTANT, words, voice):
            self._say(out, Role.ASSISTANT, TurnKind.SAID, words)

    def _is_new(self, role: Role, words: str, voice: str) -> bool:
        """Whether these words were not taken yet through another voice."""
        shown = voice in _SHOWN
        if role in self._shown and not shown:
            return False
        first_shown = shown and role not in self._shown
        if shown:
            self._shown.add(role)
        words = _digest(" ".join(words.split()))
        before = self._last.get(role.value)
        again = before is not None and before[0] != voice
        if again and before is not None:
            # The first prompt was taken from what the model got, which may hold more than was typed.
            same_prompt = role is Role.USER and self._fresh and first_shown
            if before[1] == words or same_prompt:
                del self._last[role.value]
                return False
        self._last[role.value] = [voice, words]
        return True

    def _interrupt(self, out: Gathering) -> None:
        if self._last.get("stop"):
            return  # both an event and a message tell of it
        self._say(out, Role.USER, TurnKind.INTERRUPT, INTERRUPTED)
        self._last["stop"] = ["1"]

    def _say(self, out: Gathering, role: Role, kind: TurnKind, words: str, call: str = "") -> None:
        words = words.strip()
        if not words:
            return
        prompt = kind is TurnKind.SAID and role is Role.USER
        if prompt or role is Role.ASSISTANT:
            self._last.pop("stop", None)
        if kind is TurnKind.INJECTED and not self._cwd and (place := _CWD.match(words)):
            self._cwd = place.group(1).strip()
        key = self._key(role, kind, words, call)
        if prompt:
            self._next_prompt(words)
        elif kind in (TurnKind.SAID, TurnKind.TOOL):
            self._fresh = False
        self._remember(key, kind)
        self._about(out)
        session = self._said_in(key)
        if session != self._session:
            out.about(session, cwd=self._cwd, branch=self._branch)
        out.say(
            session,
            key,
            role,
            words,
            kind=TurnKind.SUBAGENT if self._subagent else kind,
            at=self._at,
            line=self._line,
            cwd=self._cwd or None,
            branch=self._branch or None,
        )

    def _said_in(self, key: str) -> str:
        """The session of a turn: copied history was said in the session it was copied from, which may not
        have been read yet."""
        if self._subagent or not self._origin or not self._is_copied():
            return self._session
        if self._copied is None:
            self._copied = self._history(self._origin)
        return self._copied.get(key, self._session)

    def _key(self, role: Role, kind: TurnKind, words: str, call: str) -> str:
        family = f"agent:{self._session}" if self._subagent else self._root
        found = _digest(family, self._chain, role, kind, call, words)
        count = self._counts[found] = self._counts.get(found, 0) + 1
        return f"codex:{found}" if count == 1 else f"codex:{found}:{count}"

    def _next_prompt(self, words: str) -> None:
        self._chain = _digest(self._chain, words)
        self._counts.clear()
        self._fresh = True
        self._segments.append([])
        self._tools.append([])
        del self._segments[:-SEGMENTS], self._tools[:-TOOL_SEGMENTS]

    def _remember(self, key: str, kind: TurnKind) -> None:
        keys = self._tools if kind is TurnKind.TOOL else self._segments
        if keys:
            keys[-1].append(key)

    def _roll_back(self, turns: int, out: Gathering) -> None:
        if turns <= 0:
            return
        self._about(out)
        for kept in (self._segments, self._tools):
            out.unsay(self._session, [key for keys in kept[-turns:] for key in keys])
            del kept[-turns:]
        self._last.clear()
        self._fresh = False

    def _edited(self, out: Gathering, paths: Mapping[str, Any]) -> None:
        for path in paths:
            self._about(out)
            out.edited(self._session, path)

    def _tokens(self, info: Mapping[str, Any], out: Gathering) -> None:
        """Totals are running sums, repeated at will; what is new is the difference."""
        total = mapping(info.get("total_token_usage"))
        if not total:
            return
        now = [number(total.get("input_tokens")) - number(total.get("cached_input_tokens")), 0]
        now[1] = number(total.get("output_tokens"))
        before, self._total = self._total, now
        if self._is_copied():
            return
        if now[0] < before[0] or now[1] < before[1]:
            before = now  # the sums began anew
        if now != before:
            self._about(out)
            out.tokens(self._session, now[0] - before[0], now[1] - before[1])


def _digest(*parts: str) -> str:
    hashed = hashlib.blake2b("\0".join(parts).encode("utf-8", "replace"), digest_size=12)
    return base64.urlsafe_b64encode(hashed.digest()).decode()


def _id_in(stem: str) -> str:
    """The session's id in a file's name: `rollout-2026-03-04T05-06-07-<uuid>`."""
    return stem[-36:] if stem.startswith("rollout-") and len(stem) > 36 else stem
