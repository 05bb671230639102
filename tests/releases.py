"""A server on this computer that says which version was released last."""

from __future__ import annotations

import json
import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from arbor_desktop import updates


class ReleaseServer:
    """Answers every question with `code` and `answer`, once it `may_answer`; `asked` are the questions with
    their headers."""

    def __init__(self) -> None:
        self.code = 200
        self.answer: Any = {"tag_name": "v99.1.0", "html_url": "https://nowhere.invalid"}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}))
                server.may_answer.wait()
                content = (
                    server.answer if isinstance(server.answer, bytes) else json.dumps(server.answer).encode()
                )
                self.send_response(server.code)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *args: object) -> None:
                """Says nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=partial(self._http.serve_forever, 0.01), daemon=True)
        self._thread.start()
        address = f"http://127.0.0.1:{self._http.server_port}/repos/somebody/arbor/releases/latest"
        self.releases = updates.Releases(address, "https://example.org/somebody/arbor/releases/latest")

    def is_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """This copy was built for its releases."""
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        monkeypatch.setattr(updates, "releases", lambda: self.releases)

    def close(self) -> None:
        self.may_answer.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()
