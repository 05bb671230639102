"""Installing Arbor in AI tools, and removing it (spec 6.1, 6.2, 7.2 `integrate`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.errors import InvalidInput, NotFound, StorageError
from arbor_desktop.integrations.setup import tool_files
from arbor_desktop.integrations.setup.ai_tools import HOOKS, MCP, NAMES, UNTRUSTED, AiTool, AiTools, ToolPart
from arbor_desktop.integrations.setup.invocation import Caller, this_caller
from arbor_desktop.integrations.setup.json_settings import State, UnexpectedContent
from arbor_desktop.integrations.setup.json_text import Document, NotJson
from arbor_desktop.integrations.setup.tool_files import Ledger, Record, hashed
from arbor_desktop.locks import held
from arbor_desktop.paths import Home, resolve_home
from arbor_desktop.text.sentence import Sentence, joined
from arbor_desktop.user_files.model import Changed, FileChange, Integration, Part, Plan, Standing
from arbor_desktop.user_files.operations import ChangedMeanwhile

INSTALL, REMOVE = "install", "remove"
LOCK_WAIT_SECONDS = 10.0
TWICE = "Your own settings already have these hooks for all projects; they are not needed here."
HooksChanged = Callable[[str, bool], None]
"""Called with the name of a tool's conversations, and whether its hooks are installed now."""


class Setup:
    """Installs, removes and shows Arbor's integrations with AI tools.

    The window and the command line use it in the same way: `list()` returns their state, `plan()` what would
    be changed (to be shown), `apply()` changes exactly that. All three read files, so they belong on a thread
    that may wait. Several processes may use it.

    `noted` is called when hooks were installed or removed. `caller` is the Arbor that tools call; by default
    the running one.
    """

    def __init__(
        self,
        home: Home,
        environ: Mapping[str, str],
        platform: str = sys.platform,
        *,
        caller: Caller | None = None,
        noted: HooksChanged = lambda tool, installed: None,
        clock: Clock = system_clock,
    ) -> None:
        usual = resolve_home(None, {}).folder == home.folder
        self._caller = caller or this_caller(None if usual else home.folder, environ, platform)
        self._tools = AiTools(environ, platform, self._caller)
        self._home = home
        self._ledger = Ledger(home.backups)
        self._noted = noted
        self._clock = clock

    def list(self, project: str | Path | None = None) -> tuple[Integration, ...]:
        """Return all integrations; with a project, of the tools that have settings in projects."""
        within = _project(project)
        return tuple(self._integration(tool, within) for tool in self._tools.all(within))

    def one(self, name: str, project: str | Path | None = None) -> Integration:
        """Return the integration of one tool. Raises NotFound, InvalidInput."""
        within = _project(project)
        return self._integration(self._tool(name, within), within)

    def plan(
        self, name: str, verb: str, parts: Sequence[str] | None = None, project: str | Path | None = None
    ) -> Plan:
        """Return what `install` or `remove` would change; `parts` are hooks, mcp, or all of the tool's.
        Raises InvalidInput for an unknown name or part, NotFound for an unknown project, StorageError, with a
        message for people, if a file can't be changed."""
        if verb not in (INSTALL, REMOVE):
            raise InvalidInput(f"There is no “{verb}”; there are install and remove.", verb=verb)
        within = _project(project)
        tool = self._tool(name, within)
        chosen = _chosen(tool, parts)
        changes = tuple(
            self._change(path, [part for part in chosen if part.path == path], tool, verb, within)
            for path in dict.fromkeys(part.path for part in chosen)
        )
        notes = _notes(tool, chosen, changes) if verb == INSTALL else ()
        hooks = HOOKS in [part.key for part in chosen]
        if notes and hooks and within is not None and tool.source in self.hooked():
            notes = (*notes, TWICE)
        folder = None if within is None else str(within)
        return Plan(name, verb, tuple(one for one in changes if one.changes), notes, folder)

    def apply(self, plan: Plan) -> tuple[Changed, ...]:
        """Carry out a plan: all of it, or nothing. Raises StorageError, ChangedMeanwhile if a file changed
        since the plan was made."""
        if plan.empty:
            return ()
        within = _project(plan.project)
        with self._locked():
            for change in plan.changes:
                _check(change.path, change.before, within)
            tool = self._tool(plan.name, within)
            known = {change.path: self._ledger.record(change.path) for change in plan.changes}
            new_folders = {one.path for one in plan.changes if not Path(one.path).parent.exists()}
            try:
                done = self._write(plan, within)
            except BaseException:
                for path in new_folders:
                    tool_files.remove_folder(Path(path).parent)
                raise
            for change in plan.changes:
                record = self._record(tool, change, known[change.path], change.path in new_folders)
                self._ledger.keep(change.path, record)
                if change.after is None and (before := known[change.path]) is not None and before.folder:
                    tool_files.remove_folder(Path(change.path).parent)
        self._notify(tool, plan, within)
        return done

    def hooked(self, *, called: bool = False) -> tuple[str, ...]:
        """Return the sources of the tools that have our hooks in this person's settings; with `called`, of
        those that would call them all."""
        hooks = [(tool, part) for tool in self._tools.all() for part in tool.parts if part.key == HOOKS]
        parts = [(tool, self._part(part, None)) for tool, part in hooks]
        return tuple(
            tool.source
            for tool, part in parts
            if part.standing is Standing.INSTALLED and not (called and part.note)
        )

    def known(self, path: str) -> bool:
        """Return whether Arbor changed this file and has not undone that."""
        return self._ledger.record(path) is not None

    # -- state --

    def _tool(self, name: str, within: Path | None) -> AiTool:
        found = next((tool for tool in self._tools.all(within) if tool.name == name), None)
        if found is not None:
            return found
        if name in NAMES:
            raise InvalidInput(f"{name} has no settings in projects. Leave --project out.", name=name)
        raise InvalidInput(f"There is no “{name}”. Choose one of {', '.join(NAMES)}.", name=name)

    def _integration(self, tool: AiTool, within: Path | None) -> Integration:
        parts = tuple(self._part(part, within) for part in tool.parts)
        return Integration(tool.name, tool.title, tool.found, parts, tool.note)

    def _part(self, part: ToolPart, within: Path | None) -> Part:
        try:
            look = part.editor.state(tool_files.read(part.path, within))
        except tool_files.Refused as error:
            look = State(Standing.BLOCKED, error.message)
        except UnexpectedContent as error:
            look = State(Standing.BLOCKED, f"{part.path} {error}")
        return Part(part.key, part.title, look.standing, str(part.path), look.note, look.gone)

    # -- plans --

    def _change(
        self, path: Path, parts: Sequence[ToolPart], tool: AiTool, verb: str, within: Path | None
    ) -> FileChange:
        before = tool_files.read(path, within)
        what = " and ".join(part.title for part in parts)
        try:
            after = self._after(path, before, parts, tool, verb)
        except UnexpectedContent as error:
            raise tool_files.Refused(f"{path} {error}", path=str(path)) from None
        return FileChange(str(path), before, after, what)

    def _after(
        self, path: Path, before: bytes | None, parts: Sequence[ToolPart], tool: AiTool, verb: str
    ) -> bytes | None:
        if verb == INSTALL:
            data = before
            for part in parts:
                data = part.editor.install(data)
            return data
        if before is None:
            return None
        record = self._ledger.record(str(path))
        data, kept = before, () if record is None else record.kept
        for part in parts:
            data = part.editor.remove(data, kept)
        if data == before or record is None or _ours(tool, path, data):
            return data
        if record.after == hashed(before) and record.copy is not None:
            return self._original(tool, path, record.copy, data)
        return None if record.created and _is_empty(data) else data

    def _original(self, tool: AiTool, path: Path, copy: str, otherwise: bytes) -> bytes:
        """Return the file as it was before Arbor's first change, as nobody changed it since."""
        found = self._ledger.read_copy(copy)
        return otherwise if found is None or _ours(tool, path, found) else found

    # -- changes --

    def _locked(self) -> AbstractContextManager[None]:
        self._home.create()
        busy = StorageError("Another Arbor process is changing integrations right now. Try again.")
        return held(self._home.folder / ".integrations.lock", LOCK_WAIT_SECONDS, busy)

    def _write(self, plan: Plan, within: Path | None) -> tuple[Changed, ...]:
        copies = {
            change.path: str(
                self._ledger.copy(change.path, change.before, plan.name, plan.verb, self._clock())
            )
            for change in plan.changes
            if change.before is not None
        }
        done: list[FileChange] = []
        try:
            for change in plan.changes:
                # Tools write their settings at any time: it is checked right before.
                unchanged = partial(_check, change.path, change.before, within)
                tool_files.replace(Path(change.path), change.after, within, check=unchanged)
                done.append(change)
        except BaseException:
            _undo(done, copies, within)
            raise
        return tuple(Changed(change.path, copies.get(change.path)) for change in plan.changes)

    def _record(
        self, tool: AiTool, change: FileChange, known: Record | None, new_folder: bool
    ) -> Record | None:
        """Return what is needed to undo the change of a file."""
        path = Path(change.path)
        if change.after is None or not _ours(tool, path, change.after):
            return None
        after = hashed(change.after)
        if change.before is None:
            return Record(after, None, True, (), new_folder)
        if known is not None and _ours(tool, path, change.before):
            untouched = known.after == hashed(change.before)
            return replace(known, after=after, copy=known.copy if untouched else None)
        editors = [part.editor for part in tool.parts if part.path == path]
        kept = tuple(way for editor in editors for way in editor.containers(change.before))
        return Record(after, self._ledger.newest(change.path), False, kept)

    def _notify(self, tool: AiTool, plan: Plan, within: Path | None) -> None:
        hooks = next((part for part in tool.parts if part.key == HOOKS), None)
        if hooks is not None and str(hooks.path) in {change.path for change in plan.changes}:
            self._noted(tool.source, self._part(hooks, within).standing is Standing.INSTALLED)


def _check(path: str, content: bytes | None, within: Path | None) -> None:
    """Raise ChangedMeanwhile if the content of a file is not `content` any more."""
    if tool_files.read(Path(path), within) != content:
        raise ChangedMeanwhile(f"{path} was changed in the meantime. Review the changes again.", path=path)


def _undo(done: Sequence[FileChange], copies: Mapping[str, str], within: Path | None) -> None:
    """Restore the files, as a later one of the plan failed. Raises StorageError if that fails too."""
    for change in reversed(done):
        try:
            unchanged = partial(_check, change.path, change.after, within)
            tool_files.replace(Path(change.path), change.before, within, check=unchanged)
        except (tool_files.Refused, ChangedMeanwhile) as error:
            copy = copies.get(change.path, "")
            raise StorageError(
                f"{error.message} {change.path} was already changed"
                + (f"; its backup: {copy}." if copy else ", and is new."),
                path=change.path,
            ) from error


def _project(given: str | Path | None) -> Path | None:
    if given is None:
        return None
    folder = Path(given).expanduser().absolute()
    if not folder.is_dir():
        raise NotFound(f"{folder} is not a folder.", project=str(folder))
    return folder


def _chosen(tool: AiTool, parts: Sequence[str] | None) -> list[ToolPart]:
    known = [part.key for part in tool.parts]
    for part in parts or ():
        if part not in known:
            raise InvalidInput(f"{tool.title} has no “{part}”; it has {' and '.join(known)}.", part=part)
    return [part for part in tool.parts if not parts or part.key in parts]


def _notes(tool: AiTool, chosen: Sequence[ToolPart], changes: Sequence[FileChange]) -> tuple[str, ...]:
    """Return what a person should know before they install it."""
    keys = [part.key for part in chosen]
    consent = Sentence("By connecting, you let your AI look up your memories and suggest new ones.")
    if HOOKS in keys:
        consent = Sentence(
            "By connecting, you let {tool} sessions see your global memories and those of their "
            "project. You also let Arbor read these sessions.",
            tool=tool.title,
        )
        if MCP in keys:
            consent = joined(consent, Sentence("Your AI can also look up memories and suggest new ones."))
    missing = () if tool.found else (Sentence("{tool} was not found on this computer.", tool=tool.title),)
    after = {change.path: change.after for change in changes}
    looks = (part.editor.state(after[str(part.path)]).note for part in chosen)
    wrong = (note for note in looks if note and note != UNTRUSTED)  # the tool's note says that
    return (*missing, consent, *wrong, *((tool.note,) if tool.note else ()))


def _ours(tool: AiTool, path: Path, data: bytes) -> bool:
    """Return whether something of ours is in the file."""
    editors = (part.editor for part in tool.parts if part.path == path)
    return any(editor.state(data).standing is not Standing.ABSENT for editor in editors)


def _is_empty(data: bytes) -> bool:
    """Return whether nothing but empty brackets is left."""
    if not data.strip():
        return True
    try:
        document = Document.read(data)
    except NotJson:
        return False
    return document.value == {} and document.text.split() in (["{}"], ["{", "}"])
