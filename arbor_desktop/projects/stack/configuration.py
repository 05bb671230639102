"""Configuration of tools: containers, services, continuous integration, tasks and pinned versions, and the
conventions that it prescribes, one plain sentence each.

Sources of the formats: https://docs.astral.sh/ruff/settings/, https://black.readthedocs.io,
https://mypy.readthedocs.io (config_file), https://prettier.io/docs/options,
https://biomejs.dev/reference/configuration/, https://spec.editorconfig.org, https://rust-lang.github.io/rustfmt/,
https://clang.llvm.org/docs/ClangFormatStyleOptions.html.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from arbor_desktop.projects.stack.collector import Collector, short
from arbor_desktop.projects.stack.folder import Folder, listed, table

_MOST_TARGETS = 20
_TARGET = re.compile(r"^([A-Za-z][\w.-]*)\s*:(?![=:])", re.MULTILINE)
_RECIPE = re.compile(r"^(?:@)?([A-Za-z][\w-]*)(?:[ \t]+[^:\n]*)?:(?!=)", re.MULTILINE)
_FROM = re.compile(r"^\s*FROM\s+(?:--\S+\s+)*(\S+)", re.MULTILINE | re.IGNORECASE)
_START = re.compile(r"^\s*(?:CMD|ENTRYPOINT)\s+(.+)$", re.MULTILINE | re.IGNORECASE)
_TELLING = re.compile(
    r"(?:\./)?(?:npm|pnpm|yarn|bun|npx|pytest|python3? -m|nox|ruff|mypy|pyright|flake8|black|cargo|go|mvnw?"
    r"|gradlew?|make|just|task|dotnet|composer|phpunit|vendor/bin|bundle|rake|rspec|mix|flutter|dart|swift|ctest"
    r"|cmake|eslint|tsc|vitest|jest|playwright|deno|pre-commit|tox|lint-imports|golangci-lint|uv|poetry|hatch)\b"
)
_SETUP = re.compile(
    r"^(?:npm (?:ci|i|install)|pnpm (?:i|install)|yarn install|yarn$|bun install|pip install|python3? -m pip"
    r"|uv (?:sync|pip|python)|poetry install|cargo install|rustup|go mod|composer install|bundle install"
    r"|mix deps|dotnet restore|apt|sudo|echo|corepack)\b"
)
_PINS = {".nvmrc": "node", ".node-version": "node", ".python-version": "python", ".ruby-version": "ruby",
         ".go-version": "go", ".java-version": "java"}  # fmt: skip
_TOOL_NAMES = {"nodejs": "node", "golang": "go"}
_IMAGE_RUNTIMES = {
    "node": "node", "python": "python", "golang": "go", "rust": "rust", "ruby": "ruby", "php": "php",
    "openjdk": "java", "eclipse-temurin": "java", "denoland/deno": "deno", "oven/bun": "bun",
}  # fmt: skip


def containers(folder: Folder, found: Collector) -> None:
    """Dockerfile (https://docs.docker.com/reference/dockerfile/) and compose files."""
    text = folder.script("Dockerfile") or ""
    for image in _FROM.findall(text)[:10]:
        name, _, tag = image.partition(":")
        if name in _IMAGE_RUNTIMES and "$" not in tag:
            found.version(_IMAGE_RUNTIMES[name], tag)
    starts = [one for one in _START.findall(text) if "$" not in one]
    if starts:
        started = starts[-1].strip()
        words = re.findall(r'"((?:[^"\\]|\\.)*)"', started) if started.startswith("[") else []
        found.enters_at(" ".join(words) if words else started)
    compose = folder.first("compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml")
    if compose:
        for service in table(folder.yaml(compose), "services").values():
            _image(short(table(service).get("image")), found)
        found.command("services", "docker compose up -d")


def _image(image: str, found: Collector) -> None:
    """Note the image of a service: `postgres:16-alpine`, `ghcr.io/org/app@sha256:…`."""
    plain = image.partition("@")[0]
    name, _, tag = plain.rpartition(":") if ":" in plain.rpartition("/")[2] else (plain, "", "")
    name = name.removeprefix("docker.io/").removeprefix("library/").lower()
    for database in found.known.images.of(name):
        found.stores_in(database)
        found.version(database, tag if "$" not in tag else None)
    found.stack.add(*found.known.image_stack.of(name))


def integration(folder: Folder, found: Collector) -> None:
    """GitHub Actions (https://docs.github.com/actions) and GitLab CI."""
    workflows = [name for name in folder.listing(".github/workflows") if name.endswith((".yml", ".yaml"))]
    if workflows:
        found.stack.add("github")
        found.patterns.add("continuous integration")
    for name in workflows[:10]:
        path = f".github/workflows/{name}"
        found.config_files.add(path)
        steps = [
            step
            for job in table(folder.yaml(path), "jobs").values()
            for step in listed(table(job).get("steps"))
        ]
        _runs([run for step in steps if isinstance(run := table(step).get("run"), str)], path, found)
    if folder.has(".gitlab-ci.yml"):
        found.stack.add("gitlab")
        found.patterns.add("continuous integration")
        scripts: list[str] = []
        for job in map(table, folder.yaml(".gitlab-ci.yml").values()):
            scripts += [line for line in listed(job.get("script")) if isinstance(line, str)]
            for service in listed(job.get("services")):
                _image(short(table(service).get("name", service)), found)
        _runs(scripts, ".gitlab-ci.yml", found)


def _runs(runs: list[str], path: str, found: Collector) -> None:
    lines = (short(line, 70) for line in "\n".join(runs).replace("\\\n", " ").split("\n"))
    commands = dict.fromkeys(
        line for line in lines if _TELLING.match(line) and not _SETUP.match(line) and "${{" not in line
    )
    if commands:
        found.convention(short(f"CI runs {', '.join(list(commands)[:5])}"), path)


def tasks(folder: Folder, found: Collector) -> None:
    """Targets of make, just (https://just.systems/man/en/) and Task (https://taskfile.dev)."""
    if name := folder.first("Makefile", "makefile", "GNUmakefile"):
        text = folder.script(name) or ""
        for target in list(dict.fromkeys(_TARGET.findall(text)))[:_MOST_TARGETS]:
            if "." not in target and target != "default":
                found.command(target, f"make {target}")
    if name := folder.first("justfile", "Justfile", ".justfile"):
        for recipe in list(dict.fromkeys(_RECIPE.findall(folder.script(name) or "")))[:_MOST_TARGETS]:
            if recipe not in ("default", "set", "alias", "import", "mod", "export"):
                found.command(recipe, f"just {recipe}")
    if name := folder.first("Taskfile.yml", "Taskfile.yaml", "Taskfile.dist.yml"):
        found.stack.add("task")
        for task in list(table(folder.yaml(name), "tasks"))[:_MOST_TARGETS]:
            found.command(task, f"task {task}")
    for line in (folder.text("Procfile") or "").splitlines()[:20]:
        name, _, command = line.partition(":")
        if name.strip() == "web":
            found.enters_at(command)


def pins(folder: Folder, found: Collector) -> None:
    """Versions for version managers: .nvmrc and the like, asdf, mise, rustup."""
    for name, tool in _PINS.items():
        found.version(tool, folder.line(name).removeprefix("v"))
    for line in (folder.text(".tool-versions") or "").splitlines()[:30]:
        words = line.partition("#")[0].split()
        if len(words) > 1:
            found.version(_TOOL_NAMES.get(words[0], words[0]), words[1])
    for name in ("mise.toml", ".mise.toml"):
        for tool, wanted in list(table(folder.toml(name), "tools").items())[:30]:
            found.version(_TOOL_NAMES.get(tool, tool), wanted)
    found.version("rust", table(folder.toml("rust-toolchain.toml"), "toolchain").get("channel"))
    if not folder.has("rust-toolchain.toml"):
        found.version("rust", folder.line("rust-toolchain"))
    found.version("dotnet", table(folder.json("global.json"), "sdk").get("version"))


_PRETTIER = (".prettierrc", ".prettierrc.json", ".prettierrc.json5", ".prettierrc.yaml", ".prettierrc.yml",
             ".prettierrc.toml")  # fmt: skip
_ESLINT = (".eslintrc.json", ".eslintrc", ".eslintrc.yaml", ".eslintrc.yml")
_ENDINGS = {"lf": "\\n", "crlf": "\\r\\n", "cr": "\\r"}


def conventions(folder: Folder, found: Collector) -> None:
    """Add the conventions of all known files."""
    _pyproject(folder, found)
    _python_files(folder, found)
    _prettier(folder, found)
    _eslint(folder, found)
    _biome(folder, found)
    _editorconfig(folder, found)
    _rustfmt(folder, found)
    _clang_format(folder, found)
    _hooks(folder, found)


def _number(value: object) -> int | None:
    """Return a whole number, also of a text."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if 0 <= value < 10_000 else None
    text = str(value).strip() if isinstance(value, str) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def _format(
    found: Collector,
    file: str,
    tool: str = "",
    *,
    length: object = None,
    tabs: object = None,
    width: object = None,
) -> None:
    """Note line length and indentation."""
    if (longest := _number(length)) is not None:
        found.convention(f"Line length {longest}", file, tool)
    if tabs is True:
        found.convention("Indentation: tabs", file, tool)
    elif (spaces := _number(width)) is not None:
        found.convention(f"Indentation: {spaces} spaces", file, tool)


def _strict_types(found: Collector, ini: Mapping[str, Mapping[str, str]], file: str, tool: str = "") -> None:
    if ini.get("mypy", {}).get("strict", "").lower() == "true":
        found.convention("Types are checked strictly", file, tool)


def _pyproject(folder: Folder, found: Collector) -> None:
    tools = table(folder.toml("pyproject.toml"), "tool")
    _ruff(table(tools, "ruff"), "pyproject.toml", found, tool="ruff")
    _format(found, "pyproject.toml", "black", length=table(tools, "black").get("line-length"))
    if profile := short(table(tools, "isort").get("profile"), 30):
        found.convention(f"Imports sorted as {profile} does", "pyproject.toml", "isort")
    if table(tools, "mypy").get("strict") is True:
        found.convention("Types are checked strictly", "pyproject.toml", "mypy")
    mode = short(table(tools, "pyright").get("typeCheckingMode"), 20)
    if mode:
        found.convention(f"Types are checked: {mode}", "pyproject.toml", "pyright")
    if (share := _number(table(tools, "coverage", "report").get("fail_under"))) is not None:
        found.convention(f"Tests cover at least {share} %", "pyproject.toml", "coverage")
    options = table(tools, "pytest", "ini_options")
    paths = options.get("testpaths")
    if isinstance(paths, list):
        found.test_folders |= dict.fromkeys(short(one).rstrip("/") for one in paths[:10] if short(one))
    if options.get("asyncio_mode") == "auto":
        found.convention("Asynchronous tests need no mark", "pyproject.toml", "pytest")
    if table(tools, "importlinter"):
        found.convention("Imports between layers are checked", "pyproject.toml", "import-linter")


def _ruff(ruff: Mapping[str, Any], file: str, found: Collector, tool: str = "") -> None:
    _format(found, file, tool, length=ruff.get("line-length"))
    target = short(ruff.get("target-version"), 12)
    if target.startswith("py3") and target[3:].isdigit():
        found.convention(f"Python 3.{target[3:]} and newer", file, tool)
    if quotes := short(table(ruff, "format").get("quote-style"), 12):
        found.convention(f"Quotes: {quotes}", file, tool)
    tabs = table(ruff, "format").get("indent-style") == "tab"
    _format(found, file, tool, tabs=tabs, width=ruff.get("indent-width"))
    chosen = table(ruff, "lint").get("select", ruff.get("select"))
    if isinstance(chosen, list) and chosen:
        named = ", ".join(short(one, 12) for one in chosen[:20])
        found.convention(f"Lint rules: {named}", file, tool)
    if style := short(table(ruff, "lint", "pydocstyle").get("convention"), 20):
        found.convention(f"Docstrings in the style of {style}", file, tool)


def _python_files(folder: Folder, found: Collector) -> None:
    for name in ("ruff.toml", ".ruff.toml"):
        _ruff(folder.toml(name), name, found)
    for name in (".flake8", "setup.cfg", "tox.ini"):
        sections = folder.ini(name)
        _format(found, name, "flake8", length=sections.get("flake8", {}).get("max-line-length"))
        _strict_types(found, sections, name, "mypy")
    for name in ("mypy.ini", ".mypy.ini"):
        _strict_types(found, folder.ini(name), name)
    for path in folder.ini("pytest.ini").get("pytest", {}).get("testpaths", "").split()[:10]:
        found.test_folders.add(short(path).rstrip("/"))


def _loose(folder: Folder, name: str) -> dict[str, Any]:
    """Return the content of JSON, TOML or YAML; a file without an ending may be JSON or YAML."""
    if name.endswith((".json", ".json5")):
        return folder.json(name)
    if name.endswith(".toml"):
        return folder.toml(name)
    if (folder.text(name) or "").lstrip().startswith("{"):
        return folder.json(name)
    words = {"true": True, "false": False}
    return {key: words.get(str(value), value) for key, value in folder.yaml(name).items()}


def _prettier(folder: Folder, found: Collector) -> None:
    file = folder.first(*_PRETTIER)
    options = _loose(folder, file) if file else {}
    if file is None and folder.has("package.json"):
        file, options = "package.json", table(folder.json("package.json"), "prettier")
    if not options or file is None:
        return
    tool = "prettier" if file == "package.json" else ""
    found.stack.add("prettier")
    if isinstance(quotes := options.get("singleQuote"), bool):
        found.convention(f"Quotes: {'single' if quotes else 'double'}", file, tool)
    if isinstance(semicolons := options.get("semi"), bool):
        found.convention("Semicolons" if semicolons else "No semicolons", file, tool)
    _format(
        found, file, tool, length=options.get("printWidth"), tabs=options.get("useTabs"),
        width=options.get("tabWidth"),
    )  # fmt: skip
    if commas := short(options.get("trailingComma"), 10):
        found.convention(f"Trailing commas: {commas}", file, tool)


def _eslint(folder: Folder, found: Collector) -> None:
    file = folder.first(*_ESLINT)
    options = _loose(folder, file) if file else {}
    if file is None and folder.has("package.json"):
        file, options = "package.json", table(folder.json("package.json"), "eslintConfig")
    extends = options.get("extends")
    names = [extends] if isinstance(extends, str) else extends if isinstance(extends, list) else []
    named = ", ".join(short(one, 40) for one in names[:6] if isinstance(one, str))
    if named and file:
        found.stack.add("eslint")
        found.convention(f"Lint rules: {named}", file, "eslint")


def _biome(folder: Folder, found: Collector) -> None:
    file = folder.first("biome.json", "biome.jsonc")
    if file is None:
        return
    data = folder.json(file)
    formatter, javascript = table(data, "formatter"), table(data, "javascript", "formatter")
    _format(
        found, file, length=formatter.get("lineWidth"), tabs=formatter.get("indentStyle") == "tab",
        width=formatter.get("indentWidth"),
    )  # fmt: skip
    if quotes := short(javascript.get("quoteStyle"), 10):
        found.convention(f"Quotes: {quotes}", file)
    if semicolons := short(javascript.get("semicolons"), 12):
        found.convention("No semicolons" if semicolons == "asNeeded" else "Semicolons", file)
    found.usually(lint="biome check", format="biome format --write")


def _editorconfig(folder: Folder, found: Collector) -> None:
    name, section = ".editorconfig", ""
    kept: dict[str, dict[str, str]] = {}
    for line in (folder.script(name) or "").split("\n")[:500]:
        plain = line.strip()
        if plain.startswith("[") and plain.endswith("]"):
            section = plain[1:-1]
        elif "=" in plain and plain[0] not in "#;":
            option, _, value = plain.partition("=")
            kept.setdefault(section, {})[option.strip().lower()] = value.strip().lower()
    for files, options in list(kept.items())[:12]:
        if not files:
            continue
        where = "" if files == "*" else f" in {short(files, 40)}"
        if options.get("indent_style") == "tab":
            found.convention(f"Indentation: tabs{where}", name)
        elif (size := _number(options.get("indent_size"))) is not None:
            found.convention(f"Indentation: {size} spaces{where}", name)
        if (length := _number(options.get("max_line_length"))) is not None:
            found.convention(f"Line length {length}{where}", name)
        if files == "*" and (ending := _ENDINGS.get(options.get("end_of_line", ""))):
            found.convention(f"Lines end with {ending}", name)
        if files == "*" and options.get("insert_final_newline") == "true":
            found.convention("Files end with a line break", name)


def _rustfmt(folder: Folder, found: Collector) -> None:
    file = folder.first("rustfmt.toml", ".rustfmt.toml")
    if file is None:
        return
    options = folder.toml(file)
    _format(
        found, file, length=options.get("max_width"), tabs=options.get("hard_tabs"),
        width=options.get("tab_spaces"),
    )  # fmt: skip
    if imports := short(options.get("imports_granularity"), 20):
        found.convention(f"Imports are merged by {imports.lower()}", file)


def _clang_format(folder: Folder, found: Collector) -> None:
    name = ".clang-format"
    options = folder.yaml(name)
    if style := short(options.get("BasedOnStyle"), 20):
        found.convention(f"Code style: {style}", name)
    _format(
        found, name, length=options.get("ColumnLimit"), tabs=options.get("UseTab") == "Always",
        width=options.get("IndentWidth"),
    )  # fmt: skip


def _hooks(folder: Folder, found: Collector) -> None:
    """Note what is checked before a commit."""
    name = ".pre-commit-config.yaml"
    repositories = listed(folder.yaml(name).get("repos"))
    hooks = dict.fromkeys(
        short(hook.get("id"), 30)
        for one in repositories
        for hook in map(table, listed(table(one).get("hooks")))
    )
    if named := ", ".join(list(filter(None, hooks))[:8]):
        found.convention(f"Before each commit: {named}", name)
    data = folder.first(".commitlintrc.json", ".commitlintrc.yml", ".commitlintrc.yaml", ".commitlintrc")
    if data and "conventional" in str(_loose(folder, data).get("extends")):
        found.convention("Commit messages follow Conventional Commits", data)
    script = folder.first(*(f"commitlint.config.{ending}" for ending in ("js", "cjs", "mjs", "ts")))
    if script and "config-conventional" in (folder.script(script) or ""):
        found.convention("Commit messages follow Conventional Commits", script)
