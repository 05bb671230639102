"""Privacy: what is removed before anything is saved, encryption, and secrets that were found."""

from __future__ import annotations

from PySide6.QtCore import Signal

from arbor_desktop.clock import Clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components import Badge, SettingRow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.cards import CardBox, Group, Section
from arbor_desktop.ui.setting_rows.rows import SettingsController
from arbor_desktop.ui.settings.data import OpenUrl
from arbor_desktop.ui.settings.encryption import EncryptionCard
from arbor_desktop.ui.settings.secrets import SecretsCard
from arbor_desktop.ui.translation import QT_TR_NOOP, tr


class PrivacySection(Section):
    """`said(words)` after something was done; `encryption_wanted(Change)`."""

    key, name, glyph = "privacy", QT_TR_NOOP("Privacy"), "lock"
    groups = (Group(QT_TR_NOOP("Secrets and personal data"), ("redaction.personal",)),)

    said = Signal(str)
    encryption_wanted = Signal(object)

    def __init__(self, icons: Icons, settings: SettingsController, clock: Clock, open_url: OpenUrl) -> None:
        self._clock, self._open_url = clock, open_url
        super().__init__(icons, settings)

    def build(self) -> None:
        (redaction,) = self.groups
        removed = self.add(CardBox(self._theme, tr(redaction.title)))
        always = SettingRow(
            self._theme,
            tr("Remove keys, tokens and passwords"),
            tr("Arbor detects them and replaces them with a placeholder before anything is saved."),
            Badge(self._icons, tr("Always"), "ok", icon="check"),
        )
        removed.add(always, tr("redaction secrets credentials privacy"))
        self.add_settings(removed, redaction.keys)
        self.encryption = self.add(EncryptionCard(self._icons, self._settings, self))
        self.encryption.wanted.connect(self.encryption_wanted)
        self.secrets = self.add(SecretsCard(self._icons, self._settings, self._clock, self._open_url, self))
        self.secrets.said.connect(self.said)
        self._settings.store_changed.connect(self._changed)

    def refresh(self) -> None:
        """Look again for secrets, and how the memory is encrypted."""
        self.secrets.refresh()
        self.encryption.refresh()

    def _changed(self, changes: Changes) -> None:
        if changes.all_memories and self.isVisible():
            self.refresh()
