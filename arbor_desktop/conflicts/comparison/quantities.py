"""Numbers with their units: 30 seconds is 30s, 1.5 GB is 1536 MB."""

from __future__ import annotations

import re
from collections.abc import Sequence

from arbor_desktop.conflicts.comparison import vocabulary as v
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentences import Piece

_UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("ms", "millisecond", "milliseconds", "msec", "millis"), ("time", 0.001)),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), ("time", 1)),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), ("time", 60)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), ("time", 3600)),
    **dict.fromkeys(("d", "day", "days"), ("time", 86_400)),
    **dict.fromkeys(("w", "week", "weeks"), ("time", 604_800)),
    **dict.fromkeys(("month", "months"), ("time", 2_592_000)),
    **dict.fromkeys(("year", "years", "yrs"), ("time", 31_536_000)),
    **dict.fromkeys(("b", "byte", "bytes"), ("size", 1)),
    **dict.fromkeys(("k", "kb", "kib", "kilobyte", "kilobytes"), ("size", 1024)),
    **dict.fromkeys(("mb", "mib", "megabyte", "megabytes", "meg"), ("size", 1024**2)),
    **dict.fromkeys(("gb", "gib", "gigabyte", "gigabytes", "gig", "gigs"), ("size", 1024**3)),
    **dict.fromkeys(("tb", "tib", "terabyte", "terabytes"), ("size", 1024**4)),
    **dict.fromkeys(("%", "percent"), ("percent", 1)),
    **dict.fromkeys(("km", "kilometers", "kilometres", "kilometer"), ("length", 1000)),
    **dict.fromkeys(("m", "meters", "metres", "meter"), ("length", 1)),
    **dict.fromkeys(("cm", "centimeters", "centimetres"), ("length", 0.01)),
    **dict.fromkeys(("miles", "mile", "mi"), ("length", 1609.3)),
    **dict.fromkeys(("kg", "kilos", "kilograms", "kilo"), ("weight", 1)),
    **dict.fromkeys(("g", "grams", "gram"), ("weight", 0.001)),
    **dict.fromkeys(("lbs", "pounds", "lb"), ("weight", 0.4536)),
    **dict.fromkeys(("mg", "milligrams"), ("weight", 0.000001)),
    **dict.fromkeys(("baud", "bps", "bd"), ("baud", 1)),
    **dict.fromkeys(("rpm",), ("rpm", 1)),
    **dict.fromkeys(("fps",), ("hz", 1)),
    **dict.fromkeys(("hz", "hertz"), ("hz", 1)),
    **dict.fromkeys(("khz",), ("hz", 1000)),
    **dict.fromkeys(("mhz",), ("hz", 1_000_000)),
    **dict.fromkeys(("ghz",), ("hz", 1_000_000_000)),
    **dict.fromkeys(("watt", "watts"), ("power", 1)),
    **dict.fromkeys(("kw", "kilowatt", "kilowatts"), ("power", 1000)),
    **dict.fromkeys(("volt", "volts"), ("voltage", 1)),
    **dict.fromkeys(("liter", "liters", "litre", "litres"), ("volume", 1)),
    **dict.fromkeys(("ml", "milliliters", "millilitres"), ("volume", 0.001)),
    **dict.fromkeys(("px", "pixels"), ("px", 1)),
    **dict.fromkeys(("ppm",), ("ppm", 1)),
    **dict.fromkeys(("decibel", "decibels"), ("db", 1)),
    **dict.fromkeys(("mcg", "microgram", "micrograms", "µg"), ("weight", 0.000000001)),
    **dict.fromkeys(("€", "euro", "euros", "eur"), ("€", 1)),
    **dict.fromkeys(("$", "dollar", "dollars", "usd"), ("$", 1)),
    **dict.fromkeys(("£", "gbp"), ("£", 1)),
}
_NUMBER = re.compile(r"(?P<sign>[$€£]?)(?P<amount>\d[\d,]*(?:\.\d+)?)(?P<unit>[a-z%°]*)")
_POWER = re.compile(r"\d+(?:\.\d+)?e[-+]?\d+")
_RATIO = re.compile(r"(?P<amount>\d+(?:\.\d+)?):1")
_FRACTION = re.compile(r"1/(?P<part>\d+)")
_VERSION = re.compile(r"v?(?P<amount>\d+(?:\.(?:\d+|x))+|\d+)(?:\.?x|\+)?")
_CLOCK = re.compile(r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?(?P<half>am|pm)?")
_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
            "august aug", "september sep sept", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_ORDINAL_WORDS = {
    word: number
    for number, word in enumerate(
        v.listed(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
            "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ),
        start=1,
    )
}
_RANKED = v.words("semester year grade floor edition generation trimester term")
"""Words for things that are numbered by rank."""
_NOT_COUNTED = v.words("of is that day who the this which each no any every from for to i we and or")
_AT_LEAST = frozenset(("least", "minimum", "above", "over", "more", "min", "from", "exceed", "exceeds"))
_AFTER_HOUR = frozenset(("", ",", "in", "on", "and", "or", "every", "each", "sharp", "to", "when", "but"))
_BEFORE_SPAN = frozenset(
    ("for", "after", "within", "in", "is", "to", "than", "about", "every", "takes", "once")
)
_AT_MOST = frozenset(("most", "maximum", "max", "below", "under", "fewer", "less", "exceed"))


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount. `kind`: a dimension (time, size, percent, …), `clock`, `date`, or "" for a bare number."""

    kind: str
    amount: float | str
    raw: str


def quantity(words: Sequence[Piece], at: int) -> tuple[Quantity, int] | None:
    """Return the quantity that begins here, and its number of pieces."""
    piece = words[at]
    following = words[at + 1].low if at + 1 < len(words) else ""
    dated = _date(words, at, following)
    if dated:
        return dated
    if _ORDINAL_WORDS.get(piece.low, 0) > (0 if following in _RANKED else 2):
        return Quantity("rank", float(_ORDINAL_WORDS[piece.low]), piece.raw), 1
    if piece.low in ("midnight", "noon"):
        return Quantity("clock", 720 * (piece.low == "noon"), piece.raw), 1
    hour = v.NUMBERS.get(piece.low, int(piece.low) if piece.low.isdecimal() and len(piece.low) < 3 else 99)
    if hour <= 24 and _is_hour(words, at, following):
        return Quantity("clock", _hour(hour, words[at + 1 : at + 4]) * 60, piece.raw), 1
    if piece.low in v.NUMBERS:
        amount = float(v.NUMBERS[piece.low])
        if piece.low == "one" and following not in _UNITS and not _counts(words, at, following):
            return None
        return _measured(amount, piece.raw, words, at)
    if piece.low in ("a", "an") and following in _UNITS and at and words[at - 1].low in _BEFORE_SPAN:
        return _measured(1.0, piece.raw, words, at)
    after_next = words[at + 2].low if at + 2 < len(words) else ""
    if piece.low == "half" and following in ("a", "an") and after_next in _UNITS:
        kind, factor = _UNITS[after_next]
        return Quantity(kind, 0.5 * factor, " ".join(one.raw for one in words[at : at + 3])), 3
    if not any(sign.isdigit() for sign in piece.low):
        return None
    timed = _CLOCK.fullmatch(piece.low)
    if timed and (
        (timed["minute"] and ":" in piece.low) or timed["half"] or following in ("am", "pm", "o'clock")
    ):
        half = timed["half"] or (following if following in ("am", "pm") else "")
        hour = int(timed["hour"]) % 12 + 12 * (half == "pm") if half else int(timed["hour"])
        taken = 2 if following in ("am", "pm", "o'clock") and not timed["half"] else 1
        raw = " ".join(one.raw for one in words[at : at + taken])
        return Quantity("clock", hour * 60 + int(timed["minute"] or 0), raw), taken
    if _POWER.fullmatch(piece.low):
        return Quantity("", float(piece.low), piece.raw), 1
    ratio = _RATIO.fullmatch(piece.low)
    if ratio:
        return Quantity("ratio", float(ratio["amount"]), piece.raw), 1
    part = _FRACTION.fullmatch(piece.low)
    if part and following in ("s", "sec", "second") and int(part["part"]):
        return Quantity("hz", float(part["part"]), f"{piece.raw} {words[at + 1].raw}"), 2
    if _DATE.fullmatch(piece.low):
        return Quantity("date", piece.low, piece.raw), 1
    plain = _NUMBER.fullmatch(piece.low)
    if plain and (plain["unit"] in _UNITS or plain["sign"]):
        kind, factor = _UNITS.get(plain["unit"] or plain["sign"], ("", 1))
        if plain["unit"] == "k" and not plain["sign"]:
            kind, factor = "", 1000
        return Quantity(kind, float(plain["amount"].replace(",", "")) * factor, piece.raw), 1
    if plain and not plain["unit"] and (plain["amount"].count(".") == 0):
        return _measured(float(plain["amount"].replace(",", "")), piece.raw, words, at)
    if plain and not plain["unit"] and following in _UNITS:
        return _measured(float(plain["amount"].replace(",", "")), piece.raw, words, at)
    version = _VERSION.fullmatch(piece.low)
    if version:
        amount_text = version["amount"]
        whole = amount_text.isdigit()
        return Quantity("", float(amount_text) if whole else amount_text, piece.raw), 1
    return None


def _is_hour(words: Sequence[Piece], at: int, following: str) -> bool:
    """Return whether a bare number is a time of day: `at 6`, `at 3 in the morning`."""
    return at > 0 and words[at - 1].low == "at" and following in _AFTER_HOUR


def _hour(hour: int, after: Sequence[Piece]) -> int:
    later = any(one.low in ("afternoon", "evening", "night") for one in after)
    return hour + 12 if later and hour < 12 else hour


def _counts(words: Sequence[Piece], at: int, following: str) -> bool:
    """Return whether `one` is a number: not in `one of them`, `this one`, `no one`."""
    before = words[at - 1].low if at else ""
    return following.isalpha() and following not in _NOT_COUNTED and before not in _NOT_COUNTED


def _measured(amount: float, raw: str, words: Sequence[Piece], at: int) -> tuple[Quantity, int]:
    after = words[at + 1] if at + 1 < len(words) else None
    if after is not None and after.low in _UNITS:
        kind, factor = _UNITS[after.low]
        return Quantity(kind, amount * factor, f"{raw} {after.raw}"), 2
    return Quantity("", amount, raw), 1


def _date(words: Sequence[Piece], at: int, following: str) -> tuple[Quantity, int] | None:
    """Return a date: `8 May`, `May 8`, `the eighth of May`."""
    low = words[at].low
    day = _day(low)
    if day is not None:
        skip = 2 if following == "of" else 1
        month = words[at + skip].low if at + skip < len(words) else ""
        if month in MONTHS and words[at + skip].raw[:1].isupper():
            return _dated(words, at, skip + 1, MONTHS[month], day)
        if _ORDINAL.fullmatch(low):
            return Quantity("day", day, words[at].raw), 1
    elif low in MONTHS and words[at].raw[:1].isupper():
        skip = 2 if following == "the" else 1
        after = _day(words[at + skip].low) if at + skip < len(words) else None
        if after is not None:
            return _dated(words, at, skip + 1, MONTHS[low], after)
    return None


def _dated(words: Sequence[Piece], at: int, length: int, month: int, day: int) -> tuple[Quantity, int]:
    raw = " ".join(one.raw for one in words[at : at + length])
    return Quantity("date", f"{month:02}-{day:02}", raw), length


def _day(low: str) -> int | None:
    found = _ORDINAL.fullmatch(low)
    if found:
        return int(found[1])
    if low.isdecimal() and len(low) <= 2 and 1 <= int(low) <= 31:
        return int(low)
    return _ORDINAL_WORDS.get(low)


def bound(before: Sequence[str], after: Sequence[str]) -> str:
    """Return `>` if the words around a number make it a minimum, `<` for a maximum, else ""."""
    near = before[-3:]
    if any(word in _AT_LEAST for word in near) and "no" not in near and "not" not in near:
        return ">"
    if any(word in _AT_MOST for word in near) or ("up" in near and "to" in near):
        return "<"
    if "or" in after[:1] and after[1:2] and after[1] in ("more", "above", "higher", "later", "newer"):
        return ">"
    return ""
