"""Results of ops with several outputs: tuples with names."""

from __future__ import annotations

import collections
import functools
from typing import Any


@functools.lru_cache(maxsize=256)
def _kind(names: tuple[str, ...]) -> Any:
    return _made_again_by_its_names(collections.namedtuple("Results", names, rename=True))


def _made_again_by_its_names(kind: Any) -> Any:
    """The class, which this module has no name for, so that its tuples can be pickled."""
    kind.__reduce__ = lambda results: (several, (results._fields, list(results)))
    return kind


def several(names: tuple[str, ...], values: list[Any]) -> Any:
    """A tuple whose members have the names of an op's outputs."""
    return _kind(names)._make(values)
