"""The window around the pages: rail, palette, navigation, tray, notifications."""
