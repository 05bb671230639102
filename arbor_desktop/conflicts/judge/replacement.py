"""What the newer one says to be no more, and what took its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import GONE, MAIN, SCOPE, Claim, Word
from arbor_desktop.conflicts.judge.comparison import difference, somebody_else
from arbor_desktop.conflicts.judge.findings import REPLACEMENT, Found, are_rivals, is_kind, people
from arbor_desktop.conflicts.judge.rivals import COMPETING, OPPOSITE, Rivals


def replaced(newer: Claim, older: Claim, rivals: Rivals, text: Sequence[Claim] = ()) -> Found | None:
    """The newer one says that what the older one claims is no more."""
    if newer.hedged or not older.holds or older.denied:
        return None
    gone = [w for w in newer.role(GONE) if (w.key not in rivals.light or w.members) and not w.quantity]
    gone = [word for word in gone if word.name or not somebody_else(word, rivals)]
    if not gone:
        return None
    matched = [one for word in gone for one in older.role(MAIN, SCOPE) if _is_meant(word, one, rivals)]
    matched = [one for one in matched if _whole(one, newer, matched, rivals)]
    told = any(_is_tool(word, rivals) for word in matched)
    heads = {word.at for word in gone}
    follows = [word for word in gone if word.at - 1 in heads and _says_when(word, rivals)]  # boxing days
    plain = [word for word in gone if word.raw.lower() not in v.GENERIC and word not in follows]
    matched = [one for one in matched if all(one.key != word.key for word in follows)]
    said = [one for one in matched for word in plain if _is_meant(word, one, rivals)]
    if plain and not told and not said:
        return None  # full logging is off, which says nothing of what logs
    if people(newer, rivals) - people(older, rivals):
        return None
    if not matched or (not told and 2 * len(matched) < len(plain) + 1):
        return None
    places = {word.at for word in matched}
    names = [w for w in older.words if w.name and {w.at - 1, w.at + 1} & places]  # Brightwater Logistics
    found = difference(newer, older, rivals, (*newer.role(MAIN), *matched, *names))
    if found.hard_one and found.hard_other:
        return None
    goal = [w for w in newer.role(MAIN) if w.at > gone[0].at]
    of_many = newer.switched and any(word.members for word in matched)
    if of_many and difference(newer, older, rivals, (*goal, *matched, *names)).crossed:
        return None  # what was moved from Tuesday is not all that happens on Tuesdays
    new = _successor(matched[0], newer, text)
    shared = frozenset(word.key for word in matched) | found.shared
    both = [i for i, _ in matched[0].members if i in {index for index, _ in (new.members if new else ())}]
    one = matched[0] if new or len(matched) == 1 else _joined(matched)
    return Found(REPLACEMENT, one, new, shared, rivals.groups[both[0]] if both else None)


def _is_meant(gone: Word, one: Word, rivals: Rivals) -> bool:
    """Say whether what is gone is this word: the same, a kind that it is of, or the file at its path."""
    return one.key == gone.key or one.key.endswith(f"/{gone.key}") or is_kind(one, gone, rivals)


def _joined(matched: Sequence[Word]) -> Word:
    """What is gone, as one word: oil stove."""
    rest = (word for at, word in enumerate(matched) if at and word.at == matched[at - 1].at + 1)
    return replace(matched[0], raw=" ".join([matched[0].raw, *(word.raw for word in rest)]))


def _is_tool(word: Word, rivals: Rivals) -> bool:
    """Whether it is a name or one of some alternatives, and no everyday word."""
    groups = [rivals.groups[group] for group, _ in word.members]
    return word.name or any(group.rule == COMPETING and not group.everyday for group in groups)


def _says_when(word: Word, rivals: Rivals) -> bool:
    """`my boxing days`: days are not what is over."""
    return bool(word.members) and all(
        rivals.groups[group].time or rivals.groups[group].rule == OPPOSITE for group, _ in word.members
    )


def _whole(one: Word, newer: Claim, matched: list[Word], rivals: Rivals) -> bool:
    """Whether it is gone itself, and not what follows it: from tea to coffee, not from tea bags to leaves."""
    for gone in newer.role(GONE):
        if not _is_meant(gone, one, rivals):
            continue
        after = next((word for word in newer.role(GONE) if word.at == gone.at + 1), None)
        if after is not None and after.quantity:  # python 2 support
            after = next((word for word in newer.role(GONE) if word.at == gone.at + 2), None)
        if (
            after is None
            or after.key in rivals.light
            or after.quantity
            or _says_when(after, rivals)
            or any(w.key == after.key for w in matched)
        ):
            return True
        return any(after.key in rivals.groups[group].kinds for group, _ in one.members)
    return False


def _successor(gone: Word, newer: Claim, text: Sequence[Claim]) -> Word | None:
    """What took the place: a rival of what is gone, or what `to` or `with` names."""
    for claim in (newer, *text):
        rival = next((word for word in claim.role(MAIN, SCOPE) if are_rivals(word, gone)), None)
        if rival and not claim.denied:
            return rival
    named = list(newer.role(MAIN)) if newer.switched else []
    after = [word for word in named if word.at > gone.at]
    return next(iter(after or named), None)
