"""Conversations that are trees: prompts that were edited and answers that were asked for again stay in them.

Pure functions.
"""

from __future__ import annotations

from collections.abc import Mapping


def arrange(parents: Mapping[str, str | None], leaf: str | None) -> list[tuple[str, bool]]:
    """All nodes in reading order, each with whether it was left behind: it is not on the way to `leaf`.

    `parents` names every node's parent. A branch that was left behind stands before the one that took its
    place. Where the way to `leaf` breaks off because a node is missing, what hangs nowhere counts as said.
    Loops are harmless.
    """
    way, missing = _way(parents, leaf)
    children: dict[str, list[str]] = {}
    roots: list[str] = []
    for node, parent in parents.items():
        if parent is None or parent not in parents:
            roots.append(node)
        else:
            children.setdefault(parent, []).append(node)

    found: dict[str, bool] = {}
    stack = [(root, missing and root not in way) for root in _last_first(roots, way)]
    while stack:
        node, adrift = stack.pop()
        if node in found:
            continue
        found[node] = node not in way and not adrift
        stack += ((child, adrift) for child in _last_first(children.get(node, []), way))
    for node in parents:  # nodes in a loop have no root
        found.setdefault(node, node not in way)
    return list(found.items())


def _way(parents: Mapping[str, str | None], leaf: str | None) -> tuple[set[str], bool]:
    """The nodes from the root to `leaf`, and whether the last one's parent is missing."""
    way: set[str] = set()
    node = leaf
    while node is not None and node in parents and node not in way:
        way.add(node)
        node = parents[node]
    return way, node is not None and node not in parents


def _last_first(nodes: list[str], way: set[str]) -> list[str]:
    """As a stack wants them: the one that is on the way comes out last."""
    return [n for n in nodes if n in way] + [n for n in reversed(nodes) if n not in way]
