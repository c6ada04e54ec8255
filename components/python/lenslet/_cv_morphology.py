"""Morphology of lenslet.cv: elements, erosion and dilation, distances and regions."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np

from lenslet import _cv
from lenslet import _cv_constants as _c
from lenslet._cv import ops
from lenslet._cv_arithmetic import subtract


def getStructuringElement(shape, ksize, anchor=(-1, -1)):
    """An element: the rectangle, the cross, or the ellipse in it."""
    width, height = ksize
    across, down = (side // 2 if given < 0 else given for side, given in zip(ksize, anchor))
    element = np.zeros((height, width), np.uint8)
    if shape == _c.MORPH_RECT:
        element[:] = 1
    elif shape == _c.MORPH_CROSS:
        element[down, :] = 1
        element[:, across] = 1
    elif shape == _c.MORPH_ELLIPSE:
        radius, middle = height // 2, width // 2
        for row in range(height):
            reach = round(middle * math.sqrt(radius**2 - (row - radius) ** 2) / radius) if radius else middle
            if abs(row - radius) <= radius:
                element[row, builtins.max(middle - reach, 0) : middle + reach + 1] = 1
    else:
        raise _cv.missing("element of such a shape", "getStructuringElement")
    return element


def _element(kernel: Any, anchor: Any, name: str) -> np.ndarray:
    _cv.centre(anchor, name)
    return np.ones((3, 3)) if kernel is None else _cv.odd_sided((np.asarray(kernel) != 0).astype(float))


def _morphed(
    op: Any, src: np.ndarray, element: np.ndarray, iterations: int, border: int, value: Any, name: str
) -> np.ndarray:
    limits: Any = np.iinfo(src.dtype) if src.dtype.kind in "iu" else np.finfo(src.dtype)
    weakest = float(limits.max if op is ops.erode else limits.min)
    told = _cv.outside(border, [weakest] * 4 if value is None else value, src, name)
    for _ in range(iterations):
        src = _cv.cast(op(src, element=element, **told), src.dtype)
    return src


def erode(src, kernel, dst=None, anchor=(-1, -1), iterations=1, borderType=_c.BORDER_CONSTANT, borderValue=None):
    """The least sample under an element."""
    element = _element(kernel, anchor, "erode")
    return _cv.give(_morphed(ops.erode, np.asarray(src), element, iterations, borderType, borderValue, "erode"), dst)


def dilate(src, kernel, dst=None, anchor=(-1, -1), iterations=1, borderType=_c.BORDER_CONSTANT, borderValue=None):
    """The greatest sample under an element."""
    element = _element(kernel, anchor, "dilate")
    return _cv.give(_morphed(ops.dilate, np.asarray(src), element, iterations, borderType, borderValue, "dilate"), dst)


def morphologyEx(
    src, op, kernel, dst=None, anchor=(-1, -1), iterations=1, borderType=_c.BORDER_CONSTANT, borderValue=None
):
    """Erosions and dilations one after the other."""
    src = np.asarray(src)
    how = (None, anchor, iterations, borderType, borderValue)
    if op in (_c.MORPH_ERODE, _c.MORPH_DILATE):
        return (erode if op == _c.MORPH_ERODE else dilate)(src, kernel, dst, *how[1:])
    if op == _c.MORPH_GRADIENT:
        return subtract(dilate(src, kernel, *how), erode(src, kernel, *how), dst)
    if op in (_c.MORPH_OPEN, _c.MORPH_TOPHAT):
        opened = dilate(erode(src, kernel, *how), kernel, *how)
        return _cv.give(opened, dst) if op == _c.MORPH_OPEN else subtract(src, opened, dst)
    if op in (_c.MORPH_CLOSE, _c.MORPH_BLACKHAT):
        closed = erode(dilate(src, kernel, *how), kernel, *how)
        return _cv.give(closed, dst) if op == _c.MORPH_CLOSE else subtract(closed, src, dst)
    raise _cv.missing("MORPH_HITMISS", "morphologyEx")


def distanceTransform(src, distanceType, maskSize, dst=None, dstType=_c.CV_32F):
    """The distance to the nearest 0: the exact one, whatever the size of OpenCV's mask."""
    metrics = {_c.DIST_L1: "l1", _c.DIST_L2: "l2", _c.DIST_C: "chessboard"}
    if distanceType not in metrics:
        raise _cv.missing("such a distance", "distanceTransform")
    return _cv.give(_cv.cast(ops.distance_transform(src, metric=metrics[distanceType]), _cv.DEPTHS[dstType]), dst)


def connectedComponents(image, labels=None, connectivity=8, ltype=_c.CV_32S):
    """Numbers of connected regions; returns how many there are, with the background, and the numbers."""
    made, count = ops.label(image, neighbours=str(connectivity), count=True)
    return int(np.asarray(count).ravel()[0]) + 1, _cv.give(_cv.cast(made, _cv.DEPTHS[ltype]), labels)


def connectedComponentsWithStats(image, labels=None, stats=None, centroids=None, connectivity=8, ltype=_c.CV_32S):
    """Connected regions, and a box, an area and a centroid of each."""
    count, made = connectedComponents(image, None, connectivity, _c.CV_32S)
    table = np.asarray(ops.region_statistics(made + 1, np.asarray(image), regions=count))
    rows = np.zeros((count, 11))
    rows[: len(table)] = table[:, :11]
    boxes = rows[:, [2, 3, 4, 5, 1]].astype(np.int32)
    return (
        count,
        _cv.give(_cv.cast(made, _cv.DEPTHS[ltype]), labels),
        _cv.give(boxes, stats),
        _cv.give(rows[:, 6:8].copy(), centroids),
    )
