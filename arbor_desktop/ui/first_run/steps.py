"""The steps of the setup: sources, how to read conversations, AI tools to connect, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.capture.model import SourceInfo
from arbor_desktop.clock import Clock
from arbor_desktop.exchange.found import Found
from arbor_desktop.exchange.model import Imported
from arbor_desktop.llm.credentials import keyring_trouble
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import (
    Button,
    Card,
    EmptyState,
    InlineError,
    Label,
    ProgressBar,
    SettingRow,
    Switch,
)
from arbor_desktop.ui.components.boxes import ScrollArea, vbox
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.formatting import short_path
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.controller import IntegrationsController
from arbor_desktop.ui.integrations.dialog import IntegrationRows
from arbor_desktop.ui.integrations.model import Setup, Tile
from arbor_desktop.ui.setting_rows.cards import RowList
from arbor_desktop.ui.setting_rows.rows import SettingsController, files_words
from arbor_desktop.ui.settings.reading.section import ChoicesCard
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.translation import QT_TR_NOOP, tr
from arbor_desktop.user_files.model import Standing

MARGIN = 28


@dataclass(frozen=True, slots=True)
class Foot:
    """The line below a step. `note`: how it stands; `go`: the button that leads on; `skip`: it can be left
    without its effect."""

    note: str
    go: str
    skip: bool = False


class Step(QWidget):
    """A heading, a sentence, and what is below them in `column`. `changed`: the foot says something else."""

    changed = Signal()
    name = ""
    """Shown in the list of steps; marked for translation."""

    def __init__(self, icons: Icons, heading: str, sentence: str, *, scrolls: bool = True) -> None:
        """`scrolls`: the contents may be higher than the dialog."""
        super().__init__()
        self._icons, self._theme = icons, icons.theme
        px = icons.theme.px
        self.heading = Label(icons.theme, heading, "display", parent=self)
        self.sentence = Label(icons.theme, sentence, "body", "text2", parent=self, wrap=True)
        head = vbox(self.heading, self.sentence, margins=(px(MARGIN), px(24), px(MARGIN), px(14)), gap=px(4))
        self.body = QWidget()
        self.column = vbox(on=self.body, margins=(px(MARGIN), 0, px(MARGIN), px(16)), gap=px(12))
        whole = vbox(head, on=self)
        if scrolls:
            self.area = ScrollArea(self.body, name=heading, parent=self)
            whole.addWidget(self.area, 1)
        else:
            whole.addWidget(self.body, 1)

    def foot(self) -> Foot:
        """Return what the line below says now."""
        raise NotImplementedError

    def enter(self) -> None:
        """It is shown, for the first time or again."""

    def go(self) -> None:
        """The person goes on from here."""


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
        words = tr("{n} of {total} sources chosen").format(n=len(self.chosen), total=len(self._infos))
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
        about = f"{where} · {files_words(info.files, info.bytes)}"
        letters = source_words(info.name).letters
        return SettingRow(self._theme, info.label, about, switch, letters=letters)

    def _switch(self, name: str, on: bool) -> None:
        (self._chosen.add if on else self._chosen.discard)(name)
        self.changed.emit()

    def _turn_all_on(self) -> None:
        for switch in self.rows.findChildren(Switch):
            switch.setChecked(True)
        self._chosen.update(info.name for info in self._infos)
        self.changed.emit()


class ReadingStep(Step):
    name = QT_TR_NOOP("Reading")

    def __init__(self, icons: Icons, settings: SettingsController, clock: Clock) -> None:
        super().__init__(
            icons,
            tr("Reading"),
            tr("Arbor works without an account, but finds more memories with a language model."),
        )
        self.choices = ChoicesCard(icons, settings, clock, self)
        self.column.addWidget(self.choices)
        self.column.addStretch(1)

    def foot(self) -> Foot:
        return Foot("", tr("Continue"))

    def enter(self) -> None:
        self.choices.refresh()

    def go(self) -> None:
        self.choices.leave()


class ToolsStep(Step):
    name = QT_TR_NOOP("AI tools")

    def __init__(self, icons: Icons, bridge: Bridge, setup: Setup, clock: Clock) -> None:
        super().__init__(
            icons,
            tr("Connect your AI tools"),
            tr(
                "A connected AI tool sees your memories when a session starts. You review every change "
                "to the tool's files first."
            ),
        )
        self._tiles: Sequence[Tile] = ()
        self.controller = IntegrationsController(icons, bridge, setup, self)
        self.controller.changed.connect(self.enter)
        self.error = InlineError(icons.theme, self)
        self.controller.failed.connect(self.error.show_error)
        self.rows = IntegrationRows(icons, clock=clock, brief=True)
        self.rows.wanted.connect(self.controller.plan)
        self.card = Card(icons.theme)
        vbox(self.rows, on=self.card)
        self.nothing = EmptyState(icons, "terminal", "")
        self.nothing.show_state(
            "terminal",
            tr("No AI tools found"),
            tr("Once Claude Code, Codex or another tool is installed, connect it in Settings → Sharing."),
        )
        self.column.addWidget(self.error)
        self.column.addWidget(self.card)
        self.column.addWidget(self.nothing)
        self.column.addStretch(1)
        self.nothing.hide()

    @property
    def connected(self) -> int:
        """How many AI tools are connected."""
        return sum(tile.standing is Standing.INSTALLED for tile in self._tiles)

    def foot(self) -> Foot:
        words = tr("{n} of {total} connected").format(n=self.connected, total=len(self._tiles))
        return Foot(words if self._tiles else "", tr("Continue"))

    def enter(self) -> None:
        self.controller.look(None, self._show, self.error.show_error)

    def _show(self, tiles: Sequence[Tile]) -> None:
        """Show each AI tool on this computer once: its first tile is enough to begin with."""
        first = {tile.name: tile for tile in reversed(tiles) if tile.found}
        self._tiles = [tile for tile in tiles if tile is first.get(tile.name)]
        self.rows.show_tiles(self._tiles)
        self.card.setVisible(bool(self._tiles))
        self.nothing.setVisible(not self._tiles)
        self.changed.emit()


class ReadyStep(Step):
    name = QT_TR_NOOP("Ready")

    def __init__(self, icons: Icons, settings: SettingsController) -> None:
        super().__init__(icons, tr("Arbor is ready"), tr("Keep working with your AI as usual."))
        self._settings = settings
        self.bar = ProgressBar(icons.theme, tr("Saving memories"))
        self.saved = Label(icons.theme, "", "body600")
        self.error = InlineError(icons.theme, self)
        self.session = GlyphLine(
            icons, "play", tr("Start a new session in a connected AI tool: it sees your memories.")
        )
        self.column.addWidget(self.saved)
        self.column.addWidget(self.bar)
        self.column.addWidget(self.error)
        self.column.addWidget(self.session)
        self.session.hide()
        for glyph, words in (
            ("clock", tr("New memories appear about 90 seconds after a conversation goes quiet.")),
            ("review", tr("In Review, Arbor asks about memories it isn't sure of before sharing them.")),
            ("conflicts", tr("If two memories disagree, you choose in Conflicts which one to keep.")),
            ("context", tr("Context shows exactly what your AI sees when a session starts.")),
        ):  # fmt: skip
            self.column.addWidget(GlyphLine(icons, glyph, words))
        self.encrypt = Switch(icons.theme, tr("Encrypt memory"))
        self.encryption = Card(icons.theme)
        row = SettingRow(
            icons.theme,
            tr("Encrypt memory"),
            tr("The key is kept in this computer's keyring. You get a recovery code to write down."),
            self.encrypt,
        )
        vbox(row, on=self.encryption, margins=1)
        self.encryption.hide()
        self.column.addWidget(self.encryption)
        self.column.addStretch(1)
        self.bar.hide()
        self.saved.hide()

    def foot(self) -> Foot:
        return Foot("", tr("Open Arbor"))

    def enter(self) -> None:
        """Offer encryption where it is off and a keyring can keep the key."""
        self._settings.start(self._look_for_keyring())

    async def _look_for_keyring(self) -> None:
        if self._settings.service.key is None:
            self.encryption.setVisible(await self._settings.ask("keyring", keyring_trouble) is None)

    def show_progress(self, done: int, total: int) -> None:
        """Say how far saving is."""
        self.saved.setText(tr("Saving your memories…"))
        self.saved.show()
        self.bar.set_value(done, total)
        self.bar.show()

    def show_saved(self, count: int, to_review: int) -> None:
        """Say how many memories were saved, and how many need review."""
        words = tr("%n memories saved", None, count)
        self.saved.setText(f"{words} · {tr('%n to review', None, to_review)}" if to_review else words)
        self.saved.show()
        self.bar.hide()
