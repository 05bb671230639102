"""What speaks for and against a contradiction between two statements that no rule can tell.

Every piece of evidence has a reason why it would tell a contradiction from what holds together in anybody's
memories: another value in the same frame, the same denied, a word of change beside what the older one speaks
of. How much each is worth was learned (weighing.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from arbor_desktop.core.contradiction.notions import CHANGES, Notions
from arbor_desktop.core.contradiction.pieces import root
from arbor_desktop.core.contradiction.rivals import Rivals
from arbor_desktop.core.contradiction.statements import BEGINNING, Item, Part, Read

_KIN_SHARE = 0.6
"""Of the longer one of two words with one root so much is alike."""


_CHANGED = frozenset(("touched", "strong change, met"))
_Opposed: TypeAlias = tuple[tuple[str, str], tuple[str, str]]
"""The stems of both, and both as written."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """`features`: what speaks for or against a contradiction. `older` and `newer` are the clauses that speak
    most of the same; `values` the words in which they differ, `shared` what both speak of."""

    features: dict[str, float]
    older: Part
    newer: Part
    shared: tuple[str, ...]
    values: tuple[str, str]
    value: str
    notion: tuple[int, str, str] | None


def evidence(older: Read, newer: Read, notions: Notions, rivals: Rivals) -> Evidence | None:
    """What two statements give; None where they speak of nothing in common, or where several
    things differ at once and none is said to have changed."""
    if not older.parts or not newer.parts:
        return None
    if not older.topical & newer.topical and not any(
        (number, 1 - side) in newer.exclusive for number, side in older.exclusive
    ):
        return None
    a, b = _closest(older, newer)
    found = _Pair(older, newer, a, b, notions, rivals).evidence()
    if "several differences" in found.features and not _CHANGED & found.features.keys():
        return None  # another thing has another value
    return found


def _closest(older: Read, newer: Read) -> tuple[Part, Part]:
    if len(older.parts) == len(newer.parts) == 1:
        return older.parts[0], newer.parts[0]
    best, found = -1.0, (older.parts[0], newer.parts[0])
    for a in older.parts:
        for b in newer.parts:
            shared = len(a.keys & b.keys)
            score = shared * 2 - 0.2 * (len(a.keys) + len(b.keys)) + 0.5 * (a.denied != b.denied)
            score += bool(a.quantities and b.quantities)
            if (shared and score > best) or (best < 0 and score > best):
                best, found = score, (a, b)
    return found


def kin(one: str, other: str) -> bool:
    """Whether two words have a root in common: supervise, supervisor."""
    most = min(len(one), len(other))
    if most < BEGINNING or one[:BEGINNING] != other[:BEGINNING]:
        return False
    alike = BEGINNING
    while alike < most and one[alike] == other[alike]:
        alike += 1
    return alike >= _KIN_SHARE * max(len(one), len(other))


class _Pair:
    """Two clauses, and the statements they are of."""

    def __init__(self, older: Read, newer: Read, a: Part, b: Part, notions: Notions, rivals: Rivals) -> None:
        self.older, self.newer, self.a, self.b = older, newer, a, b
        self.notions, self.rivals = notions, rivals
        self.features: dict[str, float] = {}
        shared = (a.keys | a.soft) & (b.keys | b.soft)
        only_a, only_b = a.keys - shared, b.keys - shared
        related = {(x, y) for x in only_a | a.soft for y in only_b | b.soft if x != y and kin(x, y)}
        self.kin = len(related)
        self.only_a = only_a - {x for x, _ in related}
        self.only_b = only_b - {y for _, y in related}
        self.shared = shared | {x for x, _ in related}
        self.value, self.out_a, self.out_b = "", frozenset[str](), frozenset[str]()
        self.values = ("", "")

    def say(self, name: str, so: object = True) -> None:
        if so:
            self.features[name] = 1.0

    def evidence(self) -> Evidence:
        notion = self._exclusive()
        opposed = self._opposed()
        self._find_value(opposed)
        rest_a, rest_b = self.only_a - self.out_a, self.only_b - self.out_b
        self._overlap(rest_a, rest_b)
        self._valued(rest_a, rest_b)
        self._denial()
        self._change()
        clear = self._apart()
        if clear:
            self.say(f"clear {self.value or 'none'}", self.shared)
            self.say("clear denied", self.a.denied != self.b.denied and self.shared)
            self.say("clear notion", notion)
        self._manner()
        return Evidence(
            self.features, self.a, self.b, tuple(self._shared_words()), self.values, self.value, notion
        )

    def _shared_words(self) -> list[str]:
        """What both speak of, as the newer one writes it."""
        items = [item for part in (self.b, self.a) for item in part.items if item.key in self.shared]
        told = [item for item in items if not item.light] or items
        found: dict[str, str] = {}
        for item in told:
            found.setdefault(item.key if item.key in self.b.keys else item.raw.lower(), item.raw)
        raws = [raw for key, raw in found.items() if key in self.b.keys or not self.b.keys & found.keys()]
        return raws or list(found.values())

    def _exclusive(self) -> tuple[int, str, str] | None:
        """The notions of which one excludes the other."""
        older, newer = self.older, self.newer
        for number, side in sorted(older.exclusive):
            other = (number, 1 - side)
            if other not in newer.exclusive or (number, side) in newer.exclusive or other in older.exclusive:
                continue
            one, its = older.said[number, side], newer.said[other]
            words = {root(word) for said in (one, its) for word in said.split()}
            if number in self.notions.personal:
                if older.others - words != newer.others - words:
                    continue
                self.say("notion of a person")
                self.say("notion of the user", self.a.user and self.b.user)
            elif not (self.shared - words) & (self.a.keys | self.b.keys):
                continue
            self.say("notion")
            self.say("notion shared", self.shared - words)
            return number, one, its
        return None

    def _opposed(self) -> _Opposed | None:
        """Words of which one is the opposite of the other, where neither says both."""
        ours = {(number, side) for number, side, _, _ in self.a.opposites}
        theirs = {(number, side) for number, side, _, _ in self.b.opposites}
        for number, side, stems, raw in sorted(self.a.opposites):
            for its, another, its_stems, its_raw in sorted(self.b.opposites):
                if its != number or another == side or stems == its_stems:
                    continue
                if (number, another) not in ours and (number, side) not in theirs:
                    return (stems, its_stems), (raw, its_raw)
        return None

    def _find_value(self, opposed: _Opposed | None) -> None:
        """The words in which the two differ as two values of one thing do."""
        a, b = self.a, self.b
        numbers = self._numbers()
        members = self._members()
        if opposed:
            self.say("opposed")
        apart = members and opposed and not {members[0].key, members[1].key} & set(opposed[0])
        if apart or (numbers and (opposed or members)):
            self.say("several differences")
        if numbers:
            self.value, self.values = "number", numbers
        elif members:
            x, y, time = members
            self.value = "time" if time else "member"
            self.values, self.out_a, self.out_b = (x.raw, y.raw), frozenset((x.key,)), frozenset((y.key,))
        elif opposed:
            stems, self.values = opposed
            self.value = "opposed"
            self.out_a = frozenset(stems[0].split()) & self.only_a
            self.out_b = frozenset(stems[1].split()) & self.only_b
        else:
            ours = [item for item in a.items if item.key in self.only_a]
            theirs = [item for item in b.items if item.key in self.only_b]
            for kind, test in _TESTS:
                x_s, y_s = [i for i in ours if test(i)], [i for i in theirs if test(i)]
                if x_s and y_s:
                    self.value = kind
                    self.out_a = frozenset(i.key for i in x_s[-2:])
                    self.out_b = frozenset(i.key for i in y_s[-2:])
                    self.values = " ".join(i.raw for i in x_s[-2:]), " ".join(i.raw for i in y_s[-2:])
                    break
            else:
                self.values = (" ".join(i.raw for i in ours[-2:]), " ".join(i.raw for i in theirs[-2:]))

    def _numbers(self) -> tuple[str, str] | None:
        for x in self.a.quantities:
            for y in self.b.quantities:
                if x.kind == y.kind and x.amount == y.amount:
                    self.say("same number")
                    return None
        for x in self.a.quantities:
            for y in self.b.quantities:
                if x.kind == y.kind:
                    return x.raw, y.raw
        return None

    def _members(self) -> tuple[Item, Item, bool] | None:
        ours = {m: item for item in self.a.items for m in item.members}
        theirs = {m: item for item in self.b.items for m in item.members}
        if ours.keys() & theirs.keys():
            self.say("same member")
        for (group, member), x in ours.items():
            for (its, another), y in theirs.items():
                if (
                    its == group
                    and member != another
                    and (group, another) not in ours
                    and (group, member) not in theirs
                ):
                    return x, y, group in self.rivals.times
        return None

    def _overlap(self, rest_a: frozenset[str], rest_b: frozenset[str]) -> None:
        shared = len(self.shared)
        self.say(f"shared {min(shared, 4)}")
        self.say("kin", self.kin)
        self.say("only verbs shared", self.shared and self.shared <= (self.a.soft | self.b.soft))
        self.say("only others shared", self.shared and self.shared <= self.older.others)
        self.say("one place", self._one_place())
        most = max(1, min(len(self.a.keys), len(self.b.keys)))
        self.features["covered"] = min(1.0, shared / most)
        self.features["closeness"] = shared / max(1, shared + len(self.only_a) + len(self.only_b))
        self.say(f"rest older {min(len(rest_a), 3)}")
        self.say(f"rest newer {min(len(rest_b), 3)}")
        subjects = [{i.key for i in part.items if i.subject and not i.light} for part in (self.a, self.b)]
        self.say(
            "same subject",
            subjects[0] & subjects[1] or any(kin(x, y) for x in subjects[0] for y in subjects[1]),
        )
        self.say("other subjects", subjects[0] & rest_a and subjects[1] & rest_b)
        self.say(
            "other scopes",
            any(i.scope and i.key in rest_a for i in self.a.items)
            and any(i.scope and i.key in rest_b for i in self.b.items),
        )
        self.say("scope older", any(i.scope and i.key in rest_a for i in self.a.items))
        self.say("scope newer", any(i.scope and i.key in rest_b for i in self.b.items))

    def _one_place(self) -> bool:
        """Whether they are the same but for a few words in one place."""
        a, b = self.a.row, self.b.row
        most = min(len(a), len(b))
        start = end = 0
        while start < most and a[start] == b[start]:
            start += 1
        while end < most - start and a[-1 - end] == b[-1 - end]:
            end += 1
        middle = max(len(a), len(b)) - start - end
        return start + end > 1 and 0 < middle <= 3

    def _valued(self, rest_a: frozenset[str], rest_b: frozenset[str]) -> None:
        kind = self.value or "none"
        rest = ("none", "one", "both")[bool(rest_a) + bool(rest_b)]
        self.say(f"value {kind}")
        if self.shared:
            self.say(f"value {kind}, rest {rest}")
        self.say(f"rest {rest}", self.shared)
        slots = {one.slot for one in self.older.filled} & {one.slot for one in self.newer.filled}
        self.say("slot", slots)

    def _denial(self) -> None:
        a, b = self.a, self.b
        self.say("both denied", a.denied and b.denied)
        if a.denied == b.denied:
            return
        rest, asserted = (self.only_a, self.only_b) if a.denied else (self.only_b, self.only_a)
        self.say("denied, rest both", rest and asserted)
        self.say(f"denied, value {self.value or 'none'}")
        self.say(f"denied, shared {min(len(self.shared), 3)}")
        self.say("denied whole", self.shared and not rest)
        self.say("denied newer", b.denied)
        other = b if a.denied else a
        self.say("denied and allowed", "allowed" in other.kinds and self.shared)
        self.say("denied and wanted", "wanted" in other.kinds and self.shared)
        self.say("denied and all", self.shared and "all" in other.kinds)

    def _change(self) -> None:
        older, newer = self.older, self.newer
        met = (older.keys & newer.keys) | self.shared
        changes = [kind for kind in CHANGES if kind in newer.kinds]
        if any(part.reached & older.keys for part in newer.parts):
            self.say("reached")  # what it changed to, the older one says already
            changes = []
        self.features["changes"] = min(3, len(changes)) / 3
        touched = {key for part in newer.parts for key in part.touched} if changes else set()
        self.say("holds not older", not self.a.holds)
        self.say("holds not newer", not self.b.holds)
        for kind in changes:
            self.say(f"{kind} newer")
            self.say(f"{kind} newer, met", met)
            self.say(f"{kind} newer, touched", touched & older.keys)
        self.say("touched", touched & older.keys)
        self.say("touched name", touched & older.names)
        self.say("touched other", touched and not touched & older.keys)
        self.say("touched older", any(part.touched & newer.keys for part in older.parts))
        self.say("change, same name", changes and older.names & newer.names)
        self.say("change, met 2", changes and len(met) > 1)
        self.say("strong change, met", {"ended", "moved", "corrected"} & set(changes) and met)
        for kind in CHANGES:
            self.say(f"{kind} older", kind in older.kinds)

    def _apart(self) -> bool:
        """What says that each holds elsewhere, for somebody else, or at another time."""
        older, newer, a, b = self.older, self.newer, self.a, self.b
        found = [
            ("others differ", older.others and newer.others and older.others != newer.others),
            ("others one", bool(older.others) != bool(newer.others)),
            ("parts differ", a.parts - b.parts and b.parts - a.parts),
            ("parts one", bool(a.parts - b.parts) != bool(b.parts - a.parts)),
            ("condition one", ("conditions" in a.kinds) != ("conditions" in b.kinds)),
            ("adds newer", "adds" in newer.kinds),
            ("plans older", "plans" in older.kinds),
            ("plans newer", "plans" in newer.kinds),
            ("was older", "was" in older.kinds),
            ("was newer", "was" in newer.kinds),
        ]
        for name, so in found:
            self.say(name, so)
        self.say("adds older", "adds" in older.kinds)
        self.say("same others", older.others and older.others == newer.others)
        self.say("same parts", a.parts and a.parts == b.parts)
        return not any(so for _, so in found)

    def _manner(self) -> None:
        a, b = self.a, self.b
        self.say("number one", bool(a.quantities) != bool(b.quantities))
        bare = [{i.key for i in part.items if i.bare and not i.scope} for part in (a, b)]
        self.say("bare both", bare[0] & self.only_a and bare[1] & self.only_b)
        self.say("in turn", self._in_turn())

    def _in_turn(self) -> bool:
        """What the one begins with, the other ends with: `X is done with Y`, `Z does X`."""
        a, b = self.a.items, self.b.items
        return bool(a and b) and (
            (a[0].key in self.shared and b[-1].key in self.shared and b[0].key not in self.shared)
            or (b[0].key in self.shared and a[-1].key in self.shared and a[0].key not in self.shared)
        )


_TESTS: tuple[tuple[str, Callable[[Item], bool]], ...] = (
    ("name", lambda item: item.name),
    ("means", lambda item: item.bare and not item.scope),
    ("word", lambda item: item.means),
)
"""What makes words values of a kind, the surest first."""
