"""Injection: what AI tools are told by themselves, and where Arbor is set up for that."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.setup import Setup
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.integrations_card import IntegrationsCard
from arbor_desktop.ui.settings.rows import NumberRow, SwitchRow
from arbor_desktop.ui.settings.section import Section
from arbor_desktop.ui.settings.words import tr


class InjectionSection(Section):
    key, name, glyph = "injection", "Injection", "context"

    def __init__(
        self,
        icons: Icons,
        desk: SettingsDesk,
        bridge: Bridge,
        setup: Setup | None,
        clock: Clock = system_clock,
        parent: QWidget | None = None,
    ) -> None:
        """`setup` sets Arbor up in AI tools; without it only the switches are shown."""
        super().__init__(icons, parent)
        told = self.add_card(
            tr("What your AI is told"),
            tr("A tool is told something only where you install an integration: installing is your consent. "
               "It is told what the Context page shows, as facts. What is marked “never share”, or waits for "
               "your yes or no, is told to no tool."),
        )  # fmt: skip
        self.enabled = SwitchRow(icons, desk, "injection.enabled")
        self.start = SwitchRow(icons, desk, "injection.session_start")
        self.prompts = SwitchRow(icons, desk, "injection.prompts")
        self.prompt_budget = NumberRow(icons, desk, "injection.prompt_tokens", tr("tokens"), step=50)
        hooks = tr("hooks inject context")
        told.add(self.enabled, hooks)
        told.add(self.start, hooks)
        told.add(NumberRow(icons, desk, "context.max_tokens", tr("tokens"), step=100), tr("limit inject"))
        told.add(self.prompts, hooks)
        told.add(self.prompt_budget, tr("limit inject"))
        told.add(SwitchRow(icons, desk, "context.similar_tasks"), tr("past sessions outcome prompt"))
        told.add(
            SwitchRow(icons, desk, "capture.hook_sessions"), tr("hooks capture consent read session end")
        )
        self.integrations: IntegrationsCard | None = None
        if setup is not None:
            self.integrations = IntegrationsCard(icons, bridge, setup, clock, self)
            self.cards.append(self.integrations)
            self._column.addWidget(self.integrations)
        desk.values.connect(self._values_came)
        self._values_came(desk.known)

    def refresh(self) -> None:
        """Looks how the integrations stand."""
        if self.integrations is not None:
            self.integrations.refresh()

    def _values_came(self, values: dict[str, Any]) -> None:
        if "injection.enabled" in values and "injection.prompts" in values:
            on = bool(values["injection.enabled"])
            for row in (self.start, self.prompts):
                row.setEnabled(on)
            self.prompt_budget.setEnabled(on and bool(values["injection.prompts"]))
