"""From a clean sentence to the statements in it that last: cut, match the rules, judge, rewrite.

The order of the work is the order of its cost: a sentence without a cue word costs one look at its words, one
that no rule fits a few anchored matches; only what a rule fits is judged word by word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from arbor_desktop.conversations.model import Role
from arbor_desktop.extraction.offline.lasting import Checks, Lasting, Statement
from arbor_desktop.extraction.offline.normal import Clause, Normaliser
from arbor_desktop.extraction.offline.rewrite import finished, resolved, rewrite
from arbor_desktop.extraction.offline.rules import Rule, RuleBook
from arbor_desktop.extraction.offline.vocabulary import Vocabulary
from arbor_desktop.memories.model import MemoryType

MAX_CLAUSE = 400
"""Characters; a longer one would not fit into a memory."""

_CUE_WORD = re.compile(r"[a-z][a-z';-]*")
_EXPLICIT_CUES = frozenset(
    ("remember", "mind", "memory", "memorize", "memorise", "forget", "future", "record", "note")
)
_CORRECTION_LETTERS = frozenset("niwatylh*_")
"""What "no", "wrong", "that's not right" and the like begin with."""

_FEW = 20
"""So few cue words are looked for one by one before a text is taken apart into its words."""

_ADDRESSED = re.compile(r"\b(?:you|your|yours)\b", re.IGNORECASE)
"""A statement about a person that speaks to somebody belongs to the talk."""

_FIRST_PERSON = re.compile(r"\bI(?:'(?:m|ve|d|ll))?\b(?! ?/)")

_TOLD = Rule(
    name="explicit.remember",
    family="explicit",
    role=Role.USER,
    cues=_EXPLICIT_CUES,
    type=MemoryType.FACT,
    category=None,
    confidence=0.95,
    voice="instruction",
    scope=None,
)
"""For what a person asks to remember in words that no rule of the file knows."""


@dataclass(frozen=True, slots=True)
class Found:
    """A statement that lasts: the rule it fits, what the rule caught, and the memory's text."""

    rule: Rule
    statement: Statement
    content: str


class StatementFinder:
    """Finds statements in sentences. Holds only rules, words and patterns."""

    def __init__(self, vocabulary: Vocabulary, rules: RuleBook) -> None:
        self._rules = rules
        self._normal = Normaliser(vocabulary)
        self._lasting = Lasting(vocabulary)
        self._checks = Checks(vocabulary)
        self._cues = {role: _with_slips(rules.cues[role], vocabulary) for role in Role}
        self._cues[Role.USER] |= _EXPLICIT_CUES
        self._few = {role: tuple(cues) for role, cues in self._cues.items() if len(cues) <= _FEW}

    def could_matter(self, role: Role, text: str) -> bool:
        """Whether any rule for this speaker has a cue word in `text`. Cheap: called for every line."""
        small = text.lower().replace("’", "'")
        if role in self._few and not any(map(small.__contains__, self._few[role])):
            return False
        return not self._cues[role].isdisjoint(_CUE_WORD.findall(small))

    def is_explicit(self, sentence: str) -> bool:
        """Whether it may ask to remember, or to do something always."""
        asked = self._lasting.is_standing_request(sentence) or self._lasting.is_of_branch(sentence)
        return asked or not _EXPLICIT_CUES.isdisjoint(_CUE_WORD.findall(sentence.lower()))

    def corrects(self, sentence: str) -> bool:
        """Whether the whole sentence only says that something was wrong ("No.", "That's not right")."""
        return (
            len(sentence) < 40
            and sentence[:1].lower() in _CORRECTION_LETTERS
            and self._normal.is_correction_alone(self._normal.clean(sentence))
        )

    def says_something(self, text: str) -> bool:
        """Return whether there is more than "ok, actually" in it."""
        return bool(self._normal.strip_lead_ins(self._normal.clean(text) + " ")[0].strip(" ,.:;-–—"))

    def _only_asks(self, sentence: str) -> bool:
        """Most questions end like one: seen before the words are looked at."""
        return sentence[-1:] == "?" and self._lasting.is_question(sentence)

    def find(
        self,
        role: Role,
        sentence: str,
        corrected: bool = False,
    ) -> list[Found]:
        """The statements of one sentence, left to right. `corrected`: the sentence before it said "No."."""
        if not self.could_matter(role, sentence) or self._only_asks(sentence):
            return []
        text = self._normal.clean(sentence)
        words = frozenset(_CUE_WORD.findall(text.lower()))
        rules = self._rules.candidates(role, words)
        explicit = role is Role.USER and not words.isdisjoint(_EXPLICIT_CUES)
        if (not rules and not explicit) or (text.endswith("?") and self._lasting.is_question(text)):
            return []
        reading = _Reading(self._normal.clauses(text), rules, self._lasting, self._checks, corrected)
        found = list(reading.statements())
        return found if found and self._lasting.is_english(text) else []


class _Reading:
    """One sentence being read: each stretch of its clauses is looked at once."""

    def __init__(
        self,
        table: list[list[Clause]],
        rules: list[Rule],
        lasting: Lasting,
        checks: Checks,
        corrected: bool,
    ) -> None:
        self._table = table
        self._rules = rules
        self._lasting = lasting
        self._checks = checks
        self._corrected = corrected
        self._seen: dict[tuple[int, int], Found | None] = {}

    def statements(self) -> Iterator[Found]:
        """Left to right: each as long as it goes, but two where two can stand alone."""
        first, pieces = 0, len(self._table)
        while first < pieces:
            more = next((n for n in range(pieces - first - 1, -1, -1) if self._at(first, n)), None)
            if more is None:
                first += 1
                continue
            cuts = (
                cut
                for cut in range(more)
                if self._at(first, cut) and self._at(first + cut + 1, more - cut - 1)
            )
            more = next(cuts, more)
            if found := self._at(first, more):
                yield found
            first += more + 1

    def _at(self, first: int, more: int) -> Found | None:
        key = (first, more)
        if key not in self._seen:
            self._seen[key] = self._read(self._table[first][more])
        return self._seen[key]

    def _read(self, clause: Clause) -> Found | None:
        if not clause.text or len(clause.text) > MAX_CLAUSE or clause.text[0] in "\"'<":
            return None
        stands: bool | None = None
        for rule in self._rules:
            match = rule.pattern.fullmatch(clause.text)
            if match is None:
                continue
            stands = self._stands(clause) if stands is None else stands
            if not stands:
                return None
            statement = Statement(
                clause.text,
                match.groupdict(),
                self._corrected or clause.corrected,
            )
            if not self._checks.allows(rule.needs, statement):
                continue
            content = rewrite(rule, statement.groups, clause.text)
            if content is None or _FIRST_PERSON.search(content):
                continue  # a second statement follows, which the rule does not know
            if not (rule.voice == "person" and _ADDRESSED.search(content)):
                return Found(rule, statement, content)
        return self._told(clause) if clause.explicit and (stands or self._stands(clause)) else None

    def _stands(self, clause: Clause) -> bool:
        """Return whether the clause states something that lasts and needs nothing else to be understood."""
        lasting = self._lasting
        return not (
            lasting.is_question(clause.text)
            or lasting.is_hypothetical(clause.before)
            or lasting.is_hypothetical(clause.text)
            or lasting.is_dangling(clause.text)
            or lasting.is_passing(clause.text)
        )

    def _told(self, clause: Clause) -> Found | None:
        content = finished(resolved(clause.text, _TOLD.voice))
        return Found(_TOLD, Statement(clause.text, {}), content) if content else None


def _with_slips(cues: frozenset[str], vocabulary: Vocabulary) -> frozenset[str]:
    """The cue words, and the ways they are mistyped."""
    return cues | {slip for slip, right in vocabulary.typos.items() if right.lower() in cues}
