"""How far a run is, with Cancel; where the keyboard stays while a button is away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.maintenance.model import MaintenanceStatus
from arbor_desktop.ui.components import Button, ElidedLabel, Label, ProgressBar
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.maintenance.words import percent, progress_words
from arbor_desktop.ui.translation import tr

_PARTS = 1000


class RunProgress(QWidget):
    """Shows real values only; where another process runs it, none are known, and it can't be stopped here."""

    cancelled = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme = icons.theme
        px = theme.px
        self.line = ElidedLabel(theme, "", "small", "text", parent=self)
        self.share = Label(theme, tr("{n}%").format(n=100), "small600", "text", parent=self)
        self.share.setMinimumWidth(self.share.sizeHint().width())
        self.bar = ProgressBar(theme, tr("Maintenance"), self)
        self.cancel = Button(icons, tr("Cancel"), size="small", parent=self, clicked=self.cancelled)
        self.cancel.setAccessibleName(tr("Stop maintenance"))
        self.cancel.setToolTip(tr("Steps already finished are not undone."))
        head = hbox((self.line, 1), self.share, gap=px(8))
        left = vbox(head, self.bar, gap=px(4))
        hbox((left, 1), self.cancel, on=self, gap=px(14))

    def show_status(self, status: MaintenanceStatus, *, stopping: bool = False) -> None:
        """Show how far it is; "Stopping…" from the wish to its end."""
        running = status.running
        if running is None:
            self.line.setText(
                tr("Maintenance is running in another Arbor process") if status.elsewhere else tr("Starting…")
            )
        else:
            self.line.setText(tr("Stopping…") if stopping else progress_words(running))
        self.share.setText(percent(running) if running else "")
        self.bar.setVisible(running is not None)
        self.bar.set_value(round(_PARTS * running.share) if running else 0, _PARTS)
        if running is not None:
            self.bar.setAccessibleName(f"{progress_words(running)}, {percent(running)}")
        self.cancel.setVisible(not status.elsewhere)
        self.cancel.setEnabled(running is not None and not stopping)


class FocusKeeper:
    """A button that hides or can't be pressed loses the focus to whatever comes next, somewhere in the
    window. A neighbour that stays holds it meanwhile, and gives it back unless the person went on."""

    def __init__(self, neighbour: QWidget) -> None:
        self._neighbour = neighbour
        self._of: QWidget | None = None

    def leaves(self, button: QWidget) -> None:
        """Call when `button` is about to go. Nothing happens where it does not have the focus."""
        if button.hasFocus():
            self._of = button
            self._neighbour.setFocus(Qt.FocusReason.OtherFocusReason)

    def returns(self, button: QWidget) -> None:
        """Call when `button` can be pressed again."""
        if self._of is not None and self._neighbour.hasFocus():
            button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._of = None
