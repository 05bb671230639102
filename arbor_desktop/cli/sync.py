"""sync: the same memories on all your devices."""

from __future__ import annotations

import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from types import FrameType
from typing import TYPE_CHECKING

from arbor_desktop.cli import formatting
from arbor_desktop.cli.capture import signals
from arbor_desktop.cli.commands import add_actions, command
from arbor_desktop.cli.inputs import confirm, interactive, project, typed
from arbor_desktop.cli.output import FAILED, INTERRUPTED, OK, Answer, Output, plain
from arbor_desktop.clock import to_iso
from arbor_desktop.errors import Cancelled

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.devices.operations import Devices, Report, State

EVERY_SECONDS = 2.0
"""How often the folder is looked at while a device is being added."""
ARRIVES_SECONDS = 20
"""Time for the offer of the other device to arrive in the folder."""


def _arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser)
    parser.set_defaults(action="status")
    actions.add_parser("status", help="list devices, and what is pending (default)")
    pair = actions.add_parser("pair", help="show a code with which another device joins")
    pair.add_argument(
        "folder",
        metavar="FOLDER",
        nargs="?",
        help="the folder that another program synchronizes; the first time",
    )
    join = actions.add_parser("join", help="join with the code that another device shows")
    join.add_argument("folder", metavar="FOLDER", help="the same folder, as it is on this computer")
    join.add_argument(
        "--code", metavar="CODE", help="the words (else typed or piped in, so that nobody sees them)"
    )
    for action in (pair, join):
        action.add_argument("--name", metavar="NAME", help="name of this device (else the computer's)")
    actions.add_parser("now", help="synchronize now")
    actions.add_parser("leave", help="stop synchronizing; all memories stay on this device")
    remove = actions.add_parser("remove", help="remove a device, which can then read nothing new")
    remove.add_argument("device", metavar="DEVICE", help="its name or id")
    remove.add_argument("--yes", action="store_true", help="do not ask")
    named = actions.add_parser("project", help="say which folder a project of another device is here")
    named.add_argument("key", metavar="KEY", help="as “arbor sync status” shows it")
    named.add_argument("path", metavar="PATH", help="the project's folder on this computer")


@command(
    "sync",
    "Share your memories with your other devices",
    arguments=_arguments,
    examples=(
        "arbor sync pair ~/Dropbox/Arbor",
        "arbor sync join ~/Dropbox/Arbor",
        "arbor sync now",
        "arbor sync remove laptop",
    ),
)
def sync(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Keep the memories of several computers the same, through any folder that another program synchronizes
    (Syncthing, Dropbox, iCloud Drive, a network drive, a USB stick).

    Files in the folder are encrypted. Conversations, private memories ("never share") and ignored projects
    stay on their device. The window and "arbor watch" synchronize automatically."""
    with opened() as service:
        if args.action == "project":
            args.path = project(service, args.path, out)
        return _ACTIONS[args.action](service.devices, args, out)


def _status(devices: Devices, args: Namespace, out: Output) -> Answer:
    state = devices.state()
    return Answer(state.to_dict(), lambda: _status_lines(state, out))


def _status_lines(state: State, out: Output) -> Iterable[str]:
    if not state.joined:
        yield "This device is not connected with others. To connect it: arbor sync pair FOLDER"
        return
    when = formatting.ago(state.synced_at) if state.synced_at else "never"
    name = out.style(plain(state.device), "bold")
    yield f"{name} (this device)  {plain(state.folder)}, synchronized {when}"
    for one in state.devices:
        about = f"seen {formatting.ago(one.last_seen)}" if one.last_seen else "not seen yet"
        if one.pending:
            about += "; your deletions haven't reached it yet"
        yield f"{out.style(plain(one.name), 'bold')}  {about}"
    if state.pending:
        yield f"{formatting.count(state.pending, 'change')} to send. To send now: arbor sync now"
    if state.kept_back:
        yield f"{formatting.count(state.kept_back, 'memory')} not shared with other devices."
    for key in state.projects:
        yield f"No folder here for the project “{plain(key)}”. To name it: arbor sync project KEY PATH"
    yield from map(plain, state.problems)


def _pair(devices: Devices, args: Namespace, out: Output) -> Answer:
    before = {one.id for one in devices.state().devices}
    code, until = devices.pair(args.folder, args.name)
    document = {"code": code, "until": to_iso(until)}
    if out.as_json or not interactive():
        return Answer(document, lambda: [code])
    out.note(
        f"Pairing code, valid for 10 minutes:\n\n    {code}\n\nOn the other device: arbor sync join FOLDER\n"
        "Waiting for it. Ctrl-C stops."
    )
    stopped = threading.Event()
    try:
        with signals(_stopper(stopped)):
            while devices.shows_code() and not stopped.wait(EVERY_SECONDS):
                devices.sync()
    finally:
        if devices.shows_code():
            devices.stop_pairing()
    new = [plain(one.name) for one in devices.state().devices if one.id not in before]
    if new:
        return Answer(document, lambda: [f"{new[0]} joined."], remark=True)
    return Answer(document, lambda: ["No device joined."], INTERRUPTED if stopped.is_set() else FAILED)


def _stopper(stopped: threading.Event) -> Callable[[int, FrameType | None], None]:
    return lambda number, frame: stopped.set()


def _join(devices: Devices, args: Namespace, out: Output) -> Answer:
    code = args.code or typed("Pairing code: ", seen=True)
    stopped = threading.Event()
    waited = 0.0

    def wait(seconds: float) -> None:
        nonlocal waited
        if not waited:
            out.note("Waiting for the other device's files …")
        waited += seconds
        if stopped.wait(seconds):
            raise Cancelled

    try:
        with signals(_stopper(stopped)):
            report = devices.join(args.folder, code, args.name, seconds=ARRIVES_SECONDS, wait=wait)
    except Cancelled:
        return Answer({"joined": False}, lambda: ["Stopped. Nothing was changed."], INTERRUPTED)
    return Answer(
        report.to_dict() | {"joined": True}, lambda: ["Joined.", *_told(report)],
        notes=tuple(map(plain, report.problems)),
    )  # fmt: skip


def _now(devices: Devices, args: Namespace, out: Output) -> Answer:
    report = devices.sync(ask=interactive())
    return Answer(
        report.to_dict(), lambda: _told(report), remark=True, notes=tuple(map(plain, report.problems))
    )


def _told(report: Report) -> list[str]:
    changed = formatting.count(len(report.received), "memory")
    lines = [f"{formatting.count(report.sent, 'change')} sent, {changed} new or changed."]
    if report.conflicts:
        lines.append(f"{formatting.count(report.conflicts, 'conflict')} to decide: arbor conflicts")
    return lines


def _leave(devices: Devices, args: Namespace, out: Output) -> Answer:
    devices.leave()
    return Answer(
        {"left": True}, lambda: ["This device no longer synchronizes. Its memories stay."], remark=True
    )


def _remove(devices: Devices, args: Namespace, out: Output) -> Answer:
    confirm(f"Remove {args.device}?", args, out)
    report = devices.remove(args.device)
    lines = [f"{plain(args.device)} is removed. It keeps what it has, and can read nothing new."]
    return Answer(report.to_dict() | {"removed": args.device}, lambda: lines, remark=True)


def _project(devices: Devices, args: Namespace, out: Output) -> Answer:
    devices.set_project(args.key, args.path)
    return Answer({"key": args.key, "path": args.path}, lambda: ["Saved."], OK, remark=True)


_ACTIONS = {
    "status": _status,
    "pair": _pair,
    "join": _join,
    "now": _now,
    "leave": _leave,
    "remove": _remove,
    "project": _project,
}
