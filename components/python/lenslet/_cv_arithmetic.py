"""Arithmetic of lenslet.cv: images and numbers, tables, sums and extremes."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from lenslet import _cv
from lenslet import _cv_constants as _c
from lenslet._cv import ops


def _factor(value: Any, image: np.ndarray, to: np.dtype) -> np.ndarray:
    """A number for each channel: a single one is for all."""
    return np.full(_cv.channels(image), float(value)) if np.ndim(value) == 0 else _cv.scalar(value, image)


def _summand(value: Any, image: np.ndarray, to: np.dtype) -> np.ndarray:
    """A number for each channel, rounded where the result has integers."""
    levels = _factor(value, image, to)
    return np.rint(levels) if to.kind in "iu" else levels


def _level(value: Any, image: np.ndarray, to: np.dtype) -> np.ndarray:
    """A sample for each channel. A single number is the first channel's in OpenCV, and a tuple of one is for all."""
    is_for_all = np.ndim(value) == 1 and np.size(value) == 1
    return _cv.cast(_factor(np.ravel(value)[0], image, to) if is_for_all else _cv.scalar(value, image), image.dtype)


def _of_two(
    op: Any, src1: Any, src2: Any, dst: Any, mask: Any, dtype: int, number: Any = _factor, **arguments: Any
) -> Any:
    """An op on two images of one size. One of both may be a number, which `number` makes a number for each channel.

    What the image's type does not hold is computed in f32.
    """
    pair = [np.asarray(src1), np.asarray(src2)]
    image = pair[0] if pair[0].ndim >= 2 else pair[1]
    to = _cv.depth(dtype, image)
    numbers = [value if value.ndim >= 2 else number(value, image, to) for value in pair]
    held = all(np.array_equal(_cv.cast(each, image.dtype), each) for each in numbers if each.ndim < 2)
    if to != image.dtype or not held:
        numbers = [each.astype(np.float32) for each in numbers]
    first, second = (_of_size(each, image) for each in numbers)
    made = _cv.cast(op(first, second, **arguments), to)
    return _masked(np.ascontiguousarray(made), dst, mask)


def _of_size(value: np.ndarray, image: np.ndarray) -> np.ndarray:
    """An image of one level in each channel, or what is an image."""
    if value.ndim >= 2:
        return value
    whole = np.empty(image.shape, value.dtype if value.dtype == np.float32 else image.dtype)
    whole[...] = value if image.ndim == 3 else value[0]
    return whole


def _masked(made: np.ndarray, dst: Any, mask: Any) -> Any:
    """What was made where the mask is set; elsewhere what dst has, or 0."""
    if mask is None:
        return _cv.give(made, dst)
    before = np.zeros_like(made) if dst is None else np.asarray(dst)
    return _cv.give(ops.select(made, before, np.asarray(mask)), dst)


def add(src1, src2, dst=None, mask=None, dtype=-1):
    """The sum of two images."""
    return _of_two(ops.add, src1, src2, dst, mask, dtype, _summand)


def subtract(src1, src2, dst=None, mask=None, dtype=-1):
    """One image less another."""
    return _of_two(ops.subtract, src1, src2, dst, mask, dtype, _summand)


def multiply(src1, src2, dst=None, scale=1, dtype=-1):
    """The product of two images."""
    return _of_two(ops.multiply, src1, src2, dst, None, dtype, scale=scale)


def divide(src1, src2, dst=None, scale=1, dtype=-1):
    """One image divided by another."""
    return _of_two(ops.divide, src1, src2, dst, None, dtype, scale=scale)


def absdiff(src1, src2, dst=None):
    """How far two images are apart."""
    return _of_two(ops.absdiff, src1, src2, dst, None, -1, _summand)


def min(src1, src2, dst=None):
    """The lesser of two images' samples."""
    return _of_two(ops.min, src1, src2, dst, None, -1, _level)


def max(src1, src2, dst=None):
    """The greater of two images' samples."""
    return _of_two(ops.max, src1, src2, dst, None, -1, _level)


def addWeighted(src1, alpha, src2, beta, gamma, dst=None, dtype=-1):
    """The sum of two images, each with a factor."""
    return _of_two(ops.addweighted, src1, src2, dst, None, dtype, alpha=alpha, beta=beta, gamma=gamma)


def bitwise_and(src1, src2, dst=None, mask=None):
    """The bits that both have."""
    return _of_two(ops.bitwise, src1, src2, dst, mask, -1, _level, by="and")


def bitwise_or(src1, src2, dst=None, mask=None):
    """The bits that one has."""
    return _of_two(ops.bitwise, src1, src2, dst, mask, -1, _level, by="or")


def bitwise_xor(src1, src2, dst=None, mask=None):
    """The bits that only one has."""
    return _of_two(ops.bitwise, src1, src2, dst, mask, -1, _level, by="xor")


def bitwise_not(src, dst=None, mask=None):
    """The bits turned round."""
    return _masked(np.asarray(ops.bitwise(src, by="not")), dst, mask)


def _bound(bound: Any, src: np.ndarray) -> np.ndarray:
    """A bound for each channel: where the samples are integers, the nearest one of those."""
    if np.ndim(bound) >= 2:
        raise _cv.missing("bounds that are images", "inRange")
    levels = _cv.scalar(bound, src)
    if np.ndim(bound) == 1 and np.size(bound) < levels.size:
        raise ValueError(f"inRange: a bound has {np.size(bound)} numbers, and the image {levels.size} channels")
    return np.rint(levels) if src.dtype.kind in "iu" else levels


def inRange(src, lowerb, upperb, dst=None):
    """A mask of the pixels whose channels all lie between bounds."""
    src = np.asarray(src)
    low, high = _bound(lowerb, src), _bound(upperb, src)
    if src.dtype.kind in "iu":
        limits = np.iinfo(src.dtype)
        low, high = np.maximum(low, limits.min), np.minimum(high, limits.max)
    if (low > high).any():  # the op refuses a range without a level
        return _cv.give(np.zeros(src.shape[:2], np.uint8), dst)
    return _cv.give(ops.inrange(src, low=low.tolist(), high=high.tolist()), dst)


def normalize(src, dst, alpha=1, beta=0, norm_type=_c.NORM_L2, dtype=-1, mask=None):
    """Samples scaled so that their range, or their norm, is what is asked for."""
    src = np.asarray(src)
    if mask is not None:
        raise _cv.missing("mask", "normalize")
    scale, delta = _scale(src, alpha, beta, norm_type)
    made = ops.convert(src, to="f32", scale=scale, delta=delta)
    return _cv.give(_cv.cast(made, _cv.depth(dtype, src)), dst)


def _scale(src: np.ndarray, alpha: float, beta: float, norm: int) -> tuple[float, float]:
    table = np.asarray(ops.minmaxloc(src)).reshape(-1, 6)
    least, greatest = float(table[:, 0].min()), float(table[:, 1].max())
    if norm == _c.NORM_MINMAX:
        low, high = sorted((alpha, beta))
        scale = (high - low) / (greatest - least) if greatest > least else 0.0
        return scale, low - least * scale
    if norm == _c.NORM_INF:
        length = builtins.max(abs(least), abs(greatest))
    elif norm == _c.NORM_L2:
        length = float(np.asarray(ops.reduce.norm(np.ascontiguousarray(src, np.float32).ravel())).ravel()[0])
    elif norm == _c.NORM_L1:
        length = float(np.asarray(ops.reduce.sum(np.abs(src.astype(np.float32)).ravel())).ravel()[0])
    else:
        raise _cv.missing(f"norm_type {norm}", "normalize")
    return (alpha / length if length > 0 else 0.0), 0.0


def minMaxLoc(src, mask=None):
    """The least and the greatest sample, and their places as column and row."""
    if np.ndim(src) == 3 and np.shape(src)[2] != 1:
        raise ValueError(f"minMaxLoc: src has {np.shape(src)[2]} channels, allowed: 1")
    if mask is not None and not np.any(mask):
        return 0.0, 0.0, (-1, -1), (-1, -1)
    row = np.asarray(ops.minmaxloc(src, *([] if mask is None else [mask]))).reshape(-1, 6)[0]
    return float(row[0]), float(row[1]), (int(row[2]), int(row[3])), (int(row[4]), int(row[5]))


def _type_of_sums(src: np.ndarray, sdepth: int) -> Any:
    return _cv.DEPTHS[sdepth] if sdepth >= 0 else (np.int32 if src.dtype == np.uint8 else np.float64)


def integral(src, sum=None, sdepth=-1):
    """Sums of all samples above and to the left."""
    src = np.asarray(src)
    return _cv.give(_cv.cast(ops.integral(src), _type_of_sums(src, sdepth)), sum)


def integral2(src, sum=None, sqsum=None, sdepth=-1, sqdepth=-1):
    """Sums of all samples above and to the left, and of their squares."""
    src = np.asarray(src)
    sums, squares = ops.integral(src, squares=True)
    return _cv.give(_cv.cast(sums, _type_of_sums(src, sdepth)), sum), _cv.give(
        _cv.cast(squares, _cv.DEPTHS[sqdepth] if sqdepth >= 0 else np.float64), sqsum
    )


def LUT(src, lut, dst=None):
    """Samples looked up in a table, or those of each channel in one of its own."""
    src, table = np.asarray(src), np.asarray(lut)
    if src.dtype.kind not in "iu" or src.dtype.itemsize > 2:
        raise _cv.missing(f"table for {src.dtype}", "LUT")
    src = src.view(f"u{src.dtype.itemsize}")  # the bits are the place in the table
    own = src.shape[2] if src.ndim == 3 and table.ndim == 3 else 1
    if table.size != own << (8 * src.dtype.itemsize):
        raise _cv.missing(f"table of the shape {table.shape} for an image of the shape {src.shape}", "LUT")
    if own == 1:
        return _cv.give(_looked_up(src, table), dst)
    columns = table.reshape(-1, own)
    return _cv.give(np.dstack([_looked_up(src[..., place], columns[:, place]) for place in range(own)]), dst)


def _looked_up(src: np.ndarray, table: np.ndarray) -> np.ndarray:
    """The op has tables of its image's type: one of another type is looked up by its bits, in parts of that size."""
    if table.itemsize < src.itemsize:
        return _looked_up(src, table.astype(src.dtype)).astype(table.dtype)
    parts = np.ascontiguousarray(table.ravel()).view(src.dtype).reshape(table.size, -1)
    made = [np.asarray(ops.lut(src, values=part.tolist())) for part in parts.T]
    return np.stack(made, axis=-1).view(table.dtype)[..., 0]
