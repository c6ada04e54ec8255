"""brightness against OpenCV's saturating add and subtract, and NumPy."""
import cv2
import numpy as np
import pytest

from compare import assert_close, assert_equal
from photographs import grey, of_types


@pytest.mark.parametrize("delta", [60, -60])
def test_opencvs_saturating_sum(lenslet, photographs, delta):
    images = of_types(photographs, np.uint8, np.uint16)
    for name, result in lenslet.run("brightness", images, "--delta", delta).items():
        step = np.full_like(images[name], abs(delta))
        function = cv2.add if delta > 0 else cv2.subtract
        assert_equal(name, result, function(images[name], step))


def test_every_border(lenslet, single, border):
    """One pixel is the whole window, so the border has no part in it."""
    for name, result in lenslet.run("brightness", single, "--scale", 1.7, "--delta", -20.25, border=border).items():
        image = single[name]
        assert_close(name, result, 1.7 * image.astype(np.float64) - 20.25, image.dtype)


def test_negative_scale(lenslet, photographs):
    for name, result in lenslet.run("brightness", grey(photographs), "--scale", -1.3, "--delta", 200.5).items():
        image = photographs[name]
        assert_close(name, result, -1.3 * image.astype(np.float64) + 200.5, image.dtype)


def test_negative_results_kept(lenslet, photographs):
    image = photographs["chelsea"]
    result = lenslet.run("brightness", {"chelsea": image}, "--delta", -100, ddepth="f32")["chelsea"]
    assert_equal("chelsea", result, image.astype(np.float32) - 100)
