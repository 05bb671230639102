"""What the tests of the command line share."""

from __future__ import annotations

import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
MEMORY = {
    "id", "content", "summary", "type", "category", "details", "scope", "scope_id", "branch",
    "source", "status", "confidence", "current_confidence", "privacy_level", "tags", "technology",
    "needs_review", "created_at", "updated_at", "accessed_at", "last_used_at", "reinforced_at",
    "confirmed_at", "expires_at", "access_count", "use_count", "evidence", "conversation_id",
    "conflict_ids",
}  # fmt: skip
UNKNOWN = "00000000-0000-7000-8000-000000000000"


def added(run, text="I prefer tabs over spaces", *more):
    return run("add", text, "--type", "preference", *more, "--json").json["id"]


def arbor(*arguments):
    """The command line of a process of its own."""
    return [sys.executable, "-m", "arbor_desktop", *arguments]
