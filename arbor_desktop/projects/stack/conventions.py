"""What a project's configuration prescribes: one plain sentence each, with its file.

Sources of the formats: https://docs.astral.sh/ruff/settings/, https://black.readthedocs.io, https://mypy.readthedocs.io
(config_file), https://prettier.io/docs/options, https://biomejs.dev/reference/configuration/,
https://spec.editorconfig.org, https://rust-lang.github.io/rustfmt/, https://clang.llvm.org/docs/ClangFormatStyleOptions.html.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbor_desktop.projects.stack.folder import Folder
from arbor_desktop.projects.stack.found import Found, short
from arbor_desktop.projects.stack.outline import ITEM, outline
from arbor_desktop.projects.stack.python import ini

_PRETTIER = (".prettierrc", ".prettierrc.json", ".prettierrc.json5", ".prettierrc.yaml", ".prettierrc.yml",
             ".prettierrc.toml")  # fmt: skip
_ESLINT = (".eslintrc.json", ".eslintrc", ".eslintrc.yaml", ".eslintrc.yml")
_ENDINGS = {"lf": "\\n", "crlf": "\\r\\n", "cr": "\\r"}


def conventions(folder: Folder, found: Found) -> None:
    """Adds what all known files say."""
    _pyproject(folder, found)
    _python_files(folder, found)
    _prettier(folder, found)
    _eslint(folder, found)
    _biome(folder, found)
    _editorconfig(folder, found)
    _rustfmt(folder, found)
    _clang_format(folder, found)
    _hooks(folder, found)


def _table(data: Mapping[str, Any], *path: str) -> dict[str, Any]:
    here: Any = data
    for name in path:
        here = here.get(name) if isinstance(here, dict) else None
    return here if isinstance(here, dict) else {}


def _number(value: object) -> int | None:
    """A whole number, also as text."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if 0 <= value < 10_000 else None
    text = str(value).strip() if isinstance(value, str) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def _line_length(value: object, file: str, tool: str, found: Found) -> None:
    if (length := _number(value)) is not None:
        found.convention(f"Line length {length}", file, tool)


def _indent(tabs: object, width: object, file: str, tool: str, found: Found) -> None:
    if tabs is True:
        found.convention("Indentation: tabs", file, tool)
    elif (spaces := _number(width)) is not None:
        found.convention(f"Indentation: {spaces} spaces", file, tool)


def _pyproject(folder: Folder, found: Found) -> None:
    if not folder.has("pyproject.toml"):
        return
    tools = _table(folder.toml("pyproject.toml"), "tool")
    _ruff(_table(tools, "ruff"), "pyproject.toml", found, tool="ruff")
    _line_length(_table(tools, "black").get("line-length"), "pyproject.toml", "black", found)
    if profile := short(_table(tools, "isort").get("profile"), 30):
        found.convention(f"Imports sorted as {profile} does", "pyproject.toml", "isort")
    if _table(tools, "mypy").get("strict") is True:
        found.convention("Types are checked strictly", "pyproject.toml", "mypy")
    mode = short(_table(tools, "pyright").get("typeCheckingMode"), 20)
    if mode:
        found.convention(f"Types are checked: {mode}", "pyproject.toml", "pyright")
    if (share := _number(_table(tools, "coverage", "report").get("fail_under"))) is not None:
        found.convention(f"Tests cover at least {share} %", "pyproject.toml", "coverage")
    options = _table(tools, "pytest", "ini_options")
    paths = options.get("testpaths")
    if isinstance(paths, list):
        found.test_folders |= dict.fromkeys(short(one).rstrip("/") for one in paths[:10] if short(one))
    if options.get("asyncio_mode") == "auto":
        found.convention("Asynchronous tests need no mark", "pyproject.toml", "pytest")
    if _table(tools, "importlinter"):
        found.convention("Imports between layers are checked", "pyproject.toml", "import-linter")


def _ruff(ruff: Mapping[str, Any], file: str, found: Found, tool: str = "") -> None:
    _line_length(ruff.get("line-length"), file, tool, found)
    target = short(ruff.get("target-version"), 12)
    if target.startswith("py3") and target[3:].isdigit():
        found.convention(f"Python 3.{target[3:]} and newer", file, tool)
    if quotes := short(_table(ruff, "format").get("quote-style"), 12):
        found.convention(f"Quotes: {quotes}", file, tool)
    _indent(_table(ruff, "format").get("indent-style") == "tab", ruff.get("indent-width"), file, tool, found)
    chosen = _table(ruff, "lint").get("select", ruff.get("select"))
    if isinstance(chosen, list) and chosen:
        told = ", ".join(short(one, 12) for one in chosen[:20])
        found.convention(f"Lint rules: {told}", file, tool)
    if style := short(_table(ruff, "lint", "pydocstyle").get("convention"), 20):
        found.convention(f"Docstrings in the style of {style}", file, tool)


def _python_files(folder: Folder, found: Found) -> None:
    for name in ("ruff.toml", ".ruff.toml"):
        if folder.has(name):
            _ruff(folder.toml(name), name, found)
    for name in (".flake8", "setup.cfg", "tox.ini"):
        if folder.has(name):
            sections = ini(folder, name)
            _line_length(sections.get("flake8", {}).get("max-line-length"), name, "flake8", found)
            if sections.get("mypy", {}).get("strict", "").lower() == "true":
                found.convention("Types are checked strictly", name, "mypy")
    for name in ("mypy.ini", ".mypy.ini"):
        if folder.has(name) and ini(folder, name).get("mypy", {}).get("strict", "").lower() == "true":
            found.convention("Types are checked strictly", name)
    if folder.has("pytest.ini"):
        for path in ini(folder, "pytest.ini").get("pytest", {}).get("testpaths", "").split()[:10]:
            found.test_folders[short(path).rstrip("/")] = None


def _loose(folder: Folder, name: str) -> dict[str, Any]:
    """JSON, or else YAML's plain keys at the top: files without an ending may be either."""
    if name.endswith((".json", ".json5")):
        return folder.json(name)
    if name.endswith(".toml"):
        return folder.toml(name)
    text = folder.text(name) or ""
    if text.lstrip().startswith("{"):
        return folder.json(name)
    values: dict[str, Any] = {}
    for path, value in outline(text):
        said: Any = {"true": True, "false": False}.get(value.lower(), value)
        if len(path) == 1 and value:
            values[path[0]] = said
        elif len(path) == 2 and path[1] == ITEM:
            values.setdefault(path[0], [])
            if isinstance(values[path[0]], list):
                values[path[0]].append(value)
    return values


def _prettier(folder: Folder, found: Found) -> None:
    file = folder.first(*_PRETTIER)
    options = _loose(folder, file) if file else {}
    if file is None and folder.has("package.json"):
        file, options = "package.json", _table(folder.json("package.json"), "prettier")
    if not options or file is None:
        return
    tool = "prettier" if file == "package.json" else ""
    found.uses("prettier")
    quotes = options.get("singleQuote")
    if isinstance(quotes, bool):
        found.convention(f"Quotes: {'single' if quotes else 'double'}", file, tool)
    semicolons = options.get("semi")
    if isinstance(semicolons, bool):
        found.convention("Semicolons" if semicolons else "No semicolons", file, tool)
    _line_length(options.get("printWidth"), file, tool, found)
    _indent(options.get("useTabs"), options.get("tabWidth"), file, tool, found)
    if commas := short(options.get("trailingComma"), 10):
        found.convention(f"Trailing commas: {commas}", file, tool)


def _eslint(folder: Folder, found: Found) -> None:
    file = folder.first(*_ESLINT)
    options = _loose(folder, file) if file else {}
    if file is None and folder.has("package.json"):
        file, options = "package.json", _table(folder.json("package.json"), "eslintConfig")
    extends = options.get("extends")
    names = [extends] if isinstance(extends, str) else extends if isinstance(extends, list) else []
    told = ", ".join(short(one, 40) for one in names[:6] if isinstance(one, str))
    if told and file:
        found.uses("eslint")
        found.convention(f"Lint rules: {told}", file, "eslint")


def _biome(folder: Folder, found: Found) -> None:
    file = folder.first("biome.json", "biome.jsonc")
    if file is None:
        return
    data = folder.json(file)
    formatter, javascript = _table(data, "formatter"), _table(data, "javascript", "formatter")
    _line_length(formatter.get("lineWidth"), file, "", found)
    _indent(formatter.get("indentStyle") == "tab", formatter.get("indentWidth"), file, "", found)
    if quotes := short(javascript.get("quoteStyle"), 10):
        found.convention(f"Quotes: {quotes}", file)
    if semicolons := short(javascript.get("semicolons"), 12):
        found.convention("No semicolons" if semicolons == "asNeeded" else "Semicolons", file)
    found.usually("lint", "biome check")
    found.usually("format", "biome format --write")


def _editorconfig(folder: Folder, found: Found) -> None:
    text = folder.script(".editorconfig") if folder.has(".editorconfig") else None
    section = ""
    kept: dict[str, dict[str, str]] = {}
    for line in (text or "").split("\n")[:500]:
        plain = line.strip()
        if plain.startswith("[") and plain.endswith("]"):
            section = plain[1:-1]
        elif "=" in plain and plain[0] not in "#;":
            name, _, value = plain.partition("=")
            kept.setdefault(section, {})[name.strip().lower()] = value.strip().lower()
    for files, options in list(kept.items())[:12]:
        if not files:
            continue
        of = "" if files == "*" else f" in {short(files, 40)}"
        if options.get("indent_style") == "tab":
            found.convention(f"Indentation: tabs{of}", ".editorconfig")
        elif (size := _number(options.get("indent_size"))) is not None:
            found.convention(f"Indentation: {size} spaces{of}", ".editorconfig")
        if (length := _number(options.get("max_line_length"))) is not None:
            found.convention(f"Line length {length}{of}", ".editorconfig")
        if files == "*" and (ending := _ENDINGS.get(options.get("end_of_line", ""))):
            found.convention(f"Lines end with {ending}", ".editorconfig")
        if files == "*" and options.get("insert_final_newline") == "true":
            found.convention("Files end with a line break", ".editorconfig")


def _rustfmt(folder: Folder, found: Found) -> None:
    file = folder.first("rustfmt.toml", ".rustfmt.toml")
    if file is None:
        return
    options = folder.toml(file)
    _line_length(options.get("max_width"), file, "", found)
    _indent(options.get("hard_tabs"), options.get("tab_spaces"), file, "", found)
    if imports := short(options.get("imports_granularity"), 20):
        found.convention(f"Imports are merged by {imports.lower()}", file)


def _clang_format(folder: Folder, found: Found) -> None:
    if not folder.has(".clang-format"):
        return
    options = {e.path[0]: e.value for e in outline(folder.script(".clang-format") or "") if len(e.path) == 1}
    if style := short(options.get("BasedOnStyle"), 20):
        found.convention(f"Code style: {style}", ".clang-format")
    _line_length(options.get("ColumnLimit"), ".clang-format", "", found)
    _indent(options.get("UseTab") == "Always", options.get("IndentWidth"), ".clang-format", "", found)


def _hooks(folder: Folder, found: Found) -> None:
    """What runs before a commit."""
    name = ".pre-commit-config.yaml"
    if folder.has(name):
        hooks = dict.fromkeys(
            e.value for e in outline(folder.script(name) or "") if e.path[-1] == "id" and "hooks" in e.path
        )
        told = ", ".join(short(one, 30) for one in list(hooks)[:8])
        if told:
            found.convention(f"Before each commit: {told}", name)
    commitlint = folder.first(
        ".commitlintrc.json", ".commitlintrc.yml", ".commitlintrc.yaml", ".commitlintrc"
    )
    if commitlint and "conventional" in str(_loose(folder, commitlint).get("extends")):
        found.convention("Commit messages follow Conventional Commits", commitlint)
    config = folder.first(
        "commitlint.config.js", "commitlint.config.cjs", "commitlint.config.mjs", "commitlint.config.ts"
    )
    if config and "config-conventional" in (folder.script(config) or ""):
        found.convention("Commit messages follow Conventional Commits", config)
