"""Capture: what Arbor is doing, where it reads, what it never reads, and when it memorizes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.components import Button, ProgressBar, SettingRow, TagEditor
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.rows import NumberRow, SwitchRow
from arbor_desktop.ui.settings.section import Section
from arbor_desktop.ui.settings.sources_card import SourcesCard
from arbor_desktop.ui.settings.words import error_words, short_path, tr
from arbor_desktop.ui.status import status_line


class CaptureSection(Section):
    """`removed(words, bring_back)` after something was taken away that can be brought back by a call."""

    key, name, glyph = "capture", "Capture", "folder"

    removed = Signal(str, object)

    def __init__(self, icons: Icons, desk: SettingsDesk, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(icons, parent)
        now = self.add_card(tr("Now"))
        self.status_row = StatusRow(icons, desk, clock)
        now.add(self.status_row, tr("pause resume watching"))
        self.sources = SourcesCard(icons, desk, self)
        self.cards.append(self.sources)
        self._column.addWidget(self.sources)
        self.sources.removed.connect(self._folder_removed)
        never = self.add_card(tr("Never read"))
        self.exclusions = ExclusionsRow(icons, desk)
        self.exclusions.taken_back.connect(self._exclusion_removed)
        never.add(self.exclusions, tr("ignore exclude folders projects files patterns"))
        when = self.add_card(tr("When conversations are memorized"))
        when.add(SwitchRow(icons, desk, "capture.only_when_asked"), tr("by hand manual"))
        self.quiet = NumberRow(icons, desk, "capture.settle_seconds", tr("seconds"), step=10)
        when.add(self.quiet)
        self.turns = NumberRow(icons, desk, "capture.every_turns", tr("turns"), step=5)
        when.add(self.turns)
        when.add(NumberRow(icons, desk, "capture.rescan_minutes", tr("minutes")), tr("rescan"))
        self._desk = desk
        desk.values.connect(self._values_came)

    def refresh(self) -> None:
        """Looks anew at the folders and at what is done."""
        self.status_row.refresh()
        self.sources.refresh()

    def _folder_removed(self, path: str, source: str | None) -> None:
        words = tr("{folder} is no longer watched").format(folder=short_path(path))
        self.removed.emit(words, lambda: self.sources.add_folder(path, source))

    def _exclusion_removed(self, pattern: str) -> None:
        words = tr("{pattern} may be read again").format(pattern=pattern)
        self.removed.emit(words, lambda: self.exclusions.exclude(pattern))

    def _values_came(self, values: dict[str, Any]) -> None:
        if "capture.only_when_asked" in values:
            for row in (self.quiet, self.turns):
                row.setEnabled(not values["capture.only_when_asked"])


class StatusRow(SettingRow):
    """What capture is doing, with the way to rest it and to go on."""

    def __init__(self, icons: Icons, desk: SettingsDesk, clock: Clock) -> None:
        theme = icons.theme
        self.button = Button(icons, tr("Pause"), size="small", icon="pause")
        self.progress = ProgressBar(theme, tr("Processing"))
        self.progress.setFixedWidth(theme.px(116))
        control = QWidget()
        line = QHBoxLayout(control)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.px(12))
        line.addWidget(self.progress, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.button)
        super().__init__(theme, tr("Ready"), tr("Switch on a source below."), control, one_line=True)
        self.progress.hide()
        self._desk, self._clock = desk, clock
        self.status = ServiceStatus("ready")
        self.button.clicked.connect(self._clicked)
        desk.store_changed.connect(self._changed)

    def refresh(self) -> None:
        self._desk.ask("settings.status", self._desk.service.get_status, self.show_status)

    def show_status(self, status: ServiceStatus) -> None:
        """Shows what the service says."""
        self.status = status
        paused, busy = status.state == "paused", status.state == "processing"
        self.title.setText(status_line(status, self._clock()))
        self.set_description(self._details(status))
        self.button.set_label(tr("Resume") if paused else tr("Pause"))
        self.button.set_glyph("play" if paused else "pause")
        self.progress.setVisible(busy)
        self.progress.set_value(status.done, status.total)

    def _details(self, status: ServiceStatus) -> str:
        if status.state == "paused":
            return tr("Nothing is read. What is written meanwhile is read after you resume.")
        if status.state == "processing":
            return status.current or tr("New and changed conversations are read as they are written.")
        if not status.watching:
            return tr("Switch on a source below.")
        return tr("New and changed conversations are read as they are written.")

    def _clicked(self) -> None:
        self.show_error("")
        service = self._desk.service
        call = service.resume if self.status.state == "paused" else service.pause
        self._desk.do(call, done=lambda _: self.refresh(), failed=lambda e: self.show_error(error_words(e)))

    def _changed(self, changes: Changes) -> None:
        if changes.status or changes.sources or changes.settings:
            self.refresh()


class ExclusionsRow(SettingRow):
    """Folders, projects and patterns that are never read. `taken_back(pattern)` when one was removed."""

    taken_back = Signal(str)

    def __init__(self, icons: Icons, desk: SettingsDesk) -> None:
        setting = desk.describe("capture.excluded")
        self.editor = TagEditor(icons, tr("Never read"), add_text=tr("Add path or pattern"), mono=True)
        self.choose_button = Button(icons, tr("Add folder…"), size="small", icon="plus")
        self.choose_button.clicked.connect(self.choose_folder)
        words = tr("{help} *.tmp.jsonl is a pattern for names, ~/private a folder with all below it.")
        super().__init__(
            icons.theme,
            tr(setting.title),
            words.format(help=tr(setting.help)),
            self.choose_button,
            below=self.editor,
        )
        self.choose_button.setAccessibleName(tr("Add a folder that is never read"))
        self._desk = desk
        self._shown: tuple[str, ...] = ()
        self.editor.changed.connect(self._edited)
        desk.values.connect(self._values_came)

    def choose_folder(self) -> QFileDialog:
        """Lets the person choose a folder that is never read."""
        dialog = QFileDialog(self.window(), tr("Choose a folder that is never read"), str(Path.home()))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Never read"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.exclude)
        dialog.open()
        return dialog

    def exclude(self, pattern: str) -> None:
        """Never reads this from now on."""
        self.show_error("")
        self._desk.do(self._desk.service.exclude, pattern, failed=self._refused)

    def _edited(self, patterns: tuple[str, ...]) -> None:
        for pattern in patterns:
            if pattern not in self._shown:
                self.exclude(pattern)
        for pattern in self._shown:
            if pattern not in patterns:
                self._include(pattern)
        self._shown = patterns

    def _include(self, pattern: str) -> None:
        self.show_error("")
        self._desk.do(
            self._desk.service.include,
            pattern,
            done=lambda _: self.taken_back.emit(pattern),
            failed=self._refused,
        )

    def _values_came(self, values: dict[str, Any]) -> None:
        patterns = tuple(values.get("capture.excluded", self._shown))
        if patterns != self._shown:
            self._shown = patterns
            self.editor.set_tags(patterns)

    def _refused(self, error: BaseException) -> None:
        self.show_error(error_words(error))
        self._shown = tuple(self._desk.known["capture.excluded"])
        self.editor.set_tags(self._shown)
