"""The window: Qt lives here and in app."""
