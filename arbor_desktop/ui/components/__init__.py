"""The window's parts, as the design's component sheet has them."""

from arbor_desktop.ui.components.boxes import FlowLayout, Splitter
from arbor_desktop.ui.components.buttons import BackForward, Button, IconButton
from arbor_desktop.ui.components.cards import Card, Notice, SectionCard, SettingRow
from arbor_desktop.ui.components.chips import Badge, Chip, ConfidenceBar, KeyCap, KeyHint, TagChip, TagEditor
from arbor_desktop.ui.components.combo import ComboBox
from arbor_desktop.ui.components.dialogs import AskDialog
from arbor_desktop.ui.components.empty import EmptyState
from arbor_desktop.ui.components.errors import ErrorPanel, crash_report
from arbor_desktop.ui.components.fields import InlineError, SearchField, TextArea, TextField
from arbor_desktop.ui.components.labels import ElidedLabel, Hairline, Label, ProgressBar, StatusDot
from arbor_desktop.ui.components.snackbar import Message, Snackbar
from arbor_desktop.ui.components.switch import Slider, Switch
from arbor_desktop.ui.components.tabs import Segment, SegmentButton, Tabs

__all__ = [
    "AskDialog",
    "BackForward",
    "Badge",
    "Button",
    "Card",
    "Chip",
    "ComboBox",
    "ConfidenceBar",
    "ElidedLabel",
    "EmptyState",
    "ErrorPanel",
    "FlowLayout",
    "Hairline",
    "IconButton",
    "InlineError",
    "KeyCap",
    "KeyHint",
    "Label",
    "Message",
    "Notice",
    "ProgressBar",
    "SearchField",
    "SectionCard",
    "Segment",
    "SegmentButton",
    "SettingRow",
    "Slider",
    "Snackbar",
    "Splitter",
    "StatusDot",
    "Switch",
    "Tabs",
    "TagChip",
    "TagEditor",
    "TextArea",
    "TextField",
    "crash_report",
]
