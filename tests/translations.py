"""``python3 -m tests.translations``: brings the translations in resources/translations up to date.

The strings are those of `tr`, of tables marked with QT_TR_NOOP, of sentences made below the window, of the
declared settings and of the rules' names. They are found here, since pyside6-lupdate reads no f-strings; it
keeps the .ts files, and pyside6-lrelease writes the .qm files that the window loads. English has its plurals
alone. Prints what is not translated yet.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.translations", ("dev",))

import ast
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from arbor_desktop.settings import LANGUAGES, SETTINGS

TRANSLATIONS = _setup.CHECKOUT / "resources" / "translations"
TEMPLATES = "templates.txt"
"""The templates of sentences with arguments, by which the window recognizes stored ones."""
MARKS = ("tr", "QT_TR_NOOP", "Sentence")


def update(folder: Path = TRANSLATIONS) -> dict[str, list[str]]:
    """Write the .ts and .qm file of each language; return by file the strings to translate."""
    missing = {}
    for file in (folder / f"arbor_{language}.ts" for language in sorted(LANGUAGES)):
        flags = ["-pluralonly"] if file.stem.endswith("_en") else []
        with tempfile.TemporaryDirectory() as temporary:
            calls = Path(temporary) / "calls.py"
            calls.write_text("\n".join(sorted(set(_calls()))), "utf-8")
            _run(
                "lupdate", str(calls), "-no-obsolete", "-locations", "none", "-sort-messages",
                *flags, "-ts", str(file),
            )  # fmt: skip
        messages = ElementTree.parse(file).iterfind("context/message")
        missing[file.name] = [
            message.findtext("source", "")
            for message in messages
            if (found := message.find("translation")) is None or found.get("type") == "unfinished"
        ]
        _run("lrelease", str(file), "-qm", str(file.with_suffix(".qm")))
    sentences = [ast.literal_eval(one.args[0]) for one in _marked() if ast.unparse(one.func) == "Sentence"]
    templates = sorted({one for one in sentences if "{" in one})
    (folder / TEMPLATES).write_text("".join(f"{one}\n" for one in templates), "utf-8")
    return missing


def _calls() -> Iterator[str]:
    """Yield a line of Python that pyside6-lupdate reads for each text to translate."""
    for setting in SETTINGS:
        if not setting.hidden:
            texts = (setting.title, setting.help, setting.unit, setting.keywords, *setting.labels)
            yield from (f"tr({text!r})" for text in texts if text)
    rules = tomllib.loads((_setup.CHECKOUT / "resources/extraction/rule_words.toml").read_text("utf-8"))
    for texts in rules.values():
        yield from (f"tr({text!r})" for text in texts.values())
    for call in _marked():
        yield f"tr({', '.join(map(ast.unparse, call.args))})"  # a comment, and whether the text has plurals


def _marked() -> Iterator[ast.Call]:
    for file in (_setup.CHECKOUT / "arbor_desktop").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name(name), [ast.Constant(str()), *_]) if name in MARKS:
                    yield node


def _run(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).with_name(f"pyside6-{tool}")
    subprocess.run([program, *arguments], cwd=_setup.CHECKOUT, check=True, capture_output=True)


if __name__ == "__main__":
    unfinished = update()
    for name, texts in unfinished.items():
        sys.stdout.write("".join(f"{name}: {text}\n" for text in texts))
    sys.exit(any(unfinished.values()))
