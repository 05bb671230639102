"""Ask whether a newer version was released. Only a copy that was built for a release knows whom to ask.

The question is a GET request without any data, made when a person or the setting `updates.weekly` wants it.
"""

from __future__ import annotations

import json
import re
from concurrent.futures import Future, wait
from threading import Event, Thread

from arbor_desktop import __version__, resources
from arbor_desktop.errors import ArborError, Cancelled
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.settings import Settings
from arbor_desktop.text.sentence import Sentence

TIMEOUT_SECONDS = 10.0
_LOOK_SECONDS = 0.1
MOST_BYTES = 1 << 20
RESOURCE = "release.json"


class UpdateCheckFailed(ArborError):
    """The message says why the newest version is unknown."""

    code = "UPDATE_CHECK_FAILED"


@dataclass(frozen=True, slots=True)
class Releases:
    """Where versions are released: `newest` is asked (GitHub's API), `page` is for people."""

    newest: str
    page: str


def releases() -> Releases | None:
    """Return where versions of this copy are released; None if it was not built for a release."""
    try:
        return Releases(**json.loads(resources.read_bytes(RESOURCE)))
    except FileNotFoundError:
        return None


def is_newer(version: str) -> bool:
    """Return whether a version, such as "1.10.2", is newer than this one."""
    return _numbers(version) > _numbers(__version__)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


def check(settings: Settings, now: int, stopped: Event | None = None) -> str:
    """Ask for the newest version, keep it in the settings and return it. Blocks.

    Raises UpdateCheckFailed, and Cancelled soon after `stopped` was set.
    """
    where = releases()
    if where is None:
        raise UpdateCheckFailed(
            "This copy of Arbor was not built for a release, so it can't check for updates."
        )
    answer: Future[str] = Future()

    def ask() -> None:
        try:
            answer.set_result(_newest(where.newest))
        except BaseException as error:  # noqa: BLE001 - it is raised below
            answer.set_exception(error)

    Thread(target=ask, name="arbor-updates", daemon=True).start()  # nothing can interrupt it
    while not wait([answer], _LOOK_SECONDS).done:
        if stopped is not None and stopped.is_set():
            raise Cancelled
    version = answer.result()
    settings.set_many({"updates.newest": version, "updates.checked_at": now})
    return version


def _newest(address: str) -> str:
    from http.client import HTTPException  # needed only here, and slow to import
    from urllib.error import HTTPError
    from urllib.parse import urlsplit
    from urllib.request import Request, urlopen

    host = urlsplit(address).hostname
    try:
        with urlopen(
            Request(address, headers={"User-Agent": "arbor-desktop"}), timeout=TIMEOUT_SECONDS
        ) as got:
            answer = got.read(MOST_BYTES)
    except HTTPError as error:
        with error:
            raise UpdateCheckFailed(_refusal(host, error.code)) from None
    except (HTTPException, OSError) as error:
        why = getattr(error, "reason", error)
        why = getattr(why, "strerror", None) or why
        words = Sentence("{host} can't be reached: {why}. Check your connection.", host=host, why=why)
        raise UpdateCheckFailed(words) from error
    try:
        found = re.fullmatch(r"v?(\d+(?:\.\d+)*)", json.loads(answer)["tag_name"])
    except (ValueError, TypeError, LookupError):
        found = None
    if found is None:
        raise UpdateCheckFailed(Sentence("{host} gave an unexpected answer. Try again later.", host=host))
    return found[1]


def _refusal(host: str | None, code: int) -> Sentence:
    if code == 404:
        return Sentence("{host} has no released version.", host=host)
    if code in (403, 429):
        return Sentence("{host} is getting too many requests. Try again later.", host=host)
    return Sentence("{host} answered with error {code}. Try again later.", host=host, code=code)
