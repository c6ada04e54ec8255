"""median and rank against OpenCV's medianBlur and SciPy's filters: to the bit for every type."""
import cv2
import numpy as np
import pytest
from scipy import ndimage
from skimage import filters

from borders import BORDERS, scipy_border
from compare import assert_equal

REPLICATE = BORDERS[1]


def median(lenslet, images, ksize, border):
    return lenslet.run("median", images, "--ksize", ksize, border=border)


@pytest.mark.parametrize("ksize", [3, 5])
def test_every_border(lenslet, trio, border, ksize):
    for name, result in median(lenslet, trio, ksize, border).items():
        image = trio[name]
        size = (ksize, ksize, 1)[: image.ndim]
        assert_equal(f"{name}, SciPy", result, ndimage.median_filter(image, size, **scipy_border(border)))
        if border == REPLICATE:  # the only one that OpenCV has
            assert_equal(f"{name}, OpenCV", result, cv2.medianBlur(image, ksize))


@pytest.mark.parametrize("ksize", [7, 15, 31])
def test_large_windows(lenslet, photographs, ksize):
    image = photographs["camera"]
    result = median(lenslet, {"camera": image}, ksize, REPLICATE)["camera"]
    assert_equal("camera, OpenCV", result, cv2.medianBlur(image, ksize))


@pytest.mark.parametrize("width, height", [(1, 255), (31, 1), (21, 9)])
def test_rectangles(lenslet, trio, width, height, border):
    results = lenslet.run("median", trio, "--ksize", width, "--ksize_y", height, border=border)
    for name, result in results.items():
        size = (height, width, 1)[: trio[name].ndim]
        assert_equal(name, result, ndimage.median_filter(trio[name], size, **scipy_border(border)))


@pytest.mark.parametrize("option, value, filtered", [
    ("--rank", 3, ndimage.rank_filter), ("--rank", -1, ndimage.rank_filter),
    ("--percentile", 20, ndimage.percentile_filter), ("--percentile", 100, ndimage.percentile_filter)])
@pytest.mark.parametrize("ksize", [3, 11])
def test_ranks(lenslet, trio, option, value, filtered, ksize):
    for name, result in lenslet.run("rank", trio, "--ksize", ksize, option, value, border=REPLICATE).items():
        size = (ksize, ksize, 1)[: trio[name].ndim]
        assert_equal(f"{name}, SciPy", result, filtered(trio[name], value, size, **scipy_border(REPLICATE)))


def test_scikit_image(lenslet, photographs):
    """Its rank filter leaves out what lies outside the image, so the outermost pixels are not compared."""
    image = photographs["camera"]
    result = median(lenslet, {"camera": image}, 3, REPLICATE)["camera"]
    ranked = filters.median(image, np.ones((3, 3)), behavior="rank")
    assert_equal("camera", result[1:-1, 1:-1], ranked[1:-1, 1:-1])
