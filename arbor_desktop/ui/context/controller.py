"""What the Context page does: ask what a session would get, and change the memories that it is made of."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arbor_desktop.memories.model import Privacy
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Message
from arbor_desktop.ui.context.model import Entry, Question, choices, first_question, of_project, previews
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.memory.history_words import undone_words
from arbor_desktop.ui.translation import number, tr

if TYPE_CHECKING:
    from arbor_desktop.ui.context.page import ContextPage

_LEVELS = {"pin": Privacy.ALWAYS_INCLUDE, "never_share": Privacy.NEVER_SHARE}

_BARRED = (
    "over_limit", "not_in_file", "expired", "other_branch", "other_project", "no_project", "other_technology",
    "replaced", "outdated",
)  # fmt: skip
"""A memory that is left out for one of these stays out when it is pinned."""


class ContextController(Controller):
    """`question`: the project, branch and prompt that are asked for; None until the first one is read."""

    def __init__(self, bridge: Bridge, page: ContextPage, question: Question | None) -> None:
        super().__init__(bridge, page)
        self._page = page
        self.question = question

    # The question

    def refresh(self) -> None:
        """Ask the same question again."""
        if self.question is None:
            self.start(self._begin(), self._page.show_failure)
        else:
            self._ask_both()

    async def _begin(self) -> None:
        self.question = await self.ask("question", first_question, self.service)
        self._page.show_question(self.question, former=None)
        self._ask_both()

    def show_project(self, path: str | None) -> None:
        """Ask what a session in a project gets, on the branch that is checked out there."""
        self.start(self._show_project(path))

    async def _show_project(self, path: str | None) -> None:
        question = await self.ask("question", of_project, self.service, path)
        prompt = self.question.prompt if self.question is not None else ""
        self.set_question(replace(question, prompt=prompt))

    def set_question(self, question: Question) -> None:
        """Ask another question."""
        if question == self.question:
            return
        former, self.question = self.question, question
        self._page.show_question(question, former=former)
        if former is None or question.place != former.place:
            self._page.remember(question)
        self._ask_preview()
        if former is None or question.project != former.project:
            self.start(self._choices())

    def _ask_both(self) -> None:
        self._ask_preview()
        self.start(self._choices())

    def _ask_preview(self) -> None:
        self._page.show_waiting()
        self.start(self._preview(), self._page.show_failure)

    async def _preview(self) -> None:
        self._page.show_previews(await self.ask("preview", previews, self.service, self.question))

    async def _choices(self) -> None:
        project = self.question.project if self.question is not None else None
        self._page.show_choices(await self.ask("choices", choices, self.service, project))

    # Changes

    def set_privacy(self, name: str, entry: Entry) -> None:
        """Pin a memory or share it never, as `name` says; or neither any more."""
        level = _LEVELS[name]
        if entry.privacy is level:
            level = Privacy.NORMAL
        pinned = tr("Pinned: always included")
        if entry.kind == "conflict":
            pinned = tr("Pinned. Included once the conflict is resolved.")
        elif entry.kind in _BARRED:
            pinned = tr("Pinned, but left out here: {why}").format(why=entry.why)
        text, icon = {
            Privacy.ALWAYS_INCLUDE: (pinned, "pin"),
            Privacy.NEVER_SHARE: (tr("Will never be shared"), "eye-off"),
            Privacy.NORMAL: (tr("Sharing allowed again"), "eye"),
        }[level]
        if entry.privacy is Privacy.ALWAYS_INCLUDE and level is Privacy.NORMAL:
            text, icon = tr("Unpinned"), "pin"
        self.start(self._update(entry.id, Message(text, icon, self.undo), privacy_level=level.value))

    def set_confidence(self, entry: Entry, value: float) -> None:
        said = Message(tr("Confidence set to {value}").format(value=number(value, 2)), undo=self.undo)
        self.start(self._update(entry.id, said, confidence=value))

    async def _update(self, memory_id: str, said: Message, **fields: Any) -> None:
        await self.change(self.service.update_many, [memory_id], **fields)
        self._page.say_done(said, memory_id)

    def undo(self) -> None:
        """Take back the newest action."""
        self.start(self._undo())

    async def _undo(self) -> None:
        undone = await self.change(self.service.undo)
        words, _returns = undone_words(undone)
        self._page.say_done(Message(words, "undo"), next(iter(undone.ids), None))
