"""What a new chat shows: what this is, and three things to begin with."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.chat.words import tr
from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.icons import Icons


class Start(QWidget):
    """`example_wanted(text)` puts an example into the field, to be changed or sent."""

    example_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        title = Label(theme, tr("Talk with a model that remembers"), "title", parent=self)
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        about = Label(
            theme,
            tr("It is told what is remembered of you, and of the project you choose. What it stores of the "
               "chat is shown, and can be taken back."),
            "body", "text2", parent=self,
        )  # fmt: skip
        about.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        about.setWordWrap(True)
        about.setFixedSize(px(440), about.heightForWidth(px(440)))
        self.examples = [Button(icons, "", icon="sparkle", parent=self) for _ in range(3)]
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(16), px(20), px(16))
        column.setSpacing(px(8))
        column.addStretch(1)
        column.addWidget(title)
        column.addWidget(about, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(px(12))
        for button in self.examples:
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
            button.clicked.connect(lambda _on=False, one=button: self.example_wanted.emit(one.text()))
        column.addStretch(1)
        self.show_for(None)

    def show_for(self, project: str | None) -> None:
        """Examples that make sense there."""
        if project:
            name = project_name(project)
            words = (
                tr("What do you know about {project}?").format(project=name),
                tr("Which decisions did we make here, and why?"),
                tr("What should a new colleague know before the first commit?"),
            )
        else:
            words = (
                tr("What do you know about how I like to work?"),
                tr("Remember that I prefer short answers with an example."),
                tr("Help me plan what to do next week."),
            )
        for button, text in zip(self.examples, words, strict=True):
            button.set_label(text)
