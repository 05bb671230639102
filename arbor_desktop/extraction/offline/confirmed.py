"""Why something went wrong: told by an assistant in plain words, and confirmed by the person right after.

`findings` reads causes that announce themselves and name code; here the person's "that was it" is the proof,
so the words may be plain. The words are data: resources/extract/findings.toml.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.offline.findings import FindingPatterns, cause_rule
from arbor_desktop.extraction.offline.lasting import Statement
from arbor_desktop.extraction.offline.rewrite import finished
from arbor_desktop.extraction.offline.segment import Sentence, prose
from arbor_desktop.extraction.offline.statements import Found

MAX_TOLD = 800
"""Longer answers (characters) tell too much for a confirmation to be of one sentence."""

_MIN_WORDS = 6
_RULE = cause_rule("assistant.confirmed")


def confirmed_cause(
    patterns: FindingPatterns, before: Turn | None, turn: Turn, following: Sequence[Turn]
) -> Iterator[tuple[Sentence, Found]]:
    """The sentence of an assistant's turn that says why, if the person's next words prove it right."""
    if len(turn.text) > MAX_TOLD or not _proved(patterns, following):
        return
    told = [s for s in prose(turn.text, lambda _: True) if _tells(patterns, s)]
    why = next((s for s in told if patterns.one["explains"].search(s.text)), None)
    if why is None and before is not None and patterns.one["asked_why"].search(before.text[:MAX_TOLD]):
        why = told[0] if told else None
    if why is not None and (content := finished(why.text)):
        yield why, Found(_RULE, Statement(why.text, {"cause": why.text}), content)


def _proved(patterns: FindingPatterns, following: Sequence[Turn]) -> bool:
    reply = next((turn for turn in following if turn.kind is TurnKind.SAID and not turn.unsaid), None)
    if reply is None or reply.role is not Role.USER or len(reply.text) > MAX_TOLD:
        return False
    text = reply.text.lower().replace("’", "'")
    if patterns.stemmed["proves"].search(text) is None or text.rstrip().endswith("?"):
        return False
    return not (patterns.fails(text) or "not it" in text or "not that" in text)


def _tells(patterns: FindingPatterns, sentence: Sentence) -> bool:
    words = sentence.text.split()
    return len(words) >= _MIN_WORDS and patterns.one["not_the_case"].search(sentence.text) is None
