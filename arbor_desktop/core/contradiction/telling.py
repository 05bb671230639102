"""What was found, in words for people."""

from __future__ import annotations

from arbor_desktop.core.conflict import Verdict
from arbor_desktop.core.contradiction.claims import Claim, Word
from arbor_desktop.core.contradiction.rivals import Slot
from arbor_desktop.core.contradiction.rules import REPLACEMENT, VALUE, Found
from arbor_desktop.core.contradiction.slots import Filled

_LONGEST_TOPIC = 4
_LONGEST_VALUE = 40


def verdict(found: Found, older: Claim, newer: Claim, *, replaces: bool) -> Verdict:
    """The verdict about what was found."""
    values = _values(found, older, newer)
    topic = _topic(found, older, newer)
    rule = REPLACEMENT if replaces else found.rule
    return Verdict(rule, topic, values, _reason(found, topic, values, replaces), replaces)


def slot_verdict(slot: Slot, older: Filled, newer: Filled, *, replaces: bool) -> Verdict:
    """The verdict about two values of one slot."""
    values = (_short(older.raw), _short(newer.raw))
    owner = " ".join((newer.said or older.said)[-2:])
    topic = f"{owner} {slot.topic.lower()}".strip()
    topic = topic[:1].upper() + topic[1:]
    reason = f"One says {values[0]}, the other {values[1]}, and {slot.why}."
    if replaces:
        reason = f"The newer one says that {values[1]} took the place of {values[0]}."
    return Verdict(REPLACEMENT if replaces else VALUE, topic, values, reason, replaces)


def _values(found: Found, older: Claim, newer: Claim) -> tuple[str, str]:
    if found.group and found.members:
        names = found.group.names
        return names[found.members[0]], names[found.members[1]]
    if found.one is None and found.other is None:
        yes, no = _said(found, newer if older.denied else older), ""
        no = "not " + yes
        return (no, yes) if older.denied else (yes, no)
    return _value(found.one, found, older), _value(found.other, found, newer)


def _value(word: Word | None, found: Found, claim: Claim) -> str:
    return _short(word.raw) if word else "not " + _said(found, claim)


def _said(found: Found, claim: Claim) -> str:
    raws = [word.raw for word in claim.words if word.key in found.shared]
    return _short(" ".join(dict.fromkeys(raws[-2:]))) or "so"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1].rstrip() + "…"


def _topic(found: Found, older: Claim, newer: Claim) -> str:
    if found.group and found.rule != "opposite":
        return found.group.topic
    words = [word for claim in (newer, older) for word in claim.words if word.key in found.shared]
    raws = list(dict.fromkeys(word.raw for word in words if word.quantity is None))[:_LONGEST_TOPIC]
    if not raws:
        return found.group.topic if found.group else "Same subject"
    told = _short(" ".join(raws))
    return told[:1].upper() + told[1:]


def _reason(found: Found, topic: str, values: tuple[str, str], replaces: bool) -> str:
    one, other = values
    if replaces:
        if other.startswith("not "):
            return f"The newer one says that {one} is no more."
        return f"The newer one says that {other} took the place of {one}."
    if found.group and found.rule != "opposite":
        return f"{one} and {other} are both {found.group.plural}, {found.group.why}."
    if found.one is None and found.other is None:
        return "One says it is so, the other says it is not."
    return f"Both speak of {topic[:1].lower() + topic[1:]}, and one says {one}, the other {other}."
