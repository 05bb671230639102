"""Makes ChatGPT conversations for tests, linked the way the export links them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Batch, Checkpoint, ReadTurn, SessionPart
from arbor_desktop.conversations.readers.base import Reader

Json = dict[str, Any]


@dataclass
class Talk:
    """A conversation in the making. Every method adds one message and answers its id."""

    id: str = "6f0e1d2c-0001-4000-8000-000000000001"
    title: str = "Counting engines"
    nodes: dict[str, Json] = field(default_factory=dict)
    leaf: str | None = None

    def __post_init__(self) -> None:
        self.node("root", None, None)

    def node(self, name: str, message: Json | None, parent: str | None) -> str:
        self.nodes[name] = {"id": name, "message": message, "parent": parent, "children": []}
        if parent in self.nodes:
            self.nodes[parent]["children"].append(name)
        self.leaf = name
        return name

    def message(self, role: str, content: Json, *, after: str | None = None, **more: Any) -> str:
        name = more.pop("id", f"{self.id[-4:]}-m{len(self.nodes)}")
        author = {"role": role, "name": more.pop("name", None), "metadata": {}}
        message = {
            "id": name,
            "author": author,
            "create_time": 1772600000.25 + len(self.nodes),
            "update_time": None,
            "content": content,
            "status": "finished_successfully",
            "weight": 1.0,
            "metadata": {},
            "recipient": "all",
            "channel": None,
        }
        return self.node(name, message | more, after or self.leaf)

    def text(self, role: str, words: str, **more: Any) -> str:
        return self.message(role, {"content_type": "text", "parts": [words]}, **more)

    def user(self, words: str, **more: Any) -> str:
        return self.text("user", words, **more)

    def answer(self, words: str, **more: Any) -> str:
        return self.text("assistant", words, **more)

    def instructions(self, about: str, how: str) -> str:
        content = {"content_type": "user_editable_context", "user_profile": about, "user_instructions": how}
        metadata = {
            "is_visually_hidden_from_conversation": True,
            "is_user_system_message": True,
            "user_context_message_data": {"about_user_message": about, "about_model_message": how},
        }
        return self.message("user", content, metadata=metadata)

    def export(self, **more: Any) -> Json:
        whole = {
            "title": self.title,
            "create_time": 1772600000.25,
            "update_time": 1772600900.5,
            "mapping": self.nodes,
            "moderation_results": [],
            "current_node": self.leaf,
            "conversation_id": self.id,
            "id": self.id,
            "default_model_slug": "gpt-5",
        }
        return whole | more


def talks(count: int, turns: int = 2) -> list[Json]:
    found = []
    for number in range(count):
        talk = Talk(f"6f0e1d2c-0001-4000-8000-{number:012}", f"Talk {number}")
        for turn in range(turns):
            talk.user(f"Question {turn} of talk {number}")
            talk.answer(f"Answer {turn} of talk {number}")
        found.append(talk.export())
    return found


def packed(members: Mapping[str, Any], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP; what is not bytes is written as JSON."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content if isinstance(content, bytes) else json.dumps(content))
    return file.getvalue()


def locked(data: bytes) -> bytes:
    """The same ZIP, with every member marked as encrypted."""
    found = bytearray(data)
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = found.find(signature)
        while at >= 0:
            found[at + flags] |= 1
            at = found.find(signature, at + 4)
    return bytes(found)


@dataclass
class Seen:
    """All that was read of a file; `error` is what it ended with."""

    batches: list[Batch] = field(default_factory=list)
    error: OSError | None = None

    @property
    def parts(self) -> list[SessionPart]:
        return [part for batch in self.batches for part in batch.sessions]

    @property
    def turns(self) -> list[ReadTurn]:
        return [turn for part in self.parts for turn in part.turns]

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        return [(turn.role.value, turn.kind.value, turn.text) for turn in self.turns]

    @property
    def said(self) -> list[str]:
        return [turn.text for turn in self.turns if turn.kind.value == "said" and not turn.unsaid]

    @property
    def keys(self) -> set[str]:
        return {turn.key for turn in self.turns}


def read(reader: Reader, path: Path, since: Checkpoint | None = None) -> Seen:
    seen = Seen()
    try:
        for batch in reader.read(path, since):
            seen.batches.append(batch)
    except OSError as error:
        seen.error = error
    return seen


def saved(folder: Path, content: Any, name: str = "whatever.json") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path
