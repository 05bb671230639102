"""Whole messages, each with what should be remembered of it and where that applies.

A line of cases/*.jsonl has the folder (`where`; `chat`: none), what was `said`, and its `memories`:
their `text`, and whether it `applies` everywhere, in the project, is private, or belongs to another project.
"""

import json
import re
from collections import Counter
from pathlib import Path

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.offline.pipeline import OfflineExtractor
from arbor_desktop.memories.model import Privacy, Scope

ALIKE = 0.4
"""The least share of words of a memory that is the one expected."""
_START = 6
"""Letters of a word that are compared."""
_WORD = re.compile(r"\w+")


def places(name: str) -> Counter[tuple[str, str]]:
    """Return how often what applies to one place was remembered for which: (expected, found)."""
    extractor = OfflineExtractor.from_resources()
    counts: Counter[tuple[str, str]] = Counter()
    path = Path(__file__).parent / "cases" / f"{name}.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        turn = Turn(number=1, role=Role.USER, kind=TurnKind.SAID, text=case["said"], at=0)
        folder = None if case["where"] == "chat" else case["where"]
        found = extractor.extract(Excerpt("message", "claude_code", (turn,), folder))
        for memory in case["memories"]:
            counts[memory["applies"], _place(_nearest(memory["text"], found))] += 1
    return counts


def _nearest(text: str, found: list[Candidate]) -> Candidate | None:
    wanted = _words(text)
    best, most = None, ALIKE
    for one in found:
        words = _words(one.content)
        shared = len(wanted & words) / max(1, min(len(wanted), len(words)))
        if shared >= most:
            best, most = one, shared
    return best


def _words(text: str) -> set[str]:
    return {word[:_START].casefold() for word in _WORD.findall(text) if len(word) > 3}


def _place(found: Candidate | None) -> str:
    if found is None:
        return "not found"
    if found.privacy_level is Privacy.SENSITIVE:
        return "private"
    return "everywhere" if found.scope is Scope.GLOBAL else "project"
