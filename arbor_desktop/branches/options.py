"""Options of a project: what Arbor writes into its folder, and what changing them does to its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields as fields_of
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from arbor_desktop.branches import queries
from arbor_desktop.branches.instructions import InstructionFiles, WrittenBlock
from arbor_desktop.branches.model import DIGEST_FILE, IMPORTING, OWN_FILE, WRITTEN_FILES, FileOptions, Way
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.memories import checks
from arbor_desktop.projects.files import EXCLUDED, ProjectFiles
from arbor_desktop.projects.git import in_progress, linked_worktrees, project_root
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.user_files.model import Part, Plan
from arbor_desktop.user_files.operations import ChangedMeanwhile

if TYPE_CHECKING:
    from arbor_desktop.branches.digest import Digest
    from arbor_desktop.branches.memory import BranchMemory

PLAN = "instructions"
TRIES = 3
_FIELDS = tuple(one.name for one in fields_of(FileOptions))

BRANCHES_ON = "Each branch has a file in .arbor/memory/branches."
BRANCHES_OFF = "The branch files are read once more and removed. Memories are kept."


class ProjectOptions:
    """`memory` reads and writes the files of branches."""

    def __init__(self, runtime: Runtime, memory: BranchMemory) -> None:
        self._rt = runtime
        self._memory = memory
        self._project_files = ProjectFiles(runtime)
        self._instructions = InstructionFiles(runtime, memory)

    def project_of(self, folder: str) -> str:
        """Return the project that a folder belongs to; the folder itself if it belongs to none."""
        path = checks.project_path(folder)
        return project_root(path, self._rt.db.read(ready_blocks.apart)) or path

    def get(self, project: str) -> FileOptions:
        path = checks.project_path(project)
        return self._rt.db.read(lambda c: queries.options_of(c, path))

    def plan(self, project: str, **fields: Any) -> Plan:
        """Return what `set` with the same fields would do to the project's files, with notes on what prevents
        it. Raises InvalidInput."""
        path, old, new = self._asked(project, fields)
        found = self._instructions.plan(path, old, new, agreed=_agreed(fields))
        notes = [one.trouble for one in found if one.trouble]
        notes += [one.what for one in found if one.what and not one.changes and one.on]
        if new.branch_files != old.branch_files:
            notes.append(BRANCHES_ON if new.branch_files else BRANCHES_OFF)
        verb = "remove" if new != old and not _more(old, new) else "install"
        return Plan(
            PLAN, verb, tuple(one.change() for one in found if one.changes), tuple(dict.fromkeys(notes))
        )

    def set(self, project: str, **fields: Any) -> FileOptions:
        """Change the named fields of `FileOptions`, and return them all. What is switched off is removed from
        the files; the activity list says what can't be removed.

        Raises InvalidInput, and StorageError if a file that is switched on can't be written: then nothing is
        changed.
        """
        path, old, new = self._asked(project, fields)
        named = _named(fields)
        found = self._instructions.plan(path, old, new, agreed=_agreed(fields))
        for one in found:
            if one.on and one.trouble and one.file in named:
                raise StorageError(one.trouble, path=one.path)
        if old.branch_files and not new.branch_files:
            self._memory.remove_files(path)
        self._put(path, new)
        if new.branch_files:
            self._memory.sync_project(path)
        failed = set(self._write(path, old, new, agreed=_agreed(fields))) - {one.trouble for one in found}
        if failed and _more(old, new):
            self._put(path, old)
            self._write(path, new, old)
            raise StorageError(min(failed), path=path)
        self._write_worktrees(path, old, new)
        self._rt.announce(projects=True, status=True)
        return new

    def _put(self, project: str, options: FileOptions) -> None:
        self._rt.db.write(partial(queries.set_options, project=project, options=options))

    def _write(
        self,
        project: str,
        old: FileOptions,
        new: FileOptions,
        *,
        agreed: bool = False,
        folder: str | None = None,
    ) -> list[str]:
        """Plan and write, again if a file changed in between. Return what went wrong."""
        trouble = ""
        for _ in range(TRIES):
            found = self._instructions.plan(project, old, new, agreed=agreed, folder=folder)
            try:
                return self._instructions.write(project, found, folder=folder)
            except ChangedMeanwhile as error:
                trouble = error.message
        return [trouble]

    def states(self, project: str) -> tuple[Part, ...]:
        """Return the state of each instruction file of a project, and of the building of CLAUDE.md. Reads
        them."""
        path = checks.project_path(project)
        return self._instructions.states(path, self.get(path))

    def block(self, project: str, branch: str | None) -> WrittenBlock:
        """Return Arbor's block of a project's CLAUDE.md on a branch, as it would be written now."""
        path = checks.project_path(project)
        return self._instructions.block(path, branch, self.get(path))

    def digest(self, project: str) -> Digest:
        """Return the page that explains a project to a colleague, and read its files before if they changed.
        Raises InvalidInput for an excluded one."""
        from arbor_desktop.branches.digest import digest

        path = self.project_of(project)
        if self._project_files.barred(path) == EXCLUDED:
            raise InvalidInput(f"{path}: {EXCLUDED}", field="project")
        self._project_files.refresh(path)
        return digest(self._rt, path)

    def keep_digest(self, project: str, on: bool) -> FileOptions:
        """Begin or end to keep the page in the project's ONBOARDING.md. Raises as `set` does."""
        return self.set(project, **self.digest_fields(project, on))

    def digest_fields(self, project: str, on: bool) -> dict[str, Any]:
        """Return the fields for `set` and `plan` with which the page is kept in the project, or not."""
        ways = {file: way for file, way in self.get(project).instructions if file != DIGEST_FILE}
        return {"instructions": ways | ({DIGEST_FILE: Way.BLOCK} if on else {})}

    def refresh(self, project: str) -> list[str]:
        """Bring the switched-on files of a project up to date. Return what went wrong, which is also in the
        activity list. Nothing is written while git is in the middle of something."""
        path = checks.project_path(project)
        options = self.get(path)
        barred = self._project_files.barred(path)
        if barred and barred != EXCLUDED:
            return []
        if what := in_progress(path):
            return [f"git is in the middle of {what}; the files wait until that is done."]
        if barred:
            return self._remove_from_excluded(path, options)
        if options.branch_files:
            self._memory.sync_project(path)
        if not (options.instructions or options.activation):
            return []
        return self._write(path, options, options) + self._write_worktrees(path, options, options)

    def _remove_from_excluded(self, project: str, options: FileOptions) -> list[str]:
        """Remove what Arbor wrote into an excluded project, where it would outlive erased memories. The
        options stay, for when the project is no longer excluded."""
        if options.branch_files:
            self._memory.remove_files(project, unread=True)
        off = replace(options, instructions=(), activation=False)
        if off == options:
            return []
        return self._write(project, options, off) + self._write_worktrees(project, options, off, barred=True)

    def _write_worktrees(
        self, project: str, old: FileOptions, new: FileOptions, *, barred: bool = False
    ) -> list[str]:
        """Write the files of worktrees that share the project's memory and contain Arbor's part already.
        `barred`: also those that Arbor must not read. Return what went wrong."""
        if not new.share_worktrees:
            return []
        troubles: list[str] = []
        for folder in linked_worktrees(project):
            if folder == project or in_progress(folder):
                continue
            if barred or not self._project_files.barred(folder):
                troubles += self._write(project, old, new, folder=folder)
        return troubles

    def _asked(self, project: str, fields: Mapping[str, Any]) -> tuple[str, FileOptions, FileOptions]:
        path = checks.project_path(project)
        old = self.get(path)
        new = replace(old, **{name: _checked(name, value) for name, value in fields.items()})
        if (_more(old, new) or _agreed(fields)) and (why := self._project_files.barred(path)):
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
        if file not in WRITTEN_FILES:
            raise InvalidInput(f"{file} is none of {', '.join(WRITTEN_FILES)}.", field=name)
        if way is Way.IMPORT and file not in IMPORTING:
            raise InvalidInput(
                f"Tools that read {file} follow no imports: write the block into it.", field=name
            )
    return tuple((file, ways[file]) for file in WRITTEN_FILES if file in ways)


def _agreed(fields: Mapping[str, Any]) -> bool:
    return fields.get("activation") is True


def _named(fields: Mapping[str, Any]) -> frozenset[str]:
    """Return the files that a call switches on, or on again."""
    ways = dict(_checked("instructions", fields.get("instructions") or {}))
    imported = {OWN_FILE} if Way.IMPORT in ways.values() else set()
    return frozenset({*ways, *imported, *({"CLAUDE.md"} if _agreed(fields) else ())})


def _more(old: FileOptions, new: FileOptions) -> bool:
    return (
        any(old.way(file) is None or old.way(file) is not way for file, way in new.instructions)
        or (new.activation and not old.activation)
        or (new.branch_files and not old.branch_files)
    )
