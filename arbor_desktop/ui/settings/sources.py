"""Sources: what Arbor is reading, from where, what it ignores, and when it reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from arbor_desktop.capture.model import SourceInfo
from arbor_desktop.clock import Clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.components import Button, IconButton, Label, ProgressBar, SettingRow, Switch, TagEditor
from arbor_desktop.ui.components.menus import choose_folder, opened
from arbor_desktop.ui.formatting import short_path
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.cards import CardBox, Group, RowList, Section, Values
from arbor_desktop.ui.setting_rows.rows import (
    SettingsController,
    captured_words,
    files_words,
    imported_words,
    in_line,
)
from arbor_desktop.ui.status import status_line
from arbor_desktop.ui.translation import QT_TR_NOOP, tr

LOOK_AGAIN_MS = 400
"""While conversations are read, changes come in bursts; the rows follow so often at most."""
LOOK_FOR_NEW_MS = 3000


class SourcesSection(Section):
    """What Arbor is reading, from where, what it ignores, and when.

    `removed(words, bring_back)` after something was removed that a call brings back.
    """

    key, name, glyph = "sources", QT_TR_NOOP("Sources"), "folder"
    groups = (
        Group(QT_TR_NOOP("When conversations are read"), ("capture.only_when_asked",)),
        Group(
            QT_TR_NOOP("Timing"),
            ("capture.settle_seconds", "capture.every_turns", "capture.rescan_minutes"),
            advanced=True,
        ),
    )
    removed = Signal(str, object)

    def __init__(self, icons: Icons, settings: SettingsController, clock: Clock) -> None:
        self._clock = clock
        super().__init__(icons, settings)

    def build(self) -> None:
        now = self.add(CardBox(self._theme, tr("Status")))
        self.status_row = StatusRow(self._icons, self._settings, self._clock)
        now.add(self.status_row, tr("pause resume watching"))
        self.sources = self.add(SourcesCard(self._icons, self._settings, self))
        self.sources.removed.connect(self._folder_removed)
        ignored = self.add(CardBox(self._theme, tr("Ignored")))
        self.exclusions = ExclusionsRow(self._icons, self._settings)
        self.exclusions.taken_back.connect(self._exclusion_removed)
        ignored.add(self.exclusions, tr("ignore exclude never read folders projects files patterns"))
        super().build()

    def enabled(self, values: Values) -> dict[str, bool]:
        automatic = not values["capture.only_when_asked"]
        return {"capture.settle_seconds": automatic, "capture.every_turns": automatic}

    def refresh(self) -> None:
        self.status_row.refresh()
        self.sources.refresh()

    def _folder_removed(self, path: str, source: str | None) -> None:
        words = tr("{folder} is no longer read").format(folder=short_path(path))
        self.removed.emit(words, lambda: self.sources.add_folder(path, source))

    def _exclusion_removed(self, pattern: str) -> None:
        words = tr("{pattern} is no longer ignored").format(pattern=pattern)
        self.removed.emit(words, lambda: self.exclusions.exclude(pattern))


class StatusRow(SettingRow):
    """What Arbor is reading, with Pause and Resume."""

    def __init__(self, icons: Icons, settings: SettingsController, clock: Clock) -> None:
        theme = icons.theme
        self.button = Button(icons, tr("Pause"), size="small", icon="pause")
        self.progress = ProgressBar(theme, tr("Reading progress"))
        self.progress.setFixedWidth(theme.px(116))
        super().__init__(
            theme,
            tr("Ready"),
            tr("Turn on a source below."),
            in_line(theme, self.progress, self.button, spacing=12),
            one_line=True,
        )
        self.progress.hide()
        self._settings, self._clock = settings, clock
        self.status = ServiceStatus("ready")
        self.button.clicked.connect(self._clicked)
        settings.store_changed.connect(self._changed)

    def refresh(self) -> None:
        self._settings.start(self._read())

    async def _read(self) -> None:
        self.show_status(await self._settings.ask("status", self._settings.service.get_status))

    def show_status(self, status: ServiceStatus) -> None:
        """Show what the service says."""
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
            return tr("Nothing is read until you resume.")
        if status.state == "processing":
            return status.current or tr("Arbor finds new and changed conversations automatically.")
        if not status.watching:
            return tr("Turn on a source below.")
        return tr("Arbor finds new and changed conversations automatically.")

    def _clicked(self) -> None:
        self.show_error("")
        service = self._settings.service
        call = service.resume if self.status.state == "paused" else service.pause
        self._settings.try_to(self._do(call), self.show_error)

    async def _do(self, call: Callable[[], object]) -> None:
        await self._settings.change(call)
        self.refresh()

    def _changed(self, changes: Changes) -> None:
        if changes.status or changes.sources or changes.settings:
            self.refresh()


class ExclusionsRow(SettingRow):
    """Folders, projects and patterns that are never read. `taken_back(pattern)` when one was removed."""

    taken_back = Signal(str)

    def __init__(self, icons: Icons, settings: SettingsController) -> None:
        setting = settings.describe("capture.excluded")
        self.editor = TagEditor(icons, tr("Ignored"), add_text=tr("Add path or pattern"), mono=True)
        self.choose_button = Button(icons, tr("Add folder…"), size="small", icon="plus")
        self.choose_button.clicked.connect(self.choose_folder)
        words = tr("{help} Examples: *.tmp.jsonl, ~/private.")
        super().__init__(
            icons.theme,
            tr(setting.title),
            words.format(help=tr(setting.help)),
            self.choose_button,
            below=self.editor,
        )
        self.choose_button.setAccessibleName(tr("Add folder to ignore"))
        self._settings = settings
        self._shown: tuple[str, ...] = ()
        self.editor.changed.connect(self._edited)
        settings.values.connect(self._values_came)

    def choose_folder(self) -> QFileDialog:
        """Let the person choose a folder that is never read."""
        return choose_folder(self, tr("Choose a folder to ignore"), self.exclude, accept=tr("Ignore"))

    def exclude(self, pattern: str) -> None:
        """Never read this from now on."""
        self.show_error("")
        self._settings.try_to(self._ignore(pattern), self._refused)

    async def _ignore(self, pattern: str) -> None:
        if not await self._settings.change(self._settings.service.exclude, pattern):
            self.show_error(tr("Arbor knows nothing that matches {pattern} now.").format(pattern=pattern))

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
        self._settings.try_to(self._stop_ignoring(pattern), self._refused)

    async def _stop_ignoring(self, pattern: str) -> None:
        await self._settings.change(self._settings.service.include, pattern)
        self.taken_back.emit(pattern)

    def _values_came(self, values: dict[str, Any]) -> None:
        patterns = tuple(values.get("capture.excluded", self._shown))
        if patterns != self._shown:
            self._shown = patterns
            self.editor.set_tags(patterns)

    def _refused(self, why: str) -> None:
        self.show_error(why)
        self._shown = tuple(self._settings.known["capture.excluded"])
        self.editor.set_tags(self._shown)


class SourceRow(SettingRow):
    """One source. `switched(name, on)`, `removed(name)`, `retried(name)`, `import_wanted(name)`."""

    switched = Signal(str, bool)
    removed = Signal(str)
    retried = Signal(str)
    import_wanted = Signal(str)

    def __init__(self, icons: Icons, info: SourceInfo) -> None:
        self.name = info.name
        theme = icons.theme
        self.facts = Label(theme, "", "small", "text2", wrap=True)
        self.retry = Button(icons, tr("Try again"), size="small", icon="refresh")
        self.retry.clicked.connect(lambda: self.retried.emit(self.name))
        self.switch = Switch(theme, tr("Read conversations from {source}").format(source=info.label))
        self.switch.clicked.connect(lambda on: self.switched.emit(self.name, on))
        self.remove = IconButton(icons, "x", tr("Remove {folder}").format(folder=info.path))
        self.remove.clicked.connect(lambda: self.removed.emit(self.name))
        self.choose = Button(icons, tr("Import…"), size="small", icon="download")
        self.choose.setAccessibleName(tr("Import {source}").format(source=info.label))
        self.choose.clicked.connect(lambda: self.import_wanted.emit(self.name))
        controls = in_line(theme, self.retry, self.choose, self.switch, self.remove)
        super().__init__(theme, info.label, _where(info), controls, below=self.facts)
        if info.kind == "folder":
            self.description.set_style("mono_small")
        self.setAccessibleName(info.label)
        self._counted: tuple[int, int] | None = None
        self.show_info(info)

    def show_info(self, info: SourceInfo, *, sizes: bool = False) -> None:
        """Show how the source is now. `sizes`: its files were counted, else the last count stays."""
        if sizes:
            self._counted = info.files, info.bytes
        self.info = info
        self.set_description(_where(info))
        self.facts.setText(self._facts(info))
        self.switch.setVisible(not info.added and info.kind != "export")
        self.choose.setVisible(info.kind == "export")
        self.remove.setVisible(info.added)
        self.switch.setChecked(info.enabled)
        # What is gone can still be switched off.
        self.switch.setEnabled(info.found or info.enabled)
        self.switch.setAccessibleDescription(f"{info.path}. {self.facts.text()}")
        self.retry.setVisible(bool(info.error))
        self.show_error(
            tr("Couldn't read this source: {reason}").format(reason=info.error) if info.error else ""
        )

    def _facts(self, info: SourceInfo) -> str:
        if info.kind == "export":
            return imported_words(info.conversations)
        if not info.found and info.kind == "projects":
            return tr("Not found in your projects")
        if not info.found:
            gone = tr("This folder is missing. Arbor will read it again when it's back.")
            return gone if info.enabled else tr("Not found on this computer")
        parts = []
        if not info.error:
            parts.append(files_words(*self._counted) if self._counted is not None else tr("Counting…"))
        if info.conversations or info.enabled:
            parts.append(captured_words(info.conversations))
        return " · ".join(parts)


def _where(info: SourceInfo) -> str:
    if info.kind == "export":
        return tr("Choose the export file you downloaded, or drop it on this window.")
    if info.kind == "projects":
        return tr("In your project folders")
    first = short_path(info.path)
    more = len(info.paths) - 1
    return first if more < 1 else tr("{folder} and {n} more").format(folder=first, n=more)


def _downloads() -> str:
    """Return the folder of downloads, else the person's own folder."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
    return folder if folder and Path(folder).is_dir() else str(Path.home())


def _is_absent(info: SourceInfo) -> bool:
    return not info.found and not info.enabled and not info.added


class SourcesCard(CardBox):
    """`removed(path, source)` when an added folder was taken away, so that it can be brought back;
    `import_wanted(paths)` for exports that were chosen."""

    removed = Signal(str, object)
    import_wanted = Signal(object)

    def __init__(self, icons: Icons, settings: SettingsController, parent: QWidget | None = None) -> None:
        super().__init__(
            icons.theme,
            tr("Sources"),
            tr("Arbor reads only sources that you turn on, and sessions of AI tools that you connect."),
            parent,
        )  # fmt: skip
        self._icons, self._settings, self._service = icons, settings, settings.service
        self.list = RowList(icons.theme)
        self.add(self.list, tr("sources folders conversations consent"))
        self.absent_row = SettingRow(icons.theme, tr("Supported, but not found on this computer"), "")
        self.add(self.absent_row, tr("sources assistants"))
        self.add_button = Button(icons, tr("Add folder…"), size="small", icon="plus")
        self.add_button.clicked.connect(self.choose_folder)
        self.add_row = SettingRow(
            icons.theme,
            tr("Your own folder"),
            tr("Includes subfolders. File types are detected automatically."),
            self.add_button,
        )
        self.add(self.add_row, tr("add folder"))
        self._soon = QTimer(self, singleShot=True, interval=LOOK_AGAIN_MS)
        self._soon.timeout.connect(self._look)
        self._sized: frozenset[tuple[str, bool]] = frozenset()
        # Nobody says so when an assistant is installed: as long as the card is seen, it looks for itself.
        self.looks_again = QTimer(self, interval=LOOK_FOR_NEW_MS)
        self.looks_again.timeout.connect(self._look)
        settings.store_changed.connect(self._changed)

    @property
    def source_rows(self) -> dict[str, SourceRow]:
        """Return the rows by the name of their source."""
        return {row.name: row for row in self.list.rows if isinstance(row, SourceRow)}

    def refresh(self) -> None:
        """Look for the sources and count their files again."""
        self._sized = frozenset()
        self._look()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.looks_again.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.looks_again.stop()

    def choose_folder(self) -> QFileDialog:
        """Let the person choose a folder to read."""
        title = tr("Choose a folder with conversations")
        return choose_folder(self, title, self.add_folder, accept=tr("Add"))

    def choose_export(self, name: str) -> QFileDialog:
        """Let the person choose the file that a service sent."""
        title = tr("Choose a {export}").format(export=self.source_rows[name].info.label)
        dialog = QFileDialog(self.window(), title, _downloads())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters([tr("Exports (*.zip *.json)"), tr("All files (*)")])
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Import"))
        dialog.filesSelected.connect(lambda files: self.import_wanted.emit([Path(f) for f in files]))
        return opened(dialog)

    def add_folder(self, path: str, source: str | None = None) -> None:
        """Read conversations from a folder from now on."""
        self.add_row.show_error("")
        self._settings.do(self.add_row.show_error, self._service.add_source, path, source)

    def remove_folder(self, name: str) -> None:
        """Stop reading from an added folder."""
        row = self.source_rows[name]
        self._settings.try_to(self._remove(row.info), row.show_error)

    async def _remove(self, info: SourceInfo) -> None:
        await self._settings.change(self._service.remove_source, info.path)
        self.removed.emit(info.path, info.source)

    def _switch(self, name: str, on: bool) -> None:
        row = self.source_rows[name]
        row.show_error("")

        def refused(why: str) -> None:
            row.switch.setChecked(not on)
            row.show_error(why)

        self._settings.do(refused, self._service.enable_source if on else self._service.disable_source, name)

    def _retry(self, _name: str) -> None:
        # Watching starts anew, which reads again what could not be read.
        self._settings.do(self.add_row.show_error, self._watch_anew)
        self.refresh()

    def _watch_anew(self) -> None:
        self._service.stop_watching()
        self._service.start_watching()

    def _changed(self, changes: Changes) -> None:
        if changes.sources or changes.settings:
            self._look()
        elif (changes.conversations or changes.all_memories or changes.status) and not self._soon.isActive():
            self._soon.start()

    def _look(self) -> None:
        self._settings.start(self._read())

    async def _read(self) -> None:
        infos: Sequence[SourceInfo] = await self._settings.ask("sources", self._service.sources, sizes=False)
        self._show(infos)
        places = frozenset((info.name, info.enabled) for info in infos if not _is_absent(info))
        if places != self._sized:
            self._sized = places
            self._settings.start(self._count())

    async def _count(self) -> None:
        infos: Sequence[SourceInfo] = await self._settings.ask("sizes", self._service.sources)
        rows = self.source_rows
        for info in infos:
            if info.name in rows:
                rows[info.name].show_info(info, sizes=True)

    def _show(self, infos: Sequence[SourceInfo]) -> None:
        old = self.source_rows
        absent = [info for info in infos if _is_absent(info)]
        here = [info for info in infos if not _is_absent(info)]
        self.absent_row.set_description(", ".join(info.label for info in absent))
        self.set_present(self.absent_row, bool(absent))
        rows = [old.get(info.name) or self._new_row(info) for info in here]
        for row, info in zip(rows, here, strict=True):
            row.show_info(info)
        if rows != self.list.rows:
            self.list.set_rows(rows)
            self.filter(self._words, self._around)

    def _new_row(self, info: SourceInfo) -> SourceRow:
        row = SourceRow(self._icons, info)
        row.switched.connect(self._switch)
        row.removed.connect(self.remove_folder)
        row.retried.connect(self._retry)
        row.import_wanted.connect(self.choose_export)
        return row
