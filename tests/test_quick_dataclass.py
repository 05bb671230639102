"""Classes made by `quick_dataclass` behave as those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field
from typing import Any

import pytest

from arbor_desktop import quick_dataclass

_Kind = Any


def _classes(make: Any) -> tuple[_Kind, _Kind, _Kind]:
    @make(frozen=True, slots=True)
    class Point:
        """A point."""

        x: int
        y: int = 2
        label: str = field(default="", compare=False, repr=False)
        tags: list[str] = field(default_factory=list, compare=False)

        @property
        def total(self) -> int:
            return self.x + self.y

    @make(slots=True)
    class Count:
        number: int = 0

        def __post_init__(self) -> None:
            self.number += 1

    @make(frozen=True)
    class Nothing:
        def __repr__(self) -> str:
            return "nothing"

    return Point, Count, Nothing


Point, Count, Nothing = _classes(quick_dataclass.dataclass)
OF_THE_LIBRARY = _classes(dataclasses.dataclass)
for _kind in (Point, Count, Nothing):
    _kind.__qualname__ = _kind.__name__  # so that they can be pickled


def test_instances_look_and_compare_as_those_of_the_library() -> None:
    def told(point: _Kind, count: _Kind, nothing: _Kind) -> list[object]:
        one, other = point(1, label="a", tags=["b"]), point(1, 2)
        return [
            repr(one).rpartition(".")[2], one == other, hash(one) == hash(other), one == point(2), one == 1,
            one.total, one.tags, other.tags, point(x=1).tags is point(x=1).tags, dataclasses.asdict(one),
            dataclasses.replace(one, x=5).label, point.__match_args__, point.__slots__,
            count(4).number, count(1) == count(1), count.__hash__, repr(nothing()), nothing() == nothing(),
            hash(nothing()) == hash(nothing()), [one.name for one in dataclasses.fields(point)],
        ]  # fmt: skip

    assert told(Point, Count, Nothing) == told(*OF_THE_LIBRARY)


def test_a_frozen_instance_can_be_copied_and_pickled_but_not_changed() -> None:
    point = Point(1, tags=["a"])
    for other in (copy.copy(point), copy.deepcopy(point), pickle.loads(pickle.dumps(point))):
        assert other == point
        assert other.tags == ["a"]
    for change in (lambda: setattr(point, "x", 2), lambda: delattr(point, "x")):
        with pytest.raises(dataclasses.FrozenInstanceError, match="'x'"):
            change()
    count = Count(1)
    count.number = 7
    assert count == Count(6)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match=r"Point\.__init__\(\) missing 1 required positional argument: 'x'"):
        Point()
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        Point(1, z=3)
