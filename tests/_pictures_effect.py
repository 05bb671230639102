"""Pictures of "Does it help?": results, off, just started, no difference; the strip and the badge for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.queries.comparison import SessionWithout, Standing
from arbor_desktop.maintenance.effect import Effect, Question, Report, needed_more, verdict_of
from arbor_desktop.ui.insights.effect import EffectView
from arbor_desktop.ui.insights.page import EFFECT, InsightsPage
from tests._stage import NOW, Stage

Register = Callable[..., Callable[[Callable[[Stage], Any]], Callable[[Stage], Any]]]
HARBOR, TIDEPOOL, SITE = "/src/harbor-api", "/src/tidepool-web", "/src/site"


def effect(
    question: Question, means: tuple[float, float], low: float, high: float | None, sessions: tuple[int, int]
) -> Effect:
    """`means`: without and with."""
    change = means[1] / means[0] - 1
    verdict = verdict_of(change, low, float("inf") if high is None else high)
    early = low <= 0 and (high is None or high >= 0) and (high is None or high - low > 0.2)
    needed = needed_more(sessions[1], change, low, float("inf") if high is None else high)
    return Effect(
        question, verdict, *sessions, means[1], means[0], change, low, high, needed if early else None
    )


MANY = 164, 41
RESULTS = (
    effect(Question.REPEATS, (0.42, 0.26), -0.52, -0.21, MANY),
    effect(Question.CORRECTIONS, (3.3, 2.5), -0.43, -0.03, MANY),
    effect(Question.FAILED_COMMANDS, (5.4, 4.9), -0.28, 0.13, MANY),
    effect(Question.TURNS_TO_PASS, (4.2, 3.6), -0.37, 0.14, (61, 17)),
    effect(Question.TOKENS, (42_100, 43_400), 0.01, 0.05, MANY),
)
SESSIONS = (
    SessionWithout("claude-code", "1", NOW - 2 * DAY_MS, HARBOR, "c1", "Rename the fields", 0, 4, False),
    SessionWithout("claude-code", "2", NOW - 5 * DAY_MS, HARBOR, "c2", "Write release notes", 0, 0, False),
    SessionWithout("codex", "3", NOW - 11 * DAY_MS, TIDEPOOL, "c3", "Set up component tests", 1, 0, True),
    SessionWithout("codex", "4", NOW - 12 * DAY_MS, TIDEPOOL, None, "", None, None, False),
)  # fmt: skip


def report(effects: Sequence[Effect], sessions: Sequence[SessionWithout], **more: Any) -> Report:
    made = Report(
        True, 5, (HARBOR, TIDEPOOL), (HARBOR, TIDEPOOL, "/src/gridsolve"), (SITE,), None,
        Standing(NOW - 69 * DAY_MS, 220, 2, 3, 10), 164, 41, 4.1, tuple(effects), tuple(sessions), "method",
    )  # fmt: skip
    return replace(made, **more)


def shown(made: Stage, what: Report) -> EffectView:
    made.window.show_page("insights")
    made.settle()
    page = made.window.page("insights")
    assert isinstance(page, InsightsPage)
    page.show_view(EFFECT)
    made.settle()
    view = page._other()
    assert isinstance(view, EffectView)
    view.show_report(what)
    made.settle()
    return view


def register(scene: Register) -> None:
    """Add the scenes."""

    @scene("17-does-it-help")
    def results(made: Stage) -> None:
        shown(made, report(RESULTS, SESSIONS))

    @scene("17-does-it-help-marked")
    def marked(made: Stage) -> None:
        shown(made, report(RESULTS, SESSIONS)).result.ranges.set_cursor(0)

    @scene("17-does-it-help-lower")
    def lower(made: Stage) -> None:
        bar = shown(made, report(RESULTS, SESSIONS)).area.verticalScrollBar()
        bar.setValue(bar.maximum())

    @scene("17-does-it-help-table")
    def table(made: Stage) -> None:
        shown(made, report(RESULTS, SESSIONS)).result.show_table(True)

    @scene("17-does-it-help-projects")
    def projects(made: Stage) -> QWidget:
        return shown(made, report(RESULTS, SESSIONS)).settings.open_projects()

    @scene("17-does-it-help-demo")
    def demo(made: Stage) -> None:
        made.window.show_page("insights")
        made.settle()
        page = made.window.page("insights")
        assert isinstance(page, InsightsPage)
        page.show_view(EFFECT)

    @scene("17c-does-it-help-off")
    def off(made: Stage) -> None:
        standing = Standing(None, 0, 0, 0, 0)
        nothing = [Effect(question, verdict_of(None, -1, float("inf")), needed=24) for question in Question]
        shown(made, report(nothing, (), enabled=False, projects=(), standing=standing))

    @scene("17c-does-it-help-started")
    def started(made: Stage) -> None:
        few = (12, 3)
        effects = (
            effect(Question.REPEATS, (0.67, 0.42), -0.85, None, few),
            effect(Question.CORRECTIONS, (2.7, 2.4), -0.7, 1.9, few),
            effect(Question.FAILED_COMMANDS, (4.0, 4.4), -0.6, 1.2, few),
            Effect(Question.TURNS_TO_PASS, verdict_of(None, -1, float("inf")), 4, 0, needed=24),
            effect(Question.TOKENS, (42_100, 43_400), -0.4, 0.8, few),
        )
        standing = Standing(NOW - 5 * DAY_MS, 15, 0, 0, 0)
        shown(
            made,
            report(effects, SESSIONS[:2], standing=standing, with_sessions=12, without_sessions=3, week=3.0),
        )

    @scene("17c-does-it-help-none")
    def none(made: Stage) -> None:
        effects = (
            effect(Question.REPEATS, (0.42, 0.424), -0.09, 0.11, MANY),
            effect(Question.CORRECTIONS, (3.3, 3.27), -0.1, 0.09, MANY),
            effect(Question.FAILED_COMMANDS, (5.4, 5.4), -0.08, 0.08, MANY),
            effect(Question.TURNS_TO_PASS, (4.2, 4.1), -0.09, 0.05, MANY),
            effect(Question.TOKENS, (42_100, 44_600), 0.02, 0.10, MANY),
        )
        shown(made, report(effects, SESSIONS))

    @scene("17d-share-anyway")
    def share(made: Stage) -> None:
        made.window.show_page("context")
        made.settle()
        made.context.comparison.show_session(SESSIONS[0])
