"""How a script is played: time passes, made-up tools are called, and somebody writes it down."""

from __future__ import annotations

import json
import os
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

from arbor_desktop.demo.scripts import MINUTE_MS, Project, Script, Step


def fake_secrets() -> dict[str, str]:
    """Made-up credentials by the name scripts use. They open nothing and look like those that do."""
    return {
        "api_key": "_".join(("sk", "live", token("api key", 24))),
        "github_token": "ghp_" + token("github token", 36),
        "db_password": token("database password", 18),
        "model_key": "-".join(("sk", "ant", "api03", token("model key", 40))),
    }


def token(name: str, length: int) -> str:
    alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789"
    return "".join(random.Random(f"demo {name}").choices(alphabet, k=length))


def write_lines(path: Path, records: Iterable[dict[str, Any]], at_ms: int) -> None:
    """Writes JSON lines; the file's own time is `at_ms`."""
    lines = (json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records)
    write_file(path, "".join(lines), at_ms)


def write_file(path: Path, text: str, at_ms: int) -> None:
    """Writes a text; the file's own time is `at_ms`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    os.utime(path, (at_ms / 1000, at_ms / 1000))


class Player(ABC):
    """Collects one session's records as its script is played. `begun` and `at`, the time reached, are in
    milliseconds."""

    def __init__(self, script: Script, project: Project, root: PurePath, now_ms: int) -> None:
        self.records: list[dict[str, Any]] = []
        self.begun = self.at = script.starts_at(now_ms)
        self._script, self._project = script, project
        self._cwd = root / project.name
        self._random = random.Random(f"session {script.name}")
        self._secrets = fake_secrets()

    def play(self, steps: Iterable[Step]) -> None:
        """Raises ValueError for a step that this assistant has nothing like."""
        for step in steps:
            do = getattr(self, f"_do_{step.kind}", None)
            if do is None:
                raise ValueError(f"{self._script.name}: {self._script.assistant} has no step {step.kind!r}")
            do(step)

    @abstractmethod
    def write(self, home: Path) -> Path:
        """Writes the session below a person's home. Answers its main file."""

    @abstractmethod
    def _do_said(self, step: Step) -> None: ...

    @abstractmethod
    def _do_reply(self, step: Step) -> None: ...

    @abstractmethod
    def _call(self, name: str, given: dict[str, Any], output: str, step: Step | None = None) -> None:
        """A tool is called and answers."""

    def _do_tool(self, step: Step) -> None:
        self._call(str(step.tool), self._filled_in(step.input), self._filled(step.output), step)

    def _do_work(self, step: Step) -> None:
        for name, given, output in self._made_up_calls(step.work or 0):
            self._call(name, given, output, step)

    def _do_pause(self, step: Step) -> None:
        self.at += (step.pause or 0) * MINUTE_MS

    def _pass(self, seconds: float) -> None:
        self.at += int(seconds * (0.7 + 0.6 * self._random.random()) * 1000)

    def _filled(self, text: str | None) -> str:
        return re.sub(r"\{fake:(\w+)\}", lambda found: self._secrets[found[1]], (text or "").strip())

    def _filled_in(self, given: dict[str, Any]) -> dict[str, Any]:
        """A tool's input; scripts have paths relative to the project, tools have them absolute."""
        filled = {key: self._filled(each) if isinstance(each, str) else each for key, each in given.items()}
        if "file_path" in filled:
            filled["file_path"] = str(self._cwd / filled["file_path"])
        return filled

    def _made_up_calls(self, count: int) -> Iterator[tuple[str, dict[str, Any], str]]:
        """Looking around, changing a line, running something: what lies between the words of a session."""
        for _ in range(count):
            name = self._random.choice(self._project.files)
            path = str(self._cwd / name)
            number = self._random.randrange(10, 240)
            what = self._random.choice(("Read", "Read", "Grep", "Edit", "Bash"))
            if what == "Read":
                lines = range(number, number + self._random.randrange(8, 40))
                yield (
                    "Read",
                    {"file_path": path, "offset": number},
                    "\n".join(f"{n:6}→{self._line()}" for n in lines),
                )
            elif what == "Grep":
                found = f"{name}:{number}:{self._line()}\n{name}:{number + 31}:{self._line()}"
                yield "Grep", {"pattern": PurePosixPath(name).stem, "output_mode": "content"}, found
            elif what == "Edit":
                given = {"file_path": path, "old_string": self._line(), "new_string": self._line()}
                yield "Edit", given, f"The file {path} has been updated."
            else:
                ran = self._random.choice(self._project.commands)
                yield "Bash", {"command": ran.command, "description": "Check the change"}, ran.output

    def _line(self) -> str:
        return self._random.choice(self._project.lines)
