"""Search: whether it also finds what is meant, by which model, and how far that model is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from arbor_desktop.runtime.events import Changes
from arbor_desktop.search.vectors import DownloadState, ModelInfo, Vectors, VectorState
from arbor_desktop.ui.components import Badge, Button, ProgressBar, SettingRow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.ranking import WeightsRow
from arbor_desktop.ui.settings.rows import LevelRow, NumberRow, SwitchRow
from arbor_desktop.ui.settings.section import Section
from arbor_desktop.ui.settings.words import error_words, short_path, size_words, tr
from arbor_desktop.ui.theme import Theme

OFF, FOLDER = "off", "folder"
BAR = 96
"""Width of a bar of progress beside its button."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that the section shows, asked for at once."""

    state: VectorState
    models: tuple[ModelInfo, ...]
    download: DownloadState | None


def look(vectors: Vectors) -> Look:
    return Look(vectors.state(), tuple(vectors.models()), vectors.downloads.state)


def in_line(theme: Theme, box: QWidget, *parts: QWidget) -> None:
    """Lays the parts of a control side by side."""
    line = QHBoxLayout(box)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(theme.px(8))
    for part in parts:
        line.addWidget(part)


class ModelRow(SettingRow):
    """One way to search: "In use", or a button to choose it."""

    def __init__(self, icons: Icons, key: str, title: str, about: str, action: str) -> None:
        theme = icons.theme
        box = QWidget()
        self.key, self.about = key, about
        self.badge = Badge(icons, tr("In use"), "ok", icon="check", parent=box)
        self.button = Button(icons, action, size="small", parent=box)
        self.button.setAccessibleName(f"{action}: {title}")
        self.cancel = Button(icons, tr("Cancel"), size="small", parent=box)
        self.cancel.setAccessibleName(tr("Cancel the download of {title}").format(title=title))
        self.bar = ProgressBar(theme, tr("Downloaded"), box)
        self.bar.setFixedWidth(theme.px(BAR))
        in_line(theme, box, self.badge, self.bar, self.button, self.cancel)
        super().__init__(theme, title, about, box)
        self.title.setBuddy(self.button)
        self.show_use(False)

    def show_use(self, used: bool, *, action: str | None = None) -> None:
        """Show whether search uses this; if not, the button says `action`."""
        self.badge.setVisible(used)
        self.button.setVisible(not used or self.key == FOLDER)
        if action is not None:
            self.button.set_label(action)
            self.button.setAccessibleName(f"{action}: {self.title.text()}")
        self.button.setEnabled(True)
        self.cancel.hide()
        self.bar.hide()

    def show_download(self, download: DownloadState) -> None:
        """How far its download is."""
        self.badge.hide()
        self.button.hide()
        self.cancel.show()
        self.bar.show()
        self.bar.set_value(download.done, download.total)
        self.set_description(
            tr("{done} of {total} downloaded").format(
                done=size_words(download.done), total=size_words(download.total)
            )
        )


class SearchSection(Section):
    """Everything that takes time happens elsewhere; this shows how far it is."""

    key, name, glyph = "search", "Search", "search"

    def __init__(self, icons: Icons, desk: SettingsDesk, parent: QWidget | None = None) -> None:
        super().__init__(icons, parent)
        self._icons, self._desk = icons, desk
        self._vectors = desk.service.vectors
        self.dialog: QFileDialog | None = None
        self._models = self.add_card(
            tr("Search by meaning"),
            tr("Also find memories that mean the same. The model runs on this computer."),
        )  # fmt: skip
        self._add_models(icons)
        self._reading = self.add_card(tr("What the model reads"))
        self._add_reading(icons)
        ranking = self.add_card(tr("Ranking"))
        self.weights = WeightsRow(icons, desk, "search.weights")
        ranking.add(self.weights, tr("relevance confidence use recency"))
        ranking.add(NumberRow(icons, desk, "search.recency_half_life_days", tr("days"), step=5))
        ranking.add(LevelRow(icons, desk, "search.threshold"), tr("noise threshold"))
        desk.store_changed.connect(self._changed)

    def _add_models(self, icons: Icons) -> None:
        found = tr("search meaning vectors semantic embedding model offline")
        rows = (
            ModelRow(icons, OFF, tr("Off"), tr("Search by words only."), tr("Use")),
            ModelRow(icons, "all-MiniLM-L6-v2", tr("On"), tr("Uses the model all-MiniLM-L6-v2 (91 MB)."),
                     tr("Use")),
            ModelRow(icons, FOLDER, tr("Your own model"), tr("A folder with a BERT model."),
                     tr("Choose folder…")),
        )  # fmt: skip
        self.rows_by_choice = {row.key: row for row in rows}
        for row in rows:
            self._models.add(row, found)
            row.button.clicked.connect(lambda _on=False, key=row.key: self.choose(key))
            row.cancel.clicked.connect(self._vectors.downloads.cancel)

    def _add_reading(self, icons: Icons) -> None:
        box = QWidget()
        self.bar = ProgressBar(icons.theme, tr("Read so far"), box)
        self.bar.setFixedWidth(icons.theme.px(BAR))
        self.stop_button = Button(icons, tr("Stop"), size="small", parent=box)
        self.stop_button.clicked.connect(self._stop_or_go_on)
        in_line(icons.theme, box, self.bar, self.stop_button)
        self.reading_row = SettingRow(icons.theme, tr("Read so far"), "", box)
        self.reading_row.title.setBuddy(self.stop_button)
        self._reading.add(self.reading_row, tr("progress building vectors"))
        self.turns_row = SwitchRow(icons, self._desk, "search.vectors_of_turns")
        self._reading.add(self.turns_row, tr("turns lines of conversations meaning"))
        for row in self._reading.rows:
            self._reading.set_present(row, False)
        self._building = False

    # -- what is asked --

    def refresh(self) -> None:
        """Asks anew how things are."""
        self._desk.ask("settings.vectors", lambda: look(self._vectors), self.show_look)

    def _changed(self, changes: Changes) -> None:
        if self.isVisible() and (changes.status or changes.settings or changes.all_memories):
            self.refresh()

    def choose(self, key: str) -> None:
        """What the button of a row does."""
        row = self.rows_by_choice[key]
        row.show_error("")
        if key == FOLDER:
            self.choose_folder()
        elif row.button.text() == tr("Download"):
            row.button.setEnabled(False)
            download, failed = self._vectors.download, self._failed(row)
            self._desk.do(download, key, done=lambda _: self.refresh(), failed=failed)
        else:
            self._use(row, key)

    def choose_folder(self) -> QFileDialog:
        """Lets the person choose a folder with a model."""
        dialog = QFileDialog(self.window(), tr("A folder with a model"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.use_folder)
        dialog.open()
        self.dialog = dialog
        return dialog

    def use_folder(self, path: str) -> None:
        """Searches with the model in a folder."""
        row = self.rows_by_choice[FOLDER]
        row.show_error("")
        self._use(row, FOLDER, path)

    def _use(self, row: ModelRow, *choice: str) -> None:
        row.button.setEnabled(False)
        self._desk.do(self._vectors.use, *choice, done=lambda _: self.refresh(), failed=self._failed(row))

    def _failed(self, row: ModelRow) -> Callable[[BaseException], None]:
        def show(error: BaseException) -> None:
            row.show_error(error_words(error))
            row.button.setEnabled(True)

        return show

    def _stop_or_go_on(self) -> None:
        (self._vectors.cancel if self._building else self._vectors.resume)()
        self.refresh()

    # -- what is shown --

    def show_look(self, found: Look) -> None:
        """Shows how things are."""
        here = {model.name: model for model in found.models}
        for key, row in self.rows_by_choice.items():
            row.set_description(row.about)
            used = found.state.choice == key
            model = here.get(key)
            if key == FOLDER:
                row.show_use(used)
                if found.state.folder:
                    row.set_description(short_path(found.state.folder))
            elif model is not None and not model.here:
                row.show_use(False, action=tr("Download"))
            else:
                row.show_use(used, action=tr("Use"))
        self._show_download(found.download)
        self._show_reading(found.state)

    def _show_download(self, download: DownloadState | None) -> None:
        if download is None:
            return
        row = self.rows_by_choice[download.model]
        if download.running:
            row.show_error("")
            row.show_download(download)
        elif download.error:
            row.show_error(download.error)

    def _show_reading(self, state: VectorState) -> None:
        chosen = state.state != "off"
        for row in self._reading.rows:
            self._reading.set_present(row, chosen)
        if not chosen:
            return
        self._building = state.state == "building"
        self.reading_row.set_description(reading_words(state))
        self.reading_row.show_error("")
        self.stop_button.set_label(tr("Stop") if self._building else tr("Go on"))
        self.stop_button.setVisible(state.state in ("building", "waiting"))
        self.bar.setVisible(state.state in ("building", "waiting"))
        self.bar.set_value(state.done + state.turns_done, state.total + state.turns_total)


def reading_words(state: VectorState) -> str:
    """How far the model is, and what that means for a search."""
    if state.state == "missing":
        return state.message or ""
    if state.state == "ready":
        return _all_read(state)
    if state.done < state.total:
        far = tr("{done} of {total} memories").format(done=f"{state.done:,}", total=f"{state.total:,}")
    else:
        far = tr("All memories, and {done} of {total} lines of conversations").format(
            done=f"{state.turns_done:,}", total=f"{state.turns_total:,}"
        )
    if state.state == "waiting":
        return tr("{far}. The rest is read when Arbor goes on.").format(far=far)
    return tr("{far}; search goes by words until most are read.").format(far=far)


def _all_read(state: VectorState) -> str:
    if not state.turns_total:
        return tr("All memories were read ({count}). Search finds what is meant.").format(
            count=f"{state.total:,}"
        )
    return tr(
        "All memories ({count}) and lines of conversations ({lines}) were read. Search finds what is meant."
    ).format(count=f"{state.total:,}", lines=f"{state.turns_total:,}")
