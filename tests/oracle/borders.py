"""The five borders under the names of each library, and how each library is asked for one."""
from typing import NamedTuple

import cv2
import numpy as np


class Border(NamedTuple):
    name: str
    numpy: str
    scipy: str
    opencv: int
    value: float = 0.0


BORDERS = [
    Border("constant", "constant", "constant", cv2.BORDER_CONSTANT, 37.0),
    Border("replicate", "edge", "nearest", cv2.BORDER_REPLICATE),
    Border("reflect", "symmetric", "reflect", cv2.BORDER_REFLECT),
    Border("wrap", "wrap", "wrap", cv2.BORDER_WRAP),
    Border("reflect101", "reflect", "mirror", cv2.BORDER_REFLECT_101),
]
REFLECT101 = BORDERS[4]


def scipy_border(border):
    return {"mode": border.scipy, "cval": border.value}


def opencv(function, image, radius, border):
    """function(image, border type) of OpenCV. Its filters know no wrap and no value of a constant border but 0; there
    they get an image with a margin that OpenCV itself makes."""
    if border.opencv not in (cv2.BORDER_WRAP, cv2.BORDER_CONSTANT):
        return function(image, border.opencv)
    padded = cv2.copyMakeBorder(image, radius, radius, radius, radius, border.opencv, value=(border.value,) * 4)
    result = function(padded, cv2.BORDER_REPLICATE)
    return result[radius : radius + image.shape[0], radius : radius + image.shape[1]]


def padded(image, radius, border):
    """The image with a margin that NumPy makes."""
    margin = [(radius, radius)] * 2 + [(0, 0)] * (image.ndim - 2)
    value = {"constant_values": border.value} if border.numpy == "constant" else {}
    return np.pad(image, margin, mode=border.numpy, **value)


def correlated(image, mask, border):
    """OpenCV's filter2D in double: exact for integers and whole taps."""
    radius = max(mask.shape) // 2
    return opencv(lambda i, kind: cv2.filter2D(i, cv2.CV_64F, mask, borderType=kind), image.astype(np.float64), radius,
                  border)
