"""Verdicts for people: topic, values and reason of what was found."""

from __future__ import annotations

from dataclasses import replace

from arbor_desktop.conflicts.judge import vocabulary as v
from arbor_desktop.conflicts.judge.claims import Claim, Word
from arbor_desktop.conflicts.judge.comparison import NEGATION, REPLACEMENT, STANCE, VALUE, Found
from arbor_desktop.conflicts.judge.rivals import OPPOSITE, Slot
from arbor_desktop.conflicts.judge.slots import Filled
from arbor_desktop.conflicts.model import Verdict

_PREDICATES = ("ed", "able", "ible")
_LONGEST_TOPIC = 4
_LONGEST_VALUE = 40
_REPLACED = "The newer one says that {other} took the place of {one}."


def verdict(found: Found, older: Claim, newer: Claim, *, replaces: bool) -> Verdict:
    """Return the verdict about a contradiction."""
    values = _values(found, older, newer)
    topic = _topic(found, older, newer)
    rule = REPLACEMENT if replaces else found.rule
    reason = found.why.format(topic=topic) if found.why else _reason(found, topic, values, replaces)
    return Verdict(rule, topic, values, reason, replaces)


def slot_verdict(slot: Slot, older: Filled, newer: Filled, *, replaces: bool) -> Verdict:
    """Return the verdict about two values of one slot."""
    values = (_short(older.raw), _short(newer.raw))
    owner = " ".join((newer.said or older.said)[-2:])
    topic = f"{owner} {slot.topic.lower()}".strip()
    topic = _title(topic)
    reason = f"One says {values[0]}, the other {values[1]}, and {slot.why}."
    if replaces:
        reason = _REPLACED.format(one=values[0], other=values[1])
    return Verdict(REPLACEMENT if replaces else VALUE, topic, values, reason, replaces)


def _values(found: Found, older: Claim, newer: Claim) -> tuple[str, str]:
    if found.group and found.members:
        names = found.group.names
        return names[found.members[0]], names[found.members[1]]
    if found.rule == STANCE and (found.one is None) != (found.other is None):
        there = _short((found.one or found.other or older.words[0]).raw)
        return (there, f"no {there}") if found.one else (f"no {there}", there)
    return _value(found.one, found, older, newer), _value(found.other, found, newer, older)


def _value(word: Word | None, found: Found, claim: Claim, against: Claim) -> str:
    """Return the value of one claim: `30 seconds`, `no emojis`, `not versioned`."""
    if found.rule == REPLACEMENT and word is None and found.one:
        doing = (one.raw for one in claim.words if one.key == found.one.key and one.raw.endswith("ing"))
        return _short(f"no {next(doing, found.one.raw).removeprefix('by ')}")
    plain = _predicate(found, claim, against) if word is None else None
    if plain and found.rule == NEGATION:
        own = next((one.raw for one in claim.words if one.key == plain.key), plain.raw)
        return f"not {own}" if claim.denied else own
    said = _short(word.raw if word else _said(found, claim) or _said(found, against))
    absent = word is None and not claim.denied and not _said(found, claim)
    if not (claim.denied or absent) or found.rule in (VALUE, REPLACEMENT):
        return said
    return f"no {said}"


def _predicate(found: Found, claim: Claim, against: Claim) -> Word | None:
    """Return the word that says how something is, or is not: `versioned`."""
    denied = claim if claim.denied else against
    shared = [word for word in denied.words if word.key in found.shared and not word.quantity]
    last = shared[-1] if shared else None
    if last is None or not last.at or not last.raw.islower() or not last.raw.endswith(_PREDICATES):
        return None
    before = denied.tokens[last.at - 1].low
    return last if before in v.BE or before in v.NEGATIONS else None


def _said(found: Found, claim: Claim) -> str:
    return " ".join(_words(found, claim)[-2:])


def _words(found: Found, claim: Claim) -> list[str]:
    """Return the shared words of a claim, each once."""
    shared = {word.key: word.raw for word in claim.words if word.key in found.shared and not word.quantity}
    return list(shared.values())


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1].rstrip() + "…"


def _topic(found: Found, older: Claim, newer: Claim) -> str:
    """Return the title: that of the group, or the shared words."""
    if found.group and found.rule != OPPOSITE:
        return found.group.topic
    denied = found.other if newer.denied else found.one
    if found.rule == NEGATION and denied:
        words = [denied.raw]
    else:
        plain = _predicate(found, newer, older) if found.rule == NEGATION else None
        if plain and len(found.shared) > 1:
            found = replace(found, shared=found.shared - {plain.key})
        words = max((_words(found, newer), _words(found, older)), key=len)[:_LONGEST_TOPIC]
    told = _short(" ".join(words)) or (found.group.topic if found.group else "Same subject")
    return _title(told)


def _title(told: str) -> str:
    """Capitalize a title, unless it is written like iOS or src/hooks."""
    first = told.split(" ", 1)[0]
    return told if told[1:2].isupper() or "/" in first or "_" in first else told[:1].upper() + told[1:]


def _reason(found: Found, topic: str, values: tuple[str, str], replaces: bool) -> str:
    """Return one sentence for people."""
    one, other = values
    if replaces:
        gone = other.startswith(("no ", "not "))
        return (
            f"The newer one says that this is no more: {one}."
            if gone
            else _REPLACED.format(one=one, other=other)
        )
    if found.group and found.rule != OPPOSITE:
        return f"{one} and {other} are both {found.group.plural}, {found.group.why}."
    about = topic if topic[1:2].isupper() else topic[:1].lower() + topic[1:]
    if found.one is None and found.other is None:
        if found.rule == STANCE:
            return f"One speaks for {about}, the other against."
        return f"What one says of {about}, the other denies."
    if found.rule == NEGATION:
        return f"{one} and {other} do not go together."
    return f"Both speak of {about}: one says {one}, the other {other}."
