"""What the functions of lenslet.ndimage share: axes, outputs, what lies outside an array, and N-dimensional windows.

Ops know images. A filter of N dimensions is made of calls on images of rows: the axis in question becomes the last one,
all others become rows.
"""

# mypy: disable-error-code="no-any-return,arg-type,union-attr,var-annotated"
from __future__ import annotations

import operator
import warnings
from collections.abc import Iterable
from typing import Any, Callable, Optional, Sequence

import numpy as np

import lenslet

ops: Any = lenslet  # their arguments are computed here, which type checkers cannot follow

# What SciPy's modes are called by the ops: only where both mean the same.
BORDERS = {
    "reflect": "reflect",
    "grid-mirror": "reflect",
    "mirror": "reflect101",
    "nearest": "replicate",
    "wrap": "wrap",
    "grid-wrap": "wrap",
    "constant": "constant",
    "grid-constant": "constant",
}


MOST_CODES = 1 << 24  # f32 holds so many integers


def missing(what: str, instead: str) -> NotImplementedError:
    """What is raised for a function or an argument that is not there."""
    return NotImplementedError(f"lenslet.ndimage has no {what}: use {instead}")


def check_mode(mode: Any) -> str:
    if not isinstance(mode, str):
        raise RuntimeError("A sequence of modes is not supported")
    if mode not in BORDERS:
        raise RuntimeError("boundary mode not supported")
    return mode


def per_axis(value: Any, count: int) -> list[Any]:
    """A value for each axis: one for all, or a sequence of so many."""
    if isinstance(value, str) or not np.iterable(value):
        return [value] * count
    values = list(value)
    if len(values) != count:
        raise RuntimeError("sequence argument must have length equal to input rank")
    return values


def check_axes(axes: Any, ndim: int) -> tuple[int, ...]:
    if axes is None:
        return tuple(range(ndim))
    if not np.isscalar(axes) and not isinstance(axes, Iterable):
        raise ValueError("axes must be an integer, iterable of integers, or None")
    given = [operator.index(axis) for axis in ([axes] if np.isscalar(axes) else axes)]
    for axis in given:
        if not -ndim <= axis < ndim:
            raise ValueError(f"specified axis: {axis} is out of range")
    places = tuple(axis % ndim for axis in given)
    if len(set(places)) != len(places):
        raise ValueError("axes must be unique")
    return places


def check_axis(axis: int, ndim: int) -> int:
    if not -ndim <= axis < ndim:
        raise np.exceptions.AxisError(axis, ndim)
    return axis % ndim


def check_origin(origin: Any, size: int, message: str = "invalid origin") -> int:
    if not 0 <= size // 2 + origin < size:
        raise ValueError(message)
    return operator.index(origin)


def spread(values: Sequence[Any], axes: Sequence[int], ndim: int, default: Any) -> list[Any]:
    """Values of some axes as values of all, with a default for those that are not named."""
    whole = [default] * ndim
    for axis, value in zip(axes, values):
        whole[axis] = value
    return whole


def spread_window(window: Any, axes: Sequence[int], ndim: int, name: str) -> Any:
    """A window of some axes as one of all: one element wide along the others. As in SciPy its sides are in the array's
    order, whatever the order of the axes."""
    if window.ndim != len(axes):
        raise RuntimeError(f"{name}.ndim ({window.ndim}) must match len(axes) ({len(axes)})")
    return np.expand_dims(window, tuple(axis for axis in range(ndim) if axis not in axes))


def spread_values(value: Any, axes: Sequence[int], ndim: int, default: Any) -> list[Any]:
    if isinstance(value, str) or not np.iterable(value):
        return [value] * ndim if len(axes) == ndim else spread([value] * len(axes), axes, ndim, default)
    values = list(value)
    if len(values) != len(axes):
        raise RuntimeError("sequence argument must have length equal to input rank")
    return spread(values, axes, ndim, default)


def dtype_of(output: Any, default: Any, is_complex: bool = False) -> np.dtype:
    """The type of a result: of an array that was given, or a type that was named."""
    if output is None:
        made = np.dtype(np.promote_types(default, np.complex64) if is_complex else default)
        return made.newbyteorder("=")
    if isinstance(output, np.ndarray):
        named = output.dtype
    elif isinstance(output, str):
        named = np.dtype(output)
        if not issubclass(named.type, np.number):
            raise RuntimeError("output must have numeric dtype")
    elif isinstance(output, (type, np.dtype)):
        named = np.dtype(output)
        if is_complex and named.kind != "c":
            warnings.warn("promoting specified output dtype to complex", stacklevel=4)
            named = np.promote_types(named, np.complex64)
    else:
        named = np.asarray(output).dtype
    if is_complex and named.kind != "c":
        raise RuntimeError("output must have complex dtype")
    return named


def check_output(output: Any, shape: tuple[int, ...], default: Any, is_complex: bool = False) -> np.dtype:
    """The type of a result, before it is computed; an array that does not fit is refused."""
    named = dtype_of(output, default, is_complex)
    if output is not None and not isinstance(output, (str, type, np.dtype)) and np.shape(output) != tuple(shape):
        raise RuntimeError("output shape not correct")
    return named


def cast(result: Any, to: Any) -> Any:
    """Samples of another type, as C converts them: cut off at the point, and by their low bits."""
    with np.errstate(invalid="ignore", over="ignore"):
        if np.dtype(to) == bool and result.dtype.kind == "f":
            return (result.astype(np.int64) & 255) != 0
        if np.dtype(to).kind == "u" and result.dtype.kind == "f":
            negative = result < 0
            return (
                np.where(negative, result.astype(np.int64).astype(to), result.astype(to))
                if negative.any()
                else (result.astype(to))
            )
        return result.astype(to, copy=False)


def give(result: Any, output: Any, default: Any) -> Any:
    """The result in the array that was given, or as one of the type that was named."""
    made = cast(result, dtype_of(output, default, result.dtype.kind == "c"))
    if output is None or isinstance(output, (str, type, np.dtype)):
        return made
    output = np.asarray(output)
    output[...] = made
    return output


def outside(length: int, before: int, after: int, mode: str) -> Any:
    """Which element stands in each place from `before` elements before an axis to `after` behind it."""
    places = np.arange(-before, length + after)
    if mode in ("reflect", "grid-mirror"):
        places = places % (2 * length)
        return np.minimum(places, 2 * length - 1 - places)
    if mode == "mirror":
        places = places % max(2 * length - 2, 1)
        return np.minimum(places, 2 * length - 2 - places)
    if mode == "nearest":
        return np.clip(places, 0, length - 1)
    return places % length


def pad(array: Any, axis: int, before: int, after: int, mode: str, cval: Any) -> Any:
    if before == after == 0:
        return array
    if mode in ("constant", "grid-constant"):
        widths = [(0, 0)] * array.ndim
        widths[axis] = (before, after)
        return np.pad(array, widths, constant_values=cval)
    return np.take(array, outside(array.shape[axis], before, after, mode), axis=axis)


def pad_for(array: Any, window: Sequence[int], modes: Sequence[str], cval: Any, origins: Sequence[int]) -> Any:
    """The array with as much round it as a window of this shape and origin reads."""
    for axis, (size, mode, origin) in enumerate(zip(window, modes, origins)):
        before = size // 2 + origin
        array = pad(array, axis, before, size - 1 - before, mode, cval)
    return array


def along(array: Any, axis: int, of_rows: Callable[[Any], Any]) -> Any:
    """Calls a function with the array as rows along an axis, and turns its rows back."""
    moved = np.moveaxis(array, axis, -1)
    rows = np.ascontiguousarray(moved).reshape(-1, moved.shape[-1])
    result = of_rows(rows)
    return np.moveaxis(result.reshape(moved.shape[:-1] + result.shape[-1:]), -1, axis)


def coded(array: Any) -> tuple[Any, Optional[Any]]:
    """Samples in a type that ops order, and the values of their codes where they are codes and not the samples.

    What f32 does not hold exactly becomes its place among the array's different values, which has the same order.
    """
    if array.dtype.kind == "b":
        return array.view(np.uint8), None
    if array.dtype in (np.uint8, np.uint16, np.float16, np.float32):
        return array, None
    with np.errstate(over="ignore"):
        single = array.astype(np.float32)
    of_floats = array.dtype.kind == "f"
    if np.array_equal(single.astype(np.float64 if of_floats else np.longdouble), array, equal_nan=of_floats):
        return single, None
    values, codes = np.unique(array, return_inverse=True)
    if len(values) > MOST_CODES:
        raise missing(f"order of {len(values)} different {array.dtype} values", "scipy.ndimage")
    return codes.reshape(array.shape).astype(np.uint16 if len(values) <= 65536 else np.float32), values


def decoded(codes: Any, values: Optional[Any], dtype: np.dtype) -> Any:
    if values is not None:
        return values[codes.astype(np.intp)]
    return codes.view(bool) if dtype.kind == "b" and codes.dtype == np.uint8 else codes.astype(dtype, copy=False)
