"""The team: how to create or join one, what is shared, what is received, and its members."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.team.model import Member, Report, Role, SharedProject, State
from arbor_desktop.ui.components import (
    AskDialog,
    Button,
    IconButton,
    Label,
    Segment,
    SettingRow,
    Switch,
    TextField,
)
from arbor_desktop.ui.components.boxes import MIDDLE, hbox, vbox
from arbor_desktop.ui.components.dialogs import Sheet
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.components.menus import CommandMenu, choose_folder, opened
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.encryption.recovery_code import copy_for_a_minute
from arbor_desktop.ui.formatting import age
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.cards import CardBox, Group, RowList, Section, StartRow
from arbor_desktop.ui.setting_rows.rows import SettingsController, in_line
from arbor_desktop.ui.team.parts import RowMark, trust_dialog
from arbor_desktop.ui.team.words import away_words, role_word
from arbor_desktop.ui.translation import QT_TR_NOOP, tr, translated


class TeamSection(Section):
    """`said(words)` after something was done."""

    key, name, glyph = "team", QT_TR_NOOP("Team"), "team"
    groups = (Group(QT_TR_NOOP("Received"), ("team.facts", "team.instructions")),)
    said = Signal(str)

    def __init__(self, icons: Icons, settings: SettingsController, clock: Clock) -> None:
        self._clock = clock
        self.state = State()
        super().__init__(icons, settings)

    def build(self) -> None:
        icons, theme = self._icons, self._theme
        keywords = tr("share colleagues members server PostgreSQL invite join leave")
        self.team = self.add(CardBox(theme, tr("Team"), parent=self))
        self.create_button = Button(icons, tr("Create…"), variant="primary", clicked=self.open_create)
        self.join_button = Button(icons, tr("Join…"), clicked=self.open_join)
        self.start = StartRow(
            icons, "team",
            tr("Share memories with your team"),
            tr("Through a PostgreSQL server of your own. You choose what is shared; sensitive memories and "
                "secrets never are."),
            (self.create_button, self.join_button),
        )  # fmt: skip
        self.mark = RowMark(icons, team=True)
        self.invite_button = Button(icons, tr("Invite…"), size="small", clicked=lambda: self.open_invite())
        self.more = IconButton(icons, "more", tr("More"), clicked=self.open_menu)
        self.head = marked(
            self.mark, SettingRow(theme, " ", " ", in_line(theme, self.invite_button, self.more))
        )
        self.head.title.set_style("section")
        self.strip = Strip(icons, self.try_now)
        for row in (self.start, self.head, self.strip):
            self.team.add(row, keywords)
        self.share = self.add(CardBox(theme, tr("Shared"), parent=self))
        self.projects = RowList(theme)
        self.add_button = Button(
            icons, tr("Add a project"), variant="link", icon="plus", clicked=self.add_project
        )
        self.others = marked(
            RowMark(icons, glyph="lock"),
            SettingRow(
                theme, tr("Other projects"), tr("Never shared, unless you share a single memory."),
                self.add_button,
            ),
        )  # fmt: skip
        for part in (self.projects, self.others):
            self.share.add(part, keywords)
        self.receive = self.add_group(self.groups[0])
        self.members = self.add(CardBox(theme, tr("Members"), parent=self))
        self.people = RowList(theme)
        self.members.add(self.people, keywords)
        self._show(self.state)
        self._settings.store_changed.connect(self._changed)

    # What is shown

    def refresh(self) -> None:
        self._settings.try_to(self._read(), self.start.show_error)

    async def _read(self) -> None:
        state = await self._settings.ask("team", self._settings.service.team.state)
        if state != self.state:
            self._show(state)

    def _changed(self, changes: Any) -> None:
        if (
            changes.status or changes.memories or changes.all_memories or changes.projects
        ) and self.isVisible():
            self.refresh()

    def _show(self, state: State) -> None:
        self.state = state
        me = state.me
        if me is not None:
            self._fill(state, me)
        shares = me is not None and me.role != Role.READER
        self.team.set_present(self.start, not state.joined)
        self.team.set_present(self.head, state.joined)
        self.team.set_present(self.strip, bool(state.unreachable_since or state.refused))
        self.share.set_present(self.projects, state.joined)
        self.share.set_present(self.others, shares)
        self.members.set_present(self.people, state.joined)
        for row in self.receive.rows:
            self.receive.set_present(row, state.joined)

    def _fill(self, state: State, me: Member) -> None:
        there = [one for one in state.members if not one.removed]
        owner = me.role == Role.OWNER
        self.mark.set_name(state.team)
        self.head.title.setText(state.team)
        facts = (
            role_word(me.role), state.server, tr("%n members", None, len(there)),
            tr("%n team memories here", None, state.received),
        )  # fmt: skip
        self.head.set_description(" · ".join(filter(None, facts)))
        self.invite_button.setEnabled(owner)
        self.invite_button.setToolTip("" if owner else tr("Only owners can invite."))
        self.strip.show_state(state, self._clock())
        self.projects.set_rows([self._project(one, me) for one in state.projects])
        self.people.set_rows([self._member(one, owner=owner) for one in sorted(there, key=lambda m: m.me)])

    def _project(self, one: SharedProject, me: Member) -> QWidget:
        known = next(
            (row for row in self.projects.rows if isinstance(row, ProjectRow) and row.key == one.key), None
        )
        row = known or ProjectRow(self._icons, self, one)
        row.show_project(one, shares=me.role != Role.READER)
        return row

    def _member(self, one: Member, *, owner: bool) -> QWidget:
        known = next(
            (row for row in self.people.rows if isinstance(row, MemberRow) and row.member.id == one.id), None
        )
        row = known or MemberRow(self._icons, self, one)
        row.show_member(one, self._clock(), owner=owner, waiting=self.state.waiting)
        return row

    # What the person does

    def try_now(self) -> None:
        """Exchange memories with the server now."""
        self.strip.set_busy(True)
        self._settings.try_to(self._sync(), self._not_synced)

    async def _sync(self) -> None:
        report: Report = await self._settings.change(
            self._settings.service.team.sync, ask=True, ordered=False
        )
        self.strip.set_busy(False)
        self.head.show_error("\n".join(map(translated, report.problems)))
        self.said.emit(
            tr("Synchronized: {sent}, {received}").format(
                sent=tr("%n changes sent", None, report.sent),
                received=tr("%n memories received", None, len(report.received)),
            )
        )
        self.refresh()

    def _not_synced(self, why: str) -> None:
        self.strip.set_busy(False)
        if self.strip.isHidden():
            self.head.show_error(why)
        self.refresh()

    def _do(
        self, call: Callable[..., Any], *args: Any, row: SettingRow | None = None, server: bool = False
    ) -> None:
        """Make a change; its error is said in `row`. No other waits for one that needs the `server`."""
        place = row or self.head

        async def done() -> None:
            place.show_error("")
            await self._settings.change(call, *args, ordered=not server)
            self.refresh()

        def failed(why: str) -> None:
            place.show_error(why)
            self._show(self.state)  # a switch goes back

        self._settings.try_to(done(), failed)

    def open_menu(self) -> None:
        """Offer what is rarely done."""
        menu = CommandMenu(
            self._icons, self, lambda name: self.try_now() if name == "sync" else self.ask_to_leave()
        )
        menu.add("sync", tr("Sync now"), "refresh")
        menu.add("leave", tr("Leave…"), "x")
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))

    def open_create(self) -> FormSheet:
        """Let the person create a team."""
        sheet = FormSheet(
            self._icons, self._settings, self.window(), tr("Create a team"), tr("Create"),
            self._settings.service.team.create,
            (
                (tr("Server address"), "postgresql://user:password@host/database"),
                (tr("Team name"), ""), (tr("Your name"), ""),
            ),
        )  # fmt: skip
        sheet.purpose.setText(
            tr("Arbor adds its tables to a PostgreSQL database in which you may create roles.")
        )
        return self._opened(sheet, tr("Team created"))

    def open_join(self) -> FormSheet:
        """Let the person join a team."""
        sheet = FormSheet(
            self._icons, self._settings, self.window(), tr("Join a team"), tr("Join"),
            lambda string, name: self._settings.service.team.join(string, name or None),
            ((tr("Invitation"), "arbor-team:…"), (tr("Your name"), tr("As in the invitation"))), needed=1,
        )  # fmt: skip
        sheet.purpose.setText(tr("Paste the invitation that an owner of the team sent you. It works once."))
        return self._opened(sheet, tr("Joined the team"))

    def open_invite(self, again: Member | None = None) -> InviteSheet:
        """Let an owner invite somebody, or a member `again`."""
        return opened(InviteSheet(self._icons, self._settings, self.window(), again))

    def _opened(self, sheet: FormSheet, said: str) -> FormSheet:
        sheet.answered.connect(lambda: self.said.emit(said))
        sheet.finished.connect(self.refresh)
        return opened(sheet)

    def share_project(self, row: ProjectRow, path: str, on: bool) -> None:
        """Share what is new in a project, or only single memories."""
        self._do(self._settings.service.team.share_project, path, on, row=row)

    def add_project(self) -> QFileDialog:
        """Let the person choose a project whose memories are shared."""
        share = self._settings.service.team.share_project
        return choose_folder(
            self,
            tr("Folder of the project"),
            lambda path: self._do(share, path, True, row=self.others),
        )

    def choose_project(self, row: ProjectRow) -> QFileDialog:
        """Let the person choose the folder that a project of the team has here."""
        set_project = self._settings.service.team.set_project
        return choose_folder(
            self,
            tr("Folder of the project"),
            lambda path: self._do(set_project, row.key, path, row=row),
        )

    def trust(self, one: Member) -> None:
        """Ask before a member is trusted; trust one no longer at once."""
        trust = self._settings.service.team.trust
        if one.trusted:
            self._do(trust, one.id, False)
        else:
            self._asked(trust_dialog(self._icons, one.name, self.window()), trust, one.id)

    def change_member(self, one: Member, name: str) -> None:
        """Give a member another role, invite one again, or ask before one is removed."""
        team = self._settings.service.team
        if name == "again":
            self.open_invite(one)
            return
        if name != "remove":
            self._do(team.set_role, one.id, name, server=True)
            return
        dialog = AskDialog(
            self._icons, tr("Remove {name}?").format(name=one.name),
            (
                tr("{name} can no longer reach the server, but keeps what was received. The team keeps the "
                    "memories that {name} shared.").format(name=one.name),
            ),
            tr("Remove"), danger=True, parent=self.window(),
        )  # fmt: skip
        self._asked(dialog, team.remove, one.id)

    def ask_to_leave(self) -> AskDialog:
        """Ask before the person leaves."""
        dialog = AskDialog(
            self._icons, tr("Leave {team}?").format(team=self.state.team),
            (
                tr("You leave on all your computers. Memories of others are deleted here. What you shared "
                    "stays with the team, unless you withdraw it first."),
            ),
            tr("Leave"), danger=True, parent=self.window(),
        )  # fmt: skip
        return self._asked(dialog, self._settings.service.team.leave, told=self._left)

    def _left(self, reached: bool) -> None:
        if not reached:
            self.said.emit(tr("You left here. The server did not respond: an owner can remove you from it."))

    def _asked(
        self,
        dialog: AskDialog,
        call: Callable[..., Any],
        *args: str,
        told: Callable[[Any], object] = lambda answer: None,
    ) -> AskDialog:
        """Make a change once the person agrees. `told` gets its answer."""

        async def done() -> None:
            answer = await self._settings.change(call, *args, ordered=False)
            dialog.finish()
            told(answer)
            self.refresh()

        dialog.confirmed.connect(lambda: self._settings.try_to(done(), dialog.fail))
        return opened(dialog)


def marked(mark: RowMark, row: SettingRow) -> SettingRow:
    """Put a mark at the left of a row."""
    line = row.layout()
    assert isinstance(line, QBoxLayout)
    line.insertWidget(0, mark, 0, MIDDLE)
    return row


class Strip(SettingRow):
    """Says that the server is out of reach, quietly, or that it refuses this person."""

    def __init__(self, icons: Icons, try_now: Callable[[], object]) -> None:
        self.button = Button(icons, tr("Try now"), size="small", icon="refresh", clicked=try_now)
        self._marks = RowMark(icons, glyph="server-off"), RowMark(icons, glyph="warning", token="danger")
        super().__init__(icons.theme, " ", " ", self.button)
        self._theme = icons.theme
        for mark in self._marks:
            marked(mark, self)

    def show_state(self, state: State, now: int) -> None:
        """Show why nothing is exchanged."""
        if state.refused:
            title, about = tr("The server refuses access"), translated(state.refused)
        else:
            title, about = away_words(state, now)
        self.title.setText(title)
        self.title.set_token("danger" if state.refused else "text")
        self.set_description(about)
        for mark, shown in zip(self._marks, (not state.refused, bool(state.refused)), strict=True):
            mark.setVisible(shown)

    def set_busy(self, on: bool) -> None:
        """Show that the server is tried."""
        self.button.setEnabled(not on)
        self.button.set_label(tr("Trying…") if on else tr("Try now"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, color = QPainter(self), self._theme.color("sunken")
        rounded(painter, self.rect(), self._theme.px(7), color)
        painter.fillRect(QRect(0, 0, self.width(), self.height() // 2), color)


class ProjectRow(SettingRow):
    """A project: a switch that shares all that is new in it, or a button that chooses its folder."""

    def __init__(self, icons: Icons, section: TeamSection, one: SharedProject) -> None:
        self.key, self._path = one.key, one.path
        self.switch = Switch(icons.theme, tr("Share every new memory of {project}").format(project=one.name))
        self.switch.clicked.connect(lambda on: section.share_project(self, self._path, on))
        self.choose = Button(
            icons,
            tr("Choose folder…"),
            size="small",
            icon="folder",
            clicked=lambda: section.choose_project(self),
        )
        self.choose.setAccessibleName(tr("Choose the folder of {project}").format(project=one.name))
        super().__init__(icons.theme, one.name, " ", in_line(icons.theme, self.switch, self.choose))
        marked(RowMark(icons, glyph="folder"), self)

    def show_project(self, one: SharedProject, *, shares: bool) -> None:
        """Show the project as it is now. `shares`: whether the person may share."""
        self._path = one.path
        self.title.setText(one.name)
        self.switch.setChecked(one.everything)
        self.switch.setVisible(shares and bool(one.path))
        self.choose.setVisible(not one.path)
        counts = [tr("%n shared", None, one.shared)] if one.shared else []
        if one.received:
            counts.append(tr("%n received", None, one.received))
        parts = [", ".join(counts) + "."] if counts else []
        if not one.path:
            parts.append(tr("Until you choose its folder here, no session gets its memories."))
        elif one.everything:
            parts.insert(0, tr("Shares every new memory, except Sensitive and Never share."))
        elif shares:
            parts.insert(0, tr("Shares only memories you choose."))
        self.set_description(" ".join(parts))


class MemberRow(SettingRow):
    """A member, whether the person trusts them, and what an owner may do."""

    def __init__(self, icons: Icons, section: TeamSection, one: Member) -> None:
        self._icons, self._section = icons, section
        self.member = one
        self.trust = Button(icons, "", size="small", clicked=lambda: section.trust(self.member))
        self.more = IconButton(
            icons, "more", tr("More for {name}").format(name=one.name), clicked=self.open_menu
        )
        super().__init__(icons.theme, one.name, " ", in_line(icons.theme, self.trust, self.more))
        marked(RowMark(icons, name=one.name), self)

    def show_member(self, one: Member, now: int, *, owner: bool, waiting: int) -> None:
        """Show the member as it is now. `owner`: the person is one."""
        self.member = one
        self.title.setText(tr("{name} (you)").format(name=one.name) if one.me else one.name)
        parts = [role_word(one.role), *([tr("%n shared", None, one.shares)] if one.shares else [])]
        if one.invited:
            parts.append(tr("invited"))
        elif one.me and waiting:
            parts.append(tr("%n waiting", None, waiting))
        elif one.last_change is not None:
            parts.append(tr("last change {when}").format(when=age(one.last_change, now)))
        self.set_description(" · ".join(parts))
        self.trust.setVisible(not one.me and one.role != Role.READER)
        self.trust.set_glyph("check" if one.trusted else None)
        self.trust.set_label(tr("Trusted") if one.trusted else tr("Trust"))
        words = tr("Stop trusting {name}") if one.trusted else tr("Trust {name}")
        self.trust.setAccessibleName(words.format(name=one.name))
        self.trust.setToolTip(self.trust.accessibleName() if one.trusted else "")
        self.more.setVisible(owner and not one.me)

    def open_menu(self) -> CommandMenu:
        """Offer what an owner may do."""
        menu = CommandMenu(self._icons, self, lambda name: self._section.change_member(self.member, name))
        for role, words in (
            (Role.OWNER, tr("Make owner")), (Role.MEMBER, tr("Make member")), (Role.READER, tr("Make reader"))
        ):  # fmt: skip
            if role != self.member.role:
                menu.add(role.value, words, "team")
        menu.add("again", tr("Invite again…"), "refresh")
        menu.addSeparator()
        menu.add("remove", tr("Remove…"), "trash")
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))
        return menu


class FormSheet(Sheet):
    """Fields, and a call that takes their texts. `answered(answer)`, after which the sheet closes."""

    answered = Signal(object)

    def __init__(
        self,
        icons: Icons,
        settings: SettingsController,
        parent: QWidget,
        title: str,
        do: str,
        call: Callable[..., Any],
        fields: Sequence[tuple[str, str]],
        needed: int | None = None,
    ) -> None:
        """`fields`: name and placeholder of each; the first `needed` of them may not be empty."""
        super().__init__(icons, title, do, parent=parent)
        self._settings, self._call = settings, call
        self.fields: list[TextField] = []
        for name, placeholder in fields:
            field = TextField(icons, name, placeholder, parent=self.body)
            field.textChanged.connect(self._check)
            self.fields.append(field)
            self.add_part(name, field)
        self._needed = self.fields[:needed]
        self.confirmed.connect(lambda: self._settings.try_to(self._run(), self.fail))
        self._check()

    def add_part(self, name: str, part: QWidget) -> None:
        """Append a control below its name."""
        label = Label(self._theme, name, "small500", "text2", parent=self.body)
        self.column.addLayout(vbox(label, (part, 0), gap=self._theme.px(4)))

    def _check(self) -> None:
        self.can_do = all(field.text().strip() for field in self._needed)
        self.do.setEnabled(self.can_do)

    def values(self) -> list[str]:
        """Return what the call takes."""
        return [field.text().strip() for field in self.fields]

    async def _run(self) -> None:
        answer = await self._settings.change(self._call, *self.values(), ordered=False)
        self.finish(answer)

    def finish(self, answer: object) -> None:
        """It is done."""
        self.accept()
        self.answered.emit(answer)


class InviteSheet(FormSheet):
    """Name and role of who is invited; then the invitation, which is shown only here."""

    def __init__(
        self, icons: Icons, settings: SettingsController, parent: QWidget, again: Member | None
    ) -> None:
        """`again`: a member with a new computer or a lost password."""
        super().__init__(
            icons, settings, parent, tr("Invite to the team"), tr("Invite"),
            partial(settings.service.team.invite, again=again is not None), ((tr("Name"), ""),),
        )  # fmt: skip
        self.role = Segment(icons, tr("Role"), self.body)
        for role in (Role.MEMBER, Role.READER, Role.OWNER):
            self.role.add(role.value, role_word(role))
        self.add_part(tr("Role"), self.role)
        if again is not None:
            self.fields[0].setText(again.name)
            self.role.set_current(again.role.value)
            self.fields[0].setEnabled(False)
            self.role.setEnabled(False)
        self.string = TextField(icons, tr("Invitation"), parent=self.body)
        self.string.setReadOnly(True)
        self.string.setFont(icons.theme.font("mono"))
        self.copy = Button(
            icons, tr("Copy"), icon="copy", clicked=lambda: copy_for_a_minute(self.string.text())
        )
        warning = tr("It works once, within a week, and is not shown again. Send it privately.")
        self.shown = QWidget(self.body)
        vbox(
            hbox((self.string, 1), self.copy, gap=icons.theme.px(8)), GlyphLine(icons, "lock", warning),
            on=self.shown, gap=icons.theme.px(12),
        )  # fmt: skip
        self.shown.hide()
        self.column.addWidget(self.shown)
        self.column.addStretch(1)

    def values(self) -> list[str]:
        return [*super().values(), str(self.role.current)]

    def finish(self, answer: object) -> None:
        """Show the string in place of the fields."""
        for part in (*self.fields, self.role):
            part.setEnabled(False)
        self.purpose.setText(
            tr("{name} joins under Settings → Team → Join with this invitation.").format(
                name=self.values()[0]
            )
        )
        self.string.setText(str(answer))
        self.string.setCursorPosition(0)
        self.shown.show()
        self.do.hide()
        self.cancel.set_label(tr("Done"))
        self.cancel.setEnabled(True)
        self.fit()
        self.copy.setFocus()
        self.answered.emit(answer)
