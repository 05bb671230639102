"""The pictures of the Chat page: a model's part is played by the stand-in, which speaks the real protocol."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arbor_desktop.llm.calls import Cancel
from arbor_desktop.llm.model import OnText
from arbor_desktop.ui.chat.page import ChatPage
from tests._stage import Stage, until
from tests.standin.server import Body, Say, StandIn, said_to

PLAN = """\
Two things stand in the way of cancelling on time:

1. The deadline is 48 hours before the firing starts, but the job runs only once a day.
2. Nothing tells the members when a slot was freed.

I would run the job every hour, and look at the slots that end within the next two days:

```python
def due(now: datetime) -> list[Slot]:
    edge = now + timedelta(hours=48)
    return [slot for slot in open_slots() if slot.starts_at <= edge]
```

Then a message to whoever waits is one more line. Shall I write the test first?"""
WISH = "How should we handle cancellations? Please always answer with a short plan first."


def mind(body: Body) -> Say | str:
    last = body["messages"][-1]["content"]
    if any(block.get("type") == "tool_result" for block in last):
        return PLAN
    if WISH in said_to({"messages": body["messages"][-1:]}):
        wish = {"content": "User wants a short plan first in every answer.", "type": "instruction"}
        fact = {"content": "The waiting list holds one row per member and slot.", "type": "fact"}
        return Say(
            uses=(
                ("arbor_store_memory", {**wish, "importance": "medium"}),
                ("arbor_store_memory", {**fact, "importance": "medium"}),
            )
        )
    return "Postgres holds the bookings, one row a slot; the job that frees slots runs once a day at 02:00."


@contextmanager
def model(made: Stage) -> Iterator[StandIn]:
    with StandIn(mind) as server:
        made.service.settings.set("model.base_url", server.url)
        made.service.settings.set("extraction.backend", "anthropic")
        yield server


def chat(made: Stage) -> ChatPage:
    made.window.show_page("chat")
    made.settle()
    page = made.window.page("chat")
    assert isinstance(page, ChatPage)
    return page


def project(made: Stage) -> str:
    """The project with the most memories."""
    known = made.service.projects()
    return max((path for path in known if path), key=lambda path: known[path])


def say(made: Stage, page: ChatPage, text: str) -> None:
    """Types and sends, and waits for the answer."""
    page.composer.set_text(text)
    QTest.keyClick(page.composer.field, Qt.Key.Key_Return)
    until(lambda: not page.controller.sending and not page.controller.answers)
    made.settle()


def talked(made: Stage) -> ChatPage:
    with model(made):
        chats = made.service.models.chats
        for title in (
            "What is the flag for a dry run?",
            "Compare two ways to store the firing curves, with what speaks for each",
        ):
            chats.say(None, title, project=project(made))
        page = chat(made)
        page.new_chat()
        page.controller.choose_project(project(made))
        made.settle()
        say(made, page, "Where are the bookings stored?")
        say(made, page, WISH)
    return page


def empty(made: Stage) -> None:
    with model(made):
        chat(made)


def offline(made: Stage) -> None:
    chat(made)


def done(made: Stage) -> None:
    talked(made)


def popup(made: Stage) -> None:
    page = talked(made)
    page.show_loaded()


def taken_back(made: Stage) -> None:
    page = talked(made)
    reply = page.transcript.reply
    assert reply is not None
    next(iter(reply.stored.rows.values()))[1].click()


def streaming(made: Stage) -> None:
    page = talked(made)
    held = threading.Event()

    def answer(chat_id: str, number: int, *, on_text: OnText, cancel: Cancel) -> Any:
        cancel.bind(held.set)
        for word in PLAN[:430].split(" "):
            on_text(word + " ")
        held.wait()
        raise SystemExit  # the window is gone by then

    made.service.models.chats.answer = answer  # type: ignore[method-assign,assignment]
    page.composer.set_text("And what about the members?")
    QTest.keyClick(page.composer.field, Qt.Key.Key_Return)
    until(lambda: bool(page.transcript.reply and len(page.transcript.reply.text.source) > 400))
    page.destroyed.connect(held.set)


def trouble(made: Stage) -> None:
    page = talked(made)
    say(made, page, "Is the stand-in still there?")


def blocked(made: Stage) -> None:
    """No model selected any more; what was said can be read."""
    page = talked(made)
    made.service.settings.set("extraction.backend", "offline")
    page.refresh()
    made.settle()


def listed(made: Stage) -> None:
    page = talked(made)
    if page.list.isHidden():
        page.header.list_wanted.emit()


def register(scene: Callable[..., Any]) -> None:
    """Adds the scenes to all pictures."""
    scene("12-chat")(done)
    scene("12-chat-empty")(empty)
    scene("12-chat-streaming")(streaming)
    scene("12-chat-loaded")(popup)
    scene("12-chat-taken-back")(taken_back)
    scene("12-chat-trouble")(trouble)
    scene("12-chat-no-model")(blocked)
    scene("12-chat-offline")(offline)
    scene("12-chat-list")(listed)
