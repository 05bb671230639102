"""The offline extractor, read from top to bottom: what happens to an excerpt until its memories are left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import chain
from pathlib import PurePath
from typing import NamedTuple

from arbor_desktop import resources
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.embedding.catalogue import installed_encoder
from arbor_desktop.extraction.model import NOT_ENGLISH, Candidate, Excerpt
from arbor_desktop.extraction.offline import segments
from arbor_desktop.extraction.offline.attributes import AttributeFinder, Slot, load_slots
from arbor_desktop.extraction.offline.authorship import Authorship, Ranges
from arbor_desktop.extraction.offline.classifier import (
    HERE,
    SURE,
    UNCLASSIFIED,
    Classification,
    Reach,
    SentencePieces,
    StatementClassifier,
    Stretch,
    load_classifier,
    stretches,
)
from arbor_desktop.extraction.offline.expiry import expires_at
from arbor_desktop.extraction.offline.findings import (
    PROOF_TURNS,
    FindingPatterns,
    Findings,
    confirmed_cause,
    load_findings,
)
from arbor_desktop.extraction.offline.rewrite import Rewriter
from arbor_desktop.extraction.offline.rules import Phrasing, Rule
from arbor_desktop.extraction.offline.segments import Normaliser, pieces_of
from arbor_desktop.extraction.offline.statements import (
    UNLIKELY,
    UNSURE_CONFIDENCE,
    Found,
    StatementFinder,
    StatementReader,
)
from arbor_desktop.extraction.offline.vocabulary import Vocabulary, WordKinds, load_patterns, read_vocabulary
from arbor_desktop.memories.model import MemoryType, Scope, Source
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.stems import stem
from arbor_desktop.text.words import fold

_MEMORY_INPUT = re.compile(
    r"\s*(?:<user-memory-input>(?P<tagged>[^<]{3,600})</user-memory-input>"
    r"|\#\s(?P<hash>[^\n#]{8,400})|/remember\s+(?P<command>[^\n]{3,400}))\s*\Z"
)

_NO_PROJECT = re.compile(r"\b[Tt]he project's\b")
"""Where no project is known, "our" is somebody's own: "our wedding"."""

_SECRET = "[redacted:"
"""Beginning of what replaces a secret in a text (`redaction`)."""

_LONGEST_REQUEST = 100
"""Characters of "Please remember that for next time." and its like."""

_OPENING = 160
"""Characters of a turn in which people take back what they said in the one before."""

_NOTHING = Sentence("nothing recognized as lasting")

_EVER = re.compile(r"\b(?:always|never|ever)\b", re.IGNORECASE)

_TOPIC = re.compile(
    r"\b(?:about|on|regarding|i (?:\w+ )?(?:said|told you|wrote|mentioned)) (?!that\Z|it\b)(.+)\Z",
    re.IGNORECASE,
)
"""At the end of the words that take something back: what that was about."""

_SENTENCE_END = re.compile(r"(?<=[.!]) (?=[A-Z])")
_MOST_SENTENCES = 40
"""So many sentences at the beginning and at the end of a turn are judged: nobody writes more of their own."""

BySentence = list[list[Candidate]]
"""What each sentence of a turn states."""


class ClassifiedTurn(NamedTuple):
    """A turn of a person: its sentences, whose they are, and what the judge makes of those that are meant."""

    sentences: Sequence[segments.Sentence]
    whose: TurnAuthorship
    readings: dict[segments.Sentence, Classification]


class TurnAuthorship:
    """Whose words a turn's sentences are."""

    def __init__(self, authorship: Authorship, text: str) -> None:
        self._authorship = authorship
        self._text = text
        self.is_nobodys = segments.speaks_of_nobody(text)

    @cached_property
    def _foreign(self) -> tuple[Ranges, Ranges]:
        return self._authorship.handed_over(self._text), self._authorship.quotes(self._text)

    @cached_property
    def _doubtful(self) -> Ranges:
        return self._authorship.doubtful(self._text)

    def is_meant(self, sentence: segments.Sentence) -> bool:
        return self._authorship.is_meant(sentence, *self._foreign)

    def is_doubtful(self, sentence: segments.Sentence) -> bool:
        return self._doubtful.hold(sentence.start)


class OfflineExtractor:
    """Extraction by a small language model, on this computer. Every memory names the rule and the words that
    it comes from. Safe to use from several threads."""

    name = "offline"

    def __init__(
        self,
        vocabulary: Vocabulary,
        slots: tuple[Slot, ...],
        findings: FindingPatterns,
        authorship: Authorship,
        classifier: StatementClassifier,
        words: WordKinds,
        statements: StatementReader,
        commands: re.Pattern[str],
    ) -> None:
        """`commands`: finds what nobody says of themselves, but a text that others are to read."""
        self._patterns = vocabulary.patterns
        self._finder = StatementFinder(vocabulary)
        self._findings = Findings(vocabulary, findings)
        self._causes = findings
        self._attributes = AttributeFinder(vocabulary, slots)
        self._phrasing = Phrasing(vocabulary)
        self._authorship = authorship
        self._commands = commands
        self._classifier = classifier
        self._statements = statements

    @classmethod
    @cache
    def from_resources(cls) -> OfflineExtractor:
        """Return the one built from the words and the model that are installed with the program. Raises
        ModelMissing, ModelUnusable."""
        vocabulary = read_vocabulary()
        slots = load_slots(resources.read_text("extraction/slots.toml"))
        findings = load_findings(resources.read_text("extraction/findings.toml"))
        authorship = Authorship(resources.read_text("extraction/voices.toml"))
        words = WordKinds(vocabulary, resources.read_text("extraction/word_kinds.toml"))
        classifier = load_classifier(
            installed_encoder(), resources.read_bytes("extraction/judge.safetensors")
        )
        rewriter = Rewriter(resources.read_text("extraction/retelling.toml"))
        stated = resources.read_text("extraction/stated.toml")
        statements = StatementReader(Normaliser(vocabulary), Phrasing(vocabulary), words, rewriter, stated)
        commands = load_patterns(resources.read_text("extraction/planted.toml"))["commands"]
        return cls(vocabulary, slots, findings, authorship, classifier, words, statements, commands)

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        """Return the memories of the excerpt's new turns, in the order in which they were stated."""
        found: list[Candidate] = []
        folder = PurePath(excerpt.project).name if excerpt.project else None
        played = self._authorship.played(excerpt.turns)
        said: BySentence = []
        every: BySentence = []
        judged = self._classified(excerpt, played)
        for index, turn in enumerate(excerpt.turns):
            if not _is_new(turn, excerpt) or turn.number in played:
                continue
            if turn.role is Role.USER:
                said = self._of_person(turn, judged[turn.number], folder, said, every)
                every.extend(said)
                continue
            following = excerpt.turns[index + 1 : index + 1 + PROOF_TURNS]
            before = excerpt.turns[index - 1] if index else None
            found.extend(self._of_assistant(before, turn, following, folder))
        return _once([*found, *chain.from_iterable(every)])

    def _classified(self, excerpt: Excerpt, played: Set[int]) -> dict[int, ClassifiedTurn]:
        """Classify the new turns of the person, by number."""
        found: dict[int, ClassifiedTurn] = {}
        read: list[ClassifiedTurn] = []
        turns: list[tuple[str, list[SentencePieces]]] = []
        express: list[bool] = []
        reply = ""
        for turn in excerpt.turns:
            answered, reply = reply, _reply(turn, reply)
            if turn.role is not Role.USER or not _is_new(turn, excerpt) or turn.number in played:
                continue
            whose, sentences = TurnAuthorship(self._authorship, turn.text), self._sentences(turn.text)
            meant = [one for one in sentences if whose.is_meant(one)]
            if len(meant) > 2 * _MOST_SENTENCES:
                meant = [*meant[:_MOST_SENTENCES], *meant[-_MOST_SENTENCES:]]
            found[turn.number] = ClassifiedTurn(sentences, whose, dict.fromkeys(meant, UNCLASSIFIED))
            if any(map(self._could_last, meant)):
                read.append(found[turn.number])
                turns.append((answered, [self._pieces(turn.text, one) for one in meant]))
                express.append(self._could_be_express(turn.text))
        for one, readings in zip(read, self._classifier.read(turns, express.__getitem__), strict=True):
            certain = map(self._statements.with_orders, readings)
            one.readings.update(zip(one.readings, certain, strict=True))
        return found

    def _could_be_express(self, text: str) -> bool:
        """Return whether a turn has a word of explicit statements: it is read in full."""
        return self._finder.could_matter(Role.USER, text) or _EVER.search(text) is not None

    def _could_last(self, sentence: segments.Sentence) -> bool:
        """Return whether a sentence is more than one word, and no question."""
        return " " in sentence.text and not self._phrasing.is_question(sentence.text)

    def _pieces(self, text: str, sentence: segments.Sentence) -> SentencePieces:
        """Return what is judged of a sentence: of one that takes something back, what it says instead."""
        taken_back = self._authorship.takes_back(sentence.text)
        start = sentence.start if taken_back is None else sentence.after(taken_back[1]).start
        return SentencePieces(start, text[start : sentence.end], pieces_of(text, start, sentence.end))

    def why_nothing(self, excerpt: Excerpt) -> str:
        """Say in a few words why the excerpt gave no memories."""
        turns = [turn for turn in excerpt.turns if turn.role is Role.USER and _is_new(turn, excerpt)]
        own: list[str] = []
        others = 0
        for turn in turns:
            whose, sentences = TurnAuthorship(self._authorship, turn.text), self._sentences(turn.text)
            own += (meant := [one.text for one in sentences if whose.is_meant(one)])
            others += len(sentences) - len(meant)
        if not turns:
            return _NOTHING
        if self._authorship.played(excerpt.turns).issuperset(turn.number for turn in turns):
            return Sentence("a part was played")
        if len(own) <= others:
            return Sentence("mostly code, or pasted or quoted text")
        if 2 * sum(map(self._phrasing.is_english, own)) <= len(own):
            return NOT_ENGLISH
        if any(_SECRET in text for text in own):
            return Sentence("a secret was taken out")
        if any(map(self._authorship.takes_back, own)):
            return Sentence("withdrawn")
        return Sentence("only questions") if all(map(self._phrasing.is_question, own)) else _NOTHING

    def _sentences(self, text: str) -> list[segments.Sentence]:
        return list(segments.own_words(text, lambda _: True, self._patterns["prompt_template"]))

    def _of_assistant(
        self, before: Turn | None, turn: Turn, following: tuple[Turn, ...], folder: str | None
    ) -> Iterator[Candidate]:
        findings = list(self._findings.of_turn(turn, following))
        for finding in findings:
            yield self._candidate(turn, finding.start, finding.end, finding.found, folder, HERE)
        if not findings:
            for sentence, found in confirmed_cause(self._causes, before, turn, following):
                yield self._candidate(turn, sentence.start, sentence.end, found, folder, HERE)
        if self._finder.could_matter(turn.role, turn.text):
            for sentence in segments.prose(turn.text, partial(self._finder.could_matter, turn.role)):
                for found in self._finder.find(turn.role, sentence.text):
                    reach = self._classifier.read_alone(found.content).reach
                    yield self._candidate(turn, sentence.start, sentence.end, found, folder, reach)

    def _of_person(
        self, turn: Turn, judged: ClassifiedTurn, folder: str | None, earlier: BySentence, every: BySentence
    ) -> BySentence:
        """Return what a person states in a turn. What it takes back is removed from `earlier`, their turn
        before, or if it names a topic, from `every` turn before."""
        asked = _MEMORY_INPUT.match(turn.text)
        if asked:
            return [list(self._of_memory_input(turn, asked, folder))]
        said: BySentence = []
        corrected = False
        lasting = self._stretches_of(turn.text, judged)
        for sentence in judged.sentences:
            reading = judged.readings.get(sentence)
            taken_back = self._authorship.takes_back(sentence.text)
            if self._is_reach(sentence.text) or (said and said[-1] and self._reaches_back(sentence.text)):
                said.append([])
            elif taken_back is None:
                said.append(
                    self._of_sentence(turn, sentence, reading, lasting, judged.whose, corrected, folder)
                )
            else:
                ahead, rest = sentence.text[: taken_back[0]], sentence.after(taken_back[1])
                left = [] if reading is None else stretches([reading])
                instead = self._of_sentence(turn, rest, reading, left, judged.whose, True, folder)
                topic = _TOPIC.search(sentence.text, *taken_back)
                if topic is not None:
                    self._withdraw(topic[1], [*every, *said])
                elif not self._finder.says_something(ahead):
                    words = " ".join([rest.text, *(one.content for one in instead)])
                    named = self._take_back(earlier if sentence.start < _OPENING else [], said, words)
                    likely = reading is not None and max(reading.probabilities, default=0) >= UNLIKELY
                    if named and reading is not None and likely and not instead:
                        count = len(reading.pieces)  # it lasts as what it corrects did
                        reading = replace(reading, probabilities=[SURE] * count, joins=[1.0] * count)
                        left = stretches([reading])
                        instead = self._of_sentence(turn, rest, reading, left, judged.whose, True, folder)
                said.append(instead)
            corrected = self._finder.corrects(sentence.text)
        return said

    def _stretches_of(self, text: str, turn: ClassifiedTurn) -> list[Stretch]:
        """Return what the judge finds lasting in a turn; a stretch may go over several sentences, but not
        from one about this project to one about all work."""
        if turn.whose.is_nobodys:
            return []
        runs: list[list[Classification]] = []
        end = -1
        wide = False
        for number, sentence in enumerate(turn.sentences):
            reading = turn.readings.get(sentence)
            if reading is None or _is_unreadable(sentence.text) or self._is_reach(sentence.text):
                end = -1
                continue
            gap = text[end : sentence.start]
            was_wide, wide = wide, self._is_wide(turn.sentences[number : number + 2])
            if end < 0 or gap.strip() or "\n\n" in gap or (wide and not was_wide):
                runs.append([])
            runs[-1].append(reading)
            end = sentence.end
        return [one for run in runs for one in stretches(run)]

    def _is_wide(self, sentences: Sequence[segments.Sentence]) -> bool:
        """Return whether the first of two sentences, which does not go on with the one before, says with the
        other that it applies to all work."""
        said = sentences[0].text
        if self._patterns["goes_on"].match(said):
            return False
        reached = [one.text for one in sentences[1:] if self._reaches_back(one.text)]
        return any(map(self._patterns["all_work"].search, [said, *reached]))

    def _take_back(self, earlier: BySentence, said: BySentence, instead: str) -> bool:
        """Remove from a person's turn before, or from what they said until now, what no longer applies: what
        shares most words with `instead`; else the last sentence, or the last that stated anything. Return
        whether it shares words."""
        before = [*earlier, *said]
        words = self._phrasing.words(instead)
        shared = [[len(words & self._phrasing.words(one.content)) for one in stated] for stated in before]
        if most := max(chain.from_iterable(shared), default=0):
            for stated, counts in zip(before, shared, strict=True):
                stated[:] = [
                    left
                    for one, count in zip(stated, counts, strict=True)
                    if (left := one if count < most else self._without(one, words)) is not None
                ]
            return True
        if not words and not any(said):
            before = [stated for stated in earlier if stated]
        if before:
            before[-1][:] = [
                replace(one, content=rest)
                for one in before[-1]
                if (rest := " ".join(_SENTENCE_END.split(one.content)[:-1]))
            ]
        return False

    def _withdraw(self, topic: str, before: BySentence) -> None:
        """Remove what shares most words with a topic, wherever it was said; nothing if nothing does."""
        words = self._stems(topic)
        shared = [[len(words & self._stems(one.content)) for one in stated] for stated in before]
        if most := max(chain.from_iterable(shared), default=0):
            for stated, counts in zip(before, shared, strict=True):
                stated[:] = [one for one, count in zip(stated, counts, strict=True) if count < most]

    def _stems(self, text: str) -> set[str]:
        return {stem(word) for word in self._phrasing.words(text)}

    def _without(self, memory: Candidate, words: frozenset[str]) -> Candidate | None:
        """Return the memory without the sentence that shares most of these words; None if none is left."""
        sentences = _SENTENCE_END.split(memory.content)
        shared = [len(words & self._phrasing.words(one)) for one in sentences]
        left = [one for one, count in zip(sentences, shared, strict=True) if count < max(shared)]
        return replace(memory, content=" ".join(left)) if left else None

    def _of_sentence(
        self,
        turn: Turn,
        sentence: segments.Sentence,
        reading: Classification | None,
        lasting: Sequence[Stretch],
        whose: TurnAuthorship,
        corrected: bool,
        folder: str | None,
    ) -> list[Candidate]:
        """`reading`: None for a sentence that is not meant. `lasting`: what lasts in the turn."""
        if reading is None or _is_unreadable(sentence.text):
            return []
        found = self._finder.find(turn.role, self._asked_first(turn.text, sentence), corrected)
        judged = [one for one in lasting if sentence.start <= one.start < sentence.end]
        if not (found or judged):
            return []
        span = (sentence.start, sentence.end)
        stated = [
            self._candidate(
                turn,
                one.start,
                one.end,
                one.found,
                folder,
                one.reach,
                self._with_reach(turn.text, sentence, max(sentence.end, one.end)),
            )
            for one in self._statements.of_sentence(turn.text, span, found, reading, judged, corrected)
        ]
        pasted = whose.is_doubtful(sentence)
        commands = self._commands.search(sentence.text) is not None
        if pasted and commands:
            return []
        amid = self._is_amid(turn.text, sentence)
        return [
            replace(one, confidence=min(one.confidence, UNSURE_CONFIDENCE))
            if pasted or commands or (amid and one.rule.startswith("explicit."))
            else one
            for one in stated
        ]

    def _with_reach(self, text: str, sentence: segments.Sentence, end: int) -> str:
        """Return what was said up to `end`, and the next sentence if it only says where that applies."""
        following = next((one for one in self._sentences(text[end:]) if one.text.strip()), None)
        reaches = following is not None and self._reaches_back(following.text)
        return text[sentence.start : end + following.end if following and reaches else end]

    def _is_reach(self, sentence: str) -> bool:
        """Return whether a sentence says where something applies, and nothing else."""
        return self._patterns["reach_alone"].fullmatch(sentence) is not None

    def _reaches_back(self, sentence: str) -> bool:
        """Return whether a sentence only says where the one before it applies."""
        if self._is_reach(sentence):
            return True
        everywhere = self._patterns["everywhere"].search(sentence) is not None
        return everywhere and self._patterns["reaches_back"].fullmatch(sentence) is not None

    def _is_amid(self, text: str, sentence: segments.Sentence) -> bool:
        """Return whether a sentence is in a list, or amid others: people ask to remember at the beginning
        or at the end."""
        ahead, following = text[: sentence.start], self._following(text, sentence)
        if asked := self._patterns["remember_that"].match(following):
            following = following[asked.end() :]
        return segments.is_item(text, sentence.start) or (
            self._finder.says_something(ahead) and self._finder.says_something(following)
        )

    @staticmethod
    def _following(text: str, sentence: segments.Sentence) -> str:
        return text[sentence.end :].lstrip(" .!)\n-–—")

    def _asked_first(self, text: str, sentence: segments.Sentence) -> str:
        """Return a sentence of `text`, begun with "remember that" where it or the next one ends so."""
        remember_that = self._patterns["remember_that"]
        asked = remember_that.search(sentence.text)
        following = self._following(text, sentence)[:_LONGEST_REQUEST]
        if asked is None and not remember_that.match(following):
            return sentence.text
        return f"remember that {sentence.text[: asked.start()] if asked else sentence.text}"

    def _of_memory_input(self, turn: Turn, asked: re.Match[str], folder: str | None) -> Iterator[Candidate]:
        """Yield what a person asks outright to remember: "# …", "/remember …"."""
        group = next(name for name, value in asked.groupdict().items() if value is not None)
        start, end = asked.span(group)
        said = SentencePieces(start, turn.text[start:end], pieces_of(turn.text, start, end))
        reading = self._classifier.read([("", [said])])[0][0]
        for found in self._finder.find(Role.USER, f"remember that {said.text}"):
            typed = self._statements.typed(found, reading)
            yield self._candidate(turn, start, end, typed, folder, reading.reach)

    def _candidate(
        self,
        turn: Turn,
        start: int,
        end: int,
        found: Found,
        folder: str | None,
        reach: Reach,
        said: str = "",
    ) -> Candidate:
        """`said`: the sentence, where it is longer than characters `start` to `end`."""
        rule, statement, content = found.rule, found.statement, found.content
        if folder is None and not _NO_PROJECT.search(statement.clause):
            content = _NO_PROJECT.sub(
                lambda match: "User's" if match.group() == "The project's" else "their", content
            )
        about = self._attributes.classify(
            content, statement, rule, folder, said or turn.text[start:end], reach
        )
        correction = statement.corrected and turn.role is Role.USER
        return Candidate(
            content=content,
            type=_type(rule, about.scope),
            category=about.category,
            confidence=max(rule.confidence, 0.9) if correction else rule.confidence,
            rule=f"correction/{rule.name}" if correction else rule.name,
            first_turn=turn.number,
            last_turn=turn.number,
            span_start=start,
            span_end=end,
            source=Source.USER_STATED if turn.role is Role.USER else Source.AI_INFERRED,
            scope=about.scope,
            on_branch=about.on_branch,
            privacy_level=about.privacy_level,
            details=about.details,
            technology=about.technology,
            tags=about.tags,
            expires_at=expires_at(turn.text[start:end], turn.at),
        )


def _type(rule: Rule, scope: Scope) -> MemoryType:
    """Return the type of a statement: what is so in every project is no fact, but how somebody works."""
    return MemoryType.INSTRUCTION if rule.family == "project" and scope is Scope.GLOBAL else rule.type


def _is_unreadable(text: str) -> bool:
    """Return whether a secret was taken out of a text, or it has characters of an unknown encoding."""
    return _SECRET in text or "\N{REPLACEMENT CHARACTER}" in text


def _is_new(turn: Turn, excerpt: Excerpt) -> bool:
    return turn.kind is TurnKind.SAID and not turn.unsaid and turn.number > excerpt.context_through


def _reply(turn: Turn, reply: str) -> str:
    """Return the assistant's last words once `turn` was said, if it said `reply` before."""
    said = turn.role is Role.ASSISTANT and turn.kind is TurnKind.SAID and not turn.unsaid
    return turn.text if said else reply


def _once(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates in their order; of those in the same words the surest. What says the same in
    other words is merged when it is stored, where all the words are kept."""
    surest: dict[str, Candidate] = {}
    for candidate in candidates:
        words = fold(candidate.content)
        if words not in surest or candidate.confidence > surest[words].confidence:
            surest[words] = candidate
    return sorted(surest.values(), key=lambda one: (one.first_turn, one.span_start))
