"""What became of the memories of an earlier day, in words."""

from __future__ import annotations

from datetime import date

from arbor_desktop.memories.model import Status
from arbor_desktop.ui.formatting import day_words
from arbor_desktop.ui.memory.words import status_label, status_look
from arbor_desktop.ui.translation import tr

ADDED = "added"
"""The filter for what was added since."""
ORDER = ("superseded", "edited", "archived", "deleted", "rejected", "pending", "same")
"""The filters, in the order of their chips."""


def short_label(became: str) -> str:
    """ "Edited", "Replaced", for a filter."""
    words = {"": tr("All"), "same": tr("Same today"), "edited": tr("Edited"), ADDED: tr("Added")}
    return words.get(became) or status_label(Status(became))


def long_label(became: str) -> str:
    """ "Edited since", for a card."""
    words = {
        "same": tr("Same today"),
        "edited": tr("Edited since"),
        "superseded": tr("Replaced since"),
        "archived": tr("Archived since"),
        "deleted": tr("Deleted since"),
        "rejected": tr("Rejected since"),
        "pending": tr("Needs review today"),
        ADDED: tr("Added since"),
    }
    return words[became]


def count_label(became: str) -> str:
    """What stands below a number."""
    words = {
        "edited": tr("edited"),
        "superseded": tr("replaced"),
        "archived": tr("archived"),
        ADDED: tr("added"),
    }
    return words[became]


def look(became: str) -> tuple[str, str]:
    """Kind and icon of a badge."""
    looks = {"same": ("ok", "check"), "edited": ("info", "edit"), ADDED: ("accent", "plus")}
    return looks.get(became) or status_look(Status(became))


def day_name(day: date) -> str:
    """ "3 May 2026"."""
    return day_words(day, year=True)


def total_words(total: int, today: int) -> str:
    """ "148 memories · 264 fewer than today"."""
    words = [tr("%n memories", None, total)]
    if total < today:
        words.append(tr("%n fewer than today", None, today - total))
    elif total > today:
        words.append(tr("%n more than today", None, total - today))
    return " · ".join(words)
