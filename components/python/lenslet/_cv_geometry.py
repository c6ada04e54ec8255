"""Geometry of lenslet.cv: sizes, warps, borders and mirrors."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

import math
from typing import Any

import numpy as np

from lenslet import _cv
from lenslet import _cv_constants as _c
from lenslet._cv import ops

_INTERPOLATIONS = ["nearest", "linear", "cubic", "area"]


def _interpolation(flags: int, name: str) -> str:
    method = flags & 7
    if method >= len(_INTERPOLATIONS):
        raise _cv.missing("such an interpolation", name)
    return _INTERPOLATIONS[method]


def resize(src, dsize, dst=None, fx=0, fy=0, interpolation=_c.INTER_LINEAR):
    """The image in another size."""
    src, by = np.asarray(src), _interpolation(interpolation, "resize")
    if dsize is not None and any(dsize):
        return _cv.made(ops.resize, src, -1, dst, size=tuple(dsize), interpolation=by)
    if fx == fy:
        return _cv.made(ops.resize, src, -1, dst, scale=fx, interpolation=by)
    size = (round(src.shape[1] * fx), round(src.shape[0] * fy))
    if size != (src.shape[1] * fx, src.shape[0] * fy):
        raise _cv.missing("fx other than fy where the result's sides are not whole", "resize")
    return _cv.made(ops.resize, src, -1, dst, size=size, interpolation=by)


def _warp(op: Any, src: Any, matrix: Any, dsize: Any, dst: Any, flags: int, border: int, value: Any, name: str) -> Any:
    src = np.asarray(src)
    return _cv.made(
        op,
        src,
        -1,
        dst,
        matrix=np.asarray(matrix, float),
        size=tuple(dsize),
        inverse=bool(flags & _c.WARP_INVERSE_MAP),
        interpolation=_interpolation(flags, name),
        **_cv.outside(border, value, src, name),
    )


def warpAffine(src, M, dsize, dst=None, flags=_c.INTER_LINEAR, borderMode=_c.BORDER_CONSTANT, borderValue=0, hint=0):
    """The image turned, scaled, shifted and sheared."""
    return _warp(ops.warp_affine, src, M, dsize, dst, flags, borderMode, borderValue, "warpAffine")


def warpPerspective(
    src, M, dsize, dst=None, flags=_c.INTER_LINEAR, borderMode=_c.BORDER_CONSTANT, borderValue=0, hint=0
):
    """The image as seen from another place."""
    return _warp(ops.warp_perspective, src, M, dsize, dst, flags, borderMode, borderValue, "warpPerspective")


def remap(src, map1, map2, interpolation, dst=None, borderMode=_c.BORDER_CONSTANT, borderValue=0, hint=0):
    """Each pixel from the place that a table names."""
    if map2 is None:
        map1, map2 = map1[..., 0], map1[..., 1]
    src = np.asarray(src)
    maps = [np.ascontiguousarray(each, np.float32) for each in (map1, map2)]
    made = ops.remap(
        src,
        *maps,
        interpolation=_interpolation(interpolation, "remap"),
        **_cv.outside(borderMode, borderValue, src, "remap"),
    )
    return _cv.give(_cv.cast(made, src.dtype), dst)


def getRotationMatrix2D(center, angle, scale):
    """The matrix of a rotation, counter-clockwise by degrees."""
    cosine, sine = scale * math.cos(math.radians(angle)), scale * math.sin(math.radians(angle))
    x, y = center
    return np.array([[cosine, sine, (1 - cosine) * x - sine * y], [-sine, cosine, sine * x + (1 - cosine) * y]])


def copyMakeBorder(src, top, bottom, left, right, borderType, dst=None, value=0):
    """The image with a border round it."""
    src = np.asarray(src)
    return _cv.made(
        ops.pad,
        src,
        -1,
        dst,
        top=top,
        bottom=bottom,
        left=left,
        right=right,
        **_cv.outside(borderType, value, src, "copyMakeBorder"),
    )


def flip(src, flipCode, dst=None):
    """The image mirrored."""
    direction = "vertical" if flipCode == 0 else "horizontal" if flipCode > 0 else "both"
    return _cv.made(ops.flip, src, -1, dst, direction=direction)


def transpose(src, dst=None):
    """Rows become columns."""
    return _cv.made(ops.transpose, src, -1, dst)


def rotate(src, rotateCode, dst=None):
    """The image turned by quarters."""
    return _cv.made(ops.rotate, src, -1, dst, degrees=90 * (rotateCode + 1))
