"""projects, project, similar: what projects are, and past tasks like one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from arbor_desktop.branches.model import DIGEST_FILE
from arbor_desktop.cli import formatting, inputs
from arbor_desktop.cli.commands import add_limit, add_project, command
from arbor_desktop.cli.output import NOTHING, OK, Answer, Output, UsageError, one_line
from arbor_desktop.projects.model import Often, Project, ProjectSummary, SimilarTask
from arbor_desktop.projects.names import project_name

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener


_MOST_SHOWN = 12


@command(
    "projects",
    "List projects",
    examples=("arbor projects", "arbor projects --json | jq '.[].path'"),
)
def projects(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        found = service.list_projects()
    if not found:
        out.note("No projects yet.")
    entries = formatting.separated(_entry(out, one) for one in found)
    return Answer([one.to_dict() for one in found], lambda: entries, OK if found else NOTHING)


def _entry(out: Output, one: ProjectSummary) -> list[str]:
    stack = ", ".join(one.stack[:6])
    notes = [
        one.type or "",
        stack,
        formatting.count(one.memories, "memory") if one.memories else "",
        formatting.count(one.conversations, "conversation") if one.conversations else "",
        formatting.ago(one.last_seen),
        "" if one.there else "not on this computer",
    ]
    small = " · ".join(one_line(note) for note in notes if note)
    return [*_heading(out, one.path), out.style("  " + one_line(small, out.width - 2), "dim")]


def _heading(out: Output, path: str) -> list[str]:
    """Return the project's name, and the path by which commands know it."""
    return [out.style(one_line(project_name(path)), "bold"), "  " + one_line(path)]


def _project_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "path", nargs="+", metavar="[digest] PATH", help="its folder; digest: how it works, for a colleague"
    )
    parser.add_argument("--write", action="store_true", help="with digest: keep it in ONBOARDING.md")
    parser.add_argument("--refresh", action="store_true", help="read its files now, changed or not")
    parser.add_argument(
        "--kind",
        choices=("work", "private"),
        help="private: private facts are shared with prompts that they fit",
    )
    parser.add_argument("--group", metavar="NAME", help='the client or group it belongs to; "" for none')


@command(
    "project",
    "Show a project: stack, commands, habits, branches",
    arguments=_project_arguments,
    examples=(
        "arbor project .",
        "arbor project ~/family --kind private",
        "arbor project . --group northquay",
        "arbor project digest . > how-it-works.md",
        "arbor project digest . --write",
    ),
)
def project(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Show a project, from its files and sessions.

    Files are read, never run. Files that may hold secrets, such as .env, are never opened.

    With "digest", print a page for colleagues from the project's files and memories, without private ones,
    those under review and those about you. --write keeps it in the project's ONBOARDING.md from now on
    ("arbor instructions off ONBOARDING.md --project PATH" ends that)."""
    *action, path = args.path if args.path != ["digest"] else ["digest", "."]
    if action not in ([], ["digest"]) or (args.write and not action):
        raise UsageError("Use arbor project PATH, or arbor project digest PATH [--write].")
    if action:
        return _digest(opened, path, out, write=args.write)
    with opened() as service:
        path = inputs.project(service, path, out, certain=False)
        setting = args.kind is not None or args.group is not None
        read = service.read_project if args.refresh or setting else service.get_project
        found = read(path)
        if setting:
            service.set_project(path, kind=args.kind, group=args.group)
            found = service.get_project(path)
    return Answer(found.to_dict(), lambda: _lines(found, out))


def _digest(opened: Opener, path: str, out: Output, *, write: bool) -> Answer:
    with opened() as service:
        path = inputs.project(service, path, out, certain=False)
        service.get_project(path)  # it is known
        project = service.branch_memory.options.project_of(path)
        page = service.digest(project)
        if write and page.text:
            service.keep_digest(project, True)
    left = sum(page.left_out.values())
    notes = [f"Left out: {formatting.count(left, 'memory')} (see --json)."] if left else []
    if not page.text:
        notes.append("Nothing is known of this project yet.")
    elif write:
        notes.append(f"{DIGEST_FILE} is up to date, and stays so.")
    return Answer(
        page.to_dict() | {"written": write and bool(page.text)},
        lambda: page.text.split("\n") if page.text else (),
        OK if page.text else NOTHING,
        notes=tuple(notes),
    )


def _lines(found: Project, out: Output) -> Iterable[str]:
    facts = found.facts
    yield from _heading(out, found.path)
    yield from out.fields(
        [
            ("About", facts.type),
            ("Kind", found.summary.kind),
            ("Group", found.summary.group),
            ("Runs on", facts.runtime),
            ("Packages by", facts.package_manager),
            ("Database", facts.database),
            ("Stack", ", ".join(facts.stack)),
            ("Tests", ", ".join(facts.test_frameworks)),
            ("Layout", ", ".join(facts.patterns)),
            ("Starts at", ", ".join(facts.entry_points[:_MOST_SHOWN])),
            ("Tests in", ", ".join(facts.test_folders[:_MOST_SHOWN])),
            ("Memories", f"{found.summary.memories:,}"),
            ("Sessions", f"{found.summary.conversations:,}"),
            ("Last seen", formatting.ago(found.summary.last_seen)),
            ("Files read", formatting.ago(found.read_at)),
            ("Trouble", found.trouble),
        ]
    )
    yield from _table(out, "Commands", facts.commands)
    yield from _table(out, "Versions", dict(list(facts.versions.items())[:_MOST_SHOWN]))
    yield from _section(out, "Conventions", facts.conventions)
    yield from _section(out, "Quirks", [f"{', '.join(one.applies_to)}: {one.text}" for one in found.quirks])
    yield from _section(out, "Branches", [_branch(one.name, one.checked_out) for one in found.branches])
    yield from _section(out, "Often changed", _often(found.frequent_files))
    yield from _section(out, "Often run", _often(found.frequent_commands))


def _branch(name: str, checked_out: bool) -> str:
    return f"{name} (checked out)" if checked_out else name


def _often(found: Sequence[Often]) -> list[str]:
    return [f"{one.name} ({formatting.count(one.sessions, 'session')})" for one in found[:_MOST_SHOWN]]


def _section(out: Output, title: str, lines: Sequence[str]) -> Iterable[str]:
    if lines:
        yield ""
        yield out.style(title, "bold")
        for line in lines:
            yield from out.wrapped(one_line(line), "    ", "  ")


def _table(out: Output, title: str, values: Mapping[str, str]) -> Iterable[str]:
    if values:
        yield ""
        yield out.style(title, "bold")
        yield from out.fields(values.items())


def _similar_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("task", nargs="+", metavar="TASK", help="the task, in your words")
    add_project(parser, "only tasks of this project")
    add_limit(parser, 5)


@command(
    "similar",
    "Find similar past tasks",
    arguments=_similar_arguments,
    examples=('arbor similar "fix the login redirect"', 'arbor similar "add an export to CSV" --project .'),
)
def similar(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Find the past tasks that are most like this one, with how they ended and what was learned."""
    with opened() as service:
        found = service.find_similar_tasks(" ".join(args.task), project=args.project, limit=args.limit)
    if not found:
        out.note("No similar task found.")
    entries = formatting.separated(_similar(out, one) for one in found)
    return Answer([one.to_dict() for one in found], lambda: entries, OK if found else NOTHING)


def _similar(out: Output, one: SimilarTask) -> list[str]:
    ended = "" if one.status == "unknown" else one.status
    notes = [
        f"{formatting.percent(one.similarity)} similar", project_name(one.project), one.type.lower(), ended,
        *one.checks[:2], formatting.count(len(one.files), "file") if one.files else "",
        formatting.ago(one.at),
    ]  # fmt: skip
    lines = [*out.wrapped(one_line(one.task))]
    lines += (
        [out.style(line, "dim") for line in out.wrapped("Touched " + ", ".join(one.files[:5]), "  ")]
        if one.files
        else []
    )
    lines += [line for text in one.learnings for line in out.wrapped("Learned: " + one_line(text), "  ")]
    return [*lines, *formatting.small_print(out, notes, one.conversation_id)]
