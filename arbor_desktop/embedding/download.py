"""Downloading a model that was asked for: whole and checked, or not at all. Nothing else is fetched or sent.

Proxies and certificates are those of the environment (`https_proxy`, `SSL_CERT_FILE`), as urllib reads them.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from arbor_desktop.embedding.catalogue import Download, ModelFile
from arbor_desktop.errors import ArborError

if TYPE_CHECKING:
    from http.client import HTTPResponse

TIMEOUT_SECONDS = 30.0
"""Seconds without any data, not of the whole download."""
CHUNK = 1 << 18
USER_AGENT = "arbor-desktop"

Progress = Callable[[int, int], None]
"""`progress(bytes here, bytes in all)`."""


class DownloadFailed(ArborError):
    """The message says why, and what to do."""

    code = "DOWNLOAD_FAILED"


class DownloadCancelled(ArborError):
    """The person stopped it. What was downloaded is kept, and the next try continues from there."""

    code = "CANCELLED"


def fetch(
    download: Download,
    target: Path,
    *,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
    base: str | None = None,
) -> None:
    """Download a model into the folder `target`, which exists only once all of it is there and right.

    `base` is another address to fetch it from. What was cut off is resumed from `target`.partial. Raises
    DownloadFailed, DownloadCancelled.
    """
    unfinished = target.with_name(target.name + ".partial")
    address = base if base is not None else download.base
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished.mkdir(exist_ok=True, mode=0o700)
        _room(unfinished, download)
        done = 0
        for file in download.files:
            tell = partial(_tell, progress, done, download.size)
            _File(address + file.name, unfinished / file.name, file).fetch(tell, cancelled)
            done += file.size
        if target.exists():
            shutil.rmtree(target)
        unfinished.replace(target)
    except OSError as error:
        raise DownloadFailed(_disk_words(error, target)) from error


def _tell(progress: Progress, before: int, total: int, here: int) -> None:
    progress(before + here, total)


def _room(folder: Path, download: Download) -> None:
    here = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    missing = download.size - here
    if shutil.disk_usage(folder).free < missing:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _disk_words(error: OSError, target: Path) -> str:
    if error.errno == errno.ENOSPC:
        return f"The disk of {target.parent} is full. Free some space and try again: it goes on from here."
    return f"The model can't be written to {target}: {error.strerror or error}."


class _File:
    """One file: what is here of it is kept if it is the beginning of the right one."""

    def __init__(self, address: str, path: Path, wanted: ModelFile) -> None:
        self._address, self._path, self._wanted = address, path, wanted

    def fetch(self, progress: Callable[[int], None], cancelled: Callable[[], bool]) -> None:
        digest, here = self._known()
        if here < self._wanted.size:
            response, here, digest = self._open(here, digest)
            with contextlib.closing(response):
                self._read(response, here, digest, progress, cancelled)
        if digest.hexdigest() != self._wanted.sha256 or self._path.stat().st_size != self._wanted.size:
            self._path.unlink()
            raise DownloadFailed(
                f"{self._wanted.name} from {self._address} is not the file that was expected, so it was "
                "deleted. Try again. If it happens again, a proxy or login page changes downloads."
            )
        progress(self._wanted.size)

    def _known(self) -> tuple[hashlib._Hash, int]:
        """Return the digest and size of what is here already; what is too long is thrown away."""
        digest, size = hashlib.sha256(), 0
        with contextlib.suppress(FileNotFoundError):
            if self._path.stat().st_size > self._wanted.size:
                self._path.unlink()
            with self._path.open("rb") as file:
                while chunk := file.read(CHUNK):
                    digest.update(chunk)
                    size += len(chunk)
        return digest, size

    def _open(self, here: int, digest: hashlib._Hash) -> tuple[HTTPResponse, int, hashlib._Hash]:
        """Return the server's answer, and from which byte on it goes. Raises DownloadFailed."""
        from urllib.error import HTTPError, URLError
        from urllib.request import Request, urlopen

        request = Request(self._address, headers={"User-Agent": USER_AGENT})
        if here:
            request.add_header("Range", f"bytes={here}-")
        try:
            response: HTTPResponse = urlopen(request, timeout=TIMEOUT_SECONDS)
        except HTTPError as error:
            with error:
                raise DownloadFailed(
                    f"{self._address} could not be downloaded: the server answered {error.code} "
                    f"({error.reason}). Try again later."
                ) from None
        except (URLError, OSError) as error:
            raise DownloadFailed(self._offline(getattr(error, "reason", error))) from error
        if here and response.status == 206:
            return response, here, digest
        return response, 0, hashlib.sha256()  # all of it anew

    def _read(
        self,
        response: HTTPResponse,
        here: int,
        digest: hashlib._Hash,
        progress: Callable[[int], None],
        cancelled: Callable[[], bool],
    ) -> None:
        with self._path.open("ab" if here else "wb") as file:
            while here <= self._wanted.size:  # a longer one is the wrong one
                if cancelled():
                    raise DownloadCancelled("The download was stopped. The next one continues from here.")
                chunk = self._next(response)
                if not chunk:
                    break
                here += _append(file, digest, chunk)
                progress(min(here, self._wanted.size))
        if here < self._wanted.size:
            raise DownloadFailed(self._offline("the connection was cut"))

    def _next(self, response: HTTPResponse) -> bytes:
        from http.client import HTTPException

        try:
            return response.read1(CHUNK)  # what there is: cancelling need not wait for more
        except (HTTPException, OSError) as error:
            raise DownloadFailed(self._offline(error)) from error

    def _offline(self, reason: object) -> str:
        return (
            f"{self._address} could not be downloaded: {reason}. Is this computer online, and does a proxy "
            "have to be set (https_proxy)? What came so far is kept; try again."
        )


def _append(file: IO[bytes], digest: hashlib._Hash, chunk: bytes) -> int:
    file.write(chunk)
    digest.update(chunk)
    return len(chunk)
