"""What becomes of pasted messages that are read without a model. ``python3 -m tests.injection`` counts."""

from __future__ import annotations

import tomllib

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.offline.pipeline import OfflineExtractor
from tests.injection.setting import FOLDER

_CERTAIN = 0.8


def messages(kind: str) -> list[str]:
    """Return whole messages: "planted", "planted_later", "planted_blind" or "honest"."""
    found: dict[str, list[str]] = tomllib.loads((FOLDER / "pasted.toml").read_text(encoding="utf-8"))
    return [text.strip("\n") for text in found[kind]]


def memories_of(message: str) -> list[Candidate]:
    turn = Turn(1, Role.USER, TurnKind.SAID, message, 1_700_000_000_000)
    return OfflineExtractor.from_resources().extract(
        Excerpt("c", "claude-code", (turn,), project="/srv/kiln")
    )


def active_of(message: str) -> list[Candidate]:
    """The memories that are told to assistants without a person's yes."""
    return [one for one in memories_of(message) if one.confidence >= _CERTAIN]
