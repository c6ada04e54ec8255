"""Results of ops with several outputs: tuples with names."""

from __future__ import annotations

import collections
import functools
from typing import Any


@functools.lru_cache(maxsize=256)
def _kind(names: tuple[str, ...]) -> Any:
    kind: Any = collections.namedtuple("Results", names, rename=True)
    kind.__reduce__ = lambda results: (several, (names, list(results)))  # the class has no name in this module
    return kind


def several(names: tuple[str, ...], values: list[Any]) -> Any:
    """A tuple whose members have the names of an op's outputs."""
    return _kind(names)._make(values)
