"""mean against OpenCV's blur, in double and in its own u8 arithmetic, and SciPy's uniform_filter."""
import cv2
import numpy as np
import pytest
from scipy import ndimage

from borders import REFLECT101, opencv, scipy_border
from compare import assert_close, assert_within_one
from photographs import at

SIZES = [(1, 1), (3, 3), (1, 7), (9, 9), (31, 31), (2, 2), (4, 3), (1, 6), (30, 20)]


def mean(lenslet, images, width, height, **settings):
    return lenslet.run("mean", images, "--ksize", width, "--ksize_y", height, **settings)


def blurred(image, width, height, border):
    return opencv(lambda i, kind: cv2.blur(i, (width, height), borderType=kind), image, 20, border)


def test_every_border_with_an_even_side(lenslet, trio, border):
    for name, result in mean(lenslet, trio, 4, 3, border=border).items():
        doubles = trio[name].astype(np.float64)
        assert_close(f"{name}, OpenCV", result, blurred(doubles, 4, 3, border), trio[name].dtype)
        ideal = ndimage.uniform_filter(doubles, (3, 4, 1)[: doubles.ndim], **scipy_border(border))
        assert_close(f"{name}, SciPy", result, ideal, trio[name].dtype)


def test_every_border(lenslet, trio, border):
    for name, result in mean(lenslet, trio, 5, 3, border=border).items():
        image = trio[name]
        doubles = image.astype(np.float64)
        assert_close(f"{name}, OpenCV", result, blurred(doubles, 5, 3, border), image.dtype)
        ideal = ndimage.uniform_filter(doubles, (3, 5, 1)[: image.ndim], **scipy_border(border))
        assert_close(f"{name}, SciPy", result, ideal, image.dtype)
        if image.dtype == np.uint8:
            assert_within_one(f"{name}, OpenCV's u8", result, blurred(image, 5, 3, border))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_sizes(lenslet, photographs, size):
    images = at(photographs, SIZES.index(size))
    for name, result in mean(lenslet, images, *size, border=REFLECT101).items():
        image = images[name]
        assert_close(name, result, blurred(image.astype(np.float64), *size, REFLECT101), image.dtype)
