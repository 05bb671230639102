"""The offline extractor, read from top to bottom: what happens to an excerpt until its memories are left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from arbor_desktop import resources
from arbor_desktop.core.conversation import Role, Turn, TurnKind
from arbor_desktop.core.memory import MemoryType, Source
from arbor_desktop.extract.base import Candidate, Excerpt
from arbor_desktop.extract.offline import segment
from arbor_desktop.extract.offline.classify import Classifier, Slot, load_slots
from arbor_desktop.extract.offline.expiry import expires_at
from arbor_desktop.extract.offline.lasting import Checks, Lasting, Statement
from arbor_desktop.extract.offline.merge import merged
from arbor_desktop.extract.offline.normal import Clause, Normaliser
from arbor_desktop.extract.offline.rewrite import finished, resolved, rewrite
from arbor_desktop.extract.offline.rules import Rule, RuleBook, load_rules
from arbor_desktop.extract.offline.vocabulary import Vocabulary, load_vocabulary

_CUE_WORD = re.compile(r"[a-z][a-z'’;-]*")
_EXPLICIT_CUES = frozenset(
    ("remember", "mind", "memory", "memorize", "memorise", "forget", "future", "record", "note")
)
_MEMORY_INPUT = re.compile(
    r"\s*(?:<user-memory-input>(?P<tagged>[^<]{3,600})</user-memory-input>|\#\s(?P<hash>[^\n#]{8,400})|/remember\s+(?P<command>[^\n]{3,400}))\s*\Z"
)


_Found = tuple[Rule, Statement, str]
_ADDRESSED = re.compile(r"\b(?:you|your|yours)\b", re.IGNORECASE)
"""A statement about a person that speaks to somebody belongs to the talk."""


class OfflineExtractor:
    """Extraction by rules alone: deterministic, and every memory names the rule and the words it comes from.

    Holds only what it was built with, so one may serve many threads or be rebuilt in a worker process.
    """

    name = "offline"

    def __init__(self, vocabulary: Vocabulary, rules: RuleBook, slots: tuple[Slot, ...]) -> None:
        self._patterns = vocabulary.patterns
        self._rules = rules
        self._normal = Normaliser(vocabulary)
        self._lasting = Lasting(vocabulary)
        self._checks = Checks(vocabulary)
        self._classifier = Classifier(vocabulary, slots)
        typos = vocabulary.typos
        self._cues = {
            role: rules.cues[role]
            | frozenset(slip for slip, right in typos.items() if right.lower() in rules.cues[role])
            | (_EXPLICIT_CUES if role is Role.USER else frozenset())
            for role in Role
        }
        self._told = _told_rule()

    @classmethod
    def from_resources(cls) -> OfflineExtractor:
        """Built from the rules and word lists that ship with the program."""
        vocabulary = load_vocabulary(
            resources.read_text("extract/vocabulary.toml"),
            resources.read_text("extract/technology.toml"),
            resources.read_text("extract/topics.toml"),
            resources.read_text("extract/patterns.toml"),
        )
        rules = load_rules(resources.read_text("extract/rules.toml"), vocabulary)
        return cls(vocabulary, rules, load_slots(resources.read_text("extract/slots.toml")))

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        """The memories that the excerpt's new turns hold, in the order they were said."""
        found: list[Candidate] = []
        for index, turn in enumerate(excerpt.turns):
            if turn.kind is not TurnKind.SAID or turn.unsaid or turn.number <= excerpt.context_through:
                continue
            found.extend(self._of_turn(turn, excerpt.turns[index + 1 : index + 4]))
        return merged(found)

    def _of_turn(self, turn: Turn, following: tuple[Turn, ...]) -> Iterator[Candidate]:
        if turn.role is Role.USER:
            if told := _MEMORY_INPUT.match(turn.text):
                yield from self._of_memory_input(turn, told)
                return
            sentences = segment.own_words(turn.text, self._interests_user, self._patterns["prompt_template"])
        else:
            sentences = segment.prose(turn.text, self._interests_assistant)
        confirmed: bool | None = None
        corrected = False
        for sentence in sentences:
            if confirmed is None:
                confirmed = turn.role is Role.ASSISTANT and self._is_confirmed(turn, following)
            text = self._normal.clean(sentence.text)
            yield from self._of_sentence(turn, sentence, text, corrected, confirmed)
            corrected = self._normal.is_correction_alone(text)

    def _interests_user(self, line: str) -> bool:
        return not self._cues[Role.USER].isdisjoint(_CUE_WORD.findall(line.lower().replace("’", "'")))

    def _interests_assistant(self, line: str) -> bool:
        return not self._cues[Role.ASSISTANT].isdisjoint(_CUE_WORD.findall(line.lower()))

    def _is_confirmed(self, turn: Turn, following: tuple[Turn, ...]) -> bool:
        """Whether the cause or fix that an assistant names proved right: it says so, or the person does next."""
        if self._patterns["done"].search(turn.text):
            return True
        said = (t.text for t in following if t.role is Role.USER and t.kind is TurnKind.SAID)
        return any(len(text) < 400 and self._patterns["confirmed"].search(text) for text in said)

    def _of_memory_input(self, turn: Turn, told: re.Match[str]) -> Iterator[Candidate]:
        """ "# …" and "/remember …": the person says outright that it is to be remembered."""
        group = next(name for name, value in told.groupdict().items() if value is not None)
        start, end = told.span(group)
        text = self._normal.clean(turn.text[start:end])
        sentence = segment.Sentence(start, end, turn.text[start:end])
        yield from self._of_sentence(turn, sentence, "remember that " + text, False, False)

    def _of_sentence(
        self, turn: Turn, sentence: segment.Sentence, text: str, corrected: bool, confirmed: bool
    ) -> Iterator[Candidate]:
        if self._lasting.is_question(self._normal.strip_lead_ins(text)[0]) or not self._lasting.is_english(
            text
        ):
            return
        table = self._normal.clauses(text)
        read: dict[tuple[int, int], _Found | None] = {}

        def at(first: int, more: int) -> _Found | None:
            if (first, more) not in read:
                clause = table[first][more]
                wondering = self._lasting.is_hypothetical(clause.before)
                read[first, more] = None if wondering else self._statement(turn, clause, corrected, confirmed)
            return read[first, more]

        for found in _longest(len(table), at):
            yield self._candidate(turn, sentence, *found)

    def _statement(self, turn: Turn, clause: Clause, corrected: bool, confirmed: bool) -> _Found | None:
        """The first rule that the clause fits, if what it says can stand alone and lasts."""
        words = set(_CUE_WORD.findall(clause.text.lower()))
        rules = self._rules.candidates(turn.role, words)
        if not (rules or clause.explicit) or len(clause.text) > 400 or clause.text[:1] in "\"'<":
            return None
        if (
            self._lasting.is_hypothetical(clause.text)
            or self._lasting.is_question(clause.text)
            or self._lasting.is_passing(clause.text)
        ):
            return None
        if self._lasting.is_dangling(clause.text):
            return None
        for rule in rules:
            match = rule.pattern.fullmatch(clause.text)
            if match is None:
                continue
            statement = Statement(clause.text, match.groupdict(), corrected or clause.corrected, confirmed)
            if not self._checks.allows(rule.needs, statement):
                continue
            content = rewrite(rule, statement.groups, clause.text)
            if content is not None and not (rule.voice == "person" and _ADDRESSED.search(content)):
                return rule, statement, content
        if (
            clause.explicit
            and (content := finished(resolved(clause.text, "instruction")))
            and not self._lasting.is_dangling(content)
        ):
            return self._told, Statement(clause.text, {}, False, False), content
        return None

    def _candidate(
        self, turn: Turn, sentence: segment.Sentence, rule: Rule, statement: Statement, content: str
    ) -> Candidate:
        about = self._classifier.classify(content, statement, rule)
        correction = (
            statement.corrected and turn.role is Role.USER and not rule.name.startswith("correction.")
        )
        return Candidate(
            content=content,
            type=rule.type,
            category=about.category,
            confidence=max(rule.confidence, 0.9) if correction else rule.confidence,
            rule=f"correction/{rule.name}" if correction else rule.name,
            first_turn=turn.number,
            last_turn=turn.number,
            span_start=sentence.start,
            span_end=sentence.end,
            source=Source.USER_STATED if turn.role is Role.USER else Source.AI_INFERRED,
            scope=about.scope,
            privacy_level=about.privacy_level,
            details=about.details,
            technology=about.technology,
            tags=about.tags,
            expires_at=expires_at(sentence.text, turn.at),
        )


def _told_rule() -> Rule:
    """For what a person asks to remember in words that no other rule knows."""
    return Rule(
        "explicit.remember", "explicit", Role.USER, frozenset(), re.compile(""), None, (), MemoryType.FACT, None, 0.95, "instruction", None
    )  # fmt: skip


def _as_said(text: str) -> str:
    return resolved(text, "instruction")


def _longest(pieces: int, at: Callable[[int, int], _Found | None]) -> Iterator[_Found]:
    """The statements of a sentence, left to right: each as long as it goes, but two where two can stand alone."""
    first = 0
    while first < pieces:
        more = next((n for n in range(pieces - first - 1, -1, -1) if at(first, n)), None)
        if more is None:
            first += 1
            continue
        for cut in range(more):
            if at(first, cut) and at(first + cut + 1, more - cut - 1):
                more = cut
                break
        found = at(first, more)
        if found:
            yield found
        first += more + 1
