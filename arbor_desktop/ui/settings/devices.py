"""Devices with the same memories, how to add one, and the folder through which they exchange changes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.devices.operations import CODE_MS, Other, Report, State, own_name
from arbor_desktop.devices.sealing import WORDS
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components import (
    AskDialog,
    Badge,
    Button,
    Label,
    Notice,
    ProgressBar,
    SettingRow,
    TextField,
)
from arbor_desktop.ui.components.boxes import STRETCH, hbox, vbox
from arbor_desktop.ui.components.dialogs import Sheet
from arbor_desktop.ui.components.menus import choose_folder, opened
from arbor_desktop.ui.encryption.recovery_code import copy_for_a_minute
from arbor_desktop.ui.formatting import short_path
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.cards import CardBox, RowList, Section, StartRow
from arbor_desktop.ui.setting_rows.rows import SettingsController, in_line
from arbor_desktop.ui.settings.word_fields import WordFields
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.translation import QT_TR_NOOP, tr, translated

_LOOKS_EVERY_MS = 2000
"""Pause between two looks for the device that is being added."""


class DevicesSection(Section):
    """`said(words)` after something was done."""

    key, name, glyph = "devices", QT_TR_NOOP("Devices"), "computer"
    said = Signal(str)

    def __init__(self, icons: Icons, settings: SettingsController, clock: Clock) -> None:
        self._clock = clock
        self.state: State | None = None
        super().__init__(icons, settings)

    def build(self) -> None:
        self.devices = self.add(CardBox(self._theme, tr("Your devices"), parent=self))
        self.join_button = Button(self._icons, tr("Join…"), clicked=self.open_join)
        self.begin_button = Button(
            self._icons, tr("Add a device…"), variant="primary", icon="plus", clicked=self.add_device
        )
        self.start = StartRow(
            self._icons, "devices",
            tr("Use the same memories on all your computers"),
            tr("Arbor syncs through a folder that another program synchronizes, such as Dropbox or "
                "Syncthing, or through a USB stick. Arbor encrypts its files there."),
            (self.begin_button, self.join_button),
        )  # fmt: skip
        keywords = tr("sync synchronize computers laptop pair join")
        self.devices.add(self.start, keywords)
        self.now_button = Button(
            self._icons, tr("Sync now"), size="small", icon="refresh", clicked=self.sync_now
        )
        self.add_button = Button(
            self._icons, tr("Add a device…"), size="small", icon="plus", clicked=self.add_device
        )
        self.exchange = SettingRow(
            self._theme, tr("Last sync"), " ", in_line(self._theme, self.now_button, self.add_button)
        )
        self.devices.add(self.exchange, keywords)
        self.list = RowList(self._theme)
        self.devices.add(self.list, keywords)
        self.sync = self.add(CardBox(self._theme, tr("Sync"), parent=self))
        self.folder = SettingRow(self._theme, tr("Folder"), " ")
        self.kept_back = SettingRow(self._theme, tr("Only on this device"), " ")
        self.projects = RowList(self._theme)
        self.leave_button = Button(
            self._icons, tr("Leave…"), variant="danger", size="small", clicked=self.ask_to_leave
        )
        self.leave_button.setAccessibleName(tr("Leave your devices"))
        self.leave_row = SettingRow(
            self._theme, tr("Leave your devices"),
            tr("Stops synchronizing this device. Its memories stay."), self.leave_button,
        )  # fmt: skip
        for row in (self.folder, self.kept_back, self.projects, self.leave_row):
            self.sync.add(row, keywords)
        self._show(None)
        self._settings.store_changed.connect(self._changed)

    # What is shown

    def refresh(self) -> None:
        self._settings.try_to(self._read(), self.start.show_error)

    async def _read(self) -> None:
        self._show(await self._settings.ask("devices", self._settings.service.devices.state))

    def _changed(self, changes: Changes) -> None:
        if (changes.status or changes.memories or changes.all_memories) and self.isVisible():
            self.refresh()

    def _show(self, state: State | None) -> None:
        if state == self.state and state is not None:
            return
        self.state = state
        joined = state is not None and state.joined
        if state is not None:
            self._fill(state)
        self.devices.set_present(self.start, not joined)
        for row in (self.exchange, self.list):
            self.devices.set_present(row, joined)
        for row in (self.folder, self.kept_back, self.projects, self.leave_row):
            self.sync.set_present(row, joined)

    def _fill(self, state: State) -> None:
        when = ago(state.synced_at, self._clock()) if state.synced_at else tr("never")
        self.exchange.set_description(when[:1].upper() + when[1:])
        self.exchange.error.set_token("warn")  # files that are late or missing; they may still arrive
        self.exchange.show_error("\n".join(map(translated, state.problems)))
        waiting = tr("%n changes to send", None, state.pending) if state.pending else tr("Up to date")
        here = Badge(self._icons, tr("This device"), "neutral")
        self.list.set_rows(
            [SettingRow(self._theme, state.device, waiting, here), *map(self._device_row, state.devices)]
        )
        self.folder.set_description(short_path(state.folder))
        self.kept_back.set_description(
            tr("%n memories that are never shared or belong to ignored projects", None, state.kept_back)
        )
        self.projects.set_rows([self._project_row(key) for key in state.projects])

    def _device_row(self, one: Other) -> SettingRow:
        seen = tr("Not seen yet")
        if one.last_seen:
            seen = tr("Seen {when}").format(when=ago(one.last_seen, self._clock()))
        if one.pending:
            seen += " · " + tr("Your deletions haven't reached it yet")
        remove = Button(self._icons, tr("Remove…"), size="small", clicked=lambda: self.ask_to_remove(one))
        remove.setAccessibleName(tr("Remove {device}").format(device=one.name))
        return SettingRow(self._theme, one.name, seen, remove)

    def _project_row(self, key: str) -> SettingRow:
        name = key.partition(" ")[2].partition(" ")[0]
        choose = Button(
            self._icons, tr("Choose folder…"), size="small", icon="folder",
            clicked=lambda: self.choose_project(key),
        )  # fmt: skip
        choose.setAccessibleName(tr("Choose the folder of {project}").format(project=name))
        about = tr(
            "A project of another device. Until you choose its folder here, no session gets its memories."
        )
        return SettingRow(self._theme, name, about, choose)

    # What the person does

    def sync_now(self) -> None:
        """Exchange changes now."""
        self.now_button.setEnabled(False)
        self._settings.try_to(self._sync(), self._not_synced)

    async def _sync(self) -> None:
        report: Report = await self._settings.change(self._settings.service.devices.sync, ask=True)
        self.now_button.setEnabled(True)
        self.said.emit(
            tr("Synchronized: {sent}, {received}").format(
                sent=tr("%n changes sent", None, report.sent),
                received=tr("%n memories received", None, len(report.received)),
            )
        )
        self.refresh()

    def _not_synced(self, why: str) -> None:
        self.now_button.setEnabled(True)
        self._fail(why)
        self.refresh()

    def add_device(self) -> None:
        """Show the words for another device; the first time, after the folder was chosen."""
        if self.state is not None and self.state.joined:
            self._pair(None)
        else:
            choose_folder(self, tr("Folder that another program synchronizes"), self._pair)

    def _pair(self, folder: str | None) -> None:
        self._settings.try_to(self._show_words(folder), self._fail)

    async def _show_words(self, folder: str | None) -> None:
        known = {one.id for one in (self.state.devices if self.state is not None else ())}
        code, until = await self._settings.change(self._settings.service.devices.pair, folder)
        sheet = PairSheet(self._icons, self._settings, self.window(), known, code, until, self._clock)
        sheet.joined.connect(lambda name: self.said.emit(tr("{device} joined").format(device=name)))
        sheet.finished.connect(self.refresh)
        opened(sheet)
        self.refresh()

    def _fail(self, why: str) -> None:
        self.exchange.error.set_token("danger")
        (self.exchange if self.state is not None and self.state.joined else self.start).show_error(why)

    def open_join(self) -> JoinSheet:
        """Let the person type the words that another device shows."""
        sheet = JoinSheet(self._icons, self._settings, self.window())
        sheet.joined.connect(lambda: self.said.emit(tr("This device joined")))
        sheet.finished.connect(self.refresh)
        return opened(sheet)

    def choose_project(self, key: str) -> QFileDialog:
        """Let the person choose the folder that a project of another device has here."""
        set_project = self._settings.service.devices.set_project
        return choose_folder(
            self, tr("Folder of the project"),
            lambda path: self._settings.do(self._fail, set_project, key, path),
        )  # fmt: skip

    def ask_to_remove(self, one: Other) -> AskDialog:
        """Ask before a device is removed."""
        return self._asked(
            tr("Remove {device}?").format(device=one.name),
            tr("It keeps the memories it has, and gets no new ones. Your other devices get a new key."),
            tr("Remove"), self._settings.service.devices.remove, one.id,
        )  # fmt: skip

    def ask_to_leave(self) -> AskDialog:
        """Ask before this device leaves."""
        return self._asked(
            tr("Leave your devices?"),
            tr("This device stops synchronizing. Its memories stay, and the others keep theirs."),
            tr("Leave"), self._settings.service.devices.leave,
        )  # fmt: skip

    def _asked(self, title: str, about: str, do: str, call: Callable[..., Any], *args: str) -> AskDialog:
        dialog = AskDialog(self._icons, title, (about,), do, danger=True, parent=self.window())

        async def done() -> None:
            await self._settings.change(call, *args)
            dialog.finish()
            self.refresh()

        dialog.confirmed.connect(lambda: self._settings.try_to(done(), dialog.fail))
        return opened(dialog)


class PairSheet(Sheet):
    """The words with which another device joins. `joined(name)`, after which the sheet closes."""

    joined = Signal(str)

    def __init__(
        self,
        icons: Icons,
        settings: SettingsController,
        parent: QWidget,
        known: Collection[str],
        code: str,
        until: int,
        clock: Clock,
    ) -> None:
        """`known`: ids of the devices that have joined before."""
        super().__init__(icons, tr("Add a device"), "", parent=parent)
        self.do.hide()
        self._settings = settings
        self._known, self._clock = known, clock
        self.purpose.setText(tr("On the other device: Settings → Devices → Join. Type these words there."))
        self.code = code
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(icons.theme.px(24))
        self.words = [Label(icons.theme, "", "mono", parent=self.body) for _ in range(WORDS)]
        for number, label in enumerate(self.words):
            self._grid.addWidget(label, number % (WORDS // 2), number // (WORDS // 2))
        self.column.addLayout(self._grid)
        self.copy = Button(icons, tr("Copy words"), size="small", icon="copy")
        self.copy.clicked.connect(lambda: copy_for_a_minute(self.code))
        self.valid = Label(icons.theme, "", "small", "text2")
        self.renew = Button(icons, tr("New words"), variant="quiet", size="small", icon="refresh")
        self.renew.clicked.connect(lambda: self._settings.try_to(self._renew(), self.fail))
        px = icons.theme.px
        self.column.addLayout(hbox(self.copy, self.renew, STRETCH, gap=px(12)))
        self.left = ProgressBar(icons.theme, tr("Time left"), self.body)
        self.column.addLayout(hbox((self.left, 1), self.valid, gap=px(12)))
        warning = Notice(icons, self.body)
        warning.close_button.hide()
        warning.show_notice(
            tr("These words open all your memories. Type them only on a device of yours."), "warn"
        )
        self.column.addWidget(warning)
        self.column.addStretch(1)
        self.kept.setText(tr("Waiting for the other device"))
        self._show_code(code, until)
        self.finished.connect(self._stop)
        self._timer = QTimer(self, interval=_LOOKS_EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def _show_code(self, code: str, until: int) -> None:
        self.code = code
        for number, (label, word) in enumerate(zip(self.words, code.split(), strict=True), 1):
            label.setText(f"{number}  {word}")
        moment = datetime.fromtimestamp(until / 1000, UTC).astimezone()
        self._until = until
        self._show_left()
        self.valid.setText(tr("Valid until {time}, for one device").format(time=f"{moment:%H:%M}"))

    def _show_left(self) -> None:
        self.left.set_value(max(0, self._until - self._clock()) // 1000, CODE_MS // 1000)

    async def _renew(self) -> None:
        self._show_code(*await self._settings.change(self._settings.service.devices.pair))
        self._timer.start()

    def look(self) -> None:
        """Look whether the other device has joined."""
        self._show_left()
        self._settings.try_to(self._look(), self.fail)

    async def _look(self) -> None:
        devices = self._settings.service.devices

        def look() -> tuple[bool, State]:
            devices.sync()
            return devices.shows_code(), devices.state()

        shown, state = await self._settings.ask("pairing", look)
        new = [one.name for one in state.devices if one.id not in self._known]
        if new:
            self._timer.stop()
            self.accept()
            self.joined.emit(new[0])
        elif not shown:
            self._timer.stop()
            self.valid.setText(tr("These words are no longer valid."))

    def _stop(self) -> None:
        self._timer.stop()
        self._settings.do(lambda _why: None, self._settings.service.devices.stop_pairing)


class JoinSheet(Sheet):
    """The words, the folder and this device's name. `joined` when it did."""

    joined = Signal()

    def __init__(self, icons: Icons, settings: SettingsController, parent: QWidget) -> None:
        super().__init__(icons, tr("Join your devices"), tr("Join"), parent=parent)
        self._settings = settings
        self._folder = ""
        self.purpose.setText(
            tr("Type the eight words that the other device shows. Four letters of each are enough.")
        )
        self.code = WordFields(icons, self.body)
        self.code.changed.connect(self._check)
        self.choose_button = Button(icons, tr("Choose…"), size="small", icon="folder")
        self.choose_button.clicked.connect(self.choose)
        self.choose_button.setAccessibleName(tr("Choose folder"))
        self.folder = Label(icons.theme, tr("The same folder as on the other device"), "small", "text2")
        self.device = TextField(icons, tr("Name of this device"), parent=self.body)
        self.device.setText(own_name())
        self.column.addWidget(self.code)
        for title, parts in (
            (tr("Folder"), (self.choose_button, self.folder, STRETCH)),
            (tr("Name of this device"), (self.device,)),
        ):
            label = Label(icons.theme, title, "small500", "text2")
            self.column.addLayout(vbox(label, hbox(*parts, gap=icons.theme.px(12)), gap=icons.theme.px(4)))
        self.column.addStretch(1)
        self.confirmed.connect(lambda: self._settings.try_to(self._join(), self.fail))
        self._check()

    def choose(self) -> QFileDialog:
        """Let the person choose the folder."""
        return choose_folder(self, tr("Folder that another program synchronizes"), self.set_folder)

    def set_folder(self, path: str) -> None:
        """Take a folder."""
        self._folder = path
        self.folder.setText(short_path(Path(path)))
        self._check()

    def _check(self) -> None:
        self.can_do = self.code.complete and bool(self._folder)
        self.do.setEnabled(self.can_do)
        self.fit()

    async def _join(self) -> None:
        self.kept.setText(tr("Waiting for the other device's files…"))
        name = self.device.text().strip() or None
        await self._settings.change(
            self._settings.service.devices.join, self._folder, self.code.text, name, seconds=20
        )
        self.accept()
        self.joined.emit()

    def fail(self, words: str) -> None:
        self.kept.setText("")
        super().fail(words)
