"""What a person switched on for a project, and what switching does to its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields as fields_of
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from arbor_desktop.branches.git_state import under_way
from arbor_desktop.branches.instruction_entries import Documents, InstructionEntries
from arbor_desktop.branches.instructions import InstructionFiles
from arbor_desktop.branches.queries import project_switches
from arbor_desktop.branches.switch_model import IMPORTING, INSTRUCTION_FILES, OWN_FILE, Switches, Way
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.memories import checks
from arbor_desktop.projects.files import EXCLUDED, ProjectFiles
from arbor_desktop.projects.queries import worktrees
from arbor_desktop.projects.root import project_root
from arbor_desktop.projects.worktrees import linked
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.user_files.model import Part, Plan
from arbor_desktop.user_files.operations import ChangedMeanwhile, UserFiles

PLAN = "instructions"
TRIES = 3
_FIELDS = tuple(one.name for one in fields_of(Switches))

BRANCHES_ON = "A file for each branch is kept in .arbor/memory/branches."
BRANCHES_OFF = "The files of the branches are read once more, and go away. What is remembered stays."


class BranchKeeping(Documents, Protocol):
    """Keeps the documents of branches, and their files."""

    def sync_project(self, project: str) -> None: ...
    def take_files_away(self, project: str) -> None: ...
    def take_unread_away(self, project: str) -> None: ...


class ProjectSwitches:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._files = ProjectFiles(runtime)
        self._entries = InstructionEntries(runtime)
        self._instructions = InstructionFiles(
            runtime, UserFiles(runtime.home, runtime.clock), self._entries.of
        )
        self._branches: BranchKeeping | None = None

    def keep(self, branches: BranchKeeping) -> None:
        """`branches` know these switches, so they are made after them."""
        self._branches = self._entries.branches = branches

    def project_of(self, folder: str) -> str:
        """The project that a folder belongs to; the folder itself where it belongs to none."""
        path = checks.project_path(folder)
        return project_root(path, self._rt.db.read(worktrees.apart)) or path

    def get(self, project: str) -> Switches:
        path = checks.project_path(project)
        return self._rt.db.read(lambda c: project_switches.get(c, path))

    def plan(self, project: str, **fields: Any) -> Plan:
        """What `set` with the same fields would do to the project's files; changes nothing. Notes say what
        stands in the way. Raises InvalidInput."""
        path, old, new = self._asked(project, fields)
        found = self._instructions.look(path, old, new, agreed=_agreed(fields))
        notes = [one.trouble for one in found if one.trouble]
        notes += [one.what for one in found if one.what and not one.changes and one.on]
        if new.branch_files != old.branch_files:
            notes.append(BRANCHES_ON if new.branch_files else BRANCHES_OFF)
        verb = "remove" if _less(old, new) else "install"
        return Plan(
            PLAN, verb, tuple(one.change() for one in found if one.changes), tuple(dict.fromkeys(notes))
        )

    def set(self, project: str, **fields: Any) -> Switches:
        """Changes the named fields of `Switches`. What is switched off takes its files, or its part of them,
        away again; what can't be taken away is noted in the activity list. Raises InvalidInput, and
        StorageError where a file that is switched on can't be written: then nothing is changed."""
        path, old, new = self._asked(project, fields)
        named = _named(fields)
        found = self._instructions.look(path, old, new, agreed=_agreed(fields))
        for one in found:
            if one.on and one.trouble and one.file in named:
                raise StorageError(one.trouble, path=one.path)
        if self._branches is not None and old.branch_files and not new.branch_files:
            self._branches.take_files_away(path)
        self._put(path, new)
        if self._branches is not None and new.branch_files:
            self._branches.sync_project(path)
        failed = set(self._bring(path, old, new, agreed=_agreed(fields))) - {one.trouble for one in found}
        if failed and _more(old, new):
            self._put(path, old)
            self._bring(path, new, old)
            raise StorageError(min(failed), path=path)
        self._worktrees(path, old, new)
        self._rt.announce(projects=True, status=True)
        return new

    def _put(self, project: str, switches: Switches) -> None:
        self._rt.db.write(partial(project_switches.put, project=project, switches=switches))

    def _bring(
        self, project: str, old: Switches, new: Switches, *, agreed: bool = False, folder: str | None = None
    ) -> list[str]:
        """Looks and writes; anew where a file changed between the two. Answers what went wrong."""
        trouble = ""
        for _ in range(TRIES):
            found = self._instructions.look(project, old, new, agreed=agreed, folder=folder)
            try:
                return self._instructions.write(project, found, folder=folder)
            except ChangedMeanwhile as error:
                trouble = error.message
        return [trouble]

    def states(self, project: str) -> tuple[Part, ...]:
        """Where each instruction file of a project stands, and the joining of CLAUDE.md. Reads them."""
        path = checks.project_path(project)
        return self._instructions.states(path, self.get(path))

    def refresh(self, project: str) -> list[str]:
        """Brings the files of a project up to date, as far as they are switched on. Answers what went wrong;
        that is in the activity list, too. Nothing is written while git is in the middle of something."""
        path = checks.project_path(project)
        switches = self.get(path)
        barred = self._files.barred(path)
        if barred and barred != EXCLUDED:
            return []
        if what := under_way(path):
            return [f"git is in the middle of {what}; the files wait until that is done."]
        if barred:
            return self._keep_out(path, switches)
        if self._branches is not None and switches.branch_files:
            self._branches.sync_project(path)
        if not (switches.instructions or switches.activation):
            return []
        return self._bring(path, switches, switches) + self._worktrees(path, switches, switches)

    def _keep_out(self, project: str, switches: Switches) -> list[str]:
        """A project was excluded: what Arbor wrote there tells nobody anything any more, and can't be left
        behind where a memory is erased. What is switched on is so again when the project is no more
        excluded."""
        if self._branches is not None and switches.branch_files:
            self._branches.take_unread_away(project)
        off = replace(switches, instructions=(), activation=False)
        if off == switches:
            return []
        troubles = self._bring(project, switches, off)
        for folder in linked(project) if switches.share_worktrees else ():
            if folder != project and not under_way(folder):
                troubles += self._bring(project, switches, off, folder=folder)
        return troubles

    def _worktrees(self, project: str, old: Switches, new: Switches) -> list[str]:
        """The same for the worktrees that share the project's memory, as far as their files carry Arbor's
        part already: none is made in a folder where nobody switched it on."""
        if not new.share_worktrees:
            return []
        troubles: list[str] = []
        for folder in linked(project):
            if folder != project and not self._files.barred(folder) and not under_way(folder):
                troubles += self._bring(project, old, new, folder=folder)
        return troubles

    def _asked(self, project: str, fields: Mapping[str, Any]) -> tuple[str, Switches, Switches]:
        path = checks.project_path(project)
        old = self.get(path)
        new = replace(old, **{name: _checked(name, value) for name, value in fields.items()})
        if (_more(old, new) or _agreed(fields)) and (why := self._files.barred(path)):
            raise InvalidInput(f"{path}: {why}", field="project")
        return path, old, new


def _checked(name: str, value: Any) -> Any:
    if name not in _FIELDS:
        raise InvalidInput(f"There is no switch {name!r}; there are {', '.join(_FIELDS)}.", field=name)
    if name != "instructions":
        if not isinstance(value, bool):
            raise InvalidInput(f"{name} must be true or false.", field=name)
        return value
    try:
        ways = {str(file): Way(way) for file, way in dict(value).items()}
    except (TypeError, ValueError):
        allowed = " or ".join(way.value for way in Way)
        raise InvalidInput(f"instructions must name files, each with {allowed}.", field=name) from None
    for file, way in ways.items():
        if file not in INSTRUCTION_FILES:
            raise InvalidInput(f"{file} is none of {', '.join(INSTRUCTION_FILES)}.", field=name)
        if way is Way.IMPORT and file not in IMPORTING:
            raise InvalidInput(
                f"What reads {file} takes no other file in; write the block into it.", field=name
            )
    return tuple((file, ways[file]) for file in INSTRUCTION_FILES if file in ways)


def _agreed(fields: Mapping[str, Any]) -> bool:
    return fields.get("activation") is True


def _named(fields: Mapping[str, Any]) -> frozenset[str]:
    """The files that a call switches on, or on again."""
    ways = dict(_checked("instructions", fields.get("instructions") or {}))
    imported = {OWN_FILE} if Way.IMPORT in ways.values() else set()
    return frozenset({*ways, *imported, *({"CLAUDE.md"} if _agreed(fields) else ())})


def _more(old: Switches, new: Switches) -> bool:
    return (
        any(old.way(file) is None or old.way(file) is not way for file, way in new.instructions)
        or (new.activation and not old.activation)
        or (new.branch_files and not old.branch_files)
    )


def _less(old: Switches, new: Switches) -> bool:
    return not _more(old, new) and new != old
