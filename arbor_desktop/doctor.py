"""`arbor doctor`: checks for what could be wrong, with how to fix it (spec 7.2).

Asks no model anything, and nobody for a password.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from arbor_desktop import __version__, prerequisites, resources, updates
from arbor_desktop.capture.model import SourceInfo
from arbor_desktop.clock import system_clock
from arbor_desktop.context.model import Pulse
from arbor_desktop.context.receipts import TITLES, title_of
from arbor_desktop.database import migrations
from arbor_desktop.errors import ArborError
from arbor_desktop.integrations.setup.ai_tools import NEEDED_CLAUDE
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.llm import claude_program
from arbor_desktop.llm.credentials import VARIABLE, Where, keyring_trouble
from arbor_desktop.llm.model import OWN_ADDRESS
from arbor_desktop.maintenance.backups import newest_good_backup
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from arbor_desktop.user_files.model import Integration, Standing

OK, WARNING, FAILED = "ok", "warning", "failed"
LITTLE_SPACE, NO_SPACE = 1_000_000_000, 50_000_000
"""Bytes free: below the first a warning, below the second a failure."""
NEEDED_RESOURCES = ("redaction.toml", "redaction_weights.json", "icons/arbor.svg", "tokens.json")
INOTIFY_WATCHES = Path("/proc/sys/fs/inotify/max_user_watches")
TRIED_SENTENCE = "Always use tabs for indentation in this repository, never spaces."
READERS = {
    "anthropic": "a model behind Anthropic's API",
    "claude-cli": "the claude command that you are signed in to",
}
PLACES_OF_KEYS = {
    Where.KEYRING: "the system's keyring",
    Where.SESSION: "this session",
    Where.ENVIRONMENT: VARIABLE,
}


@dataclass(frozen=True, slots=True)
class Check:
    """A result. `status` is ok, warning or failed; `mend` says what to do, if anything."""

    name: str
    status: str
    message: str
    mend: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def examine(service: MemoryService, environ: Mapping[str, str] = os.environ) -> list[Check]:
    """Return all checks of an opened memory."""
    return [
        *_home(service.home),
        *_encryption(service),
        *_database(service),
        *_memories(service),
        _settings(service),
        *_vectors(service),
        *_sources(service, environ),
        *_folders(service),
        *_model(service, environ),
        *_team(service),
        *_integrations(service, environ),
        *_environment(environ),
    ]


def newest_version(service: MemoryService) -> Check:
    """Ask whether a newer version was released."""
    try:
        version = updates.check(service.settings, system_clock())
    except ArborError as error:
        return Check("version", WARNING, error.message)
    if (where := updates.releases()) and updates.is_newer(version):
        said = f"Version {version} is available. You have {__version__}."
        return Check("version", WARNING, said, f"Download it: {where.page}")
    return Check("version", OK, f"You have the newest version, {__version__}.")


def without_service(home: Home, error: ArborError, environ: Mapping[str, str] = os.environ) -> list[Check]:
    """Return the checks that are possible where the memory file can't be opened because of `error`."""
    return [*_home(home), _unopened(home, error), *_environment(environ)]


def _unopened(home: Home, error: ArborError) -> Check:
    if error.code == "LOCKED":
        mend = (
            "Unlock it: open Arbor's window or run arbor watch, and leave it running. If you forgot the "
            "passphrase, or the keyring is lost: arbor encrypt recover"
        )
        message = f"{error.message} Until then AI tools get no memories. Nothing is lost."
        return Check("encryption", FAILED, message, mend)
    if error.context.get("damaged"):
        newest = newest_good_backup(home)
        mend = (
            f'Close Arbor, then run: arbor restore-backup "{newest[0]}"'
            if newest
            else f"There is no backup. Close Arbor and move {home.database.name} and its -wal and -shm "
            "files away. Arbor then reads the conversations that are on this computer again."
        )
        why = error.context.get("why") or error.message
        return Check("database", FAILED, f"The memory file {home.database} is damaged: {why}.", mend)
    if "version" in error.context:
        return Check("database", FAILED, error.message, "Update Arbor.")
    check = None if error.context.get("unwritable") else "Check the folder's permissions and free space."
    return Check("database", FAILED, error.message, check)


# -- the data folder --


def _home(home: Home) -> Iterator[Check]:
    try:
        with tempfile.TemporaryFile(dir=home.folder):
            yield Check("home", OK, f"{home.folder} can be written.")
    except OSError as error:
        yield Check(
            "home", FAILED, f"{home.folder} can not be written: {error.strerror or error}.",
            "Make the folder yours again, or choose another one with --home or ARBOR_HOME.",
        )  # fmt: skip
    if sys.platform != "win32":  # a profile's folder is private there by inheritance
        yield _private(home)
    yield from _space(home)


def _private(home: Home) -> Check:
    """Check that others on this computer can't read the data (spec 8.3)."""
    open_to_others = []
    for path in (home.folder, *home.own):
        with contextlib.suppress(OSError):  # not there, or reported already
            if stat.S_IMODE(path.stat().st_mode) & 0o077:
                open_to_others.append(str(path))
    if not open_to_others:
        return Check("privacy", OK, "Only you can read the data folder.")
    message = f"Others on this computer may read {', '.join(open_to_others)}."
    return Check("privacy", WARNING, message, f'Run: chmod -R go= "{home.folder}"')


def _space(home: Home) -> Iterator[Check]:
    try:
        free = shutil.disk_usage(home.folder).free
    except OSError:  # `home` says why
        return
    message = f"{free / 1_000_000_000:,.1f} GB free on the disk of the data folder."
    if free < NO_SPACE:
        yield Check("disk space", FAILED, message, "Free some space: nothing can be saved on a full disk.")
    elif free < LITTLE_SPACE:
        yield Check("disk space", WARNING, message, "Free some space soon.")
    else:
        yield Check("disk space", OK, message)


# -- the memory file --


def _encryption(service: MemoryService) -> Iterator[Check]:
    if service.key is None:
        return
    from arbor_desktop.encryption.operations import Encryption

    locked = Encryption(service.home).state().locked
    if not locked:
        yield Check("encryption", OK, "The memory is encrypted, and AI tools get its key without asking.")
    else:
        message = "The memory is encrypted. AI tools get no memories while Arbor is not running."
        yield Check("encryption", WARNING, message, "Leave Arbor's window or arbor watch running.")


def _database(service: MemoryService) -> Iterator[Check]:
    restore = "Restore a backup: arbor restore-backup PATH."
    try:
        problems = service.verification.problems()
    except ArborError as error:
        yield _unopened(service.home, error)
        return
    index = f"Memories and conversations are intact. {restore}"
    for name, key, well, mend in (
        ("database", "integrity", "The memory file is intact.", restore),
        ("search index", "index", "The search index agrees with the memories.", index),
        ("references", "references", "Memories, history and conversations agree.", restore),
    ):
        wrong = problems[key]
        if wrong:
            yield Check(name, FAILED, f"{'; '.join(wrong[:3])}{_more(wrong)}.", mend)
        else:
            yield Check(name, OK, well)
    version = migrations.MIGRATIONS[-1].version
    yield Check("format", OK, f"Format {version}, the newest this version knows.")


def _memories(service: MemoryService) -> Iterator[Check]:
    """Report what the monthly check marked."""
    try:
        odd = service.verification.invalid()
    except ArborError:  # `database` says why
        return
    if not odd:
        yield Check("memories", OK, "No memory is marked as damaged.")
        return
    shown = "; ".join(f"{ident} “{text[:40]}”: {why}" for ident, text, why in odd[:3])
    yield Check(
        "memories", WARNING, f"{len(odd)} marked as damaged: {shown}{_more(odd)}.",
        "Edit or delete them (arbor edit, arbor delete), then: arbor maintain monthly",
    )  # fmt: skip


def _more(found: Sized) -> str:
    return f" (and {len(found) - 3} more)" if len(found) > 3 else ""


# -- settings and sources --


def _settings(service: MemoryService) -> Check:
    if service.settings.damaged:
        mend = "The defaults are in use. Set your changes again; the old file is kept for reference."
        return Check("settings", WARNING, service.settings.damaged, mend)
    path = service.home.settings
    return Check("settings", OK, f"{path} can be read." if path.exists() else "All at their defaults.")


def _vectors(service: MemoryService) -> Iterator[Check]:
    """Check the model for similar meaning, where one was chosen: search needs none."""
    state = service.vectors.state()
    if state.state == "off":
        return
    read = f"{state.done:,} of {state.total:,} memories were read by {state.choice}."
    if state.state == "missing":
        yield Check(
            "vectors", WARNING, f"Search uses words only: {state.message}",
            "Or without a model: arbor vectors off",
        )  # fmt: skip
    elif state.state == "ready":
        yield Check("vectors", OK, read)
    else:
        yield Check("vectors", OK, f"{read} The rest is read while Arbor runs, or with: arbor vectors build")


def _sources(service: MemoryService, environ: Mapping[str, str]) -> Iterator[Check]:
    found = service.sources(sizes=False)
    for source in found:
        name = f"source {source.label if not source.added else Path(source.path).name}"
        if source.error:
            yield Check(
                name,
                FAILED if source.enabled else WARNING,
                f"{source.path} can not be read: {source.error}.",
                "Make the folder readable for you.",
            )
        elif source.enabled and not source.found:
            yield Check(
                name, WARNING, f"{source.path} is not on this computer.",
                f'It is read once it exists; or turn it off with: arbor sources disable "{source.name}"',
            )  # fmt: skip
        elif source.enabled:
            yield Check(name, OK, f"{source.path} is watched when Arbor runs.")
    if not any(source.enabled for source in found):
        yield _none_enabled(service.sources(), environ, service)


def _none_enabled(found: Iterable[SourceInfo], environ: Mapping[str, str], service: MemoryService) -> Check:
    """Propose the tool with most conversations here; what is imported by hand can't be watched."""
    here = [source for source in found if source.found and source.kind != "export"]
    best = max(here, key=lambda source: source.files, default=None)
    message = "No source is on, so nothing is read automatically."
    if hooked := Setup(service.home, environ).hooked(called=True):
        names = ", ".join(TITLES.get(tool, tool) for tool in hooked)
        message = f"No source is on. The sessions of {names} are still read, by the hook."
    return Check("sources", WARNING, message, f"Run: arbor sources enable {best.name if best else 'NAME'}")


def _folders(service: MemoryService) -> Iterator[Check]:
    """Check the number of folders: Linux watches each separately, and limits their number."""
    try:
        most = int(INOTIFY_WATCHES.read_text())
    except (OSError, ValueError):  # not Linux
        return
    folders = sum(1 for root in service.sources_part.roots() for _ in os.walk(root.folder))
    message = f"{folders:,} folders to watch; the system allows {most:,}."
    if folders < most * 0.8:
        yield Check("folders to watch", OK, message)
    else:
        yield Check(
            "folders to watch", WARNING, message + " Beyond that Arbor looks through them every few seconds.",
            f"To raise the limit: sudo sysctl fs.inotify.max_user_watches={max(most * 2, 524_288)}",
        )  # fmt: skip


# -- the model and AI tools --


def _model(service: MemoryService, environ: Mapping[str, str]) -> Iterator[Check]:
    """Check the model that reads conversations: the installed one, or the one that was chosen."""
    backend = service.settings.get("extraction.backend")
    if backend == "offline":
        yield _installed_model()
        return
    ready = service.model.readiness()
    if ready.ready:
        yield Check("model", OK, f"Conversations are read by {READERS[backend]}.")
    else:
        yield Check(
            "model", WARNING, f"Conversations wait for {READERS[backend]}: {ready.reason}",
            "Offline, without a model: arbor settings set extraction.backend offline",
        )  # fmt: skip
    yield _claude(environ) if backend == "claude-cli" else _key(service)


def _installed_model() -> Check:
    from arbor_desktop.embedding.catalogue import installed_encoder

    try:
        installed_encoder()
    except ArborError as error:
        return Check("reading", FAILED, f"Conversations are not read: {error.message}")
    return Check("reading", OK, "Conversations are read on this computer.")


def _key(service: MemoryService) -> Check:
    status = service.models.credentials.status()
    address = service.settings.get("model.base_url") or OWN_ADDRESS
    if status.hint:
        place = PLACES_OF_KEYS[status.where]
        return Check("key", OK, f"The key {status.hint} for {address} comes from {place}.")
    if service.settings.get("model.base_url"):
        return Check("key", OK, f"No key for {address}; most local servers need none.")
    return Check("key", WARNING, f"There is no key for {address}.", "Run: arbor key set")


def _claude(environ: Mapping[str, str]) -> Check:
    """Start the command for its version and its sign-in."""
    program = claude_program.find(environ)
    if program is None:
        return Check(
            "claude", WARNING, "The claude command was not found.",
            "Install Claude Code (https://code.claude.com/docs/en/setup), then run claude and sign in.",
        )  # fmt: skip
    version = claude_program.version(program, environ)
    if version is None:
        return Check(
            "claude", WARNING, f"{program} does not say its version when it is started.",
            "Run it in a terminal to see why, or install Claude Code again.",
        )  # fmt: skip
    needed = claude_program.NEEDED_VERSION
    if claude_program.numbers(version) < claude_program.numbers(needed):
        said = f"{program} is version {version}; Arbor needs {needed} or newer."
        return Check("claude", WARNING, said, "Run: claude update")
    signed_in = claude_program.signed_in(program, version, environ)
    if signed_in is False:
        said = f"{program}, version {version}, is not signed in."
        return Check("claude", WARNING, said, "Run claude in a terminal and sign in with /login.")
    return Check("claude", OK, f"{program}, version {version}{', signed in' if signed_in else ''}.")


def _team(service: MemoryService) -> Iterator[Check]:
    team = service.team.state()
    if not team.joined:
        return
    at = team.unreachable_since or team.reached_at
    when = "never" if at is None else datetime.fromtimestamp(at / 1000).strftime("%Y-%m-%d %H:%M")
    if team.refused:
        yield Check("team", WARNING, team.refused)
    elif team.unreachable_since is not None:
        message = f"{team.server}, the server of {team.team}, has not answered since {when}."
        yield Check("team", WARNING, message, "Check your connection. To ask it now: arbor team now")
    else:
        message = f"Memories were last exchanged with {team.team} on {team.server}: {when}."
        yield Check("team", OK, message)


def _integrations(service: MemoryService, environ: Mapping[str, str]) -> Iterator[Check]:
    setup = Setup(service.home, environ)
    for found in setup.list():
        there = [part for part in found.parts if part.standing is not Standing.ABSENT]
        if any(part.standing is not Standing.BLOCKED or setup.known(part.file) for part in there):
            yield _integration(found)
    hooked = setup.hooked()
    if "claude-code" in hooked:
        yield from _claude_version(environ)
    for health in service.hook_health(hooked):
        name = f"hooks of {title_of(health.tool)}"
        if health.pulse in (Pulse.SILENT, Pulse.FAILING):
            yield Check(name, WARNING, health.message, "More: docs/integrations.md")
        else:
            yield Check(name, OK, health.message or "They are called, and answer.")


def _integration(found: Integration) -> Check:
    name = f"integration {found.title}"
    wrong = [p for p in found.parts if p.standing in (Standing.PARTLY, Standing.BLOCKED)]
    if wrong:
        blocked = all(part.standing is Standing.BLOCKED for part in wrong)
        mend = None if blocked else f"Run: arbor integrate install {found.name}"
        said = " ".join(f"{part.title} in {part.file}: {part.note}" for part in wrong if not blocked)
        return Check(name, WARNING, said or " ".join(part.note for part in wrong), mend)
    there = [part for part in found.parts if part.standing is Standing.INSTALLED]
    where = " and ".join(f"{part.title} in {part.file}" for part in there)
    remarks = [part.note for part in there if part.note]
    if remarks:
        said = f"Set up: {where}. {' '.join(remarks)}"
        return Check(name, WARNING, said, f"Then begin a new session of {found.title}.")
    return Check(name, OK, f"Set up: {where}.")


def _claude_version(environ: Mapping[str, str]) -> Iterator[Check]:
    """Check that Claude Code is new enough for its hooks. Starts it for its version."""
    program = claude_program.find(environ)
    version = None if program is None else claude_program.version(program, environ)
    if version is None or claude_program.numbers(version) >= claude_program.numbers(NEEDED_CLAUDE):
        return
    said = f"{program} is version {version}; the hooks need {NEEDED_CLAUDE} or newer."
    yield Check("hooks of Claude Code", WARNING, said, "Run: claude update")


# -- the computer and the program --


def _environment(environ: Mapping[str, str]) -> list[Check]:
    return [_display(environ), _tray(environ), _keyring(), _resources(), _round_trip()]


def _keyring() -> Check:
    trouble = keyring_trouble()
    if trouble is None:
        return Check("keyring", OK, "The system's keyring can be used.")
    mend = "Nothing to do if you use no API key: only that is kept there."
    return Check("keyring", WARNING, trouble, mend)


def _display(environ: Mapping[str, str]) -> Check:
    missing = prerequisites.for_window(environ)
    if missing is None:
        return Check("display", OK, "A window can be opened.")
    message, _, how = str(missing).partition("\n")
    mend = "Start Arbor from a desktop session or over ssh -X. The command line needs no display."
    return Check("display", WARNING, message.rstrip(":"), how.strip() if missing.packages else mend)


def _tray(environ: Mapping[str, str]) -> Check:
    if sys.platform.startswith("linux") and not (
        (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")) and environ.get("DBUS_SESSION_BUS_ADDRESS")
    ):
        return Check(
            "tray", WARNING, "There is no desktop session here, so no tray icon.",
            "Start Arbor from the desktop, or use arbor watch, which needs none.",
        )  # fmt: skip
    return Check("tray", OK, "There is a desktop session that can show the tray icon.")


def _resources() -> Check:
    try:
        for name in NEEDED_RESOURCES:
            resources.path(name)
    except FileNotFoundError as error:
        return Check(
            "program files", FAILED, f"Files of the program are missing: {error}.", "Install Arbor again."
        )
    return Check("program files", OK, "Complete.")


def _round_trip() -> Check:
    """Capture a made-up session into a home of its own, and search for its memory."""
    name, broken = "round trip", "This is a defect of the installation: install Arbor again."
    try:
        with tempfile.TemporaryDirectory(prefix="arbor-doctor-") as folder:
            session = Path(folder, "session.jsonl")
            session.write_text("".join(json.dumps(record) + "\n" for record in _session()), encoding="utf-8")
            with MemoryService.open(Path(folder, "home"), environ={}) as service:
                rows = service.capture([session])
                found = service.search("indentation tabs", status="all")
    except (ArborError, OSError) as error:
        return Check(name, FAILED, f"A test conversation could not be read: {error}.", broken)
    if not found:
        why = "; ".join(row.error or row.reason or row.status for row in rows)
        return Check(name, FAILED, f"A test conversation left no memory that can be found ({why}).", broken)
    return Check(name, OK, "A test conversation was read, saved and found again.")


def _session() -> list[dict[str, Any]]:
    """Return two turns as Claude Code writes them."""
    base = {"sessionId": "d0c70000-0000-4000-8000-000000000000", "cwd": "/made/up", "isSidechain": False}
    said = "I see; from now on I indent with tabs in all files of this repository."
    return [
        base | {
            "type": "user", "uuid": "d0c70000-0000-4000-8000-000000000001", "parentUuid": None,
            "timestamp": "2026-01-01T09:00:00.000Z", "userType": "external",
            "message": {"role": "user", "content": TRIED_SENTENCE},
        },
        base | {
            "type": "assistant", "uuid": "d0c70000-0000-4000-8000-000000000002",
            "parentUuid": "d0c70000-0000-4000-8000-000000000001", "timestamp": "2026-01-01T09:00:05.000Z",
            "message": {"role": "assistant", "content": [{"type": "text", "text": said}]},
        },
    ]  # fmt: skip
