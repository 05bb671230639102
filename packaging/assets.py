"""Makes what a desktop shows of the program: ``python assets.py OUT`` writes the man page and the icons.

Runs in an environment that has the program. The man page is the text of ``--help`` of
``arbor`` and of each command.
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
SMALL = 32
"""Up to this size the icon with fewer details is used."""


def man_page() -> str:
    """Return the man page of `arbor`, in roff."""
    from arbor_desktop import __version__
    from arbor_desktop.cli import commands

    day = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC).date()
    parts = [
        f'.TH ARBOR 1 "{day}" "Arbor Desktop {__version__}" "User Commands"',
        ".SH NAME\narbor \\- the memory of your AI conversations",
        ".SH SYNOPSIS\n\\fBarbor\\fR [\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]\n.br\n\\fBarbor-desktop\\fR",
        ".SH DESCRIPTION\n" + _verbatim(commands.build(None).format_help().partition("\n\n")[2]),
        ".SH COMMANDS",
    ]
    for name in commands.MODULES:
        parser = commands.build(commands.named(name))
        (known,) = (action for action in parser._actions if action.dest == "command")
        text = known.choices[name].format_help().partition(f"{commands.GLOBAL_TITLE}:")
        examples = text[2].partition("Examples:")
        parts.append(f".SS {name}\n" + _verbatim(text[0] + "".join(examples[1:])))
    parts.append(
        ".SH FILES\nArbor's data: \\fI~/.local/share/arbor\\fR, or the folder in \\fBARBOR_HOME\\fR."
    )
    return "\n".join(parts) + "\n"


def _verbatim(text: str) -> str:
    lines = [line.replace("\\", "\\e").replace("-", "\\-") for line in text.strip().splitlines()]
    return "\n".join([".nf", *("\\&" + line for line in lines), ".fi"])


def icons(out: Path) -> None:
    """Write the icon in all sizes: `48x48.png` and so on."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    from arbor_desktop import resources

    for size in SIZES:
        name = "icons/arbor-small.svg" if size <= SMALL else "icons/arbor.svg"
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        QSvgRenderer(str(resources.path(name))).render(painter)
        painter.end()
        if not image.save(str(out / f"{size}x{size}.png")):
            raise OSError(f"{out} can't be written")


if __name__ == "__main__":
    os.environ["COLUMNS"] = "78"
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "arbor.1").write_text(man_page(), encoding="utf-8")
    icons(folder)
