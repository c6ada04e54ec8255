"""Ops on arrays of Dask, block by block, by as many workers and devices as there are.

from lenslet.dask import map_overlap
smooth = map_overlap(lenslet.gaussian, dask.array.from_zarr("scan.zarr"), sigma=4)
"""

from __future__ import annotations

import functools
import os
import threading
import zlib
from typing import Any, Optional, Sequence, Union

import dask.array  # type: ignore[import-not-found,import-untyped,unused-ignore]
import numpy as np

import lenslet

_SIDES = (64, 256, 1024, 2560)  # of the blank images that show how far an op's windows reach
_sessions: dict[tuple[int, str], Any] = {}
_lock = threading.Lock()


def _op(op: Union[str, "lenslet.Op"]) -> "lenslet.Op":
    return lenslet.ops()[op] if isinstance(op, str) else op


def _spatial(ndim: int, axes: Optional[str], channel_axis: Optional[int]) -> list[int]:
    """The axes along which an image, or a volume, may be cut into blocks."""
    if channel_axis is not None:
        return [place for place in range(ndim) if place != channel_axis % ndim]
    if axes is None:
        return [0, 1]
    return [place for place, letter in enumerate(axes) if letter in ("zyx" if ndim >= 3 else "yx")]


def halo(
    op: Union[str, "lenslet.Op"],
    shape: Sequence[int],
    dtype: Any,
    *,
    axes: Optional[str] = None,
    channel_axis: Optional[int] = None,
    **arguments: Any,
) -> dict[int, int]:
    """How many elements along each axis an op's windows reach from their centre.

    The op itself says so: with the border 'discard' its result is smaller than its image by twice that.
    """
    op = _op(op)
    places = _spatial(len(shape), axes, channel_axis)
    arguments.pop("border", None)
    arguments.pop("border_value", None)
    failure: Optional[Exception] = None
    for side in _SIDES if len(places) < 3 else _SIDES[:1]:
        trial = np.zeros([side if place in places else length for place, length in enumerate(shape)], dtype)
        try:
            result = np.asarray(op(trial, border="discard", axes=axes, channel_axis=channel_axis, **arguments))
        except lenslet.Error as error:
            failure = error
            continue
        return {place: (trial.shape[place] - result.shape[place]) // 2 for place in places}
    raise lenslet.ArgumentError(
        f"{op.name}: it is not known how far its windows reach: give depth=0 where each sample is computed by itself; "
        f"an op that needs the whole image cannot be computed in blocks ({failure})"
    )


def _worker_number() -> int:
    """A number for each worker of a cluster, so that they take turns at devices."""
    try:
        from dask.distributed import get_worker  # type: ignore[import-not-found,import-untyped,unused-ignore]

        worker = get_worker()
    except (ImportError, ValueError):
        return 0
    return worker.name if isinstance(worker.name, int) else zlib.crc32(str(worker.address).encode())


def worker_session(devices: Sequence[str] = ()) -> Any:
    """The session of this worker: on its own device of those that are named, else that of all calls."""
    if not devices:
        return lenslet.default_session()
    word = devices[_worker_number() % len(devices)]
    key = (os.getpid(), word)
    with _lock:
        if key not in _sessions:
            _sessions[key] = lenslet.Session(word)
        return _sessions[key]


def _of_block(block: np.ndarray, op: Any, devices: Sequence[str], arguments: dict[str, Any]) -> np.ndarray:
    if block.size == 0:
        return block
    return np.asarray(op(np.ascontiguousarray(block), session=worker_session(devices), **arguments))


def map_overlap(
    op: Union[str, "lenslet.Op"],
    array: Any,
    *,
    depth: Union[int, dict[int, int], None] = None,
    devices: Sequence[str] = (),
    dtype: Any = None,
    **arguments: Any,
) -> Any:
    """An op on each block of an array of Dask, with as much of its neighbours as the op's windows reach.

    depth says how far that is where the op cannot say it, devices which devices workers take in turns. The array's own
    edges have the op's border. Results have the array's shape.
    """
    op = _op(op)
    places = _spatial(array.ndim, arguments.get("axes"), arguments.get("channel_axis"))
    if depth is None:
        depth = halo(op, array.shape, array.dtype, **arguments)
    reach = dict.fromkeys(places, depth) if isinstance(depth, int) else dict(depth)
    if dtype is None:
        dtype = _type_of_result(op, array, places, arguments)
    run = functools.partial(_of_block, op=op, devices=tuple(devices), arguments=arguments)
    outside = "periodic" if arguments.get("border") == "wrap" else "none"
    whole = {place: -1 for place in range(array.ndim) if place not in reach and arguments.get("axes") is None}
    blocks, meta = array.rechunk(whole) if whole else array, np.empty((0,) * array.ndim, dtype)
    untyped: Any = dask.array
    return untyped.map_overlap(run, blocks, depth=reach, boundary=outside, trim=True, dtype=dtype, meta=meta)


def _type_of_result(op: Any, array: Any, places: Sequence[int], arguments: dict[str, Any]) -> Any:
    """The type of the op's result, by a call with a blank image of a block's size or less."""
    trial = np.zeros(
        [min(length, 64) if place in places else length for place, length in enumerate(array.shape)], array.dtype
    )
    return np.asarray(op(trial, **arguments)).dtype
