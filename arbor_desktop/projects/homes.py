"""Where a statement belongs that was said in one project and speaks of another."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.gate import PRIVATE, WORK, identifying, names_of
from arbor_desktop.text.spelling import folded

if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection

_PEOPLE = r"(?:['’]s)?(?: (?:people|folks|guys|lot|team|crew|side|projects?|repos?))?"


@dataclass(frozen=True, slots=True)
class Homes:
    """Other projects by their names and those of their groups, as seen from a project; `private`: it is a
    private one."""

    by_name: dict[str, str]
    private: bool

    @classmethod
    def load(cls, conn: Connection, project: str | None) -> Homes:
        """Read the names."""
        kinds = projects.kinds(conn)
        kind, group = kinds.get(project or "", (WORK, ""))
        found: dict[str, str] = {}
        for path in sorted({*kinds, *projects.paths(conn)}, reverse=True):
            of = kinds.get(path, (WORK, ""))[1]
            if path != project and not (group and of == group):
                found |= {folded(name): path for name in identifying(names_of([path], [of]))}
        own = {folded(name) for name in names_of([project] if project else (), [group])}
        return cls({name: path for name, path in found.items() if name not in own}, kind == PRIVATE)

    def of(self, content: str) -> str | None:
        """Return the one other project that a statement is about: it begins with its name or its group's, or
        is "for" it."""
        if not self.by_name:
            return None
        text = folded(content)
        name = f"(?P<name>{'|'.join(map(re.escape, sorted(self.by_name, key=len, reverse=True)))})"
        found = re.match(rf"(?:for|at|with|in|to)?\s*(?:(?:the|all|of) )*{name}{_PEOPLE}(?![\w/-])", text)
        found = found or re.search(rf"\bfor (?:the )?{name}{_PEOPLE}\.?$", text)
        return self.by_name[found["name"]] if found else None
