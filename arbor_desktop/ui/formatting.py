"""Days, ages, sizes and paths as people read them; code within a sentence."""

from __future__ import annotations

import os
import re
from datetime import date, datetime
from pathlib import Path, PurePath

from PySide6.QtCore import QLocale

from arbor_desktop.ui.translation import tr

NOTHING = "–"


def month_name(number: int) -> str:
    """`Nov` for 11."""
    return QLocale().monthName(number, QLocale.FormatType.ShortFormat)


def weekday_name(day: date) -> str:
    """`Wed`."""
    return QLocale().dayName(day.isoweekday(), QLocale.FormatType.ShortFormat)


def day_words(day: date, *, weekday: bool = False, year: bool = False) -> str:
    """`19 Nov`, `Wed 19 Nov`, `19 Nov 2026`."""
    said = tr("{day} {month}").format(day=day.day, month=month_name(day.month))
    if year:
        said = f"{said} {day.year}"
    return f"{weekday_name(day)} {said}" if weekday else said


def range_words(first: date, last: date) -> str:
    """`17–23 Nov`, `30 Nov – 6 Dec`."""
    if first.month == last.month:
        words = tr("{first}–{last} {month}")
        return words.format(first=first.day, last=last.day, month=month_name(last.month))
    return f"{day_words(first)} – {day_words(last)}"


def day(ms: int, now: int) -> str:
    """`19 Nov`, with the year where it is another one. Local time."""
    moment, today = datetime.fromtimestamp(ms / 1000), datetime.fromtimestamp(now / 1000)
    return day_words(moment, year=moment.year != today.year)


def moment(ms: int, now: int) -> str:
    """`19 Nov, 16:42`."""
    at = datetime.fromtimestamp(ms / 1000)
    return f"{day(ms, now)}, {at.hour:02}:{at.minute:02}"


def age(ms: int, now: int) -> str:
    """`today`, `yesterday`, `3 days ago`, `2 weeks ago`; the date from four weeks on."""
    days = (datetime.fromtimestamp(now / 1000).date() - datetime.fromtimestamp(ms / 1000).date()).days
    if days <= 0:
        return tr("today")
    if days == 1:
        return tr("yesterday")
    if days < 14:
        return tr("%n days ago", None, days)
    if days < 28:
        return tr("%n weeks ago", None, days // 7)
    return day(ms, now)


def started(at: int | None, now: int) -> tuple[str, str]:
    """`14:02` today, else `19 Nov`; and the year where it is another one, else nothing. Local time."""
    if at is None:
        return NOTHING, ""
    then, today = datetime.fromtimestamp(at / 1000), datetime.fromtimestamp(now / 1000)
    if then.date() == today.date():
        return f"{then.hour:02}:{then.minute:02}", ""
    return day(at, at), "" if then.year == today.year else str(then.year)


def percent(share: float) -> str:
    """`86 %`. What is not quite nothing or all is not rounded to it."""
    whole = round(share * 100)
    if whole == 0 and share > 0:
        return tr("under 1 %")
    return percent_number(99 if whole == 100 and share < 1 else whole)


def percent_number(value: int | str) -> str:
    """`86 %`."""
    return tr("{n} %").format(n=value)


_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def size_words(count: int) -> str:
    """Return bytes as people read them: "812 bytes", "3.4 MB", "38 MB" (decimal units)."""
    if count < 1000:
        return tr("%n bytes", None, count)
    value, unit = float(count), 0
    while value >= 999.5 and unit < len(_UNITS) - 1:
        value, unit = value / 1000, unit + 1
    number = f"{value:.1f}" if value < 9.95 else f"{value:.0f}"
    return f"{number} {_UNITS[unit]}"


def task_size(complexity: int) -> str:
    """Return a complexity of 1 to 5 as a word."""
    sizes = (tr("tiny"), tr("small"), tr("medium"), tr("large"), tr("very large"))
    return sizes[max(1, min(5, complexity)) - 1]


def short_path(path: str | PurePath, home: str | PurePath | None = None) -> str:
    """Return the path with the person's own folder as `~`."""
    full, own = PurePath(path), PurePath(home or os.path.expanduser("~"))  # noqa: PTH111
    if full == own or not full.is_relative_to(own):
        return str(full)
    return str(Path("~") / full.relative_to(own))


Span = tuple[int, int]
"""First character and the one after the last."""

# As in Markdown: a run of backticks closes with a run of the same length.
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


def code_places(text: str) -> list[tuple[Span, Span]]:
    """Return the spans of code in a text, each with its backticks and without them."""
    return [(found.span(), _inside(found)) for found in _CODE.finditer(text)]


def _inside(found: re.Match[str]) -> Span:
    start, end = found.span(2)
    code = found.group(2)
    if code.startswith(" ") and code.endswith(" ") and code.strip():
        return start + 1, end - 1  # a space keeps a backtick of the code's own off the ones around it
    return start, end


def code_spans(text: str) -> tuple[str, list[Span]]:
    """The text without the backticks around code, and where the code is in it. A lone backtick stays."""
    if "`" not in text:
        return text, []
    parts: list[str] = []
    spans: list[Span] = []
    length = taken = 0
    for (first, last), (begin, end) in code_places(text):
        before, code = text[taken:first], text[begin:end]
        parts += (before, code)
        start = length + len(before)
        length, taken = start + len(code), last
        spans.append((start, length))
    parts.append(text[taken:])
    return "".join(parts), spans


def plain(text: str) -> str:
    """The text as it is read aloud or stands where there is one font only."""
    return code_spans(text)[0]
