"""Where and when each memory holds, once all are kept: what is stored of it, and what follows. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from arbor_desktop.conflicts.model import Conflict, Member
from arbor_desktop.memories.model import Memory, Scope
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.conflicts.model import told_line
from arbor_desktop.ui.conflicts.words import members_of, name_of
from arbor_desktop.ui.translation import tr

EVERYWHERE, ELSEWHERE = "*", "-"
"""Among the projects: all of them; all but those that the others are for."""
OTHER_BRANCHES = "-"
MOST_CONDITION = 200


class Split(StrEnum):
    PROJECT = "project"
    BRANCH = "branch"
    PATH = "path"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Parting:
    """`values`: for each member, by its id, the project's path, branch, path or words that it is for; empty
    where nothing was said yet. `project`: the one of which branches are meant."""

    split: Split
    values: Mapping[str, str] = field(default_factory=dict)
    project: str | None = None

    def value(self, member: Member) -> str:
        return self.values.get(member.memory.id, "")


# What it starts with


def prefilled(conflict: Conflict, split: Split | None = None) -> Parting:
    """What is most likely meant. Without `split`, by projects where these tell the memories apart."""
    members = members_of(conflict)
    project = conflict.project or _said_in(members[-1])
    if split is None:
        by_project = _by_project(members)
        split = Split.PROJECT if all(by_project.values()) else Split.WORDS
    if split is Split.PROJECT:
        return Parting(split, _by_project(members), project)
    if split is Split.BRANCH:
        return Parting(split, {m.memory.id: m.memory.branch or "" for m in members}, project)
    if split is Split.PATH:
        globs = {m.memory.id: _glob(m.memory) for m in members}
        return Parting(split, globs, project)
    return Parting(split, {m.memory.id: m.memory.condition or "" for m in members}, project)


def _by_project(members: Sequence[Member]) -> dict[str, str]:
    """Each in its own project, or in the one where it was said; what holds everywhere beside one that does
    not, in every other. Of several of one project only the newest stays there: of the others nobody knows."""
    out: dict[str, str] = {}
    narrow = any(m.memory.scope is Scope.PROJECT for m in members)
    for member in reversed(members):
        own = member.memory.scope_id if member.memory.scope is Scope.PROJECT else None
        wide = narrow and member.memory.scope is Scope.GLOBAL
        known = (ELSEWHERE,) if wide else (own, _said_in(member))
        out[member.memory.id] = next((where for where in known if where and where not in out.values()), "")
    return out


def _said_in(member: Member) -> str | None:
    return next((e.project for e in reversed(member.memory.evidence) if e.project), None)


def _glob(memory: Memory) -> str:
    globs = memory.details.get("applies_to")
    return str(globs[0]) if isinstance(globs, list) and globs else ""


# What is wrong with it


def problem(conflict: Conflict, parting: Parting) -> str:
    """What is still to be said; nothing if it can be stored."""
    members = members_of(conflict)
    values = [parting.value(member).strip() for member in members]
    by_place = parting.split in (Split.PROJECT, Split.BRANCH)
    said = _unsaid_place(parting, values) if by_place else _unsaid_words(parting.split, values)
    if said:
        return said
    conditions = (fields.get("condition") or "" for fields in fields_of(conflict, parting).values())
    over = max(map(len, conditions), default=0) - MOST_CONDITION
    return tr("The condition is %n characters too long.", None, over) if over > 0 else ""


def _unsaid_place(parting: Parting, values: Sequence[str]) -> str:
    by_project = parting.split is Split.PROJECT
    if not all(values):
        return (
            tr("Choose a project for each memory.") if by_project else tr("Choose a branch for each memory.")
        )
    if len(set(values)) < len(values):
        return (
            tr("Choose a different project for each memory.")
            if by_project
            else tr("Choose a different branch for each memory.")
        )
    if by_project and set(values) <= {EVERYWHERE, ELSEWHERE}:
        return tr("Choose a project for at least one memory.")
    return ""


def _unsaid_words(split: Split, values: Sequence[str]) -> str:
    given = [condition(split, value) for value in values if value]
    if not given:
        path = tr("Enter a folder for at least one memory.")
        return path if split is Split.PATH else tr("For at least one memory, enter when it applies.")
    return tr("Enter something different for each memory.") if len(set(given)) < len(given) else ""


# What is stored


def condition(split: Split, value: str) -> str:
    """The words that an AI reads with a memory."""
    return f"in {value.strip()}" if split is Split.PATH else " ".join(value.split())


def fields_of(conflict: Conflict, parting: Parting) -> dict[str, dict[str, Any]]:
    """`places` of `resolve_conflict`. Only for what has no `problem`."""
    members = members_of(conflict)
    return {
        member.memory.id: fields
        for member in members
        if (fields := _fields(member.memory, parting.value(member).strip(), parting, members))
    }


def _fields(memory: Memory, value: str, parting: Parting, members: Sequence[Member]) -> dict[str, Any]:
    if parting.split is Split.PROJECT:
        return _project_fields(memory, value, parting, members)
    if parting.split is Split.BRANCH:
        place: dict[str, Any] = {"scope": Scope.PROJECT.value, "scope_id": parting.project}
        if value != OTHER_BRANCHES:
            return place | {"branch": value}
        others = tr("not on {branches}").format(branches=", ".join(_branches(members, parting)))
        return place | {"branch": None, "condition": others}
    if not value:
        return {}
    fields: dict[str, Any] = {"condition": condition(parting.split, value)}
    return fields | {"applies_to": [value]} if parting.split is Split.PATH else fields


def _project_fields(
    memory: Memory, value: str, parting: Parting, members: Sequence[Member]
) -> dict[str, Any]:
    if value == EVERYWHERE:
        return {"scope": Scope.GLOBAL.value, "scope_id": None, "branch": None}
    if value == ELSEWHERE:
        names = ", ".join(project_name(path) for path in _projects(members, parting))
        return {
            "scope": Scope.GLOBAL.value, "scope_id": None, "branch": None,
            "condition": tr("not in {projects}").format(projects=names),
        }  # fmt: skip
    place = {"scope": Scope.PROJECT.value, "scope_id": value}
    return place if memory.scope_id == value else place | {"branch": None}


def _projects(members: Sequence[Member], parting: Parting) -> list[str]:
    values = (parting.value(member) for member in members)
    return [value for value in values if value not in ("", EVERYWHERE, ELSEWHERE)]


def _branches(members: Sequence[Member], parting: Parting) -> list[str]:
    values = (parting.value(member) for member in members)
    return [value for value in values if value not in ("", OTHER_BRANCHES)]


def after(conflict: Conflict, parting: Parting) -> dict[str, Memory]:
    """Each member as it would be, by its id."""
    places = fields_of(conflict, parting)
    return {m.memory.id: _changed(m.memory, places.get(m.memory.id, {})) for m in members_of(conflict)}


def _changed(memory: Memory, fields: Mapping[str, Any]) -> Memory:
    details = dict(memory.details)
    details |= {name: fields[name] for name in ("condition", "applies_to") if name in fields}
    changed = replace(memory, details=details)
    if "scope" in fields:
        changed = replace(changed, scope=Scope(fields["scope"]), scope_id=fields["scope_id"])
    return replace(changed, branch=fields["branch"]) if "branch" in fields else changed


# What follows


def sentence(conflict: Conflict, parting: Parting) -> str:
    """What your AI will read where, true to what is stored."""
    members = members_of(conflict)
    if parting.split is Split.PROJECT:
        return _project_sentence(members, parting)
    if parting.split is Split.BRANCH:
        return _branch_sentence(members, parting)
    return tr("Your AI sees these memories and when each one applies:")


def shows_lines(split: Split) -> bool:
    """Whether the lines themselves are shown below the sentence."""
    return split in (Split.PATH, Split.WORDS)


def lines(conflict: Conflict, parting: Parting) -> list[str]:
    return [told_line(memory) for memory in after(conflict, parting).values()]


def _there(place: str, members: Sequence[Member], member: Member, *, first: bool) -> str:
    name = name_of(members, member)
    words = tr("{place}, your AI sees the {name} memory") if first else tr("{place}, the {name} memory")
    return words.format(place=place, name=name)


def _project_sentence(members: Sequence[Member], parting: Parting) -> str:
    said: list[str] = []
    wide: Member | None = None
    for member in members:
        value = parting.value(member)
        if value in (EVERYWHERE, ELSEWHERE):
            wide = member
            continue
        where = tr("in {project}").format(project=project_name(value))
        said.append(_there(where, members, member, first=not said))
    own = _sentence("; ".join(said))
    if wide is None:
        rest = tr("neither") if len(members) == 2 else tr("none of them")
        return f"{own} {tr('In other projects, it sees {none}.').format(none=rest)}"
    name = name_of(members, wide)
    if parting.value(wide) == EVERYWHERE:
        return f"{own} {tr('It also sees the {name} memory in all projects.').format(name=name)}"
    names = ", ".join(project_name(path) for path in _projects(members, parting))
    marked = tr("Your AI also sees the {name} memory everywhere, marked “not in {projects}”.")
    return f"{own} {marked.format(name=name, projects=names)}"


def _branch_sentence(members: Sequence[Member], parting: Parting) -> str:
    project = project_name(parting.project or "")
    said: list[str] = []
    other: Member | None = None
    for member in members:
        value = parting.value(member)
        if value == OTHER_BRANCHES:
            other = member
            continue
        where = tr("on {branch}").format(branch=value)
        if not said:
            where = tr("on {branch} in {project}").format(branch=value, project=project)
        said.append(_there(where, members, member, first=not said))
    own = _sentence("; ".join(said))
    rest = tr("neither") if len(members) == 2 else tr("none of them")
    if other is None:
        return f"{own} {tr('On other branches and in other projects, it sees {none}.').format(none=rest)}"
    name = name_of(members, other)
    branches = ", ".join(_branches(members, parting))
    marked = tr(
        "Your AI also sees the {name} memory on every branch, marked “not on {branches}”. "
        "In other projects, it sees {none}."
    )
    return f"{own} {marked.format(name=name, branches=branches, none=rest)}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
