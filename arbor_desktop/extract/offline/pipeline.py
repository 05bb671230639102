"""The offline extractor, read from top to bottom: what happens to an excerpt until its memories are left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from arbor_desktop import resources
from arbor_desktop.core.conversation import Role, Turn, TurnKind
from arbor_desktop.core.memory import Source
from arbor_desktop.extract.base import Candidate, Excerpt
from arbor_desktop.extract.offline import segment
from arbor_desktop.extract.offline.classify import Classifier, Slot, load_slots
from arbor_desktop.extract.offline.expiry import expires_at
from arbor_desktop.extract.offline.merge import merged
from arbor_desktop.extract.offline.rules import RuleBook, load_rules
from arbor_desktop.extract.offline.statements import Found, StatementFinder
from arbor_desktop.extract.offline.vocabulary import Vocabulary, load_vocabulary

_MEMORY_INPUT = re.compile(
    r"\s*(?:<user-memory-input>(?P<tagged>[^<]{3,600})</user-memory-input>"
    r"|\#\s(?P<hash>[^\n#]{8,400})|/remember\s+(?P<command>[^\n]{3,400}))\s*\Z"
)


class OfflineExtractor:
    """Extraction by rules alone: deterministic, and every memory names the rule and the words it comes from.

    Holds only what it was built with, so one may serve many threads or be rebuilt in a worker process.
    """

    name = "offline"

    def __init__(self, vocabulary: Vocabulary, rules: RuleBook, slots: tuple[Slot, ...]) -> None:
        self._patterns = vocabulary.patterns
        self._finder = StatementFinder(vocabulary, rules)
        self._classifier = Classifier(vocabulary, slots)

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
        told = _MEMORY_INPUT.match(turn.text) if turn.role is Role.USER else None
        if told:
            yield from self._of_memory_input(turn, told)
            return
        confirmed: bool | None = None
        corrected = False
        for sentence in self._sentences(turn):
            if confirmed is None:
                confirmed = turn.role is Role.ASSISTANT and self._is_confirmed(turn, following)
            for found in self._finder.find(turn.role, sentence.text, corrected, confirmed):
                yield self._candidate(turn, sentence, found)
            corrected = self._finder.corrects(sentence.text)

    def _sentences(self, turn: Turn) -> Iterator[segment.Sentence]:
        """The sentences of the turn that a rule could fit."""
        matters = partial(self._finder.could_matter, turn.role)
        if turn.role is Role.USER:
            return segment.own_words(turn.text, matters, self._patterns["prompt_template"])
        return segment.prose(turn.text, matters)

    def _is_confirmed(self, turn: Turn, following: tuple[Turn, ...]) -> bool:
        """Whether the cause or fix an assistant names proved right: it says so, or the person does next."""
        if self._patterns["done"].search(turn.text):
            return True
        said = (t.text for t in following if t.role is Role.USER and t.kind is TurnKind.SAID)
        return any(len(text) < 400 and self._patterns["confirmed"].search(text) for text in said)

    def _of_memory_input(self, turn: Turn, told: re.Match[str]) -> Iterator[Candidate]:
        """ "# …" and "/remember …": the person says outright that it is to be remembered."""
        group = next(name for name, value in told.groupdict().items() if value is not None)
        start, end = told.span(group)
        sentence = segment.Sentence(start, end, turn.text[start:end])
        for found in self._finder.find(Role.USER, f"remember that {sentence.text}"):
            yield self._candidate(turn, sentence, found)

    def _candidate(self, turn: Turn, sentence: segment.Sentence, found: Found) -> Candidate:
        rule, statement, content = found.rule, found.statement, found.content
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
