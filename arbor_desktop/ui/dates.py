"""Days, times and ages as people say them."""

from __future__ import annotations

from datetime import date, datetime

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
