"""Causes and fixes that an assistant found, once they proved right.

An assistant describes them over several sentences, under headings, in labelled lists ("**Root cause:** …"),
and whether it was right shows only later. So a whole turn is read, and the turns after it are searched for
proof. The person's "that was it" right after proves a cause in plain words, too. The words are data:
resources/extraction/findings.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.offline.rewrite import MAX_LENGTH, finished
from arbor_desktop.extraction.offline.rules import Phrasing, Rule, Statement
from arbor_desktop.extraction.offline.segments import Normaliser, Sentence, prose
from arbor_desktop.extraction.offline.statements import Finding, Found
from arbor_desktop.extraction.offline.vocabulary import Stemmed, Vocabulary, stemmed
from arbor_desktop.memories.model import Category, MemoryType

PROOF_TURNS = 80
"""So many turns after a cause its proof may come: tests take many tool calls."""

FIX_SENTENCES = 5
"""Number of sentences after its cause in which a fix is looked for."""

_LIST = ("cause", "fix", "repair")
_SHORT = 400
_CUTS = re.compile(
    r"; | [-–—] |\. |, (?=(?:completely|which|so|and|but|because|instead|causing|making|leading)\b)"
)
_DECORATION = re.compile(r"^[^\w`\"'(/.~]+|[^\w`\"')/.!?:*…]+$")
_PARTS = re.compile(r"[;,] (?:and )?(?:so )?(?=I(?:'ve)? (?:now )?\w+(?:ed|t|de)\b)")
_IDENTIFIER = re.compile(r"`([^`]{3,})`")


@dataclass(frozen=True, slots=True)
class FindingPatterns:
    """The patterns of resources/extraction/findings.toml, by name."""

    one: dict[str, re.Pattern[str]]
    many: dict[str, tuple[re.Pattern[str], ...]]
    stemmed: dict[str, Stemmed]
    """Those that are looked for in every turn."""
    we_are: tuple[tuple[re.Pattern[str], str], ...]

    def fails(self, text: str) -> bool:
        """Return whether a text says that something still does not work."""
        return (
            self.one["failed_begins"].match(text) is not None
            or self.stemmed["failed"].search(text) is not None
        )


def load_findings(findings_toml: str) -> FindingPatterns:
    """Read the file. Raises re.error or tomllib.TOMLDecodeError where it is broken."""
    raw = tomllib.loads(findings_toml)
    pairs = tuple((re.compile(rf"\b{re.escape(we)}\b", re.I), code) for we, code in raw.pop("we_are"))
    many = {name: tuple(re.compile(text, re.I) for text in raw.pop(name)) for name in _LIST}
    stems = raw.pop("stems")
    one = {name: re.compile(text, re.I) for name, text in raw.items()}
    return FindingPatterns(one, many, stemmed(one, stems), pairs)


@dataclass(frozen=True, slots=True)
class _PlainSentence:
    """A sentence as said, and without its markdown."""

    sentence: Sentence
    text: str


class Findings:
    """Reads assistants' turns. Holds only words and patterns."""

    def __init__(self, vocabulary: Vocabulary, patterns: FindingPatterns) -> None:
        self._vocabulary = vocabulary
        self._patterns = patterns
        self._normaliser = Normaliser(vocabulary)
        self._phrasing = Phrasing(vocabulary)

    def mentions(self, text: str) -> bool:
        """Return whether a text is worth reading for causes."""
        return self._patterns.stemmed["mentions"].search(text) is not None

    def of_turn(self, turn: Turn, following: Sequence[Turn]) -> Iterator[Finding]:
        """Yield the causes that an assistant's turn names, if it or one of `following` proves them."""
        if not self.mentions(turn.text) or not self._worked(turn, following):
            return
        sentences = [
            _PlainSentence(sentence, self._bare(part))
            for sentence in prose(turn.text, lambda _: True)
            for part in _PARTS.split(sentence.text)
        ]
        yield from self._causes(sentences, following)

    def _bare(self, text: str) -> str:
        return _DECORATION.sub("", self._normaliser.clean(text)).rstrip(" .!*")

    # ------------------------------------------------------------------------------------------ causes
    def _causes(self, sentences: list[_PlainSentence], following: Sequence[Turn]) -> Iterator[Finding]:
        announced: re.Match[str] | None = None
        for index, one in enumerate(sentences):
            match = self._first("cause", one.text)
            groups = match.groupdict() if match else {}
            if match is None and announced is not None:
                groups = {"cause": one.text}
            if announced is not None and not groups.get("of"):
                groups["of"] = announced.group("of")
            announced = self._patterns.one["announces_cause"].fullmatch(one.text.rstrip(":!"))
            if not groups.get("cause") or (cause := self._cause(groups)) is None:
                continue
            last, fix = self._fix(sentences[index + 1 : index + 1 + FIX_SENTENCES], cause) or (one, None)
            fix = fix or self._later_fix(following, cause)
            if content := _composed(self._opening(groups, cause), fix):
                details = {
                    "of": groups.get("of"),
                    "cause": cause,
                    "how": fix if fix and fix in content else None,
                }
                start, end = one.sentence.start, max(one.sentence.end, last.sentence.end)
                yield Finding(Found(_CAUSE, Statement(one.text, details), content), start, end)

    def _cause(self, groups: dict[str, str | None]) -> str | None:
        """Return the cause in words that can be understood alone; None if it is unsure, about the
        conversation, or names nothing."""
        cause = self._standing(groups["cause"] or "")
        one = self._patterns.one
        doubtful = one["unsure"].search(cause) or one["of_the_talk"].search(cause)
        if doubtful or len(cause.split()) < 5 or not self._names_something(cause):
            return None
        whole = groups.get("whole") or cause
        if (
            one["of_the_talk"].search(whole)
            or self._phrasing.is_passing(whole)
            or self._phrasing.is_dangling(whole)
            or one["unsure"].search(whole)
        ):
            return None
        return cause

    def _standing(self, text: str) -> str:
        text = self._patterns.one["noise"].sub("", text)
        for pattern, replacement in self._patterns.we_are:
            text = pattern.sub(replacement, text)
        return text.strip(" .,;-–—!")

    def _names_something(self, text: str) -> bool:
        named = self._vocabulary.patterns["code"].search(text) is not None
        return named or bool(self._vocabulary.technologies_in(" " + text))

    def _opening(self, groups: dict[str, str | None], cause: str) -> str:
        if whole := groups.get("whole"):
            text = self._standing(whole)
            return text[0].upper() + text[1:]
        if place := groups.get("at"):
            return f"Root cause in {place.strip()}: {cause}"
        of = self._standing(groups.get("of") or "")
        known = of and not self._phrasing.is_dangling(of) and not self._patterns.one["of_the_talk"].search(of)
        return f"Root cause of {of[0].lower() + of[1:]}: {cause}" if known else f"Root cause: {cause}"

    # ------------------------------------------------------------------------------------------ fixes
    def _fix(self, sentences: list[_PlainSentence], cause: str) -> tuple[_PlainSentence, str] | None:
        """Return the first sentence after a cause that says what was done, and what that was."""
        announced = False
        for one in sentences:
            if self._first("cause", one.text):
                return None
            match = self._first("fix", one.text)
            text = match.group("fix") if match else one.text if announced else ""
            if text and (fix := self._stated_fix(text)):
                return one, fix
            announced = self._patterns.one["announces_fix"].fullmatch(one.text.rstrip(":")) is not None
        return None

    def _stated_fix(self, text: str) -> str | None:
        fix = self._standing(
            self._patterns.one["success_tail"].sub("", re.sub(r"^i(?:'ve)? ", "", text, flags=re.I))
        )
        doubtful = self._patterns.one["unsure_fix"].search(fix) or self._patterns.one["of_the_talk"].search(
            fix
        )
        if doubtful or len(fix.split()) < 2 or self._points_away(fix):
            return None
        return fix

    def _points_away(self, fix: str) -> bool:
        """Return whether a fix points elsewhere: "this" and "that one" do, "it" is what its cause names."""
        return self._vocabulary.patterns["demonstrative"].search(fix) is not None

    def _later_fix(self, following: Sequence[Turn], cause: str) -> str | None:
        """Return what a later summary says was done to something that the cause names."""
        named = set(_IDENTIFIER.findall(cause))
        if not named:
            return None
        for turn in islice(following, PROOF_TURNS):
            if not _said(turn, Role.ASSISTANT) or not any(f"`{name}`" in turn.text for name in named):
                continue
            for sentence in prose(turn.text, lambda line: "ix" in line):
                text = self._bare(sentence.text)
                match = self._first("repair", text)
                if match and named & set(_IDENTIFIER.findall(match.group("what"))):
                    return self._stated_fix(match.group("fix"))
        return None

    def _first(self, name: str, text: str) -> re.Match[str] | None:
        if len(text) > 600:
            return None
        return next((m for pattern in self._patterns.many[name] if (m := pattern.fullmatch(text))), None)

    # ------------------------------------------------------------------------------------------ proof
    def _worked(self, turn: Turn, following: Sequence[Turn]) -> bool:
        """Return whether it says that it works, or the talk after it does before anyone says that it does
        not."""
        worked, fails = self._patterns.stemmed["worked"], self._patterns.fails
        if worked.search(turn.text):
            return not any(
                _said(later, Role.USER) and len(later.text) < _SHORT and fails(later.text)
                for later in islice(following, 1)
            )
        for later in islice(following, PROOF_TURNS):
            if later.kind is not TurnKind.SAID or later.unsaid:
                continue
            text = later.text.lstrip()
            person = later.role is Role.USER
            if (person and len(text) > _SHORT) or not text:
                continue
            if fails(text[:_SHORT]):
                return False
            if worked.search(text) or (person and self._vocabulary.patterns["confirmed"].search(text)):
                return True
        return False


def _said(turn: Turn, role: Role) -> bool:
    return turn.role is role and turn.kind is TurnKind.SAID and not turn.unsaid


def _composed(opening: str, fix: str | None) -> str | None:
    """Return cause and fix in at most 300 characters; the fix is left out first, then the cause's tail."""
    if fix:
        both = f"{opening.rstrip('.')}. Fix: {fix}."
        if len(both) <= MAX_LENGTH:
            return both
    if len(opening) < MAX_LENGTH:
        return f"{opening.rstrip('.')}."
    cuts = [cut.start() for cut in _CUTS.finditer(opening, 80, MAX_LENGTH - 2)]
    return f"{opening[: cuts[-1]]}." if cuts else None


def cause_rule(name: str) -> Rule:
    """Return a rule for causes that an assistant finds."""
    return Rule(
        name=name,
        family="bug",
        type=MemoryType.FACT,
        category=Category.BUG_PATTERNS,
        confidence=0.75,
        voice="team",
    )


_CAUSE = cause_rule("assistant.cause")


MAX_TOLD = 800
"""Longer answers (characters) tell too much for a confirmation to be of one sentence."""

_MIN_WORDS = 6
_RULE = cause_rule("assistant.confirmed")


def confirmed_cause(
    patterns: FindingPatterns, before: Turn | None, turn: Turn, following: Sequence[Turn]
) -> Iterator[tuple[Sentence, Found]]:
    """Yield the sentence of an assistant's turn that says why, if the person's next words confirm it."""
    if len(turn.text) > MAX_TOLD or not _proved(patterns, following):
        return
    sentences = [s for s in prose(turn.text, lambda _: True) if _may_explain(patterns, s)]
    why = next((s for s in sentences if patterns.one["explains"].search(s.text)), None)
    if why is None and before is not None and patterns.one["asked_why"].search(before.text[:MAX_TOLD]):
        why = sentences[0] if sentences else None
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


def _may_explain(patterns: FindingPatterns, sentence: Sentence) -> bool:
    words = sentence.text.split()
    return len(words) >= _MIN_WORDS and patterns.one["not_the_case"].search(sentence.text) is None
