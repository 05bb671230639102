"""The Settings page: every declared setting, the sources, and the person's data."""

from arbor_desktop.ui.settings.page import SettingsPage

__all__ = ["SettingsPage"]
