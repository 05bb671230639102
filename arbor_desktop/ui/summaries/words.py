"""How summaries are spoken of."""

from __future__ import annotations

import re
from collections.abc import Mapping

from arbor_desktop.clock import from_iso
from arbor_desktop.projects.names import project_name
from arbor_desktop.summaries.model import CategorySummary
from arbor_desktop.ui.dates import moment
from arbor_desktop.ui.translation import tr

_TIME = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def count_words(count: int) -> str:
    return tr("%n memories", None, count)


def place_words(scope: str, scope_id: str | None, titles: Mapping[str, str]) -> str:
    """Where a summary holds."""
    if scope == "project":
        return project_name(scope_id)
    if scope == "conversation":
        return titles.get(scope_id or "") or tr("A conversation")
    return tr("Everywhere")


def head_words(summary: CategorySummary, now: int) -> str:
    """The line over a summary."""
    parts = [count_words(summary.item_count)]
    if summary.edited:
        parts.append(tr("your version"))
    if summary.reviewed_at is not None:
        parts.append(tr("reviewed {when}").format(when=moment(summary.reviewed_at, now)))
    else:
        parts.append(tr("not reviewed yet"))
    return " · ".join(parts)


def version_words(version: CategorySummary, now: int) -> str:
    """An entry of the menu of versions."""
    when = moment(version.updated_at or 0, now)
    if version.empty:
        what = tr("cleared") if version.actor == "user" else tr("empty")
    elif version.actor == "user":
        what = tr("by you")
    else:
        what = tr("with new memories") if version.edited else tr("from the memories")
    return f"{when} · {what}"


def with_local_times(text: str, now: int) -> str:
    """ISO timestamps as people read them."""
    return _TIME.sub(lambda found: moment(from_iso(found[0]), now), text)
