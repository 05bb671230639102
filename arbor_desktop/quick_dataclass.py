"""`dataclasses.dataclass` for classes that hooks and short commands import: they are made ten times as fast.

Python 3.11 writes and compiles up to six functions for a dataclass. That takes about half a millisecond, and
a short command imports thirty to seventy of them and makes instances of few. Here one function is compiled,
`__init__`, with the first instance; the others look at the fields when they are called. Type checkers see the
standard decorator.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool = False, slots: bool = False):
        """Make a class a dataclass with `__init__`, `__eq__`, `__repr__` and, if frozen, `__hash__`."""

        def make(cls: type) -> type:
            cls.__doc__ = cls.__doc__ or cls.__name__  # else the signature is worked out for it
            annotations = dict(cls.__annotations__)
            if not any("ClassVar" in annotation for annotation in annotations.values()):
                # Annotations that are text would be searched for kinds of fields that are none.
                cls.__annotations__ = dict.fromkeys(annotations, object)
            made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
            made.__annotations__ = annotations
            fields = dataclasses.fields(made)
            for one in fields:
                one.type = annotations.get(one.name, one.type)
            compared = _getter([one.name for one in fields if one.compare])
            own = {"__init__": _late_init(made, fields, frozen), "__repr__": _repr, "__eq__": _eq(compared)}
            own["__hash__"] = (lambda self: hash(compared(self))) if frozen else None
            if frozen:
                own |= {"__setattr__": _refuse, "__delattr__": _refuse}
                if slots:
                    own |= {"__getstate__": _state, "__setstate__": _set_state}
            for name, function in own.items():
                if name not in cls.__dict__:
                    setattr(made, name, function)
            return made

        return make


def _late_init(cls: type, fields: tuple[dataclasses.Field[Any], ...], frozen: bool) -> Any:
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        init = _init(cls, fields, frozen)
        cls.__init__ = init  # type: ignore[misc]
        init(self, *args, **kwargs)

    return __init__


def _init(cls: type, fields: tuple[dataclasses.Field[Any], ...], frozen: bool) -> Any:
    names: dict[str, Any] = {"_set": object.__setattr__, "_missing": dataclasses.MISSING}
    parameters, lines = ["self"], []
    # A frozen instance is filled while its class has the same slots and is not: five times as fast as
    # object.__setattr__ for each of 33 fields.
    thawed = frozen and cls.__bases__ == (object,) and "__slots__" in cls.__dict__ and len(fields) > 2
    if thawed:
        names["_thawed"] = type(cls.__name__, (), {"__slots__": [one.name for one in fields]})
        lines = ["_kind = self.__class__", "_set(self, '__class__', _thawed)"]
    for one in fields:
        name = value = one.name
        parameter = name
        if one.default is not dataclasses.MISSING:
            names[f"_default_{name}"] = one.default
            parameter = f"{name}=_default_{name}"
        elif one.default_factory is not dataclasses.MISSING:
            names[f"_make_{name}"] = one.default_factory
            parameter = f"{name}=_missing"
            value = f"_make_{name}() if {name} is _missing else {name}"
        parameters.append(parameter)
        lines.append(f"_set(self, {name!r}, {value})" if frozen and not thawed else f"self.{name} = {value}")
    if thawed:
        lines.append("self.__class__ = _kind")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(parameters)}):\n {body}", names)
    init = names["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _getter(names: list[str]) -> Any:
    return attrgetter(*names) if names else lambda self: ()


def _eq(compared: Any) -> Any:
    def equal(self: Any, other: Any) -> bool:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    return equal


def _repr(self: Any) -> str:
    shown = ((one.name, getattr(self, one.name)) for one in dataclasses.fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in shown)})"


def _refuse(self: Any, name: str, *value: Any) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
