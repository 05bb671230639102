"""What the window of summaries asks the service; runs on other threads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbor_desktop.memories.model import Scope
from arbor_desktop.summaries.model import CategoryInfo, CategorySummary

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

MOST_VERSIONS = 12


@dataclass(frozen=True, slots=True)
class Overview:
    """All summaries there are or may be; `titles` are those of conversations, by id."""

    infos: tuple[CategoryInfo, ...]
    titles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Opened:
    """A summary with its newest versions (the newest first, itself not among them), and how many memories of
    its category are in none."""

    summary: CategorySummary
    versions: tuple[CategorySummary, ...]
    private: int


def overview(service: MemoryService) -> Overview:
    infos = tuple(service.list_categories())
    talks = [i.scope_id for i in infos if i.scope == Scope.CONVERSATION.value and i.scope_id]
    found = service.conversations_by_id(list(dict.fromkeys(talks))) if talks else []
    return Overview(infos, {one.id: one.title for one in found})


def opened(service: MemoryService, name: str, scope: str, scope_id: str | None) -> Opened:
    summary = service.get_category(name, scope, scope_id)
    versions = service.category_versions(name, scope, scope_id)
    older = [one for one in versions if one.version != summary.version][:MOST_VERSIONS]
    return Opened(summary, tuple(older), service.private_in_category(name, scope, scope_id))
