"""How summaries are spoken of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime

from arbor_desktop.clock import from_iso
from arbor_desktop.projects.names import project_name
from arbor_desktop.summaries.document import (
    CONFIDENCE,
    CONFLICTS,
    EVIDENCE,
    FACTS,
    UPDATED,
    USAGE,
)
from arbor_desktop.summaries.model import CategorySummary
from arbor_desktop.ui.components.painting import confidence_word
from arbor_desktop.ui.formatting import day_words, moment
from arbor_desktop.ui.translation import tr

_TIME = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_DAY = re.compile(r"\b(from|to) (\d{4}-\d\d-\d\d)\b")


def count_words(count: int) -> str:
    return tr("%n memories", None, count)


def place_words(scope: str, scope_id: str | None, titles: Mapping[str, str]) -> str:
    """Where a summary holds."""
    if scope == "project":
        return project_name(scope_id)
    if scope == "conversation":
        return titles.get(scope_id or "") or tr("A conversation")
    return tr("Global")


def head_words(summary: CategorySummary, now: int) -> str:
    """The line over a summary."""
    reviewed = tr("Not reviewed yet")
    if summary.reviewed_at is not None:
        reviewed = tr("Reviewed {when}").format(when=moment(summary.reviewed_at, now))
    updated = tr("updated {when}").format(when=moment(summary.updated_at or 0, now))
    return " · ".join([reviewed, *([tr("edited by you")] if summary.edited else []), updated])


def version_words(version: CategorySummary, now: int) -> str:
    """An entry of the menu of versions."""
    when = moment(version.updated_at or 0, now)
    if version.empty:
        what = tr("cleared") if version.actor == "user" else tr("empty")
    elif version.actor == "user":
        what = tr("by you")
    else:
        what = tr("new memories added") if version.edited else tr("created from memories")
    return f"{when} · {what}"


def with_local_times(text: str, now: int) -> str:
    """ISO timestamps as people read them."""
    return _TIME.sub(lambda found: moment(from_iso(found[0]), now), text)


def with_day_words(sentences: str, now: int) -> str:
    """ "from 2025-12-30 to 2026-01-01" in the sentences of a summary as people read it."""
    return _DAY.sub(lambda found: f"{found[1]} {_day_words(found[2], now)}", sentences)


def _day_words(iso: str, now: int) -> str:
    try:
        at = date.fromisoformat(iso)
    except ValueError:  # what only looks like a day
        return iso
    return day_words(at, year=at.year != datetime.fromtimestamp(now / 1000).year)


def label_words(label: str) -> str:
    """The name of a line of a summary."""
    known = {
        UPDATED: tr("Last updated"),
        CONFIDENCE: tr("Confidence"),
        EVIDENCE: tr("From"),
    }
    return known.get(label) or tr(label.capitalize())


def heading_words(heading: str) -> str:
    """The heading of a section, or the title, as the window calls it; what a person wrote stays."""
    known = {FACTS: tr("Key facts"), CONFLICTS: tr("Conflicts"), USAGE: tr("Usage")}
    title, at, where = heading.rpartition(": ")
    return known.get(heading) or (f"{title}: {tr('global')}" if at and where == "everywhere" else heading)


def confidence_words(figures: str) -> str:
    """`0.95` → "High"; other text stays."""
    return confidence_word(float(figures)) if re.fullmatch(r"[01]\.\d\d", figures) else figures
