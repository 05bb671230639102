"""How a project works, on one page for a colleague: shown, copied, saved, kept up to date in the project."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import (
    QGuiApplication,
    QPalette,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QWidget

from arbor_desktop.branches.digest import Digest, LeftOut
from arbor_desktop.branches.model import DIGEST_FILE, FileOptions
from arbor_desktop.projects.model import ProjectSummary
from arbor_desktop.ui.components import Button, Card, Label, SettingRow, Switch
from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.dialogs import Sheet
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.components.text_runs import TextView
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.controller import DIGEST, ProjectsController
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr
from arbor_desktop.user_files import operations


class DigestSheet(Sheet):
    """Reads the page when it is made. The first button copies it."""

    def __init__(
        self, icons: Icons, controller: ProjectsController, project: ProjectSummary, parent: QWidget
    ) -> None:
        title = tr("How {project} works").format(project=project.name)
        super().__init__(icons, title, tr("Copy"), parent=parent)
        self.setObjectName("digestSheet")
        self._controller, self._project = controller, project
        self.digest: Digest | None = None
        theme, px = icons.theme, icons.theme.px
        self.purpose.setText(
            tr("For a colleague: from the project's files and its memories. Leaves out anything private, "
               "about you, in review or in conflict.")
        )  # fmt: skip
        self.cancel.set_label(tr("Close"))
        self.save = Button(icons, tr("Save as…"), icon="download", parent=self, clicked=self._choose)
        foot = self._foot.itemAt(1)
        buttons = foot.layout() if foot is not None else None
        assert isinstance(buttons, QBoxLayout)
        buttons.insertWidget(2, self.save)
        self.switch = Switch(theme, tr("Keep {file} up to date").format(file=DIGEST_FILE))
        self.row = SettingRow(
            theme,
            self.switch.accessibleName(),
            tr("Arbor writes this page into the project's folder, between two marker lines, and updates it "
               "when memories change. Your own text in the file stays."),
            self.switch,
        )  # fmt: skip
        self.switch.clicked.connect(self._keep)
        keep = Card(theme)
        vbox(self.row, on=keep)
        self.page = _Page(theme, title)
        shown = Card(theme)
        vbox(self.page, on=shown, margins=(px(18), px(14), px(18), px(14)))
        self.left_out = Label(theme, "", "small", "text2", wrap=True)
        for widget in (keep, shown, self.left_out):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.confirmed.connect(self._copy)
        self._set_ready(False)
        controller.start(self._read(), self._failed)

    async def _read(self) -> None:
        do, path = self._controller, self._project.path
        page: Digest = await do.ask(DIGEST, do.service.digest, path)
        kept: FileOptions = await do.ask(DIGEST, do.service.switches, path)
        self._show(page, kept)

    def _show(self, page: Digest, kept: FileOptions) -> None:
        self.digest = page
        self.switch.setChecked(kept.way(DIGEST_FILE) is not None)
        _, _, below = page.text.partition("\n")  # the heading is that of the sheet
        self.page.show_markdown(below or tr("Nothing is known of this project yet."))
        self.left_out.setText(left_out_words(page))
        self._set_ready(bool(page.text))

    def fit(self) -> None:
        """As high as the window allows: the page is long."""
        super().fit()
        above = self.parentWidget()
        if above is not None:
            self.setFixedHeight(max(self.minimumHeight(), above.window().height() - self._theme.px(48)))

    def _set_ready(self, on: bool) -> None:
        self.can_do = on
        for widget in (self.do, self.save):
            widget.setEnabled(on)
        self.row.setEnabled(on and self._project.there)

    def _failed(self, error: BaseException) -> None:
        self._controller.report(error)
        self.fail(error_words(error))

    def _copy(self) -> None:
        if self.digest is not None:
            QGuiApplication.clipboard().setText(f"{self.digest.text}\n")
            self._said(tr("Copied as Markdown"))

    def _said(self, words: str) -> None:
        self.kept.setText(words)
        self.cancel.setEnabled(True)
        self.do.setEnabled(self.can_do)

    def _choose(self) -> None:
        dialog = QFileDialog(self, tr("Save as"), str(Path.home()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("md")
        dialog.selectFile(f"{self._project.name}.md")
        dialog.fileSelected.connect(lambda path: self._controller.start(self._save(path), self._failed))
        opened(dialog)

    async def _save(self, path: str) -> None:
        text = f"{self.digest.text}\n" if self.digest is not None else ""
        try:
            await self._controller.change(operations.write, path, text.encode(), ordered=False)
        except OSError as error:
            self.fail(tr("{file} can't be written: {why}").format(file=path, why=error.strerror or error))
            return
        self._said(tr("Saved as {file}").format(file=Path(path).name))

    def _keep(self, on: bool) -> None:
        self.row.show_error("")
        self._controller.start(self._switch_to(on), self._not_kept)

    async def _switch_to(self, on: bool) -> None:
        do = self._controller
        await do.change(do.service.keep_digest, self._project.path, on)
        words = tr("{file} is kept up to date") if on else tr("Arbor's page was removed from {file}")
        self._said(words.format(file=DIGEST_FILE))

    def _not_kept(self, error: BaseException) -> None:
        self.switch.setChecked(not self.switch.isChecked())
        self.row.show_error(error_words(error))
        self._controller.report(error)


def left_out_words(page: Digest) -> str:
    """ "Left out: 7 in review or in conflict, 1 private"; empty where nothing is."""
    counts = page.left_out
    said = {
        LeftOut.UNDECIDED: tr("%n in review or in conflict", None, counts.get(LeftOut.UNDECIDED, 0)),
        LeftOut.PRIVATE: tr("%n private", None, counts.get(LeftOut.PRIVATE, 0)),
        LeftOut.PERSONAL: tr("%n about you or with an address", None, counts.get(LeftOut.PERSONAL, 0)),
        LeftOut.BRANCH: tr("%n of one branch", None, counts.get(LeftOut.BRANCH, 0)),
        LeftOut.ELSEWHERE: tr("%n about other projects", None, counts.get(LeftOut.ELSEWHERE, 0)),
        LeftOut.COMPUTER: tr("%n with folders of this computer", None, counts.get(LeftOut.COMPUTER, 0)),
        LeftOut.ROOM: tr("%n less certain", None, counts.get(LeftOut.ROOM, 0)),
    }
    parts = [words for reason, words in said.items() if counts.get(reason)]
    return tr("Left out: {reasons}").format(reasons=", ".join(parts)) if parts else ""


class _Page(TextView):
    """The page as it is read."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name)
        self.setFont(theme.font("body"))
        self.tint()
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Link, theme.color("accentText"))
        self.setPalette(palette)
        self.document().setIndentWidth(theme.px(16))

    def show_markdown(self, text: str) -> None:
        self.setMarkdown(text)
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel():
                cursor = QTextCursor(block)
                layout = QTextBlockFormat()
                layout.setTopMargin(self._theme.px(14 if block.blockNumber() else 0))
                layout.setBottomMargin(self._theme.px(4))
                cursor.mergeBlockFormat(layout)
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                letters = QTextCharFormat()
                letters.setFont(self._theme.font("section"))
                letters.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
                cursor.mergeCharFormat(letters)
            block = block.next()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(round(self.document().size().height()) + 2)
