"""Statements of a sentence: what somebody asks to remember, and what the learned classifier takes for one
that lasts; and what an assistant says that it will remember.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from arbor_desktop.conversations.model import Role
from arbor_desktop.extraction.offline.classifier import (
    HERE,
    KINDS,
    Classification,
    Reach,
    Stretch,
    undated,
)
from arbor_desktop.extraction.offline.rewrite import Rewriter, finished, told_to_user
from arbor_desktop.extraction.offline.rules import Phrasing, Rule, Statement
from arbor_desktop.extraction.offline.segments import Clause, Normaliser
from arbor_desktop.extraction.offline.vocabulary import Vocabulary, WordKinds, words_of
from arbor_desktop.memories.model import Category, MemoryType

MAX_CLAUSE = 400
"""Characters; a longer one would not fit into a memory."""

_WORD = re.compile(r"[a-z][a-z';-]*")
_CUES = {
    Role.USER: frozenset(
        ("remember", "mind", "memory", "memorize", "memorise", "forget", "future", "record", "note")
    ),
    Role.ASSISTANT: frozenset(("remember", "noted", "note", "got", "understood")),
}
"""Words of which one is in every request to remember, and in every promise to."""

_CORRECTION_LETTERS = frozenset("niwatylh*_")
"""What "no", "wrong", "that's not right" and the like begin with."""

_FIRST_PERSON = re.compile(r"\bI(?:'(?:m|ve|d|ll))?\b(?! ?/)")

EXPLICIT = "explicit"

_REMEMBER = Rule(
    name="explicit.remember",
    family=EXPLICIT,
    type=MemoryType.FACT,
    category=None,
    confidence=0.95,
    voice="instruction",
)
"""For what a person asks to remember."""

_NOTED = Rule(
    name="assistant.remember",
    family="noted",
    type=MemoryType.FACT,
    category=None,
    confidence=0.7,
    voice="assistant",
)
"""For what an assistant says that it will remember."""


@dataclass(frozen=True, slots=True)
class Found:
    """A statement that lasts: the rule that found it, the clause, and the memory's text."""

    rule: Rule
    statement: Statement
    content: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A statement, the characters of the turn that make it, and where it applies."""

    found: Found
    start: int
    end: int
    reach: Reach = HERE


class StatementFinder:
    """Finds what is expressly to be remembered. Holds only words and patterns."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._normaliser = Normaliser(vocabulary)
        self._phrasing = Phrasing(vocabulary)
        self._promise = vocabulary.patterns["promise"]
        self._cues = {role: _with_slips(cues, vocabulary) for role, cues in _CUES.items()}

    def could_matter(self, role: Role, text: str) -> bool:
        """Return whether `text` has a word of requests to remember, or of an assistant's promises to.
        Cheap: called for every line."""
        return not self._cues[role].isdisjoint(_WORD.findall(text.lower().replace("’", "'")))

    def corrects(self, sentence: str) -> bool:
        """Return whether the whole sentence only says that something was wrong ("No.", "That's not
        right")."""
        return (
            len(sentence) < 40
            and sentence[:1].lower() in _CORRECTION_LETTERS
            and self._normaliser.is_correction_alone(self._normaliser.clean(sentence))
        )

    def says_something(self, text: str) -> bool:
        """Return whether there is more than "ok, actually" in it."""
        return bool(self._normaliser.strip_lead_ins(self._normaliser.clean(text) + " ")[0].strip(" ,.:;-–—"))

    def find(self, role: Role, sentence: str, corrected: bool = False) -> list[Found]:
        """Return what one sentence wants remembered, left to right. `corrected`: the sentence before it said
        "No."."""
        if not self.could_matter(role, sentence):
            return []
        text = self._normaliser.clean(sentence)
        if self._phrasing.is_question(text):
            return []
        read = self._promised if role is Role.ASSISTANT else self._requested
        found = list(_SentenceReading(self._normaliser.clauses(text), read, corrected).statements())
        return found if found and self._phrasing.is_english(text) else []

    def _requested(self, clause: Clause) -> Found | None:
        if not clause.explicit or not self._lasts(clause):
            return None
        content = finished(clause.text, words=2)
        return Found(_REMEMBER, Statement(clause.text, {}, clause.corrected), content) if content else None

    def _promised(self, clause: Clause) -> Found | None:
        match = self._promise.fullmatch(clause.text)
        if match is None or not self._lasts(clause):
            return None
        content = finished(told_to_user(match.group("noted") or match.group("remembered")))
        if content is None or _FIRST_PERSON.search(content):
            return None  # what the assistant will do follows
        return Found(_NOTED, Statement(clause.text, {}, clause.corrected), content)

    def _lasts(self, clause: Clause) -> bool:
        """Return whether the clause states something that lasts and needs nothing else to be understood."""
        phrasing = self._phrasing
        return not (
            phrasing.is_question(clause.text)
            or phrasing.is_hypothetical(clause.before)
            or phrasing.is_hypothetical(clause.text)
            or phrasing.is_dangling(clause.text)
            or phrasing.is_passing(clause.text)
        )


class _SentenceReading:
    """One sentence being read: each stretch of its clauses is looked at once."""

    def __init__(
        self, table: list[list[Clause]], read: Callable[[Clause], Found | None], corrected: bool
    ) -> None:
        self._table = table
        self._read = read
        self._corrected = corrected
        self._seen: dict[tuple[int, int], Found | None] = {}

    def statements(self) -> Iterator[Found]:
        """Yield statements left to right: each as long as possible, but two where each can stand alone."""
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
            self._seen[key] = self._found(self._table[first][more])
        return self._seen[key]

    def _found(self, clause: Clause) -> Found | None:
        if not clause.text or len(clause.text) > MAX_CLAUSE or clause.text[0] in "\"'<":
            return None
        return self._read(replace(clause, corrected=self._corrected or clause.corrected))


def _with_slips(cues: frozenset[str], vocabulary: Vocabulary) -> frozenset[str]:
    """Return the cue words, and the ways they are mistyped."""
    return cues | {slip for slip, right in vocabulary.typos.items() if right.lower() in cues}


UNLIKELY = 0.02
"""Below this probability, "always …" and "never …" are not taken for orders."""

CERTAIN = 0.9
"""From here on the classifier is as sure as somebody who reads it …"""

UNSURE_CONFIDENCE = 0.75
"""… and what it is less sure of needs review."""

_UNTIL = re.compile(r"\b(?:until|till|for (?:the|this)) [^,;]{2,40}, ?\Z", re.IGNORECASE)
"""Says at the start of a sentence how long the rest of it applies."""

_PERSONAL = 0.5
"""From this probability of being private on, "we" is the user, not a team."""
_COURTESY = re.compile(r"(?<=[.!])\s*(?:please|thanks|thank you|thx|cheers)[\s.!]*$", re.IGNORECASE)
"""At the end of a message, after what it asks for."""


def _rule(
    kind: str,
    family: str,
    type_: MemoryType,
    confidence: float,
    category: Category | None = Category.FACTS,
) -> Rule:
    """Return the rule of a kind of the classifier. `confidence` where it is certain (spec 3.3)."""
    voice = {"instruction": "instruction", "project": "team"}.get(family, "person")
    return Rule(
        name=f"judge.{kind}",
        family=family,
        type=type_,
        category=category,
        confidence=confidence,
        voice=voice,
    )


RULES = {
    "rule": _rule("rule", "instruction", MemoryType.INSTRUCTION, 0.9, category=None),
    "preference": _rule("preference", "preference", MemoryType.PREFERENCE, 0.9, None),
    "person": _rule("person", "person", MemoryType.FACT, 0.9),
    "skill": _rule("skill", "skill", MemoryType.SKILL, 0.9),
    "people": _rule("people", "relationship", MemoryType.RELATIONSHIP, 0.85),
    "project": _rule("project", "project", MemoryType.FACT, 0.9, None),
    "decision": _rule("decision", "decision", MemoryType.FACT, 0.85, Category.ARCHITECTURAL_DECISIONS),
    "cause": _rule("cause", "bug", MemoryType.FACT, 0.85, Category.BUG_PATTERNS),
    "goal": _rule("goal", "goal", MemoryType.CONTEXT, 0.8),
}
"""How each kind of the judge is stored."""


_ORDER = [10.0 * (kind == "rule") for kind in KINDS]
"""The scores of the kinds for an order."""


class StatementReader:
    """Holds only words and patterns."""

    def __init__(
        self,
        normaliser: Normaliser,
        phrasing: Phrasing,
        words: WordKinds,
        rewriter: Rewriter,
        stated_toml: str,
    ) -> None:
        verbs = "(?:" + "|".join(sorted(map(re.escape, words.verbs))) + ")"
        self._patterns = {
            name: re.compile(text.replace("\n", "").replace("<<verbs>>", verbs), re.IGNORECASE)
            for name, text in tomllib.loads(stated_toml).items()
        }
        self._normaliser = normaliser
        self._phrasing = phrasing
        self._words = words
        self._rewriter = rewriter

    def with_orders(self, reading: Classification) -> Classification:
        """Return a reading that is certain of what the assistant is to do always or never, unless the
        classifier finds that most unlikely."""
        probabilities, kinds = [*reading.probabilities], [*reading.kinds]
        for place, piece in enumerate(reading.pieces):
            if probabilities[place] >= UNLIKELY and self._is_order(piece.text):
                probabilities[place], kinds[place] = max(probabilities[place], CERTAIN), _ORDER
        return replace(reading, probabilities=probabilities, kinds=kinds)

    def _is_order(self, said: str) -> bool:
        clause, _, _ = self._normaliser.strip_lead_ins(self._normaliser.clean(said))
        return self._patterns["order"].match(clause) is not None

    def of_sentence(
        self,
        text: str,
        span: tuple[int, int],
        found: Sequence[Found],
        reading: Classification,
        judged: Sequence[Stretch],
        corrected: bool = False,
    ) -> Iterator[Finding]:
        """Yield the statements of a sentence. `found`: what is to be remembered of the characters `span` of
        `text`; `reading`, `judged`: what the classifier made of them; `corrected`: the sentence before said
        "No."."""
        told: list[frozenset[str]] = []
        for one in found:
            typed = self.typed(one, reading)
            if not any(self._finds(p, typed.content) for p in ("open_end", "errand")):
                told.append(frozenset(words_of(one.statement.clause)))
                yield Finding(typed, *span, reading.reach)
        for stretch in judged:
            mine = frozenset(words_of(self._normaliser.clean(text[stretch.start : stretch.end])))
            if any(2 * len(mine & words) >= min(len(mine), len(words)) for words in told):
                continue
            if (more := self._judged(text, span[0], stretch, corrected)) is not None:
                yield more

    def typed(self, found: Found, reading: Classification) -> Found:
        """Return a statement of the kind of its reading for what a person asked to remember, in the third
        person unless it is too short."""
        content = self._retold(found.statement.clause, reading) or found.content
        known = found.rule
        rule = replace(RULES[self._kind(reading.kind, content)], name=known.name, confidence=known.confidence)
        return replace(found, rule=rule, content=content)

    def _retold(self, clause: str, read: Classification | Stretch) -> str | None:
        """Return a clause in the third person, as the classifier read it."""
        personal = read.kind == "person" or read.reach.private > _PERSONAL
        return self._rewriter.rewrite(clause, to_assistant=read.kind == "rule", personal=personal)

    def _judged(self, text: str, begin: int, stretch: Stretch, corrected: bool) -> Finding | None:
        """Return the longest part of a stretch that can be understood alone, in the third person. `begin`:
        of its sentence."""
        for start, end in stretch.parts:
            end = start + len(_COURTESY.sub("", text[start:end]))
            if until := _UNTIL.search(text, begin, start):
                start = until.start()
            said = undated(text[start:end])
            clause, corrects, _ = self._normaliser.strip_lead_ins(self._normaliser.clean(said))
            if stretch.kind != "cause" and said.lower().startswith("because "):
                return None  # the reason of something that does not last
            if said.endswith(":") or (said.endswith("?") and not self._phrasing.is_standing_request(clause)):
                continue
            clause = clause.rstrip("?")
            if not self._phrasing.is_english(clause):
                return None
            if self._phrasing.begins_dangling(clause) or self._finds("request", clause):
                continue
            content = self._retold(clause, stretch)
            if content is None:
                continue
            if not self._is_whole(stretch.kind, content):
                continue
            statement = Statement(clause, {}, corrected or corrects)
            return Finding(Found(self._rule(stretch, content), statement, content), start, end, stretch.reach)
        return None

    def _rule(self, stretch: Stretch, content: str) -> Rule:
        rule = RULES[self._kind(stretch.kind, content)]
        if stretch.probability < CERTAIN or self._finds("short", content):
            rule = replace(rule, confidence=min(rule.confidence, UNSURE_CONFIDENCE))
        return rule

    def _kind(self, kind: str, content: str) -> str:
        """Return the kind that the classifier gives, where the statement's words allow it."""
        of_user = content.startswith("User ")
        if content.startswith("Decided "):
            return "decision"
        if kind == "rule" and not self._finds("to_be_done", content):
            return "person" if of_user else "project"
        if kind in ("person", "skill", "preference") and self._finds("asks", content):
            return "rule"
        if kind == "people" and (of_user or not self._words.name_a_person(content)):
            return "person" if of_user else "project"
        software = self._words.name_software(content) or "code" in words_of(content)
        if kind in ("person", "skill") and software and self._finds("way_of_working", content):
            return "preference"
        if kind == "skill" and not self._finds("knowing", content):
            return "person"
        if kind == "person" and not self._finds("user", content) and self._finds("wish", content):
            return "rule"
        return "person" if kind in ("project", "decision") and of_user else kind

    def _is_whole(self, kind: str, content: str) -> bool:
        """Return whether it is a whole statement, and neither about what the assistant does nor about what
        goes wrong."""
        if any(self._finds(name, content) for name in ("open_end", "no_subject", "errand", "guess")):
            return False
        if kind == "rule" and not content.startswith("User "):
            return not self._finds("happens", content)
        if self._finds("assistant", content) and not self._finds("user", content):
            return False
        return kind == "cause" or not self._finds("symptom", content)

    def _finds(self, pattern: str, text: str) -> bool:
        return self._patterns[pattern].search(text) is not None
