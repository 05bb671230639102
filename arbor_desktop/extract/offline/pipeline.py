"""The offline extractor, read from top to bottom: what happens to an excerpt until its memories are left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import PurePath

from arbor_desktop import resources
from arbor_desktop.core.conversation import Role, Turn, TurnKind
from arbor_desktop.core.memory import Source
from arbor_desktop.extract.base import Candidate, Excerpt
from arbor_desktop.extract.offline import segment
from arbor_desktop.extract.offline.classify import Classifier, Slot, load_slots
from arbor_desktop.extract.offline.confirmed import confirmed_cause
from arbor_desktop.extract.offline.expiry import expires_at
from arbor_desktop.extract.offline.findings import PROOF_TURNS, FindingPatterns, Findings, load_findings
from arbor_desktop.extract.offline.merge import merged
from arbor_desktop.extract.offline.rules import RuleBook, load_rules
from arbor_desktop.extract.offline.statements import Found, StatementFinder
from arbor_desktop.extract.offline.vocabulary import Vocabulary, load_vocabulary
from arbor_desktop.extract.offline.voices import Stretches, Voices

_MEMORY_INPUT = re.compile(
    r"\s*(?:<user-memory-input>(?P<tagged>[^<]{3,600})</user-memory-input>"
    r"|\#\s(?P<hash>[^\n#]{8,400})|/remember\s+(?P<command>[^\n]{3,400}))\s*\Z"
)

MAX_OBSERVED = 4
"""So many facts about the project are taken from what an assistant says in one excerpt: the first are the
overview, later ones details."""

_OBSERVED = "observed."

_OPENING = 160
"""Characters of a turn in which people take back what they said in the one before."""

_IMPERSONAL = frozenset(
    f"plain.{name}" for name in ("stated", "way", "named", "dated", "nobody", "no-thing", "name-does")
)
"""Rules that fit what nobody in particular says: not asked in long turns, which hold pasted text."""

_TAKEN_BACK = 200
"""So many characters ahead of "forget that" lies what it takes back."""


def read_rules() -> str:
    """The text of all rules that ship with the program, in the order in which they are tried."""
    return "\n".join(
        resources.read_text(f"extract/{name}.toml") for name in ("rules", "rules_loose", "rules_plain")
    )


class _Whose:
    """Whose words a turn's sentences are; the turn is looked through when the first is asked about."""

    def __init__(self, voices: Voices, text: str) -> None:
        self._voices = voices
        self._text = text
        self._parts: tuple[Stretches, Stretches] | None = None

    def is_meant(self, sentence: segment.Sentence) -> bool:
        if self._parts is None:
            self._parts = self._voices.handed_over(self._text), self._voices.quotes(self._text)
        return self._voices.is_meant(sentence, *self._parts)


class OfflineExtractor:
    """Extraction by rules alone: deterministic, and every memory names the rule and the words it comes from.

    Holds only what it was built with, so one may serve many threads or be rebuilt in a worker process.
    """

    name = "offline"

    def __init__(
        self,
        vocabulary: Vocabulary,
        rules: RuleBook,
        slots: tuple[Slot, ...],
        findings: FindingPatterns,
        voices: Voices,
    ) -> None:
        self._patterns = vocabulary.patterns
        self._finder = StatementFinder(vocabulary, rules)
        self._findings = Findings(vocabulary, findings)
        self._causes = findings
        self._classifier = Classifier(vocabulary, slots)
        self._voices = voices

    @classmethod
    def from_resources(cls) -> OfflineExtractor:
        """Built from the rules and word lists that ship with the program."""
        vocabulary = load_vocabulary(
            resources.read_text("extract/vocabulary.toml"),
            resources.read_text("extract/technology.toml"),
            resources.read_text("extract/topics.toml"),
            resources.read_text("extract/patterns.toml"),
        )
        rules = load_rules(read_rules(), vocabulary)
        slots = load_slots(resources.read_text("extract/slots.toml"))
        findings = load_findings(resources.read_text("extract/findings.toml"))
        return cls(vocabulary, rules, slots, findings, Voices(resources.read_text("extract/voices.toml")))

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        """The memories that the excerpt's new turns hold, in the order they were said."""
        found: list[Candidate] = []
        folder = PurePath(excerpt.project).name if excerpt.project else None
        observed = 0
        played = self._voices.played(excerpt.turns)
        last_said = 0
        for index, turn in enumerate(excerpt.turns):
            if turn.kind is not TurnKind.SAID or turn.unsaid or turn.number <= excerpt.context_through:
                continue
            if turn.number in played:
                continue
            if turn.role is Role.USER:
                if last_said and self._voices.takes_back(turn.text[:_OPENING]):
                    found = [c for c in found if c.first_turn != last_said]
                last_said = turn.number
            following = excerpt.turns[index + 1 : index + 1 + PROOF_TURNS]
            before = excerpt.turns[index - 1] if index else None
            for candidate in self._of_turn(before, turn, following, folder):
                if candidate.rule.startswith(_OBSERVED):
                    observed += 1
                    if observed > MAX_OBSERVED:
                        continue
                found.append(candidate)
        return merged(found)

    def _of_turn(
        self, before: Turn | None, turn: Turn, following: tuple[Turn, ...], folder: str | None
    ) -> Iterator[Candidate]:
        told = _MEMORY_INPUT.match(turn.text) if turn.role is Role.USER else None
        if told:
            yield from self._of_memory_input(turn, told, folder)
            return
        if turn.role is Role.ASSISTANT:
            findings = list(self._findings.of_turn(turn, following))
            for finding in findings:
                yield self._candidate(turn, finding.start, finding.end, finding.found, folder)
            if not findings:
                for sentence, found in confirmed_cause(self._causes, before, turn, following):
                    yield self._candidate(turn, sentence.start, sentence.end, found, folder)
        if turn.role is Role.USER:
            yield from self._of_person(turn, folder)
            return
        corrected = False
        for sentence in segment.prose(turn.text, partial(self._finder.could_matter, turn.role)):
            for found in self._finder.find(turn.role, sentence.text, corrected):
                yield self._candidate(turn, sentence.start, sentence.end, found, folder)
            corrected = self._finder.corrects(sentence.text)

    def _of_person(self, turn: Turn, folder: str | None) -> list[Candidate]:
        """What a person states in a turn and does not take back in the sentence after it."""

        finder = self._finder

        def matters(line: str) -> bool:
            return (
                finder.could_matter(turn.role, line)
                or self._voices.takes_back(line)
                or finder.announces(line)
            )

        sentences = list(segment.own_words(turn.text, matters, self._patterns["prompt_template"]))
        if not sentences:
            return []
        whose = _Whose(self._voices, turn.text)
        stated: list[Candidate] = []
        corrected = announced = False
        for number, sentence in enumerate(sentences):
            if stated and self._voices.takes_back(sentence.text):
                stated = [c for c in stated if c.span_end < sentence.start - _TAKEN_BACK]
            announced = finder.announces(sentence.text) or (announced and not self._requests(sentence.text))
            told = announced or any(finder.generalises(s.text) for s in sentences[number + 1 : number + 2])
            found = finder.find(turn.role, sentence.text, corrected, told=told)
            if len(turn.text) > segment.LONG_TURN:
                found = [one for one in found if one.rule.name not in _IMPERSONAL]
            if found and whose.is_meant(sentence):
                stated.extend(
                    self._candidate(turn, sentence.start, sentence.end, one, folder) for one in found
                )
            corrected = finder.corrects(sentence.text)
        return stated

    def _requests(self, sentence: str) -> bool:
        return self._patterns["requests"].match(sentence) is not None

    def _of_memory_input(self, turn: Turn, told: re.Match[str], folder: str | None) -> Iterator[Candidate]:
        """ "# …" and "/remember …": the person says outright that it is to be remembered."""
        group = next(name for name, value in told.groupdict().items() if value is not None)
        start, end = told.span(group)
        for found in self._finder.find(Role.USER, f"remember that {turn.text[start:end]}"):
            yield self._candidate(turn, start, end, found, folder)

    def _candidate(self, turn: Turn, start: int, end: int, found: Found, folder: str | None) -> Candidate:
        rule, statement, content = found.rule, found.statement, found.content
        about = self._classifier.classify(content, statement, rule, folder)
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
            span_start=start,
            span_end=end,
            source=Source.USER_STATED if turn.role is Role.USER else Source.AI_INFERRED,
            scope=about.scope,
            privacy_level=about.privacy_level,
            details=about.details,
            technology=about.technology,
            tags=about.tags,
            expires_at=expires_at(turn.text[start:end], turn.at),
        )
