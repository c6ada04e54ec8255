"""OpenCV's functions on an OpenCL device: scripts run with the import changed.

    from lenslet import cv
    smooth = cv.GaussianBlur(image, (0, 0), 2)

Functions have OpenCV's names, the order of its arguments, its defaults and its dst. What is not there raises
NotImplementedError, which names what does it.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np

import lenslet
from lenslet._cv_constants import *  # noqa: F401,F403
from lenslet import _cv_constants as _c

ops: Any = lenslet  # their arguments are computed here, which type checkers cannot follow
_DEPTHS = [np.uint8, np.int8, np.uint16, np.int16, np.int32, np.float32, np.float64, np.float16]
_BORDERS = ["constant", "replicate", "reflect", "wrap", "reflect101"]
_INTERPOLATIONS = ["nearest", "linear", "cubic", "area"]


def _missing(what: str, name: str) -> NotImplementedError:
    return NotImplementedError(f"lenslet.cv has no {what}: use cv2.{name}")


def _border(border: int, name: str) -> str:
    if not 0 <= border < len(_BORDERS):
        raise _missing(f"border of {border}", name)
    return _BORDERS[border]


def _give(result: Any, dst: Any) -> Any:
    """The result: in dst, where that has its size and type, as in OpenCV; else a new array."""
    made = np.asarray(result)
    if isinstance(dst, np.ndarray) and dst.shape == made.shape and dst.dtype == made.dtype:
        dst[...] = made
        return dst
    return made


def _cast(result: Any, to: Any) -> np.ndarray:
    """Samples of another type: rounded, halves to even numbers, and held within the type's range."""
    made, to = np.asarray(result), np.dtype(to)
    if made.dtype == to:
        return made
    if to.kind in "iu":
        limits = np.iinfo(to)
        return np.clip(np.rint(made.astype(np.float64)), limits.min, limits.max).astype(to)
    return made.astype(to)


def _depth(ddepth: int, src: np.ndarray) -> np.dtype:
    return src.dtype if ddepth is None or ddepth < 0 else np.dtype(_DEPTHS[ddepth])


def _made(op: Any, src: Any, ddepth: int, dst: Any, **arguments: Any) -> Any:
    """What a filter gives in the type that is asked for. Where that is not the image's, it is computed in f32."""
    src = np.asarray(src)
    to = _depth(ddepth, src)
    if to != src.dtype:
        arguments["ddepth"] = "f32"
    return _give(_cast(op(src, **arguments), to), dst)


def _centre(anchor: Any, name: str) -> None:
    if tuple(anchor) != (-1, -1):
        raise _missing("anchor but the centre", name)


def GaussianBlur(src, ksize, sigmaX, dst=None, sigmaY=0, borderType=_c.BORDER_DEFAULT, hint=0):
    """A Gaussian blur."""
    width, height = ksize
    return _made(
        ops.gaussian,
        src,
        -1,
        dst,
        sigma=sigmaX,
        sigma_y=sigmaY or sigmaX,
        ksize=width,
        ksize_y=height,
        border=_border(borderType, "GaussianBlur"),
    )


def boxFilter(src, ddepth, ksize, dst=None, anchor=(-1, -1), normalize=True, borderType=_c.BORDER_DEFAULT):
    """The mean of a window, or its sum."""
    _centre(anchor, "boxFilter")
    border = _border(borderType, "boxFilter")
    width, height = ksize
    if normalize:
        return _made(ops.mean, src, ddepth, dst, ksize=width, ksize_y=height, border=border)
    return _made(ops.filter2d, src, ddepth, dst, mask=np.ones((height, width)), border=border)


def blur(src, ksize, dst=None, anchor=(-1, -1), borderType=_c.BORDER_DEFAULT):
    """The mean of a window."""
    return boxFilter(src, -1, ksize, dst, anchor, True, borderType)


def medianBlur(src, ksize, dst=None):
    """The median of a window."""
    return _made(ops.median, src, -1, dst, ksize=ksize, border="replicate")


def bilateralFilter(src, d, sigmaColor, sigmaSpace, dst=None, borderType=_c.BORDER_DEFAULT):
    """A mean of near and similar pixels."""
    return _made(
        ops.bilateral,
        src,
        -1,
        dst,
        d=d if d > 0 else "auto",
        sigma_color=sigmaColor,
        sigma_space=sigmaSpace,
        border=_border(borderType, "bilateralFilter"),
    )


def filter2D(src, ddepth, kernel, dst=None, anchor=(-1, -1), delta=0, borderType=_c.BORDER_DEFAULT):
    """A correlation with a mask."""
    _centre(anchor, "filter2D")
    return _made(
        ops.filter2d,
        src,
        ddepth,
        dst,
        mask=np.asarray(kernel, float),
        delta=delta,
        border=_border(borderType, "filter2D"),
    )


def sepFilter2D(src, ddepth, kernelX, kernelY, dst=None, anchor=(-1, -1), delta=0, borderType=_c.BORDER_DEFAULT):
    """A correlation with a row of taps and a column of taps."""
    mask = np.outer(np.ravel(kernelY), np.ravel(kernelX))
    return filter2D(src, ddepth, mask, dst, anchor, delta, borderType)


def Sobel(src, ddepth, dx, dy, dst=None, ksize=3, scale=1, delta=0, borderType=_c.BORDER_DEFAULT):
    """Sobel's derivative."""
    if ksize == _c.FILTER_SCHARR:
        return Scharr(src, ddepth, dx, dy, dst, scale, delta, borderType)
    return _made(
        ops.sobel,
        src,
        ddepth,
        dst,
        dx=dx,
        dy=dy,
        ksize=ksize,
        scale=scale,
        delta=delta,
        border=_border(borderType, "Sobel"),
    )


def Scharr(src, ddepth, dx, dy, dst=None, scale=1, delta=0, borderType=_c.BORDER_DEFAULT):
    """Scharr's derivative."""
    return _made(
        ops.scharr, src, ddepth, dst, dx=dx, dy=dy, scale=scale, delta=delta, border=_border(borderType, "Scharr")
    )


def Laplacian(src, ddepth, dst=None, ksize=1, scale=1, delta=0, borderType=_c.BORDER_DEFAULT):
    """The sum of both second derivatives."""
    return _made(
        ops.laplacian, src, ddepth, dst, ksize=ksize, scale=scale, delta=delta, border=_border(borderType, "Laplacian")
    )


def Canny(image, threshold1, threshold2, edges=None, apertureSize=3, L2gradient=False):
    """Edges one pixel wide."""
    low, high = sorted((threshold1, threshold2))
    return _give(ops.canny(image, low=low, high=high, ksize=str(apertureSize), l2=bool(L2gradient)), edges)


def cornerHarris(src, blockSize, ksize, k, dst=None, borderType=_c.BORDER_DEFAULT):
    """How much each pixel is a corner."""
    aperture = "scharr" if ksize < 0 else str(ksize)
    return _give(
        ops.harris_response(src, block=blockSize, aperture=aperture, k=k, border=_border(borderType, "cornerHarris")),
        dst,
    )


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
        raise _missing("element of such a shape", "getStructuringElement")
    return element


def _element(kernel: Any, anchor: Any, name: str) -> np.ndarray:
    """An element whose centre is the anchor: an even side gets a row or a column of 0."""
    _centre(anchor, name)
    element = np.ones((3, 3)) if kernel is None else (np.asarray(kernel) != 0).astype(float)
    return np.pad(element, [(0, 1 - side % 2) for side in element.shape])


def _morphed(
    op: Any, src: np.ndarray, element: np.ndarray, iterations: int, border: int, value: Any, name: str
) -> np.ndarray:
    least = op is ops.erode
    more: dict[str, Any] = {"border": _border(border, name)}
    if border == _c.BORDER_CONSTANT:
        limits: Any = np.iinfo(src.dtype) if src.dtype.kind in "iu" else np.finfo(src.dtype)
        more["border_value"] = float(limits.max if least else limits.min) if value is None else value
    for _ in range(iterations):
        src = _cast(op(src, element=element, **more), src.dtype)
    return src


def erode(src, kernel, dst=None, anchor=(-1, -1), iterations=1, borderType=_c.BORDER_CONSTANT, borderValue=None):
    """The least sample under an element."""
    element = _element(kernel, anchor, "erode")
    return _give(_morphed(ops.erode, np.asarray(src), element, iterations, borderType, borderValue, "erode"), dst)


def dilate(src, kernel, dst=None, anchor=(-1, -1), iterations=1, borderType=_c.BORDER_CONSTANT, borderValue=None):
    """The greatest sample under an element."""
    element = _element(kernel, anchor, "dilate")
    return _give(_morphed(ops.dilate, np.asarray(src), element, iterations, borderType, borderValue, "dilate"), dst)


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
        return _give(opened, dst) if op == _c.MORPH_OPEN else subtract(src, opened, dst)
    if op in (_c.MORPH_CLOSE, _c.MORPH_BLACKHAT):
        closed = erode(dilate(src, kernel, *how), kernel, *how)
        return _give(closed, dst) if op == _c.MORPH_CLOSE else subtract(closed, src, dst)
    raise _missing("MORPH_HITMISS", "morphologyEx")


_KINDS = ["binary", "inverse", "truncate", "tozero", "tozero-inverse"]


def threshold(src, thresh, maxval, type, dst=None):
    """What is above a level told from what is not. Returns the level, too."""
    src = np.asarray(src)
    if type & _c.THRESH_TRIANGLE:
        raise _missing("THRESH_TRIANGLE", "threshold")
    if type & _c.THRESH_OTSU:
        thresh = float(np.asarray(ops.histogram.otsu(src)).ravel()[0])
    level = math.floor(thresh) if src.dtype.kind in "iu" else thresh
    return float(level), _made(ops.threshold, src, -1, dst, level=level, maximum=maxval, kind=_KINDS[type & 7])


def adaptiveThreshold(src, maxValue, adaptiveMethod, thresholdType, blockSize, C, dst=None):
    """What is above the level of its surroundings told from what is not."""
    by = "gaussian" if adaptiveMethod == _c.ADAPTIVE_THRESH_GAUSSIAN_C else "mean"
    return _made(
        ops.adaptive_threshold,
        src,
        -1,
        dst,
        by=by,
        ksize=blockSize,
        offset=C,
        maximum=maxValue,
        kind=_KINDS[thresholdType],
        border="replicate",
    )


def _interpolation(flags: int, name: str) -> str:
    method = flags & 7
    if method >= len(_INTERPOLATIONS):
        raise _missing("such an interpolation", name)
    return _INTERPOLATIONS[method]


def resize(src, dsize, dst=None, fx=0, fy=0, interpolation=_c.INTER_LINEAR):
    """The image in another size."""
    src, by = np.asarray(src), _interpolation(interpolation, "resize")
    if dsize is not None and any(dsize):
        return _made(ops.resize, src, -1, dst, size=tuple(dsize), interpolation=by)
    if fx == fy:
        return _made(ops.resize, src, -1, dst, scale=fx, interpolation=by)
    size = (round(src.shape[1] * fx), round(src.shape[0] * fy))
    if size != (src.shape[1] * fx, src.shape[0] * fy):
        raise _missing("fx other than fy where the result's sides are not whole", "resize")
    return _made(ops.resize, src, -1, dst, size=size, interpolation=by)


def _warp(op: Any, src: Any, matrix: Any, dsize: Any, dst: Any, flags: int, border: int, value: Any, name: str) -> Any:
    more = {"border_value": value} if border == _c.BORDER_CONSTANT and np.any(value) else {}
    return _made(
        op,
        src,
        -1,
        dst,
        matrix=np.asarray(matrix, float),
        size=tuple(dsize),
        inverse=bool(flags & _c.WARP_INVERSE_MAP),
        interpolation=_interpolation(flags, name),
        border=_border(border, name),
        **more,
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
    more = {"border_value": borderValue} if borderMode == _c.BORDER_CONSTANT and np.any(borderValue) else {}
    maps = [np.ascontiguousarray(each, np.float32) for each in (map1, map2)]
    made = ops.remap(
        src, *maps, interpolation=_interpolation(interpolation, "remap"), border=_border(borderMode, "remap"), **more
    )
    return _give(_cast(made, np.asarray(src).dtype), dst)


def getRotationMatrix2D(center, angle, scale):
    """The matrix of a rotation, counter-clockwise by degrees."""
    cosine, sine = scale * math.cos(math.radians(angle)), scale * math.sin(math.radians(angle))
    x, y = center
    return np.array([[cosine, sine, (1 - cosine) * x - sine * y], [-sine, cosine, sine * x + (1 - cosine) * y]])


def copyMakeBorder(src, top, bottom, left, right, borderType, dst=None, value=0):
    """The image with a border round it."""
    more = {"border_value": value} if borderType == _c.BORDER_CONSTANT and np.any(value) else {}
    return _made(
        ops.pad,
        src,
        -1,
        dst,
        top=top,
        bottom=bottom,
        left=left,
        right=right,
        border=_border(borderType, "copyMakeBorder"),
        **more,
    )


def _swapped(image: Any) -> np.ndarray:
    return np.ascontiguousarray(np.asarray(image)[..., ::-1])


# What each code of cvtColor is: an op, and whether blue is first in the source, or in the result.
_COLOURS: dict[int, tuple[str, bool, bool]] = {
    _c.COLOR_BGR2GRAY: ("grey", True, False),
    _c.COLOR_RGB2GRAY: ("grey", False, False),
    _c.COLOR_BGR2HSV: ("rgb_to_hsv", True, False),
    _c.COLOR_RGB2HSV: ("rgb_to_hsv", False, False),
    _c.COLOR_BGR2LAB: ("rgb_to_lab", True, False),
    _c.COLOR_RGB2LAB: ("rgb_to_lab", False, False),
    _c.COLOR_BGR2YCrCb: ("rgb_to_ycrcb", True, False),
    _c.COLOR_RGB2YCrCb: ("rgb_to_ycrcb", False, False),
    _c.COLOR_HSV2BGR: ("hsv_to_rgb", False, True),
    _c.COLOR_HSV2RGB: ("hsv_to_rgb", False, False),
    _c.COLOR_LAB2BGR: ("lab_to_rgb", False, True),
    _c.COLOR_LAB2RGB: ("lab_to_rgb", False, False),
    _c.COLOR_YCrCb2BGR: ("ycrcb_to_rgb", False, True),
    _c.COLOR_YCrCb2RGB: ("ycrcb_to_rgb", False, False),
}


def cvtColor(src, code, dst=None, dstCn=0):
    """Colours of another space."""
    if code == _c.COLOR_BGR2RGB:
        return _give(_swapped(src), dst)
    if code == _c.COLOR_GRAY2BGR:
        grey = np.ascontiguousarray(np.asarray(src).reshape(np.shape(src)[:2]))
        return _give(ops.merge(grey, grey, grey), dst)
    if code not in _COLOURS:
        raise _missing(f"conversion of code {code}", "cvtColor")
    name, of_blue, to_blue = _COLOURS[code]
    made = getattr(lenslet, name)(_swapped(src) if of_blue else src)
    return _give(_swapped(made) if to_blue else made, dst)


def equalizeHist(src, dst=None):
    """Levels spread so that all are about equally frequent."""
    return _give(ops.equalize(src), dst)


class CLAHE:
    """What createCLAHE makes."""

    def __init__(self, clip: float, tiles: tuple[int, int]) -> None:
        self._clip, self._tiles = clip, tiles

    def apply(self, src: Any, dst: Any = None) -> Any:
        return _give(ops.clahe(src, clip=self._clip, tiles=self._tiles), dst)

    def getClipLimit(self) -> float:
        return self._clip

    def setClipLimit(self, clipLimit: float) -> None:
        self._clip = clipLimit

    def getTilesGridSize(self) -> tuple[int, int]:
        return self._tiles

    def setTilesGridSize(self, tileGridSize: tuple[int, int]) -> None:
        self._tiles = tileGridSize


def createCLAHE(clipLimit=40.0, tileGridSize=(8, 8)):
    """Levels equalised around each place, with limited contrast."""
    return CLAHE(clipLimit, tuple(tileGridSize))


def integral(src, sum=None, sdepth=-1):
    """Sums of all samples above and to the left."""
    src = np.asarray(src)
    to = _DEPTHS[sdepth] if sdepth >= 0 else (np.int32 if src.dtype == np.uint8 else np.float64)
    return _give(_cast(ops.integral(src), to), sum)


def integral2(src, sum=None, sqsum=None, sdepth=-1, sqdepth=-1):
    """Sums of all samples above and to the left, and of their squares."""
    src = np.asarray(src)
    sums, squares = ops.integral(src, squares=True)
    to = _DEPTHS[sdepth] if sdepth >= 0 else (np.int32 if src.dtype == np.uint8 else np.float64)
    return _give(_cast(sums, to), sum), _give(_cast(squares, _DEPTHS[sqdepth] if sqdepth >= 0 else np.float64), sqsum)


def distanceTransform(src, distanceType, maskSize, dst=None, dstType=_c.CV_32F):
    """The distance to the nearest 0: the exact one, whatever the size of OpenCV's mask."""
    metrics = {_c.DIST_L1: "l1", _c.DIST_L2: "l2", _c.DIST_C: "chessboard"}
    if distanceType not in metrics:
        raise _missing("such a distance", "distanceTransform")
    return _give(_cast(ops.distance_transform(src, metric=metrics[distanceType]), _DEPTHS[dstType]), dst)


def connectedComponents(image, labels=None, connectivity=8, ltype=_c.CV_32S):
    """Numbers of connected regions; returns how many there are, with the background, and the numbers."""
    made, count = ops.label(image, neighbours=str(connectivity), count=True)
    return int(np.asarray(count).ravel()[0]) + 1, _give(_cast(made, _DEPTHS[ltype]), labels)


def connectedComponentsWithStats(image, labels=None, stats=None, centroids=None, connectivity=8, ltype=_c.CV_32S):
    """Connected regions, and a box, an area and a centroid of each."""
    count, made = connectedComponents(image, None, connectivity, _c.CV_32S)
    table = np.asarray(ops.region_statistics(made + 1, np.asarray(image), regions=count))
    rows = np.zeros((count, 11))
    rows[: len(table)] = table[:, :11]
    boxes = rows[:, [2, 3, 4, 5, 1]].astype(np.int32)
    return count, _give(_cast(made, _DEPTHS[ltype]), labels), _give(boxes, stats), _give(rows[:, 6:8].copy(), centroids)


_LIKENESS = ["sqdiff", "sqdiff_normed", "ccorr", "ccorr_normed", "ccoeff", "ccoeff_normed"]


def matchTemplate(image, templ, method, result=None, mask=None):
    """How like a small picture is to each part of an image."""
    if mask is not None:
        raise _missing("mask", "matchTemplate")
    return _give(ops.match_template(image, templ, by=_LIKENESS[method]), result)


def minMaxLoc(src, mask=None):
    """The least and the greatest sample, and their places as column and row."""
    row = np.asarray(ops.minmaxloc(src, *([] if mask is None else [mask]))).reshape(-1, 6)[0]
    return float(row[0]), float(row[1]), (int(row[2]), int(row[3])), (int(row[4]), int(row[5]))


def _pair(a: Any, b: Any) -> tuple[np.ndarray, np.ndarray]:
    """Two images of one size: a number, or four of which the first ones are the channels', is an image of that."""
    first, second = (np.asarray(value) for value in (a, b))
    if first.ndim >= 2 and second.ndim >= 2:
        return first, second
    image, value = (first, second) if first.ndim >= 2 else (second, first)
    channels = image.shape[2] if image.ndim == 3 else 1
    level = value.ravel()[:channels] if value.size > 1 else value.ravel()
    whole = np.empty(image.shape, image.dtype)
    whole[...] = _cast(level if image.ndim == 3 else level[0], image.dtype)
    return (image, whole) if first.ndim >= 2 else (whole, image)


def _of_two(op: Any, src1: Any, src2: Any, dst: Any, mask: Any, dtype: int, **arguments: Any) -> Any:
    first, second = _pair(src1, src2)
    to = _depth(dtype, first)
    if to != first.dtype:
        first, second = (image.astype(np.float32) for image in (first, second))
    made = _cast(op(first, second, **arguments), to)
    if mask is None:
        return _give(made, dst)
    before = np.zeros_like(made) if dst is None else np.asarray(dst)
    return _give(ops.select(np.ascontiguousarray(made), before, np.asarray(mask)), dst)


def add(src1, src2, dst=None, mask=None, dtype=-1):
    """The sum of two images."""
    return _of_two(ops.add, src1, src2, dst, mask, dtype)


def subtract(src1, src2, dst=None, mask=None, dtype=-1):
    """One image less another."""
    return _of_two(ops.subtract, src1, src2, dst, mask, dtype)


def multiply(src1, src2, dst=None, scale=1, dtype=-1):
    """The product of two images."""
    return _of_two(ops.multiply, src1, src2, dst, None, dtype, scale=scale)


def divide(src1, src2, dst=None, scale=1, dtype=-1):
    """One image divided by another."""
    return _of_two(ops.divide, src1, src2, dst, None, dtype, scale=scale)


def absdiff(src1, src2, dst=None):
    """How far two images are apart."""
    return _of_two(ops.absdiff, src1, src2, dst, None, -1)


def min(src1, src2, dst=None):
    """The lesser of two images' samples."""
    return _of_two(ops.min, src1, src2, dst, None, -1)


def max(src1, src2, dst=None):
    """The greater of two images' samples."""
    return _of_two(ops.max, src1, src2, dst, None, -1)


def addWeighted(src1, alpha, src2, beta, gamma, dst=None, dtype=-1):
    """The sum of two images, each with a factor."""
    return _of_two(ops.addweighted, src1, src2, dst, None, dtype, alpha=alpha, beta=beta, gamma=gamma)


def bitwise_and(src1, src2, dst=None, mask=None):
    """The bits that both have."""
    return _of_two(ops.bitwise, src1, src2, dst, mask, -1, by="and")


def bitwise_or(src1, src2, dst=None, mask=None):
    """The bits that one has."""
    return _of_two(ops.bitwise, src1, src2, dst, mask, -1, by="or")


def bitwise_xor(src1, src2, dst=None, mask=None):
    """The bits that only one has."""
    return _of_two(ops.bitwise, src1, src2, dst, mask, -1, by="xor")


def bitwise_not(src, dst=None, mask=None):
    """The bits turned round."""
    made = np.asarray(ops.bitwise(src, by="not"))
    if mask is None:
        return _give(made, dst)
    before = np.zeros_like(made) if dst is None else np.asarray(dst)
    return _give(ops.select(made, before, np.asarray(mask)), dst)


def inRange(src, lowerb, upperb, dst=None):
    """A mask of the pixels whose channels all lie between bounds."""
    channels = np.shape(src)[2] if np.ndim(src) == 3 else 1
    low, high = ([float(value) for value in np.ravel(bound)[:channels]] for bound in (lowerb, upperb))
    return _give(ops.inrange(src, low=low, high=high), dst)


def normalize(src, dst, alpha=1, beta=0, norm_type=_c.NORM_L2, dtype=-1, mask=None):
    """Samples scaled so that their range, or their norm, is what is asked for."""
    src = np.asarray(src)
    if mask is not None:
        raise _missing("mask", "normalize")
    scale, delta = _scale(src, alpha, beta, norm_type)
    made = ops.convert(src, to="f32", scale=scale, delta=delta)
    return _give(_cast(made, _depth(dtype, src)), dst)


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
    else:
        length = float(np.asarray(ops.reduce.sum(np.abs(src.astype(np.float32)).ravel())).ravel()[0])
    return (alpha / length if length > 0 else 0.0), 0.0


def flip(src, flipCode, dst=None):
    """The image mirrored."""
    direction = "vertical" if flipCode == 0 else "horizontal" if flipCode > 0 else "both"
    return _made(ops.flip, src, -1, dst, direction=direction)


def transpose(src, dst=None):
    """Rows become columns."""
    return _made(ops.transpose, src, -1, dst)


def rotate(src, rotateCode, dst=None):
    """The image turned by quarters."""
    return _made(ops.rotate, src, -1, dst, degrees=90 * (rotateCode + 1))


def split(m, mv=None):
    """Each channel as an image."""
    if np.ndim(m) == 2:
        return (np.array(m),)
    made = ops.split(m)
    return tuple(np.asarray(each) for each in (made if isinstance(made, tuple) else (made,)))


def merge(mv, dst=None):
    """Images of one channel as the channels of one."""
    images = [np.asarray(each) for each in mv]
    if len(images) not in (3, 4):
        raise _missing(f"merge of {len(images)} images", "merge")
    return _give(ops.merge(*images, channels=len(images)), dst)


class FastFeatureDetector:
    """What FastFeatureDetector_create makes; detect() gives rows of column, row and response, and no cv2.KeyPoint."""

    def __init__(self, level: float, nonmax: bool) -> None:
        self._level, self._nonmax = level, nonmax

    def detect(self, image: Any, mask: Any = None) -> np.ndarray:
        if mask is not None:
            raise _missing("mask", "FastFeatureDetector.detect")
        return np.asarray(ops.fast(image, threshold=self._level, nonmax="on" if self._nonmax else "off"))


def FastFeatureDetector_create(threshold=10, nonmaxSuppression=True):
    """Corners by rings of pixels."""
    return FastFeatureDetector(threshold, nonmaxSuppression)


def fastNlMeansDenoising(src, dst=None, h=3, templateWindowSize=7, searchWindowSize=21):
    """A mean of pixels whose surroundings are alike."""
    return _made(ops.nlm, src, -1, dst, strength=h, patch=templateWindowSize, search=searchWindowSize)


def LUT(src, lut, dst=None):
    """Samples looked up in a table."""
    table = [(float(level), float(value)) for level, value in enumerate(np.ravel(lut))]
    return _give(ops.lut(src, values=table), dst)


def __getattr__(name: str) -> Any:
    if name.startswith("_"):  # what Python itself asks for
        raise AttributeError(f"module 'lenslet.cv' has no attribute '{name}'", name=name)
    raise NotImplementedError(f"lenslet.cv has no {name}: use cv2.{name}")
