"""Pictures of the team: Settings → Team, and its memories on the other pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtTest import QTest

from arbor_desktop.clock import DAY_MS
from arbor_desktop.team.model import Member, Role, SharedProject, State
from arbor_desktop.ui.settings.team import TeamSection
from tests._stage import HOUR_MS, NOW, Stage

Register = Callable[..., Callable[[Callable[[Stage], Any]], Callable[[Stage], Any]]]
Section = Callable[[Stage, str], object]

ME = Member("4", "Ada Kiln", Role.MEMBER, 9, NOW - HOUR_MS, me=True)
MEMBERS = (
    Member("2", "Jonas Weber", Role.MEMBER, 22, NOW - DAY_MS),
    Member("1", "Maya Lindqvist", Role.OWNER, 41, NOW - 5 * HOUR_MS, trusted=True),
    Member("3", "Priya Nair", Role.READER, 0, None),
    ME,
)
STATE = State(
    True, "Harbor platform", "arbor-db.harbor.example", ME, MEMBERS, 0, 106, NOW - HOUR_MS,
    projects=(
        SharedProject("repo kiln-api", "kiln-api", "/home/ada/src/kiln-api", True, 31, 74),
        SharedProject("repo kiln-site", "kiln-site", "/home/ada/src/kiln-site", False, 6, 0),
        SharedProject("repo harbor-ops", "harbor-ops", "", False, 0, 32),
    ),
)  # fmt: skip
AWAY = replace(STATE, waiting=3, unreachable_since=NOW - 2 * HOUR_MS)


def team(made: Stage, section: Section, state: State) -> TeamSection:
    section(made, "team")
    made.settle()
    found = made.settings.team
    found._show(state)
    return found


def register(scene: Register, section: Section) -> None:
    @scene("22-settings-team-none")
    def none(made: Stage) -> None:
        team(made, section, State())

    @scene("22-settings-team")
    def joined(made: Stage) -> None:
        team(made, section, AWAY)

    @scene("22-settings-team-owner")
    def owner(made: Stage) -> None:
        me = replace(ME, role=Role.OWNER)
        found = team(made, section, replace(STATE, me=me, members=(*MEMBERS[:-1], me)))
        made.settle()
        made.settings.area.ensureWidgetVisible(found.people)

    @scene("22-settings-team-refused")
    def refused(made: Stage) -> None:
        team(made, section, replace(STATE, refused="You are no longer a member of this team."))

    @scene("22-settings-team-trust")
    def trust(made: Stage) -> None:
        team(made, section, STATE).trust(MEMBERS[0])

    @scene("22a-team-create")
    def create(made: Stage) -> None:
        team(made, section, State()).open_create()

    @scene("22a-team-join")
    def join(made: Stage) -> None:
        team(made, section, State()).open_join()

    @scene("22a-team-invite")
    def invite(made: Stage) -> None:
        sheet = team(made, section, STATE).open_invite()
        QTest.keyClicks(sheet.fields[0], "Robin Holt")
        sheet.finish("arbor-team:eyJob3N0IjoiYXJib3ItZGIuaGFyYm9yLmV4YW1wbGUifQ")
