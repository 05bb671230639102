"""The first step: what is on this computer, and what of it Arbor may read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt

from arbor_desktop.capture.model import SourceInfo
from arbor_desktop.clock import Clock
from arbor_desktop.exchange.found import Found
from arbor_desktop.exchange.model import Imported
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, Card, EmptyState, Label, SettingRow, Switch
from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.first_run.step import Foot, Step
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.readable import short_path
from arbor_desktop.ui.setting_rows.cards import RowList
from arbor_desktop.ui.setting_rows.controller import SettingsController
from arbor_desktop.ui.setting_rows.words import files_words
from arbor_desktop.ui.translation import QT_TR_NOOP, tr


class SourcesStep(Step):
    """Nothing is read before its switch is on, and no source is turned on before the setup ends."""

    name = QT_TR_NOOP("Sources")

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        settings: SettingsController,
        chosen: Iterable[str],
        clock: Clock,
    ) -> None:
        """`chosen`: the sources that were switched on the last time."""
        super().__init__(
            icons,
            tr("Welcome to Arbor"),
            tr(
                "Arbor remembers what you tell your AI tools. Choose which tools' conversations Arbor "
                "may read."
            ),
        )
        self._bridge, self._settings, self._clock = bridge, settings, clock
        self._chosen = set(chosen)
        self._infos: Sequence[SourceInfo] = ()
        self.rows = RowList(icons.theme)
        self.card = Card(icons.theme)
        vbox(self.rows, on=self.card)
        self.all = Button(icons, tr("Turn on all"), variant="link", clicked=self._turn_all_on)
        self.nothing = EmptyState(icons, "conversations", "")
        self.nothing.show_state(
            "conversations",
            tr("No conversations found"),
            tr(
                "Arbor looks again when you open Settings → Sources. You can also drop exported "
                "conversations on the Arbor window."
            ),
        )
        self.column.addWidget(self.card)
        self.column.addWidget(self.all, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self.nothing)
        self.found_label = Label(icons.theme, tr("Memories of other tools"), "body600")
        self.found_rows = RowList(icons.theme)
        self.found_card = Card(icons.theme)
        vbox(self.found_rows, on=self.found_card)
        self.column.addWidget(self.found_label)
        self.column.addWidget(self.found_card)
        self.column.addWidget(
            GlyphLine(
                icons,
                "lock",
                tr(
                    "Conversations stay on this computer unless you choose a model to read them. Arbor "
                    "never changes them."
                ),
            )
        )
        self.column.addStretch(1)
        for part in (self.card, self.all, self.nothing, self.found_label, self.found_card):
            part.hide()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The sources that are switched on."""
        names = [info.name for info in self._infos] if self._infos else sorted(self._chosen)
        return tuple(name for name in names if name in self._chosen)

    def foot(self) -> Foot:
        words = tr("{n} of {total} sources turned on").format(n=len(self.chosen), total=len(self._infos))
        return Foot(words if self._infos else "", tr("Continue"))

    def enter(self) -> None:
        self._settings.start(self._look())

    async def _look(self) -> None:
        infos: Sequence[SourceInfo] = await self._settings.ask(
            "first sources", self._settings.service.sources
        )
        self._infos = [info for info in infos if info.found and info.files and info.kind != "export"]
        self.rows.set_rows([self._row(info) for info in self._infos])
        self.card.setVisible(bool(self._infos))
        self.all.setVisible(len(self._infos) > 1)
        self.nothing.setVisible(not self._infos)
        self.changed.emit()
        found: Sequence[Found] = await self._settings.ask(
            "found memories", self._settings.service.found_memories
        )
        self.found_rows.set_rows([self._found_row(one) for one in found])
        self.found_label.setVisible(bool(found))
        self.found_card.setVisible(bool(found))

    def _found_row(self, one: Found) -> SettingRow:
        button = Button(self._icons, tr("Import…"), size="small")
        button.setAccessibleName(tr("Import memories from {tool}").format(tool=one.tool))
        count = tr("%n memories", None, one.count) if one.count is not None else ""
        about = " · ".join(filter(None, (short_path(str(one.path)), count)))
        row = SettingRow(self._theme, one.tool, about, button)
        button.clicked.connect(lambda: self._import(one, row))
        return row

    def _import(self, one: Found, row: SettingRow) -> None:
        from arbor_desktop.ui.exchange.import_sheet import ImportSheet  # hardly any start imports

        def say(done: Imported) -> None:
            row.description.setText(tr("%n memories imported", None, done.imported + done.merged))

        sheet = ImportSheet(
            self._icons, self._bridge, one.path, self.window(), clock=self._clock, project=one.project
        )
        sheet.imported.connect(say)
        sheet.open()

    def _row(self, info: SourceInfo) -> SettingRow:
        switch = Switch(self._theme, tr("Read conversations from {source}").format(source=info.label))
        switch.setChecked(info.name in self._chosen)
        switch.clicked.connect(lambda on: self._switch(info.name, on))
        where = tr("In your project folders") if info.kind == "projects" else short_path(info.path)
        return SettingRow(self._theme, info.label, f"{where} · {files_words(info.files, info.bytes)}", switch)

    def _switch(self, name: str, on: bool) -> None:
        (self._chosen.add if on else self._chosen.discard)(name)
        self.changed.emit()

    def _turn_all_on(self) -> None:
        for switch in self.rows.findChildren(Switch):
            switch.setChecked(True)
        self._chosen.update(info.name for info in self._infos)
        self.changed.emit()
