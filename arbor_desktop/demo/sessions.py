"""Sample conversations: scripts in ``resources/demo/`` become the session files of assistants.

Demo, pictures and tests start from real files, so that they are read as a person's own sessions are. Most are
of Claude Code 2.1, written here: a uuid chain, one record per content block, tool results as user records, a
queue, a compaction boundary, and sub-agents in files of their own; `assistants` has those of other ones. The
same script gives the same ids on every run; only the times follow "now".
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.demo.assistants import (
    ChatGptExport,
    CodexSession,
    CursorSession,
    GeminiSession,
    Player,
    token,
    write_lines,
)
from arbor_desktop.demo.scripts import Project, Script, Step, demo_uuid, load_projects, load_scripts

HOME = PurePosixPath("/home/noor/src")
"""Folder of the made-up projects unless the caller creates them somewhere (`demo_projects`)."""


def demo_projects(root: Path) -> list[Path]:
    """Create the made-up projects below `root`: manifests, lock files and empty sources. Existing files are
    kept. Returns the folders."""
    folders = []
    for project in load_projects().values():
        folder = root / project.name
        for name, text in {**dict.fromkeys(project.files, ""), **project.manifests}.items():
            file = folder / name
            if not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="\n")
        folders.append(folder)
    return folders


def write_sessions(
    home: Path, now_ms: int, scripts: Iterable[Script] | None = None, *, projects_root: PurePath = HOME
) -> list[Path]:
    """Write the sessions below a person's `home`, each where and as its assistant does.

    `scripts` defaults to those that ship with the program. Returns the sessions' main files, oldest session
    first; sub-agents' files are in folders beside them. Each file's own time is that of its last record.
    Raises ValueError for a script that names no known project or ends after `now_ms`.
    """
    projects = load_projects()
    written = []
    chosen = load_scripts() if scripts is None else scripts
    for script in sorted(chosen, key=lambda each: (each.starts_at(now_ms), each.name)):
        if script.project not in projects:
            raise ValueError(f"{script.name}: there is no demo project {script.project!r}")
        session = WRITERS[script.assistant](script, projects[script.project], projects_root, now_ms)
        session.play(script.turns)
        if session.at > now_ms:
            raise ValueError(f"{script.name} would end {(session.at - now_ms) // 1000} s from now")
        written.append(session.write(home))
    return written


def encoded(cwd: str) -> str:
    """Return the name of a working folder's sessions folder: only ASCII letters, digits and ``-`` are
    kept."""
    return re.sub(r"[^A-Za-z0-9-]", "-", cwd)


class ClaudeSession(Player):
    """A session of Claude Code: a uuid chain, and files of their own for sub-agents."""

    def __init__(self, script: Script, project: Project, root: PurePath, now_ms: int) -> None:
        super().__init__(script, project, root, now_ms)
        self.agents: list[tuple[str, str, list[dict[str, Any]]]] = []
        self._branch = script.branch
        self._count = 0
        self._parent: str | None = None
        self._agent: str | None = None
        self._message: str | None = None
        """Id of the assistant's message that still grows; a tool result or a prompt ends it."""
        self._context = 9_000
        self._prompted = False

    def write(self, home: Path) -> Path:
        place = home / ".claude" / "projects" / encoded(str(self._cwd))
        main = place / f"{self._script.session_id}.jsonl"
        write_lines(main, self.records, self.at)
        for agent_id, kind, records in self.agents:
            beside = place / self._script.session_id / "subagents"
            write_lines(beside / f"agent-{agent_id}.jsonl", records, self.at)
            (beside / f"agent-{agent_id}.meta.json").write_text(json.dumps({"agentType": kind}), "utf-8")
        return main

    # -- steps --

    def _do_said(self, step: Step) -> None:
        text = self._filled(step.said)
        self._pass(20 + len(text) / 8)
        blocks = [
            {"type": "text", "text": part}
            for part in (
                f"<system-reminder>\n{step.reminder}\n</system-reminder>" if step.reminder else "",
                f"<ide_opened_file>{step.ide}</ide_opened_file>" if step.ide else "",
                text,
            )
            if part
        ]
        self._user(text if len(blocks) == 1 else blocks, promptSource="typed")
        self._snapshot()
        if not self._prompted and self._script.title and self._agent is None:
            self._bare({"type": "ai-title", "aiTitle": self._script.title})
        self._prompted = True

    def _do_reply(self, step: Step) -> None:
        text = self._filled(step.reply)
        self._pass(3 + len(text) / 60)
        self._assistant({"type": "text", "text": text}, len(text))

    def _do_think(self, step: Step) -> None:
        text = self._filled(step.think)
        self._pass(2 + len(text) / 80)
        signature = token(f"{self._script.name} {self._count}", 88)
        self._assistant({"type": "thinking", "thinking": text, "signature": signature}, len(text))

    def _do_queued(self, step: Step) -> None:
        text = self._filled(step.queued)
        self._pass(5)
        self._queue("enqueue", content=text)
        self._pass(4)
        if step.later:
            self._queue("dequeue")
            self._user(text, promptSource="queued")
        else:
            self._queue("remove")

    def _do_command(self, step: Step) -> None:
        name = str(step.command).removeprefix("/")
        self._pass(15)
        caveat = "Caveat: The messages below were generated by the user while running local commands."
        self._user(f"<local-command-caveat>{caveat}</local-command-caveat>", isMeta=True)
        self._user(
            f"<command-name>/{name}</command-name>\n<command-message>{name}</command-message>\n"
            f"<command-args>{self._filled(step.args)}</command-args>"
        )
        if step.output:
            self._user(f"<local-command-stdout>{self._filled(step.output)}</local-command-stdout>")

    def _do_agent(self, step: Step) -> None:
        agent_id = hashlib.sha256(f"{self._script.name} {self._count}".encode()).hexdigest()[:7]
        given = {"description": step.title, "prompt": step.prompt, "subagent_type": step.agent}
        tool_id = self._use("Task", given)
        main = self.records, self._parent, self._message, self._context
        self.records, self._parent, self._agent, self._context = [], None, agent_id, 6_000
        self._user(step.prompt)
        self.play(step.turns)
        self._do_reply(Step(reply=step.output))
        self.agents.append((agent_id, str(step.agent), self.records))
        self._agent = None
        self.records, self._parent, self._message, self._context = main
        answer = [{"type": "text", "text": f"{self._filled(step.output)}\n\nagentId: {agent_id}"}]
        self._result(tool_id, answer, {"status": "completed", "agentId": agent_id, "content": answer})

    def _do_interrupt(self, step: Step) -> None:
        self._pass(6)
        what = f" for {step.interrupt}" if step.interrupt else ""
        self._user([{"type": "text", "text": f"[Request interrupted by user{what}]"}])

    def _do_compaction(self, step: Step) -> None:
        self._pass(45)
        before, self._parent = self._parent, None
        self._record(
            {"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted"},
            logicalParentUuid=before,
            isMeta=False,
            level="info",
            compactMetadata={"trigger": "auto", "preTokens": self._context},
        )
        opening = "This session is being continued from a previous conversation that ran out of context."
        summary = f"{opening} The summary below covers the earlier part.\n\n{self._filled(step.compaction)}"
        self._user(summary, isVisibleInTranscriptOnly=True, isCompactSummary=True)
        self._context = 14_000

    def _do_branch(self, step: Step) -> None:
        self._call(
            "Bash", {"command": f"git switch -c {step.branch}"}, f"Switched to a new branch '{step.branch}'"
        )
        self._branch = str(step.branch)

    # -- records --

    def _record(self, fields: dict[str, Any], **more: Any) -> str:
        """Append a record to the uuid chain. Returns its uuid."""
        self._count += 1
        key = demo_uuid(f"{self._script.name} {self._count}")
        agent = {"agentId": self._agent} if self._agent else {}
        self.records.append(
            {
                "parentUuid": self._parent,
                "isSidechain": self._agent is not None,
                "userType": "external",
                "cwd": str(self._cwd),
                "sessionId": self._script.session_id,
                "version": self._script.version,
                "gitBranch": self._branch,
                **agent,
                **fields,
                "uuid": key,
                "timestamp": to_iso(self.at),
                **more,
            }
        )
        self._parent = key
        return key

    def _bare(self, fields: dict[str, Any]) -> None:
        """Append a record outside the chain."""
        self.records.append({**fields, "sessionId": self._script.session_id})

    def _user(self, content: str | list[dict[str, Any]], **more: Any) -> None:
        self._message = None
        self._record({"type": "user", "message": {"role": "user", "content": content}}, **more)

    def _assistant(self, block: dict[str, Any], size: int) -> str:
        if self._message is None:
            self._message = f"msg_01{token(f'{self._script.name} message {self._count}', 22)}"
        self._context += size // 4 + 40
        usage = {
            "input_tokens": 6,
            "cache_creation_input_tokens": size // 4 + 40,
            "cache_read_input_tokens": self._context,
            "output_tokens": size // 4 + 12,
            "service_tier": "standard",
        }
        message = {
            "model": self._script.model,
            "id": self._message,
            "type": "message",
            "role": "assistant",
            "content": [block],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": usage,
        }
        request = f"req_011{token(f'{self._message} request', 21)}"
        return self._record({"type": "assistant", "message": message, "requestId": request})

    def _use(self, name: str, given: dict[str, Any]) -> str:
        """Append a tool call. Returns its id."""
        self._pass(2)
        tool_id = f"toolu_01{token(f'{self._script.name} tool {self._count}', 22)}"
        block = {"type": "tool_use", "id": tool_id, "name": name, "input": given}
        self._assistant(block, len(json.dumps(given)))
        return tool_id

    def _call(self, name: str, given: dict[str, Any], output: str, step: Step | None = None) -> None:
        tool_id = self._use(name, given)
        self._pass(2)
        failed = step is not None and step.failed
        content = output
        if step is not None and step.reminder:
            content += f"\n\n<system-reminder>\n{step.reminder}\n</system-reminder>"
        structured: Any = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
        if name == "Edit":
            structured = {"filePath": given["file_path"], "oldString": given["old_string"],
                          "newString": given["new_string"], "userModified": False}  # fmt: skip
        elif name == "Read":
            structured = {"type": "text", "file": {"filePath": given["file_path"], "content": output}}
        self._result(tool_id, content, f"Error: {output}" if failed else structured, failed)

    def _result(self, tool_id: str, content: Any, structured: Any, failed: bool = False) -> None:
        block = {"tool_use_id": tool_id, "type": "tool_result", "content": content, "is_error": failed}
        self._context += len(str(content)) // 4
        asked = self._parent
        self._user([block], toolUseResult=structured, sourceToolAssistantUUID=asked)

    def _queue(self, operation: str, **more: Any) -> None:
        self.records.append(
            {
                "type": "queue-operation",
                "operation": operation,
                "timestamp": to_iso(self.at),
                "sessionId": self._script.session_id,
                **more,
            }
        )

    def _snapshot(self) -> None:
        backups: dict[str, Any] = {
            "messageId": self._parent,
            "trackedFileBackups": {},
            "timestamp": to_iso(self.at),
        }
        self.records.append(
            {
                "type": "file-history-snapshot",
                "messageId": self._parent,
                "snapshot": backups,
                "isSnapshotUpdate": False,
            }
        )


WRITERS: dict[str, type[Player]] = {
    "claude-code": ClaudeSession,
    "codex": CodexSession,
    "gemini-cli": GeminiSession,
    "cursor": CursorSession,
    "chatgpt": ChatGptExport,
}
"""Classes that write sessions, by the name of the source that reads them."""
