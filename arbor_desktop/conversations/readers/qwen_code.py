"""Qwen Code: logs in `~/.qwen/projects/<folder>/chats/<session>.jsonl`, before that documents like Gemini's.

Facts: QwenLM/qwen-code:packages/core/src/services/chatRecordingService.ts (`ChatRecord`, `rewindRecording`)
and the samples of jazzyalex/agent-sessions:Resources/Fixtures/stage0/agents/qwen. A record has Claude Code's
envelope (`uuid`, `parentUuid`, `sessionId`, `cwd`, `gitBranch`), Gemini's `parts`, and a `systemPayload` for
what is not the model's. Records of one `uuid` are fragments of one message. `/branch` copies records with
their uuids into a new session; a `rewind` record hangs below the last record that still counts.
Documents: `~/.qwen/tmp/<hash>/chats/session-*.json`, whose model messages are of the type `qwen`.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.gemini_cli import (
    UUID,
    RecordingReader,
    digest,
    edited_path,
    is_recording,
    loose_call_pieces,
    made_by_qwen,
    model_pieces,
    result_piece,
    texts,
    user_pieces,
)
from arbor_desktop.conversations.readers.json_lines import JsonLog
from arbor_desktop.conversations.readers.values import (
    COMMAND_CHARS,
    Spoken,
    at,
    in_folder,
    mapping,
    number,
    sequence,
    tail,
    text,
)

RECORD_TYPES = frozenset(("user", "assistant", "tool_result", "system"))

_TYPED_SUBTYPES = frozenset(("", "mid_turn_user_message", "realtime_message"))
_TYPED_PROVENANCES = frozenset(("", "real_user"))
_MID_TURN = "[User message received during tool execution]:"
_FAILED = frozenset(("error", "cancelled"))
_RANDOM = re.compile(r"[0-9a-f]{6,14}")
"""Names a prompt that a program handed over; a typed one is named by its session and number."""
_LONG_LINE_MARKS = (b'"uuid"', b'"parentUuid"', b'"sessionId"', b'"parts"')


class _Log(JsonLog):
    saved = ("titled", "renamed", "counted")

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        self._is_agent = "subagents" in path.parts or path.name.startswith("agent-")
        self.renamed = False
        """The person named the session."""
        self.counted: tuple[str, int, int] = ("", 0, 0)
        """The answer that was counted last, and its tokens."""
        self._keys: OrderedDict[str, list[str]] = OrderedDict()
        """Keys of turns by the record they are of."""

    def take(self, record: Mapping[str, Any]) -> None:
        kind = text(record, "type")
        self.session = text(record, "sessionId") or self.path.stem
        if kind not in RECORD_TYPES:
            self.out.unknown += 1
            return
        self.subagent = self._is_agent or bool(record.get("isSidechain")) or bool(text(record, "agentId"))
        self.cwd, self.branch = text(record, "cwd"), text(record, "gitBranch")
        if kind == "system":
            if not self.subagent:
                self._system(record)
            pieces = _system_pieces(record)
        else:
            pieces = _pieces(record)
            self._about(record, pieces)
        self._say(record, pieces)

    def _say(self, record: Mapping[str, Any], pieces: list[Spoken]) -> None:
        uuid = text(record, "uuid")
        base = f"{self.source}:{uuid}" if UUID.fullmatch(uuid) else f"{self.source}:{self.session}:{uuid}"
        keys = self._keys.setdefault(uuid, []) if not self.subagent else []
        if record.get("forkedFrom"):  # said in another session, where it still counts
            keys = []
        for piece in pieces:
            key = f"{base}:{piece.name}:{digest(piece.text)}"
            keys.append(key)
            self.add(piece.role, piece.kind, piece.text, key)

    def _about(self, record: Mapping[str, Any], pieces: list[Spoken]) -> None:
        self._count(record)
        for part in sequence(record, "message", "parts"):
            call = mapping(part, "functionCall")
            path = in_folder(edited_path({**call, "status": "success"}), self.cwd)
            self.out.edited(self.session, path)
        if self._is_agent:
            self.out.about(self.session, parent=self.session)
        if self.subagent:
            return
        self.out.about(
            self.session,
            cwd=self.cwd,
            branch=self.branch if self.branch != "HEAD" else None,
            version=text(record, "version"),
            model=text(record, "model"),
        )
        said = next((p for p in pieces if (p.role, p.kind) == (Role.USER, TurnKind.SAID)), None)
        if said:
            self.entitle(said.text)

    def _count(self, record: Mapping[str, Any]) -> None:
        """Count tokens of an answer, as billed without its caches; they come again with each fragment."""
        usage = mapping(record, "usageMetadata")
        came = max(0, number(usage, "promptTokenCount") - number(usage, "cachedContentTokenCount"))
        went = number(usage, "candidatesTokenCount") + number(usage, "thoughtsTokenCount")
        if not came and not went:
            return
        uuid = text(record, "uuid")
        before = self.counted[1:] if uuid and uuid == self.counted[0] else (0, 0)
        self.out.tokens(self.session, max(0, came - before[0]), max(0, went - before[1]))
        self.counted = (uuid, max(came, before[0]), max(went, before[1]))

    def _system(self, record: Mapping[str, Any]) -> None:
        subtype, payload = record.get("subtype"), mapping(record, "systemPayload")
        if subtype == "custom_title":
            by_hand = payload.get("titleSource") != "auto"
            if by_hand or not self.renamed:
                self.titled, self.renamed = True, by_hand
                self.out.about(self.session, title=text(payload, "customTitle"))
        elif subtype == "rewind":
            self.renamed = False
            self._rewind(record.get("parentUuid"))
        elif subtype == "parent_session":
            # The assistant began this session, and wrote its prompts.
            above = text(payload, "parentSessionId")
            self.out.about(self.session, headless=True, parent_session=above)
        elif _RANDOM.fullmatch(text(payload, "uiEvent", "prompt_id")):
            self.out.about(self.session, headless=True)  # qwen -p

    def _rewind(self, below: Any) -> None:
        """Take back all that was said after the record `below`; everything where that is null."""
        if not self.complete:
            self._keys, self.complete = self.replayed()._keys, True
        if below is not None and text(below) not in self._keys:
            self.out.unknown += 1
            return
        while self._keys and next(reversed(self._keys)) != below:
            self.out.unsay(self.session, self._keys.popitem()[1])


class QwenCodeReader(RecordingReader):
    """Reads logs, and the documents of older versions."""

    source = "qwen-code"
    log = _Log
    place = frozenset((".qwen", "chats", ".jsonl"))

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        if is_recording(head):
            return made_by_qwen(path, head)
        if not records:
            first = head.partition(b"\n")[0]
            return first.startswith(b"{") and all(mark in first for mark in _LONG_LINE_MARKS)
        return sum(map(_is_record, records)) * 2 > len(records)


def _is_record(record: Mapping[str, Any]) -> bool:
    named = isinstance(record.get("uuid"), str) and isinstance(record.get("sessionId"), str)
    spoken = isinstance(at(record, "message", "parts"), list)
    return named and text(record, "type") in RECORD_TYPES and (spoken or "systemPayload" in record)


def _pieces(record: Mapping[str, Any]) -> list[Spoken]:
    kind, parts = record.get("type"), at(record, "message", "parts")
    if kind == "assistant":
        return model_pieces(parts) + loose_call_pieces(parts, set())
    status = text(record, "toolCallResult", "status")
    answers = [mapping(part, "functionResponse") for part in sequence(parts)]
    found = [
        result_piece(answer, place, failed=status in _FAILED)
        for place, answer in enumerate(answers)
        if answer
    ]
    if kind == "tool_result":
        return found
    typed = (
        text(record, "subtype") in _TYPED_SUBTYPES
        and text(record, "provenance") in _TYPED_PROVENANCES
        and text(record, "externalInputKind") != "notification"
    )
    shown = text(record, "systemPayload", "displayText")
    if typed:
        return found + user_pieces([shown] if shown.strip() else map(_without_prefix, texts(parts)))
    words = shown or "\n".join(texts(parts))
    return [*found, Spoken(Role.USER, TurnKind.INJECTED, words, "text")]


def _without_prefix(words: str) -> str:
    return words.lstrip().removeprefix(_MID_TURN)


def _system_pieces(record: Mapping[str, Any]) -> list[Spoken]:
    subtype, payload = record.get("subtype"), mapping(record, "systemPayload")
    if subtype == "slash_command":
        if payload.get("phase") == "result":
            items = [text(item, "text") for item in sequence(payload, "outputHistoryItems")]
            words = tail("\n".join(item for item in items if item))
        else:
            words = text(payload, "rawCommand")[:COMMAND_CHARS]
        return [Spoken(Role.USER, TurnKind.COMMAND, words, "command")]
    if subtype == "chat_compression":
        history = sequence(payload, "compressedHistory")
        summary = texts(at(history[0], "parts")) if history else []
        return [Spoken(Role.USER, TurnKind.SUMMARY, "\n".join(summary), "summary")]
    return []
