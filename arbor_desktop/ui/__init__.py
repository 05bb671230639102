"""The window: Qt lives here and in app."""

from contextlib import suppress
from importlib import import_module
from typing import Any

from PySide6 import QtCore as _qt  # noqa: F401 - brings the next one

# PySide reads the source of every module that is imported from now on, to see whether it may use
# `__feature__` (snake_case names). None does, and that takes a tenth of the start and 10 MB. Another version
# of PySide may have no such function.
with suppress(ImportError):
    _feature: Any = import_module("shibokensupport.feature")
    _feature._mod_uses_pyside = lambda _module: False
