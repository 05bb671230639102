"""Arguments that several commands have."""

from __future__ import annotations

import argparse
from enum import StrEnum
from typing import Any

from arbor_desktop.memories.model import (
    Category,
    MemoryType,
    Privacy,
    Scope,
    Source,
    Status,
)

P = argparse.ArgumentParser


def names_of(kind: type[StrEnum]) -> list[str]:
    return [member.value for member in kind]


LISTED = {"--type": frozenset(names_of(MemoryType)), "--category": frozenset(names_of(Category))}
"""Options that take several values after one another, with the values they know."""
STATUSES = ["active", "pending", "archived", "superseded", "rejected", "all"]
TYPES, CATEGORIES = ", ".join(names_of(MemoryType)), ", ".join(names_of(Category))


def limit(parser: P, default: int) -> None:
    parser.add_argument(
        "--limit", type=int, default=default, metavar="N", help=f"at most so many (default {default})"
    )


def after(parser: P) -> None:
    parser.add_argument(
        "--after", metavar="CURSOR", help='go on behind this page: the "next" of the one before'
    )


def project_option(parser: P, text: str) -> None:
    parser.add_argument("--project", metavar="PATH", help=text)


def filters(parser: P) -> None:
    group = parser.add_argument_group("Filters")
    for name, kind, known in (("type", MemoryType, TYPES), ("category", Category, CATEGORIES)):
        group.add_argument(
            f"--{name}", action="append", choices=names_of(kind), metavar=name.upper(),
            help=f"one or more of {known}",
        )  # fmt: skip
    group.add_argument("--scope", choices=names_of(Scope), metavar="SCOPE", help=", ".join(names_of(Scope)))
    group.add_argument("--scope-id", metavar="ID", help="a project's path, or a conversation's id")
    group.add_argument(
        "--project", metavar="PATH", help="what is visible in this project: global and its own"
    )
    group.add_argument(
        "--status", choices=[*STATUSES, Status.DELETED.value], metavar="STATUS", default=Status.ACTIVE.value,
        help=f"{', '.join(STATUSES)} (default active)",
    )  # fmt: skip
    group.add_argument(
        "--source", choices=names_of(Source), metavar="SOURCE", help=", ".join(names_of(Source))
    )
    group.add_argument(
        "--privacy", choices=names_of(Privacy), metavar="LEVEL", help=", ".join(names_of(Privacy))
    )
    group.add_argument("--tag", action="append", metavar="TAG", help="with this tag; may repeat")
    group.add_argument("--technology", metavar="NAME", help="about this technology")
    group.add_argument("--min-confidence", type=float, metavar="X", help="at least this certain, 0 to 1")
    group.add_argument("--since", metavar="ISO", help="made at this time or later, such as 2026-11-21")
    group.add_argument("--until", metavar="ISO", help="made at this time or earlier")


def given_filters(args: argparse.Namespace) -> dict[str, Any]:
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


def many_ids(parser: P, what: str = "memories") -> None:
    parser.add_argument("ids", nargs="+", metavar="ID", help=f"ids of {what}")


def one_id(parser: P, what: str = "a memory") -> None:
    parser.add_argument("id", metavar="ID", help=f"id of {what}")


def fields(parser: P) -> None:
    parser.add_argument("--category", choices=names_of(Category), metavar="CATEGORY", help=CATEGORIES)
    parser.add_argument(
        "--scope",
        choices=names_of(Scope),
        metavar="SCOPE",
        help="where it holds: global, project, conversation",
    )
    parser.add_argument("--scope-id", metavar="ID", help="the project's path, or the conversation's id")
    parser.add_argument("--branch", metavar="NAME", help="holds only on this branch")
    parser.add_argument(
        "--privacy", choices=names_of(Privacy), metavar="LEVEL", help=", ".join(names_of(Privacy))
    )
    parser.add_argument("--tag", action="append", metavar="TAG", help="may repeat")
    parser.add_argument("--confidence", type=float, metavar="X", help="how certain, 0 to 1")
    parser.add_argument("--expires", metavar="ISO", help="valid until then, such as 2026-12-31")
    parser.add_argument("--technology", metavar="NAME", help="what it is about")
    parser.add_argument(
        "--details", metavar="JSON", help='fields of its category, such as {"fix": "…"}; null takes one out'
    )


def listing_actions(parser: P, project: str | None = None) -> Any:
    """Actions of a command that lists where none is given."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    parser.set_defaults(action="list", project=project)
    return actions
