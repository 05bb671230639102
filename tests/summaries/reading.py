"""A summary's Markdown, read back: what `compose` wrote, whatever it was made of."""

from __future__ import annotations

import re

from arbor_desktop.clock import from_iso
from arbor_desktop.summaries.document import (
    CONFIDENCE,
    CONFLICTS,
    COUNT,
    EVIDENCE,
    FACTS,
    NEVER,
    NO_RANGE,
    RANGE,
    REVIEW,
    SOURCES,
    SUMMARY,
    UPDATED,
    USAGE,
    Block,
    blocks,
    head_values,
    sections,
)  # fmt: skip
from arbor_desktop.summaries.model import Document, Fact


def parse(text: str) -> Document:
    """Return the document of a text."""
    head = head_values(text)
    body = {section.name: section.body for section in sections(text)}
    low, _, high = head[RANGE].partition(" to ")
    more = re.search(r"^And ([\d,]+) more memor", body[FACTS], re.MULTILINE)
    return Document(
        text.partition("\n")[0].removeprefix("# "),
        _moment(head[UPDATED]),
        int(head[COUNT]),
        None if head[RANGE] == NO_RANGE else (float(low), float(high)),
        None if head[REVIEW] == NEVER else _moment(head[REVIEW]),
        body[SUMMARY],
        tuple(map(_fact, blocks(body[FACTS]))),
        _entries(body[CONFLICTS]),
        _entries(body[USAGE]),
        int(more[1].replace(",", "")) if more else 0,
    )


def _fact(block: Block) -> Fact:
    values = block.values
    more = re.search(r" and ([\d,]+) more$", values[SOURCES])
    return Fact(
        block.statement,
        values[EVIDENCE],
        float(values[CONFIDENCE]),
        _moment(values[UPDATED]),
        block.sources,
        int(more[1].replace(",", "")) if more else 0,
    )


def _entries(body: str) -> tuple[str, ...]:
    return tuple(line.removeprefix("- ") for line in body.split("\n") if line.startswith("- "))


def _moment(text: str) -> int:
    found = from_iso(text)
    assert found is not None
    return found
