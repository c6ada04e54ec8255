"""median against OpenCV's medianBlur and SciPy's median_filter: to the bit for every type."""
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


def test_scikit_image(lenslet, photographs):
    """Its rank filter leaves out what lies outside the image, so the outermost pixels are not compared."""
    image = photographs["camera"]
    result = median(lenslet, {"camera": image}, 3, REPLICATE)["camera"]
    ranked = filters.median(image, np.ones((3, 3)), behavior="rank")
    assert_equal("camera", result[1:-1, 1:-1], ranked[1:-1, 1:-1])
