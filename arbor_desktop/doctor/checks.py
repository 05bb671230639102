"""`arbor doctor`: what could be wrong, looked at one by one, with how to mend it (spec 7.2)."""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop import prerequisites, resources
from arbor_desktop.capture.model import SourceInfo
from arbor_desktop.context.receipts import TITLES
from arbor_desktop.database import migrations
from arbor_desktop.doctor.check import FAILED, OK, WARNING, Check
from arbor_desktop.doctor.integrations import pulse_checks, setup_checks, version_check
from arbor_desktop.doctor.model_checks import keyring_check, model_checks
from arbor_desktop.errors import ArborError
from arbor_desktop.integrations.setup import Setup
from arbor_desktop.maintenance.housekeeping import newest_good_backup
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService

LITTLE_SPACE, NO_SPACE = 1_000_000_000, 50_000_000
"""Bytes free: below the first a warning, below the second it fails."""
NEEDED_RESOURCES = ("redaction.toml", "icons/arbor.svg", "tokens.json")
INOTIFY_WATCHES = Path("/proc/sys/fs/inotify/max_user_watches")
TRIED_SENTENCE = "Always use tabs for indentation in this repository, never spaces."


def examine(service: MemoryService, environ: Mapping[str, str] = os.environ) -> list[Check]:
    """All checks of an opened memory."""
    looks: list[Callable[[], Iterable[Check]]] = [
        lambda: _home(service.home),
        lambda: _database(service),
        lambda: _memories(service),
        lambda: _settings(service),
        lambda: _vectors(service),
        lambda: _sources(service, environ),
        lambda: _folders(service),
        lambda: model_checks(service, environ),
        lambda: _integrations(service, environ),
        lambda: _around(service.home, environ),
    ]
    return [check for look in looks for check in look()]


def without_service(home: Home, error: ArborError, environ: Mapping[str, str] = os.environ) -> list[Check]:
    """All checks that are possible where the memory file can't be opened, for the reason `error`."""
    return [*_home(home), _unopened(home, error), *_around(home, environ)]


def _unopened(home: Home, error: ArborError) -> Check:
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


def _home(home: Home) -> list[Check]:
    return [_writable(home), *_private(home), *_space(home)]


def _writable(home: Home) -> Check:
    try:
        with tempfile.TemporaryFile(dir=home.folder):
            return Check("home", OK, f"{home.folder} can be written.")
    except OSError as error:
        why = error.strerror or str(error)
        return Check(
            "home", FAILED, f"{home.folder} can not be written: {why}.",
            "Make the folder yours again, or choose another one with --home or ARBOR_HOME.",
        )  # fmt: skip


def _private(home: Home) -> Iterator[Check]:
    """Whether others on this computer could read along (spec 8.3)."""
    if sys.platform == "win32":
        return  # a profile's folder is private there by inheritance
    open_to_others = []
    for path in (home.folder, *home.own):
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
        except OSError:  # not there, or said already
            continue
        if mode & 0o077:
            open_to_others.append(path)
    if not open_to_others:
        yield Check("privacy", OK, "Only you can read the data folder.")
        return
    names = ", ".join(str(path) for path in open_to_others)
    yield Check(
        "privacy", WARNING, f"Others on this computer may read {names}.", f'Run: chmod -R go= "{home.folder}"'
    )


def _space(home: Home) -> Iterator[Check]:
    try:
        free = shutil.disk_usage(home.folder).free
    except OSError:  # `home` says why
        return
    message = f"{free / 1_000_000_000:,.1f} GB free on the disk of the data folder."
    if free < NO_SPACE:
        yield Check("disk space", FAILED, message, "Free some space: nothing can be captured on a full disk.")
    elif free < LITTLE_SPACE:
        yield Check("disk space", WARNING, message, "Free some space soon.")
    else:
        yield Check("disk space", OK, message)


# -- the memory file --


def _database(service: MemoryService) -> list[Check]:
    version = migrations.MIGRATIONS[-1].version
    restore = "Restore a backup: arbor restore-backup PATH."
    try:
        problems = service.housekeeping.problems()
    except ArborError as error:
        return [_unopened(service.home, error)]
    found = [
        _problems("database", problems["integrity"], "The memory file is whole.", restore),
        _problems(
            "search index",
            problems["index"],
            "The search index agrees with the memories.",
            "Memories and conversations themselves are whole. Restore a backup: arbor restore-backup PATH.",
        ),
        _problems(
            "references", problems["references"], "Memories, history and conversations agree.", restore
        ),
    ]
    return [*found, Check("format", OK, f"Format {version}, the newest this version knows.")]


def _problems(name: str, problems: list[str], well: str, mend: str) -> Check:
    if not problems:
        return Check(name, OK, well)
    more = f" (and {len(problems) - 3} more)" if len(problems) > 3 else ""
    return Check(name, FAILED, "; ".join(problems[:3]) + more + ".", mend)


def _memories(service: MemoryService) -> Iterator[Check]:
    """What the monthly check marked, or a check by hand."""
    try:
        odd = service.housekeeping.invalid()
    except ArborError:  # `database` says why
        return
    if not odd:
        yield Check("memories", OK, "No memory is marked as damaged.")
        return
    shown = "; ".join(f"{ident} “{text[:40]}”: {why}" for ident, text, why in odd[:3])
    more = f" (and {len(odd) - 3} more)" if len(odd) > 3 else ""
    yield Check(
        "memories", WARNING, f"{len(odd)} marked as damaged: {shown}{more}.",
        "Edit or delete them (arbor edit, arbor delete), then: arbor maintain monthly",
    )  # fmt: skip


# -- settings and sources --


def _settings(service: MemoryService) -> list[Check]:
    if service.settings.damaged:
        return [
            Check(
                "settings", WARNING, service.settings.damaged,
                "The defaults hold now. Set again what you had changed; the old file is kept to look it up.",
            )
        ]  # fmt: skip
    path = service.home.settings
    return [Check("settings", OK, f"{path} can be read." if path.exists() else "All at their defaults.")]


def _vectors(service: MemoryService) -> Iterator[Check]:
    """Only where a person chose a model: search needs none."""
    state = service.vectors.state()
    if state.state == "off":
        return
    read = f"{state.done:,} of {state.total:,} memories were read by {state.choice}."
    if state.state == "missing":
        yield Check(
            "vectors", WARNING, f"Search goes by words alone: {state.message}",
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
                f'It is watched as soon as it is there; else: arbor sources disable "{source.name}"',
            )  # fmt: skip
        elif source.enabled:
            yield Check(name, OK, f"{source.path} is watched when Arbor runs.")
    if not any(source.enabled for source in found):
        yield _none_enabled(service.sources(), environ, service)


def _none_enabled(found: Iterable[SourceInfo], environ: Mapping[str, str], service: MemoryService) -> Check:
    """The one to enable is a tool that has conversations here; what is imported by hand can't be watched."""
    here = [source for source in found if source.found and source.kind != "export"]
    best = max(here, key=lambda source: source.files, default=None)
    message = "No source is enabled, so nothing is captured by itself."
    if hooked := Setup(service.home, environ).hooked(called=True):
        names = ", ".join(TITLES.get(tool, tool) for tool in hooked)
        message = f"No source is watched. The sessions of {names} are captured all the same, by the hook."
    return Check("sources", WARNING, message, f"Run: arbor sources enable {best.name if best else 'NAME'}")


def _folders(service: MemoryService) -> Iterator[Check]:
    """Linux watches folders one by one, and only so many."""
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


def _integrations(service: MemoryService, environ: Mapping[str, str]) -> Iterator[Check]:
    setup = Setup(service.home, environ)
    yield from setup_checks(setup)
    hooked = setup.hooked()
    yield from version_check(hooked, environ)
    yield from pulse_checks(service.hook_health(hooked))


# -- the computer and the program --


def _around(home: Home, environ: Mapping[str, str]) -> list[Check]:
    return [_display(environ), _tray(environ), keyring_check(), _resources(), _round_trip()]


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
    """Captures a made-up session into a home of its own, and looks for its memory."""
    name, broken = "round trip", "This is a defect of the installation: install Arbor again."
    try:
        with tempfile.TemporaryDirectory(prefix="arbor-doctor-") as folder:
            session = Path(folder, "session.jsonl")
            session.write_text("".join(json.dumps(record) + "\n" for record in _session()), encoding="utf-8")
            with MemoryService.open(Path(folder, "home"), environ={}) as service:
                rows = service.capture([session])
                found = service.search("indentation tabs", status="all")
    except (ArborError, OSError) as error:
        return Check(name, FAILED, f"A made-up conversation could not be captured: {error}.", broken)
    if not found:
        why = "; ".join(row.error or row.reason or row.status for row in rows)
        return Check(
            name, FAILED, f"A made-up conversation left no memory that can be found ({why}).", broken
        )
    return Check(name, OK, "A made-up conversation was captured, memorized and found again.")


def _session() -> list[dict[str, Any]]:
    """Two turns as Claude Code writes them."""
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
