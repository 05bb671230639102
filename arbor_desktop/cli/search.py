"""search, list, show, context, conversations, conversation."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import arguments, formatting, inputs
from arbor_desktop.cli.integrations import told_line
from arbor_desktop.cli.memories import detail_lines
from arbor_desktop.cli.output import FAILED, NOTHING, OK, Answer, Output, UsageError, one_line
from arbor_desktop.cli.parser import command
from arbor_desktop.cli.review import contradicting_lines, contradictions
from arbor_desktop.context.model import Receipt
from arbor_desktop.conversations.model import Conversation, ConversationStatus, Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import Outcome
from arbor_desktop.memories.checks import SORTS
from arbor_desktop.memories.model import Memory
from arbor_desktop.projects.names import project_name
from arbor_desktop.search.model import Hit, TurnHit
from arbor_desktop.text.spelling import Suggestion

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener
    from arbor_desktop.extraction.trust import RuleWords
    from arbor_desktop.service import MemoryService


ONLY_MEMORIES = (
    "type", "category", "scope", "scope_id", "source", "privacy", "tag", "technology", "min_confidence",
)  # fmt: skip
"""Filters that say nothing about what was said."""
SNIPPET_LINES = 4
WORK_KINDS = frozenset({TurnKind.TOOL, TurnKind.INJECTED, TurnKind.SUBAGENT, TurnKind.SUMMARY})


def filters(args: Namespace) -> dict[str, Any]:
    """The filters of the contract, under the service's names."""
    given = {
        "types": args.type,
        "categories": args.category,
        "scope": args.scope,
        "scope_id": args.scope_id,
        "project": args.project,
        "status": args.status,
        "sources": args.source,
        "privacy": args.privacy,
        "tags": args.tag,
        "technology": args.technology,
        "min_confidence": args.min_confidence,
        "since": args.since,
        "until": args.until,
    }
    return {name: value for name, value in given.items() if value is not None}


def _search_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", metavar="QUERY", help="any words")
    parser.add_argument(
        "--conversations", action="store_true", help="search what was said instead of memories"
    )
    arguments.limit(parser, 20)
    arguments.filters(parser)


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
    chosen = filters(args)
    with opened() as service:
        hits = service.search(query, limit=args.limit, **chosen)
        meant = None if hits else service.suggest(query, **chosen)
        told = [] if out.as_json else hits
        against = {hit.memory.id: contradictions(service, hit.memory) for hit in told}
    if not hits:
        out.note("No memory fits. --status all looks at archived ones too, --conversations at what was said.")
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
    reasons = one_line(", ".join(hit.reasons), out.width - 9)
    return [
        *formatting.memory_lines(out, hit.memory),
        *([out.style(f"  found: {reasons}", "dim")] if reasons else []),
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
        out.note("Nothing like that was said.")
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


def _listing_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--sort", choices=SORTS, default="relevance", metavar="BY", help=", ".join(SORTS))
    parser.add_argument("--order", choices=["asc", "desc"], default="desc", help="default desc")
    arguments.limit(parser, 50)
    arguments.after(parser)
    arguments.filters(parser)


@command(
    "list",
    "List memories",
    arguments=_listing_arguments,
    examples=(
        "arbor list --project .",
        "arbor list --type preference --sort confidence --order asc",
        "arbor list --status all --limit 1000 --json",
    ),
)
def list_memories(opened: Opener, args: Namespace, out: Output) -> Answer:
    """List the memories that match the filters, the last used first."""
    with opened() as service:
        page = service.query(
            sort=args.sort, order=args.order, limit=args.limit, after=args.after, **filters(args)
        )
    if not page.memories:
        out.note(
            "There are no more."
            if page.total
            else "No memory fits. arbor capture and arbor add make some; --status all shows archived ones."
        )
    return Answer(
        page.to_dict(),
        lambda: formatting.separated(formatting.memory_lines(out, memory) for memory in page.memories),
        OK if page.memories else NOTHING,
        notes=_more(len(page.memories), page.total, page.next, args),
    )


def _more(shown: int, total: int, following: str | None, args: Namespace) -> tuple[str, ...]:
    if not following:
        return ()
    which = "These are" if args.after else "These are the first"
    return ("", f"{which} {shown:,} of {total:,}. For the next, add --after {following}")


@command(
    "show",
    "Show a memory",
    arguments=arguments.one_id,
    examples=("arbor show 01a20055-959a-7a28-9e7c-7d1dd54b04da",),
)
def show(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        memory = service.get(inputs.memory_id(service, args.id))
        called = service.rules.words
        against = contradictions(service, memory)
    return Answer(memory.to_dict(), lambda: _memory(memory, against, called, out))


def _memory(memory: Memory, against: list[str], called: RuleWords, out: Output) -> Iterable[str]:
    yield from (out.style(line, "bold") for line in out.wrapped(memory.content))
    yield from contradicting_lines(against, out)
    yield ""
    stored = (
        ""
        if memory.confidence == memory.current_confidence
        else f", {formatting.percent(memory.confidence)} once"
    )
    place = f"in {memory.scope.value} {memory.scope_id}" if memory.scope_id else formatting.place(memory)
    changed = memory.updated_at if memory.updated_at != memory.created_at else None
    used = f"{formatting.count(memory.use_count, 'time')}, {formatting.ago(memory.last_used_at)}"
    yield from out.fields(
        [
            ("Id", memory.id),
            ("Short", memory.summary),
            ("Type", f"{memory.type.value}, {formatting.spoken(memory.category.value)}"),
            ("Holds", place),
            ("Branch", memory.branch),
            ("Status", memory.status.value + (", needs review" if memory.needs_review else "")),
            ("Confidence", formatting.percent(memory.current_confidence) + stored),
            ("Privacy", formatting.spoken(memory.privacy_level.value)),
            ("Tags", ", ".join(memory.tags)),
            ("Technology", memory.technology),
            ("Source", formatting.spoken(memory.source.value)),
            ("Made", formatting.moment(memory.created_at)),
            ("Changed", formatting.moment(changed)),
            ("Confirmed", formatting.moment(memory.confirmed_at)),
            ("Used", used if memory.use_count else None),
            ("Expires", formatting.moment(memory.expires_at)),
        ]
    )
    yield from detail_lines(memory, out)
    if memory.evidence:
        yield ""
        yield "  Where it comes from:"
    for evidence in memory.evidence:
        last = f"–{evidence.last_turn}" if evidence.last_turn != evidence.first_turn else ""
        notes = [
            f"turn {evidence.first_turn}{last}",
            project_name(evidence.project),
            formatting.moment(evidence.at),
            called.of(evidence.rule).text,
        ]
        yield from formatting.small_print(out, ["  " + notes[0], *notes[1:]], evidence.conversation_id)


def _context_arguments(parser: ArgumentParser) -> None:
    arguments.project_option(parser, "the project that the session is about")
    parser.add_argument("--branch", metavar="NAME", help="its branch")
    parser.add_argument("--conversation", metavar="ID", help="also what holds in this conversation alone")
    parser.add_argument("--prompt", metavar="TEXT", help="also what this prompt asks for")
    parser.add_argument("--max-tokens", type=int, metavar="N", help="the block's size at most")
    parser.add_argument("--as-of", metavar="ISO", help="as it would be told at this time")


@command(
    "context",
    "Show what your AI sees when a session starts",
    arguments=_context_arguments,
    examples=(
        "arbor context --project .",
        'arbor context --project . --prompt "fix the login" --max-tokens 500',
    ),
)
def context(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Print the text that an AI tool gets when a session starts.

    With --json it also says why each memory is included or not."""
    with opened() as service:
        told = service.get_context(
            project=args.project,
            branch=args.branch,
            conversation=args.conversation and inputs.conversation_id(service, args.conversation),
            prompt=args.prompt,
            max_tokens=args.max_tokens,
            as_of=args.as_of,
        )
    if told.status == "error":
        out.error(told.stats["error"])
        return Answer(told.to_dict(), list, FAILED)
    if not told.included:
        out.note("There is nothing to tell yet.")
    return Answer(told.to_dict(), lambda: [told.text] if told.text else [], OK if told.included else NOTHING)


def _conversations_arguments(parser: ArgumentParser) -> None:
    arguments.project_option(parser, "of this project")
    parser.add_argument("--source", metavar="NAME", help="of this source, such as claude-code")
    parser.add_argument(
        "--status",
        choices=arguments.names_of(ConversationStatus),
        metavar="STATUS",
        help=", ".join(arguments.names_of(ConversationStatus)),
    )
    arguments.limit(parser, 50)
    arguments.after(parser)


@command(
    "conversations",
    "List captured conversations, newest first",
    arguments=_conversations_arguments,
    examples=("arbor conversations --project .", "arbor conversations --status error"),
)
def conversations(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        page = service.conversations(
            project=args.project, source=args.source, status=args.status, limit=args.limit, after=args.after
        )
    if not page.conversations:
        out.note("There is no such conversation. arbor capture PATH takes some in.")
    return Answer(
        page.to_dict(),
        lambda: formatting.separated(formatting.conversation_lines(out, one) for one in page.conversations),
        OK if page.conversations else NOTHING,
        notes=_more(len(page.conversations), page.total, page.next, args),
    )


@command(
    "conversation",
    "Show a conversation with all its messages",
    arguments=lambda parser: arguments.one_id(parser, "a conversation"),
    examples=("arbor conversation 01a20055-949d-74cf-940c-c61d52d751e3 | less",),
)
def conversation(opened: Opener, args: Namespace, out: Output) -> Answer:
    with opened() as service:
        found = service.conversation(inputs.conversation_id(service, args.id), with_turns=True)
        outcome = service.outcome(found.id)
        told = service.receipts_of(found.id)
    answer = found.to_dict() | {
        "outcome": None if outcome is None else outcome.to_dict(),
        "receipts": [one.to_dict() for one in told],
    }
    return Answer(answer, lambda: _conversation(found, outcome, told, out))


def _conversation(
    found: Conversation, outcome: Outcome | None, told: Sequence[Receipt], out: Output
) -> Iterable[str]:
    yield from (out.style(line, "bold") for line in out.wrapped(found.title or "(without a title)"))
    yield ""
    reason = f": {found.status_reason}" if found.status_reason else ""
    yield from out.fields(
        [
            ("Id", found.id),
            ("Source", found.source),
            ("Session", found.session_id),
            ("Project", found.project),
            ("Branch", found.branch),
            ("From", formatting.moment(found.started_at)),
            ("To", formatting.moment(found.ended_at)),
            ("Status", found.status.value + reason),
            ("Turns", f"{found.turn_count:,}, {found.user_turns:,} of them yours"),
            ("Memories", f"{found.memories:,}"),
            (
                "Tokens",
                f"{found.input_tokens:,} in, {found.output_tokens:,} out" if found.output_tokens else None,
            ),
            ("Told", told_line(told)),
            *formatting.outcome_fields(outcome),
        ]
    )
    worked = False  # tools' calls and results stand close together
    for turn in found.turns or ():
        work = turn.kind in WORK_KINDS and not out.verbose
        if not (work and worked):
            yield ""
        yield from [_work(turn, out)] if work else _turn(turn, out)
        worked = work


def _turn(turn: Turn, out: Output) -> Iterable[str]:
    """A turn in full."""
    who = "You" if turn.role is Role.USER else "Assistant"
    kind = "" if turn.kind is TurnKind.SAID else f", {turn.kind.value}"
    gone = ", taken back" if turn.unsaid else ""
    memories = f"  ← {formatting.count(len(turn.memory_ids), 'memory')}" if turn.memory_ids else ""
    head = f"{turn.number}  {who}{kind}{gone}  {formatting.moment(turn.at)}".rstrip()
    yield out.style(head, "dim") + out.style(memories, "green")
    yield from out.wrapped(turn.text.strip(), "  ", "  ")


def _work(turn: Turn, out: Output) -> str:
    """One line for what tools and programs wrote; -v shows it in full."""
    kind = "" if turn.kind is TurnKind.TOOL else f"{turn.kind.value}: "
    lead = f"{turn.number}  {'→' if turn.role is Role.ASSISTANT else '←'} {kind}"
    return out.style(lead + one_line(turn.text, out.width - len(lead)), "dim")


def _vectors_arguments(parser: ArgumentParser) -> None:
    parser.set_defaults(action="status", name=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("status", help="the model and how far it is (what it does without an action)")
    use = actions.add_parser("use", help="choose a model")
    use.add_argument("name", metavar="NAME_OR_FOLDER", help="all-MiniLM-L6-v2, or a folder with a BERT model")
    actions.add_parser("off", help="search by words alone; vectors are kept for the next time")
    actions.add_parser("build", help="let the model read now what it has not read yet")
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
        "off": "off: search goes by words alone",
        "missing": "the model can't be used: search goes by words alone",
        "building": f"{done} of {total} memories read; the rest is being read",
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
