"""``python3 -m tests.translations``: brings the translations in resources/translations up to date.

pyside6-lupdate takes the strings from the calls of `tr`, pyside6-lrelease writes the .qm files that the
window loads. English has its plurals alone. Prints what is not translated yet.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.translations", ("dev",))

import subprocess
from pathlib import Path
from xml.etree import ElementTree

TRANSLATIONS = _setup.CHECKOUT / "resources" / "translations"
SOURCES = ("arbor_desktop/ui", "arbor_desktop/app.py")


def update(folder: Path = TRANSLATIONS) -> dict[str, list[str]]:
    """Update all .ts files of a folder and write their .qm files; return by file the strings to translate."""
    missing = {}
    for file in sorted(folder.glob("arbor_*.ts")):
        flags = ["-pluralonly"] if file.stem.endswith("_en") else []
        _run(
            "lupdate", "-extensions", "py", *SOURCES, "-no-obsolete", "-locations", "none", "-sort-messages",
            *flags, "-ts", str(file),
        )  # fmt: skip
        messages = ElementTree.parse(file).iterfind("context/message")
        missing[file.name] = [
            message.findtext("source", "")
            for message in messages
            if (found := message.find("translation")) is None or found.get("type") == "unfinished"
        ]
        _run("lrelease", str(file), "-qm", str(file.with_suffix(".qm")))
    return missing


def _run(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).with_name(f"pyside6-{tool}")
    subprocess.run([program, *arguments], cwd=_setup.CHECKOUT, check=True, capture_output=True)


if __name__ == "__main__":
    unfinished = update()
    for name, texts in unfinished.items():
        sys.stdout.write("".join(f"{name}: {text}\n" for text in texts))
    sys.exit(any(unfinished.values()))
