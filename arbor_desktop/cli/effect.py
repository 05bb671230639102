"""effect: sessions with memories, compared with some without."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from arbor_desktop.cli import formatting
from arbor_desktop.cli.commands import add_actions, add_project, command
from arbor_desktop.cli.output import Answer, Output, one_line
from arbor_desktop.maintenance import effect_words
from arbor_desktop.projects.names import project_name

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.maintenance.effect import Report


def _arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser)
    parser.set_defaults(action="status", project=None, days=None)
    status = actions.add_parser("status", help="show the difference, and how certain it is (default)")
    export = actions.add_parser("export", help="write the figures as CSV, with the method's version")
    for action in (status, export):
        add_project(action, "only sessions of this project")
        action.add_argument("--days", type=int, metavar="N", help="only sessions of the last N days")
    on = actions.add_parser("on", help="let some sessions start without memories")
    on.add_argument(
        "projects", metavar="PROJECT", nargs="*", help="folders (default: the chosen ones, else all)"
    )
    on.add_argument("--one-in", type=int, choices=(3, 5, 10), help="one in this many sessions (default: 5)")
    actions.add_parser("off", help="share memories with all sessions again")
    share = actions.add_parser(
        "share", help="share memories with the current session without memories anyway"
    )
    add_project(share, "the session's project")


@command(
    "effect",
    "Show whether memories help",
    arguments=_arguments,
    examples=("arbor effect", "arbor effect on ~/src/harbor-api", "arbor effect export"),
)
def effect(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Compare sessions that get memories with some that get none: how often you repeat yourself and correct
    your AI, failed commands, turns until tests pass, tokens.

    Off until you turn it on. Sessions without memories are chosen at random before they start. Everything is
    counted on this computer."""
    with opened() as service:
        if args.action == "on":
            projects = service.effect.turn_on(args.projects or None, args.one_in)
            one_in = service.settings.get("comparison.one_in")
            names = ", ".join(project_name(one) for one in projects)
            said = f"One in {one_in} sessions starts without memories in: {names}"
            return Answer({"projects": projects, "one_in": one_in}, lambda: [said], remark=True)
        if args.action == "off":
            service.effect.turn_off()
            return Answer({"enabled": False}, lambda: ["All sessions get memories again."], remark=True)
        if args.action == "share":
            return _share(service.effect.share_anyway_now(args.project))
        report = service.effect.report(days=args.days, project=args.project)
    if args.action == "export":
        return Answer(report.to_dict(), lambda: csv_lines(report))
    return Answer(report.to_dict(), lambda: _lines(report, out))


def _share(title: str | None) -> Answer:
    if title is None:
        return Answer({"shared": None}, lambda: ["The last session gets memories already."], 3)
    return Answer(
        {"shared": title}, lambda: [f"Memories come with the next prompt: {one_line(title)}"], remark=True
    )


def _lines(report: Report, out: Output) -> Iterable[str]:
    if not report.enabled and not report.standing.drawn:
        yield "Off. To find out with your own sessions: arbor effect on"
        return
    yield out.style(effect_words.headline(report), "bold")
    if rest := effect_words.more(report):
        yield from out.wrapped(rest)
    yield ""
    rows = [
        (
            effect_words.TITLES[one.question],
            effect_words.verdict(one),
            effect_words.likely(one),
            effect_words.needs(one) or effect_words.means(one),
        )
        for one in report.effects
    ]
    yield from out.table(("", "With memories", "9 times in 10", "Without → with"), rows)
    yield ""
    standing = report.standing
    since = f", since {formatting.on_day(standing.since)}" if standing.since is not None else ""
    yield (
        f"{formatting.count(report.with_sessions, 'session')} with memories, {report.without_sessions} "
        f"without{since}."
    )
    not_counted = [
        (standing.unread, "not read yet"), (standing.short, "too short"),
        (standing.left_out, "shared anyway"),
    ]  # fmt: skip
    if said := [f"{number} {why}" for number, why in not_counted if number]:
        yield f"Not compared: {', '.join(said)}."
    if report.not_comparable:
        names = ", ".join(project_name(one) for one in report.not_comparable)
        yield f"Not comparable, as instruction files have memories: {names}."
    if not report.enabled:
        yield "Off: all sessions get memories. To go on: arbor effect on"


def csv_lines(report: Report) -> Iterable[str]:
    """Return the figures as CSV."""
    head = (
        "question", "verdict", "with_sessions", "without_sessions", "with_mean", "without_mean", "change",
        "low", "high", "needed",
    )  # fmt: skip
    yield ",".join((*head, "method"))
    for one in report.effects:
        found = one.to_dict()
        cells = ["" if found[name] is None else str(found[name]) for name in head]
        yield ",".join((*cells, f'"{report.method}"'))
