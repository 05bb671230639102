"""Python: pyproject.toml (PEP 621 and 735, Poetry, PDM, Hatch, uv), setup.cfg, requirements files, Pipfile,
tox and nox. https://packaging.python.org/en/latest/specifications/"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from arbor_desktop.projects.stack.collector import Collector, Names, short
from arbor_desktop.projects.stack.folder import Folder, table

_REQUIREMENT = re.compile(
    r"^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?((?:[<>=!~^]=?|===|~=|@)[^;#)]*)?"
)
_RUN = {name: f"{name} run " for name in ("uv", "poetry", "pdm", "pipenv", "hatch", "pixi")}
_INSTALL = {
    "uv": "uv sync", "poetry": "poetry install", "pdm": "pdm install", "pipenv": "pipenv install --dev",
    "hatch": "hatch env create", "pixi": "pixi install",
}  # fmt: skip
_MOST_LINES = 1_000
_MOST_TASKS = 30
_SETUP_NAMES = re.compile(r"""["']([A-Za-z][\w.-]*)\s*(?:\[[^\]"']*\])?\s*((?:[<>=!~]=?)[^"';]*)?["']""")
_REQUIRES = re.compile(
    r"(?:install_requires|extras_require|tests_require)\s*=\s*([\[{].{0,5000}?[\]}])", re.DOTALL
)


def python(folder: Folder, at: str, found: Collector) -> None:
    before = len(found.stack)
    data = folder.toml(f"{at}pyproject.toml")
    if data:
        _pyproject(data, found)
    others = [_setup_cfg, _setup_py, _requirements, _pipfile]
    read = [bool(data), *[reader(folder, at, found) for reader in others]]
    if not any(read) and (at or not folder.first("pyproject.toml", "setup.py", "Pipfile")):
        return
    found.runs_on("python")
    found.stack = Names(dict(list(found.stack.items())[:before]) | {"python": None} | found.stack)
    found.weak_types.add("application")
    found.named(at, table(data, "project").get("name") or table(data, "tool", "poetry").get("name"))
    if not at:
        _top(folder, data, found)


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _all(requirements: Iterable[str], found: Collector, *, dev: bool = False) -> None:
    for line in requirements:
        if match := _REQUIREMENT.match(line[:300]):
            found.depends("python", match[1].lower().replace("_", "-"), (match[2] or "").strip(), dev=dev)


def _pyproject(data: Mapping[str, Any], found: Collector) -> None:
    project, poetry = table(data, "project"), table(data, "tool", "poetry")
    found.version("python", project.get("requires-python"))
    _all(_texts(project.get("dependencies")), found)
    environments = table(data, "tool", "hatch", "envs").values()
    for group in (
        *table(project, "optional-dependencies").values(),
        *table(data, "dependency-groups").values(),
        table(data, "tool", "uv").get("dev-dependencies"),
        *table(data, "tool", "pdm", "dev-dependencies").values(),
        *(one.get("dependencies") for one in environments if isinstance(one, dict)),
    ):
        _all(_texts(group), found, dev=True)
    _poetry(poetry, found)
    scripts = table(project, "scripts") | table(poetry, "scripts")
    found.enters_at(*scripts.values(), *table(project, "gui-scripts").values())
    if scripts:
        found.types.add("command line tool")
    elif project or poetry:
        found.weak_types.add("library")


def _poetry(poetry: Mapping[str, Any], found: Collector) -> None:
    groups = [(table(poetry, "dependencies"), False), (table(poetry, "dev-dependencies"), True)]
    for name, group in table(poetry, "group").items():
        groups.append((table(group, "dependencies"), name != "main"))
    for group, dev in groups:
        for name, version in group.items():
            if name.lower() == "python":
                found.version("python", version.get("version") if isinstance(version, dict) else version)
            else:
                found.depends("python", name.lower(), version, dev=dev)


def _setup_cfg(folder: Folder, at: str, found: Collector) -> bool:
    sections = folder.ini(f"{at}setup.cfg")
    options = sections.get("options", {})
    found.version("python", options.get("python_requires"))
    _all(options.get("install_requires", "").splitlines(), found)
    for extra in sections.get("options.extras_require", {}).values():
        _all(extra.splitlines(), found, dev=True)
    for line in sections.get("options.entry_points", {}).get("console_scripts", "").splitlines():
        found.enters_at(line.partition("=")[2].strip())
        if "=" in line:
            found.types.add("command line tool")
    if "metadata" in sections:
        found.weak_types.add("library")
    return bool(options) or "metadata" in sections


def _setup_py(folder: Folder, at: str, found: Collector) -> bool:
    """Note the names in its text; it is never run."""
    text = folder.script(f"{at}setup.py")
    if text is None:
        return False
    for listed in _REQUIRES.findall(text)[:5]:
        for name, version in _SETUP_NAMES.findall(listed):
            found.depends("python", name.lower(), version)
    found.weak_types.add("library")
    return True


def _requirements(folder: Folder, at: str, found: Collector) -> bool:
    names = [
        name
        for name in folder.listing(at)
        if re.fullmatch(r"(?:[\w-]+[-_.])?requirements(?:[-_.][\w-]+)?\.(?:txt|in)", name)
    ]
    if not at and folder.names.get("requirements"):
        names += [f"requirements/{name}" for name in folder.listing("requirements") if name.endswith(".txt")]
    for name in names[:10]:
        text = folder.script(f"{at}{name}") or ""
        dev = re.search(r"dev|test|doc|lint|ci", name) is not None
        lines = (line for line in text.splitlines()[:_MOST_LINES] if not line.lstrip().startswith(("-", "#")))
        _all(lines, found, dev=dev)
    return bool(names)


def _pipfile(folder: Folder, at: str, found: Collector) -> bool:
    data = folder.toml(f"{at}Pipfile")
    for name, dev in (("packages", False), ("dev-packages", True)):
        for package, version in table(data, name).items():
            found.depends("python", package.lower(), version, dev=dev)
    found.version("python", table(data, "requires").get("python_version"))
    if data and not any(one in found.managers for one in _INSTALL):
        found.managers.add("pipenv")
    return bool(data)


def _top(folder: Folder, data: Mapping[str, Any], found: Collector) -> None:
    manager = _manager(data, found)
    found.managers.add(manager)
    if manager != "pip":
        found.stack.add(manager)
    run = _RUN.get(manager, "")
    tools = table(data, "tool")
    if manager in _INSTALL:
        found.usually(install=_INSTALL[manager])
    elif folder.first("pyproject.toml", "setup.py", "setup.cfg") and (data.get("project") or not data):
        found.usually(install="pip install -e .")
    elif required := folder.first("requirements.txt", "requirements-dev.txt"):
        found.usually(install=f"pip install -r {required}")
    if "pytest" in tools or folder.first("pytest.ini", "conftest.py"):
        found.tests_with("pytest")
    django = folder.has("manage.py")
    if django:
        found.enters_at("manage.py")
        found.usually(run=f"{run}python manage.py runserver")
    if "pytest" in found.tests:
        found.usually(test=f"{run}pytest")
    elif django:
        found.usually(test=f"{run}python manage.py test")
    if folder.has("tox.ini") or "tox" in tools:
        found.tests_with("tox")
        found.usually(test="tox")
    if folder.has("noxfile.py"):
        found.tests_with("nox")
        found.usually(test="nox")
    for tool, name, command in (
        ("ruff", "lint", "ruff check"), ("flake8", "lint", "flake8"), ("pylint", "lint", "pylint"),
        ("ruff", "format", "ruff format"), ("black", "format", "black ."), ("mypy", "typecheck", "mypy ."),
        ("pyright", "typecheck", "pyright"),
    ):  # fmt: skip
        if tool in tools or tool in found.stack:
            found.stack.add(tool)
            found.usually(**{name: run + command})
    tasks = [*table(tools, "poe", "tasks").items(), *table(tools, "taskipy", "tasks").items()]
    for name, task in tasks[:_MOST_TASKS]:
        if isinstance(task, str | dict | list):
            found.command(name, f"{run}{'poe' if 'poe' in tools else 'task'} {name}")
    for name, task in list(table(tools, "pdm", "scripts").items())[:_MOST_TASKS]:
        if isinstance(task, str | dict) and name != "_":
            found.command(name, f"pdm run {name}")
    if "build-system" in data:
        built = {"uv": "uv build", "poetry": "poetry build", "hatch": "hatch build", "pdm": "pdm build"}
        found.usually(build=built.get(manager, "python -m build"))
    if table(tools, "uv", "workspace"):
        found.patterns.add("monorepo")
    for name in ("main.py", "app.py", "wsgi.py", "asgi.py", "__main__.py"):
        if folder.has(name):
            found.enters_at(name)


def _manager(data: Mapping[str, Any], found: Collector) -> str:
    """Return the manager of the lock file, else the one that pyproject.toml is written for."""
    locked = next((one for one in found.managers if one in _INSTALL), None)
    if locked:
        return locked
    tools = table(data, "tool")
    for name in ("uv", "poetry", "pdm", "hatch", "pixi"):
        if name in tools and (name != "hatch" or table(tools, "hatch").get("envs")):
            return name
    backend = short(table(data, "build-system").get("build-backend"))
    return next((name for name in ("poetry", "pdm") if backend.startswith(name)), "pip")
