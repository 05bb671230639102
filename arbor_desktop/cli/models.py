"""estimate, model: what reading with a model would take, whether one can be asked, and what it cost."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import words
from arbor_desktop.cli.answer import FAILED, NOTHING, OK, Answer, Refused, UsageError
from arbor_desktop.cli.output import Output
from arbor_desktop.clock import to_iso
from arbor_desktop.models.addresses import unencrypted

if TYPE_CHECKING:
    from arbor_desktop.capture.estimates import BackendEstimate, Estimate
    from arbor_desktop.cli.run import Opener
    from arbor_desktop.models.model import ModelInfo, Readiness
    from arbor_desktop.models.queries.model import Share, Spent
    from arbor_desktop.service import MemoryService

NAMES = {"offline": "This computer", "anthropic": "Anthropic's models", "claude-cli": "The claude command"}
NOT_ENCRYPTED = "not encrypted: use https, or others may read what is sent, and the key"
SERVER = "A server of your own"


def money(dollars: float) -> str:
    from arbor_desktop.models.words import money

    return money(dollars)


# -- estimate --


def estimate(opened: Opener, args: Namespace, out: Output) -> Answer:
    if sum((bool(args.paths), args.waiting, args.all)) > 1:
        raise UsageError("Say one of: paths, --waiting, --all.")
    with opened() as service:
        estimating = service.models.estimates
        if args.paths:
            found = estimating.estimate_files(args.paths, args.source)
        else:
            found = estimating.estimate(again=args.all)
        chosen = service.model.backend
    if not found.conversations:
        out.note("There is nothing to read.")
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
    head = (
        f"{about}{words.count(found.conversations, 'conversation')}, {words.size(found.characters)} of what "
        f"was said; for a model {found.input_tokens:,} tokens in and {found.output_tokens:,} out"
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
        parts.append("Only the sizes of the files were looked at: it may be half or twice as much.")
    measured = max((one.measured for one in found.backends), default=0)
    parts.append(
        f"Times and answers go by the last {words.count(measured, 'call')} here."
        if measured
        else "No call was made here yet, so times and the length of answers are a guess."
    )
    if any(one.batch_cost is not None for one in found.backends):
        parts.append("A batch is answered within a day.")
    return " ".join(parts)


def _price(one: BackendEstimate) -> str:
    if one.cost is None:
        return "your plan" if one.backend == "claude-cli" else "not known"
    return "free" if one.backend == "offline" else money(one.cost)


def duration(seconds: float | None) -> str:
    """In words, rounded: `under a second`, `40 s`, `12 min`, `3 h`."""
    if seconds is None:
        return "not known"
    if seconds < 1:
        return "under a second"
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def agree(service: MemoryService, conversations: list[str], args: Namespace, out: Output) -> None:
    """Before a model reads many conversations again, a person at a terminal is told what it takes, and asked.
    Raises Refused where the answer is no."""
    from arbor_desktop.cli.parser import interactive

    asks = len(conversations) > 1 and service.model.chosen and not args.yes
    if not asks or not interactive() or out.as_json:
        return
    found = service.models.estimates.estimate(conversations, again=True)
    for line in estimate_lines(found, service.model.backend, out):
        out.error(line)
    out.stderr.write("Read them again? [y/N] ")
    out.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Refused("Nothing was read.")


# -- model --


def model(opened: Opener, args: Namespace, out: Output) -> Answer:
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
    ready, spending = service.model.readiness(), service.model.spending
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
        "prices": prices.said,
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
            back = words.count(cancelled, "batch", "batches")
            yield (
                f"{back} taken back; what was in them is read one by one."
                if cancelled
                else "There is no batch to take back."
            )
            return
        limit = f" of {money(budget)}" if budget else ", no limit is set"
        batch = (
            f"{words.count(overview.conversations, 'conversation')} with Anthropic since "
            f"{words.moment(overview.since)}, answered within a day "
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
                    f"{money(spent.cost)}{limit} ({words.count(spent.calls, 'call')}, {prices.said})",
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
    again = f" It is asked again {words.moment(ready.retry_at)}." if ready.retry_at else ""
    return f"not ready: {ready.reason}{detail}{again}"


def _unpriced(spent: Spent) -> str | None:
    return (
        words.count(spent.unpriced, "call") + " of models without a known price" if spent.unpriced else None
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
    return "not known" if spent.unpriced and not spent.cost else money(spent.cost)


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
    prices, now = service.model.prices, service.model.access().model
    document = [
        {"id": one.id, "name": one.name, "made_at": to_iso(one.made_at), "chosen": one.id == now,
         "priced": prices.knows(one.id)}
        for one in found
    ]  # fmt: skip
    return Answer(document, lambda: _models(found, now, service, out), OK if found else NOTHING)


def _models(found: list[ModelInfo], now: str, service: MemoryService, out: Output) -> Iterable[str]:
    prices = service.model.prices
    for one in found:
        price = "" if prices.knows(one.id) else "  price not known"
        yield f"{'*' if one.id == now else ' '} {one.id:<32}{one.name}{price}"
    yield out.style("arbor settings set model.name NAME chooses one.", "dim")


def _tested(service: MemoryService, args: Namespace, out: Output) -> Answer:
    result = service.model.test(backend=args.backend, model=args.model)
    document = {
        "model": result.model,
        "seconds": round(result.seconds, 3),
        "said": result.said,
        "cost": result.cost,
    }
    cost = "" if result.cost is None else f" It cost {money(result.cost)}."
    name = result.model or "The model"
    return Answer(document, lambda: [f"{name} answered in {result.seconds:.1f} s.{cost}"])


def _calls(service: MemoryService, args: Namespace, out: Output) -> Answer:
    calls = service.model.ledger(args.limit)
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
            words.moment(call.at), call.purpose, call.model or call.backend,
            f"{call.usage.all_input + call.usage.output:,}", "-" if call.cost is None else money(call.cost),
            call.trouble or ("in a batch" if call.batch else ""),
        ]
        for call in calls
    ]  # fmt: skip
    if not calls:
        return Answer(document, lambda: ["No model was asked yet."], NOTHING)
    head = ("When", "For", "Model", "Tokens", "Cost", "")
    return Answer(document, lambda: out.table(head, rows, frozenset((3, 4))), OK)
