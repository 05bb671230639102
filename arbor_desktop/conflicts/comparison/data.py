"""The data of the judge (`resources/conflicts.toml`): groups of alternatives, synonyms, slots, kinds."""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import accumulate
from typing import Any, TypeVar

from arbor_desktop.conflicts.comparison import vocabulary as v
from arbor_desktop.errors import InvalidInput
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentences import pieces, root

K = TypeVar("K")
V = TypeVar("V")
_LONGEST_PHRASE = 6
COMPETING, OPPOSITE = "competing_tools", "opposite"


@dataclass(frozen=True)
class Group:
    """Alternatives of which a subject has one. `lenient`: two of them contradict each other unless the
    subjects differ; otherwise only if the subjects are the same."""

    index: int
    topic: str
    plural: str
    why: str
    rule: str
    lenient: bool
    personal: bool
    """It is about the user."""
    time: bool
    recurring: bool
    broad: bool
    everyday: bool
    exact: bool
    modal: bool
    """It says whether something is allowed, not what."""
    kinds: frozenset[str]
    """Stems of words that merely name the group."""
    said: tuple[str, ...]
    """The same as written."""
    names: tuple[str, ...]
    """The members as people write them."""
    aliases: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Slot:
    """Something of which a person or thing has one value at a time: a home, a name, a birthday."""

    topic: str
    why: str
    said: tuple[str, ...]
    """Search terms for it."""
    value: str
    """The type of values: `name`, `place`, `words`, `job`, `age`, `length`, `weight` or `date`."""
    person: bool
    """Only persons have it."""
    alone: bool
    """It needs no owner: there is one default branch."""


@dataclass(frozen=True)
class Alias:
    """One way to write a member. `exact`: the only spelling that counts; `needs`: words of which one has to
    be in the sentence."""

    member: tuple[int, int]
    exact: str = ""
    needs: frozenset[str] = frozenset()


@dataclass(slots=True)
class Entry:
    """The meanings of a phrase: members of groups, and the synonym that it is replaced by."""

    aliases: list[Alias] = field(default_factory=list)
    same: str = ""


Phrase = tuple[tuple[str, ...], Entry]
"""The stems of a phrase and its meanings."""


class Packed(Mapping[K, V]):
    """A mapping whose values are unpickled when they are first looked up: of thousands, a text needs a few.
    Thread-safe."""

    def __init__(self, values: Mapping[K, V]) -> None:
        packed = [pickle.dumps(value) for value in values.values()]
        self._starts = dict(zip(values, accumulate(map(len, packed), initial=0), strict=False))
        self._packed = b"".join(packed)
        self._read: dict[K, V] = {}

    def __getitem__(self, key: K) -> V:
        if key not in self._read:
            self._read[key] = pickle.loads(memoryview(self._packed)[self._starts[key] :])
        return self._read[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._starts)

    def __len__(self) -> int:
        return len(self._starts)


@dataclass(frozen=True)
class RuleData:
    """The parsed data file. Never changed, so thread-safe."""

    groups: Packed[int, Group]
    slots: tuple[Slot, ...]
    cues: Mapping[str, tuple[tuple[tuple[str, ...], int, bool], ...]]
    """Cues of slots by first stem, the longest first, and whether the value is before them."""
    phrases: Packed[str, tuple[Phrase, ...]]
    """Phrases by first stem, the longest first."""
    light: frozenset[str]
    scopes: frozenset[str]
    spellings: Mapping[str, tuple[str, ...]]
    """The spellings of a synonym."""
    kinds: Mapping[str, frozenset[str]]
    """The kinds of a thing: a parrot is a pet."""
    examples: Mapping[str, tuple[str, ...]]
    """Examples of a kind, as written."""
    jobs: frozenset[str]
    relatives: frozenset[str]
    """Words for other people."""
    times: frozenset[int]
    """Indexes of the groups of times."""
    refusing: Mapping[str, tuple[str, ...]]
    """The inverse of `refused`, as written."""
    refused: Mapping[str, frozenset[str]]
    """What a person of some kind refuses: a vegan, cheese."""

    @classmethod
    def parse(cls, text: str) -> RuleData:
        """Parse the data file. Raises InvalidInput if it is no TOML or lacks something."""
        import tomllib  # most runs take the words as they were kept

        try:
            data = tomllib.loads(text)
            return _read(cls, data)
        except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
            raise InvalidInput(f"The list of what contradicts each other can't be read: {error}") from error


def stems(text: str) -> tuple[str, ...]:
    """Return the stems of a phrase."""
    return tuple(root(piece.low) for piece in pieces(text))


def cue_root(low: str) -> str:
    """Return the stem of a word for cues: all forms of be, and of have, are one."""
    if low in v.BE:
        return "be"
    return "have" if low in v.HAVE else root(low)


def cue_stems(text: str) -> tuple[str, ...]:
    """Return the stems of a cue."""
    return tuple(cue_root(piece.low) for piece in pieces(text))


def _stem_set(text: str | Iterable[str]) -> frozenset[str]:
    words = text.split() if isinstance(text, str) else text
    return frozenset(one for word in words for one in stems(word))


def _read(cls: type[RuleData], data: dict[str, Any]) -> RuleData:
    entries: dict[tuple[str, ...], Entry] = defaultdict(Entry)
    spellings: dict[str, tuple[str, ...]] = {}
    for line in data["words"]["same"]:
        names = line.split("|")
        kept = " ".join(stems(names[0]))
        spellings[kept] = tuple(names)
        for name in names:
            entries[stems(name)].same = kept
    light = _stem_set(data["words"]["light"])
    groups: list[Group] = []
    for table in (*data["group"], *map(_opposite, data["opposite"])):
        groups.append(_group(table, len(groups), entries, light))
    kinds, examples = _kinds(data["words"].get("kinds", ()), entries)
    refused = {key: frozenset(found) for key, found in _listed(data["words"].get("means_no", ()), entries)}
    refusing: dict[str, list[str]] = defaultdict(list)
    for line in data["words"].get("means_no", ()):
        label, _, rest = line.partition(":")
        for one in rest.split("|"):
            refusing[_key(one, entries)].append(label)
    relatives = frozenset(_key(word, entries) for word in data["words"].get("relatives", ()))
    by_first: dict[str, list[Phrase]] = defaultdict(list)
    for phrase, entry in entries.items():
        if not 0 < len(phrase) <= _LONGEST_PHRASE:
            raise ValueError(f"a phrase of {len(phrase)} words: {' '.join(phrase)!r}")
        by_first[phrase[0]].append((phrase, entry))
    longest_first = {
        first: tuple(sorted(found, key=lambda one: -len(one[0]))) for first, found in by_first.items()
    }
    same = {phrase[0]: entry.same for phrase, entry in entries.items() if len(phrase) == 1 and entry.same}
    return cls(
        groups=Packed(dict(enumerate(groups))),
        slots=tuple(_slot(table) for table in data.get("slot", ())),
        cues=_cues(data.get("slot", ())),
        phrases=Packed(longest_first),
        light=frozenset(same.get(word, word) for word in light),
        scopes=frozenset(same.get(word, word) for word in _stem_set(data["words"]["scopes"])),
        spellings=spellings,
        kinds=kinds,
        examples=examples,
        jobs=_stem_set(data["words"].get("jobs", "")),
        relatives=relatives,
        times=frozenset(number for number, group in enumerate(groups) if group.time),
        refused=refused,
        refusing={key: tuple(found) for key, found in refusing.items()},
    )


def _listed(
    lines: Iterable[str], entries: dict[tuple[str, ...], Entry]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the keys of lines of the form `word: other|other`."""
    for line in lines:
        head, _, rest = line.partition(":")
        yield _key(head, entries), tuple(_key(one, entries) for one in rest.split("|"))


def _key(phrase: str, entries: dict[tuple[str, ...], Entry]) -> str:
    """Return the key by which tokens of a phrase are compared, and make the phrase a known one."""
    parts = stems(phrase)
    entry = entries[parts]
    entry.same = entry.same or " ".join(parts)
    return entry.same


def _kinds(
    lines: Sequence[str], entries: dict[tuple[str, ...], Entry]
) -> tuple[dict[str, frozenset[str]], dict[str, tuple[str, ...]]]:
    found: dict[str, set[str]] = defaultdict(set)
    for whole, ones in _listed(lines, entries):
        for one in ones:
            found[one].add(whole)
    kinds = {
        one: frozenset(wholes).union(*(found.get(w, ()) for w in wholes))
        for one, wholes in list(found.items())
    }
    written = (line.partition(":") for line in lines)
    examples = {
        _key(head, entries): tuple(one.strip() for one in rest.split("|")) for head, _, rest in written
    }
    return kinds, examples


def _opposite(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table of a group for a table of opposites."""
    why = "and the same thing is one of them"
    return {
        "why": why,
        "plural": "opposites",
        "kinds": [],
        "rule": OPPOSITE,
        **table,
        "members": table["pairs"],
    }


def _group(
    table: dict[str, Any], index: int, entries: dict[tuple[str, ...], Entry], light: frozenset[str]
) -> Group:
    kinds = _stem_set(table["kinds"])
    kinds |= {entries[(kind,)].same for kind in kinds if (kind,) in entries and entries[(kind,)].same}
    names, aliases = [], []
    for number, member in enumerate(table["members"]):
        written = []
        for alias in member.split("|"):
            bare = alias.lstrip("=+")
            written.append(bare)
            exact = bare if alias.startswith("=") else ""
            everyday = alias.startswith("+") or f"={bare.capitalize()}" in member.split("|")[1:]
            needs = kinds if everyday and not exact else frozenset()
            entry = entries[stems(bare)]
            entry.aliases.append(Alias((index, number), exact, needs))
            first = " ".join(stems(written[0]))
            if table.get("need") == "one" and not exact and not needs and first not in light:
                entry.same = entry.same or first
        names.append(written[0])
        aliases.append(tuple(written))
    return Group(
        index=index,
        topic=table["topic"],
        plural=table["plural"],
        why=table.get("why", "and one is enough"),
        rule=table.get("rule", COMPETING),
        lenient=table.get("need") == "one",
        personal=table.get("self", False),
        time=table.get("time", False),
        everyday=table.get("everyday", table.get("rule") == OPPOSITE),
        modal=table.get("modal", False),
        exact=table.get("exact", False),
        broad=table.get("broad", False),
        recurring=table.get("recurring", False),
        kinds=kinds,
        said=tuple(table["kinds"]),
        names=tuple(names),
        aliases=tuple(aliases),
    )


def _slot(table: dict[str, Any]) -> Slot:
    return Slot(
        topic=table["topic"],
        why=table["why"],
        said=tuple(table.get("terms", "").split()),
        value=table["value"],
        person=table.get("person", False),
        alone=table.get("alone", False),
    )


def _cues(tables: Sequence[dict[str, Any]]) -> dict[str, tuple[tuple[tuple[str, ...], int, bool], ...]]:
    found: dict[str, list[tuple[tuple[str, ...], int, bool]]] = defaultdict(list)
    for number, table in enumerate(tables):
        for name, ahead in (("cues", False), ("ahead", True)):
            for cue in table.get(name, ()):
                parts = cue_stems(cue)
                found[parts[0]].append((parts, number, ahead))
    return {first: tuple(sorted(some, key=lambda one: -len(one[0]))) for first, some in found.items()}
