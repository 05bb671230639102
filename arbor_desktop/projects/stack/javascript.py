"""JavaScript and TypeScript: package.json, workspaces of npm, pnpm and yarn, tsconfig.json, deno.json.
https://docs.npmjs.com/cli/configuring-npm/package-json"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbor_desktop.projects.stack.findings import Found, Names, short
from arbor_desktop.projects.stack.folder import Folder
from arbor_desktop.projects.stack.parsers import ITEM, table

MANAGERS = ("npm", "pnpm", "yarn", "bun")
_MOST_SCRIPTS = 40
_OF_INSTALLING = ("prepare", "prepublishOnly", "prepack", "postinstall", "preinstall")
_QUIET = ("pre", "post")


def package_json(folder: Folder, at: str, found: Found) -> None:
    data = folder.json(f"{at}package.json")
    if not data and (at or not folder.has("package.json")):
        return
    found.named(at, data.get("name"))
    manager = next(iter(found.managers), "npm") if at else _manager(folder, data, found)
    found.runs_on("bun" if manager == "bun" else "node", table(data, "engines").get("node"))
    declared = table(data, "dependencies") | table(data, "devDependencies")
    typescript = "typescript" in declared or (not at and folder.has("tsconfig.json"))
    found.stack.add("typescript" if typescript else "javascript", "node")
    for kind in ("dependencies", "peerDependencies", "devDependencies", "optionalDependencies"):
        found.depends_on_all("npm", table(data, kind), dev=kind in ("peerDependencies", "devDependencies"))
    if data.get("bin"):
        found.types.add("command line tool")
    if isinstance(data.get("contributes"), dict) and "vscode" in table(data, "engines"):
        found.types.add("editor extension")
    published = any(name in data for name in ("main", "module", "exports", "types", "typings", "files"))
    found.weak_types.add(*(["library"] if published and not data.get("private") else []), "application")
    if data.get("type") == "module":
        found.patterns.add("ES modules")
    if at:
        return
    _workspaces(folder, data, found)
    _scripts(data, manager, found)
    if table(data, "lint-staged"):
        found.convention("Staged files are checked before each commit", "package.json", "lint-staged")
    if "conventional" in str(table(data, "commitlint").get("extends")):
        found.convention("Commit messages follow Conventional Commits", "package.json", "commitlint")
    bins = data.get("bin")
    paths = list(bins.values())[:10] if isinstance(bins, dict) else [bins]
    paths += [data.get(name) for name in ("main", "module", "browser", "exports")]
    found.enters_at(*(path for path in paths if isinstance(path, str)))


def _manager(folder: Folder, data: Mapping[str, Any], found: Found) -> str:
    """Return what `packageManager` says; else the one of the lock file, which was noted before; else npm."""
    name, _, version = short(data.get("packageManager")).partition("@")
    if name in MANAGERS:
        found.managers = Names({name: None} | found.managers)
        found.version(name, version.partition("+")[0])
        return name
    locked = next((one for one in found.managers if one in MANAGERS), None)
    if locked is None:
        locked = "pnpm" if folder.has("pnpm-workspace.yaml") else "npm"
        found.managers.add(locked)
    return locked


def _workspaces(folder: Folder, data: Mapping[str, Any], found: Found) -> None:
    declared = data.get("workspaces")
    globs = declared.get("packages") if isinstance(declared, dict) else declared
    wanted = [short(one) for one in globs] if isinstance(globs, list) else []
    wanted += [e.value for e in folder.yaml("pnpm-workspace.yaml") if e.path == ("packages", ITEM)]
    if wanted:
        shown = ", ".join(one for one in wanted if one and not one.startswith("!"))
        found.patterns.add("monorepo", short(f"workspaces: {shown}"))


def _scripts(data: Mapping[str, Any], manager: str, found: Found) -> None:
    scripts = [name for name, command in table(data, "scripts").items() if isinstance(command, str)]
    found.usually(install=f"{manager} install")
    for name in scripts[:_MOST_SCRIPTS]:
        hook = name.startswith(_QUIET) and any(name == before + one for before in _QUIET for one in scripts)
        if not hook and name not in _OF_INSTALLING:
            alone = manager in ("pnpm", "yarn") or (manager == "npm" and name in ("test", "start"))
            found.command(name, f"{manager} {name}" if alone else f"{manager} run {name}")


def tsconfig(folder: Folder, found: Found) -> None:
    """https://www.typescriptlang.org/tsconfig"""
    name = "tsconfig.json"
    if not folder.has(name):
        return
    found.stack.add("typescript")
    options = table(folder.json(name), "compilerOptions")
    for option, sentence in (
        ("strict", "TypeScript is strict"),
        ("noUncheckedIndexedAccess", "What is taken by index may be undefined"),
        ("noUnusedLocals", "No unused local variables"),
        ("verbatimModuleSyntax", "Types are imported with `import type`"),
    ):
        if options.get(option) is True:
            found.convention(sentence, name)
    if target := short(options.get("target"), 20):
        found.convention(f"Compiled for {target}", name)
    if jsx := short(options.get("jsx"), 20):
        found.convention(f"JSX: {jsx}", name)
    if aliases := [short(alias, 40) for alias in table(options, "paths")][:5]:
        found.convention(f"Import aliases: {', '.join(aliases)}", name)


def deno(folder: Folder, at: str, found: Found) -> None:
    """https://docs.deno.com/runtime/fundamentals/configuration/"""
    name = folder.first("deno.json", "deno.jsonc")
    if name is None or at:
        return
    data = folder.json(name)
    found.runs_on("deno", manager="deno")
    found.stack.add("deno", "typescript")
    found.weak_types.add("application")
    for task, command in list(table(data, "tasks").items())[:_MOST_SCRIPTS]:
        if isinstance(command, str | dict):
            found.command(task, f"deno task {task}")
    for imported in list(table(data, "imports").values())[:200]:
        kind, _, rest = short(imported).partition(":")
        scope = "@" if rest.startswith("@") else ""
        dependency, _, version = rest.removeprefix("@").partition("@")
        if kind in ("npm", "jsr") and dependency:
            found.depends("npm", scope + dependency, version)
    found.usually(test="deno test", lint="deno lint", format="deno fmt")
    style = table(data, "fmt")
    if style.get("singleQuote") is True:
        found.convention("Quotes: single", name, "deno fmt")
    if isinstance(style.get("lineWidth"), int):
        found.convention(f"Line length {style['lineWidth']}", name, "deno fmt")
    entry = data.get("exports")
    found.enters_at(*(entry.values() if isinstance(entry, dict) else [entry]))
