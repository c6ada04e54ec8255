"""OpenCV's functions on an OpenCL device: scripts run with the import changed.

    from lenslet import cv
    smooth = cv.GaussianBlur(image, (0, 0), 2)

Functions have OpenCV's names, the order of its arguments, its defaults and its dst. What is not there raises
NotImplementedError, which names what does it.
"""

from __future__ import annotations

from typing import Any

from lenslet import _cv, _cv_constants
from lenslet._cv_arithmetic import (
    LUT,
    absdiff,
    add,
    addWeighted,
    bitwise_and,
    bitwise_not,
    bitwise_or,
    bitwise_xor,
    divide,
    inRange,
    integral,
    integral2,
    max,
    min,
    minMaxLoc,
    multiply,
    normalize,
    subtract,
)
from lenslet._cv_colour import (
    CLAHE,
    adaptiveThreshold,
    createCLAHE,
    cvtColor,
    equalizeHist,
    merge,
    split,
    threshold,
)
from lenslet._cv_filters import (
    Canny,
    FastFeatureDetector,
    FastFeatureDetector_create,
    GaussianBlur,
    Laplacian,
    Scharr,
    Sobel,
    bilateralFilter,
    blur,
    boxFilter,
    cornerHarris,
    fastNlMeansDenoising,
    filter2D,
    matchTemplate,
    medianBlur,
    sepFilter2D,
)
from lenslet._cv_geometry import (
    copyMakeBorder,
    flip,
    getRotationMatrix2D,
    remap,
    resize,
    rotate,
    transpose,
    warpAffine,
    warpPerspective,
)
from lenslet._cv_morphology import (
    connectedComponents,
    connectedComponentsWithStats,
    dilate,
    distanceTransform,
    erode,
    getStructuringElement,
    morphologyEx,
)
from lenslet._cv_constants import *  # noqa: F401,F403

__all__ = [
    "absdiff",
    "adaptiveThreshold",
    "add",
    "addWeighted",
    "bilateralFilter",
    "bitwise_and",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "blur",
    "boxFilter",
    "Canny",
    "CLAHE",
    "connectedComponents",
    "connectedComponentsWithStats",
    "copyMakeBorder",
    "cornerHarris",
    "createCLAHE",
    "cvtColor",
    "dilate",
    "distanceTransform",
    "divide",
    "equalizeHist",
    "erode",
    "FastFeatureDetector",
    "FastFeatureDetector_create",
    "fastNlMeansDenoising",
    "filter2D",
    "flip",
    "GaussianBlur",
    "getRotationMatrix2D",
    "getStructuringElement",
    "inRange",
    "integral",
    "integral2",
    "Laplacian",
    "LUT",
    "matchTemplate",
    "max",
    "medianBlur",
    "merge",
    "min",
    "minMaxLoc",
    "morphologyEx",
    "multiply",
    "normalize",
    "remap",
    "resize",
    "rotate",
    "Scharr",
    "sepFilter2D",
    "Sobel",
    "split",
    "subtract",
    "threshold",
    "transpose",
    "warpAffine",
    "warpPerspective",
]
__all__ += [name for name in vars(_cv_constants) if not name.startswith("_")]


def __getattr__(name: str) -> Any:
    if name.startswith("_"):  # what Python itself asks for
        raise AttributeError(f"module 'lenslet.cv' has no attribute '{name}'", name=name)
    raise _cv.missing(name, name)
