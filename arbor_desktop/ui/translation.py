"""Text in the person's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QTranslator

from arbor_desktop import resources


def tr(text: str, comment: str | None = None, count: int = -1) -> str:
    """Return `text` in the person's language; `%n` becomes `count`, its thousands parted ("1,577").

    `comment` tells a translator which of several meanings is meant. pyside6-lupdate reads the calls.
    """
    translation = QCoreApplication.translate("", text, comment, count)
    # Qt puts the number in itself, but without separators.
    return translation.replace(str(count), f"{count:,}", 1) if count >= 1000 and "%n" in text else translation


def install(app: QCoreApplication, language: str = "en") -> None:
    """Load the translation of a language into the application; that of English holds its plurals."""
    if app.findChild(QTranslator, language) is None:
        translator = QTranslator(app)
        translator.setObjectName(language)
        if not translator.load(str(resources.path(f"translations/arbor_{language}.qm"))):
            raise ValueError(f"no translation into {language!r}")
        app.installTranslator(translator)
