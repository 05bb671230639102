"""Folders as VS Code and its extensions write them: paths, or addresses such as `file:///c%3A/Users/ada`."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote, urlsplit

from arbor_desktop.conversations.readers import json_lines

_DRIVE = re.compile(r"/[A-Za-z]:(?:/|$)")


def folder_of(value: Any) -> str:
    """The path that `value` names; "" for anything else. Of a remote machine's folder, the path there."""
    text = json_lines.text(value)
    if "://" not in text:
        return text
    try:
        path = unquote(urlsplit(text).path)
    except ValueError:  # no address
        return ""
    return path[1:] if _DRIVE.match(path) else path
