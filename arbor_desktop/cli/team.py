"""team: memories shared with the members of a team."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from arbor_desktop.cli import formatting
from arbor_desktop.cli.commands import add_actions, add_limit, command
from arbor_desktop.cli.inputs import confirm, interactive, project, typed
from arbor_desktop.cli.output import NOTHING, OK, Answer, Output, UsageError, plain
from arbor_desktop.projects.names import folder_name

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.team.model import Check, Member, Report, State
    from arbor_desktop.team.operations import Team

_ROLES = ("owner", "member", "reader")


def _arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser)
    parser.set_defaults(action="status")
    actions.add_parser("status", help="show the team, and what is pending (default)")
    create = actions.add_parser("create", help="begin a team in an empty PostgreSQL database")
    create.add_argument("url", metavar="URL", help="postgresql://user:password@host/database; - reads it")
    create.add_argument("--team", metavar="NAME", required=True, help="the team's name")
    create.add_argument("--name", metavar="NAME", required=True, help="your name, as the others see it")
    invite = actions.add_parser("invite", help="print a text with which one person joins, once")
    invite.add_argument("name", metavar="NAME", help="that person's name")
    invite.add_argument("--role", choices=_ROLES, default="member", help="default: member")
    invite.add_argument("--again", action="store_true", help="a member with a new computer or lost password")
    invite.add_argument("--sql", action="store_true", help="print a reader's login for an SQL tool instead")
    join = actions.add_parser("join", help="join with the text from an invitation")
    join.add_argument("string", metavar="STRING", nargs="?", help="the text (else typed or piped in)")
    join.add_argument("--name", metavar="NAME", help="your name (else as in the invitation)")
    actions.add_parser("now", help="exchange memories with the team now")
    share = actions.add_parser("share", help="share memories")
    share.add_argument("ids", metavar="ID", nargs="+", help="ids of memories")
    share.add_argument("--no-quote", action="store_true", help="without the words that prove them")
    check = actions.add_parser("check", help="show what the others would get of a memory")
    check.add_argument("id", metavar="ID", help="id of a memory")
    withdraw = actions.add_parser("withdraw", help="share memories no longer; the others' copies are deleted")
    withdraw.add_argument("ids", metavar="ID", nargs="+", help="ids of memories")
    named = actions.add_parser("project", help="share everything new of a project, or name its folder here")
    named.add_argument("path", metavar="PATH", help="the project's folder or name")
    named.add_argument("switch", metavar="on|off", nargs="?", choices=("on", "off"))
    named.add_argument("--key", metavar="KEY", help="the folder is the team's project of this key")
    trust = actions.add_parser("trust", help="use a member's memories without review")
    trust.add_argument("--off", action="store_true", help="review them again from now on")
    role = actions.add_parser("role", help="give a member another role")
    remove = actions.add_parser("remove", help="remove a member, who then can neither read nor share")
    for action in (trust, role, remove):
        action.add_argument("member", metavar="MEMBER", help="a member's name or id")
    role.add_argument("role", choices=_ROLES)
    remove.add_argument("--withdraw", action="store_true", help="with all that they shared")
    search = actions.add_parser("search", help="search the team's memories on the server")
    search.add_argument("words", metavar="WORDS", nargs="+")
    add_limit(search, 20)
    leave = actions.add_parser("leave", help="leave the team; what others shared is deleted here")
    for action in (remove, leave):
        action.add_argument("--yes", action="store_true", help="do not ask")


@command(
    "team",
    "Share memories with a team",
    arguments=_arguments,
    examples=(
        'arbor team create - --team Harbor --name "Maya Lindqvist"',
        'arbor team invite "Jonas Weber"',
        "arbor team join",
        "arbor team share 01a2…",
        "arbor team project ~/harbor-api on",
        "arbor team search outbox table",
    ),
)
def team(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Share memories of projects with other people, through a PostgreSQL server of your own.

    You choose what is shared: single memories, or everything new of a project. Sensitive and private memories
    ("never share"), conversations and ignored projects never leave this computer. The window and
    "arbor watch" exchange memories automatically."""
    with opened() as service:
        if args.action == "project":
            args.path = project(service, args.path, out)
        return _ACTIONS[args.action](service.team, args, out)


def _status(team: Team, args: Namespace, out: Output) -> Answer:
    state = team.state()
    return Answer(state.to_dict(), lambda: _status_lines(state, out))


def _status_lines(state: State, out: Output) -> Iterable[str]:
    if not state.joined or state.me is None:
        yield "There is no team. To join one: arbor team join"
        return
    when = formatting.ago(state.reached_at) if state.reached_at else "never"
    received = formatting.count(state.received, "memory")
    name = out.style(plain(state.team), "bold")
    yield f"{name}  {plain(state.server)}, reached {when}; {received} from others"
    for one in state.members:
        yield f"{out.style(plain(one.name), 'bold')}{' (you)' if one.me else ''}  {_about(one)}"
    for shared in state.projects:
        shares = "everything new is shared" if shared.everything else f"{shared.shared} shared"
        here = plain(shared.path) or f"no folder here: arbor team project PATH --key '{plain(shared.key)}'"
        yield f"{plain(shared.name)}  {shares}, {shared.received} from others; {here}"
    if state.waiting:
        yield f"{formatting.count(state.waiting, 'change')} to send. To send now: arbor team now"
    if state.unreachable_since:
        yield f"The server has not responded since {formatting.ago(state.unreachable_since)}."
    if state.refused:
        yield plain(state.refused)


def _about(one: Member) -> str:
    if one.removed or one.invited:
        return "no longer a member" if one.removed else f"invited as {one.role}"
    about = f"{one.role}, {formatting.count(one.shares, 'memory')} shared"
    return f"{about}, trusted" if one.trusted else about


def _create(team: Team, args: Namespace, out: Output) -> Answer:
    url = typed("Address of the database: ") if args.url == "-" else args.url
    state = team.create(url, args.team, args.name)
    line = f"{plain(state.team)} is ready. To invite somebody: arbor team invite NAME"
    return Answer(state.to_dict(), lambda: [line], remark=True)


def _invite(team: Team, args: Namespace, out: Output) -> Answer:
    if args.sql:
        address = team.sql_login(args.name)
        note = f'It never expires. To end it: arbor team remove "{args.name}"'
        return Answer({"name": args.name, "address": address}, lambda: [address], notes=(note,))
    string = team.invite(args.name, args.role, again=args.again)
    note = "Works once, for a week. Whoever has it can join: send it privately."
    return Answer({"name": args.name, "role": args.role, "string": string}, lambda: [string], notes=(note,))


def _join(team: Team, args: Namespace, out: Output) -> Answer:
    state = team.join(args.string or typed("Invitation: "), args.name)
    return Answer(state.to_dict(), lambda: _status_lines(state, out))


def _now(team: Team, args: Namespace, out: Output) -> Answer:
    report = team.sync(ask=interactive())
    return Answer(
        report.to_dict(), lambda: _told(report), remark=True, notes=tuple(map(plain, report.problems))
    )


def _told(report: Report) -> list[str]:
    changed = formatting.count(len(report.received), "memory")
    return [f"{formatting.count(report.sent, 'change')} sent, {changed} new or changed."]


def _share(team: Team, args: Namespace, out: Output) -> Answer:
    for ident in args.ids:
        team.share(ident, quote=not args.no_quote)
    lines = ["Shared with the next exchange. To do that now: arbor team now"]
    return Answer({"shared": args.ids}, lambda: lines, remark=True)


def _check(team: Team, args: Namespace, out: Output) -> Answer:
    found = team.check(args.id)
    return Answer(found.to_dict(), lambda: _check_lines(found))


def _check_lines(found: Check) -> Iterable[str]:
    from arbor_desktop.team.model import PROBLEMS

    yield plain(found.text)
    parts = (found.type, found.category, found.technology, found.project, found.branch, *found.tags)
    yield plain(", ".join(part for part in parts if part))
    yield from (f"{plain(name)}: {plain(str(value))}" for name, value in found.details.items())
    for quote in found.quote:
        yield f"  “{plain(quote['text'])}”"
    if found.problem:
        yield f"It can't be shared. {PROBLEMS[found.problem]}"
    if found.personal:
        yield "It names an e-mail address or telephone number."
    if found.similar:
        yield f"{plain(found.similar.author)} has a similar one: “{plain(found.similar.text)}”"


def _withdraw(team: Team, args: Namespace, out: Output) -> Answer:
    for ident in args.ids:
        team.withdraw(ident)
    lines = ["Withdrawn with the next exchange. Others may have read it before."]
    return Answer({"withdrawn": args.ids}, lambda: lines, remark=True)


def _project(team: Team, args: Namespace, out: Output) -> Answer:
    if args.key:
        team.set_project(args.key, args.path)
        return Answer({"key": args.key, "path": args.path}, lambda: ["Saved."], OK, remark=True)
    if args.switch is None:
        raise UsageError("Say whether to share everything new: on or off.")
    on = args.switch == "on"
    team.share_project(args.path, on)
    what = "Everything new" if on else "Only what you choose"
    line = f"{what} in {folder_name(args.path)} is shared."
    return Answer({"path": args.path, "everything": on}, lambda: [line], remark=True)


def _trust(team: Team, args: Namespace, out: Output) -> Answer:
    team.trust(args.member, not args.off)
    how = "reviewed first" if args.off else "used without review"
    line = f"New memories of {plain(args.member)} are {how}."
    return Answer({"member": args.member, "trusted": not args.off}, lambda: [line], remark=True)


def _role(team: Team, args: Namespace, out: Output) -> Answer:
    team.set_role(args.member, args.role)
    line = f"{plain(args.member)} is now {args.role}."
    return Answer({"member": args.member, "role": args.role}, lambda: [line], remark=True)


def _remove(team: Team, args: Namespace, out: Output) -> Answer:
    confirm(f"Remove {args.member}{', and delete what they shared' if args.withdraw else ''}?", args, out)
    team.remove(args.member, withdraw=args.withdraw)
    lines = [f"{plain(args.member)} is removed, and keeps what they have read."]
    return Answer({"removed": args.member, "withdrawn": args.withdraw}, lambda: lines, remark=True)


def _search(team: Team, args: Namespace, out: Output) -> Answer:
    found = team.search(" ".join(args.words), args.limit)

    def lines() -> Iterable[str]:
        if not found:
            yield "The team has no memory with these words."
        for one in found:
            yield f"{plain(one.text)}\n  {one.type}, {plain(one.project)}, {plain(one.author)}"

    return Answer({"memories": [one.to_dict() for one in found]}, lines, OK if found else NOTHING)


def _leave(team: Team, args: Namespace, out: Output) -> Answer:
    confirm(
        "Leave the team, on all your computers? What others shared is deleted here. What you share stays "
        "with them, unless you withdraw it first.",
        args,
        out,
    )
    reached = team.leave()
    lines = ["You left the team. What you shared stays there."]
    if not reached:
        lines.append("Its server did not respond: an owner can remove you from it.")
    return Answer({"left": True, "server_reached": reached}, lambda: lines, remark=True)


_ACTIONS = {
    "status": _status, "create": _create, "invite": _invite, "join": _join, "now": _now, "share": _share,
    "check": _check, "withdraw": _withdraw, "project": _project, "trust": _trust, "role": _role,
    "remove": _remove, "search": _search, "leave": _leave,
}  # fmt: skip
