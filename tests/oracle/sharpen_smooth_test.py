"""sharpen and smooth against OpenCV's filter2D and SciPy's correlate and convolve."""
import cv2
import numpy as np
from scipy import ndimage

from borders import correlated, opencv, scipy_border
from compare import assert_close, assert_equal, assert_exact

SHARPEN = np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]], np.float64)
PLUS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.float64)


def weights(mask, image):
    return mask if image.ndim == 2 else mask[:, :, None]


def test_sharpen(lenslet, trio, border):
    for name, result in lenslet.run("sharpen", trio, border=border).items():
        image = trio[name]
        ideal = ndimage.correlate(image.astype(np.float64), weights(SHARPEN, image), **scipy_border(border))
        assert_exact(f"{name}, SciPy", result, ideal, image, image.dtype)
        assert_exact(f"{name}, OpenCV", result, correlated(image, SHARPEN, border), image, image.dtype)
        if image.dtype != np.float32:
            own = opencv(lambda i, kind: cv2.filter2D(i, -1, SHARPEN, borderType=kind), image, 1, border)
            assert_equal(f"{name}, OpenCV's integers", result, own)


def test_sharpen_by_a_fraction(lenslet, single, border):
    mask = np.array([[0, -0.3, 0], [-0.3, 2.2, -0.3], [0, -0.3, 0]])
    for name, result in lenslet.run("sharpen", single, "--amount", 0.3, border=border).items():
        assert_close(name, result, correlated(single[name], mask, border), single[name].dtype)


def test_smooth_by_border_rule(lenslet, trio, border):
    for name, result in lenslet.run("smooth", trio, "--edge", "border", border=border).items():
        assert_close(name, result, correlated(trio[name], PLUS / 5, border), trio[name].dtype)


def test_smooth_renormalised(lenslet, single, border):
    """The sum of what lies in the image over the number of it; the border has no part in it."""
    for name, result in lenslet.run("smooth", single, "--edge", "renormalise", border=border).items():
        image = single[name]
        plus = weights(PLUS, image)
        total = ndimage.convolve(image.astype(np.float64), plus, mode="constant", cval=0)
        count = ndimage.convolve(np.ones(image.shape), plus, mode="constant", cval=0)
        assert_close(name, result, total / count, image.dtype)
