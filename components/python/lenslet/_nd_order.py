"""Filters of lenslet.ndimage that order samples: least, greatest, median and any rank in a window."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

import itertools
import operator
import warnings
from typing import Any, Optional, Sequence

import numpy as np

from lenslet import _nd
from lenslet._nd import ops


def _extreme_of_rows(rows: Any, size: int, least: bool) -> Any:
    """The least or greatest of `size` neighbours of each row, wherever they lie within it. Of an even number of
    elements one comes from a second pass: ops have a middle."""
    op, join = (ops.erode, ops.min) if least else (ops.dilate, ops.max)
    odd = min(size - 1 + size % 2, 255)
    made = rows
    if odd > 1:
        made = np.asarray(op(rows, ksize=odd, ksize_y=1, axes="yx", border="replicate"))[
            :, odd // 2 : rows.shape[1] - odd // 2
        ]
    while odd < size:  # two windows that overlap are a longer one
        more = min(size - odd, odd)
        made = np.asarray(
            join(np.ascontiguousarray(made[:, : made.shape[1] - more]), np.ascontiguousarray(made[:, more:]), axes="yx")
        )
        odd += more
    return made


def _extreme_box(
    array: Any, sizes: Sequence[int], modes: Sequence[str], cval: Any, origins: Sequence[int], least: bool
) -> Any:
    for axis, size in enumerate(sizes):
        if size > 1:
            before = size // 2 + origins[axis]
            padded = _nd.pad(array, axis, before, size - 1 - before, modes[axis], cval)
            array = _nd.along(padded, axis, lambda rows, size=size: _extreme_of_rows(rows, size, least))
    return array


def _odd_element(window: Any) -> Any:
    """The window with a row and a column of 0 where a side is even."""
    return np.pad(window, [(0, 1 - side % 2) for side in window.shape])


def _extreme_of_pages(part: Any, window: Any, least: bool) -> Any:
    """The least or greatest under a window of two sides, on each page of an array, wherever it lies within."""
    shape = part.shape
    element = _odd_element(window)
    more = [side - own for side, own in zip(element.shape, window.shape)]
    pages = part.reshape((-1,) + shape[-2:])
    pages = np.pad(pages, [(0, 0), (0, more[0]), (0, more[1])], mode="edge")
    op = ops.erode if least else ops.dilate
    made = np.stack(
        [
            np.asarray(op(np.ascontiguousarray(page), element=element.astype(float), axes="yx", border="replicate"))
            for page in pages
        ]
    )
    ends = [side // 2 for side in element.shape]
    made = made[:, ends[0] : made.shape[1] - ends[0], ends[1] : made.shape[2] - ends[1]]
    return made.reshape(shape[:-2] + made.shape[1:])


def _extreme_window(
    array: Any, window: Any, modes: Sequence[str], cval: Any, origins: Sequence[int], least: bool
) -> Any:
    """The least or greatest under any window: that of its pages of two sides, one after the other."""
    if array.ndim == 1:
        row = _extreme_window(array[None], window[None], ["nearest", *modes], cval, [0, *origins], least)
        return row[0]
    padded = _nd.pad_for(array, window.shape, modes, cval, origins)
    result: Any = None
    for place in itertools.product(*(range(side) for side in window.shape[:-2])):
        if not window[place].any():
            continue
        part = padded[tuple(slice(start, start + side) for start, side in zip(place, array.shape[:-2]))]
        made = _extreme_of_pages(part, window[place], least)
        result = made if result is None else (np.minimum if least else np.maximum)(result, made)
    return result


def _codes_with(array: Any, modes: Sequence[str], cval: Any) -> tuple[Any, Any, Optional[Any]]:
    """The array's codes, and the code of what lies outside."""
    if not any("constant" in mode for mode in modes):
        codes, values = _nd.coded(array)
        return codes, 0, values
    with_value = np.append(array.ravel(), _nd.cast(np.asarray(cval), array.dtype))
    codes, values = _nd.coded(with_value)
    return codes[:-1].reshape(array.shape), codes[-1], values


def extreme(array: Any, window: Any, modes: Sequence[str], cval: Any, origins: Sequence[int], least: bool) -> Any:
    """The least or greatest sample under a window of the array's dimensions."""
    if array.size == 0 or array.ndim == 0:
        return array
    if array.dtype.kind not in "biuf":
        raise RuntimeError("array type not supported")
    codes, value, values = _codes_with(array, modes, cval)
    if window.all():
        made = _extreme_box(codes, window.shape, modes, value, origins, least)
    else:
        made = _extreme_window(codes, window, modes, value, origins, least)
    return _nd.decoded(np.ascontiguousarray(made), values, array.dtype)


def _warn_of_both(size: Any, footprint: Any) -> None:
    if size is not None and footprint is not None:
        warnings.warn("ignoring size because footprint is set", UserWarning, stacklevel=4)


def _window(size: Any, footprint: Any, count: int, words: str) -> Any:
    if footprint is None:
        if size is None:
            raise RuntimeError(words)
        return np.ones([int(side) for side in _nd.per_axis(size, count)], bool)
    window = np.asarray(footprint, bool)
    if not window.any():
        raise ValueError("All-zero footprint is not supported.")
    return window


def _modes(mode: Any, axes: Sequence[int], ndim: int, window: Any) -> list[str]:
    if not isinstance(mode, str) and not window.all():
        raise RuntimeError("A sequence of modes is not supported for non-separable footprints")
    return [_nd.check_mode(each) for each in _nd.spread_values(mode, axes, ndim, "nearest")]


def _ready(
    input: Any,
    size: Any,
    footprint: Any,
    output: Any,
    mode: Any,
    origin: Any,
    axes: Any,
    words: str,
    ranked: bool = False,
) -> Any:
    """What all filters of windows check: the array, the window, modes and origins of all its axes. Of least and
    greatest samples a box has a size for each of the axes, in their order."""
    array = np.asarray(input)
    if array.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    places = _nd.check_axes(axes, array.ndim)
    window = _window(size, footprint, len(places), words)
    _nd.check_output(output, array.shape, array.dtype)
    modes = _modes(mode, places, array.ndim, window)
    origins = _nd.spread_values(origin, places, array.ndim, 0)
    if window.all() and not ranked:
        window = np.ones(_nd.spread(_nd.per_axis(window.shape, len(places)), places, array.ndim, 1), bool)
    else:
        window = _nd.spread_window(window, places, array.ndim, "footprint")
    if 0 in window.shape:
        raise RuntimeError("incorrect filter size")
    return array, window, modes, [_nd.check_origin(each, side) for each, side in zip(origins, window.shape)]


def with_heights(input, footprint, structure, output, mode, cval, origin, axes, least):
    """The least of the samples less an element's heights, or the greatest of both together: height by height."""
    words = "no footprint provided"
    array, window, modes, origins = _ready(input, None, footprint, output, mode, origin, axes, words, True)
    places = _nd.check_axes(axes, array.ndim)
    if np.ndim(structure) != len(places):
        raise RuntimeError("structure array has incorrect shape")
    heights = _nd.spread_window(np.asarray(structure, np.float64), places, array.ndim, "structure")
    samples, result = array.astype(np.float64), None
    for height in np.unique(heights[window]):
        made = extreme(samples, window & (heights == height), modes, cval, origins, least)
        made = made - height if least else made + height
        result = made if result is None else (np.minimum if least else np.maximum)(result, made)
    return _nd.give(result, output, array.dtype)


def minimum_filter(input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """The least sample in a window."""
    _warn_of_both(size, footprint)
    array, window, modes, origins = _ready(input, size, footprint, output, mode, origin, axes, "no footprint provided")
    return _nd.give(extreme(array, window, modes, cval, origins, True), output, array.dtype)


def maximum_filter(input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """The greatest sample in a window."""
    _warn_of_both(size, footprint)
    array, window, modes, origins = _ready(input, size, footprint, output, mode, origin, axes, "no footprint provided")
    return _nd.give(extreme(array, window, modes, cval, origins, False), output, array.dtype)


def _extreme1d(input: Any, size: int, axis: int, output: Any, mode: Any, cval: Any, origin: int, least: bool) -> Any:
    array = np.asarray(input)
    if array.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    axis = _nd.check_axis(axis, array.ndim)
    if size < 1:
        raise RuntimeError("incorrect filter size")
    return (minimum_filter if least else maximum_filter)(array, (size,), None, output, mode, cval, origin, axes=(axis,))


def minimum_filter1d(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """The least of so many samples along one axis."""
    return _extreme1d(input, size, axis, output, mode, cval, origin, True)


def maximum_filter1d(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """The greatest of so many samples along one axis."""
    return _extreme1d(input, size, axis, output, mode, cval, origin, False)


def _ranked_image(codes: Any, window: Any, modes: Sequence[str], value: Any, origins: Sequence[int], rank: int) -> Any:
    height, width = window.shape
    padded = np.ascontiguousarray(_nd.pad_for(codes, window.shape, modes, value, origins))
    made = np.asarray(ops.rank(padded, ksize=width, ksize_y=height, rank=rank, axes="yx", border="replicate"))
    return made[height // 2 : made.shape[0] - height // 2, width // 2 : made.shape[1] - width // 2]


def _ranked_volume(codes: Any, window: Any, modes: Sequence[str], value: Any, origins: Sequence[int], rank: int) -> Any:
    padded = _nd.pad_for(codes, window.shape, modes, value, origins)
    pages, height, width = padded.shape
    rows = np.ascontiguousarray(padded).reshape(pages * height, width)
    made = np.asarray(
        ops.volume_rank(
            rows,
            ksize=window.shape[2],
            ksize_y=window.shape[1],
            ksize_z=window.shape[0],
            rank=rank,
            pages=pages,
            axes="yx",
            border="replicate",
        )
    )
    ends = [side // 2 for side in window.shape]
    return made.reshape(padded.shape)[tuple(slice(end, side - end) for end, side in zip(ends, padded.shape))]


def _few_axes(codes: Any, window: Any, modes: Sequence[str], value: Any, origins: Sequence[int], rank: int) -> Any:
    """Ranks in a box: as an image or a volume of the axes along which the box is long, for each place of the others."""
    long = [axis for axis, side in enumerate(window.shape) if side > 1]
    axes = (long + [axis for axis in range(codes.ndim) if axis not in long])[: max(2, len(long))]
    axes.sort()
    others = [axis for axis in range(codes.ndim) if axis not in axes]
    moved = codes.transpose(others + axes)
    shape = moved.shape
    pages = moved.reshape((-1,) + shape[len(others) :])
    of_axes = [[given[axis] for axis in axes] for given in (modes, origins)]
    box = np.ones([window.shape[axis] for axis in axes], bool)
    run = _ranked_image if len(axes) == 2 else _ranked_volume
    made = np.stack([run(page, box, of_axes[0], value, of_axes[1], rank) for page in pages])
    return made.reshape(shape).transpose(np.argsort(others + axes))


def _ranked(array: Any, window: Any, modes: Sequence[str], cval: Any, origins: Sequence[int], rank: int) -> Any:
    box = np.ascontiguousarray(window)
    if not box.all():
        raise _nd.missing("rank in a footprint that is no box", "scipy.ndimage.rank_filter")
    if any(side % 2 == 0 for side in box.shape):
        raise _nd.missing("rank in a box of an even side", "scipy.ndimage.rank_filter")
    if sum(side > 1 for side in box.shape) > 3:
        raise _nd.missing("rank in a box of four dimensions", "scipy.ndimage.rank_filter")
    if array.ndim == 1:
        return _ranked(array[None], box[None], ["nearest", *modes], cval, [0, *origins], rank)[0]
    codes, value, values = _codes_with(array, modes, cval)
    made = _few_axes(codes, box, modes, value, origins, rank)
    return _nd.decoded(np.ascontiguousarray(made), values, array.dtype)


def _rank_of(percentile: float, count: int) -> int:
    share = percentile + 100.0 if percentile < 0 else percentile
    if not 0 <= share <= 100:
        raise RuntimeError("invalid percentile")
    return count - 1 if share == 100 else int(float(count) * share / 100.0)


def _rank_filter(
    input: Any, rank: Any, size: Any, footprint: Any, output: Any, mode: Any, cval: Any, origin: Any, axes: Any
) -> Any:
    _warn_of_both(size, footprint)
    words = "no footprint or filter size provided"
    array, window, modes, origins = _ready(input, size, footprint, output, mode, origin, axes, words, True)
    count = int(window.sum())
    place = rank(count)
    place += count if place < 0 else 0
    if not 0 <= place < count:
        raise RuntimeError("rank not within filter footprint size")
    if array.dtype.kind not in "biuf":
        raise RuntimeError("Unsupported array type")
    if place in (0, count - 1):
        made = extreme(array, window, modes, cval, origins, place == 0)
    else:
        made = _ranked(array, window, modes, cval, origins, place) if array.size else array
    return _nd.give(made, output, array.dtype)


def rank_filter(input, rank, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """The sample of one rank in a window."""
    return _rank_filter(input, lambda count: operator.index(rank), size, footprint, output, mode, cval, origin, axes)


def median_filter(input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """The median of a window."""
    return _rank_filter(input, lambda count: count // 2, size, footprint, output, mode, cval, origin, axes)


def percentile_filter(
    input, percentile, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """A percentile of a window."""
    return _rank_filter(
        input, lambda count: _rank_of(percentile, count), size, footprint, output, mode, cval, origin, axes
    )
