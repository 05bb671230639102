"""The last steps of the setup: how to read conversations, AI tools to connect, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence

from arbor_desktop.clock import Clock
from arbor_desktop.llm.credentials import keyring_trouble
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import (
    Card,
    EmptyState,
    InlineError,
    Label,
    ProgressBar,
    SettingRow,
    Switch,
)
from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.first_run.step import Foot, Step
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.controller import IntegrationsController
from arbor_desktop.ui.integrations.model import Setup, Tile
from arbor_desktop.ui.integrations.rows import IntegrationRows
from arbor_desktop.ui.setting_rows.controller import SettingsController
from arbor_desktop.ui.settings.reading.section import ChoicesCard
from arbor_desktop.ui.translation import QT_TR_NOOP, tr
from arbor_desktop.user_files.model import Standing


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
        self.rows = IntegrationRows(icons, clock=clock)
        self.rows.wanted.connect(self.controller.plan)
        self.card = Card(icons.theme)
        vbox(self.rows, on=self.card)
        self.nothing = EmptyState(icons, "terminal", "")
        self.nothing.show_state(
            "terminal",
            tr("No AI tools found"),
            tr(
                "Once Claude Code, Codex or another tool is installed, connect it in Settings → Integrations."
            ),
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

    def show_saved(self, count: int, others: int) -> None:
        """Say how many memories were saved, and how many `others` the same conversations hold."""
        words = tr("%n memories saved", None, count)
        self.saved.setText(f"{words} · {tr('%n more found', None, others)}" if others else words)
        self.saved.show()
        self.bar.hide()
