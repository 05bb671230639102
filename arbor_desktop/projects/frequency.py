"""Files and commands that come up in many of a project's sessions (spec 5.6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from arbor_desktop.extraction.outcome.steps import Lines, Marks, Part
from arbor_desktop.projects.model import Often

MOST = 15
LONGEST = 80
_EVERYDAY = frozenset(
    ("cd", "mkdir", "rm", "cp", "mv", "touch", "chmod", "ln", "export", "source", "set", "unset", "alias",
     "sleep", "true", "false", "exit", "wait", "kill", "history", "clear", "git", "printf", "date",
     "whoami", "env", "read", "trap", "time", "jobs", "sed", "tee", "xargs", "sort", "uniq", "cut", "tr",
     "open", "start", "for", "while", "if", "do", "done", "then", "else", "fi", "await", "const", "let",
     "var", "return")
)  # fmt: skip
"""Commands of any session of any project; they say nothing about this one."""
_SAME_ALONE = {"npm": frozenset(("test", "start")), "pnpm": None, "yarn": None}
"""`npm run test` is `npm test`, and `pnpm run x` is `pnpm x` for any x."""
_NAMED = re.compile(r"[A-Za-z@][\w:@.+-]*")
_SCRIPT = re.compile(r"[\w./@+-]*[\w]\.(?:py|js|mjs|cjs|ts|sh|rb|pl|php|ps1|exs|lua|r|R)")
_RUNS_SCRIPTS = frozenset(
    ("python", "python3", "py", "node", "bash", "sh", "zsh", "ruby", "perl", "php", "tsx", "ts-node",
     "deno", "bun", "Rscript", "elixir", "lua")
)  # fmt: skip
_OUTSIDE = re.compile(r"^(?:/|[A-Za-z]:[\\/]|~|\.\.(?:/|$)|\\\\)")
_TAKES_THIRD = frozenset(("run", "compose", "exec", "task", "x", "tool", "stash", "pr", "remote", "ef"))
_WITH_VALUE = re.compile(
    r"^(?:-C|--prefix|--cwd|--dir|--filter|-F|--workspace|-w|--manifest-path|-p|-f|--file|--profile|--env-file)$"
)


def frequent(
    worked: Iterable[tuple[Iterable[str], Iterable[str]]], project: str, marks: Marks
) -> tuple[tuple[Often, ...], tuple[Often, ...]]:
    """Return the files changed and the commands run in the most sessions, at most `MOST` of each. `worked`:
    what each session changed and ran. Files are relative to `project`; those outside of it do not count."""
    files: Counter[str] = Counter()
    commands: Counter[str] = Counter()
    lines = Lines(marks)
    for changed, ran in worked:
        files.update({name for path in changed if (name := inside(path, project))})
        commands.update({name for line in ran for name in usual(line, lines, marks)})
    return _most(files), _most(commands)


def _most(counted: Counter[str]) -> tuple[Often, ...]:
    ordered = sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    return tuple(Often(name, sessions) for name, sessions in ordered[:MOST])


def inside(path: str, project: str) -> str | None:
    """Return a file's path relative to its project, with `/`; None if it is outside or names nothing."""
    plain = path.strip().replace("\\", "/").removeprefix("./")
    root = project.replace("\\", "/").rstrip("/") + "/"
    if plain.casefold().startswith(root.casefold()) and plain[1:3] == ":/":  # Windows knows no case
        plain = plain[len(root) :]
    plain = plain.removeprefix(root)
    if not plain or plain.endswith("/") or _OUTSIDE.match(plain) or len(plain) > 300:
        return None
    return plain


def usual(line: str, lines: Lines, marks: Marks) -> Iterator[str]:
    """Yield the commands of a line without what differs between sessions: `npm test -- --watch foo` becomes
    `npm test`, `.venv/bin/python -m pytest -q tests/x` becomes `pytest`. Commands that only look around
    (`ls`, `grep`) are left out."""
    for part in lines.parts(line):
        if name := _usual(part, marks):
            yield name[:LONGEST]


def _usual(part: Part, marks: Marks) -> str | None:
    words = part.bare.partition(" -- ")[0].split(" ")
    program = words[0]
    if not _NAMED.fullmatch(program) or program in marks.lookers or program in _EVERYDAY:
        return None
    if program in _RUNS_SCRIPTS:
        script = next((word for word in words[1:] if not word.startswith("-")), "")
        if program in ("deno", "bun") and not _SCRIPT.fullmatch(script):
            return _with_subcommand(program, words[1:])
        known = _SCRIPT.fullmatch(script) and not _OUTSIDE.match(script)
        return f"{program} {script.removeprefix('./')}" if known else None
    if program in marks.subcommands:
        return _with_subcommand(program, words[1:])
    return program if part.runner is not None or "." not in program else None


def _with_subcommand(program: str, rest: list[str]) -> str | None:
    names: list[str] = []
    skip = False
    for word in rest:
        if skip:
            skip = False
        elif word.startswith("-"):
            if names and names[0] != "compose":
                break
            skip = _WITH_VALUE.match(word) is not None
        elif not _NAMED.fullmatch(word):
            break
        else:
            names.append(word)
            if len(names) > 1 or word not in _TAKES_THIRD:
                break
    if len(names) > 1 and names[0] == "run" and program in _SAME_ALONE:
        alone = _SAME_ALONE[program]
        names = names[1:] if alone is None or names[1] in alone else names
    if names or program in ("make", "just", "task"):
        return " ".join([program, *names])
    return None
