"""What the section reads and does, each as one call that runs away from the GUI thread."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from arbor_desktop.llm.model import Readiness

if TYPE_CHECKING:
    from arbor_desktop.capture.estimates import Estimate
    from arbor_desktop.llm.credentials import KeyStatus
    from arbor_desktop.llm.queries.ledger import Spent
    from arbor_desktop.service import MemoryService


class Option(StrEnum):
    """Who may read conversations, as people choose it."""

    OFFLINE = "offline"
    CLAUDE = "claude"
    ANTHROPIC = "anthropic"
    SERVER = "server"

    @property
    def backend(self) -> str:
        """The setting's name for it: a server of one's own is asked as Anthropic is, at its address."""
        return {Option.CLAUDE: "claude-cli", Option.OFFLINE: "offline"}.get(self, "anthropic")


@dataclass(frozen=True, slots=True)
class Way:
    """What is set: who reads, at which address, which model (empty: the way's own choice)."""

    backend: str
    base_url: str = ""
    name: str = ""

    @property
    def option(self) -> Option:
        if self.backend == "offline":
            return Option.OFFLINE
        if self.backend == "claude-cli":
            return Option.CLAUDE
        return Option.SERVER if self.base_url else Option.ANTHROPIC

    def settings(self) -> dict[str, Any]:
        """The settings that say so."""
        return {
            "extraction.backend": self.backend,
            "model.base_url": self.base_url,
            "model.name": self.name,
        }


def way_of(values: dict[str, Any]) -> Way:
    """What is set, of all settings."""
    return Way(str(values["extraction.backend"]), str(values["model.base_url"]), str(values["model.name"]))


@dataclass(frozen=True, slots=True)
class Seen:
    """All that the section shows, asked for at once. `key` is Anthropic's, `server_key` that of the server
    whose address is set: each has its own, and None where it was not looked up. `program`: where the claude
    command is, "" for nowhere; `default_model` is Arbor's choice at Anthropic; `budget` in US dollars a
    month, 0 for none."""

    way: Way
    key: KeyStatus | None
    server_key: KeyStatus | None
    program: str
    readiness: Readiness
    spent: Spent
    budget: float
    default_model: str
    prices_date: str


def look(service: MemoryService, opened: Option | None = None) -> Seen:
    """Return what is set and what there is.

    Reads the keyring only for a way that is in use or `opened`: that may take a second and may ask the person
    for a password.
    """
    from arbor_desktop.llm.client import DEFAULT_MODEL

    model, way = service.model, way_of(service.settings.all())
    shown = (way.option, opened)
    return Seen(
        way,
        model.credentials.status("") if Option.ANTHROPIC in shown else None,
        model.credentials.status(way.base_url) if way.base_url and Option.SERVER in shown else None,
        model.access("claude-cli").program,
        model.readiness(),
        model.costs.this_month(),
        float(service.settings.get("model.monthly_budget")),
        DEFAULT_MODEL,
        model.costs.prices.date.isoformat(),
    )


def estimate(service: MemoryService) -> Estimate:
    """Of what waits."""
    return service.models.estimates.estimate()


@dataclass(frozen=True, slots=True)
class Typed:
    """A key as the person typed it, and whether it is for this session alone. Never shown."""

    key: str = ""
    session_only: bool = False

    def __repr__(self) -> str:
        return "Typed(…)"


def use(service: MemoryService, way: Way, typed: Typed) -> Way:
    """Keeps the key, then lets this one read. Answers what was set before. Raises InvalidInput,
    KeyringUnusable, StorageError; the settings stay as they were then."""
    before = way_of(service.settings.all())
    if typed.key:
        keys = service.models.credentials
        keys.set(typed.key, session_only=typed.session_only, address=way.base_url)
    service.settings.set_many(way.settings())
    service.model.try_again()
    return before


def go_back(service: MemoryService, way: Way) -> None:
    """Sets what was set before."""
    service.settings.set_many(way.settings())
    service.model.try_again()


def remove_key(service: MemoryService, address: str) -> bool:
    """Forgets the key for an address ("": Anthropic's) for good. Answers whether there was one. Raises
    KeyringUnusable."""
    had = service.models.credentials.clear(address)
    service.model.try_again()
    return had
