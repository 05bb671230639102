"""What an address of a server tells about the way there."""

from __future__ import annotations

from urllib.parse import urlsplit

_AT_HOME = (".local", ".lan", ".internal", ".home.arpa", ".localhost")


def unencrypted(address: str) -> bool:
    """Whether what is sent to an address, the key with it, can be read on the way through the internet: http,
    to no computer of one's own network."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:  # half typed: no address yet
        return False
    if parts.scheme != "http" or not host:
        return False
    from ipaddress import ip_address

    try:
        return ip_address(host).is_global
    except ValueError:
        return "." in host and not host.endswith(_AT_HOME)
