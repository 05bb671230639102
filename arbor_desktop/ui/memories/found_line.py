"""Why a search found the memory that is shown: one quiet line above its words."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.search.model import Hit
from arbor_desktop.ui.components import ElidedLabel
from arbor_desktop.ui.memories.hint_line import short
from arbor_desktop.ui.memories.text import hits, search_terms
from arbor_desktop.ui.memories.words import tr
from arbor_desktop.ui.theme import Theme

_LONGEST = 28
_SAYS = "says "
"""How the reason begins that names the words a memory holds."""


def reasons_in_words(hit: Hit) -> str:
    """`says deploy · something like “firday” · recent`, in the person's language."""
    said: list[str] = []
    for reason in hit.reasons:
        said += _words_said(hit) if reason.startswith(_SAYS) else [_translated(reason)]
    return " · ".join(said)


def _words_said(hit: Hit) -> list[str]:
    """The words that are really there; those whose spelling is only near are told as what they are."""
    memory = hit.memory
    text = " ".join((memory.content, memory.summary or "", *memory.tags))
    there = [term for term in hit.terms if hits(text, search_terms(term))]
    near = [f"“{term}”" for term in hit.terms if term not in there]
    told = []
    if there:
        told.append(tr("says {words}").format(words=", ".join(there)))
    if near:
        told.append(tr("something like {words}").format(words=", ".join(near)))
    return told


def _translated(reason: str) -> str:
    """A reason of the search that has the same words every time; another one as it came."""
    return {
        "alike in meaning": tr("alike in meaning"),
        "noted beside a better match": tr("noted beside a better match"),
        "used often": tr("used often"),
        "recent": tr("recent"),
    }.get(reason, reason)


class FoundLine(QWidget):
    """There while there is a search, so that nothing moves when the reasons come; gone without one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme.px
        self.label = ElidedLabel(theme, "", "caption", "text3", parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), 0, px(16), px(6))
        row.addWidget(self.label)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_found(self, words: str, hit: Hit | None = None) -> None:
        """`words`: what was searched for; nothing: it does not come from a search. `hit`: as soon as it is
        known."""
        said = f"{tr('Found for')} “{short(words, _LONGEST)}”"
        if hit is not None and hit.reasons:
            said += f": {reasons_in_words(hit)}"
        self.label.setText(said)
        self.setVisible(bool(words))
