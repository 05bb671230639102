"""A backend that does what it is asked, for tests of where calls run; it imports no SDK."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping

from arbor_desktop.llm.model import (
    Access,
    Answer,
    Ask,
    BatchReport,
    Message,
    ModelFailed,
    OnText,
    Purpose,
    Trouble,
)

MAKER = "tests.standin.backends:make"


def asking(text: str) -> Ask:
    return Ask(Purpose.TEST, "", (Message("user", text),))


class Obedient:
    """`hang` never answers, `stream` says three words, `die` ends the process, `block` lets nothing else run,
    `environ` names the environment, `closed` tells the keys of the backends that were closed, `print` writes
    where the protocol is spoken, `bug` and `fail` raise, any other word is the answer."""

    closed: list[str]

    def __init__(self, access: Access, closed: list[str]) -> None:
        self._access = access
        self.closed = closed

    async def ask(self, ask: Ask, on_text: OnText | None = None) -> Answer:
        text = ask.messages[0].text
        if on_text is not None:
            for word in ("one ", "two ", "three"):
                on_text(word)
        if text == "hang":
            await asyncio.Event().wait()
        if text == "die":
            os._exit(9)
        if text == "block":
            os.read(os.pipe()[0], 1)
        if text == "bug":
            raise ZeroDivisionError("by nought")
        if text == "fail":
            raise ModelFailed("No.", Trouble.RATE_LIMITED, detail="429", retry_after=7.0)
        if text == "print":
            print("noise")
        said = {
            "environ": "\n".join(f"{name}={value}" for name, value in os.environ.items()),
            "closed": ",".join(self.closed),
            "pid": str(os.getpid()),
        }
        return Answer(said.get(text, text))

    async def count(self, ask: Ask) -> int:
        return len(ask.messages[0].text)

    async def models(self) -> list[object]:
        return []

    async def submit(self, asks: Mapping[str, Ask]) -> str:
        return "batch"

    async def batch(self, ident: str) -> BatchReport:
        raise ModelFailed("No batches.", Trouble.BAD_REQUEST)

    async def cancel_batch(self, ident: str) -> None:
        return None

    async def close(self) -> None:
        self.closed.append(self._access.key)


_CLOSED: list[str] = []


def make(access: Access) -> Obedient:
    return Obedient(access, _CLOSED)
