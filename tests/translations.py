"""``python3 -m tests.translations``: brings the translations in resources/translations up to date.

pyside6-lupdate takes the strings from the calls of `tr`, tables marked with QT_TR_NOOP, and the declared
settings; pyside6-lrelease writes the .qm files that the window loads. English has its plurals alone. Prints
what is not translated yet.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.translations", ("dev",))

import ast
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from arbor_desktop.settings import LANGUAGES, SETTINGS

TRANSLATIONS = _setup.CHECKOUT / "resources" / "translations"
SOURCES = ("arbor_desktop/ui", "arbor_desktop/app.py")


def update(folder: Path = TRANSLATIONS) -> dict[str, list[str]]:
    """Write the .ts and .qm file of each language; return by file the strings to translate."""
    missing = {}
    for file in (folder / f"arbor_{language}.ts" for language in sorted(LANGUAGES)):
        flags = ["-pluralonly"] if file.stem.endswith("_en") else []
        with tempfile.TemporaryDirectory() as temporary:
            elsewhere = Path(temporary) / "declared.py"
            elsewhere.write_text("".join(f"tr({text!r})\n" for text in sorted(set(_declared()))), "utf-8")
            _run(
                "lupdate", "-extensions", "py", *SOURCES, str(elsewhere), "-no-obsolete",
                "-locations", "none", "-sort-messages", *flags, "-ts", str(file),
            )  # fmt: skip
        messages = ElementTree.parse(file).iterfind("context/message")
        missing[file.name] = [
            message.findtext("source", "")
            for message in messages
            if (found := message.find("translation")) is None or found.get("type") == "unfinished"
        ]
        _run("lrelease", str(file), "-qm", str(file.with_suffix(".qm")))
    return missing


def _declared() -> Iterator[str]:
    """Yield the texts that the window translates, but which are declared below it."""
    for setting in SETTINGS:
        if not setting.hidden:
            texts = (setting.title, setting.help, setting.unit, setting.keywords, *setting.labels)
            yield from filter(None, texts)
    for file in (_setup.CHECKOUT / "arbor_desktop").rglob("*.py"):
        if "Sentence(" in (source := file.read_text("utf-8")):
            yield from _templates(ast.parse(source))


def _templates(module: ast.AST) -> Iterator[str]:
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Name(id="Sentence"), args=[ast.Constant(value=str(template))]):
                yield template


def _run(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).with_name(f"pyside6-{tool}")
    subprocess.run([program, *arguments], cwd=_setup.CHECKOUT, check=True, capture_output=True)


if __name__ == "__main__":
    unfinished = update()
    for name, texts in unfinished.items():
        sys.stdout.write("".join(f"{name}: {text}\n" for text in texts))
    sys.exit(any(unfinished.values()))
