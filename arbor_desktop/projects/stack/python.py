"""Python: pyproject.toml (PEP 621 and 735, Poetry, PDM, Hatch, uv), setup.cfg, requirements files, Pipfile,
tox and nox. https://packaging.python.org/en/latest/specifications/"""

from __future__ import annotations

import configparser
import re
from collections.abc import Iterable, Mapping
from typing import Any

from arbor_desktop.projects.stack.folder import Folder
from arbor_desktop.projects.stack.found import Found, short

_REQUIREMENT = re.compile(
    r"^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?((?:[<>=!~^]=?|===|~=|@)[^;#)]*)?"
)
_RUN = {name: f"{name} run " for name in ("uv", "poetry", "pdm", "pipenv", "hatch", "pixi")}
_INSTALL = {
    "uv": "uv sync", "poetry": "poetry install", "pdm": "pdm install", "pipenv": "pipenv install --dev",
    "hatch": "hatch env create", "pixi": "pixi install",
}  # fmt: skip
_MOST_LINES = 1_000
_SETUP_NAMES = re.compile(r"""["']([A-Za-z][\w.-]*)\s*(?:\[[^\]"']*\])?\s*((?:[<>=!~]=?)[^"';]*)?["']""")
_REQUIRES = re.compile(
    r"(?:install_requires|extras_require|tests_require)\s*=\s*([\[{].{0,5000}?[\]}])", re.DOTALL
)


def python(folder: Folder, at: str, found: Found) -> None:
    """Reads what there is of Python in the folder `at`, "" for the project's own."""
    before = len(found.stack)
    data = folder.toml(_path(at, "pyproject.toml"))
    read = [_pyproject(data, found)] if data else []
    read += [_setup_cfg(folder, at, found), _setup_py(folder, at, found), _requirements(folder, at, found)]
    read.append(_pipfile(folder, at, found))
    if not any(read) and not (not at and folder.first("pyproject.toml", "setup.py", "Pipfile")):
        return
    found.runs_on("python")
    found.stack = dict(list(found.stack.items())[:before]) | {"python": None} | found.stack
    found.weak_types.setdefault("application", None)
    found.named(at, _table(data, "project").get("name") or _table(data, "tool", "poetry").get("name"))
    if not at:
        _top(folder, data, found)


def _path(at: str, name: str) -> str:
    return f"{at}/{name}" if at else name


def _table(data: Mapping[str, Any], *path: str) -> dict[str, Any]:
    here: Any = data
    for name in path:
        here = here.get(name) if isinstance(here, dict) else None
    return here if isinstance(here, dict) else {}


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _all(requirements: Iterable[str], found: Found, *, dev: bool = False) -> None:
    for line in requirements:
        if match := _REQUIREMENT.match(line[:300]):
            found.depends("python", match[1].lower().replace("_", "-"), (match[2] or "").strip(), dev=dev)


def _pyproject(data: Mapping[str, Any], found: Found) -> bool:
    project, poetry = _table(data, "project"), _table(data, "tool", "poetry")
    found.version("python", project.get("requires-python"))
    _all(_texts(project.get("dependencies")), found)
    for extra in _table(project, "optional-dependencies").values():
        _all(_texts(extra), found, dev=True)
    for group in _table(data, "dependency-groups").values():
        _all(_texts(group), found, dev=True)
    _all(_texts(_table(data, "tool", "uv").get("dev-dependencies")), found, dev=True)
    for group in _table(data, "tool", "pdm", "dev-dependencies").values():
        _all(_texts(group), found, dev=True)
    for environment in _table(data, "tool", "hatch", "envs").values():
        if isinstance(environment, dict):
            _all(_texts(environment.get("dependencies")), found, dev=True)
    _poetry(poetry, found)
    scripts = _table(project, "scripts") | _table(poetry, "scripts")
    found.enters_at(*scripts.values(), *_table(project, "gui-scripts").values())
    if scripts:
        found.types["command line tool"] = None
    if (project or poetry) and not scripts:
        found.weak_types["library"] = None
    return True


def _poetry(poetry: Mapping[str, Any], found: Found) -> None:
    groups = [(_table(poetry, "dependencies"), False), (_table(poetry, "dev-dependencies"), True)]
    for name, group in _table(poetry, "group").items():
        if isinstance(group, dict):
            groups.append((_table(group, "dependencies"), name != "main"))
    for table, dev in groups:
        for name, said in table.items():
            version = said.get("version") if isinstance(said, dict) else said
            if name.lower() == "python":
                found.version("python", version)
            else:
                found.depends("python", name.lower(), version if isinstance(version, str) else None, dev=dev)


def ini(folder: Folder, path: str) -> Mapping[str, Mapping[str, str]]:
    """The sections of an INI file; none where it is broken, which is noted."""
    text = folder.text(path)
    if text is None:
        return {}
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        folder.note(path, f"is broken: {' '.join(str(error).split())[:120]}")
        return {}
    return {name: {key: value or "" for key, value in parser.items(name)} for name in parser.sections()}


def _setup_cfg(folder: Folder, at: str, found: Found) -> bool:
    sections = ini(folder, _path(at, "setup.cfg"))
    options = sections.get("options", {})
    found.version("python", options.get("python_requires"))
    _all(options.get("install_requires", "").splitlines(), found)
    for extra in sections.get("options.extras_require", {}).values():
        _all(extra.splitlines(), found, dev=True)
    for line in sections.get("options.entry_points", {}).get("console_scripts", "").splitlines():
        found.enters_at(line.partition("=")[2].strip())
        found.types |= {"command line tool": None} if "=" in line else {}
    if "metadata" in sections:
        found.weak_types["library"] = None
    return bool(options) or "metadata" in sections


def _setup_py(folder: Folder, at: str, found: Found) -> bool:
    """Never run: the names are taken from its text, as far as they stand there."""
    text = folder.script(_path(at, "setup.py"))
    if text is None:
        return False
    for listed in _REQUIRES.findall(text)[:5]:
        for name, version in _SETUP_NAMES.findall(listed):
            found.depends("python", name.lower(), version)
    found.weak_types["library"] = None
    return True


def _requirements(folder: Folder, at: str, found: Found) -> bool:
    names = [
        name
        for name in folder.listing(at)
        if re.fullmatch(r"(?:[\w-]+[-_.])?requirements(?:[-_.][\w-]+)?\.(?:txt|in)", name)
    ]
    if not at and folder.names.get("requirements"):
        names += [f"requirements/{name}" for name in folder.listing("requirements") if name.endswith(".txt")]
    for name in names[:10]:
        text = folder.script(_path(at, name)) or ""
        dev = re.search(r"dev|test|doc|lint|ci", name) is not None
        lines = (line for line in text.splitlines()[:_MOST_LINES] if not line.lstrip().startswith(("-", "#")))
        _all(lines, found, dev=dev)
    return bool(names)


def _pipfile(folder: Folder, at: str, found: Found) -> bool:
    data = folder.toml(_path(at, "Pipfile"))
    for name, dev in (("packages", False), ("dev-packages", True)):
        for package, said in _table(data, name).items():
            version = said.get("version") if isinstance(said, dict) else said
            found.depends("python", package.lower(), version if isinstance(version, str) else None, dev=dev)
    found.version("python", _table(data, "requires").get("python_version"))
    if data and not any(one in found.managers for one in _INSTALL):
        found.managers["pipenv"] = None
    return bool(data)


def _top(folder: Folder, data: Mapping[str, Any], found: Found) -> None:
    manager = _manager(data, found)
    found.managers.setdefault(manager, None)
    if manager != "pip":
        found.uses(manager)
    run = _RUN.get(manager, "")
    tools = _table(data, "tool")
    if manager in _INSTALL:
        found.usually("install", _INSTALL[manager])
    elif folder.first("pyproject.toml", "setup.py", "setup.cfg") and (data.get("project") or not data):
        found.usually("install", "pip install -e .")
    elif required := folder.first("requirements.txt", "requirements-dev.txt"):
        found.usually("install", f"pip install -r {required}")
    if "pytest" in tools or folder.first("pytest.ini", "conftest.py"):
        found.tests_with("pytest")
    django = folder.has("manage.py")
    if django:
        found.enters_at("manage.py")
        found.usually("run", f"{run}python manage.py runserver")
    if "pytest" in found.tests:
        found.usually("test", f"{run}pytest")
    elif django:
        found.usually("test", f"{run}python manage.py test")
    if folder.has("tox.ini") or "tox" in tools:
        found.tests_with("tox")
        found.usually("test", "tox")
    if folder.has("noxfile.py"):
        found.tests_with("nox")
        found.usually("test", "nox")
    for tool, name, command in (
        ("ruff", "lint", "ruff check"), ("flake8", "lint", "flake8"), ("pylint", "lint", "pylint"),
        ("ruff", "format", "ruff format"), ("black", "format", "black ."), ("mypy", "typecheck", "mypy ."),
        ("pyright", "typecheck", "pyright"),
    ):  # fmt: skip
        if tool in tools or tool in found.stack:
            found.uses(tool)
            found.usually(name, run + command)
    for name, task in [*_table(tools, "poe", "tasks").items(), *_table(tools, "taskipy", "tasks").items()][
        :30
    ]:
        if isinstance(task, str | dict | list):
            found.command(name, f"{run}{'poe' if 'poe' in tools else 'task'} {name}")
    for name, task in list(_table(tools, "pdm", "scripts").items())[:30]:
        if isinstance(task, str | dict) and name != "_":
            found.command(name, f"pdm run {name}")
    if "build-system" in data:
        built = {"uv": "uv build", "poetry": "poetry build", "hatch": "hatch build", "pdm": "pdm build"}
        found.usually("build", built.get(manager, "python -m build"))
    if _table(tools, "uv", "workspace"):
        found.patterns["monorepo"] = None
    for name in ("main.py", "app.py", "wsgi.py", "asgi.py", "__main__.py"):
        if folder.has(name):
            found.enters_at(name)


def _manager(data: Mapping[str, Any], found: Found) -> str:
    """What the lock file said; else what pyproject.toml is written for."""
    locked = next((one for one in found.managers if one in _INSTALL), None)
    if locked:
        return locked
    tools = _table(data, "tool")
    for name in ("uv", "poetry", "pdm", "hatch", "pixi"):
        if name in tools and (name != "hatch" or _table(tools, "hatch").get("envs")):
            return name
    backend = short(_table(data, "build-system").get("build-backend"))
    return next((name for name in ("poetry", "pdm") if backend.startswith(name)), "pip")
