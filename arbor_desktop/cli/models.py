"""estimate, model: what reading with a model would take, whether one can be asked, and what it cost."""

from __future__ import annotations

import argparse
import sys
import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import formatting
from arbor_desktop.cli.commands import add_limit, command
from arbor_desktop.cli.inputs import ask, interactive
from arbor_desktop.cli.output import FAILED, NOTHING, OK, Answer, Output, UsageError
from arbor_desktop.clock import to_iso
from arbor_desktop.llm.credentials import unencrypted

if TYPE_CHECKING:
    from arbor_desktop.capture.estimates import BackendEstimate, Estimate
    from arbor_desktop.cli.commands import Opener
    from arbor_desktop.llm.credentials import KeyStatus
    from arbor_desktop.llm.model import ModelInfo, Readiness
    from arbor_desktop.llm.queries.ledger import Share, Spent
    from arbor_desktop.service import MemoryService


NAMES = {"offline": "This computer", "anthropic": "Anthropic's models", "claude-cli": "The claude command"}
NOT_ENCRYPTED = "not encrypted: use https, or others may read what is sent, and the key"
SERVER = "A server of your own"


def money(dollars: float) -> str:
    from arbor_desktop.llm.costs import money

    return money(dollars)


# -- estimate --


def _estimate_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and folders that were not read yet")
    parser.add_argument("--source", metavar="NAME", help="the source they come from, such as claude-code")
    parser.add_argument("--waiting", action="store_true", help="conversations not yet read (the default)")
    parser.add_argument("--all", action="store_true", help="every conversation, read again")


@command(
    "estimate",
    "Estimate time and cost of reading conversations",
    arguments=_estimate_arguments,
    examples=("arbor estimate", "arbor estimate ~/.claude/projects", "arbor estimate --all --json"),
)
def estimate(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Show how many conversations there are, and the time and cost of reading them.

    On this computer, and with a model. Nothing is sent."""
    if sum((bool(args.paths), args.waiting, args.all)) > 1:
        raise UsageError("Give paths, --waiting or --all.")
    with opened() as service:
        estimating = service.models.estimates
        if args.paths:
            found = estimating.estimate_files(args.paths, args.source)
        else:
            found = estimating.estimate(again=args.all)
        chosen = service.model.backend
    if not found.conversations:
        out.note("Nothing to read.")
    return Answer(
        document_of(found), lambda: estimate_lines(found, chosen, out), OK if found.conversations else NOTHING
    )


def document_of(found: Estimate) -> dict[str, Any]:
    """The shape of `arbor estimate`."""
    return {
        "conversations": found.conversations,
        "characters": found.characters,
        "windows": found.windows,
        "input_tokens": found.input_tokens,
        "output_tokens": found.output_tokens,
        "exact": found.exact,
        "rough": found.rough,
        "prices": found.prices,
        "backends": [
            {
                "backend": one.backend,
                "model": one.model,
                "seconds": one.seconds,
                "cost": one.cost,
                "batch_cost": one.batch_cost,
                "measured": one.measured,
            }
            for one in found.backends
        ],
    }


def estimate_lines(found: Estimate, chosen: str, out: Output) -> Iterable[str]:
    """What reading would take with each backend, the chosen one marked."""
    if not found.conversations:
        return
    about = "about " if found.rough or not found.exact else ""
    conversations = formatting.count(found.conversations, "conversation")
    head = (
        f"{about}{conversations}, {formatting.size(found.characters)} of text; "
        f"for a model {found.input_tokens:,} tokens in and {found.output_tokens:,} out"
    )
    yield from out.wrapped(f"{head[:1].upper()}{head[1:]}.")
    rows = [
        [
            f"{NAMES[one.backend]}{' *' if one.backend == chosen else ''}",
            one.model or "-",
            duration(one.seconds),
            _price(one),
            "" if one.batch_cost is None else money(one.batch_cost),
        ]
        for one in found.backends
    ]
    yield from out.table(("Read by", "Model", "Time", "Cost", "In batches"), rows, frozenset((2, 3, 4)))
    yield from out.wrapped(_how_sure(found))


def _how_sure(found: Estimate) -> str:
    parts = [f"Costs by the {found.prices}, without what the service's cache saves."]
    if found.rough:
        parts.append("Estimated from file sizes: expect half to twice as much.")
    measured = max((one.measured for one in found.backends), default=0)
    parts.append(
        f"Times and answers go by the last {formatting.count(measured, 'call')} here."
        if measured
        else "No call was made here yet, so times and the length of answers are a guess."
    )
    if any(one.batch_cost is not None for one in found.backends):
        parts.append("A batch is answered within a day.")
    return " ".join(parts)


def _price(one: BackendEstimate) -> str:
    if one.cost is None:
        return "your plan" if one.backend == "claude-cli" else "unknown"
    return "free" if one.backend == "offline" else money(one.cost)


def duration(seconds: float | None) -> str:
    """In words, rounded: `under a second`, `40 s`, `12 min`, `3 h`."""
    if seconds is None:
        return "unknown"
    if seconds < 1:
        return "under a second"
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def agree(service: MemoryService, conversations: list[str], args: Namespace, out: Output) -> None:
    """Before a model reads many conversations again, a person at a terminal is told what it takes, and asked.
    Raises Refused where the answer is no."""
    asks = len(conversations) > 1 and service.model.chosen and not args.yes
    if not asks or not interactive() or out.as_json:
        return
    found = service.models.estimates.estimate(conversations, again=True)
    for line in estimate_lines(found, service.model.backend, out):
        out.error(line)
    ask("Read them again?", out, "Nothing was read.")


# -- model --


def _model_arguments(parser: ArgumentParser) -> None:
    parser.set_defaults(action="status")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("status", help="show status and cost (default)")
    actions.add_parser("list", help="list the models of the service")
    test = actions.add_parser("test", help="send a short test question")
    test.add_argument("--model", metavar="NAME", help="use this model")
    test.add_argument("--backend", metavar="NAME", help="use anthropic or claude-cli")
    actions.add_parser("retry", help="try again now")
    calls = actions.add_parser("calls", help="list the last calls, newest first")
    add_limit(calls, 20)
    actions.add_parser("cancel", help="cancel batches at Anthropic")


@command(
    "model",
    "Show the model: status and cost",
    arguments=_model_arguments,
    examples=(
        "arbor model",
        "arbor model list",
        "arbor model test",
        "arbor model retry",
        "arbor model calls --limit 50 --json",
    ),
)
def model(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Show how your conversations are read, whether the model can be asked, and this month's cost.

    Exit code 1 if the chosen model can't be asked. More in docs/models.md."""
    with opened() as service:
        if args.action == "list":
            return _offered(service, out)
        if args.action == "test":
            return _tested(service, args, out)
        if args.action == "calls":
            return _calls(service, args, out)
        if args.action == "retry":
            service.model.try_again()
        cancelled = service.models.batches.cancel() if args.action == "cancel" else 0
        return _status(service, args, out, cancelled)


def _status(service: MemoryService, args: Namespace, out: Output, cancelled: int) -> Answer:
    ready, spending = service.model.readiness(), service.model.costs
    spent, shares, budget = spending.this_month(), spending.shares(), spending.budget
    overview, prices = service.models.batches.overview(), spending.prices
    access = service.model.access() if service.model.chosen else None
    asked = args.action in (None, "status")
    address = access.base_url if access else ""
    name = access.model if access else ""
    document = {
        "backend": ready.backend,
        "model": name,
        "address": address,
        "ready": ready.ready,
        "reason": ready.reason,
        "trouble": ready.trouble.value if ready.trouble else None,
        "detail": ready.detail,
        "since": to_iso(ready.at),
        "retry_at": to_iso(ready.retry_at),
        "month": _spent(spent),
        "budget": budget or None,
        "prices": prices.label,
        "by": [
            {"purpose": one.purpose, "backend": one.backend, "model": one.model} | _spent(one.spent)
            for one in shares
        ],
        "batches": {
            "batches": overview.batches,
            "conversations": overview.conversations,
            "done": overview.done,
            "total": overview.total,
            "since": to_iso(overview.since),
        },
    }

    def lines() -> Iterable[str]:
        if args.action == "cancel":
            back = formatting.count(cancelled, "batch", "batches")
            yield (
                f"{back} cancelled; its conversations are read one by one."
                if cancelled
                else "No batch to cancel."
            )
            return
        limit = f" of {money(budget)}" if budget else ", no limit is set"
        batch = (
            f"{formatting.count(overview.conversations, 'conversation')} with Anthropic since "
            f"{formatting.moment(overview.since)}, answered within a day "
            f"({overview.done} of {overview.total} done)"
        )
        yield from out.fields(
            (
                ("Read by", SERVER if address else NAMES[ready.backend]),
                ("Model", name or ("the command's own choice" if access else None)),
                ("Address", address or None),
                ("Way there", NOT_ENCRYPTED if unencrypted(address) else None),
                ("State", _state(ready)),
                (
                    "This month",
                    f"{money(spent.cost)}{limit} ({formatting.count(spent.calls, 'call')}, {prices.label})",
                ),
                ("Not priced", _unpriced(spent)),
                ("Batches", batch if overview.batches else None),
            ),
            "",
        )
        if shares:
            yield ""
            yield from out.table(
                ("For", "Model", "Calls", "Tokens", "Cost"), _shares(shares), frozenset((2, 3, 4))
            )

    return Answer(document, lines, FAILED if asked and not ready.ready else OK)


def _state(ready: Readiness) -> str:
    if ready.ready:
        return "ready" if ready.backend != "offline" else "ready; nothing is sent anywhere"
    detail = f" ({ready.detail})" if ready.detail else ""
    again = f" It is asked again {formatting.moment(ready.retry_at)}." if ready.retry_at else ""
    return f"not ready: {ready.reason}{detail}{again}"


def _unpriced(spent: Spent) -> str | None:
    return (
        formatting.count(spent.unpriced, "call") + " of models whose price is unknown"
        if spent.unpriced
        else None
    )


def _shares(shares: list[Share]) -> list[list[str]]:
    return [
        [
            one.purpose, one.model or one.backend, f"{one.spent.calls:,}",
            f"{one.spent.usage.all_input + one.spent.usage.output:,}", _cost(one.backend, one.spent),
        ]
        for one in shares
    ]  # fmt: skip


def _cost(backend: str, spent: Spent) -> str:
    if backend == "claude-cli":
        return "your plan"
    return "unknown" if spent.unpriced and not spent.cost else money(spent.cost)


def _spent(spent: Spent) -> dict[str, Any]:
    return {
        "calls": spent.calls,
        "input_tokens": spent.usage.all_input,
        "cached_tokens": spent.usage.cache_read,
        "output_tokens": spent.usage.output,
        "cost": spent.cost,
        "unpriced": spent.unpriced,
    }


def _offered(service: MemoryService, out: Output) -> Answer:
    found = service.model.models()
    prices, now = service.model.costs.prices, service.model.access().model
    document = [
        {"id": one.id, "name": one.name, "made_at": to_iso(one.made_at), "chosen": one.id == now,
         "priced": prices.knows(one.id)}
        for one in found
    ]  # fmt: skip
    return Answer(document, lambda: _models(found, now, service, out), OK if found else NOTHING)


def _models(found: list[ModelInfo], now: str, service: MemoryService, out: Output) -> Iterable[str]:
    prices = service.model.costs.prices
    for one in found:
        price = "" if prices.knows(one.id) else "  price unknown"
        yield f"{'*' if one.id == now else ' '} {one.id:<32}{one.name}{price}"
    yield out.style("arbor settings set model.name NAME chooses one.", "dim")


def _tested(service: MemoryService, args: Namespace, out: Output) -> Answer:
    result = service.model.test(backend=args.backend, model=args.model)
    document = {
        "model": result.model,
        "seconds": round(result.seconds, 3),
        "said": result.text,
        "cost": result.cost,
    }
    cost = "" if result.cost is None else f" It cost {money(result.cost)}."
    name = result.model or "The model"
    return Answer(document, lambda: [f"{name} answered in {result.seconds:.1f} s.{cost}"])


def _calls(service: MemoryService, args: Namespace, out: Output) -> Answer:
    calls = service.model.costs.ledger(args.limit)
    document = [
        {
            "at": to_iso(call.at),
            "purpose": call.purpose,
            "backend": call.backend,
            "model": call.model,
            "input_tokens": call.usage.all_input,
            "cached_tokens": call.usage.cache_read,
            "output_tokens": call.usage.output,
            "cost": call.cost,
            "milliseconds": call.milliseconds,
            "batch": call.batch,
            "trouble": call.trouble,
            "conversation": call.conversation,
        }
        for call in calls
    ]
    rows = [
        [
            formatting.moment(call.at), call.purpose, call.model or call.backend,
            f"{call.usage.all_input + call.usage.output:,}", "-" if call.cost is None else money(call.cost),
            call.trouble or ("in a batch" if call.batch else ""),
        ]
        for call in calls
    ]  # fmt: skip
    if not calls:
        return Answer(document, lambda: ["No model has been used yet."], NOTHING)
    head = ("When", "For", "Model", "Tokens", "Cost", "")
    return Answer(document, lambda: out.table(head, rows, frozenset((3, 4))), OK)


ACTIONS = ("status", "set", "clear")
NO_ARGUMENT = (
    "Use arbor key status, set or clear, with nothing after it. Type the key when asked, or pipe it in: the "
    "shell's history and other programs see arguments. Replace a key that you gave as an argument."
)
MOST_READ = 20_000
NOT_CHOSEN = (
    "Nothing uses it yet. To let Anthropic's models read: arbor settings set extraction.backend anthropic"
)


def _key_arguments(parser: ArgumentParser) -> None:
    # No sub-commands: they would say back what they don't know, and that may be the key.
    parser.add_argument(
        "action", nargs="?", default="status", metavar="status|set|clear",
        help="status (default): which key is used, without showing it; set: keep the one that is typed "
        "unseen or piped in; clear: remove it from the keyring",
    )  # fmt: skip
    parser.add_argument("given", nargs="*", help=argparse.SUPPRESS)


@command(
    "key",
    "Manage the model's API key",
    arguments=_key_arguments,
    examples=("arbor key set", "arbor key set < key.txt", "arbor key status", "arbor key clear"),
)
def key(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Manage the API key for the model's address (model.base_url, else Anthropic's).

    It is kept in the system's keyring and sent to that address only. You type it unseen, or pipe it in;
    it is never printed. A key in ANTHROPIC_API_KEY is used if the keyring has none."""
    action = args.action
    if action not in ACTIONS or args.given:
        raise UsageError(NO_ARGUMENT)
    given = _read() if action == "set" else ""
    with opened() as service:
        if action == "set":
            service.models.credentials.set(given)
            service.model.try_again()
        cleared = action == "clear" and _clear(service)
        status = service.models.credentials.status()
        document = _document(service, status)
        unused = service.model.backend != "anthropic"
    code = OK if status.where.value != "none" else NOTHING
    if action == "set":
        notes = (NOT_CHOSEN,) if unused and not args.quiet else ()
        return Answer(document, lambda: _kept(document), remark=True, notes=notes)
    if action == "clear":
        document["cleared"] = cleared
        return Answer(document, lambda: _cleared(document), OK if cleared else NOTHING, remark=True)
    return Answer(document, lambda: _lines(document, out), code)


def _read() -> str:
    """What is typed unseen, or piped in; never an argument, which the list of processes would show."""
    if not interactive():
        return sys.stdin.read(MOST_READ) if sys.stdin is not None else ""
    import getpass

    with warnings.catch_warnings():
        warnings.simplefilter("error", getpass.GetPassWarning)
        try:
            return getpass.getpass("API key (nothing is shown): ")
        except getpass.GetPassWarning:
            raise UsageError("The key can't be typed unseen here. Pipe it in: arbor key set < FILE") from None
        except EOFError:
            return ""


def _clear(service: MemoryService) -> bool:
    had = service.models.credentials.clear()
    service.model.try_again()
    return had


def _document(service: MemoryService, status: KeyStatus) -> dict[str, Any]:
    from arbor_desktop.llm.model import OWN_ADDRESS

    return {
        "where": status.where.value,
        "hint": status.hint or None,
        "address": str(service.settings.get("model.base_url")) or OWN_ADDRESS,
        "trouble": status.trouble or None,
    }


def _kept(document: dict[str, Any]) -> list[str]:
    return [f"The key {document['hint']} for {document['address']} is in the system's keyring."]


def _cleared(document: dict[str, Any]) -> list[str]:
    first = "The key was removed." if document["cleared"] else "There was no key in the keyring."
    if document["where"] == "environment":
        return [first, f"The environment still has one ({document['hint']}), which is used."]
    return [first]


_PLACES = {
    "keyring": "in the system's keyring",
    "environment": "from ANTHROPIC_API_KEY",
    "session": "for this session only",
}


def _lines(document: dict[str, Any], out: Output) -> Iterable[str]:
    held = f"{document['hint']}, {_PLACES[document['where']]}" if document["hint"] else "none (arbor key set)"
    yield from out.fields(
        [("Key", held), ("Address", document["address"]), ("Keyring", document["trouble"])], indent=""
    )
