"""JavaScript and TypeScript: package.json, workspaces of npm, pnpm and yarn, tsconfig.json, deno.json.
https://docs.npmjs.com/cli/configuring-npm/package-json"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbor_desktop.projects.stack.folder import Folder
from arbor_desktop.projects.stack.found import Found, short
from arbor_desktop.projects.stack.outline import ITEM, outline

MANAGERS = ("npm", "pnpm", "yarn", "bun")
_MOST_SCRIPTS = 40
_QUIET = ("pre", "post")
_INSTALL = {"npm": "npm install", "pnpm": "pnpm install", "yarn": "yarn install", "bun": "bun install"}


def package_json(folder: Folder, at: str, found: Found) -> None:
    """Reads the package.json in the folder `at`, "" for the project's own."""
    data = folder.json(_path(at, "package.json"))
    top = not at
    if not data and not (top and folder.has("package.json")):
        return
    found.named(at, data.get("name"))
    manager = _manager(folder, data, found) if top else next(iter(found.managers), "npm")
    found.runs_on("bun" if manager == "bun" else "node", _table(data, "engines").get("node"))
    if not _is_typescript(folder, at, data):
        found.uses("javascript")
    else:
        found.uses("typescript")
    found.uses("node")
    for kind, dev in (("dependencies", False), ("peerDependencies", True), ("devDependencies", True),
                      ("optionalDependencies", True)):  # fmt: skip
        for name, version in _table(data, kind).items():
            found.depends("npm", name, version if isinstance(version, str) else None, dev=dev)
    _kind(data, found)
    if top:
        _workspaces(folder, data, found)
        _scripts(data, manager, found)
        _tools(data, found)
    _entries(data, at, found)


def _path(at: str, name: str) -> str:
    return f"{at}/{name}" if at else name


def _table(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def _manager(folder: Folder, data: Mapping[str, Any], found: Found) -> str:
    """What `packageManager` says; else the lock file, which the reader looked at before; else npm."""
    name, _, version = short(data.get("packageManager")).partition("@")
    if name in MANAGERS:
        found.managers = {name: None} | found.managers
        found.version(name, version.partition("+")[0])
        return name
    locked = next((one for one in found.managers if one in MANAGERS), None)
    if locked is None:
        locked = "pnpm" if folder.has("pnpm-workspace.yaml") else "npm"
        found.managers[locked] = None
    return locked


def _is_typescript(folder: Folder, at: str, data: Mapping[str, Any]) -> bool:
    declared = {**_table(data, "dependencies"), **_table(data, "devDependencies")}
    return "typescript" in declared or (not at and folder.has("tsconfig.json"))


def _kind(data: Mapping[str, Any], found: Found) -> None:
    """What kind of thing the package is, by its own fields."""
    if data.get("bin"):
        found.types["command line tool"] = None
    if isinstance(data.get("contributes"), dict) and "vscode" in _table(data, "engines"):
        found.types["editor extension"] = None
    published = any(name in data for name in ("main", "module", "exports", "types", "typings", "files"))
    if published and not data.get("private"):
        found.weak_types["library"] = None
    found.weak_types.setdefault("application", None)
    if data.get("type") == "module":
        found.patterns["ES modules"] = None


def _workspaces(folder: Folder, data: Mapping[str, Any], found: Found) -> None:
    declared = data.get("workspaces")
    globs = declared.get("packages") if isinstance(declared, dict) else declared
    wanted = [short(one) for one in globs] if isinstance(globs, list) else []
    if folder.has("pnpm-workspace.yaml"):
        text = folder.text("pnpm-workspace.yaml") or ""
        wanted += [entry.value for entry in outline(text) if entry.path == ("packages", ITEM)]
    if wanted:
        found.patterns["monorepo"] = None
        shown = ", ".join(one for one in wanted if one and not one.startswith("!"))
        found.patterns[short(f"workspaces: {shown}")] = None


def _scripts(data: Mapping[str, Any], manager: str, found: Found) -> None:
    scripts = [name for name, command in _table(data, "scripts").items() if isinstance(command, str)]
    found.usually("install", _INSTALL[manager])
    for name in scripts[:_MOST_SCRIPTS]:
        hook = name.startswith(_QUIET) and any(name == before + one for before in _QUIET for one in scripts)
        if hook or name in ("prepare", "prepublishOnly", "prepack", "postinstall", "preinstall"):
            continue
        alone = manager in ("pnpm", "yarn") or (manager == "npm" and name in ("test", "start"))
        found.command(name, f"{manager} {name}" if alone else f"{manager} run {name}")


def _tools(data: Mapping[str, Any], found: Found) -> None:
    hooks = data.get("lint-staged")
    if isinstance(hooks, dict) and hooks:
        found.convention("Staged files are checked before each commit", "package.json", "lint-staged")
    commitlint = _table(data, "commitlint").get("extends")
    if commitlint and "conventional" in str(commitlint):
        found.convention("Commit messages follow Conventional Commits", "package.json", "commitlint")


def _entries(data: Mapping[str, Any], at: str, found: Found) -> None:
    bins = data.get("bin")
    paths = list(bins.values())[:10] if isinstance(bins, dict) else [bins]
    paths += [data.get("main"), data.get("module"), data.get("browser")]
    exports = data.get("exports")
    if isinstance(exports, str):
        paths.append(exports)
    if not at:
        found.enters_at(*(path for path in paths if isinstance(path, str)))


def tsconfig(folder: Folder, found: Found) -> None:
    """https://www.typescriptlang.org/tsconfig"""
    if not folder.has("tsconfig.json"):
        return
    found.uses("typescript")
    options = _table(folder.json("tsconfig.json"), "compilerOptions")
    if options.get("strict") is True:
        found.convention("TypeScript is strict", "tsconfig.json")
    for name, sentence in (
        ("noUncheckedIndexedAccess", "What is taken by index may be undefined"),
        ("noUnusedLocals", "No unused local variables"),
        ("verbatimModuleSyntax", "Types are imported with `import type`"),
    ):
        if options.get(name) is True:
            found.convention(sentence, "tsconfig.json")
    if target := short(options.get("target"), 20):
        found.convention(f"Compiled for {target}", "tsconfig.json")
    if jsx := short(options.get("jsx"), 20):
        found.convention(f"JSX: {jsx}", "tsconfig.json")
    aliases = [short(name, 40) for name in _table(options, "paths")][:5]
    if aliases:
        found.convention(f"Import aliases: {', '.join(aliases)}", "tsconfig.json")


def deno(folder: Folder, at: str, found: Found) -> None:
    """https://docs.deno.com/runtime/fundamentals/configuration/"""
    name = folder.first("deno.json", "deno.jsonc")
    if name is None or at:
        return
    data = folder.json(name)
    found.runs_on("deno")
    found.uses("deno", "typescript")
    found.managers.setdefault("deno", None)
    found.weak_types["application"] = None
    for task, command in list(_table(data, "tasks").items())[:_MOST_SCRIPTS]:
        if isinstance(command, str | dict):
            found.command(task, f"deno task {task}")
    for imported in list(_table(data, "imports").values())[:200]:
        kind, _, rest = short(imported).partition(":")
        scope = "@" if rest.startswith("@") else ""
        dependency, _, version = rest.removeprefix("@").partition("@")
        if kind in ("npm", "jsr") and dependency:
            found.depends("npm", scope + dependency, version)
    found.usually("test", "deno test")
    found.usually("lint", "deno lint")
    found.usually("format", "deno fmt")
    style = _table(data, "fmt")
    if style.get("singleQuote") is True:
        found.convention("Quotes: single", name, "deno fmt")
    if isinstance(style.get("lineWidth"), int):
        found.convention(f"Line length {style['lineWidth']}", name, "deno fmt")
    entry = data.get("exports")
    found.enters_at(*(entry.values() if isinstance(entry, dict) else [entry]))
