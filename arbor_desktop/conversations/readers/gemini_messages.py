"""Messages of Gemini CLI: who is really speaking in them (spec 2.2), and their tool calls.

Facts: google-gemini/gemini-cli:packages/core/src/services/chatRecordingTypes.ts (messages),
packages/core/src/utils/environmentContext.ts (the preamble), packages/core/src/utils/fastAckHelper.ts (words
typed while the model works), packages/core/src/core/client.ts (editor context, "Please continue."), and the
recordings of versions 0.11 to 0.61 that tests read. Qwen Code began as a copy of it and writes alike.
Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.speech import (
    COMMAND_CHARS,
    INJECTED_CHARS,
    Spoken,
    cut_spans,
    tail,
    tool_call,
    tool_result,
)
from arbor_desktop.conversations.readers.values import first_text, mapping, sequence, text

_PREAMBLES = ("This is the Gemini CLI. We are setting up", "This is the Qwen Code. We are setting up")
_PROGRAM_STARTS = (
    "<session_context>",
    "<hook_context",
    "<background_output>",
    "<system-reminder>",
    "<task-notification",
    *_PREAMBLES,
    "Here is the user's editor context as",
    "Here is a summary of changes in the user's editor context",
    "System: Please continue.",
    "System: Potential loop detected",
    "A previously backgrounded execution has completed.",
)
_PROGRAM_TEXTS = frozenset(("Please continue.",))
_SUMMARY_STARTS = ("<state_snapshot>", "<compressed_history", "<context_summary")
_THANKS = ("Got it. Thanks for the context!", "Got it. Thanks for the additional context!")
_FILES_START, _FILES_END = "--- Content from referenced files ---", "--- End of content ---"
_SHELL_START = "I ran the following shell command:\n```"
_SLASH_COMMAND = re.compile(r"/[a-zA-Z][\w:.-]*(?=\s|$)")
_STEERING = re.compile(r"User (?:steering update|hints):\s*")
_STEERING_END = "\nInternal instruction:"
_CANCELLED = ("Request cancelled", "User cancelled", "Operation cancelled")
_EXIT_CODE = re.compile(r"Exit Code: (-?\d+)")
_UNFINISHED = frozenset(("validating", "scheduled", "executing", "awaiting_approval", "pending", "running"))
_FAILED = frozenset(("error", "cancelled", "canceled", "failed", "rejected"))
_SHELL_TOOLS = frozenset(("run_shell_command", "shell"))
_EDIT_TOOLS = frozenset(("write_file", "replace", "edit", "edit_file", "apply_patch"))
_TARGETS = (
    "command", "file_path", "absolute_path", "pattern", "query", "path", "dir_path", "directory", "url",
    "prompt",
)  # fmt: skip
_PATHS = ("file_path", "absolute_path", "path", "dir_path", "directory")


def texts(content: Any) -> list[str]:
    """Return the text parts of a message's content, whatever its form: text, a part or a list of them."""
    if isinstance(content, str):
        return [content]
    parts = [content] if isinstance(content, dict) else sequence(content)
    found: list[str] = []
    for part in parts:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, dict) and not part.get("thought"):
            found.append(text(part.get("text")))
    return [part for part in found if part.strip()]


def user_pieces(parts: Iterable[str]) -> list[Spoken]:
    """Return what the text parts of a user message say: typed words as one turn, the rest apart."""
    said: list[str] = []
    other: list[tuple[TurnKind, str]] = []
    in_files = False
    for part in parts:
        if in_files or part.lstrip().startswith(_FILES_START):
            in_files = _FILES_END not in part
            other.append((TurnKind.INJECTED, part))
            continue
        for kind, words in _typed(part):
            if kind is TurnKind.SAID:
                said.append(words)
            else:
                other.append((kind, words))
    found = [
        Spoken(Role.USER, kind, words.strip()[:INJECTED_CHARS], f"other{number}")
        for number, (kind, words) in enumerate(other)
    ]
    words = "\n".join(said).strip()
    return [*found, Spoken(Role.USER, TurnKind.SAID, words, "text")] if words else found


def model_pieces(content: Any) -> list[Spoken]:
    """Return what the model wrote to the person."""
    words = "".join(texts(content)).strip()
    if not words:
        return []
    kind = TurnKind.INJECTED if words in _THANKS else TurnKind.SAID
    return [Spoken(Role.ASSISTANT, kind, words, "text")]


def notice_piece(content: Any) -> list[Spoken]:
    """Return a line that the program showed: information, a warning or an error."""
    words = "\n".join(texts(content)).strip()
    if not words:
        return []
    if words.startswith(_CANCELLED):
        return [Spoken(Role.USER, TurnKind.INTERRUPT, words, "text")]
    return [Spoken(Role.ASSISTANT, TurnKind.INJECTED, words[:INJECTED_CHARS], "text")]


def call_pieces(call: Mapping[str, Any], number: int) -> list[Spoken]:
    """Return a tool call, and its result once it has ended."""
    name = text(call.get("name"))
    ident = text(call.get("id")) or str(number)
    found = [Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_call(name, target(call)), f"call:{ident}")]
    status = text(call.get("status")).lower()
    if status and status not in _UNFINISHED:
        output = output_of(call)
        failed = status in _FAILED or (name in _SHELL_TOOLS and failed_command(output))
        shown = tool_result(output, failed=failed)
        found.append(Spoken(Role.USER, TurnKind.TOOL, shown, f"result:{ident}"))
    return found


def loose_call_pieces(content: Any, known: set[str]) -> list[Spoken]:
    """Return the calls and results among a message's parts, without those of `known` ids."""
    found: list[Spoken] = []
    for number, part in enumerate(sequence(content)):
        call, answer = mapping(mapping(part).get("functionCall")), mapping(part).get("functionResponse")
        if call and text(call.get("id")) not in known:
            found += call_pieces(call, number)
        if isinstance(answer, dict) and text(answer.get("id")) not in known:
            found.append(result_piece(answer, number))
    return found


def result_piece(answer: Mapping[str, Any], number: int, *, failed: bool = False) -> Spoken:
    """Return the result in a `functionResponse` part."""
    response = mapping(answer.get("response"))
    output = _response_text(response)
    failed = failed or bool(response.get("error")) or failed_command(output)
    ident = text(answer.get("id")) or str(number)
    return Spoken(Role.USER, TurnKind.TOOL, tool_result(output, failed=failed), f"result:{ident}")


def target(call: Mapping[str, Any]) -> str:
    """Return what a tool was called on: its command, file, pattern, …; else its description."""
    args = mapping(call.get("args"))
    for name in _TARGETS:
        if text(args.get(name)).strip():
            return str(args[name])
    described = text(call.get("description")).strip()
    return described if "\n" not in described and len(described) < 200 else ""


def paths_of(call: Mapping[str, Any]) -> list[str]:
    """Return the files and folders that a call names."""
    args = mapping(call.get("args"))
    return [args[name] for name in _PATHS if isinstance(args.get(name), str)]


def edited_path(call: Mapping[str, Any]) -> str:
    """Return the file that a finished call changed, "" for none."""
    status = text(call.get("status")).lower()
    if text(call.get("name")) not in _EDIT_TOOLS or status in _FAILED | _UNFINISHED:
        return ""
    return next(iter(paths_of(call)), "")


def output_of(call: Mapping[str, Any]) -> str:
    """Return what a call gave back to the model, or what was shown of it."""
    result = call.get("result")
    if isinstance(result, str):
        return result
    parts = [result] if isinstance(result, dict) else sequence(result)
    found = [
        _response_text(mapping(mapping(mapping(part).get("functionResponse")).get("response")))
        or text(mapping(part).get("text"))
        for part in parts
    ]
    return "\n".join(part for part in found if part) or text(call.get("resultDisplay"))


def failed_command(output: str) -> bool:
    """Return whether the last exit code in a command's output is an error's."""
    codes = _EXIT_CODE.findall(tail(output))
    return bool(codes) and codes[-1] != "0"


def _response_text(response: Mapping[str, Any]) -> str:
    return first_text(response, ("output", "error", "content"))


def _typed(part: str) -> list[tuple[TurnKind, str]]:
    """Split a text part into what programs put around the words, and the words."""
    part, hooks = cut_spans(part, "hook_context")
    part, reminders = cut_spans(part, "system-reminder")
    found = [(TurnKind.INJECTED, span) for span in hooks + reminders]
    start = part.find(f"\n{_FILES_START}")
    if start >= 0 and _FILES_END in part[start:]:
        end = part.find(_FILES_END, start) + len(_FILES_END)
        found.append((TurnKind.INJECTED, part[start:end]))
        part = part[:start] + part[end:]
    part = part.strip()
    if part:
        found.append(_classified(part))
    return found


def _classified(words: str) -> tuple[TurnKind, str]:
    if steering := _STEERING.match(words):
        return TurnKind.SAID, _steered(words[steering.end() :])
    if words.startswith(_SUMMARY_STARTS):
        return TurnKind.SUMMARY, words
    if words.startswith(_PROGRAM_STARTS) or words in _PROGRAM_TEXTS:
        return TurnKind.INJECTED, words
    if words.startswith(_SHELL_START):
        return TurnKind.COMMAND, words[:COMMAND_CHARS]
    if _SLASH_COMMAND.match(words):
        return TurnKind.COMMAND, words[:COMMAND_CHARS]
    return TurnKind.SAID, words


def _steered(words: str) -> str:
    """Return the words typed while the model worked, without what was put around them."""
    rest, spans = cut_spans(words, "user_input")
    if spans:
        inside = spans[0].removeprefix("<user_input>").removesuffix("</user_input>").strip()
    else:
        inside = rest.split(_STEERING_END, 1)[0].strip().strip('"')
    lines = [line.removeprefix("- ") for line in inside.splitlines()]
    return "\n".join(lines).strip()
