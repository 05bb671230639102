"""Containers, services, continuous integration, task runners and pinned versions of tools."""

from __future__ import annotations

import re

from arbor_desktop.projects.stack.findings import Found, short
from arbor_desktop.projects.stack.folder import Folder
from arbor_desktop.projects.stack.parsers import ITEM, table

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


def containers(folder: Folder, found: Found) -> None:
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
    for path, value in folder.yaml(compose):
        if len(path) == 3 and path[0] == "services" and path[2] == "image":
            _image(value, found)
    if compose:
        found.command("services", "docker compose up -d")


def _image(image: str, found: Found) -> None:
    """Note the image of a service: `postgres:16-alpine`, `ghcr.io/org/app@sha256:…`."""
    plain = image.partition("@")[0]
    name, _, tag = plain.rpartition(":") if ":" in plain.rpartition("/")[2] else (plain, "", "")
    name = name.removeprefix("docker.io/").removeprefix("library/").lower()
    for database in found.known.images.of(name):
        found.stores_in(database)
        found.version(database, tag if "$" not in tag else None)
    found.stack.add(*found.known.image_stack.of(name))


def integration(folder: Folder, found: Found) -> None:
    """GitHub Actions (https://docs.github.com/actions) and GitLab CI."""
    workflows = [name for name in folder.listing(".github/workflows") if name.endswith((".yml", ".yaml"))]
    if workflows:
        found.stack.add("github")
        found.patterns.add("continuous integration")
    for name in workflows[:10]:
        path = f".github/workflows/{name}"
        found.config_files.add(path)
        _runs(
            [e.value for e in folder.yaml(path) if e.path[:1] == ("jobs",) and e.path[-1] == "run"],
            path,
            found,
        )
    if folder.has(".gitlab-ci.yml"):
        found.stack.add("gitlab")
        found.patterns.add("continuous integration")
        entries = folder.yaml(".gitlab-ci.yml")
        scripts = [e.value for e in entries if len(e.path) == 3 and e.path[1:] == ("script", ITEM)]
        images = [e.value for e in entries if e.path[1:2] == ("services",) and e.path[-1] in (ITEM, "name")]
        for image in images:
            _image(image, found)
        _runs(scripts, ".gitlab-ci.yml", found)


def _runs(runs: list[str], path: str, found: Found) -> None:
    lines = (short(line, 70) for line in "\n".join(runs).replace("\\\n", " ").split("\n"))
    commands = dict.fromkeys(
        line for line in lines if _TELLING.match(line) and not _SETUP.match(line) and "${{" not in line
    )
    if commands:
        found.convention(short(f"CI runs {', '.join(list(commands)[:5])}"), path)


def tasks(folder: Folder, found: Found) -> None:
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
        names = dict.fromkeys(
            e.path[1] for e in folder.yaml(name) if e.path[:1] == ("tasks",) and len(e.path) > 1
        )
        for task in list(names)[:_MOST_TARGETS]:
            found.command(task, f"task {task}")
    for line in (folder.text("Procfile") or "").splitlines()[:20]:
        name, _, command = line.partition(":")
        if name.strip() == "web":
            found.enters_at(command)


def pins(folder: Folder, found: Found) -> None:
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
