"""The words of the page, and its keys."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from arbor_desktop.conflicts.model import (
    EDITED_APART,
    Conflict,
    ConflictStatus,
    Decision,
    Effective,
    Member,
    in_words,
)
from arbor_desktop.memories.model import LIVING, Memory, Scope
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.formatting import day, moment, plain
from arbor_desktop.ui.memory.words import scope_label, short, type_label
from arbor_desktop.ui.translation import current, number, tr

_QUOTED = 60
"""So many letters of a memory are a title."""

# Members


def members_of(conflict: Conflict) -> tuple[Member, ...]:
    """Those that are to be decided on, oldest first: of an open conflict the ones that live."""
    living = tuple(member for member in conflict.members if member.memory.status in LIVING)
    return living if conflict.is_open and len(living) > 1 else conflict.members


def side_name(members: Sequence[Member], place: int) -> str:
    """What a member is called by its device, or its age: Older and Newer, or Oldest, Between, Newest."""
    count = len(members)
    if members[place].device:
        return members[place].device
    if count == 2:
        return tr("Newer") if place else tr("Older")
    if place == 0:
        return tr("Oldest")
    return tr("Newest") if place == count - 1 else tr("Middle")


def name_of(members: Sequence[Member], member: Member) -> str:
    """What a member is called within a sentence."""
    return member.device or side_name(members, members.index(member)).lower()


def of_devices(conflict: Conflict) -> bool:
    """Return whether the sides are called by the devices on which they were written."""
    return all(member.device for member in members_of(conflict))


def values_line(conflict: Conflict) -> str:
    """`jest or vitest`: what each says, in a word; the texts where no word is known for sure."""
    members = members_of(conflict)
    sure = _says_more(conflict) or _denied(conflict)
    said = [plain((member.spoken_value if sure else "") or member.memory.shown_text) for member in members]
    *first, last = (" ".join(words.split()) for words in said)
    return tr("{list} or {last}").format(list=", ".join(first), last=last)


def topic(conflict: Conflict) -> str:
    """What it is about, as a title: `Test runner`. Where that is not known for sure, what the first one says,
    or both in a word if one denies the other."""
    if _says_more(conflict):
        said = in_words(conflict.topic)
    elif _denied(conflict):
        said = values_line(conflict)
    else:
        said = short(plain(members_of(conflict)[0].memory.shown_text), _QUOTED)
    return said[:1].upper() + said[1:]


def below_topic(conflict: Conflict) -> str:
    """What stands below the title: the values, or what the newest one says."""
    if _says_more(conflict):
        return values_line(conflict)
    newest = " ".join(plain(members_of(conflict)[-1].memory.shown_text).split())
    return newest if _denied(conflict) else tr("or {value}").format(value=newest)


def line(conflict: Conflict) -> str:
    """Title and values in one line."""
    if _says_more(conflict):
        return f"{topic(conflict)}: {values_line(conflict)}"
    return topic(conflict) if _denied(conflict) else f"{topic(conflict)} {below_topic(conflict)}"


def title(conflict: Conflict) -> str:
    """What stands above the sides."""
    return tr("Edited on two devices") if of_devices(conflict) else line(conflict)


def _says_more(conflict: Conflict) -> bool:
    """Return whether the topic says anything that the values don't: "async/await" of "async/await or read"
    does not, and shows that one of the values is none."""
    about = _folded(conflict.topic)
    return bool(about) and about not in {_folded(value) for value in _values(conflict)}


def _denied(conflict: Conflict) -> bool:
    """Return whether one of the values is the other one denied: `tabs`, `no tabs`."""
    values = {value.lower() for value in _values(conflict)}
    return any(f"{no} {value}" in values for value in values for no in ("no", "not"))


def _values(conflict: Conflict) -> list[str]:
    return [member.value for member in members_of(conflict)]


def _folded(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def why(conflict: Conflict) -> str:
    """Why they can't all hold, in a sentence; empty where nobody said."""
    members = members_of(conflict)
    if len(members) > 2:
        words = tr("The memories disagree: {values}. Only one can be true.")
        return words.format(values=values_line(conflict))
    if of_devices(conflict):
        words = tr(
            "You changed this memory on {one} and {other} before they met. The later edit isn't always the "
            "better one, and clocks may differ."
        )
        return words.format(one=members[0].device, other=members[1].device)
    said = conflict.reason if current() == "en" else _by_rule(conflict)
    for member in members:
        if member.value:
            said = said.replace(member.value, member.spoken_value)
    return said


def _by_rule(conflict: Conflict) -> str:
    """The reason is stored in English; other languages say what its rule means."""
    sentences = {
        "competing_tools": tr("{one} and {other} are alternatives. Usually only one is used."),
        "opposite": tr("{one} and {other} are opposites."),
        "replacement": tr("The newer memory says that {other} replaces {one}."),
        "value": tr("One memory says {one}, and the other says {other}. Only one can be true."),
        "stance": tr("One memory is in favour, and the other is against."),
        EDITED_APART: tr("This memory was edited on two devices at the same time."),
        "negation": tr("One memory says the opposite of the other."),
    }
    one, other = (member.value for member in (conflict.older, conflict.newer))
    known = sentences.get(conflict.rule)
    return known.format(one=one, other=other) if known else conflict.reason  # a model's own words


# Time


def days_between(earlier: int, later: int) -> int:
    """Days of the calendar, local time."""
    first, last = (datetime.fromtimestamp(at / 1000).date() for at in (earlier, later))
    return (last - first).days


def _unit(days: int) -> tuple[str, int]:
    """Return a number of days as days, from two weeks on as weeks, from two months on as months."""
    return ("days", days) if days < 14 else ("weeks", days // 7) if days < 60 else ("months", days // 30)


def apart(conflict: Conflict) -> str:
    """`12 days apart`: between the oldest and the newest."""
    if conflict.rule == EDITED_APART:
        return tr("Two devices")
    members = members_of(conflict)
    days = abs(days_between(members[0].at, members[-1].at))
    if days == 0:
        return tr("Same day")
    unit, n = _unit(days)
    return {
        "days": tr("%n days apart", None, n),
        "weeks": tr("%n weeks apart", None, n),
        "months": tr("%n months apart", None, n),
    }[unit]


def ago(at: int, now: int) -> str:
    """`today`, `yesterday`, `N days ago`, `N weeks ago`, `N months ago`."""
    days = days_between(at, now)
    if days <= 0:
        return tr("today")
    if days == 1:
        return tr("yesterday")
    unit, n = _unit(days)
    return {
        "days": tr("%n days ago", None, n),
        "weeks": tr("%n weeks ago", None, n),
        "months": tr("%n months ago", None, n),
    }[unit]


def when(at: int, now: int) -> str:
    """`9 Nov · 12 days ago`."""
    return f"{day(at, now)} · {ago(at, now)}"


# Where


def place_words(memory: Memory) -> str:
    """`Global`, `tidepool-web`, `tidepool-web · main`."""
    said = scope_label(memory)
    return f"{said} · {memory.branch}" if memory.branch else said


def sentence(conflict: Conflict) -> str:
    """What is wrong, and where."""
    members = members_of(conflict)
    count = len(members)
    who = {2: tr("These two memories"), 3: tr("These three memories")}.get(count)
    who = who or tr("These %n memories", None, count)
    both = tr("both") if count == 2 else tr("all")
    scopes = {(m.memory.scope, m.memory.scope_id, m.memory.branch) for m in members}
    choose = tr("Choose which memory to keep.")
    if len(scopes) > 1:
        return f"{_across(members, both)} {choose}"
    memory = members[0].memory
    if memory.scope is Scope.GLOBAL:
        held = tr("{who} apply to all projects, but they can't {both} be true.")
        return f"{held.format(who=who, both=both)} {choose}"
    where = {
        Scope.PROJECT: project_name(memory.scope_id) or tr("the same project"),
        Scope.CONVERSATION: tr("the same conversation"),
    }[memory.scope]
    if memory.branch:
        where = tr("the {branch} branch of {project}").format(branch=memory.branch, project=where)
    held = tr("{who} can't {both} be true for {where}.").format(who=who, both=both, where=where)
    return f"{held} {choose}"


def _across(members: tuple[Member, ...], both: str) -> str:
    """Where each holds, and where they meet."""
    count = len(members)
    said: list[str] = []
    for place, member in enumerate(members):
        memory = member.memory
        where = (
            tr("to all projects")
            if memory.scope is Scope.GLOBAL
            else tr("only to {place}").format(place=place_words(memory))
        )
        name = name_of(members, member)
        words = (
            tr("The {name} memory applies {where}")
            if not said
            else tr("and the {name} memory {where}")
            if place == count - 1
            else tr("the {name} memory {where}")
        )
        said.append(words.format(name=name, where=where))
    meet = next((m.memory for m in members if m.memory.scope is not Scope.GLOBAL), members[0].memory)
    narrow = next((m.memory for m in members if m.memory.branch), meet)
    if narrow is members[-1].memory:  # it was just named
        there = tr("where they can't {both} be true.").format(both=both)
        return f"{', '.join(said)}, {there}"
    end = tr("In {place}, they can't {both} be true.").format(place=place_words(narrow), both=both)
    return f"{', '.join(said)}. {end}"


# What was decided


def decided(conflict: Conflict) -> str:
    """`Kept newer`: for a row of the list."""
    if conflict.decision is None:
        return tr("Resolved")
    one_of_two = conflict.decision in (Decision.ACCEPTED_OLDER, Decision.ACCEPTED_NEWER)
    if len(conflict.members) > 2 and one_of_two:
        return tr("Kept one")
    if len(conflict.members) > 2 and conflict.decision is Decision.KEPT_BOTH_WITH_CONTEXT:
        return tr("Kept all")
    return {
        Decision.ACCEPTED_OLDER: tr("Kept older"),
        Decision.ACCEPTED_NEWER: tr("Kept newer"),
        Decision.ACCEPTED_HIGHER_CONFIDENCE: tr("Kept one"),
        Decision.KEPT_BOTH_WITH_CONTEXT: tr("Kept both"),
        Decision.MARKED_OUTDATED: tr("Marked older as outdated"),
        Decision.MERGED: tr("Merged"),
    }[conflict.decision]


def decision_sentence(conflict: Conflict, now: int) -> str:
    """Who decided what, and when."""
    by_itself = conflict.status is ConflictStatus.AUTO_RESOLVED
    if conflict.decision is None:
        what = tr("Resolved automatically")
    elif len(conflict.members) > 2 and conflict.decision is Decision.ACCEPTED_NEWER:
        what = tr("You kept one memory")
    elif len(conflict.members) > 2 and conflict.decision is Decision.KEPT_BOTH_WITH_CONTEXT:
        what = tr("You kept all memories")
    else:
        what = {
            Decision.ACCEPTED_OLDER: tr("Older memory kept"),
            Decision.ACCEPTED_NEWER: tr("Newer memory kept"),
            Decision.ACCEPTED_HIGHER_CONFIDENCE: tr("Memory with highest confidence kept"),
            Decision.KEPT_BOTH_WITH_CONTEXT: tr("Both memories kept"),
            Decision.MARKED_OUTDATED: tr("Older memory marked as outdated"),
            Decision.MERGED: tr("Merged into one memory"),
        }[conflict.decision]
        what += f" {tr('automatically')}" if by_itself else f" {tr('by you')}"
    return f"{what} · {moment(conflict.resolved_at, now)}" if conflict.resolved_at else what


# Figures


FIGURES = ("current", "recency", "frequency", "context", "success")


def figure_name(name: str) -> str:
    return {
        "current": tr("Confidence now"),
        "recency": tr("Recency"),
        "frequency": tr("Frequency"),
        "context": tr("Stack"),
        "success": tr("Success"),
    }[name]


def figure_tip(name: str) -> str:
    """What a factor of the effective confidence comes from (spec 5.3)."""
    return {
        "current": tr("Current confidence, which fades while the memory is not used"),
        "recency": tr("1 if used today, then 0.01 less per day, down to 0.80"),
        "frequency": tr("1, plus 0.02 for each use, up to 1.20"),
        "context": tr("1.15 if the project uses the memory's technology, otherwise 1"),
        "success": tr("Share of uses in which the memory helped, or 1 if unknown"),
    }[name]


def formula(score: Effective) -> str:
    """`0.71 × 0.99 × 1.10 × 1.15 × 1.00 = 0.89`."""
    product = " × ".join(number(getattr(score, name), 2) for name in FIGURES)
    return f"{product} = {number(score.score, 2)}"


def explained() -> str:
    """What effective confidence is, in one line."""
    return tr("Based on confidence, recent use and how often each memory helped.")


# For screen readers


def spoken_row(conflict: Conflict) -> str:
    types = type_label(members_of(conflict)[-1].memory.type)
    state = apart(conflict) if conflict.is_open else decided(conflict)
    return f"{types}, {state}. {line(conflict)}."


DECIDING = {
    **{Qt.Key(Qt.Key.Key_0 + number): str(number) for number in range(1, 10)},
    Qt.Key.Key_N: "note",
    Qt.Key.Key_S: "skip",
}
"""Single keys and what they ask for."""
_WALKING = {Qt.Key.Key_J: "next", Qt.Key.Key_K: "previous"}


def command_of(event: QKeyEvent) -> str | None:
    """What a single key asks for, wherever on the page the focus is."""
    bare = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    return (DECIDING | _WALKING).get(Qt.Key(event.key())) if bare else None


def conflict_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("1|2", tr("Keep older / keep newer")),
        ("3", tr("Keep both, with conditions (two memories only)")),
        ("4", tr("Mark older as outdated")),
        ("5", tr("Merge & edit")),
        ("N", tr("Add note")),
        ("J|K", tr("Next and previous conflict")),
        ("S", tr("Skip for now")),
        ("Return", tr("Press focused button")),
        ("Ctrl+Return", tr("Save (in dialogs)")),
    )
