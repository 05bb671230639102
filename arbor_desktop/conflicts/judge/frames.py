"""The same sentence with another word in one place: `the novel is set in Trieste`, `… in Bergen`."""

from __future__ import annotations

from dataclasses import replace

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import MAIN, SCOPE, Claim, Word
from arbor_desktop.conflicts.judge.comparison import difference
from arbor_desktop.conflicts.judge.rivals import Rivals

_PLACED = v.words("in into on at to under from by as is be")
_SAME_RELATION = {
    **dict.fromkeys(("in", "into", "at", "on", "to", "under"), "in"),
    **dict.fromkeys((*v.BE, "called", "named", ":"), "is"),
}
_BY = frozenset(("from", "by", "with", "via", "through", "using"))
_RELATIONS = frozenset((*_SAME_RELATION, *_BY, "as"))
_LOCATIVE = frozenset(
    ("stor", "set", "locat", "call", "name", "sleep", "stay", "stand", "park", "lie", "hang", "meet")
)
_LONGEST = 3


def changed_word(one: Claim, other: Claim, rivals: Rivals) -> tuple[Word, Word, frozenset[str]] | None:
    """The words in which two claims differ, and what they share; None if they differ in several places."""
    found = difference(one, other, rivals, ())
    if not found.shared or not found.only_one or not found.only_other:
        return None
    if any(word.quantity for word in one.words) != any(word.quantity for word in other.words):
        return None  # one of them says how much
    ours = _place(one, found.only_one)
    theirs = _place(other, found.only_other)
    if (
        not ours
        or not theirs
        or _relation(one, ours[0]) != _relation(other, theirs[0])
        or not _relation(one, ours[0])
    ):
        return None
    if not _comparable(one, ours, other, theirs, rivals, found.shared):
        return None
    return _joined(ours), _joined(theirs), found.shared


def _joined(words: list[Word]) -> Word:
    """The words of a name as one: Aldous Finch."""
    return replace(words[-1], raw=" ".join(word.raw for word in words))


def _place(claim: Claim, keys: frozenset[str]) -> list[Word]:
    """The words that only this claim has, if they stand together."""
    words = [w for w in claim.role(MAIN, SCOPE) if w.key in keys and w.raw.lower() not in v.GENERIC]
    keys = frozenset(key for key in keys if any(w.key == key for w in words))
    if not words or len(words) > _LONGEST or len({word.key for word in words}) != len(keys):
        return []
    between = claim.tokens[words[0].at : words[-1].at]
    if any(token.low in _RELATIONS for token in between):
        return []
    return words if words[-1].at - words[0].at < _LONGEST else []


def _relation(claim: Claim, word: Word) -> str:
    for token in reversed(claim.tokens[: word.at]):
        if token.low in _RELATIONS:
            return "by" if token.low in _BY else _SAME_RELATION.get(token.low, token.low)
        if token.low not in v.STOP:
            return ""
    return ""


def _comparable(
    one: Claim, ours: list[Word], other: Claim, theirs: list[Word], rivals: Rivals, shared: frozenset[str]
) -> bool:
    """Whether the two words are values of one kind: both names, or what a place, a job or a favorite is."""
    relation = _relation(one, ours[0])
    if ours[-1].members and theirs[-1].members and relation == "is":
        return False  # adjectives of different groups
    doing, other_doing = _doing(one), _doing(other)
    if doing and other_doing and doing.isdisjoint(other_doing):
        return False  # lives in Ghent, works in Bruges
    last = (ours[-1], theirs[-1])
    if relation == "by":
        return all(_coded(word) for word in last) or (len(shared) > 1 and all(_tool(w, rivals) for w in last))
    if all(word.name for word in last):
        return True
    if "favorit" in shared or relation == "as" or one.changed or other.changed:
        return True
    return relation == "in" and bool(shared & _LOCATIVE) and len(shared) > 1


def _doing(claim: Claim) -> frozenset[str]:
    """Return the verbs right after the subject: lives, works."""
    return frozenset(token.low for token in claim.tokens[1:4] if token.low in v.THIRD)


def _coded(word: Word) -> bool:
    """Written like something in code, and not like a person's name."""
    return word.name and not word.raw.isalpha()


def _tool(word: Word, rivals: Rivals) -> bool:
    return any(rivals.groups[group].lenient for group, _ in word.members)
