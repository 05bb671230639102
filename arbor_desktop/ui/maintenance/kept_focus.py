"""Where the keyboard stays while what it was on is away."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


class KeptFocus:
    """A button that hides or can't be pressed loses the focus to whatever comes next, somewhere in the
    window. A neighbour that stays holds it meanwhile, and gives it back unless the person went on."""

    def __init__(self, neighbour: QWidget) -> None:
        self._neighbour = neighbour
        self._of: QWidget | None = None

    def leaves(self, button: QWidget) -> None:
        """`button` is about to go. Nothing happens where it does not have the focus."""
        if button.hasFocus():
            self._of = button
            self._neighbour.setFocus(Qt.FocusReason.OtherFocusReason)

    def returns(self, button: QWidget) -> None:
        """It can be pressed again."""
        if self._of is not None and self._neighbour.hasFocus():
            button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._of = None
