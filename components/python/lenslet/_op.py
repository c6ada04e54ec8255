"""Ops as functions, made from the registry."""
from __future__ import annotations

import functools
from typing import Any

from lenslet import _core, _describe
from lenslet._session import default_session


class Op(_core.Op):
    """An op. Call it with images or arrays, and with its parameters by name: op(image, sigma=2)."""

    def __call__(self, *inputs: Any, session: Any = None, **keywords: Any) -> Any:
        return _core.run(default_session() if session is None else session, self, inputs, keywords)

    @functools.cached_property
    def info(self) -> dict[str, Any]:
        """What the op says of itself: parameters with ranges and units, inputs, outputs."""
        return _core.Op.info.__get__(self)

    @property
    def __name__(self) -> str:
        return self.name

    @property
    def __signature__(self) -> Any:
        return _describe.signature(self.info)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return _describe.docstring(self.info)

    def __repr__(self) -> str:
        return f"<lenslet op {self.name}{self.__signature__}>"

    def __reduce__(self) -> Any:
        return Op, (self.name,)


class Family:
    """Ops of arrays of one kind: lenslet.reduce.mean."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __repr__(self) -> str:
        return f"<lenslet.{self.__name__}: {', '.join(sorted(vars(self).keys() - {'__name__'}))}>"


def all_ops() -> dict[str, Op]:
    """Every op by its full name."""
    return {name: Op(name) for name in _core.op_names()}


def add_to(namespace: dict[str, Any], ops: dict[str, Op]) -> None:
    """Puts ops into a module: those of a family as attributes of what has the family's name."""
    for name, op in ops.items():
        if "." not in name:
            namespace[name] = op
    for name, op in ops.items():
        family, _, short = name.rpartition(".")
        if family:
            setattr(namespace.setdefault(family, Family(family)), short, op)
