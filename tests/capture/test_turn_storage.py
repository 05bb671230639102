"""Storing many at once does what storing them one after the other does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from arbor_desktop.service import MemoryService
from tests.properties import times

SAID = ("Deploys on Fridays", "deploys on  fridays.", "Prefers tabs", "PREFERS TABS", "Uses uv")
PLACES: tuple[dict[str, str], ...] = (
    {},
    {"scope": "project", "scope_id": "/src/a"},
    {"scope": "project", "scope_id": "/src/b"},
)
ITEMS = st.lists(
    st.builds(
        lambda text, place: {"content": text, "type": "fact", "confidence": 0.5} | place,
        st.sampled_from(SAID),
        st.sampled_from(PLACES),
    ),
    max_size=8,
)


def held(service: MemoryService) -> list[tuple[Any, ...]]:
    memories = service.query(status="all", sort="created", order="asc").memories
    return sorted(
        (m.content, m.scope_id or "", m.status.value, m.confidence, [e.action for e in service.history(m.id)])
        for m in memories
    )


@times(0.5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=ITEMS, items=ITEMS)
def test_many_at_once_are_held_as_one_by_one(
    tmp_path_factory: Any, before: list[dict[str, Any]], items: list[dict[str, Any]]
) -> None:
    folder: Path = tmp_path_factory.mktemp("stores")
    with MemoryService.open(folder / "one") as one, MemoryService.open(folder / "many") as many:
        for service in (one, many):
            for item in before:
                service.store(**item)
        single = [one.store(**item) for item in items]
        together = many.store_many(items)
        assert [r.duplicate for r in together] == [r.duplicate for r in single]
        assert held(many) == held(one)


def test_what_is_known_is_answered_with_its_id(service: MemoryService) -> None:
    known = service.store("Prefers tabs", type="preference")
    first, second, third = service.store_many(
        [
            {"content": "prefers TABS.", "type": "preference"},
            {"content": "Uses uv", "type": "fact"},
            {"content": "uses uv", "type": "fact"},
        ]
    )
    assert (first.id, first.duplicate, first.existing_id) == (known.id, True, known.id)
    assert not second.duplicate
    assert (third.id, third.duplicate, third.existing_id) == (second.id, True, second.id)


def test_what_was_deleted_does_not_stop_it_from_being_stored_again(service: MemoryService) -> None:
    gone = service.store("Prefers tabs", type="preference").id
    service.delete(gone)
    (again,) = service.store_many([{"content": "Prefers tabs", "type": "preference"}])
    assert not again.duplicate
    assert again.id != gone
