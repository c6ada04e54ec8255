"""Filters of lenslet.cv: smoothing, masks, derivatives, corners and likeness."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from lenslet import _cv
from lenslet import _cv_constants as _c
from lenslet._cv import ops


def GaussianBlur(src, ksize, sigmaX, dst=None, sigmaY=0, borderType=_c.BORDER_DEFAULT, hint=0):
    """A Gaussian blur."""
    width, height = ksize
    return _cv.made(
        ops.gaussian,
        src,
        -1,
        dst,
        sigma=sigmaX,
        sigma_y=sigmaY or sigmaX,
        ksize=width,
        ksize_y=height,
        border=_cv.border(borderType, "GaussianBlur"),
    )


def boxFilter(src, ddepth, ksize, dst=None, anchor=(-1, -1), normalize=True, borderType=_c.BORDER_DEFAULT):
    """The mean of a window, or its sum."""
    _cv.centre(anchor, "boxFilter")
    border = _cv.border(borderType, "boxFilter")
    width, height = ksize
    if normalize:
        return _cv.made(ops.mean, src, ddepth, dst, ksize=width, ksize_y=height, border=border)
    return _cv.made(ops.filter2d, src, ddepth, dst, mask=_cv.odd_sided(np.ones((height, width))), border=border)


def blur(src, ksize, dst=None, anchor=(-1, -1), borderType=_c.BORDER_DEFAULT):
    """The mean of a window."""
    return boxFilter(src, -1, ksize, dst, anchor, True, borderType)


def medianBlur(src, ksize, dst=None):
    """The median of a window."""
    return _cv.made(ops.median, src, -1, dst, ksize=ksize, border="replicate")


def bilateralFilter(src, d, sigmaColor, sigmaSpace, dst=None, borderType=_c.BORDER_DEFAULT):
    """A mean of near and similar pixels."""
    return _cv.made(
        ops.bilateral,
        src,
        -1,
        dst,
        d=d if d > 0 else "auto",
        sigma_color=sigmaColor,
        sigma_space=sigmaSpace,
        border=_cv.border(borderType, "bilateralFilter"),
    )


def filter2D(src, ddepth, kernel, dst=None, anchor=(-1, -1), delta=0, borderType=_c.BORDER_DEFAULT):
    """A correlation with a mask."""
    _cv.centre(anchor, "filter2D")
    return _cv.made(
        ops.filter2d,
        src,
        ddepth,
        dst,
        mask=_cv.odd_sided(np.atleast_2d(np.asarray(kernel, float))),
        delta=delta,
        border=_cv.border(borderType, "filter2D"),
    )


def sepFilter2D(src, ddepth, kernelX, kernelY, dst=None, anchor=(-1, -1), delta=0, borderType=_c.BORDER_DEFAULT):
    """A correlation with a row of taps and a column of taps."""
    mask = np.outer(np.ravel(kernelY), np.ravel(kernelX))
    return filter2D(src, ddepth, mask, dst, anchor, delta, borderType)


def Sobel(src, ddepth, dx, dy, dst=None, ksize=3, scale=1, delta=0, borderType=_c.BORDER_DEFAULT):
    """Sobel's derivative."""
    if ksize == _c.FILTER_SCHARR:
        return Scharr(src, ddepth, dx, dy, dst, scale, delta, borderType)
    return _cv.made(
        ops.sobel,
        src,
        ddepth,
        dst,
        dx=dx,
        dy=dy,
        ksize=ksize,
        scale=scale,
        delta=delta,
        border=_cv.border(borderType, "Sobel"),
    )


def Scharr(src, ddepth, dx, dy, dst=None, scale=1, delta=0, borderType=_c.BORDER_DEFAULT):
    """Scharr's derivative."""
    return _cv.made(
        ops.scharr, src, ddepth, dst, dx=dx, dy=dy, scale=scale, delta=delta, border=_cv.border(borderType, "Scharr")
    )


def Laplacian(src, ddepth, dst=None, ksize=1, scale=1, delta=0, borderType=_c.BORDER_DEFAULT):
    """The sum of both second derivatives."""
    return _cv.made(
        ops.laplacian,
        src,
        ddepth,
        dst,
        ksize=ksize,
        scale=scale,
        delta=delta,
        border=_cv.border(borderType, "Laplacian"),
    )


def Canny(image, threshold1, threshold2, edges=None, apertureSize=3, L2gradient=False):
    """Edges one pixel wide."""
    low, high = sorted((threshold1, threshold2))
    return _cv.give(ops.canny(image, low=low, high=high, ksize=str(apertureSize), l2=bool(L2gradient)), edges)


def cornerHarris(src, blockSize, ksize, k, dst=None, borderType=_c.BORDER_DEFAULT):
    """How much each pixel is a corner."""
    aperture = "scharr" if ksize < 0 else str(ksize)
    return _cv.give(
        ops.harris_response(
            src, block=blockSize, aperture=aperture, k=k, border=_cv.border(borderType, "cornerHarris")
        ),
        dst,
    )


_LIKENESS = ["sqdiff", "sqdiff_normed", "ccorr", "ccorr_normed", "ccoeff", "ccoeff_normed"]


def matchTemplate(image, templ, method, result=None, mask=None):
    """How like a small picture is to each part of an image."""
    if mask is not None:
        raise _cv.missing("mask", "matchTemplate")
    return _cv.give(ops.match_template(image, templ, by=_LIKENESS[method]), result)


class FastFeatureDetector:
    """What FastFeatureDetector_create makes; detect() gives rows of column, row and response, and no cv2.KeyPoint."""

    def __init__(self, level: float, nonmax: bool) -> None:
        self._level, self._nonmax = level, nonmax

    def detect(self, image: Any, mask: Any = None) -> np.ndarray:
        if mask is not None:
            raise _cv.missing("mask", "FastFeatureDetector.detect")
        return np.asarray(ops.fast(image, threshold=self._level, nonmax="on" if self._nonmax else "off"))


def FastFeatureDetector_create(threshold=10, nonmaxSuppression=True):
    """Corners by rings of pixels."""
    return FastFeatureDetector(threshold, nonmaxSuppression)


def fastNlMeansDenoising(src, dst=None, h=3, templateWindowSize=7, searchWindowSize=21):
    """A mean of pixels whose surroundings are alike."""
    return _cv.made(ops.nlm, src, -1, dst, strength=h, patch=templateWindowSize, search=searchWindowSize)
