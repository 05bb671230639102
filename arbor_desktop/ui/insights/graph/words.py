"""The words of the memory graph."""

from __future__ import annotations

from collections.abc import Collection

from arbor_desktop.maintenance.model import EDGE_KINDS, MemoryGraph, Node
from arbor_desktop.memories.model import Status
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.code_spans import plain
from arbor_desktop.ui.memory.words import status_label, type_label
from arbor_desktop.ui.translation import number, tr

EDGE_TOKENS = {
    "conflict": "danger",
    "supersedes": "accent",
    "merged_into": "info",
    "related": "text3",
    "said together": "control",
    "similar": "control",
}
"""The colour of each kind of line."""


def kind_label(kind: str) -> str:
    return {
        "conflict": tr("Conflict"),
        "supersedes": tr("Replaced"),
        "merged_into": tr("Merged"),
        "related": tr("Related"),
        "said together": tr("Mentioned together"),
        "similar": tr("Similar"),
    }[kind]


def tie_words(kind: str) -> str:
    """What the first memory of a tie is to the second."""
    return {
        "conflict": tr("contradicts"),
        "supersedes": tr("replaces"),
        "merged_into": tr("was merged into"),
        "related": tr("is related to"),
        "said together": tr("was mentioned together with"),
        "similar": tr("is similar to"),
    }[kind]


def one_line(text: str, most: int = 0) -> str:
    """Return a text without line breaks and marks of code, cut at a word after `most` characters if given."""
    said = plain(" ".join(text.split()))
    if not most or len(said) <= most:
        return said
    return said[: most - 1].rsplit(" ", 1)[0].rstrip(" .,;:") + "…"


def about(node: Node, links: int) -> str:
    """The line below a memory's words: "Fact · kiln-api · 0.88 · 4 links"."""
    parts = [
        type_label(node.type),
        project_name(node.project) if node.project else tr("Global"),
        number(node.confidence, 2),
        tr("%n links", None, links),
    ]
    if node.status is not Status.ACTIVE:
        parts.append(status_label(node.status))
    return " · ".join(parts)


def summary(graph: MemoryGraph, shown: int, ties: int, conflicts: int) -> str:
    """The picture in a sentence or two."""
    links = tr("%n links", None, ties)
    words = tr("{shown} of {total} linked memories, {links}").format(
        shown=number(shown), total=number(graph.connected), links=links
    )
    if shown == graph.connected:
        words = tr("{shown} linked memories, {links}").format(shown=number(shown), links=links)
    if conflicts:
        words += ", " + (tr("%n conflicts", None, conflicts))
    replaced = sum(node.status is Status.SUPERSEDED for node in graph.nodes)  # the total is without them
    alone = max(0, graph.total - (graph.connected - replaced))
    if alone:
        words += ". " + tr("%n memories without links are not shown", None, alone)
    return words + "."


def memories_table(graph: MemoryGraph, shown: Collection[int], degree: list[int]) -> Table:
    """The memories in the picture, the best connected first."""
    headers = (tr("Memory"), tr("Type"), tr("Links"), tr("Project"), tr("Confidence"), tr("Status"))
    order = sorted(shown, key=lambda n: (-degree[n], n))
    rows = tuple(
        (
            one_line(graph.nodes[n].text), type_label(graph.nodes[n].type), degree[n],
            project_name(graph.nodes[n].project or "") or None, graph.nodes[n].confidence,
            status_label(graph.nodes[n].status),
        )
        for n in order
    )  # fmt: skip
    return Table(tr("Linked memories"), headers, rows)


def links_table(graph: MemoryGraph, shown: Collection[int]) -> Table:
    """The links in the picture, what says most first."""
    headers = (tr("Memory"), tr("Link type"), tr("Other memory"))
    edges = sorted((graph.edges[n] for n in shown), key=lambda e: (EDGE_KINDS.index(e.kind), e.a, e.b))
    rows = tuple(
        (one_line(graph.nodes[e.a].text), tie_words(e.kind), one_line(graph.nodes[e.b].text)) for e in edges
    )
    return Table(tr("Links"), headers, rows)
