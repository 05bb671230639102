"""The comparison in words, for the window and the command line: never more than the figures hold."""

from __future__ import annotations

from arbor_desktop.maintenance.effect import FIRST, Effect, Question, Report, Verdict
from arbor_desktop.text.sentence import Sentence, joined

TITLES = {
    Question.REPEATS: Sentence("You repeat yourself"),
    Question.CORRECTIONS: Sentence("You correct your AI"),
    Question.FAILED_COMMANDS: Sentence("Commands that fail"),
    Question.TURNS_TO_PASS: Sentence("Turns until tests pass"),
    Question.TOKENS: Sentence("Tokens per session"),
}
_WIDE = 0.50
"""Of a wider range, the middle is only about right."""
FAR_OFF = 500
"""More sessions than this are too many to count on."""
_FAR = 2.0
"""What is more than three times as much is no longer said in percent."""


def percent(share: float) -> str:
    """`38 %`, without a sign."""
    return Sentence("{n} %", n=round(abs(share) * 100))


def headline(report: Report) -> str:
    """Return the first thing to say: a plain result, else a probable one, else that there is none yet."""
    for verdict in (Verdict.PLAIN, Verdict.PROBABLY):
        for one in report.effects:
            if one.verdict is verdict:
                return _result(one)
    if any(one.verdict is Verdict.TOO_EARLY for one in report.effects):
        return Sentence("Too early to tell.")
    return Sentence("No clear difference.")


def more(report: Report) -> str:
    """Return what else there is to say, in a line."""
    first = headline(report)
    said = [_result(one) for one in report.effects if one.verdict in (Verdict.PLAIN, Verdict.PROBABLY)]
    said = [words for words in said if words != first]
    still = sum(one.verdict is Verdict.TOO_EARLY for one in report.effects)
    if still == len(report.effects):
        return waiting(report)
    if still > 0:
        said.append(
            Sentence("One question is still open.")
            if still == 1
            else Sentence("{n} questions are still open.", n=still)
        )
    same = [one for one in report.effects if one.verdict is Verdict.NO_DIFFERENCE]
    if same and len(same) < len(report.effects):
        names = ", ".join(f"{{name{n}}}" for n in range(len(same)))
        words = {f"name{n}": TITLES[one.question] for n, one in enumerate(same)}
        said.append(Sentence("No clear difference: {names}.", names=Sentence(names, **words)))
    return joined(*said) if said else ""


def waiting(report: Report) -> str:
    """Return how far the first answer is away."""
    count = report.without_sessions
    so_far = (
        Sentence("1 session without memories so far.")
        if count == 1
        else Sentence("{n} sessions without memories so far.", n=count)
    )
    needed = max(FIRST, count + min((one.needed for one in report.effects if one.needed), default=FIRST))
    first = Sentence("The first answer needs about {n}.", n=needed)
    weeks = round((needed - count) / report.week) if report.week else 0
    if not report.enabled or weeks < 1:
        return joined(so_far, first)
    far = (
        Sentence("That is in about a week.")
        if weeks == 1
        else Sentence("That is in more than a year.")
        if weeks > 52
        else Sentence("That is in about {n} weeks.", n=weeks)
    )
    return joined(so_far, first, far)


def _result(one: Effect) -> str:
    less = (one.change if one.change is not None else one.low or 0.0) < 0
    if one.verdict is Verdict.PROBABLY or one.change is None or one.change > _FAR:
        return _PROBABLY[one.question][less] if one.verdict is Verdict.PROBABLY else _FAR_MORE[one.question]
    return Sentence(_PLAIN[one.question][less].template, n=amount(one))


def amount(one: Effect) -> str:
    """`38 %`, or `about 70 %` if the range is wide."""
    wide = one.high is None or one.low is None or one.high - one.low > _WIDE
    share = percent(one.change or 0.0)
    return Sentence("about {n}", n=share) if wide else share


_PLAIN = {
    Question.REPEATS: (
        Sentence("With memories you repeat yourself {n} more.", n="{n}"),
        Sentence("With memories you repeat yourself {n} less.", n="{n}"),
    ),
    Question.CORRECTIONS: (
        Sentence("With memories you correct your AI {n} more.", n="{n}"),
        Sentence("With memories you correct your AI {n} less.", n="{n}"),
    ),
    Question.FAILED_COMMANDS: (
        Sentence("With memories {n} more commands fail.", n="{n}"),
        Sentence("With memories {n} fewer commands fail.", n="{n}"),
    ),
    Question.TURNS_TO_PASS: (
        Sentence("With memories tests pass after {n} more turns.", n="{n}"),
        Sentence("With memories tests pass after {n} fewer turns.", n="{n}"),
    ),
    Question.TOKENS: (
        Sentence("Sessions with memories use {n} more tokens.", n="{n}"),
        Sentence("Sessions with memories use {n} fewer tokens.", n="{n}"),
    ),
}
"""For more, and for less."""
_PROBABLY = {
    Question.REPEATS: (
        Sentence("With memories you probably repeat yourself more."),
        Sentence("With memories you probably repeat yourself less."),
    ),
    Question.CORRECTIONS: (
        Sentence("With memories you probably correct your AI more."),
        Sentence("With memories you probably correct your AI less."),
    ),
    Question.FAILED_COMMANDS: (
        Sentence("With memories probably more commands fail."),
        Sentence("With memories probably fewer commands fail."),
    ),
    Question.TURNS_TO_PASS: (
        Sentence("With memories tests probably pass after more turns."),
        Sentence("With memories tests probably pass after fewer turns."),
    ),
    Question.TOKENS: (
        Sentence("Sessions with memories probably use more tokens."),
        Sentence("Sessions with memories probably use fewer tokens."),
    ),
}
_FAR_MORE = {
    Question.REPEATS: Sentence("With memories you repeat yourself far more."),
    Question.CORRECTIONS: Sentence("With memories you correct your AI far more."),
    Question.FAILED_COMMANDS: Sentence("With memories far more commands fail."),
    Question.TURNS_TO_PASS: Sentence("With memories tests pass after far more turns."),
    Question.TOKENS: Sentence("Sessions with memories use far more tokens."),
}


def verdict(one: Effect) -> str:
    """`38 % less`, `Probably 24 % less`, `Too early to tell`."""
    if one.verdict is Verdict.TOO_EARLY:
        return Sentence("Too early to tell")
    if one.verdict is Verdict.NO_DIFFERENCE:
        return Sentence("No clear difference")
    if one.change is None or one.change > _FAR:
        words = Sentence("far more")
    else:
        template = Sentence("{n} less", n="{n}") if one.change < 0 else Sentence("{n} more", n="{n}")
        words = Sentence(template.template, n=amount(one))
    return Sentence("Probably {what}", what=words) if one.verdict is Verdict.PROBABLY else words


def likely(one: Effect) -> str:
    """`likely 21 to 52 % less`, `28 % less to 13 % more`; nothing if not even that is known."""
    words = range_of(one)
    result = one.verdict in (Verdict.PLAIN, Verdict.PROBABLY)
    return Sentence("likely {range}", range=words) if words and result else words


def range_of(one: Effect) -> str:
    """`21 to 52 % less`, `28 % less to 13 % more`; nothing if it is not known."""
    if one.low is None or (one.high is None and one.low <= -0.995):
        return ""
    low, high = one.low, one.high
    if high is not None and high <= 0:
        return Sentence("{a} to {b} less", a=round(-high * 100), b=percent(low))
    far = high is None or high > _FAR
    if low >= 0:
        if far or high is None:
            return Sentence("{a} more to far more", a=percent(low))
        return Sentence("{a} to {b} more", a=round(low * 100), b=percent(high))
    if far or high is None:
        return Sentence("{a} less to far more", a=percent(low))
    return Sentence("{a} less to {b} more", a=percent(low), b=percent(high))


def tip(one: Effect) -> str:
    """`38 % less. 9 times in 10, the real difference is 21 to 52 % less.`"""
    words = range_of(one)
    if not words:
        return Sentence("{verdict}.", verdict=verdict(one))
    return Sentence(
        "{verdict}. 9 times in 10, the real difference is {range}.", verdict=verdict(one), range=words
    )


def needs(one: Effect) -> str:
    """`needs about 60 more sessions`: without memories."""
    if one.needed is None:
        return ""
    if one.needed > FAR_OFF:
        return Sentence("needs hundreds of sessions more")
    return Sentence("needs about {n} more sessions", n=one.needed)


def means(one: Effect) -> str:
    """`4.2 → 2.6 times in 10 sessions`, without and with memories."""
    if one.without_mean is None or one.with_mean is None:
        return ""
    if one.question is Question.REPEATS:
        return Sentence(
            "{a} → {b} times in 10 sessions", a=_short(one.without_mean * 10), b=_short(one.with_mean * 10)
        )
    a, b = _short(one.without_mean), _short(one.with_mean)
    if one.question in (Question.CORRECTIONS, Question.FAILED_COMMANDS):
        return Sentence("{a} → {b} per session", a=a, b=b)
    return Sentence("{a} → {b}", a=a, b=b)


def _short(value: float) -> str:
    return f"{value / 1000:.1f}k" if value >= 1000 else f"{value:.0f}" if value >= 100 else f"{value:.1f}"
