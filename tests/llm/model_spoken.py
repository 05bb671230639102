"""A model that answers what a test lets it, without a network: what it costs and why it rests is all that
counts."""

from __future__ import annotations

from collections import deque
from typing import Any

from arbor_desktop.llm.calls import Cancel, Task
from arbor_desktop.llm.model import (
    Answer,
    Ask,
    Message,
    ModelFailed,
    ModelInfo,
    OnText,
    Purpose,
    Trouble,
    Usage,
)

KEY = "sk-ant-api03-of-a-test-0000"


class Spoken:
    """Answers or raises what was put into `next`, else an answer with `usage`; keeps the tasks."""

    def __init__(self) -> None:
        self.next: deque[Answer | ModelFailed] = deque()
        self.usage = Usage(1_000, 100)
        self.model = ""
        self.tasks: list[Task] = []
        self.during: list[Any] = []
        """Called, each once, while a question is with the model."""

    def run(self, task: Task, on_text: OnText | None = None, cancel: Cancel | None = None) -> Any:
        self.tasks.append(task)
        if self.during:
            self.during.pop(0)()
        if task.method == "models":
            return [ModelInfo("one", "One")]
        said = (
            self.next.popleft() if self.next else Answer("yes", self.usage, self.model or task.access.model)
        )
        if isinstance(said, ModelFailed):
            raise said
        return said

    def close(self) -> None:
        pass

    @property
    def asked(self) -> int:
        return sum(task.method == "ask" for task in self.tasks)


def question(text: str = "Hello?", *, most: int = 1_000, conversation: str | None = None) -> Ask:
    return Ask(
        Purpose.EXTRACTION, "Fixed.", (Message("user", text),), max_tokens=most, conversation=conversation
    )


def failure(
    trouble: Trouble, *, after: float | None = None, usage: Usage | None = None, said: str = "It failed."
) -> ModelFailed:
    return ModelFailed(said, trouble, detail="000 why", retry_after=after, usage=usage)
