"""The 112×96 pictures of empty and error states, drawn with the theme's colours."""

from __future__ import annotations

import re

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from arbor_desktop.ui.theme import Theme

_PEN = '<g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="3" stroke="{%s}">'
_DISC = '<circle cx="56" cy="48" r="46" fill="{%s}"/>'
_WARN = (
    '<circle cx="80" cy="66" r="12" fill="{warn}"/>' + _PEN % "card" + '<path d="M80 60v7M80 71.5v.1"/></g>'
)
"""The mark of a warning at the lower right."""
_SPARK = (
    '<path d="M54 24c2.5 12.5 8.5 18.5 21 21-12.5 2.5-18.5 8.5-21 21-2.5-12.5-8.5-18.5-21-21 '
    '12.5-2.5 18.5-8.5 21-21z" fill="{card}"/><path d="M76 25v9M71.5 29.5h9"/>'
)

PICTURES = {
    "memories": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<path d="M32 74h48"/><path d="M56 74V46"/><path d="M56 64c0-9-15-5-15-15"/></g>'
    '<circle cx="56" cy="34" r="13" fill="{accent}"/><circle cx="40" cy="46" r="8.5" fill="{chFact}"/>'
    + _PEN
    % "accent"
    + '<path d="M56 61c0-8 19-2 19-8"/><circle cx="76" cy="44" r="7" stroke-width="2.5" '
    'stroke-dasharray="2 5.33"/></g>',
    "conflicts": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<rect x="26" y="32" width="26" height="32" rx="5" fill="{card}"/>'
    '<rect x="60" y="32" width="26" height="32" rx="5" fill="{card}"/>'
    '<path d="M33 42h12M33 50h8M67 42h12M67 50h8"/></g>'
    '<circle cx="56" cy="66" r="12" fill="{accent}"/>'
    + _PEN % "onAccent"
    + '<path d="M50.5 66.5l4 4 7.5-8"/></g>',
    "review": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<path d="M30 54l6-20a5 5 0 0 1 5-4h30a5 5 0 0 1 5 4l6 20v10a5 5 0 0 1-5 5H35a5 5 0 0 1-5-5z" '
    'fill="{card}"/><path d="M30 54h13l3.5 7h19l3.5-7h13"/></g>',
    "search": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<circle cx="52" cy="43" r="17" fill="{card}"/><path d="M65 56l13 13"/>'
    '<path d="M43 41a10 10 0 0 1 8-7"/></g>',
    "conversations": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<path d="M30 33a5 5 0 0 1 5-5h30a5 5 0 0 1 5 5v17a5 5 0 0 1-5 5H45l-9 8v-8h-1a5 5 0 0 1-5-5z" '
    'fill="{card}"/><path d="M40 38h20M40 46h12"/>'
    '<path d="M78 42a5 5 0 0 1 5 5v14a5 5 0 0 1-5 5v7l-8-7H58"/></g>',
    "activity": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<circle cx="56" cy="48" r="24" fill="{card}"/><path d="M56 33v15l10 6"/></g>',
    "error": _DISC % "dangerSoft"
    + _PEN % "danger"
    + '<rect x="30" y="29" width="48" height="36" rx="6" fill="{card}"/><path d="M30 40h48"/>'
    '<path d="M40 53h14"/></g><circle cx="76" cy="64" r="12" fill="{danger}"/>'
    + _PEN % "onDanger"
    + '<path d="M71.5 59.5l9 9M80.5 59.5l-9 9"/></g>',
    "key": _DISC % "dangerSoft"
    + _PEN % "danger"
    + '<circle cx="42" cy="56" r="11"/><path d="M50 48l26-26M66 32l8 8M58 40l5 5"/></g>'
    '<circle cx="76" cy="64" r="12" fill="{danger}"/>'
    + _PEN % "onDanger"
    + '<path d="M71.5 59.5l9 9M80.5 59.5l-9 9"/></g>',
    "warning": _DISC % "warnSoft"
    + _PEN % "warn"
    + '<path d="M28 38a5 5 0 0 1 5-5h14l6 6h21a5 5 0 0 1 5 5v20a5 5 0 0 1-5 5H33a5 5 0 0 1-5-5z" '
    'fill="{card}"/></g>' + _WARN,
    "no-key": _DISC % "warnSoft"
    + _PEN % "warn"
    + '<circle cx="42" cy="56" r="11"/><path d="M50 48l26-26M66 32l8 8M58 40l5 5"/></g>'
    + _WARN,
    "budget": _DISC % "warnSoft" + _PEN % "warn" + '<ellipse cx="52" cy="34" rx="20" ry="8" fill="{card}"/>'
    '<path d="M32 34v12c0 4.4 9 8 20 8s20-3.6 20-8V34"/>'
    '<path d="M32 46v12c0 4.4 9 8 20 8 5 0 9-.7 12.5-1.9"/></g>' + _WARN,
    "terminal": _DISC % "warnSoft"
    + _PEN % "warn"
    + '<rect x="28" y="28" width="50" height="38" rx="6" fill="{card}"/>'
    '<path d="M37 40l7 6-7 6M49 53h9"/></g>' + _WARN,
    "model-warning": _DISC % "warnSoft" + _PEN % "warn" + _SPARK + "</g>" + _WARN,
    "model": _DISC % "accentSoft" + _PEN % "accent" + _SPARK + "</g>",
    "network": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<circle cx="56" cy="48" r="23" fill="{card}"/><path d="M33 48h46"/>'
    '<path d="M56 25c8 6.5 11.5 14 11.5 23S64 64.5 56 71c-8-6.5-11.5-14-11.5-23S48 31.5 56 25z"/></g>',
    "lock": _DISC % "accentSoft" + _PEN % "accent" + '<path d="M45 45v-8a11 11 0 0 1 22 0v8"/>'
    '<rect x="36" y="45" width="40" height="28" rx="6" fill="{card}"/><path d="M56 56v6"/></g>',
    "paused": _DISC % "accentSoft"
    + _PEN % "accent"
    + '<circle cx="56" cy="48" r="24" fill="{card}"/><path d="M49 39v18M63 39v18"/></g>',
}
"""SVG bodies by kind; `{name}` is a colour token."""


def paint_picture(painter: QPainter, theme: Theme, kind: str, rect: QRectF) -> None:
    """Draws the picture `kind` into `rect` (7:6). Raises KeyError for unknown kinds."""
    body = re.sub(r"\{(\w+)\}", lambda m: theme.color(m.group(1)).name(), PICTURES[kind])
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 112 96">{body}</svg>'
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, rect)
