"""The places that conversations come from: one row each, and the switch that is the person's consent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from arbor_desktop.capture.model import SourceInfo
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components import Button, IconButton, Label, SettingRow, Switch
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.section import CardBox, RowList
from arbor_desktop.ui.settings.words import (
    captured_words,
    error_words,
    files_words,
    imported_words,
    short_path,
    tr,
)

LOOK_AGAIN_MS = 400
"""While conversations are read, changes come in bursts; the rows follow so often at most."""
LOOK_FOR_NEW_MS = 3000


class SourceRow(SettingRow):
    """One source. `switched(name, on)`, `removed(name)`, `retried(name)`, `import_wanted(name)`."""

    switched = Signal(str, bool)
    removed = Signal(str)
    retried = Signal(str)
    import_wanted = Signal(str)

    def __init__(self, icons: Icons, info: SourceInfo) -> None:
        self.name = info.name
        theme = icons.theme
        self.facts = Label(theme, "", "small", "text2")
        self.facts.setWordWrap(True)
        controls = QWidget()
        self.retry = Button(icons, tr("Try again"), size="small", icon="refresh", parent=controls)
        self.retry.clicked.connect(lambda: self.retried.emit(self.name))
        self.switch = Switch(theme, tr("Watch {source}").format(source=info.label), parent=controls)
        self.switch.clicked.connect(lambda on: self.switched.emit(self.name, on))
        self.remove = IconButton(icons, "x", tr("Remove {folder}").format(folder=info.path), parent=controls)
        self.remove.clicked.connect(lambda: self.removed.emit(self.name))
        self.choose = Button(icons, tr("Import…"), size="small", icon="download", parent=controls)
        self.choose.setAccessibleName(tr("Import {source}").format(source=info.label))
        self.choose.clicked.connect(lambda: self.import_wanted.emit(self.name))
        line = QHBoxLayout(controls)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.px(8))
        for control in (self.retry, self.choose, self.switch, self.remove):
            line.addWidget(control)
        super().__init__(theme, info.label, _where(info), controls, below=self.facts)
        if info.kind == "folder":
            self.description.set_style("mono_small")
        self.setAccessibleName(info.label)
        self._counted: tuple[int, int] | None = None
        self.show_info(info)

    def show_info(self, info: SourceInfo, *, sizes: bool = False) -> None:
        """Shows how the source is now. `sizes`: its files were counted, else the last count stays."""
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
        self.show_error(tr("Can't be read: {reason}").format(reason=info.error) if info.error else "")

    def _facts(self, info: SourceInfo) -> str:
        if info.kind == "export":
            return imported_words(info.conversations)
        if not info.found and info.kind == "projects":
            return tr("None in the projects that are known")
        if not info.found:
            gone = tr("This folder is gone; it is read again when it is back.")
            return gone if info.enabled else tr("Not on this computer")
        parts = []
        if not info.error:
            parts.append(files_words(*self._counted) if self._counted is not None else tr("Counting…"))
        if info.conversations or info.enabled:
            parts.append(captured_words(info.conversations))
        return " · ".join(parts)


def _where(info: SourceInfo) -> str:
    if info.kind == "export":
        return tr("Choose the file that the service sent you, or drop it on the window.")
    if info.kind == "projects":
        return tr("In the folders of your projects")
    first = short_path(info.path)
    more = len(info.paths) - 1
    return first if more < 1 else tr("{folder} and {n} more").format(folder=first, n=more)


def _downloads() -> str:
    """Where a browser puts what it fetches, else the person's own folder."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
    return folder if folder and Path(folder).is_dir() else str(Path.home())


def _is_absent(info: SourceInfo) -> bool:
    return not info.found and not info.enabled and not info.added


class SourcesCard(CardBox):
    """`removed(path, source)` when an added folder was taken away, so that it can be brought back;
    `import_wanted(paths)` for exports that were chosen."""

    removed = Signal(str, object)
    import_wanted = Signal(object)

    def __init__(self, icons: Icons, desk: SettingsDesk, parent: QWidget | None = None) -> None:
        super().__init__(
            icons.theme,
            tr("Sources"),
            tr("Nothing is read from a folder before you switch it on or add it here. Until then "
               "its files are only counted."),
            parent,
        )  # fmt: skip
        self._icons, self._desk = icons, desk
        self.list = RowList(icons.theme)
        self.add(self.list, tr("sources folders conversations consent"))
        self.absent_row = SettingRow(icons.theme, tr("Not on this computer"), "")
        self.add(self.absent_row, tr("sources assistants"))
        self.add_button = Button(icons, tr("Add folder…"), size="small", icon="plus")
        self.add_button.clicked.connect(self.choose_folder)
        self.add_row = SettingRow(
            icons.theme,
            tr("A folder of your own"),
            tr("Conversation files are recognised by their content, also in folders below it."),
            self.add_button,
        )
        self.add(self.add_row, tr("add folder"))
        self._soon = QTimer(self, singleShot=True, interval=LOOK_AGAIN_MS)
        self._soon.timeout.connect(self._look)
        self._sized: frozenset[tuple[str, bool]] = frozenset()
        # Nobody says so when an assistant is installed: as long as the card is seen, it looks for itself.
        self.looks_again = QTimer(self, interval=LOOK_FOR_NEW_MS)
        self.looks_again.timeout.connect(self._look)
        desk.store_changed.connect(self._changed)

    @property
    def source_rows(self) -> dict[str, SourceRow]:
        """The rows by the name of their source."""
        return {row.name: row for row in self.list.rows if isinstance(row, SourceRow)}

    def refresh(self) -> None:
        """Looks for the sources and counts their files anew."""
        self._sized = frozenset()
        self._look()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.looks_again.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.looks_again.stop()

    def choose_folder(self) -> QFileDialog:
        """Lets the person choose a folder to watch."""
        dialog = QFileDialog(self.window(), tr("Choose a folder with conversations"), str(Path.home()))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Watch"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.add_folder)
        dialog.open()
        return dialog

    def choose_export(self, name: str) -> QFileDialog:
        """Lets the person choose the file that a service sent."""
        title = tr("Choose a {export}").format(export=self.source_rows[name].info.label)
        dialog = QFileDialog(self.window(), title, _downloads())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters([tr("Exports (*.zip *.json)"), tr("All files (*)")])
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Import"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(lambda files: self.import_wanted.emit([Path(f) for f in files]))
        dialog.open()
        return dialog

    def add_folder(self, path: str, source: str | None = None) -> None:
        """Watches a folder from now on."""
        self.add_row.show_error("")
        self._desk.do(
            self._desk.service.add_source,
            path,
            source,
            failed=lambda e: self.add_row.show_error(error_words(e)),
        )

    def remove_folder(self, name: str) -> None:
        """Stops watching an added folder."""
        row = self.source_rows[name]
        info = row.info
        self._desk.do(
            self._desk.service.remove_source,
            info.path,
            done=lambda _: self.removed.emit(info.path, info.source),
            failed=lambda e: row.show_error(error_words(e)),
        )

    def _switch(self, name: str, on: bool) -> None:
        row = self.source_rows[name]
        row.show_error("")
        service = self._desk.service

        def refused(error: BaseException) -> None:
            row.switch.setChecked(not on)
            row.show_error(error_words(error))

        self._desk.do(service.enable_source if on else service.disable_source, name, failed=refused)

    def _retry(self, _name: str) -> None:
        # Watching starts anew, which reads again what could not be read.
        self._desk.do(self._watch_anew, failed=lambda e: self.add_row.show_error(error_words(e)))
        self.refresh()

    def _watch_anew(self) -> None:
        self._desk.service.stop_watching()
        self._desk.service.start_watching()

    def _changed(self, changes: Changes) -> None:
        if changes.sources or changes.settings:
            self._look()
        elif (changes.conversations or changes.all_memories or changes.status) and not self._soon.isActive():
            self._soon.start()

    def _look(self) -> None:
        self._desk.ask("settings.sources", lambda: self._desk.service.sources(sizes=False), self._show)

    def _show(self, infos: Sequence[SourceInfo]) -> None:
        old = self.source_rows
        absent = [info for info in infos if _is_absent(info)]
        infos = [info for info in infos if not _is_absent(info)]
        self.absent_row.set_description(", ".join(info.label for info in absent))
        self.set_present(self.absent_row, bool(absent))
        rows = [old.get(info.name) or self._new_row(info) for info in infos]
        for row, info in zip(rows, infos, strict=True):
            row.show_info(info)
        if rows != self.list.rows:
            self.list.set_rows(rows)
            self.filter(self._words, self._around)
        places = frozenset((info.name, info.enabled) for info in infos)
        if places != self._sized:
            self._sized = places
            self._desk.ask("settings.sizes", self._desk.service.sources, self._show_sizes)

    def _show_sizes(self, infos: Sequence[SourceInfo]) -> None:
        rows = self.source_rows
        for info in infos:
            if info.name in rows:
                rows[info.name].show_info(info, sizes=True)

    def _new_row(self, info: SourceInfo) -> SourceRow:
        row = SourceRow(self._icons, info)
        row.switched.connect(self._switch)
        row.removed.connect(self.remove_folder)
        row.retried.connect(self._retry)
        row.import_wanted.connect(self.choose_export)
        return row
