"""Setting Arbor up in AI tools, and taking it back (spec 6.1, 6.2, 7.2 `integrate`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.errors import InvalidInput, NotFound, StorageError
from arbor_desktop.integrations.setup import files, remarks
from arbor_desktop.integrations.setup.calling import Caller, short_path, this_caller
from arbor_desktop.integrations.setup.json_text import Document, NotJson
from arbor_desktop.integrations.setup.ledger import Ledger, Record, hashed
from arbor_desktop.integrations.setup.pieces import Look, Odd
from arbor_desktop.integrations.setup.tools import HOOKS, MCP, NAMES, Piece, Tool, Tools
from arbor_desktop.locks import held
from arbor_desktop.paths import Home, resolve_home
from arbor_desktop.user_files.model import Changed, FileChange, Integration, Part, Plan, Standing

INSTALL, REMOVE = "install", "remove"
LOCK_WAIT_SECONDS = 10.0
TWICE = "Your own settings have these hooks already, for all projects; here they are not needed."
Noted = Callable[[str, bool], None]


class ChangedMeanwhile(StorageError):
    """A file is not as it was when the plan was made."""


class Setup:
    """What is set up in AI tools, and changing it.

    The window and the command line use it in the same way: `list()` for what stands where, `plan()` for what
    would be changed (to be shown), `apply()` to change exactly that. Nothing is changed before `apply`; all
    three read files only, so they belong on a thread that may wait. Several processes may use it.

    `noted(source, installed)` is told when hooks were set up or taken away, with the name that the tool's
    conversations have. `caller` is the Arbor that tools
    shall call; by default the one that runs.
    """

    def __init__(
        self,
        home: Home,
        environ: Mapping[str, str],
        platform: str = sys.platform,
        *,
        caller: Caller | None = None,
        short: Callable[[str], str | None] = short_path,
        noted: Noted = lambda tool, installed: None,
        clock: Clock = system_clock,
    ) -> None:
        usual = resolve_home(None, {}).folder == home.folder
        self._caller = caller or this_caller(None if usual else home.folder, environ, platform)
        self._tools = Tools(environ, platform, self._caller, short)
        self._home = home
        self._ledger = Ledger(home.backups)
        self._noted = noted
        self._clock = clock

    def list(self, project: str | Path | None = None) -> tuple[Integration, ...]:
        """Every tool and where it stands; of a project, those that have settings in projects."""
        within = _project(project)
        return tuple(self._integration(tool, within) for tool in self._tools.all(within))

    def one(self, name: str, project: str | Path | None = None) -> Integration:
        """One tool. Raises NotFound, InvalidInput."""
        within = _project(project)
        return self._integration(self._tool(name, within), within)

    def plan(
        self, name: str, verb: str, parts: Sequence[str] | None = None, project: str | Path | None = None
    ) -> Plan:
        """What `install` or `remove` would change; `parts` are hooks, mcp, or all of the tool's. Raises
        NotFound for an unknown name, InvalidInput for a part that the tool does not have, StorageError if a
        file is not to be changed, which says why and what to do."""
        if verb not in (INSTALL, REMOVE):
            raise InvalidInput(f"There is no “{verb}”; there are install and remove.", verb=verb)
        within = _project(project)
        tool = self._tool(name, within)
        chosen = _chosen(tool, parts)
        changes = tuple(
            self._change(path, [piece for piece in chosen if piece.path == path], tool, verb, within)
            for path in dict.fromkeys(piece.path for piece in chosen)
        )
        notes = _notes(tool, chosen, changes) if verb == INSTALL else ()
        hooks = HOOKS in [piece.key for piece in chosen]
        if notes and hooks and within is not None and tool.source in self.hooked():
            notes = (*notes, TWICE)
        folder = None if within is None else str(within)
        return Plan(name, verb, tuple(one for one in changes if one.changes), notes, folder)

    def apply(self, plan: Plan) -> tuple[Changed, ...]:
        """Carries a plan out: all of it, or nothing. Raises StorageError, ChangedMeanwhile if a file is not
        as it was looked at any more."""
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
                    files.remove_folder(Path(path).parent)
                raise
            for change in plan.changes:
                record = self._record(tool, change, known[change.path], change.path in new_folders)
                self._ledger.keep(change.path, record)
                if change.after is None and (before := known[change.path]) is not None and before.folder:
                    files.remove_folder(Path(change.path).parent)
        self._tell(tool, plan, within)
        return done

    def hooked(self, *, called: bool = False) -> tuple[str, ...]:
        """The sources of conversations whose tools have our hooks in this person's settings; with `called`,
        those whose tool would call them all."""
        hooks = [(tool, piece) for tool in self._tools.all() for piece in tool.pieces if piece.key == HOOKS]
        parts = [(tool, self._part(piece, None)) for tool, piece in hooks]
        return tuple(
            tool.source
            for tool, part in parts
            if part.standing is Standing.INSTALLED and not (called and part.note)
        )

    def known(self, path: str) -> bool:
        """Whether Arbor changed this file and has not taken that back."""
        return self._ledger.record(path) is not None

    # -- looking --

    def _tool(self, name: str, within: Path | None) -> Tool:
        found = next((tool for tool in self._tools.all(within) if tool.name == name), None)
        if found is not None:
            return found
        if name in NAMES:
            raise InvalidInput(f"{name} has no settings in projects. Leave --project out.", name=name)
        raise InvalidInput(f"There is no “{name}”. Known are {', '.join(NAMES)}.", name=name)

    def _integration(self, tool: Tool, within: Path | None) -> Integration:
        parts = tuple(self._part(piece, within) for piece in tool.pieces)
        return Integration(tool.name, tool.title, tool.found, parts, tool.note)

    def _part(self, piece: Piece, within: Path | None) -> Part:
        try:
            look = piece.editor.look(files.read(piece.path, within))
        except files.Refused as error:
            look = Look(Standing.BLOCKED, error.message)
        except Odd as odd:
            look = Look(Standing.BLOCKED, f"{piece.path} {odd}")
        return Part(piece.key, piece.title, look.standing, str(piece.path), look.note)

    # -- planning --

    def _change(
        self, path: Path, pieces: Sequence[Piece], tool: Tool, verb: str, within: Path | None
    ) -> FileChange:
        before = files.read(path, within)
        what = " and ".join(piece.title for piece in pieces)
        try:
            after = self._after(path, before, pieces, tool, verb)
        except Odd as odd:
            raise files.Refused(f"{path} {odd}", path=str(path)) from None
        return FileChange(str(path), before, after, what)

    def _after(
        self, path: Path, before: bytes | None, pieces: Sequence[Piece], tool: Tool, verb: str
    ) -> bytes | None:
        if verb == INSTALL:
            data = before
            for piece in pieces:
                data = piece.editor.install(data)
            return data
        if before is None:
            return None
        record = self._ledger.record(str(path))
        data, kept = before, () if record is None else record.kept
        for piece in pieces:
            data = piece.editor.remove(data, kept)
        if data == before or record is None or _ours(tool, path, data):
            return data
        if record.after == hashed(before) and record.copy is not None:
            return self._original(tool, path, record.copy, data)
        return None if record.created and _says_nothing(data) else data

    def _original(self, tool: Tool, path: Path, copy: str, otherwise: bytes) -> bytes:
        """The file as it was before Arbor came, which nobody changed since."""
        found = self._ledger.read_copy(copy)
        return otherwise if found is None or _ours(tool, path, found) else found

    # -- changing --

    def _locked(self) -> AbstractContextManager[None]:
        self._home.create()
        busy = StorageError("Another Arbor is setting something up right now. Try again.")
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
                # Tools write their settings whenever they like: it is looked at last thing before.
                as_it_was = partial(_check, change.path, change.before, within)
                files.replace(Path(change.path), change.after, within, check=as_it_was)
                done.append(change)
        except BaseException:
            _undo(done, copies, within)
            raise
        return tuple(Changed(change.path, copies.get(change.path)) for change in plan.changes)

    def _record(
        self, tool: Tool, change: FileChange, known: Record | None, new_folder: bool
    ) -> Record | None:
        """What is to be known of a file to take the change back."""
        path = Path(change.path)
        if change.after is None or not _ours(tool, path, change.after):
            return None
        after = hashed(change.after)
        if change.before is None:
            return Record(after, None, True, (), new_folder)
        if known is not None and _ours(tool, path, change.before):
            untouched = known.after == hashed(change.before)
            return replace(known, after=after, copy=known.copy if untouched else None)
        editors = [piece.editor for piece in tool.pieces if piece.path == path]
        kept = tuple(way for editor in editors for way in editor.containers(change.before))
        return Record(after, self._ledger.newest(change.path), False, kept)

    def _tell(self, tool: Tool, plan: Plan, within: Path | None) -> None:
        hooks = next((piece for piece in tool.pieces if piece.key == HOOKS), None)
        if hooks is not None and str(hooks.path) in {change.path for change in plan.changes}:
            self._noted(tool.source, self._part(hooks, within).standing is Standing.INSTALLED)


def _check(path: str, content: bytes | None, within: Path | None) -> None:
    """Raises ChangedMeanwhile where a file does not hold `content` any more."""
    if files.read(Path(path), within) != content:
        raise ChangedMeanwhile(
            f"{path} was changed in the meantime. Look again at what would be changed.", path=path
        )


def _undo(done: Sequence[FileChange], copies: Mapping[str, str], within: Path | None) -> None:
    """As it was before, where a later file of the plan failed. Raises StorageError where that fails too."""
    for change in reversed(done):
        try:
            as_written = partial(_check, change.path, change.after, within)
            files.replace(Path(change.path), change.before, within, check=as_written)
        except (files.Refused, ChangedMeanwhile) as error:
            copy = copies.get(change.path, "")
            raise StorageError(
                f"{error.message} {change.path} is changed already"
                + (f"; as it was before: {copy}." if copy else ", and was not there before."),
                path=change.path,
            ) from error


def _project(given: str | Path | None) -> Path | None:
    if given is None:
        return None
    folder = Path(given).expanduser().absolute()
    if not folder.is_dir():
        raise NotFound(f"{folder} is no folder.", project=str(folder))
    return folder


def _chosen(tool: Tool, parts: Sequence[str] | None) -> list[Piece]:
    known = [piece.key for piece in tool.pieces]
    for part in parts or ():
        if part not in known:
            raise InvalidInput(f"{tool.title} has no “{part}”; it has {' and '.join(known)}.", part=part)
    return [piece for piece in tool.pieces if not parts or piece.key in parts]


def _notes(tool: Tool, chosen: Sequence[Piece], changes: Sequence[FileChange]) -> tuple[str, ...]:
    """What a person should know before they say yes."""
    keys = [piece.key for piece in chosen]
    looks_up = "the AI may look up what you let Arbor remember, and propose new memories."
    consent = f"Installing is your yes to this: {looks_up}"
    if HOOKS in keys:
        consent = (
            f"Installing is your yes to this: each session of {tool.title} is told what Arbor remembers of "
            "you and its project, and Arbor reads what is said in it"
        ) + (f"; {looks_up}" if MCP in keys else ".")
    missing = () if tool.found else (f"{tool.title} was not found on this computer.",)
    after = {change.path: change.after for change in changes}
    looks = (piece.editor.look(after[str(piece.path)]).note for piece in chosen)
    wrong = (note for note in looks if note and note != remarks.UNTRUSTED)  # the tool's note says that
    return (*missing, consent, *wrong, *((tool.note,) if tool.note else ()))


def _ours(tool: Tool, path: Path, data: bytes) -> bool:
    """Whether something of ours is in the file."""
    editors = (piece.editor for piece in tool.pieces if piece.path == path)
    return any(editor.look(data).standing is not Standing.ABSENT for editor in editors)


def _says_nothing(data: bytes) -> bool:
    """Whether nothing but empty brackets is left, which can go."""
    if not data.strip():
        return True
    try:
        document = Document.read(data)
    except NotJson:
        return False
    return document.value == {} and document.text.split() in (["{}"], ["{", "}"])
