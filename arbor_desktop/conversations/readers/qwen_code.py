"""Qwen Code: logs in `~/.qwen/projects/<folder>/chats/<session>.jsonl`, before that documents like Gemini's.

Facts: QwenLM/qwen-code:packages/core/src/services/chatRecordingService.ts (`ChatRecord`, `rewindRecording`)
and the samples of jazzyalex/agent-sessions:Resources/Fixtures/stage0/agents/qwen. A record has Claude Code's
envelope (`uuid`, `parentUuid`, `sessionId`, `cwd`, `gitBranch`), Gemini's `parts`, and a `systemPayload` for
what is not the model's. Records of one `uuid` are fragments of one message. `/branch` copies records with
their uuids into a new session; a `rewind` record hangs below the last record that still counts.
Documents: `~/.qwen/tmp/<hash>/chats/session-*.json`, whose model messages are of the type `qwen`.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint
from arbor_desktop.conversations.readers.gathering import Gathering
from arbor_desktop.conversations.readers.gemini_cli import (
    is_document,
    is_recording,
    made_by_qwen,
    read_document,
)
from arbor_desktop.conversations.readers.gemini_place import in_folder
from arbor_desktop.conversations.readers.gemini_speaker import (
    Piece,
    edited_path,
    loose_call_pieces,
    model_pieces,
    result_piece,
    texts,
    user_pieces,
)
from arbor_desktop.conversations.readers.growing import State, read_log
from arbor_desktop.conversations.readers.json_lines import mapping, moment, number, objects, sequence, text
from arbor_desktop.conversations.readers.recall import replay
from arbor_desktop.conversations.readers.speech import COMMAND_CHARS, tail

SOURCE = "qwen-code"
RECORD_TYPES = frozenset(("user", "assistant", "tool_result", "system"))

_MODEL_TYPES = ("qwen", "gemini", "model")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_TYPED_SUBTYPES = frozenset(("", "mid_turn_user_message", "realtime_message"))
_TYPED_PROVENANCES = frozenset(("", "real_user"))
_MID_TURN = "[User message received during tool execution]:"
_FAILED = frozenset(("error", "cancelled"))
_RANDOM = re.compile(r"[0-9a-f]{6,14}")
"""Names a prompt that a program handed over; a typed one is named by its session and number."""
_LONG_LINE_MARKS = (b'"uuid"', b'"parentUuid"', b'"sessionId"', b'"parts"')


class QwenCodeReader:
    """Reads logs, and the documents of older versions."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the records in `head`; an empty file by its place."""
        head = head.removeprefix(b"\xef\xbb\xbf").strip(b" \t\r\n\x00")
        if not head:
            return path.suffix == ".jsonl" and ".qwen" in path.parts and "chats" in path.parts
        if is_recording(head):
            return made_by_qwen(path, head)
        lines = [line for line in head.split(b"\n") if line.strip(b" \r\0")][:50]
        found = [record for line in lines for record in objects(line) or ()]
        if not found:
            return lines[0].startswith(b"{") and all(mark in lines[0] for mark in _LONG_LINE_MARKS)
        return sum(map(_is_record, found)) * 2 > len(found)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        if is_document(path):
            yield from read_document(path, since, SOURCE, _MODEL_TYPES)
        else:
            yield from read_log(path, since, SOURCE, _Follower)


def _is_record(record: Mapping[str, Any]) -> bool:
    named = isinstance(record.get("uuid"), str) and isinstance(record.get("sessionId"), str)
    spoken = isinstance(mapping(record.get("message")).get("parts"), list)
    return named and text(record.get("type")) in RECORD_TYPES and (spoken or "systemPayload" in record)


class _Follower:
    """Follows one log."""

    def __init__(self, path: Path, state: State | None) -> None:
        self._path = path
        self._is_agent = "subagents" in path.parts or path.name.startswith("agent-")
        saved = mapping(state)
        self._whole = state is None
        self._titled = bool(saved.get("titled"))
        self._renamed = bool(saved.get("renamed"))
        self._counted: tuple[str, int, int] = tuple(saved.get("counted") or ("", 0, 0))
        self._told: OrderedDict[str, list[str]] = OrderedDict()

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        found = objects(data)
        for record in found or ():
            self._take(record, offset, out)
        return found is not None

    def save(self) -> State:
        return {"titled": self._titled, "renamed": self._renamed, "counted": self._counted}

    def _take(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        kind, session = text(record.get("type")), text(record.get("sessionId")) or self._path.stem
        if kind not in RECORD_TYPES:
            out.unknown += 1
            return
        side = self._is_agent or bool(record.get("isSidechain")) or bool(text(record.get("agentId")))
        if kind == "system":
            if not side:
                self._system(record, session, offset, out)
            pieces = _system_pieces(record)
        else:
            pieces = _pieces(record)
            self._about(record, session, side, pieces, out)
        self._say(record, session, side, pieces, offset, out)

    def _say(
        self,
        record: Mapping[str, Any],
        session: str,
        side: bool,
        pieces: list[Piece],
        offset: int,
        out: Gathering,
    ) -> None:
        uuid = text(record.get("uuid"))
        base = f"{SOURCE}:{uuid}" if _UUID.fullmatch(uuid) else f"{SOURCE}:{session}:{uuid}"
        told = self._told.setdefault(uuid, []) if not side else []
        if record.get("forkedFrom"):  # told in another session, where it still counts
            told = []
        at, cwd = moment(record.get("timestamp")), text(record.get("cwd")) or None
        for piece in pieces:
            key = f"{base}:{piece.name}:{_digest(piece.text)}"
            told.append(key)
            out.say(
                session,
                key,
                piece.role,
                piece.text,
                kind=TurnKind.SUBAGENT if side else piece.kind,
                at=at,
                line=offset,
                cwd=cwd,
                branch=text(record.get("gitBranch")) or None,
            )

    def _about(
        self, record: Mapping[str, Any], session: str, side: bool, pieces: list[Piece], out: Gathering
    ) -> None:
        self._count(record, session, out)
        cwd = text(record.get("cwd"))
        for part in sequence(mapping(record.get("message")).get("parts")):
            call = mapping(mapping(part).get("functionCall"))
            out.edited(session, in_folder(edited_path({**call, "status": "success"}), cwd))
        if self._is_agent:
            out.about(session, parent=session)
        if side:
            return
        version, model = text(record.get("version")) or None, text(record.get("model")) or None
        branch = text(record.get("gitBranch"))
        out.about(session, cwd=cwd, branch=branch if branch != "HEAD" else None, version=version, model=model)
        said = next(
            (piece for piece in pieces if (piece.role, piece.kind) == (Role.USER, TurnKind.SAID)), None
        )
        if said and not self._titled:
            self._titled = True
            out.about(session, title=said.text)

    def _count(self, record: Mapping[str, Any], session: str, out: Gathering) -> None:
        """Tokens of an answer, as billed without its caches; they come again with each fragment of it."""
        usage = mapping(record.get("usageMetadata"))
        came = max(0, number(usage.get("promptTokenCount")) - number(usage.get("cachedContentTokenCount")))
        went = number(usage.get("candidatesTokenCount")) + number(usage.get("thoughtsTokenCount"))
        if not came and not went:
            return
        uuid = text(record.get("uuid"))
        before = self._counted[1:] if uuid and uuid == self._counted[0] else (0, 0)
        out.tokens(session, max(0, came - before[0]), max(0, went - before[1]))
        self._counted = (uuid, max(came, before[0]), max(went, before[1]))

    def _system(self, record: Mapping[str, Any], session: str, offset: int, out: Gathering) -> None:
        subtype, payload = record.get("subtype"), mapping(record.get("systemPayload"))
        if subtype == "custom_title":
            by_hand = payload.get("titleSource") != "auto"
            if by_hand or not self._renamed:
                self._titled, self._renamed = True, by_hand
                out.about(session, title=text(payload.get("customTitle")))
        elif subtype == "rewind":
            self._renamed = False
            self._rewind(record.get("parentUuid"), session, offset, out)
        elif subtype == "parent_session":
            # The assistant began this session, and wrote its prompts.
            out.about(session, headless=True, parent_session=text(payload.get("parentSessionId")))
        elif _RANDOM.fullmatch(text(mapping(payload.get("uiEvent")).get("prompt_id"))):
            out.about(session, headless=True)  # qwen -p

    def _rewind(self, below: Any, session: str, offset: int, out: Gathering) -> None:
        """Takes back all that was told after the record `below`; everything where that is null."""
        if not self._whole:
            again = _Follower(self._path, None)
            replay(self._path, offset, again, SOURCE)
            self._told, self._whole = again._told, True
        if below is not None and text(below) not in self._told:
            out.unknown += 1
            return
        while self._told and next(reversed(self._told)) != below:
            out.unsay(session, self._told.popitem()[1])


def _pieces(record: Mapping[str, Any]) -> list[Piece]:
    kind, parts = record.get("type"), mapping(record.get("message")).get("parts")
    if kind == "assistant":
        return model_pieces(parts) + loose_call_pieces(parts, set())
    status = text(mapping(record.get("toolCallResult")).get("status"))
    answers = [mapping(mapping(part).get("functionResponse")) for part in sequence(parts)]
    found = [
        result_piece(answer, place, failed=status in _FAILED)
        for place, answer in enumerate(answers)
        if answer
    ]
    if kind == "tool_result":
        return found
    typed = (
        text(record.get("subtype")) in _TYPED_SUBTYPES
        and text(record.get("provenance")) in _TYPED_PROVENANCES
        and text(record.get("externalInputKind")) != "notification"
    )
    shown = text(mapping(record.get("systemPayload")).get("displayText"))
    if typed:
        return found + user_pieces([shown] if shown.strip() else map(_without_prefix, texts(parts)))
    words = shown or "\n".join(texts(parts))
    return [*found, Piece("text", Role.USER, TurnKind.INJECTED, words)]


def _without_prefix(words: str) -> str:
    return words.lstrip().removeprefix(_MID_TURN)


def _system_pieces(record: Mapping[str, Any]) -> list[Piece]:
    subtype, payload = record.get("subtype"), mapping(record.get("systemPayload"))
    if subtype == "slash_command":
        if payload.get("phase") == "result":
            items = [text(mapping(item).get("text")) for item in sequence(payload.get("outputHistoryItems"))]
            words = tail("\n".join(item for item in items if item))
        else:
            words = text(payload.get("rawCommand"))[:COMMAND_CHARS]
        return [Piece("command", Role.USER, TurnKind.COMMAND, words)]
    if subtype == "chat_compression":
        history = sequence(payload.get("compressedHistory"))
        summary = texts(mapping(history[0]).get("parts")) if history else []
        return [Piece("summary", Role.USER, TurnKind.SUMMARY, "\n".join(summary))]
    return []


def _digest(words: str) -> str:
    return hashlib.blake2b(words.encode("utf-8", "replace"), digest_size=6).hexdigest()
