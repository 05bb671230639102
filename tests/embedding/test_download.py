"""Downloading a model from a real server on this computer: whole and checked, or not at all."""

from __future__ import annotations

import errno
import hashlib
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from arbor_desktop.embedding.catalogue import Download, ModelFile
from arbor_desktop.embedding.download import CHUNK, DownloadCancelled, DownloadFailed, fetch

SMALL, LARGE = b'{"model_type": "bert"}', bytes(range(256)) * 4 * (CHUNK // 512)


class Server:
    """Serves `files`; `cut` ends every answer after so many bytes, `ranges` False ignores Range."""

    def __init__(self) -> None:
        self.files = {"config.json": SMALL, "model.bin": LARGE}
        self.cut: int | None = None
        self.ranges = True
        self.asked: list[tuple[str, str | None]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.answer(self)

            def log_message(self, *args: object) -> None:
                """Says nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=partial(self._http.serve_forever, 0.01), daemon=True)
        self._thread.start()
        self.base = f"http://127.0.0.1:{self._http.server_port}/"

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        name, wanted = request.path.strip("/"), request.headers.get("Range")
        self.asked.append((name, wanted))
        if name not in self.files:
            request.send_error(404)
            return
        content, start = self.files[name], 0
        if wanted and self.ranges:
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
        request.send_response(206 if start else 200)
        request.send_header("Content-Length", str(len(content) - start))
        request.end_headers()
        request.wfile.write(content[start:][: self.cut])
        request.close_connection = True

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    running = Server()
    yield running
    running.close()


MODEL = Download(
    "small",
    "https://nowhere.invalid/",
    tuple(
        ModelFile(name, len(content), hashlib.sha256(content).hexdigest())
        for name, content in (("config.json", SMALL), ("model.bin", LARGE))
    ),
    "MIT",
)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "models" / "small"


def whole(target: Path) -> bool:
    return (target / "config.json").read_bytes() == SMALL and (target / "model.bin").read_bytes() == LARGE


def test_all_files_arrive_and_progress_grows_to_the_whole(server: Server, target: Path) -> None:
    seen: list[tuple[int, int]] = []
    fetch(MODEL, target, base=server.base, progress=lambda done, total: seen.append((done, total)))
    assert whole(target)
    assert {total for _, total in seen} == {len(SMALL) + len(LARGE)}
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == len(SMALL) + len(LARGE)
    assert [path.name for path in target.parent.iterdir()] == ["small"]


def test_a_wrong_file_is_thrown_away_and_the_next_try_is_clean(server: Server, target: Path) -> None:
    server.files["model.bin"] = LARGE[:-1] + b"!"
    with pytest.raises(DownloadFailed, match="not the file that was expected"):
        fetch(MODEL, target, base=server.base)
    assert not target.exists()
    server.files["model.bin"] = LARGE
    fetch(MODEL, target, base=server.base)
    assert whole(target)


def test_one_that_is_too_long_is_refused(server: Server, target: Path) -> None:
    server.files["config.json"] = SMALL * 2
    with pytest.raises(DownloadFailed, match="not the file that was expected"):
        fetch(MODEL, target, base=server.base)
    assert not target.exists()


def test_a_cut_connection_is_taken_up_where_it_ended(server: Server, target: Path) -> None:
    server.cut = CHUNK
    with pytest.raises(DownloadFailed, match=r"connection was cut.*try again|IncompleteRead.*try again"):
        fetch(MODEL, target, base=server.base)
    assert not target.exists()
    server.cut = None
    fetch(MODEL, target, base=server.base)
    assert whole(target)
    assert server.asked == [
        ("config.json", None),
        ("model.bin", None),
        ("model.bin", f"bytes={CHUNK}-"),
    ]


def test_a_server_that_can_not_resume_sends_all_of_it(server: Server, target: Path) -> None:
    server.cut = CHUNK
    with pytest.raises(DownloadFailed):
        fetch(MODEL, target, base=server.base)
    server.cut, server.ranges = None, False
    fetch(MODEL, target, base=server.base)
    assert whole(target)


def test_a_missing_file_is_told_with_its_address(server: Server, target: Path) -> None:
    del server.files["model.bin"]
    with pytest.raises(DownloadFailed, match=r"model\.bin could not be downloaded: the server answered 404"):
        fetch(MODEL, target, base=server.base)
    assert not target.exists()


def test_offline_is_told_and_what_to_do(server: Server, target: Path) -> None:
    base = server.base
    server.close()
    with pytest.raises(DownloadFailed, match="Is this computer online"):
        fetch(MODEL, target, base=base)


def test_it_stops_when_asked_and_goes_on_from_there(server: Server, target: Path) -> None:
    seen: list[int] = []
    with pytest.raises(DownloadCancelled):
        fetch(
            MODEL, target, base=server.base, progress=lambda done, _: seen.append(done),
            cancelled=lambda: seen[-1:] > [len(SMALL)],
        )  # fmt: skip
    assert not target.exists()
    assert 0 < (target.with_name("small.partial") / "model.bin").stat().st_size < len(LARGE)
    fetch(MODEL, target, base=server.base)
    assert whole(target)


def test_another_one_in_its_place_is_replaced(server: Server, target: Path) -> None:
    target.mkdir(parents=True)
    (target / "config.json").write_text("old")
    fetch(MODEL, target, base=server.base)
    assert whole(target)


def test_a_full_disk_is_told_before_anything_is_fetched(
    server: Server, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage: Callable[[object], object] = lambda path: shutil._ntuple_diskusage(10**9, 10**9, 100)  # noqa: E731
    monkeypatch.setattr("arbor_desktop.embedding.download.shutil.disk_usage", usage)
    with pytest.raises(DownloadFailed, match=r"is full\. Free some space"):
        fetch(MODEL, target, base=server.base)
    assert server.asked == []


def test_a_disk_that_fills_up_on_the_way_is_told(
    server: Server, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("arbor_desktop.embedding.download._append", full)
    with pytest.raises(DownloadFailed, match=r"is full\. Free some space"):
        fetch(MODEL, target, base=server.base)
    assert not target.exists()
