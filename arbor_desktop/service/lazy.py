"""Properties of the service that are imported and built on first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Self, TypeVar, overload

if TYPE_CHECKING:
    from arbor_desktop.service.memory_service import MemoryService

T = TypeVar("T")


class part(Generic[T]):
    """A property that is built once, like functools.cached_property, but safe to use from several threads.

    If it is used after the service was closed, it is built and closed at once.
    """

    def __init__(self, build: Callable[[MemoryService], T]) -> None:
        self._build = build
        self.__doc__ = build.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, service: None, owner: type) -> Self: ...
    @overload
    def __get__(self, service: MemoryService, owner: type) -> T: ...
    def __get__(self, service: MemoryService | None, owner: type) -> Self | T:
        if service is None:
            return self
        made = vars(service)
        with service.building:
            if self._name not in made:
                made[self._name] = self._build(service)
                if service.closed:
                    close(made[self._name])
            found: T = made[self._name]
        return found


class of(Generic[T]):
    """An attribute of a part, as an attribute of the service."""

    def __init__(self, find: Callable[[MemoryService], T]) -> None:
        self._find = find

    @overload
    def __get__(self, service: None, owner: type) -> Self: ...
    @overload
    def __get__(self, service: MemoryService, owner: type) -> T: ...
    def __get__(self, service: MemoryService | None, owner: type) -> Self | T:
        return self if service is None else self._find(service)


def close(made: object) -> None:
    """Close a part, if it can be closed."""
    if (end := getattr(made, "close", None)) is not None:
        end()
