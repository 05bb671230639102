"""promote, and the details of a memory."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli import ids, words
from arbor_desktop.cli.answer import Answer, Refused, UsageError
from arbor_desktop.cli.output import Output
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.details import FIELDS, is_empty, spoken, told
from arbor_desktop.memories.model import Memory

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener


def promote(opened: Opener, args: Namespace, out: Output) -> Answer:
    if args.project and not args.back:
        raise UsageError("--project says where to: give --back too.")
    with opened() as service:
        wanted = ids.memories(service, args.ids)
        try:
            if args.back:
                found = service.keep_to_project(*wanted, project=args.project)
            else:
                found = service.promote(*wanted)
        except InvalidInput as error:  # called rightly, yet refused
            raise Refused(error.message, **error.context) from None
    done = "Kept to its project:" if args.back else "Global from now on:"
    return Answer([memory.to_dict() for memory in found], lambda: _changed(found, done, out), remark=True)


def _changed(found: Iterable[Memory], done: str, out: Output) -> Iterable[str]:
    yield done
    yield from words.separated(words.memory_lines(out, memory) for memory in found)
    yield out.style("arbor undo takes it back.", "dim")


def given_details(text: str) -> dict[str, Any]:
    """What `--details` says. Raises UsageError where that is no JSON object."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise UsageError(f"--details is no JSON: {error}.") from None
    if not isinstance(found, dict):
        raise UsageError('--details is an object, such as {"fix": "Read before closing"}.')
    return found


def onto(details: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Details with what was given; null takes a field out."""
    return {key: value for key, value in {**details, **given}.items() if not (key in given and value is None)}


def detail_lines(memory: Memory, out: Output) -> list[str]:
    """The details of a memory for people, those of its category first."""
    own = [field.key for field in FIELDS[memory.category]]
    keys = [*(key for key in own if key in memory.details), *(k for k in memory.details if k not in own)]
    pairs = [(spoken(key), told(memory.details[key])) for key in keys if not is_empty(memory.details[key])]
    return ["", "  Details:", *out.fields(pairs, indent="    ")] if pairs else []
