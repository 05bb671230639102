"""Messages of Codex rollouts: who is really speaking in them (spec 2.2), and their tool calls.

Codex hands the model much in the user's name: its environment, AGENTS.md, skills, notices of other agents.
The tags were seen in openai/codex:codex-rs/protocol/src/protocol.rs and models.rs, and in
kenn-io/agentsview:internal/parser/codex.go. They are matched at the start of a text, so that a prompt which
quotes one is still a prompt. The editor's extension and the desktop app put what they know of the screen in
front of the prompt itself (`# Context from my IDE setup:` … `## My request for Codex:`). Pure functions.
"""

from __future__ import annotations

import re
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.speech import Spoken, tool_call, tool_result
from arbor_desktop.conversations.readers.values import embedded, first_text, mapping, sequence, text

INTERRUPTED = "Turn interrupted"

_REQUEST = re.compile(r"^## My request for Codex:[ \t]*", re.MULTILINE)
_INJECTED_TAG = re.compile(
    r"<(?:environment_context|user_instructions|INSTRUCTIONS|subagent_notification|skills?|skills_instructions"
    r"|recommended_plugins|plugins_instructions|goal_context|codex_internal_context|permissions instructions"
    r"|collaboration_mode|apps_instructions|personality_spec|model_switch|hook_prompt|user_action"
    r"|system-reminder|agent_message|external_links|realtime_conversation|token_budget)[\s>]",
)
_INJECTED_STARTS = (
    "# AGENTS.md instructions",
    "PLEASE IMPLEMENT THIS PLAN:",
    "A previous agent produced the plan below",
)
_SUMMARY_STARTS = ("Another language model started to solve this problem and produced a summary",)
_WRAPPED = re.compile(r"<([A-Za-z][\w-]{0,60})(?:\s[^<>]{0,200})?>.*</\1>\s*", re.DOTALL)
_IMAGE_MARK = re.compile(r"\s*</?image(?:\s[^<>]{0,400})?>\s*")
_PATCHED = re.compile(
    r"^\*\*\* (?:Add|Update|Delete) File: (.+?)\s*$|^\*\*\* Move to: (.+?)\s*$", re.MULTILINE
)
_EXIT = re.compile(
    r"(?:Exit code:|Process exited with code|exit(?:ed with)? code:?)\s*(-?\d+)", re.IGNORECASE
)
_TARGETS = ("path", "file_path", "query", "url", "message", "prompt", "chars", "explanation", "target")
_EXIT_CHARS = 400
"""A tool says how it ended in its first lines; further down it would be the output's own words."""


def prompt_pieces(words: str, *, typed: bool) -> list[Spoken]:
    """Split a text in the user's name into what it really is.

    `typed`: it comes from a record of what the person sent, not of what the model got; only there a text that
    is one element from end to end may be a prompt.
    """
    words = words.strip()
    if not words:
        return []
    if words.startswith(("# ", "## My request for Codex:")) and (found := list(_REQUEST.finditer(words))):
        context, request = words[: found[-1].start()].strip(), words[found[-1].end() :].strip()
        pieces = [Spoken(Role.USER, TurnKind.INJECTED, context)] if context else []
        return [*pieces, *prompt_pieces(request, typed=typed)] if request else pieces
    return [_classify(words, typed)]


def _classify(words: str, typed: bool) -> Spoken:
    if words.startswith("<turn_aborted>"):
        return Spoken(Role.USER, TurnKind.INTERRUPT, INTERRUPTED)
    if words.startswith("<user_shell_command>"):
        return Spoken(Role.USER, TurnKind.COMMAND, _shell_command(words))
    if words.startswith(_SUMMARY_STARTS):
        return Spoken(Role.USER, TurnKind.SUMMARY, words)
    if words.startswith(_INJECTED_STARTS) or _INJECTED_TAG.match(words):
        return Spoken(Role.USER, TurnKind.INJECTED, words)
    if words.startswith("# Context from my IDE setup:"):
        return Spoken(Role.USER, TurnKind.INJECTED, words)
    if not typed and _WRAPPED.fullmatch(words):
        return Spoken(Role.USER, TurnKind.INJECTED, words)
    return Spoken(Role.USER, TurnKind.SAID, words)


def _shell_command(words: str) -> str:
    command, result = _inside(words, "command"), _inside(words, "result")
    return f"!{command}\n{tool_result(result, failed=_failed(result))}".strip() if result else f"!{command}"


def _inside(words: str, tag: str) -> str:
    start = words.find(f"<{tag}>")
    end = words.rfind(f"</{tag}>")
    return words[start + len(tag) + 2 : end].strip() if 0 <= start < end else ""


def message_texts(content: Any) -> list[str]:
    """Return the texts of a message's content, without the marks that stand for pictures."""
    if isinstance(content, str):
        return [content] if content.strip() else []
    found = []
    for block in sequence(content):
        words = first_text(mapping(block), ("text", "Text"))
        if words.strip() and not _IMAGE_MARK.fullmatch(words):
            found.append(words)
    return found


def call_text(payload: Any) -> str:
    """Return the text of a tool turn for any kind of call item."""
    kind = text(payload.get("type"))
    if kind == "local_shell_call":
        return tool_call("shell", _command(mapping(payload.get("action")).get("command")))
    if kind == "web_search_call":
        action = mapping(payload.get("action"))
        return tool_call("web_search", first_text(action, ("query", "url", "pattern")))
    name = text(payload.get("name")) or kind.removesuffix("_call")
    arguments = _arguments(payload)
    if isinstance(arguments, str):
        return tool_call(name, "\n".join(patched_paths(payload)) or arguments)
    return tool_call(name, _target(arguments) or "\n".join(patched_paths(payload)))


def patched_paths(payload: Any) -> list[str]:
    """Return the files that a call of `apply_patch`, direct or through a shell, names."""
    raw = payload.get("input") or payload.get("arguments")
    if isinstance(raw, dict):
        raw = raw.get("patch") or raw.get("input") or raw.get("command")
    arguments = _arguments(payload)
    if isinstance(raw, str) and isinstance(arguments, dict):
        raw = arguments.get("input") or arguments.get("patch") or arguments.get("command")
    if isinstance(raw, list):
        raw = "\n".join(part for part in raw if isinstance(part, str))
    if not isinstance(raw, str) or "*** Begin Patch" not in raw:
        return []
    return list(dict.fromkeys(old or new for old, new in _PATCHED.findall(raw)))


def output_text(output: Any) -> str:
    """Return the text of a tool turn for a result: its state and the end of its output."""
    if isinstance(output, str):
        decoded = embedded(output) if output.lstrip().startswith("{") else None
        if isinstance(decoded, dict) and isinstance(decoded.get("output"), str):
            code = mapping(decoded.get("metadata")).get("exit_code")
            return tool_result(decoded["output"], failed=isinstance(code, int) and code != 0)
        return tool_result(output, failed=_failed(output))
    failed = mapping(output).get("success") is False
    if isinstance(output, dict):
        inner = output.get("content")
        words = [inner] if isinstance(inner, str) else message_texts(inner if inner is not None else [output])
    else:
        words = message_texts(output)
    joined = "\n".join(words)
    return tool_result(joined, failed=failed or _failed(joined))


def _failed(output: str) -> bool:
    found = _EXIT.search(output[:_EXIT_CHARS])
    return found is not None and found.group(1) != "0"


def _arguments(payload: Any) -> Any:
    """Return the arguments, which are JSON in a string; a custom tool's input is text as it is."""
    raw = payload.get("arguments", payload.get("input"))
    if isinstance(raw, str):
        decoded = embedded(raw) if raw.lstrip().startswith("{") else None
        return decoded if isinstance(decoded, dict) else raw
    return mapping(raw)


def _target(arguments: Any) -> str:
    """Return the argument that says most: the command, the file, the question."""
    return (
        _command(arguments.get("command"))
        or _command(arguments.get("cmd"))
        or first_text(arguments, _TARGETS)
    )


def _command(command: Any) -> str:
    if isinstance(command, list):
        parts = [part for part in command if isinstance(part, str)]
        if len(parts) == 3 and parts[1] in ("-lc", "-c", "-Command"):
            return parts[2]
        return " ".join(parts)
    return text(command)
