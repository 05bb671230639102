"""What each AI tool gets of the memories, byte for byte, and the limit that it has to fit in.

The texts come from what makes them for the tools: `context.hook_blocks` for the hooks, `agents` for the MCP
server, `branches.instructions` for CLAUDE.md. Where the limits come from: docs/integrations.md, "Text and
limits per tool".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from arbor_desktop.agents.model import Agent
from arbor_desktop.branches.instructions import BUILT_FILE, MOST_CHARACTERS
from arbor_desktop.context.block_text import Packed
from arbor_desktop.context.hook_blocks import MOST_TOKENS
from arbor_desktop.context.layers import PROJECT
from arbor_desktop.context.model import Context, Excluded, Included
from arbor_desktop.context.preview import MOST, included, left_out, unpacked
from arbor_desktop.errors import InvalidInput
from arbor_desktop.integrations.hooks.contracts import (
    CLAUDE_CODE,
    CODEX,
    GEMINI_CLI,
    PROMPT,
    START,
    Contract,
)
from arbor_desktop.integrations.hooks.events import asked
from arbor_desktop.integrations.hooks.home_folder import enabled, excluded
from arbor_desktop.integrations.mcp.texts import context_text
from arbor_desktop.memories import checks
from arbor_desktop.text.words import CHARACTERS_A_TOKEN, tokens_of

if TYPE_CHECKING:
    from arbor_desktop.memories.model import Memory
    from arbor_desktop.service import MemoryService

CHARACTERS, BYTES = "characters", "bytes"
FILE = BUILT_FILE
_SIZE = {CHARACTERS: lambda text: len(text.encode("utf-16-le")) // 2, BYTES: lambda text: len(text.encode())}
OFF, IGNORED, NO_PROJECT = "off", "ignored", "no_project"
"""Why a tool gets nothing at all."""


@dataclass(frozen=True, slots=True)
class Client:
    """A tool, or a file of one. `limit`: the most that it takes at once, in the `unit`; None if it is not
    known to have one. `contract`: its hooks."""

    name: str
    title: str
    limit: int | None = None
    unit: str = CHARACTERS
    contract: Contract | None = None


CLIENTS = (
    Client("claude-code", "Claude Code", 10_000, contract=CLAUDE_CODE),
    Client("codex", "Codex", CODEX.most_bytes, BYTES, CODEX),
    Client("gemini", "Gemini CLI", contract=GEMINI_CLI),
    Client("cursor", "Cursor"),
    Client(FILE, FILE, MOST_CHARACTERS),
)


@dataclass(frozen=True, slots=True)
class View:
    """What a client gets: `context` has the text and tokens as its model gets them, and the lines in it.

    `size`: that of the largest text that it is handed, in the unit of its limit. `used` of `budget`: tokens
    without what the tool itself adds. `nothing`: why it gets nothing, if that is no matter of memories;
    `trouble`: the same in words for people.
    """

    client: Client
    context: Context = field(default_factory=lambda: Context("empty", "", 0))
    size: int = 0
    used: int = 0
    budget: int = 0
    nothing: str = ""
    trouble: str = ""


def views(
    service: MemoryService, *, project: str | None = None, branch: str | None = None, prompt: str = ""
) -> tuple[View, ...]:
    """Return what each of `CLIENTS` gets in a project, on a branch and with a prompt. Leaves no trace. Raises
    StorageError."""
    project = None if project is None else checks.project_path(project)
    hooked = _by_hook(service, project, branch, prompt)
    found = []
    for client in CLIENTS:
        if (contract := client.contract) is not None:
            whole = all(contract.takes(packed.text) for _, packed in hooked.blocks)
            mine = hooked if whole else _by_hook(service, project, branch, prompt, contract.most_bytes)
            found.append(_hook_view(client, mine))
    cursor, file = CLIENTS[-2:]
    return (
        *found,
        _mcp(service, cursor, project, branch, prompt),
        _file(service, file, project, branch, found[0]),
    )


# -- hooks --


@dataclass(frozen=True, slots=True)
class _Hooked:
    """What hooks answer: for each event the block. `budget`: the most tokens of all of them."""

    blocks: Sequence[tuple[str, Packed]] = ()
    excluded: Sequence[Excluded] = ()
    budget: int = 0
    nothing: str = ""


def _by_hook(
    service: MemoryService,
    project: str | None,
    branch: str | None,
    prompt: str,
    most_bytes: int | None = None,
) -> _Hooked:
    settings, blocks = service.settings.all(), service.hook_blocks.within(most_bytes)
    if excluded(settings, project):
        return _Hooked(nothing=IGNORED, budget=blocks.budget())
    if not enabled(settings, "injection.enabled"):
        return _Hooked(nothing=OFF, budget=blocks.budget())
    answers: list[tuple[str, Packed]] = []
    budget = 0
    here = blocks.asked(project, branch)
    layers, start = blocks.started(here)
    if enabled(settings, "injection.session_start"):
        answers.append((START, start))
        budget += blocks.budget()
    question, asks = asked(prompt, on=enabled(settings, "injection.prompts"))
    if asks:
        here = blocks.asked(project, branch, question or prompt)
        if question is not None:
            layers, packed = blocks.answered(here, question)
            more = blocks.budget()
        else:
            known = [told.offered.memory.id for _, one in answers for told in one.included]
            more = blocks.prompt_budget()
            layers, packed = blocks.prompted(here, known=known, budget=more)
        answers.append((PROMPT, packed))
        budget += more if packed.text else 0
    outside = [one for _, packed in answers for one in unpacked(packed)]
    if most_bytes or settings["context.max_tokens"] > MOST_TOKENS:
        outside = [replace(one, kind="over_limit") if one.kind in _FOR_ROOM else one for one in outside]
    outside += service.passed_over(here, layers)
    told = {one.offered.memory.id for _, packed in answers for one in packed.included}
    return _Hooked(answers, _once(outside, told), budget or blocks.budget(), "" if answers else OFF)


def _hook_view(client: Client, hooked: _Hooked) -> View:
    contract = client.contract
    assert contract is not None
    texts: list[str] = []
    inside: list[Included] = []
    printed = [(contract.event(action), packed) for action, packed in hooked.blocks if packed.text]
    for event, packed in printed:
        above = sum(text.count("\n") + 2 for text in texts)
        inside += [_below(included(told), above) for told in packed.included]
        texts.append(contract.passed_on(event, packed.text))
    return View(
        client,
        _context("\n\n".join(texts), inside, hooked.excluded),
        max((_SIZE[client.unit](packed.text) for _, packed in printed), default=0),
        sum(packed.tokens for _, packed in printed),
        hooked.budget,
        hooked.nothing,
    )


# -- the MCP server --


def _mcp(
    service: MemoryService, client: Client, project: str | None, branch: str | None, prompt: str
) -> View:
    """What `arbor_get_context` answers, with the prompt as the task at hand."""
    agent = Agent(client.name, (project,) if project else ())
    budget = service.settings.get("context.max_tokens")
    try:
        found = service.agents().context(
            agent, branch=branch or "", prompt=prompt or None, log_access=False, explain=True
        )
    except InvalidInput as error:  # sharing is off, or not wanted here: that is what the AI reads
        return View(client, _context(error.message, (), ()), budget=budget)
    text = context_text(found)
    return View(client, replace(found, text=text, tokens=tokens_of(text)), len(text), found.tokens, budget)


# -- CLAUDE.md --


def _file(
    service: MemoryService, client: Client, project: str | None, branch: str | None, hook: View
) -> View:
    """What Arbor writes between its markers. `hook` has the memories that apply here."""
    budget = MOST_CHARACTERS // CHARACTERS_A_TOKEN
    if project is None:
        return View(client, budget=budget, nothing=NO_PROJECT)
    if excluded(service.settings.all(), project):
        return View(client, budget=budget, nothing=IGNORED)
    block = service.branch_memory.options.block(project, branch)
    lines = block.text.split("\n")
    where = {ident: line for line, entry in block.entries for ident in entry.ids}
    known = {memory.id: memory for memory in service.get_many(list(where))}
    inside = [
        _in_file(known[ident], line, lines[line - 1]) for ident, line in where.items() if ident in known
    ]
    beyond = service.get_many([ident for entry in block.left_out for ident in entry.ids])
    outside = [left_out(memory, "over_limit", "Over the limit of the file") for memory in beyond]
    outside += [_not_in_file(one) for one in hook.context.included]
    outside += [_not_in_file(one) if one.kind in _FOR_ROOM else one for one in hook.context.excluded]
    context = _context(block.text, inside, _once(outside, set(where)))
    return View(client, context, len(block.text), context.tokens, budget, trouble=block.trouble)


_FOR_ROOM = ("over_budget", "over_limit")


def _in_file(memory: Memory, line: int, text: str) -> Included:
    return Included(
        memory.id, PROJECT, memory.shown_text, "This project", memory.type, memory.scope,
        memory.privacy_level, memory.current_confidence, tokens_of(text + "\n"), line, line,
    )  # fmt: skip


def _not_in_file(one: Included | Excluded) -> Excluded:
    return Excluded(
        one.id, "Not written to files", "not_in_file", one.content, one.type, one.scope, None,
        one.privacy_level, one.confidence, one.tokens,
    )  # fmt: skip


def _context(text: str, inside: Sequence[Included], outside: Sequence[Excluded]) -> Context:
    return Context("loaded" if text else "empty", text, tokens_of(text), tuple(inside), tuple(outside))


def _below(one: Included, lines: int) -> Included:
    return replace(one, first_line=one.first_line + lines, last_line=one.last_line + lines)


def _once(found: Iterable[Excluded], told: set[str]) -> list[Excluded]:
    """Return each memory that is not told once, with the first reason."""
    first: dict[str, Excluded] = {}
    for one in found:
        if one.id not in told:
            first.setdefault(one.id, one)
    return list(first.values())[:MOST]
