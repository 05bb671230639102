"""What is looked at with each client, from the first start to the removal of Arbor."""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from tests.clients.clients import Client
from tests.clients.processes import Ended, Terminal, Trouble, run
from tests.clients.service import Request, Service, Step
from tests.clients.stage import CONVENTION, ELSEWHERE, FITTING, GLOBAL, PROJECT, Stage
from tests.clients.table import CHECKS, YES, Cell, Without, no, not_for
from tests.standin.said import Body, Say

RUN_SECONDS = 150.0
"""The longest that a client may take for one question, or for its start."""
ENTERS = 6
TIMES = 5
"""How often a time is taken; the table shows the one in the middle."""
STORED = "The kiln's oven door is locked above 60 degrees"
REMEMBER = "Remember that we always flash the kiln with heatloader 3."
LEARNED = "heatloader 3"
_COMPLAINT = re.compile(r"error|warn|invalid|fail|unknown|unrecogni|not supported|deprecat", re.I)
_TROUBLES = (Trouble, OSError, LookupError, ValueError)
"""What a client or Arbor can do otherwise than is waited for: stop, or leave a file in another form."""


class Examination:
    """One client on its stage. Each part fills cells; what a part can't reach is a "no" with its trouble."""

    def __init__(self, client: Client, stage: Stage, service: Service) -> None:
        self.client = client
        self.stage = stage
        self.service = service
        self.cells: dict[str, Cell] = {}
        self._quiet: set[str] = set()
        self._asked: list[Step] = []

    def whole(self) -> dict[str, Cell]:
        """All cells of the client's row."""
        self._not_applicable()
        try:
            self._alone()
        except Trouble as trouble:
            return {check: self.cells.get(check, no(str(trouble))) for check in CHECKS}
        for part, checks in (
            (self._set_up, ("removal byte-equal",)),
            (self._accepted, ("config accepted",)),
            (self._talked, ("start", "prompt", "MCP list", "MCP call", "project known", "compact")),
            (self._ended, ("end",)),
            (self._captured, ("reading",)),
            (self._receipts, ("receipt",)),
            (self._excluded, ("ignored project",)),
            (self._times, ("hook p50", "MCP first answer")),
            (self._removed, ("removal byte-equal",)),
            (self._instructions, ("instruction files",)),
        ):
            try:
                part()
            except _TROUBLES as trouble:
                why = no(str(trouble) if isinstance(trouble, Trouble) else repr(trouble))
                self.cells = dict.fromkeys(checks, why) | self.cells
        return {check: self.cells.get(check, no("nothing came of it")) for check in CHECKS}

    def _put(self, check: str, good: bool, why: str) -> None:
        """Fills a cell. Each "no" of a check adds its reason; a check that can't apply stays so."""
        kept = self.cells.get(check, YES)
        if kept.good is not None:
            words = [*([kept.words] if kept.words else []), *([] if good else [why])]
            self.cells[check] = no("; ".join(words)) if words else YES

    def _not_applicable(self) -> None:
        client = self.client
        without: dict[Without, tuple[str, ...]] = {}
        if not client.integration:
            without[Without.HOOKS] = ("start", "prompt", "compact", "end", "receipt", "hook p50")
            without[Without.SETUP] = ("config accepted", "removal byte-equal")
        elif not client.compact:
            without[Without.COMPACTION] = ("compact",)
        if not client.configs:
            without[Without.SERVER] = ("MCP list", "MCP call", "project known", "MCP first answer")
        if not client.has_folder:
            without[Without.FOLDER] = ("ignored project",)
        if not client.instructions:
            without[Without.FILE] = ("instruction files",)
        self.cells |= {check: not_for(why) for why, checks in without.items() for check in checks}

    # -- asking the client --

    def _ask(self, step: Step, folder: Path) -> Ended:
        self.service.script([step])
        self._asked.append(step)
        return run(self.client.ask(step.prompt), self.stage.environ, folder, RUN_SECONDS)

    def _alone(self) -> None:
        """The client without Arbor: that it runs here at all, and what it always complains of."""
        self.stage.remember()
        ended = self._ask(Step("Say hello to the kiln."), self.stage.kiln)
        if ended.code or not self.service.requests:
            raise Trouble(f"it does not run without Arbor either: {(ended.errors or ended.output)[-300:]}")
        self._quiet = {_same(line) for line in _lines(ended)}

    def _set_up(self) -> None:
        if not self.client.integration:
            return
        before = self._bytes()
        self.stage.arbor("integrate", "install", self.client.integration, "--yes")
        installed = self._bytes()
        self.stage.arbor("integrate", "remove", self.client.integration, "--yes")
        changed = [name for name, data in self._bytes().items() if data != before[name]]
        if changed:
            self._put("removal byte-equal", False, f"not the bytes of before: {', '.join(changed)}")
        self.stage.arbor("integrate", "install", self.client.integration, "--yes")
        untouched = [name for name, data in installed.items() if data == before[name]]
        if untouched:
            self._put("config accepted", False, f"installing did not change {', '.join(untouched)}")

    def _bytes(self) -> dict[str, bytes | None]:
        paths = {name: self.stage.home / name for name in self.client.configs}
        return {name: path.read_bytes() if path.exists() else None for name, path in paths.items()}

    def _accepted(self) -> None:
        if not self.client.integration:
            return
        ended = self._ask(Step("Greet the kiln once more."), self.stage.kiln)
        new = [line for line in _lines(ended) if _COMPLAINT.search(line) and _same(line) not in self._quiet]
        self._put(
            "config accepted", not ended.code and not new, f"exit code {ended.code}: {' / '.join(new)[:300]}"
        )

    # -- a session --

    def _talked(self) -> None:
        shell = Say("I will run it.", uses=((self.client.shell, {self.client.shell_argument: "make smoke"}),))
        context = Say("I will ask Arbor.", uses=(("arbor_get_context$", {}),))
        store = Say("Now I store it.", uses=(("arbor_store_memory$", {"content": STORED, "type": "fact"}),))
        first = Step(
            "Say on which port the staging server of the glaze lab answers, then run the smoke test.",
            ((shell,) if self.client.shell else ()) + (Say("It answers on port 7431."),),
        )
        second = Step(
            "Ask Arbor about the kiln and store what I said of the oven.",
            (context, store, Say("It is stored.")),
        )
        third = Step(REMEMBER, (Say("I will keep to it."),))
        after = Step("Say which part of the kiln we look at next.", (Say("The door."),))
        steps = [first, *([second] if self.client.configs else []), third]
        if self.client.compact:
            steps.append(after)
        before = len(self.service.requests)
        try:
            self._talk(steps, after)
        finally:
            self._look(before, first, second, after)

    def _talk(self, steps: Iterable[Step], after: Step) -> None:
        if not self.client.talk():
            for step in steps:
                self._ask(step, self.stage.kiln)
            return
        self._asked += steps
        self.service.script(steps)
        with Terminal(self.client.talk(), self.stage.environ, self.stage.kiln) as terminal:
            ready = re.compile(self.client.ready)
            terminal.wait(lambda: bool(ready.search(terminal.text)), "prompt line", RUN_SECONDS)
            for step in steps:
                if step is after:
                    self._shorten(terminal)
                self._type(terminal, step.prompt, partial(self._came, step.prompt))
                answered = partial(self.service.said, step.prompt)
                terminal.wait(answered, f"all answers to “{step.prompt[:30]}…”", RUN_SECONDS)
            terminal.wait_quiet(1.0, 20)
            self._type(terminal, self.client.quit, terminal.ended)

    def _shorten(self, terminal: Terminal) -> None:
        before = len(self.service.requests)
        self._type(terminal, self.client.compact, lambda: len(self.service.requests) > before)

    def _came(self, prompt: str) -> bool:
        return bool(self.service.with_prompt(prompt))

    def _type(self, terminal: Terminal, words: str, done: Callable[[], bool]) -> None:
        """Types words and Enter. A client that is slow takes both for pasted text, so Enter may repeat."""
        terminal.wait_quiet(0.7, 20)
        terminal.type(words)
        terminal.wait_quiet(0.7, 10)
        for _ in range(ENTERS - 1):
            terminal.type("\r")
            if terminal.comes(done, RUN_SECONDS / ENTERS):
                return
        terminal.type("\r")
        terminal.wait(done, f"effect of “{words[:30]}”", RUN_SECONDS / ENTERS)

    def _look(self, since: int, first: Step, second: Step, after: Step) -> None:
        """Reads what the requests of the session held."""
        requests = self.service.with_prompt(first.prompt, since)
        if not requests:
            return
        begun = requests[0].text
        self._put("start", GLOBAL in begun and PROJECT in begun, _missing(begun, GLOBAL, PROJECT))
        self._put("prompt", FITTING in begun, _missing(begun, FITTING))
        asked = self.service.with_prompt(second.prompt, since)
        if asked:
            self._server(asked)
        later = self.service.with_prompt(after.prompt, since)
        if later and self.client.compact:
            text = later[0].text
            compacted = "I will run it." not in text
            self._put("compact", compacted, "the conversation was not shortened")
            self._put("compact", GLOBAL in text and PROJECT in text, _missing(text, GLOBAL, PROJECT))

    def _server(self, asked: list[Request]) -> None:
        listed = [
            name
            for name in ("arbor_search_memories", "arbor_store_memory")
            if name not in asked[0].text + " ".join(asked[0].tools)
        ]
        self._put("MCP list", not listed, f"not in the request: {', '.join(listed)}")
        stored = [one for one in self.stage.memories() if one["content"].startswith(STORED)]
        self._put("MCP call", bool(stored), "nothing was stored")
        told = len(asked) > 1 and asked[1].text.count(GLOBAL) > asked[0].text.count(GLOBAL)
        self._put("MCP call", told, "the request after arbor_get_context has no answer of it")
        if stored:
            scope, project = stored[0]["scope"], stored[0]["scope_id"]
            self._put(
                "project known", project == str(self.stage.kiln), f"stored as {scope}, not of its project"
            )
        told = len(asked) > 1 and asked[1].text.count(PROJECT) > asked[0].text.count(PROJECT)
        self._put("project known", told, "arbor_get_context gave no memory of the project")

    # -- what Arbor has of the session --

    def _drain(self) -> None:
        """Lets Arbor do what hooks left to be done, and nothing else."""
        empty = self.stage.home / "empty"
        empty.mkdir(exist_ok=True)
        self.stage.arbor("capture", str(empty))

    def _ended(self) -> None:
        if not self.client.integration:
            return
        self._drain()
        found = [one for one in self.stage.conversations() if one["status"] == "memorized"]
        learned = any(LEARNED in one["content"] for one in self.stage.memories())
        states = Counter(one["status"] for one in self.stage.conversations())
        shown = ", ".join(f"{count} {status}" for status, count in states.items())
        self._put("end", bool(found), f"no conversation was memorized, but there are: {shown or 'none'}")
        self._put(
            "end", learned or not found, "memorized, but what the person asked to remember is not known"
        )

    def _records(self) -> list[str]:
        return sorted(str(path) for glob in self.client.records for path in self.stage.home.glob(glob))

    def _captured(self) -> None:
        """Reads the client's records in another home of Arbor, so that nothing is known there yet."""
        home = self.stage.home / "second"
        records = self._records()
        if not records:
            raise Trouble(f"no record in {', '.join(self.client.records)}")
        self.stage.arbor("capture", *records, "--source", self.client.source, home=home)
        wanted = Counter(pair for step in self._asked for pair in _said(step))
        found: Counter[tuple[str, str]] = Counter()
        for one in self.stage.conversations(home):
            turns = self.stage.arbor("conversation", one["id"], home=home)["turns"]
            found.update((turn["role"], turn["text"].strip()) for turn in turns if turn["kind"] == "said")
        for words, turns in (("not read", wanted - found), ("read, but not said", found - wanted)):
            shown = [f"{role}: {text}" for role, text in turns.elements()]
            self._put("reading", not shown, f"{words}: {_few(shown)}")

    def _receipts(self) -> None:
        if not self.client.integration:
            return
        self.stage.arbor("capture", *self._records(), "--source", self.client.source)
        receipts = [one for one in self.stage.arbor("receipts")["receipts"] if one["conversation_id"]]
        self._put("receipt", bool(receipts), "no receipt belongs to a conversation")
        arrived = {one["arrived"] for one in receipts}
        lost = [one["event"] for one in receipts if one["arrived"] is False]
        self._put("receipt", not lost, f"it did not arrive, it says: {', '.join(lost)}")
        self._put("receipt", True in arrived or bool(lost), "of none it says that it arrived")
        used = [memory for one in receipts for memory in one["memories"] if memory["use"] == "used"]
        self._put("receipt", bool(used), "no memory counts as used")

    def _excluded(self) -> None:
        if not self.client.has_folder:
            return
        hidden = "The Falcon client also insists on envelopes of grey paper"
        waits = {self.client.shell_argument: "sleep 4; echo done"}  # the server is up by then
        calls: tuple[tuple[str, Body], ...] = (
            (self.client.shell, waits),
            ("arbor_get_context$", {}),
            ("arbor_search_memories$", {"query": "glaze lab staging server, Falcon"}),
            ("arbor_store_memory$", {"content": hidden, "type": "fact"}),
        )
        answers = tuple(Say(uses=(call,)) for call in calls) if self.client.configs else ()
        prompt = "What of the Falcon envelopes, and which port has the staging server of the glaze lab?"
        known = {one["id"] for one in self.stage.memories()}
        since = len(self.service.requests)
        self._ask(Step(prompt, (*answers, Say("Done."))), self.stage.excluded)
        self.stage.arbor("capture", *self._records(), "--source", self.client.source)
        text = "\n".join(one.text for one in self.service.requests[since:])
        given = [one for one in (GLOBAL, PROJECT, FITTING, ELSEWHERE, CONVENTION) if one in text]
        self._put("ignored project", not given, f"in a request: {_few(given)}")
        new = [one for one in self.stage.memories() if one["id"] not in known and "Falcon" in one["content"]]
        words = [f"{one['content']} ({one['scope']})" for one in new]
        self._put("ignored project", not new, f"stored: {_few(words)}")
        taken = [one for one in self.stage.conversations() if (one["title"] or "").startswith(prompt[:20])]
        self._put("ignored project", not taken, "its conversation was read")
        offered = " ".join((text, *(name for one in self.service.requests[since:] for name in one.tools)))
        named = re.search(r"arbor_store_memory(?!\$)", offered)  # with it, it is the name that was looked for
        reached = self.service.said(prompt) and (not answers or named is not None)
        self._put("ignored project", reached, "Arbor's tools were not called, so nothing is known")

    # -- files --

    def _removed(self) -> None:
        if not self.client.integration:
            return
        self.stage.arbor("integrate", "remove", self.client.integration, "--yes")
        left = [name for name, data in self._bytes().items() if data and b"arbor_desktop" in data]
        self._put("removal byte-equal", not left, f"Arbor is still in {', '.join(left)}")

    def _instructions(self) -> None:
        if not self.client.instructions:
            return
        self.stage.arbor("instructions", "on", self.client.instructions, "--project", str(self.stage.kiln))
        step = Step("What are the conventions of the kiln?")
        self._ask(step, self.stage.kiln)
        requests = self.service.with_prompt(step.prompt)
        self._put(
            "instruction files",
            any(CONVENTION in one.text for one in requests),
            f"{self.client.instructions} is in no request",
        )

    # -- times --

    def _times(self) -> None:
        if not self.client.configs:
            return
        if self.client.integration:
            self._put_time("hook p50", self._hook_seconds)
        self._put_time("MCP first answer", self._server_seconds)

    def _put_time(self, check: str, taken: Callable[[int], float]) -> None:
        times = [taken(number) for number in range(TIMES)]
        self.cells[check] = Cell(True, f"{1000 * statistics.median(times):.0f} ms")

    def _settings(self, name: str) -> dict[str, Any]:
        text = (self.stage.home / name).read_text()
        return tomllib.loads(text) if name.endswith(".toml") else dict(json.loads(text))

    def _hook_seconds(self, number: int) -> float:
        event = self.client.prompt_event
        command = self.client.hook(self._settings(self.client.configs[0]), event)
        asked = {
            "session_id": f"00000000-0000-4000-8000-{number:012d}", "transcript_path": None,
            "cwd": str(self.stage.kiln), "hook_event_name": event,
            "prompt": "Where does the staging server of the glaze lab answer?",
        }  # fmt: skip
        began = time.monotonic()
        ended = run(command, self.stage.environ, self.stage.kiln, RUN_SECONDS, json.dumps(asked))
        if FITTING not in ended.output:
            raise Trouble(f"the hook answered nothing that fits: {ended.output[:200]} {ended.errors[:200]}")
        return time.monotonic() - began

    def _server_seconds(self, _number: int) -> float:
        settings = self._settings(self.client.configs[-1])
        servers = settings.get("mcpServers") or settings.get("mcp_servers") or settings["mcp"]
        entry = servers["arbor"]
        command = (
            entry["command"] if isinstance(entry["command"], list) else [entry["command"], *entry["args"]]
        )
        hello = {
            "jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": {"name": "timer", "version": "1"},
            },
        }  # fmt: skip
        began = time.monotonic()
        with subprocess.Popen(
            command, cwd=self.stage.kiln, env=self.stage.environ, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        ) as server:  # fmt: skip
            assert server.stdin is not None and server.stdout is not None
            server.stdin.write(json.dumps(hello) + "\n")
            server.stdin.flush()
            answer = server.stdout.readline()
            taken = time.monotonic() - began
            server.stdin.close()
        if "serverInfo" not in answer:
            raise Trouble(f"the MCP server answered: {answer[:200]}")
        return taken


def examine(client: Client, folder: Path, program: Path, path: Path) -> dict[str, Cell]:
    """The row of one client. `folder` is made; `path` holds the client's program."""
    with ExitStack() as stack:
        service = stack.enter_context(Service(with_tools=client.with_tools, aside=client.aside))
        home = folder / "home"
        stage = stack.enter_context(Stage(folder, program, client.environ(service.url, home), path))
        for name, text in client.files(service.url, home, stage.kiln, stage.server).items():
            file = home / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        row = Examination(client, stage, service).whole()
        requests = [one.body for one in service.requests]
        (folder / "requests.json").write_text(json.dumps(requests, indent=1, ensure_ascii=False))
        return row


def _said(step: Step) -> list[tuple[str, str]]:
    return [("user", step.prompt), *(("assistant", say.text) for say in step.answers if say.text)]


def _missing(text: str, *wanted: str) -> str:
    return f"not in the request: {_few([one for one in wanted if one not in text])}"


def _few(texts: Sequence[str]) -> str:
    """Some texts in a few words."""
    more = f" and {len(texts) - 1} more" if len(texts) > 1 else ""
    return f"“{texts[0][:60]}”{more}" if texts else "none"


def _lines(ended: Ended) -> list[str]:
    return [line for line in (ended.errors + "\n" + ended.output).splitlines() if line.strip()]


def _same(line: str) -> str:
    """A line without what differs from run to run."""
    return re.sub(r"\d+|[0-9a-f]{8,}", "", line)
