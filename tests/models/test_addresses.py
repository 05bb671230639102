"""Which addresses can be listened to."""

from __future__ import annotations

import pytest

from arbor_desktop.models.credentials import unencrypted


@pytest.mark.parametrize("address", ["http://models.example.com", "http://8.8.8.8:11434/v1", "http://a.b"])
def test_http_through_the_internet_is(address: str) -> None:
    assert unencrypted(address)


@pytest.mark.parametrize(
    "address",
    [
        "", "https://models.example.com", "http://localhost:11434", "http://127.0.0.1:1", "http://[::1]:1",
        "http://192.168.1.20", "http://nas.local", "http://tower", "models.example.com",
    ],
)  # fmt: skip
def test_https_and_the_network_at_home_are_not(address: str) -> None:
    assert not unencrypted(address)
