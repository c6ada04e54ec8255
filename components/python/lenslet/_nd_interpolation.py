"""Geometry of lenslet.ndimage: samples at places between pixels, by the nearest one or linearly."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

import itertools
import warnings
from typing import Any, Callable, Optional, Sequence

import numpy as np

from lenslet import _nd
from lenslet._nd import ops


def _check_order(order: int, name: str) -> None:
    if order < 0 or order > 5:
        raise RuntimeError("spline order not supported")
    if order > 1:
        raise _nd.missing("splines: order may be 0 or 1, and the default is 3", f"scipy.ndimage.{name}")


def _fold(places: Any, length: int, mode: str) -> tuple[Any, Optional[Any]]:
    """Places as such within the axis, and where they lie outside and take cval."""
    if mode == "constant":
        return np.clip(places, 0, length - 1), ~((places >= 0) & (places <= length - 1))
    if mode == "grid-constant":
        return np.clip(places, -1, length), ~((places > -1) & (places < length))
    if mode in ("reflect", "grid-mirror"):
        turned = (places + 0.5) % (2 * length) - 0.5
        turned = np.where(turned > length - 0.5, 2 * length - 1 - turned, turned)
        return np.clip(turned, 0, length - 1), None
    if mode == "grid-wrap":
        return places % length, None
    if mode == "nearest" or length == 1:
        return np.clip(places, 0, length - 1), None
    if mode == "mirror":
        turned = places % (2 * length - 2)
        return np.where(turned > length - 1, 2 * length - 2 - turned, turned), None
    return _wrap(places, length - 1), None


def _wrap(places: Any, period: int) -> Any:
    """SciPy's wrap: the last sample lies where the first one lies."""
    below = places + period * (np.floor(-places / period) + 1)
    above = places - period * np.floor(places / period)
    return np.where(places < 0, below, np.where(places > period, above, places))


def _read(image: Any, rows: Any, columns: Any, order: int, modes: Sequence[str], cval: float) -> Any:
    """Samples of an image at places."""
    folded, outside = [], np.zeros(rows.shape, bool)
    for axis, (places, mode) in enumerate(zip((rows, columns), modes)):
        inner, beyond = _fold(places, image.shape[axis], mode)
        outside |= False if beyond is None else beyond
        if mode.startswith("grid-") and mode != "grid-mirror":
            image = _nd.pad(image, axis, 1, 1, mode, cval)
            inner = inner + 1
        folded.append(inner)
    made = _remap(image, folded[0], folded[1], order)
    return np.where(outside, cval, made) if outside.any() else made


def _remap(image: Any, rows: Any, columns: Any, order: int) -> Any:
    if image.dtype == np.float64:
        return _in_double(image, rows, columns, order)
    shape = rows.shape
    maps = [np.ascontiguousarray(places, np.float32).reshape(-1, shape[-1]) for places in (columns, rows)]
    made = ops.remap(image, *maps, interpolation="linear" if order else "nearest", border="replicate", axes="yx")
    return np.asarray(made).reshape(shape)


def _in_double(image: Any, rows: Any, columns: Any, order: int) -> Any:
    """The four neighbours of each place, which the op finds exactly, weighed in f64."""
    codes, values = _nd.coded(image)
    total = np.zeros(rows.shape)
    down, across = np.floor(rows), np.floor(columns)
    for row, along_rows in ((down, 1 - (rows - down)), (down + 1, rows - down)):
        for column, along_columns in ((across, 1 - (columns - across)), (across + 1, columns - across)):
            inner = (np.clip(row, 0, image.shape[0] - 1), np.clip(column, 0, image.shape[1] - 1))
            total += along_rows * along_columns * _nd.decoded(_remap(codes, *inner, 0), values, image.dtype)
    return total


def _samples(array: Any, order: int, read: Callable[[Any], Any], cval: Any, to: np.dtype) -> Any:
    """Reads samples in a type that the op knows: of the nearest pixel they are exact, others are computed in f32."""
    if array.dtype.kind == "c":
        parts = [
            _samples(part, order, lambda of, value=value: read(of, value), value, np.dtype(np.float64))
            for part, value in ((array.real, complex(cval).real), (array.imag, complex(cval).imag))
        ]
        return parts[0] + 1j * parts[1]
    single = np.ascontiguousarray(array).astype(np.float32)
    if order == 0 and not np.array_equal(single.astype(array.dtype), array):
        codes, values = _nd.coded(np.append(array.ravel(), _nd.cast(np.asarray(cval), array.dtype)))
        made = read(codes[:-1].reshape(array.shape).astype(np.float32), float(codes[-1]))
        return _nd.decoded(made, values, array.dtype)
    of_double = order == 1 and (array.dtype == np.float64 or array.dtype.kind in "iu" and array.dtype.itemsize >= 4)
    samples = np.asarray(array, np.float64) if of_double else single
    return _rounded(np.asarray(read(samples, cval), np.float64), to)


def _rounded(made: Any, to: np.dtype) -> Any:
    """Halves are rounded away from 0 where the result is of integers, as SciPy does here."""
    if to.kind not in "iu":
        return made
    whole = np.trunc(made + np.copysign(0.5, made))
    return np.maximum(whole, 0) if to.kind == "u" else whole


def _at(array: Any, places: Sequence[Any], order: int, mode: str, cval: Any, to: np.dtype) -> Any:
    """An array of one or two dimensions at places."""
    shape = np.broadcast_shapes(*(np.shape(axis) for axis in places))
    if 0 in shape or array.size == 0:
        return np.full(shape, cval, array.dtype)
    flat = [
        np.broadcast_to(np.asarray(axis, np.float64), shape).reshape(-1, shape[-1] if shape else 1) for axis in places
    ]
    modes = [mode] * 2
    if array.ndim == 1:
        array, flat, modes = array[None], [np.zeros_like(flat[0]), *flat], ["nearest", mode]

    def read(of: Any, value: Any) -> Any:
        return _read(of, flat[0], flat[1], order, modes, value)

    return _samples(array, order, read, cval, to).reshape(shape)


def map_coordinates(input, coordinates, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    """Samples at the places that an array names: one of one or two dimensions, and order 0 or 1."""
    array, places = np.asarray(input), np.asarray(coordinates)
    if places.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    if array.ndim < 1:
        raise RuntimeError("input and output rank must be > 0")
    if places.shape[0] != array.ndim:
        raise RuntimeError("invalid shape for coordinate array")
    _check_order(order, "map_coordinates")
    _few(array, "map_coordinates")
    to = _nd.check_output(output, places.shape[1:], array.dtype, array.dtype.kind == "c")
    return _nd.give(_at(array, places, order, _nd.check_mode(mode), cval, to), output, array.dtype)


def _few(array: Any, name: str) -> None:
    if array.ndim > 2:
        raise _nd.missing("interpolation along three axes at once", f"scipy.ndimage.{name}")


def geometric_transform(
    input,
    mapping,
    output_shape=None,
    output=None,
    order=3,
    mode="constant",
    cval=0.0,
    prefilter=True,
    extra_arguments=(),
    extra_keywords=None,
):
    """Samples at the places that a function names: it is called for each, in Python."""
    array = np.asarray(input)
    _check_order(order, "geometric_transform")
    _few(array, "geometric_transform")
    shape = _shape_of(array, output_shape, output)
    keywords = extra_keywords or {}
    places = np.empty((array.ndim, *shape))
    for place in itertools.product(*(range(side) for side in shape)):
        places[(slice(None), *place)] = mapping(place, *extra_arguments, **keywords)
    to = _nd.check_output(output, shape, array.dtype, array.dtype.kind == "c")
    return _nd.give(_at(array, places, order, _nd.check_mode(mode), cval, to), output, array.dtype)


def _shape_of(array: Any, output_shape: Any, output: Any) -> tuple[int, ...]:
    if output_shape is not None:
        return tuple(int(side) for side in output_shape)
    return output.shape if isinstance(output, np.ndarray) else array.shape


def _each_axis(array: Any, places: Sequence[Any], order: int, mode: str, cval: Any, to: np.dtype) -> Any:
    """Samples at a grid of places, axis by axis: a linear interpolation of several axes is one after the other."""
    if any(len(of_axis) == 0 for of_axis in places) or array.size == 0:
        return np.zeros([len(of_axis) for of_axis in places], array.dtype)
    if array.ndim <= 2:
        return _at(array, np.meshgrid(*places, indexing="ij", sparse=True), order, mode, cval, to)

    def read(made: Any, value: Any) -> Any:
        for axis, of_axis in enumerate(places):
            made = _nd.along(made, axis, lambda rows, at=of_axis: _rows_at(rows, at, order, mode, value))
        return made

    return _samples(array, order, read, cval, to)


def _rows_at(rows: Any, places: Any, order: int, mode: str, cval: Any) -> Any:
    shape = (rows.shape[0], len(places))
    down = np.broadcast_to(np.arange(rows.shape[0], dtype=np.float64)[:, None], shape)
    return _read(rows, down, np.broadcast_to(places, shape), order, ["nearest", mode], cval).astype(rows.dtype)


def shift(input, shift, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    """The array moved by so many samples along each axis."""
    array = np.asarray(input)
    _check_rank(array)
    _check_order(order, "shift")
    steps = _nd.per_axis(shift, array.ndim)
    to = _nd.check_output(output, array.shape, array.dtype, array.dtype.kind == "c")
    places = [np.arange(side) - float(step) for side, step in zip(array.shape, steps)]
    return _nd.give(_each_axis(array, places, order, _nd.check_mode(mode), cval, to), output, array.dtype)


def _check_rank(array: Any) -> None:
    if array.ndim < 1:
        raise RuntimeError("input and output rank must be > 0")


def _zoomed(length: int, made: int, grid: bool) -> Any:
    if grid:
        return (np.arange(made) + 0.5) * (length / made if made else 1) - 0.5
    return np.arange(made) * ((length - 1) / (made - 1) if made > 1 else 1.0)


def zoom(input, zoom, output=None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False):
    """The array in another size."""
    array = np.asarray(input)
    _check_rank(array)
    _check_order(order, "zoom")
    shape = tuple(int(round(side * factor)) for side, factor in zip(array.shape, _nd.per_axis(zoom, array.ndim)))
    if grid_mode and mode in ("constant", "nearest", "wrap"):
        instead = {"constant": "grid-constant", "nearest": "nearest", "wrap": "grid-wrap"}[mode]
        if instead != mode:
            warnings.warn(
                f"It is recommended to use mode = {instead} instead of {mode} when grid_mode is True.", stacklevel=2
            )
    to = _nd.check_output(output, shape, array.dtype, array.dtype.kind == "c")
    places = [_zoomed(side, made, grid_mode) for side, made in zip(array.shape, shape)]
    return _nd.give(_each_axis(array, places, order, _nd.check_mode(mode), cval, to), output, array.dtype)


def _matrix_and_offset(matrix: Any, offset: Any, ndim: int, made_ndim: int) -> tuple[Any, Any]:
    matrix = np.asarray(matrix, dtype=np.float64)
    if matrix.ndim not in (1, 2) or matrix.shape[0] < 1:
        raise RuntimeError("no proper affine matrix provided")
    offsets = np.array(_nd.per_axis(offset, ndim), np.float64)
    if matrix.ndim == 2 and matrix.shape[1] == ndim + 1 and matrix.shape[0] in (ndim, ndim + 1):
        if matrix.shape[0] == ndim + 1 and not np.array_equal(matrix[ndim], [0] * ndim + [1]):
            raise ValueError(
                "Expected homogeneous transformation matrix: the last row is to be 0 but for its last number"
            )
        matrix, offsets = matrix[:ndim, :ndim], matrix[:ndim, ndim]
    if matrix.shape[0] != ndim or matrix.ndim == 2 and matrix.shape[1] != made_ndim:
        raise RuntimeError("affine matrix has wrong number of rows or columns")
    return matrix, offsets


def _transformed(shape: Sequence[int], matrix: Any, offsets: Any) -> Any:
    grid = np.indices(shape, dtype=np.float64)
    return np.tensordot(matrix, grid, 1) + offsets.reshape((-1,) + (1,) * len(shape))


def affine_transform(
    input, matrix, offset=0.0, output_shape=None, output=None, order=3, mode="constant", cval=0.0, prefilter=True
):
    """The array turned, scaled, shifted and sheared: the matrix maps places of the result to the array's."""
    array = np.asarray(input)
    _check_rank(array)
    _check_order(order, "affine_transform")
    shape = _shape_of(array, output_shape, output)
    matrix, offsets = _matrix_and_offset(matrix, offset, array.ndim, len(shape))
    to = _nd.check_output(output, shape, array.dtype, array.dtype.kind == "c")
    mode = _nd.check_mode(mode)
    diagonal = matrix if matrix.ndim == 1 else np.diag(matrix)
    if matrix.ndim == 1 or (matrix.shape[0] == matrix.shape[1] and np.array_equal(matrix, np.diag(diagonal))):
        places = [np.arange(side) * factor + start for side, factor, start in zip(shape, diagonal, offsets)]
        return _nd.give(_each_axis(array, places, order, mode, cval, to), output, array.dtype)
    _few(array, "affine_transform")
    return _nd.give(_at(array, _transformed(shape, matrix, offsets), order, mode, cval, to), output, array.dtype)


def _check_plane(axes: Any, ndim: int) -> list[int]:
    if ndim < 2:
        raise ValueError("input array should be at least 2D")
    places = list(axes)
    if len(places) != 2:
        raise ValueError("axes should contain exactly two values")
    if not all(float(axis).is_integer() for axis in places):
        raise ValueError("axes should contain only integer values")
    places = [axis + ndim if axis < 0 else axis for axis in places]
    if min(places) < 0 or max(places) >= ndim:
        raise ValueError("invalid rotation plane specified")
    return sorted(places)


def _turn(angle: float) -> Any:
    """The matrix of a rotation; of quarters of a turn it is exact."""
    quarters = angle / 90
    if quarters == int(quarters):
        cosine, sine = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][int(quarters) % 4]
    else:
        cosine, sine = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    return np.array([[cosine, sine], [-sine, cosine]])


def _turned_shape(matrix: Any, sides: Any) -> Any:
    corners = matrix @ np.array([[0, 0, sides[0], sides[0]], [0, sides[1], 0, sides[1]]])
    return (np.ptp(corners, axis=1) + 0.5).astype(int)


def rotate(input, angle, axes=(1, 0), reshape=True, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    """The array turned in the plane of two axes."""
    array = np.asarray(input)
    plane = _check_plane(axes, array.ndim)
    _check_order(order, "rotate")
    matrix = _turn(angle)
    sides = np.array([array.shape[axis] for axis in plane])
    made_sides = _turned_shape(matrix, sides) if reshape else sides
    offset = (sides - 1) / 2 - matrix @ ((made_sides - 1) / 2)
    shape = list(array.shape)
    for axis, side in zip(plane, made_sides):
        shape[axis] = int(side)
    to = _nd.check_output(output, tuple(shape), array.dtype, array.dtype.kind == "c")
    places = _transformed(made_sides, matrix, offset)
    moved = np.moveaxis(array, plane, (-2, -1))
    pages = [_at(page, places, order, _nd.check_mode(mode), cval, to) for page in moved.reshape((-1, *sides))]
    made = np.moveaxis(np.stack(pages).reshape(moved.shape[:-2] + tuple(made_sides)), (-2, -1), plane)
    return _nd.give(made, output, array.dtype)
