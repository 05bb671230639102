"""Statements of a sentence: what rules find in it, and where rules and the learned classifier agree.

The rules know exact ways of saying things and how to write them down; the classifier knows how things that
last sound. What a rule fits but the classifier finds most unlikely is dropped; what the classifier is sure
of needs no rule.

The order of the work is the order of its cost: a sentence without a cue word costs one look at its words,
one that no rule fits a few anchored matches; only what a rule fits is judged word by word.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arbor_desktop.conversations.model import Role
from arbor_desktop.extraction.offline.classifier import Classification, Stretch
from arbor_desktop.extraction.offline.rewrite import Rewriter, finished, resolved, rewrite
from arbor_desktop.extraction.offline.rules import Checks, Phrasing, Rule, RuleBook, Statement
from arbor_desktop.extraction.offline.segments import Clause, Normaliser
from arbor_desktop.extraction.offline.vocabulary import Vocabulary, WordKinds, words_of
from arbor_desktop.memories.model import Category, MemoryType

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

_REMEMBER = Rule(
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


@dataclass(frozen=True, slots=True)
class Finding:
    """A statement, and the characters of the turn that make it."""

    found: Found
    start: int
    end: int


class StatementFinder:
    """Finds statements in sentences. Holds only rules, words and patterns."""

    def __init__(self, vocabulary: Vocabulary, rules: RuleBook) -> None:
        self._rules = rules
        self._normaliser = Normaliser(vocabulary)
        self._phrasing = Phrasing(vocabulary)
        self._checks = Checks(vocabulary)
        self._cues = {role: _with_slips(rules.cues[role], vocabulary) for role in Role}
        self._cues[Role.USER] |= _EXPLICIT_CUES
        self._few = {role: tuple(cues) for role, cues in self._cues.items() if len(cues) <= _FEW}

    def could_matter(self, role: Role, text: str) -> bool:
        """Return whether any rule for this speaker has a cue word in `text`. Cheap: called for every line."""
        small = text.lower().replace("’", "'")
        if role in self._few and not any(map(small.__contains__, self._few[role])):
            return False
        return not self._cues[role].isdisjoint(_CUE_WORD.findall(small))

    def is_explicit(self, sentence: str) -> bool:
        """Return whether it may ask to remember, or to do something always."""
        asked = self._phrasing.is_standing_request(sentence) or self._phrasing.is_of_branch(sentence)
        return asked or not _EXPLICIT_CUES.isdisjoint(_CUE_WORD.findall(sentence.lower()))

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

    def _only_asks(self, sentence: str) -> bool:
        """Return whether a sentence is a question, by its last character first: most questions end like
        one."""
        return sentence[-1:] == "?" and self._phrasing.is_question(sentence)

    def find(
        self,
        role: Role,
        sentence: str,
        corrected: bool = False,
    ) -> list[Found]:
        """Return the statements of one sentence, left to right. `corrected`: the sentence before it said
        "No."."""
        if not self.could_matter(role, sentence) or self._only_asks(sentence):
            return []
        text = self._normaliser.clean(sentence)
        words = frozenset(_CUE_WORD.findall(text.lower()))
        rules = self._rules.candidates(role, words)
        explicit = role is Role.USER and not words.isdisjoint(_EXPLICIT_CUES)
        if (not rules and not explicit) or (text.endswith("?") and self._phrasing.is_question(text)):
            return []
        reading = _SentenceReading(
            self._normaliser.clauses(text), rules, self._phrasing, self._checks, corrected
        )
        found = list(reading.statements())
        return found if found and self._phrasing.is_english(text) else []


class _SentenceReading:
    """One sentence being read: each stretch of its clauses is looked at once."""

    def __init__(
        self,
        table: list[list[Clause]],
        rules: list[Rule],
        phrasing: Phrasing,
        checks: Checks,
        corrected: bool,
    ) -> None:
        self._table = table
        self._rules = rules
        self._phrasing = phrasing
        self._checks = checks
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
            self._seen[key] = self._read(self._table[first][more])
        return self._seen[key]

    def _read(self, clause: Clause) -> Found | None:
        if not clause.text or len(clause.text) > MAX_CLAUSE or clause.text[0] in "\"'<":
            return None
        lasts: bool | None = None
        for rule in self._rules:
            match = rule.pattern.fullmatch(clause.text)
            if match is None:
                continue
            lasts = self._lasts(clause) if lasts is None else lasts
            if not lasts:
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
        return self._explicit(clause) if clause.explicit and (lasts or self._lasts(clause)) else None

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

    def _explicit(self, clause: Clause) -> Found | None:
        content = finished(resolved(clause.text, _REMEMBER.voice))
        return Found(_REMEMBER, Statement(clause.text, {}), content) if content else None


def _with_slips(cues: frozenset[str], vocabulary: Vocabulary) -> frozenset[str]:
    """Return the cue words, and the ways they are mistyped."""
    return cues | {slip for slip, right in vocabulary.typos.items() if right.lower() in cues}


UNLIKELY = 0.02
"""A statement that fits a rule of confidence 0.9 is dropped if the judge gives it less. The surer the rule,
the less the judge has to say: at 0.95 half of that, at 0.8 the double."""

CERTAIN = 0.9
"""From here on the judge is as sure as somebody who reads it …"""

UNSURE_CONFIDENCE = 0.75
"""… and what it is less sure of needs review."""

_UNTIL = re.compile(r"\b(?:until|till|for (?:the|this)) [^,;]{2,40}, ?\Z", re.IGNORECASE)
"""Says at the start of a sentence how long the rest of it applies."""

EXPLICIT = "explicit"


_COURTESY = re.compile(r"(?<=[.!])\s*(?:please|thanks|thank you|thx|cheers)[\s.!]*$", re.IGNORECASE)
"""At the end of a message, after what it asks for."""


def _rule(
    kind: str,
    family: str,
    type_: MemoryType,
    confidence: float,
    scope: str | None = None,
    category: Category | None = Category.FACTS,
) -> Rule:
    """Return the rule of a kind of the classifier. `confidence` where it is certain (spec 3.3)."""
    voice = {"instruction": "instruction", "project": "team"}.get(family, "person")
    return Rule(
        name=f"judge.{kind}",
        family=family,
        role=Role.USER,
        type=type_,
        category=category,
        confidence=confidence,
        voice=voice,
        scope=scope,
    )


RULES = {
    "rule": _rule("rule", "instruction", MemoryType.INSTRUCTION, 0.9, category=None),
    "preference": _rule("preference", "preference", MemoryType.PREFERENCE, 0.9, "global", None),
    "person": _rule("person", "person", MemoryType.FACT, 0.9, "global"),
    "skill": _rule("skill", "skill", MemoryType.SKILL, 0.9, "global"),
    "people": _rule("people", "relationship", MemoryType.RELATIONSHIP, 0.85, "global"),
    "project": _rule("project", "project", MemoryType.FACT, 0.9, "project", None),
    "decision": _rule(
        "decision", "decision", MemoryType.FACT, 0.85, "project", Category.ARCHITECTURAL_DECISIONS
    ),
    "cause": _rule("cause", "bug", MemoryType.FACT, 0.85, "project", Category.BUG_PATTERNS),
    "goal": _rule("goal", "goal", MemoryType.CONTEXT, 0.8),
}
"""How each kind of the judge is stored."""


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

    def of_sentence(
        self,
        text: str,
        span: tuple[int, int],
        found: Sequence[Found],
        reading: Classification,
        judged: Sequence[Stretch],
    ) -> Iterator[Finding]:
        """Yield the statements of a sentence. `found`: what rules fit in the characters `span` of `text`;
        `reading`, `judged`: what the classifier made of them."""
        told: list[frozenset[str]] = []
        said = text[slice(*span)]
        requested = self._phrasing.is_standing_request(said) or self._phrasing.is_of_branch(said)
        for one in found:
            words = frozenset(words_of(one.statement.clause))
            doubt = UNLIKELY * (1 - one.rule.confidence) / 0.1
            sure = requested or one.rule.family == EXPLICIT or reading.likelihood(words) >= doubt
            if sure and not self._finds("open_end", one.content) and not self._finds("errand", one.content):
                told.append(words)
                if one.rule.family == EXPLICIT:
                    one = self.typed(one, reading.kind)
                elif one.rule.family == "instruction" and self._is_about_somebody(one.content):
                    one = replace(one, rule=replace(one.rule, scope="project"))
                yield Finding(one, *span)
        for stretch in judged:
            mine = frozenset(words_of(self._normaliser.clean(text[stretch.start : stretch.end])))
            if any(2 * len(mine & words) >= min(len(mine), len(words)) for words in told):
                continue
            if (more := self._judged(text, span[0], stretch)) is not None:
                yield more

    def typed(self, told: Found, kind: str) -> Found:
        """Return what somebody asked to remember, as a statement of such a kind."""
        content = self._rewriter.rewrite(told.statement.clause, to_assistant=kind == "rule") or told.content
        like = RULES[self._kind(kind, content)]
        rule = replace(like, name=told.rule.name, confidence=told.rule.confidence)
        return replace(told, rule=rule, content=content)

    def _judged(self, text: str, begin: int, stretch: Stretch) -> Finding | None:
        """Return the longest part of a stretch that can be understood alone, in the third person. `begin`:
        of its sentence."""
        for start, end in stretch.parts:
            end = start + len(_COURTESY.sub("", text[start:end]))
            if until := _UNTIL.search(text, begin, start):
                start = until.start()
            said = text[start:end]
            clause, corrected, _ = self._normaliser.strip_lead_ins(self._normaliser.clean(said))
            if stretch.kind != "cause" and said.lower().startswith("because "):
                return None  # the reason of something that does not last
            if said.endswith(("?", ":")):
                continue
            if not self._phrasing.is_english(clause):
                return None
            if self._phrasing.begins_dangling(clause) or self._finds("request", clause):
                continue
            content = self._rewriter.rewrite(clause, to_assistant=stretch.kind == "rule")
            if content is None:
                continue
            if not self._is_whole(stretch.kind, content):
                continue
            return Finding(
                Found(self._rule(stretch, content), Statement(clause, {}, corrected), content), start, end
            )
        return None

    def _rule(self, stretch: Stretch, content: str) -> Rule:
        kind = self._kind(stretch.kind, content)
        rule = RULES[kind]
        if kind == "people" and not self._words.name_kin(content):
            rule = replace(rule, scope="project")
        here = self._words.name_software(content) or self._is_about_somebody(content)
        if kind == "rule" and here and not self._finds("user", content):
            rule = replace(rule, scope="project")
        if stretch.probability < CERTAIN:
            rule = replace(rule, confidence=min(rule.confidence, UNSURE_CONFIDENCE))
        return rule

    def _is_about_somebody(self, content: str) -> bool:
        """Return whether it is to be done with one of a project's people."""
        somebody = "team" in words_of(content) or self._words.name_a_person(content)
        return somebody and self._finds("turns_to", content)

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
        if any(self._finds(name, content) for name in ("open_end", "no_subject", "errand")):
            return False
        if kind == "rule" and not content.startswith("User "):
            return not self._finds("happens", content)
        if self._finds("assistant", content) and not self._finds("user", content):
            return False
        return kind == "cause" or not self._finds("symptom", content)

    def _finds(self, pattern: str, text: str) -> bool:
        return self._patterns[pattern].search(text) is not None
