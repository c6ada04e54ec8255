"""Colours and levels of lenslet.cv: spaces, channels, histograms and thresholds."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

import math
from typing import Any

import numpy as np

from lenslet import _cv
from lenslet import _cv_constants as _c
from lenslet._cv import ops


def _colours(src: Any, channels: tuple[int, ...] = (3, 4)) -> np.ndarray:
    """The three colours of an image, without its alpha."""
    image = np.asarray(src)
    if image.ndim != 3 or image.shape[2] not in channels:
        allowed = " or ".join(str(count) for count in channels)
        raise ValueError(f"cvtColor: src has the shape {image.shape}, allowed: rows, columns and {allowed} channels")
    return image[..., :3]


def _swapped(image: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(image[..., ::-1])


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
        return _cv.give(_swapped(_colours(src)), dst)
    if code == _c.COLOR_GRAY2BGR:
        grey = np.ascontiguousarray(np.asarray(src).reshape(np.shape(src)[:2]))
        return _cv.give(ops.merge(grey, grey, grey), dst)
    if code not in _COLOURS:
        raise _cv.missing(f"conversion of code {code}", "cvtColor")
    name, of_blue, to_blue = _COLOURS[code]
    colours = _colours(src, (3,) if name.endswith("_to_rgb") else (3, 4))
    made = getattr(ops, name)(_swapped(colours) if of_blue else colours)
    return _cv.give(_swapped(np.asarray(made)) if to_blue else made, dst)


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
        raise _cv.missing(f"merge of {len(images)} images", "merge")
    return _cv.give(ops.merge(*images, channels=len(images)), dst)


def equalizeHist(src, dst=None):
    """Levels spread so that all are about equally frequent."""
    return _cv.give(ops.equalize(src), dst)


class CLAHE:
    """What createCLAHE makes."""

    def __init__(self, clip: float, tiles: tuple[int, int]) -> None:
        self._clip, self._tiles = clip, tiles

    def apply(self, src: Any, dst: Any = None) -> Any:
        return _cv.give(ops.clahe(src, clip=self._clip, tiles=self._tiles), dst)

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


_KINDS = ["binary", "inverse", "truncate", "tozero", "tozero-inverse"]


def threshold(src, thresh, maxval, type, dst=None):
    """What is above a level told from what is not. Returns the level, too."""
    src = np.asarray(src)
    if type & _c.THRESH_TRIANGLE:
        raise _cv.missing("THRESH_TRIANGLE", "threshold")
    if type & _c.THRESH_OTSU:
        thresh = float(np.asarray(ops.histogram.otsu(src)).ravel()[0])
    level = math.floor(thresh) if src.dtype.kind in "iu" else thresh
    return float(level), _cv.made(ops.threshold, src, -1, dst, level=level, maximum=maxval, kind=_KINDS[type & 7])


def adaptiveThreshold(src, maxValue, adaptiveMethod, thresholdType, blockSize, C, dst=None):
    """What is above the level of its surroundings told from what is not."""
    by = "gaussian" if adaptiveMethod == _c.ADAPTIVE_THRESH_GAUSSIAN_C else "mean"
    return _cv.made(
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
