"""The sections that are made of plain settings: general, sharing, review and conflicts, memories."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.neighbour import knows_full_screen
from arbor_desktop.ui import translation
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, SettingRow, Switch
from arbor_desktop.ui.components.keyboard import focusable
from arbor_desktop.ui.controller import RefreshTimer
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.controller import IntegrationsController
from arbor_desktop.ui.integrations.dialog import IntegrationRows
from arbor_desktop.ui.integrations.model import Setup, Tile
from arbor_desktop.ui.setting_rows.cards import CardBox, Group, Section, Values
from arbor_desktop.ui.setting_rows.rows import ChoiceRow, SettingsController, in_line
from arbor_desktop.ui.settings.autostart import Autostart
from arbor_desktop.ui.translation import QT_TR_NOOP, tr

_MOMENT_MS = 400


class GeneralSection(Section):
    """How Arbor looks, when it runs, what it notifies of."""

    key, name, glyph = "general", QT_TR_NOOP("General"), "settings"
    groups = (
        Group(QT_TR_NOOP("Appearance and keyboard"), ("appearance.single_key_shortcuts",)),
        Group(QT_TR_NOOP("Running in the background"), ("tray.keep_running",)),
        Group(
            QT_TR_NOOP("Limits"),
            ("limits.battery", "limits.busy", "limits.full_screen", "limits.processor"),
            QT_TR_NOOP(
                "Arbor postpones heavy work: reading many conversations, indexing for search by meaning, "
                "and maintenance. Sharing and search are never postponed."
            ),
        ),
        Group(
            QT_TR_NOOP("Notifications"),
            ("notify.new_memories", "notify.conflicts", "notify.errors", "notify.hooks", "notify.week"),
        ),
    )

    def __init__(
        self,
        icons: Icons,
        settings: SettingsController,
        autostart: Autostart | None,
    ) -> None:
        self._autostart = autostart
        super().__init__(icons, settings)

    def build(self) -> None:
        look, background, limits, notify = self.groups
        self.theme_row = ThemeRow(self._icons, self._settings)
        appearance = self.add(CardBox(self._theme, tr(look.title)))
        self.add_setting(appearance, self.theme_row)
        self.language_row = LanguageRow(self._icons, self._settings)
        self.add_setting(appearance, self.language_row)
        self.add_settings(appearance, look.keys)
        running = self.add_group(background)
        self.login_row = LoginRow(self._icons, self._settings, self._autostart)
        running.add(self.login_row, tr("autostart startup boot"))
        running.set_present(self.login_row, self._autostart is not None)
        self.add_group(limits)
        if not knows_full_screen():
            unknown = tr(
                "Not possible here: neither Wayland nor macOS says what fills the screen, and X11 "
                "only with the program xprop."
            )
            self.setting_rows["limits.full_screen"].set_description(unknown)
        self.add_group(notify)

    def enabled(self, values: Values) -> dict[str, bool]:
        return {"limits.full_screen": knows_full_screen()}

    def show_limits(self) -> None:
        """Put the focus on the first of the limits; by way of the last, so that all are scrolled to."""
        for key in ("limits.processor", "limits.battery"):
            focusable(self.setting_rows[key])[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def refresh(self) -> None:
        self.login_row.refresh()


class ThemeRow(ChoiceRow):
    """The theme changes with the click; storing it follows."""

    def __init__(self, icons: Icons, settings: SettingsController) -> None:
        self._icons = icons
        super().__init__(icons, settings, "appearance.theme")

    def put(self, value: object) -> None:
        self._icons.theme.set_setting(str(value))
        super().put(value)

    def _refused(self, why: str) -> None:
        super()._refused(why)
        self._icons.theme.set_setting(str(self._settings.known[self.key]))

    def _values_came(self, values: dict[str, Any]) -> None:
        super()._values_came(values)
        wanted = values.get(self.key)
        if wanted is not None and wanted != self._icons.theme.setting:
            self._icons.theme.set_setting(wanted)


class LanguageRow(ChoiceRow):
    """The language of the window, and a button that starts it again once another one is chosen."""

    def __init__(self, icons: Icons, settings: SettingsController) -> None:
        self.restart = Button(icons, tr("Restart Arbor"), size="small")
        super().__init__(icons, settings, "appearance.language", below=in_line(icons.theme, self.restart))
        self.restart.clicked.connect(lambda: QCoreApplication.exit(translation.RESTART))

    def show_value(self, value: Any) -> None:
        super().show_value(value)
        self.restart.setVisible(translation.chosen(value) != translation.current())


class LoginRow(SettingRow):
    """Start at login: kept by the system, not among the settings."""

    def __init__(self, icons: Icons, settings: SettingsController, autostart: Autostart | None) -> None:
        self.switch = Switch(icons.theme, tr("Start at login"))
        super().__init__(
            icons.theme,
            tr("Start at login"),
            tr("Start Arbor in the tray, without a window, when you log in."),
            self.switch,
        )
        self._settings, self._autostart = settings, autostart
        self.switch.clicked.connect(self._chosen)

    def refresh(self) -> None:
        """Ask the system."""
        if self._autostart is not None:
            self._settings.try_to(self._ask(self._autostart), self.show_error)

    async def _ask(self, autostart: Autostart) -> None:
        self.switch.setChecked(await self._settings.ask("login", autostart.is_on))

    def _chosen(self, on: bool) -> None:
        self.show_error("")
        if self._autostart is not None:
            self._settings.do(self._refused, self._autostart.set_on, on)

    def _refused(self, why: str) -> None:
        self.switch.setChecked(not self.switch.isChecked())
        self.show_error(why)


class SharingSection(Section):
    """What AI tools receive automatically, and which of them are connected."""

    key, name, glyph = "sharing", QT_TR_NOOP("Sharing"), "context"
    groups = (
        Group(
            QT_TR_NOOP("What your AI sees"),
            (
                "injection.enabled",
                "injection.session_start",
                "injection.prompts",
                "context.similar_tasks",
                "capture.hook_sessions",
            ),
            QT_TR_NOOP(
                "A connected AI tool can see the memories on the Context page. Memories in review or "
                "marked “never share” are not shared."
            ),
        ),
        Group(QT_TR_NOOP("Limits"), ("context.max_tokens", "injection.prompt_tokens"), advanced=True),
    )

    def __init__(
        self,
        icons: Icons,
        settings: SettingsController,
        bridge: Bridge,
        setup: Setup | None,
        clock: Clock = system_clock,
    ) -> None:
        """`setup` sets Arbor up in AI tools; without it only the switches are shown."""
        self._bridge, self._setup, self._clock = bridge, setup, clock
        self.integrations: IntegrationsCard | None = None
        super().__init__(icons, settings)

    def build(self) -> None:
        shared, limits = self.groups
        self.add_group(shared)
        if self._setup is not None:
            self.integrations = IntegrationsCard(self._icons, self._bridge, self._setup, self._clock, self)
            self.add(self.integrations)
        self.add_group(limits)

    def enabled(self, values: Values) -> dict[str, bool]:
        on, prompts = bool(values["injection.enabled"]), bool(values["injection.prompts"])
        return {
            "injection.session_start": on,
            "injection.prompts": on,
            "injection.prompt_tokens": on and prompts,
        }

    def refresh(self) -> None:
        if self.integrations is not None:
            self.integrations.refresh()


class IntegrationsCard(CardBox):
    """The AI tools that Arbor can be connected to.

    `undoable(words, take back)` after something was connected or disconnected; `said(words, glyph)` of
    all else.
    """

    undoable = Signal(str, object)
    said = Signal(str, str)

    def __init__(
        self, icons: Icons, bridge: Bridge, setup: Setup, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            icons.theme,
            tr("Integrations"),
            tr("Before Arbor changes a tool's file, you see each change and Arbor keeps a copy. To "
                "use project files such as CLAUDE.md, turn them on in the project."),
            parent,
        )  # fmt: skip
        self._integrations = IntegrationsController(icons, bridge, setup, self)
        self.list = IntegrationRows(icons, clock=clock)
        self.list.wanted.connect(self._integrations.plan)
        self.add(self.list, tr("integrate hook server connect disconnect install remove repair"))
        self.trouble = SettingRow(icons.theme, tr("Couldn't check the integrations"), "")
        self.add(self.trouble)
        self.set_present(self.trouble, False)
        self._integrations.said.connect(self._done)
        self._integrations.failed.connect(lambda words: self.said.emit(words, "warning"))
        self._integrations.changed.connect(self.refresh)
        self._soon = RefreshTimer(self, self.refresh, _MOMENT_MS)
        bridge.changed.connect(self._heard)

    def refresh(self) -> None:
        """Look at each again."""
        self._soon.caught_up()
        self._integrations.look(None, self._show, self._failed)

    def _heard(self, changes: Changes) -> None:
        if changes.status or changes.conversations:
            self._soon.changed()

    def _show(self, tiles: Sequence[Tile]) -> None:
        self._absent.add(self.trouble)
        self.list.show_tiles(tiles)
        self.filter(self._words, self._around)

    def _failed(self, words: str) -> None:
        self.trouble.set_description(words)
        self.set_present(self.trouble, True)

    def _done(self, words: str, take_back: Callable[[], None] | None) -> None:
        if take_back is None:
            self.said.emit(words, "undo")
        else:
            self.undoable.emit(words, take_back)


class ReviewSection(Section):
    """Which memories need review, what is compared, what is decided automatically."""

    key, name, glyph = "review", QT_TR_NOOP("Review and conflicts"), "review"
    groups = (
        Group(
            QT_TR_NOOP("New memories"),
            ("review.mode", "review.certain_from", "review.accept_certain", "review.accept_from"),
            QT_TR_NOOP("Memories in review aren't shared until you accept them."),
        ),
        Group(
            QT_TR_NOOP("Conflicts"),
            ("conflicts.detect", "conflicts.auto_resolve"),
            QT_TR_NOOP("Arbor shows conflicting memories side by side. You choose which to keep."),
        ),
        Group(
            QT_TR_NOOP("Thresholds"),
            ("conflicts.auto_resolve_from",),
            advanced=True,
        ),
    )

    def enabled(self, values: Values) -> dict[str, bool]:
        mode, detect = values["review.mode"], bool(values["conflicts.detect"])
        return {
            "review.certain_from": mode == "uncertain",  # elsewhere all or none need review
            "review.accept_certain": mode != "nothing",
            "conflicts.auto_resolve": detect,
            "conflicts.auto_resolve_from": detect and bool(values["conflicts.auto_resolve"]),
        }


class MemoriesSection(Section):
    """Which memories apply in all projects."""

    key, name, glyph = "memories", QT_TR_NOOP("Memories"), "memories"
    groups = (
        Group(QT_TR_NOOP("All projects"), ("learning.promote",)),
        Group(QT_TR_NOOP("Technologies"), ("learning.common_technologies",), advanced=True),
    )
