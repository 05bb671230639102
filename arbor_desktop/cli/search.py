"""search, context, vectors."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import formatting, inputs
from arbor_desktop.cli.commands import add_filters, add_limit, add_project, command, given_filters
from arbor_desktop.cli.memories import contradicting_lines, contradictions
from arbor_desktop.cli.output import FAILED, NOTHING, OK, Answer, Output, UsageError, one_line
from arbor_desktop.conversations.model import Role
from arbor_desktop.projects.names import project_name
from arbor_desktop.search.model import Hit, TurnHit
from arbor_desktop.text.spelling import Suggestion

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.integrations.view_as import View
    from arbor_desktop.service import MemoryService


ONLY_MEMORIES = (
    "type", "category", "scope", "scope_id", "source", "privacy", "tag", "technology", "min_confidence",
)  # fmt: skip
"""Filters that say nothing about what was said."""
REASONS = {
    "alike in meaning": "similar meaning",
    "noted beside a better match": "from the same conversation as a better match",
}
SNIPPET_LINES = 4
CLIENTS = ("claude-code", "codex", "gemini", "cursor", "CLAUDE.md")
"""The names in `integrations.view_as`, which takes long to import."""
WHY_NOTHING = {
    "off": "Sharing is off. Turn it on in Settings → Sharing.",
    "ignored": "This project is ignored. Nothing is read from it or shared with it.",
    "no_project": "Each project has its own CLAUDE.md. Choose one with --project.",
}
"""By `View.nothing`."""


def _search_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", metavar="QUERY", help="any words")
    parser.add_argument(
        "--conversations", action="store_true", help="search conversations instead of memories"
    )
    add_limit(parser, 20)
    add_filters(parser)


@command(
    "search",
    "Search memories or conversations",
    arguments=_search_arguments,
    examples=(
        "arbor search which package manager",
        "arbor search deploy --project . --type instruction skill",
        'arbor search "login redirect" --conversations --limit 5',
    ),
)
def search(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Search your memories, best match first; with --conversations, search what was said."""
    query = " ".join(args.query)
    if args.conversations:
        return _search_turns(opened, query, args, out)
    chosen = given_filters(args)
    with opened() as service:
        hits = service.search(query, limit=args.limit, **chosen)
        if not out.as_json:  # programs get as many as they ask for; people what the window lists
            answering = set(service.find_ids(query, **chosen))
            hits = [hit for hit in hits if hit.memory.id in answering]
        meant = None if hits else service.suggest(query, **chosen)
        told = [] if out.as_json else hits
        against = {hit.memory.id: contradictions(service, hit.memory) for hit in told}
    if not hits:
        out.note(
            f"No memory matches “{one_line(query, out.width // 2)}”. "
            "--status all includes archived ones; --conversations searches conversations."
        )
        _did_you_mean(meant, out)
    return Answer(
        [hit.to_dict() for hit in hits],
        lambda: formatting.separated(_hit(hit, against[hit.memory.id], out) for hit in hits),
        OK if hits else NOTHING,
    )


def _did_you_mean(meant: Suggestion | None, out: Output) -> None:
    if meant is not None:
        out.note(f"Did you mean {one_line(meant.text, out.width)}?")


def _hit(hit: Hit, against: list[str], out: Output) -> list[str]:
    """A memory, and below it why it was found, and what it contradicts."""
    named = (REASONS.get(reason, reason.removeprefix("says ")) for reason in hit.reasons)
    reasons = one_line(" · ".join(named), out.width - 11)
    return [
        *formatting.memory_lines(out, hit.memory),
        *([out.style(f"  matched: {reasons}", "dim")] if reasons else []),
        *contradicting_lines(against, out),
    ]


def _search_turns(opened: Opener, query: str, args: Namespace, out: Output) -> Answer:
    unfit = [name for name in ONLY_MEMORIES if getattr(args, name) is not None]
    if unfit:
        named = ", ".join("--" + name.replace("_", "-") for name in unfit)
        raise UsageError(
            f"{named} can not narrow --conversations; --project, --since, --until and --limit can."
        )
    with opened() as service:
        chosen = {"project": args.project, "since": args.since, "until": args.until}
        hits = service.search_turns(query, limit=args.limit, **chosen)
        meant = None if hits else service.suggest_turns(query, **chosen)
    if not hits:
        out.note("No matches in conversations.")
        _did_you_mean(meant, out)
    return Answer(
        [hit.to_dict() for hit in hits],
        lambda: formatting.separated(_turn_hit(hit, out) for hit in hits),
        OK if hits else NOTHING,
    )


def _turn_hit(hit: TurnHit, out: Output) -> list[str]:
    text = out.wrapped(one_line(hit.text, out.width * SNIPPET_LINES))
    notes = [
        "you" if hit.role == Role.USER else "the assistant",
        project_name(hit.project),
        formatting.ago(hit.at),
        f"turn {hit.turn}",
    ]
    return [*text[:SNIPPET_LINES], *formatting.small_print(out, notes, hit.conversation_id)]


def _context_arguments(parser: ArgumentParser) -> None:
    add_project(parser, "the project that the session is about")
    parser.add_argument("--branch", metavar="NAME", help="its branch")
    parser.add_argument("--conversation", metavar="ID", help="also memories of this conversation")
    parser.add_argument("--prompt", metavar="TEXT", help="also memories for this prompt")
    parser.add_argument("--max-tokens", type=int, metavar="N", help="maximum size")
    parser.add_argument("--as-of", metavar="ISO", help="as of this time")
    parser.add_argument(
        "--as",
        dest="client",
        type=lambda name: next((one for one in CLIENTS if one.lower() == name.lower()), name),
        choices=CLIENTS,
        metavar="TOOL",
        help=f"as a tool gets it: {', '.join(CLIENTS)}",
    )


@command(
    "context",
    "Show what your AI sees when a session starts",
    arguments=_context_arguments,
    examples=(
        "arbor context --project .",
        'arbor context --project . --prompt "fix the login" --max-tokens 500',
        "arbor context --project . --as codex",
    ),
)
def context(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Print the text that an AI tool gets when a session starts.

    With --json it also says why each memory is included or not."""
    if args.client and (args.conversation or args.max_tokens or args.as_of):
        raise UsageError("--as works with --project, --branch and --prompt only.")
    why = "Nothing to share yet."
    with opened() as service:
        if args.client:
            view = _viewed(service, args)
            told = view.context
            why = view.trouble or WHY_NOTHING.get(view.nothing, why)
        else:
            told = service.get_context(
                project=args.project,
                branch=args.branch,
                conversation=args.conversation and inputs.conversation_id(service, args.conversation),
                prompt=args.prompt,
                max_tokens=args.max_tokens,
                as_of=args.as_of,
            )
            why = WHY_NOTHING.get(told.stats.get("reason", ""), why)
    if told.status == "error":
        out.error(told.stats["error"])
        return Answer(told.to_dict(), list, FAILED)
    if not told.included and not told.text:
        out.note(why)
    return Answer(told.to_dict(), lambda: [told.text] if told.text else [], OK if told.included else NOTHING)


def _viewed(service: MemoryService, args: Namespace) -> View:
    from arbor_desktop.integrations.view_as import views

    found = views(service, project=args.project, branch=args.branch, prompt=args.prompt or "")
    return found[CLIENTS.index(args.client)]


def _vectors_arguments(parser: ArgumentParser) -> None:
    parser.set_defaults(action="status", name=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("status", help="show the model and its progress (default)")
    use = actions.add_parser("use", help="choose a model")
    use.add_argument("name", metavar="NAME_OR_FOLDER", help="all-MiniLM-L6-v2, or a folder with a BERT model")
    actions.add_parser("off", help="search by words only; vectors are kept")
    actions.add_parser("build", help="read all memories now")
    fetch = actions.add_parser("download", help="download a model; nothing of yours is sent")
    fetch.add_argument("name", metavar="NAME", nargs="?", help="all-MiniLM-L6-v2 (the default)")


@command(
    "vectors",
    "Manage search by meaning",
    arguments=_vectors_arguments,
    examples=(
        "arbor vectors use all-MiniLM-L6-v2",
        "arbor vectors download",
        "arbor vectors build",
        "arbor vectors off",
    ),
)
def vectors(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Manage the small language model with which search also finds memories that mean the same.

    Without it, search uses words only. The model reads each memory once, in the background while Arbor
    runs."""
    with opened() as service:
        match args.action:
            case "use":
                _use(service, args.name)
            case "off":
                service.vectors.use("off")
            case "build":
                service.vectors.build(
                    lambda done, total: out.progress("memories read", done - 1, total),
                    turns_progress=lambda done, total: out.progress("turns read", done - 1, total),
                )
            case "download":
                _download(service, args.name, out)
        state = service.vectors.state()
        document = state.to_dict() | {"models": [model.to_dict() for model in service.vectors.models()]}
    changed = args.action in ("use", "off", "build", "download")
    return Answer(document, lambda: _vectors_lines(document, out), remark=changed)


def _use(service: MemoryService, name: str) -> None:
    known = {model.name for model in service.vectors.models()}
    if name in known or name == "off":
        service.vectors.use(name)
    else:
        service.vectors.use("folder", str(Path(name).expanduser().absolute()))


def _download(service: MemoryService, name: str | None, out: Output) -> None:
    chosen = name or next(model.name for model in service.vectors.models() if model.downloadable)
    service.vectors.downloads.run(
        chosen, lambda done, total: out.progress("MB downloaded", done // 10**6 - 1, total // 10**6)
    )
    service.vectors.use(chosen)


def _vectors_lines(document: dict[str, Any], out: Output) -> Iterable[str]:
    done, total = f"{document['done']:,}", f"{document['total']:,}"
    turns_done, turns = document["turns_done"], document["turns_total"]
    said = None
    if turns:
        said = f"{turns_done:,} of {turns:,} turns read"
    folder = document["folder"] if document["choice"] == "folder" else None
    states = {
        "off": "off: search uses words only",
        "missing": "the model can't be used: search uses words only",
        "building": f"{done} of {total} memories ready; preparing the rest",
        "waiting": f"{done} of {total} memories read; the rest when Arbor runs, or with: arbor vectors build",
        "ready": f"ready: {formatting.count(document['total'], 'memory')} read",
    }
    yield from out.fields(
        [
            ("Search by meaning", states[document["state"]]),
            ("Conversations", said),
            ("Model", folder or (document["choice"] if document["choice"] != "off" else None)),
            ("Problem", document["message"]),
        ],
        indent="",
    )
    if document["state"] in ("off", "missing"):
        yield ""
        for model in document["models"]:
            action = "use" if model["here"] else "download"
            yield f"  {model['name']}, {model['size'] / 1e6:.0f} MB: arbor vectors {action} {model['name']}"
