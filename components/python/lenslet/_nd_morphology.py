"""Morphology of lenslet.ndimage: of masks and of grey levels, and distances."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

import operator
from typing import Any, Optional, Sequence

import numpy as np

from lenslet import _nd
from lenslet._nd import ops
from lenslet._nd_order import extreme, maximum_filter, minimum_filter, with_heights


def generate_binary_structure(rank, connectivity):
    """The element of three in each direction whose places differ from the middle along at most so many axes."""
    if rank < 1:
        return np.array(True, dtype=bool)
    steps = np.abs(np.indices([3] * rank) - 1).sum(0)
    return steps <= max(connectivity, 1)


def iterate_structure(structure, iterations, origin=None):
    """The structure dilated by itself."""
    structure = np.asarray(structure)
    if iterations < 2:
        return structure.copy()
    more = iterations - 1
    shape = [side + more * (side - 1) for side in structure.shape]
    result = np.zeros(shape, bool)
    result[tuple(slice(more * (side // 2), more * (side // 2) + side) for side in structure.shape)] = structure != 0
    result = binary_dilation(result, structure, iterations=more)
    if origin is None:
        return result
    return result, [iterations * each for each in _nd.per_axis(origin, structure.ndim)]


def _repeat(
    array: Any, structure: Any, iterations: int, mask: Any, border: int, origins: Sequence[int], erode: bool
) -> Any:
    """So many steps of erosion or dilation; below one: until nothing changes."""
    modes = ["constant"] * array.ndim
    done = 0
    while True:
        made = extreme(array, structure, modes, border, origins, erode)
        if mask is not None:
            made = np.where(mask, made, array)
        done += 1
        if done == iterations or (iterations < 1 and np.array_equal(made, array)):
            return made
        array = made


def _structure(structure: Any, count: int) -> Any:
    if structure is None:
        return generate_binary_structure(count, 1)
    made = np.asarray(structure, dtype=bool)
    if made.ndim != count:
        raise RuntimeError("structure and input must have same dimensionality")
    if made.size < 1:
        raise RuntimeError("structure must not be empty")
    return made


def _steps(iterations: Any) -> int:
    try:
        return operator.index(iterations)
    except TypeError as error:
        raise TypeError("iterations parameter should be an integer") from error


def _binary(
    input: Any,
    structure: Any,
    iterations: Any,
    mask: Any,
    output: Any,
    border_value: Any,
    origin: Any,
    axes: Any,
    erode: bool,
) -> Any:
    array = np.asarray(input)
    if array.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    places = _nd.check_axes(axes, array.ndim)
    structure = _structure(structure, len(places))
    window = _nd.spread_window(structure, places, array.ndim, "structure")
    origins = _nd.spread_values(origin, places, array.ndim, 0)
    origins = [_nd.check_origin(each, side) for each, side in zip(origins, window.shape)]
    if mask is not None and np.shape(mask) != array.shape:
        raise RuntimeError("mask and input must have equal sizes")
    _nd.check_output(output, array.shape, bool)
    ones = (array != 0).view(np.uint8)
    if not window.any():
        made = np.full(array.shape, erode, np.uint8)
    else:
        of_mask = None if mask is None else np.asarray(mask, bool)
        made = _repeat(ones, window, _steps(iterations), of_mask, int(bool(border_value)), origins, erode)
    return _nd.give(made != 0, output, bool)


def _turned(window: Optional[Any], shape: Sequence[int], origin: Any) -> tuple[Any, list[int]]:
    """A window turned by half a turn, and its origin."""
    origins = [-each - (1 - side % 2) for each, side in zip(_nd.per_axis(origin, len(shape)), shape)]
    return (None if window is None else window[(slice(None, None, -1),) * window.ndim]), origins


def binary_erosion(
    input,
    structure=None,
    iterations=1,
    mask=None,
    output=None,
    border_value=0,
    origin=0,
    brute_force=False,
    *,
    axes=None,
):
    """What of a mask is left where the structure lies within it."""
    return _binary(input, structure, iterations, mask, output, border_value, origin, axes, True)


def binary_dilation(
    input,
    structure=None,
    iterations=1,
    mask=None,
    output=None,
    border_value=0,
    origin=0,
    brute_force=False,
    *,
    axes=None,
):
    """A mask with the structure laid on each of its places."""
    places = _nd.check_axes(axes, np.ndim(input))
    turned, origins = _turned(_structure(structure, len(places)), _structure(structure, len(places)).shape, origin)
    return _binary(input, turned, iterations, mask, output, border_value, origins, places, False)


def binary_opening(
    input,
    structure=None,
    iterations=1,
    output=None,
    origin=0,
    mask=None,
    border_value=0,
    brute_force=False,
    *,
    axes=None,
):
    """An erosion, and then a dilation."""
    inner = binary_erosion(input, structure, iterations, mask, None, border_value, origin, axes=axes)
    return binary_dilation(inner, structure, iterations, mask, output, border_value, origin, axes=axes)


def binary_closing(
    input,
    structure=None,
    iterations=1,
    output=None,
    origin=0,
    mask=None,
    border_value=0,
    brute_force=False,
    *,
    axes=None,
):
    """A dilation, and then an erosion."""
    inner = binary_dilation(input, structure, iterations, mask, None, border_value, origin, axes=axes)
    return binary_erosion(inner, structure, iterations, mask, output, border_value, origin, axes=axes)


def binary_hit_or_miss(input, structure1=None, structure2=None, output=None, origin1=0, origin2=None, *, axes=None):
    """Places where one structure lies within the mask and another one outside."""
    places = _nd.check_axes(axes, np.ndim(input))
    first = _structure(structure1, len(places))
    second = ~first if structure2 is None else np.asarray(structure2, bool)
    hit = binary_erosion(input, first, 1, None, None, 0, origin1, axes=places)
    met = _binary(input, second, 1, None, None, 0, origin1 if origin2 is None else origin2, places, False)
    if not second.any():
        met = np.zeros(hit.shape, bool)
    _nd.check_output(output, hit.shape, bool)
    return _nd.give(hit & ~met, output, bool)


def binary_propagation(input, structure=None, mask=None, output=None, border_value=0, origin=0, *, axes=None):
    """A dilation within a mask, until nothing changes."""
    return binary_dilation(input, structure, -1, mask, output, border_value, origin, axes=axes)


def binary_fill_holes(input, structure=None, output=None, origin=0, *, axes=None):
    """A mask with its holes filled."""
    array = np.asarray(input)
    places = _nd.check_axes(axes, array.ndim)
    _nd.check_output(output, array.shape, bool)
    usual = structure is None or np.array_equal(np.asarray(structure, bool), generate_binary_structure(len(places), 1))
    if usual and array.ndim == 2 and len(places) == 2 and not np.any(origin) and array.size:
        made = np.asarray(ops.fill_holes((array != 0).view(np.uint8), axes="yx", neighbours="4")) != 0
    else:
        empty = np.zeros(array.shape, bool)
        made = ~binary_dilation(empty, structure, -1, array == 0, None, 1, origin, axes=places)
    return _nd.give(made, output, bool)


def grey_erosion(
    input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """The least sample under an element."""
    if size is None and footprint is None and structure is None:
        raise ValueError("size, footprint, or structure must be specified")
    if structure is not None:
        window = np.ones(np.shape(structure), bool) if footprint is None else footprint
        return with_heights(input, window, structure, output, mode, cval, origin, axes, True)
    return minimum_filter(input, size, footprint, output, mode, cval, origin, axes=axes)


def grey_dilation(
    input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """The greatest sample under an element that is turned by half a turn."""
    if size is None and footprint is None and structure is None:
        raise ValueError("size, footprint, or structure must be specified")
    count = len(_nd.check_axes(axes, np.ndim(input)))
    if structure is not None:
        heights = np.asarray(structure)
        whole = np.ones(heights.shape, bool) if footprint is None else np.asarray(footprint, bool)
        turned, origins = _turned(whole, whole.shape, origin)
        of_turned = _turned(heights, heights.shape, 0)[0]
        return with_heights(input, turned, of_turned, output, mode, cval, origins, axes, False)
    window = None if footprint is None else np.asarray(footprint, bool)
    turned, origins = _turned(window, _nd.per_axis(size, count) if window is None else window.shape, origin)
    return maximum_filter(input, size, turned, output, mode, cval, origins, axes=axes)


def grey_opening(
    input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """An erosion, and then a dilation."""
    inner = grey_erosion(input, size, footprint, structure, None, mode, cval, origin, axes=axes)
    return grey_dilation(inner, size, footprint, structure, output, mode, cval, origin, axes=axes)


def grey_closing(
    input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """A dilation, and then an erosion."""
    inner = grey_dilation(input, size, footprint, structure, None, mode, cval, origin, axes=axes)
    return grey_erosion(inner, size, footprint, structure, output, mode, cval, origin, axes=axes)


def _less(a: Any, b: Any) -> Any:
    return a ^ b if a.dtype == bool and b.dtype == bool else a - b


def morphological_gradient(
    input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """A dilation less an erosion."""
    element = (size, footprint, structure, None, mode, cval, origin)
    made = _less(grey_dilation(input, *element, axes=axes), grey_erosion(input, *element, axes=axes))
    _nd.check_output(output, made.shape, made.dtype)
    return _nd.give(made, output, made.dtype)


def morphological_laplace(
    input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """A dilation and an erosion, less the samples twice."""
    array = np.asarray(input)
    element = (size, footprint, structure, None, mode, cval, origin)
    made = grey_dilation(array, *element, axes=axes) + grey_erosion(array, *element, axes=axes) - array - array
    _nd.check_output(output, made.shape, made.dtype)
    return _nd.give(made, output, made.dtype)


def white_tophat(
    input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """What is bright and smaller than the element."""
    array = np.asarray(input)
    _nd.check_output(output, array.shape, array.dtype)
    made = _less(array, grey_opening(array, size, footprint, structure, None, mode, cval, origin, axes=axes))
    return _nd.give(made, output, made.dtype)


def black_tophat(
    input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """What is dark and smaller than the element."""
    array = np.asarray(input)
    _nd.check_output(output, array.shape, array.dtype)
    made = _less(grey_closing(array, size, footprint, structure, None, mode, cval, origin, axes=axes), array)
    return _nd.give(made, output, made.dtype)


_METRICS = {"euclidean": "l2", "cityblock": "l1", "taxicab": "l1", "manhattan": "l1", "chessboard": "chessboard"}


def _distances(input: Any, metric: str, name: str, wanted: tuple[Any, ...]) -> Any:
    return_distances, return_indices, _, indices = wanted
    if return_indices:
        raise _nd.missing("return_indices", f"scipy.ndimage.{name}")
    if not return_distances:
        raise RuntimeError("at least one of return_distances/return_indices must be True")
    if indices is not None:
        raise RuntimeError("return_indices must be True if indices is supplied")
    mask = (np.atleast_1d(np.asarray(input)) != 0).view(np.uint8)
    if mask.ndim > 3:
        raise _nd.missing("distances of four dimensions", f"scipy.ndimage.{name}")
    pages = mask.shape[0] if mask.ndim == 3 else 1
    rows = np.ascontiguousarray(mask).reshape(-1, mask.shape[-1])
    made = ops.distance_transform(rows, metric=metric, axes="yx", **({"pages": pages} if pages > 1 else {}))
    return np.asarray(made).reshape(mask.shape).astype(np.float64)


def _place(made: Any, distances: Any, dtype: Any, name: str) -> Optional[Any]:
    if distances is None:
        return made.astype(dtype)
    if distances.dtype != dtype:
        raise RuntimeError(f"distances array must have {np.dtype(dtype).name} type" if name else "wrong type")
    if distances.shape != made.shape:
        raise RuntimeError("distances array has wrong shape")
    distances[...] = made
    return None


def _even_sampling(sampling: Any, ndim: int, name: str) -> float:
    values = [1.0] if sampling is None else _nd.per_axis(sampling, ndim)
    if len(set(values)) != 1:
        raise _nd.missing("sampling that differs between axes", f"scipy.ndimage.{name}")
    return float(values[0])


def distance_transform_edt(
    input, sampling=None, return_distances=True, return_indices=False, distances=None, indices=None
):
    """The distance to the nearest 0."""
    made = _distances(input, "l2", "distance_transform_edt", (return_distances, return_indices, distances, indices))
    step = _even_sampling(sampling, np.ndim(input), "distance_transform_edt")
    return _place(np.sqrt(np.rint(made * made)) * step, distances, np.float64, "edt")


def _metric_of(metric: Any) -> str:
    if not isinstance(metric, str):
        raise _nd.missing("metric by a structure", "scipy.ndimage.distance_transform_cdt")
    if _METRICS.get(metric, "l2") == "l2":
        raise ValueError("invalid metric provided")
    return _METRICS[metric]


def distance_transform_cdt(
    input, metric="chessboard", return_distances=True, return_indices=False, distances=None, indices=None
):
    """The number of steps to the nearest 0; -1 where there is none."""
    made = _distances(
        input, _metric_of(metric), "distance_transform_cdt", (return_distances, return_indices, distances, indices)
    )
    return _place(np.where(np.isfinite(made), made, -1), distances, np.int32, "cdt")


def distance_transform_bf(
    input, metric="euclidean", sampling=None, return_distances=True, return_indices=False, distances=None, indices=None
):
    """The distance to the nearest 0 by any of three metrics."""
    name = str(metric).lower()
    if name not in _METRICS:
        raise RuntimeError("distance metric not supported")
    if _METRICS[name] == "l2":
        return distance_transform_edt(input, sampling, return_distances, return_indices, distances, indices)
    made = _distances(
        input, _METRICS[name], "distance_transform_bf", (return_distances, return_indices, distances, indices)
    )
    return _place(np.minimum(made, 2**32 - 1), distances, np.uint32, "bf")
