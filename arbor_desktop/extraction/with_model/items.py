"""Questions to a model about a window of a conversation, and the checks of its answers.

An item is taken where its quote is in a turn that it cites, in words of the speaker's own. Its words must be
theirs too (`evidence`): what only a pasted text says is dropped, what a person did not say themselves is a
guess of the model's (`ai_inferred`) and needs review. Where a memory applies, how private it is and when it
ends are decided by the same words as offline; the model only hints.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from pathlib import PurePath
from typing import Any, Literal

import msgspec

from arbor_desktop import resources
from arbor_desktop.clock import DAY_MS, to_iso
from arbor_desktop.conversations.model import Role
from arbor_desktop.embedding.catalogue import packaged_encoder
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.offline.attributes import AttributeFinder, Attributes, load_slots
from arbor_desktop.extraction.offline.classifier import HERE, StatementClassifier, load_classifier
from arbor_desktop.extraction.offline.expiry import expires_at
from arbor_desktop.extraction.offline.rules import Rule, Statement
from arbor_desktop.extraction.offline.vocabulary import read_vocabulary
from arbor_desktop.extraction.with_model import evidence
from arbor_desktop.extraction.with_model.windows import Places, Shown, Span, Window, Worth, visible
from arbor_desktop.llm.model import Ask, Message, Purpose
from arbor_desktop.llm.prompts import Prompt, prompt
from arbor_desktop.llm.structured import Unusable, json_of, schema_of, shaped
from arbor_desktop.memories import details as fields
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Source

NAME = "extraction"
ANSWER_TOKENS = 4_096
"""Room for an answer to begin with; about thirty memories."""
MOST_STATED, MOST_INFERRED = 0.88, 0.78
"""A model is never surer than this: of what a person stated (of which a rule is up to 0.95 sure), and of what
it gathers."""
LEAST_SHARE = 0.5
"""So much of a statement's words must be the person's own for them to have stated it."""
LEAST_PASTED = 0.3
"""With more of its words only in what was pasted, it comes from there."""
LEAST_GROUND = 0.3
"""With less of it in anything that was said, it is made up."""
LEAST_OWN = 0.6
"""With less of it in what was said, words of the prompt are the prompt's."""
MAX_BRIDGE = 120
"""Characters of a quote within a sentence."""
MIN_QUOTE = 6
"""Letters and digits of a quote; fewer stand anywhere."""
MAX_TAGS, MAX_TAG = 4, 30
_MASKED = re.compile(r"\[(?:redacted:|private\])")
_GAP = re.compile(r"\s*(?:\[…[^\]]*\]|\[\.\.\.\]|…|\.\.\.)\s*")
_TAG = re.compile(r"[^\W_][\w.+#/-]*(?: [\w.+#/-]+){0,2}")
_NO_SIGN = re.compile(r"[^\w]+")
_YEARS = 10


@dataclass(frozen=True, slots=True)
class Dropped:
    """An item that was not taken, and why."""

    content: str
    why: str


@dataclass(frozen=True, slots=True)
class Read:
    candidates: tuple[Candidate, ...]
    dropped: tuple[Dropped, ...] = ()


def question(window: Window, excerpt: Excerpt) -> Ask:
    """Return what a model is asked about a window. The fixed part is the same for every conversation."""
    told = [f"Held with: {visible(excerpt.source)}."]
    if excerpt.project:
        told.append(f"Folder of the project: {_name(excerpt.project)}.")
    else:
        told.append("No project is known.")
    numbers = [one.number for one in window.evidence]
    told.append(f"Evidence are turns {numbers[0]} to {numbers[-1]}; earlier ones only explain.")
    text = " ".join(told) + f"\n\n<data>\n{window.text}\n</data>"
    return Ask(
        Purpose.EXTRACTION, prompt(NAME).text, (Message("user", text),), SCHEMA, ANSWER_TOKENS,
        conversation=excerpt.conversation_id, project=excerpt.project,
    )  # fmt: skip


def _name(project: str) -> str:
    return " ".join(visible(PurePath(project).name).replace("<", "‹").replace(">", "›").split())[:80]


def read(text: str, window: Window, excerpt: Excerpt, least: float) -> Read:
    """Return the memories of an answer about a window; items less sure than `least` are dropped.

    Raises Unusable where the answer has another shape than was asked for.
    """
    items = read_items(text, frozenset(one.number for one in window.shown))
    check = _ItemCheck(window, excerpt, least, prompt(NAME))
    found = [check.checked(item) for item in items]
    return Read(
        tuple(one for one in found if isinstance(one, Candidate)),
        tuple(one for one in found if isinstance(one, Dropped)),
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """Place of a quote."""

    shown: Shown
    span: Span
    worth: Worth


class _ItemCheck:
    """Decides about the items of one window."""

    def __init__(self, window: Window, excerpt: Excerpt, least: float, used: Prompt) -> None:
        self._shown = {one.number: one for one in window.evidence}
        self._excerpt, self._least, self._prompt = excerpt, least, used
        self._rule = f"model:{used.name}/{used.version}"
        self._folder = PurePath(excerpt.project).name if excerpt.project else None

    def checked(self, item: Item) -> Candidate | Dropped:
        content = " ".join(visible(item.content).split())
        if item.confidence < self._least:
            return Dropped(content, "too uncertain")
        if _MASKED.search(content) or _MASKED.search(item.quote):
            return Dropped(content, "it speaks of what was taken out")
        place = next(self._places(item), None)
        if place is None:
            return Dropped(content, "its quote is not in the turns it cites")
        cited = [self._shown[number] for number in dict.fromkeys(item.turns) if number in self._shown]
        said = "\n".join(_words(one, Worth.OWN, Worth.DOUBTFUL) for one in cited)
        if why := self._why_not(content, place, cited, said):
            return Dropped(content, why)
        return self._candidate(item, content, place, cited, said)

    def _places(self, item: Item) -> Iterator[_Place]:
        """Yield where the quote is among the cited turns: in a person's own words first."""
        wanted = [part for part in _GAP.split(visible(item.quote).strip(" \"“”'")) if part.strip()]
        if sum(len(_NO_SIGN.sub("", part)) for part in wanted) < MIN_QUOTE:
            return
        cited = [self._shown[number] for number in dict.fromkeys(item.turns) if number in self._shown]
        cited.sort(key=lambda one: one.turn.role is not Role.USER)
        for worth in (Worth.OWN, Worth.DOUBTFUL):
            for one in cited:
                spans = one.own if worth is Worth.OWN else one.doubtful
                places = Places(one.turn.text, _bridged(one.turn.text, spans))
                found = [places.find(part) for part in wanted]
                if all(found):
                    kept = [span for span in found if span is not None]
                    yield _Place(one, (kept[0][0], max(kept[-1][1], kept[0][1])), worth)

    def _why_not(self, content: str, place: _Place, cited: Sequence[Shown], said: str) -> str | None:
        quoted = _sentence(place)
        theirs = place.worth is Worth.OWN and place.shown.turn.role is Role.USER
        if not theirs and (evidence.commands(quoted) or evidence.commands(content)):
            return "it comes from a text that commands"
        if len(_only_pasted(content, cited, said)) > LEAST_PASTED * len(evidence.marks(content)):
            return "only a pasted text says so"
        if evidence.share(content, said) < LEAST_OWN and evidence.copies(content, self._prompt.text):
            return "it is of the prompt"
        return None

    def _candidate(
        self, item: Item, content: str, place: _Place, cited: Sequence[Shown], said: str
    ) -> Candidate | Dropped:
        theirs = "\n".join(_words(one, Worth.OWN) for one in cited if one.turn.role is Role.USER)
        shared = evidence.share(content, said)
        stated = (
            place.shown.turn.role is Role.USER
            and place.worth is Worth.OWN
            and evidence.share(content, theirs) >= LEAST_SHARE
            and not _only_pasted(content, cited, said)
            and not any(evidence.commands(visible(one.turn.text)) for one in cited)
        )
        if not stated and shared < LEAST_GROUND and not evidence.other_letters(content, said):
            return Dropped(content, "it was not said")
        source = Source.USER_STATED if stated else Source.AI_INFERRED
        kind = MemoryType(item.type)
        if not stated and (evidence.dictates(content) or evidence.commands(content)):
            kind = MemoryType.INSTRUCTION
        start, end = place.span
        quoted = place.shown.turn.text[start:end]
        about = self._about(item, content, quoted, kind)
        sensitive = item.sensitive or about.privacy_level is Privacy.SENSITIVE
        return Candidate(
            content=content,
            type=kind,
            category=Category(item.category),
            confidence=min(item.confidence, MOST_STATED if stated else MOST_INFERRED),
            rule=self._rule,
            first_turn=place.shown.number,
            last_turn=place.shown.number,
            span_start=start,
            span_end=end,
            source=source,
            scope=about.scope,
            on_branch=about.on_branch,
            privacy_level=Privacy.SENSITIVE if sensitive else Privacy.NORMAL,
            details=_details(item, theirs if stated else said, cited, stated),
            technology=about.technology or self._technology(item, said),
            tags=tuple(dict.fromkeys((*_tags(item.tags, said), *about.tags)))[:MAX_TAGS],
            expires_at=_expiry(item.expires, quoted, place.shown.turn.at),
        )

    def _about(self, item: Item, content: str, quoted: str, kind: MemoryType) -> Attributes:
        """Return what the words say of where it applies, how private it is and what it is about."""
        personal = item.category == "facts" and item.scope == "user" and kind is not MemoryType.PREFERENCE
        hint = Rule(
            self._rule, "person" if personal else "model", kind, Category(item.category),
            item.confidence, "model", "project" if item.scope == "project" else "global",
        )  # fmt: skip
        classifier = _classifier()
        reach = HERE if classifier is None else classifier.read_alone(quoted).reach
        return _attributes().classify(content, Statement(quoted, {}), hint, self._folder, quoted, reach)

    @staticmethod
    def _technology(item: Item, said: str) -> str | None:
        name = " ".join(visible(item.technology or "").split()).casefold()
        return name if name and len(name) <= MAX_TAG and name in said.casefold() else None


@cache
def _attributes() -> AttributeFinder:
    return AttributeFinder(read_vocabulary(), load_slots(resources.read_text("extraction/slots.toml")))


@cache
def _classifier() -> StatementClassifier | None:
    """Return the classifier of statements; None without the encoder."""
    encoder = packaged_encoder()
    weights = resources.read_bytes("extraction/judge.safetensors")
    return None if encoder is None else load_classifier(encoder, weights)


def _bridged(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return stretches of one line with a short quote between them as one: a person's sentence may hold one
    ("we never say “as soon as possible”"). What only the quote says is not theirs all the same."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and start - joined[-1][1] <= MAX_BRIDGE and "\n" not in text[joined[-1][1] : start]:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return joined


def _only_pasted(content: str, cited: Sequence[Shown], said: str) -> frozenset[str]:
    return evidence.only_in(content, said, "\n".join(_words(one, Worth.FOREIGN) for one in cited))


def _words(one: Shown, *worths: Worth) -> str:
    """Return the words of a turn of these worths, as far as they may be evidence; for FOREIGN all the
    others."""
    text = one.turn.text
    if Worth.FOREIGN in worths:
        held = sorted((*one.own, *one.doubtful))
        edges = [0, *(edge for span in held for edge in span), len(text)]
        return "\n".join(visible(text[a:b]) for a, b in zip(edges[::2], edges[1::2], strict=True))[:40_000]
    spans = [*(one.own if Worth.OWN in worths else ()), *(one.doubtful if Worth.DOUBTFUL in worths else ())]
    day = (to_iso(one.turn.at) or "")[:10]  # told with the turn: "until 20 March" is of a year
    return "\n".join((*(visible(text[start:end]) for start, end in sorted(spans)), day))


def _sentence(place: _Place) -> str:
    """Return the quote with what is around it on its lines."""
    text, (start, end) = place.shown.turn.text, place.span
    first = max(text.rfind("\n", 0, start) + 1, start - 200)
    last = text.find("\n", end)
    return visible(text[first : min(len(text) if last < 0 else last, end + 200)])


def _tags(given: Sequence[str], said: str) -> list[str]:
    """Return those that are names of topics and technologies, or words that were said."""
    known = _known_tags()
    names = (" ".join(visible(tag).casefold().lstrip("#").split()) for tag in given)
    return [
        name
        for name in names
        if len(name) <= MAX_TAG
        and _TAG.fullmatch(name)
        and (name in known or not evidence.unheld(evidence.marks(name), evidence.marks(said)))
    ]


@cache
def _known_tags() -> frozenset[str]:
    words = read_vocabulary()
    return frozenset((*(topic.tag for topic in words.topics), *words.technologies.values()))


def _details(item: Item, said: str, cited: Sequence[Shown], stated: bool) -> dict[str, Any]:
    """Return the fields of its category that say nothing but what was said, each by itself."""
    category = Category(item.category)
    known = {field.key: field for field in fields.FIELDS[category]}
    known[fields.CONDITION] = fields.Field(fields.CONDITION, fields.Shape.LINE)
    found: dict[str, Any] = {}
    for key, value in item.details.given().items():
        field = known.get(key)
        if field is None:
            continue
        kept = _code(value, cited, stated) if key == "code_example" else _seen(value)
        texts = fields.all_texts({key: kept})
        if fields.is_empty(kept) or fields.wrong(field, kept) is not None:
            continue
        if key == "code_example" or all(_rests(text, said) for text in texts):
            found[key] = kept
    return found


def _rests(text: str, said: str) -> bool:
    return (
        not _MASKED.search(text) and not evidence.commands(text) and evidence.share(text, said) >= LEAST_SHARE
    )


def _seen(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(visible(value).split())
    if isinstance(value, list):
        return [_seen(one) for one in value]
    return {key: _seen(one) for key, one in value.items()} if isinstance(value, dict) else value


def _code(value: str, cited: Sequence[Shown], stated: bool) -> str | None:
    """Return code that an assistant showed. What a person pasted is not shared with an AI again."""
    if stated or _MASKED.search(value):
        return None
    for one in cited:
        if one.turn.role is Role.ASSISTANT and Places(one.turn.text, [(0, len(one.turn.text))]).find(value):
            return visible(value)
    return None


def _expiry(given: str | None, quoted: str, at: int | None) -> int | None:
    """Return when it ends: as its words say, or else as the model dates it."""
    if (said := expires_at(quoted, at)) is not None or not given or at is None:
        return said
    try:
        day = date.fromisoformat(given.strip()[:10])
    except ValueError:
        return None
    end = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000) + DAY_MS - 1
    return end if at < end < at + _YEARS * 366 * DAY_MS else None


MIN_CONTENT, MAX_CONTENT = 10, 500
"""Characters of a statement."""
MAX_ITEMS = 200

Type = Literal["preference", "fact", "context", "skill", "instruction", "relationship"]
Named = Literal[
    "coding_preferences", "architectural_decisions", "project_conventions", "bug_patterns",
    "implementation_notes", "facts",
]  # fmt: skip


class Option(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    when: str


class Details(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The fields of all categories (core.details) that a model may fill."""

    context: str | msgspec.UnsetType = msgspec.UNSET
    key: str | msgspec.UnsetType = msgspec.UNSET
    value: str | msgspec.UnsetType = msgspec.UNSET
    rationale: str | msgspec.UnsetType = msgspec.UNSET
    trade_offs: str | msgspec.UnsetType = msgspec.UNSET
    applies_to: list[str] | msgspec.UnsetType = msgspec.UNSET
    problem: str | msgspec.UnsetType = msgspec.UNSET
    pattern: str | msgspec.UnsetType = msgspec.UNSET
    fix: str | msgspec.UnsetType = msgspec.UNSET
    wrong_approach: str | msgspec.UnsetType = msgspec.UNSET
    topic: str | msgspec.UnsetType = msgspec.UNSET
    domain: str | msgspec.UnsetType = msgspec.UNSET
    approach: str | msgspec.UnsetType = msgspec.UNSET
    lessons_learned: str | msgspec.UnsetType = msgspec.UNSET
    code_example: str | msgspec.UnsetType = msgspec.UNSET
    applicable_when: list[str] | msgspec.UnsetType = msgspec.UNSET
    alternatives: list[Option] | msgspec.UnsetType = msgspec.UNSET
    condition: str | msgspec.UnsetType = msgspec.UNSET

    def given(self) -> dict[str, Any]:
        """Return the fields that are there, as plain values."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


class Item(msgspec.Struct, forbid_unknown_fields=True):
    """One memory to be, as a model puts it."""

    content: str
    type: Type
    category: Named
    confidence: float
    scope: Literal["project", "user"]
    turns: list[int]
    quote: str
    tags: list[str] = []
    sensitive: bool = False
    technology: str | None = None
    expires: str | None = None
    details: Details = msgspec.field(default_factory=Details)


class _Shape(msgspec.Struct, forbid_unknown_fields=True):
    items: list[Item] | msgspec.UnsetType = msgspec.UNSET
    no_content_to_extract: bool | msgspec.UnsetType = msgspec.UNSET


def _schema() -> dict[str, Any]:
    """Return the schema, with every field of an item required: a service takes a limited number of
    optional fields. An item without the lesser ones is read as well."""
    schema = schema_of(_Shape)
    item = schema["properties"]["items"]["items"]
    item["required"] = list(item["properties"])
    return schema


SCHEMA = _schema()


def read_items(text: str, turns: frozenset[int]) -> list[Item]:
    """Return the items of an answer; `turns`: the numbers of those that were shown. Raises Unusable."""
    found = json_of(text)
    if not isinstance(found, dict):
        raise Unusable('The answer must be one JSON object with "items".')
    if unknown := sorted(set(found) - {"items", "no_content_to_extract"}):
        raise Unusable(f"There is no field {', '.join(name[:40] for name in unknown[:5])}.")
    if "no_content_to_extract" in found:
        if found["no_content_to_extract"] is not True or found.get("items"):
            raise Unusable('"no_content_to_extract" is true and the only key, or is missing.')
        return []
    raw = found.get("items")
    if not isinstance(raw, list):
        raise Unusable('"items" must be a list.')
    if len(raw) > MAX_ITEMS:
        raise Unusable(f"There are {len(raw)} items. Give the {MAX_ITEMS // 4} most important ones.")
    items: list[Item] = []
    problems: list[str] = []
    for number, one in enumerate(raw, 1):
        try:
            item = shaped(one, Item)
        except Unusable as error:
            problems += [f"Item {number}: {problem}" for problem in error.problems]
            continue
        problems += [f"Item {number}: {problem}" for problem in _problems(item, turns)]
        items.append(item)
    if problems:
        raise Unusable(*problems)
    return items


def _problems(item: Item, turns: frozenset[int]) -> list[str]:
    problems = []
    length = len(" ".join(item.content.split()))
    if not MIN_CONTENT <= length <= MAX_CONTENT:
        problems.append(f"content has {length} characters; it must have {MIN_CONTENT} to {MAX_CONTENT}.")
    if not math.isfinite(item.confidence) or not 0 <= item.confidence <= 1:
        problems.append("confidence must be between 0 and 1.")
    if not item.turns:
        problems.append("turns must name at least one turn.")
    if missing := [number for number in item.turns if number not in turns]:
        problems.append(f"there is no turn {', '.join(map(str, missing[:5]))}.")
    if not item.quote.strip():
        problems.append("quote must not be empty.")
    return problems
