"""Whole messages, each with what should be remembered of it and where that applies; and single statements,
private or not.

A line of cases/*.jsonl has the folder (`where`; `chat`: none), what was `said`, and its `memories`:
their `text`, and whether it `applies` everywhere, in the project, is private, or belongs to another project.
"""

import json
import re
from collections import Counter
from pathlib import Path

from arbor_desktop import resources
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.embedding.catalogue import installed_encoder
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.offline.attributes import PRIVATE
from arbor_desktop.extraction.offline.classifier import load_classifier
from arbor_desktop.extraction.offline.pipeline import OfflineExtractor
from arbor_desktop.memories.model import Privacy, Scope

ALIKE = 0.4
"""The least share of words of a memory that is the one expected."""
CASES = Path(__file__).parent / "cases"
_START = 6
"""Letters of a word that are compared."""
_WORD = re.compile(r"\w+")


def places(name: str) -> Counter[tuple[str, str]]:
    """Return how often what applies to one place was remembered for which: (expected, found)."""
    extractor = OfflineExtractor.from_resources()
    counts: Counter[tuple[str, str]] = Counter()
    for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        turn = Turn(number=1, role=Role.USER, kind=TurnKind.SAID, text=case["said"], at=0)
        folder = None if case["where"] == "chat" else case["where"]
        found = extractor.extract(Excerpt("message", "claude_code", (turn,), folder))
        for memory in case["memories"]:
            counts[memory["applies"], _place(_nearest(memory["text"], found))] += 1
    return counts


def private(name: str) -> tuple[float, float]:
    """Return precision and recall of private statements. A line of cases/*.txt is `private` or `normal`, a
    tab and the statement."""
    judge = load_classifier(installed_encoder(), resources.read_bytes("extraction/judge.safetensors"))
    right = said = expected = 0
    for line in (CASES / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        label, text = line.split("\t")
        taken = judge.read_alone(text).reach.private > PRIVATE
        said += taken
        expected += label == "private"
        right += taken and label == "private"
    return right / said, right / expected


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
