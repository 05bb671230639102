"""Search: whether it also finds by meaning, with which model, how far that is, and the order of results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from arbor_desktop.errors import InvalidInput
from arbor_desktop.runtime.events import Changes
from arbor_desktop.search.vectors import DownloadState, ModelInfo, Vectors, VectorState
from arbor_desktop.text.ranking import Weights
from arbor_desktop.ui.components import Badge, Button, Label, ProgressBar, SettingRow
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.menus import choose_folder
from arbor_desktop.ui.formatting import short_path, size_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.cards import CardBox, Group, Section
from arbor_desktop.ui.setting_rows.rows import BoundRow, NumberField, SettingsController, SwitchRow, in_line
from arbor_desktop.ui.translation import QT_TR_NOOP, number, tr, translated

OFF, FOLDER = "off", "folder"
BAR = 96
"""Width of a bar of progress beside its button."""
_STEP = 0.05
_FIELD = 64


@dataclass(frozen=True, slots=True)
class Look:
    """All that the section shows, asked for at once."""

    state: VectorState
    models: tuple[ModelInfo, ...]
    download: DownloadState | None


def look(vectors: Vectors) -> Look:
    return Look(vectors.state(), tuple(vectors.models()), vectors.downloads.state)


class ModelRow(SettingRow):
    """One way to search: "In use", or a button to choose it."""

    def __init__(self, icons: Icons, key: str, title: str, about: str, action: str) -> None:
        theme = icons.theme
        self.key, self.about = key, about
        self.badge = Badge(icons, tr("In use"), "ok", icon="check")
        self.button = Button(icons, action, size="small")
        self.button.setAccessibleName(f"{action}: {title}")
        self.cancel = Button(icons, tr("Cancel"), size="small")
        self.cancel.setAccessibleName(tr("Cancel model download"))
        self.bar = ProgressBar(theme, tr("Download progress"))
        self.bar.setFixedWidth(theme.px(BAR))
        super().__init__(theme, title, about, in_line(theme, self.badge, self.bar, self.button, self.cancel))
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
        """Show how far its download is."""
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
    """Which model search uses, how far it is, and how results are ordered."""

    key, name, glyph = "search", QT_TR_NOOP("Search"), "search"
    groups = (
        Group(
            QT_TR_NOOP("Result order"),
            ("search.recency_half_life_days", "search.threshold"),
            advanced=True,
        ),
    )

    def build(self) -> None:
        self._vectors = self._settings.service.vectors
        self._building = False
        self._models = self.add(
            CardBox(
                self._theme,
                tr("Search by meaning"),
                tr("Also find memories with a similar meaning. The model runs on this computer."),
            )
        )
        self._add_models()
        self._preparation = self.add(CardBox(self._theme, tr("Preparation for search by meaning")))
        self._add_preparation()
        (group,) = self.groups
        ranking = self.add(CardBox(self._theme, tr(group.title)), advanced=True)
        self.weights = WeightsRow(self._icons, self._settings, "search.weights")
        self.add_setting(ranking, self.weights)
        self.add_settings(ranking, group.keys)
        self._settings.store_changed.connect(self._changed)

    def _add_models(self) -> None:
        found = tr("search meaning vectors semantic embedding model offline")
        use = tr("Use")
        rows = (
            ModelRow(self._icons, OFF, tr("Off"), tr("Search uses words only."), use),
            ModelRow(
                self._icons, "all-MiniLM-L6-v2", tr("Default model"),
                tr("Uses the all-MiniLM-L6-v2 model (91 MB)."), use,
            ),
            ModelRow(
                self._icons, FOLDER, tr("Your own model"), tr("Uses a BERT model from a folder you choose."),
                tr("Choose folder…"),
            ),
        )  # fmt: skip
        self.rows_by_choice = {row.key: row for row in rows}
        for row in rows:
            self._models.add(row, found)
            row.button.clicked.connect(lambda _on=False, key=row.key: self.choose(key))
            row.cancel.clicked.connect(self._vectors.downloads.cancel)

    def _add_preparation(self) -> None:
        self.bar = ProgressBar(self._theme, tr("Progress"))
        self.bar.setFixedWidth(self._theme.px(BAR))
        self.stop_button = Button(self._icons, tr("Pause"), size="small", clicked=self._stop_or_go_on)
        control = in_line(self._theme, self.bar, self.stop_button)
        self.reading_row = SettingRow(self._theme, tr("Progress"), "", control)
        self.reading_row.title.setBuddy(self.stop_button)
        self._preparation.add(self.reading_row, tr("progress building vectors"))
        self.turns_row = SwitchRow(self._icons, self._settings, "search.vectors_of_turns")
        self.add_setting(self._preparation, self.turns_row)
        for row in self._preparation.rows:
            self._preparation.set_present(row, False)

    # Questions and changes

    def refresh(self) -> None:
        self._settings.start(self._read())

    async def _read(self) -> None:
        self.show_look(await self._settings.ask("vectors", look, self._vectors))

    def _changed(self, changes: Changes) -> None:
        if self.isVisible() and (changes.status or changes.settings or changes.all_memories):
            self.refresh()

    def choose(self, key: str) -> None:
        """Do what the button of a row says."""
        row = self.rows_by_choice[key]
        row.show_error("")
        if key == FOLDER:
            self.choose_folder()
        elif row.button.text() == tr("Download"):
            self._change(row, self._vectors.download, key)
        else:
            self._change(row, self._vectors.use, key)

    def choose_folder(self) -> QFileDialog:
        """Let the person choose a folder with a model."""
        return choose_folder(self, tr("Choose a folder with a model"), self.use_folder)

    def use_folder(self, path: str) -> None:
        """Search with the model in a folder."""
        row = self.rows_by_choice[FOLDER]
        row.show_error("")
        self._change(row, self._vectors.use, FOLDER, path)

    def _change(self, row: ModelRow, call: Callable[..., object], *args: str) -> None:
        def failed(why: str) -> None:
            row.show_error(why)
            row.button.setEnabled(True)

        row.button.setEnabled(False)
        self._settings.try_to(self._do(call, *args), failed)

    async def _do(self, call: Callable[..., object], *args: str) -> None:
        await self._settings.change(call, *args)
        self.refresh()

    def _stop_or_go_on(self) -> None:
        (self._vectors.cancel if self._building else self._vectors.resume)()
        self.refresh()

    # Showing

    def show_look(self, found: Look) -> None:
        """Show how things are."""
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
        for row in self._preparation.rows:
            self._preparation.set_present(row, chosen)
        if not chosen:
            return
        self._building = state.state == "building"
        self.reading_row.set_description(reading_words(state))
        self.reading_row.show_error("")
        self.stop_button.set_label(tr("Pause") if self._building else tr("Resume"))
        self.stop_button.setVisible(state.state in ("building", "waiting"))
        self.bar.setVisible(state.state in ("building", "waiting"))
        memories = state.done < state.total  # as the words say, first they, then what was said
        done, total = (state.done, state.total) if memories else (state.turns_done, state.turns_total)
        self.bar.set_value(done, total)


class WeightsRow(BoundRow):
    """Four fields with their sum. While the sum is not 1 nothing is stored, and the row says so."""

    def __init__(self, icons: Icons, settings: SettingsController, key: str) -> None:
        theme = icons.theme
        box = QWidget()
        line = hbox(on=box, margins=(0, theme.px(4), 0, 0), gap=theme.px(12))
        self.fields: list[NumberField] = []
        for name in (tr("Relevance"), tr("Confidence"), tr("Usage"), tr("Recency")):
            field = NumberField(icons, name, _STEP, width=_FIELD)
            field.committed.connect(self._commit)
            field.textEdited.connect(self._show_sum)
            label = Label(theme, name, "caption", "text2", parent=box)
            label.setBuddy(field)
            column = vbox(label, field, gap=theme.px(2))
            line.addLayout(column)
            self.fields.append(field)
        self.sum = Label(theme, "", "small", "text2", parent=box)
        self.sum.setFixedHeight(theme.px(30))  # beside the fields, not beside their names
        self.sum.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self.reset = Button(icons, tr("Reset"), variant="link", parent=box, clicked=self._reset)
        self.reset.setAccessibleName(tr("Reset result order"))
        self.reset.setFixedHeight(theme.px(30))
        line.addWidget(self.sum, 0, Qt.AlignmentFlag.AlignBottom)
        line.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignBottom)
        line.addStretch(1)
        super().__init__(icons, settings, key, None, below=box)
        self.set_description(tr("How much each factor counts. The four values must add up to 1."))
        self.title.setBuddy(self.fields[0])
        self.show_value(settings.known[key])

    def show_value(self, value: Any) -> None:
        weights = Weights.parse(str(value))
        if weights is None:
            raise InvalidInput(f"{value!r} was stored for {self.key}", key=self.key)
        if any(field.isModified() for field in self.fields):
            return  # the person is choosing others at this moment
        parts = (weights.relevance, weights.confidence, weights.frequency, weights.recency)
        for field, part in zip(self.fields, parts, strict=True):
            field.show_number(part)
        self._show_sum()

    def _typed(self) -> list[float] | None:
        """Return the numbers in the fields; None while one of them is no share."""
        try:
            shares = [float(field.text().replace(",", ".")) for field in self.fields]
        except ValueError:
            return None
        return shares if all(0 <= share <= 1 for share in shares) else None

    def _show_sum(self) -> None:
        shares = self._typed()
        self.sum.setText("" if shares is None else tr("Total: {sum}").format(sum=number(sum(shares), 2)))
        default = Weights.parse(self.setting.default)
        self.reset.setVisible(shares is None or Weights.parse(_joined(shares)) != default)

    def _commit(self) -> None:
        self._show_sum()
        if not any(field.text() != field.shown for field in self.fields):
            self._settle()
            self.show_error("")
            return
        shares = self._typed()
        if shares is None:
            self.show_error(tr("Enter four numbers from 0 to 1."))
        elif Weights.parse(text := _joined(shares)) is None:
            self.show_error(
                tr("Not saved yet. The values add up to {sum}, but must add up to 1.").format(
                    sum=number(sum(shares), 2)
                )
            )
        else:
            self._settle()
            self.put(text)

    def _settle(self) -> None:
        """Take what is in the fields as chosen."""
        for field in self.fields:
            field.setModified(False)

    def _reset(self) -> None:
        self._settle()
        self.put(self.setting.default)

    def _refused(self, why: str) -> None:
        self._settle()
        super()._refused(why)


def _joined(shares: list[float]) -> str:
    return " ".join(f"{share:g}" for share in shares)


def reading_words(state: VectorState) -> str:
    """Return how far the model is, and what that means for a search."""
    if state.state == "missing":
        return translated(state.message or "")
    if state.state == "ready":
        return _all_read(state)
    if state.done < state.total:
        far = tr("{done} of {total} memories are ready").format(
            done=number(state.done), total=number(state.total)
        )
    else:
        far = tr("All memories and {done} of {total} messages are ready").format(
            done=number(state.turns_done), total=number(state.turns_total)
        )
    if state.state == "waiting":
        return tr("{far}. Paused.").format(far=far)
    return tr("{far}. The rest are found by words until then.").format(far=far)


def _all_read(state: VectorState) -> str:
    if not state.turns_total:
        return tr("All memories are ready ({count}).").format(count=number(state.total))
    return tr("All memories ({count}) and messages ({lines}) are ready.").format(
        count=number(state.total), lines=number(state.turns_total)
    )
