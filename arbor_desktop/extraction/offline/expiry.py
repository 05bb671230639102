"""Expiry of statements that say how long they apply ("until Friday", "for this release")."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from arbor_desktop.clock import DAY_MS

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS)
_NTH = r"\d{1,2}(?:st|nd|rd|th)?"
_BEGIN = (
    rf"(?:from|between) (?:the )?(?:(?P<first_month>{_MONTH})\.? {_NTH}|{_NTH}(?: (?:of )?(?:{_MONTH}))?)"
    r"(?: ?[-–] ?| (?:to|and|until|till) )"
)
_UNTIL = re.compile(
    rf"\b(?:(?:(?P<before>before)|until|till|til|(?<!day )through|up to) |{_BEGIN})(?:the )?(?:"
    r"(?P<iso>\d{4}-\d\d-\d\d)"
    rf"|(?P<month>{_MONTH})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<year>\d{{4}}))?"
    rf"|(?P<day2>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month2>{_MONTH})(?:,? (?P<year2>\d{{4}}))?"
    r"|(?(first_month)(?P<day3>\d{1,2})(?:st|nd|rd|th)?|(?!))"
    r"|(?(before)(?!)|(?:"  # "run the tests before release" holds for every one
    rf"(?P<only_month>{'|'.join(_MONTHS)})"
    rf"|(?:next )?(?P<weekday>{'|'.join(_DAYS)}|weekend)"
    r"|(?P<soon>today|tonight|tomorrow)"
    r"|(?P<end>end of (?:the |this |next )?(?P<unit>week|month|quarter|year|sprint))"
    r"|(?P<next>next (?P<next_unit>week|month|quarter|year|sprint|release))"
    r"|(?P<release>release|launch|next version|freeze is over|code freeze))))\b",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"\bfor (?:the (?:next|coming) (?:(?P<count>\d+|two|three|four|couple of|few) )?"
    r"(?P<span>day|week|month|sprint)s?"
    r"|(?:this|the current) (?P<this>release|sprint|quarter|month|year|week|version))\b"
    r"|\b(?:only|just) (?:for )?this (?P<only>week|month|quarter|sprint)\b"
    r"|\bthis (?P<this_only>week|month|quarter|sprint) only\b"
    r"|\b(?:for|only|just) (?P<soon>today|tonight|tomorrow)\b|\b(?P<soon_only>today|tonight|tomorrow) only\b",
    re.IGNORECASE,
)
_EVENT = re.compile(
    rf"\bbefore (?:the|our|their|my|his|her) (?:[\w-]+ ){{1,4}}on (?P<weekday>{'|'.join(_DAYS)})\b",
    re.IGNORECASE,
)
"""One event, unlike "no deploys before Monday"."""
_WEEKLY = re.compile(
    rf"\b(?:{'|'.join(_DAYS)})(?: \S+){{0,2}} (?:until|till|to|through) (?:{'|'.join(_DAYS)})\b",
    re.IGNORECASE,
)
"""A part of every week: "no releases from Friday noon till Monday"."""
_SEASON = re.compile(
    rf"\bfrom (?:[\w-]+ ){{0,3}}?(?P<first>{_MONTH})\b(?: \d+\w*)? (?:until|till|til|to|through) "
    rf"(?:[\w-]+ ){{0,3}}?(?P<last>{_MONTH})\b",
    re.IGNORECASE,
)
"""A part of every year, if it is longer than a month: "no releases from July 15 to October 1"."""
_COUNTS = {"two": 2, "three": 3, "four": 4, "couple of": 2, "few": 3}
_SPAN_DAYS = {
    "day": 1,
    "week": 7,
    "month": 30,
    "sprint": 14,
    "release": 30,
    "version": 30,
    "quarter": 91,
    "year": 365,
}


def expires_at(text: str, at: int | None) -> int | None:
    """Return the last millisecond at which `text`, said at `at`, applies; None without an end or an `at`.

    Days end at midnight UTC. Releases and sprints have no date: 30 and 14 days are assumed.
    """
    if at is None or _WEEKLY.search(text) or _is_season(text):
        return None
    said = datetime.fromtimestamp(at / 1000, UTC)
    until, span, event = _UNTIL.search(text), _FOR.search(text), _EVENT.search(text)
    day = _until_day(until, said) if until else _span_day(span, said) if span else None
    day = day or (_next(event["weekday"], said) if event else None)
    if day is None:
        return None
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return int(midnight.timestamp() * 1000) + DAY_MS - 1


def _is_season(text: str) -> bool:
    found = _SEASON.search(text)
    return found is not None and (_number(found["last"]) - _number(found["first"])) % 12 > 1


def _number(month: str) -> int:
    return next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(month.lower()[:3]))


def _until_day(match: re.Match[str], said: datetime) -> datetime | None:
    if match.group("iso"):
        try:
            return datetime.fromisoformat(match.group("iso")).replace(tzinfo=UTC)
        except ValueError:
            return None
    month = (
        match["month"] or match["month2"] or match["only_month"] or (match["day3"] and match["first_month"])
    )
    if month:
        day = int(match["day"] or match["day2"] or match["day3"] or 1)
        year = match.group("year") or match.group("year2")
        return _dated(int(year) if year else None, _number(month), day, said)
    if match.group("weekday"):
        return _next(match.group("weekday"), said)
    if match.group("soon"):
        return _soon(match.group("soon"), said)
    unit = match.group("unit") or match.group("next_unit")
    return _end_of(unit.lower(), said) if unit else said + timedelta(days=30)


def _next(weekday: str, said: datetime) -> datetime:
    day = weekday.lower()
    ahead = (_DAYS.index("saturday" if day == "weekend" else day) - said.weekday()) % 7
    return said + timedelta(days=ahead or 7)


def _soon(day: str, said: datetime) -> datetime:
    return said + timedelta(days=day.lower() == "tomorrow")


def _dated(year: int | None, month: int, day: int, said: datetime) -> datetime | None:
    try:
        found = datetime(year or said.year, month, day, tzinfo=UTC)
        past = year is None and found.date() < said.date()
        return found.replace(year=said.year + 1) if past else found
    except ValueError:  # 30 February
        return None


def _end_of(unit: str, said: datetime) -> datetime:
    if unit == "week":
        return said + timedelta(days=6 - said.weekday())
    if unit == "month":
        return (said.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    if unit == "year":
        return said.replace(month=12, day=31)
    return said + timedelta(days=_SPAN_DAYS[unit])


def _span_day(match: re.Match[str], said: datetime) -> datetime:
    if soon := match["soon"] or match["soon_only"]:
        return _soon(soon, said)
    if this := match["this"] or match["only"] or match["this_only"]:
        unit = this.lower()
        return (
            _end_of(unit, said)
            if unit in ("week", "month", "year")
            else said + timedelta(days=_SPAN_DAYS[unit])
        )
    count = (match.group("count") or "1").lower()
    number = _COUNTS.get(count) or min(int(count) if count.isdigit() else 1, 3650)
    return said + timedelta(days=number * _SPAN_DAYS[match.group("span").lower()])
