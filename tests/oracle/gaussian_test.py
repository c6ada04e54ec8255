"""gaussian against OpenCV's GaussianBlur, in double and in its own u8 arithmetic, and SciPy's gaussian_filter."""
import cv2
import numpy as np
import pytest
from scipy import ndimage

from borders import REFLECT101, opencv, scipy_border
from compare import assert_close, assert_within_one
from photographs import at

# sigma, sigma_y, ksize, ksize_y; 0: from the others
SETTINGS = [(0, 0, 3, 0), (0, 0, 5, 0), (0, 0, 7, 0), (0, 0, 9, 0), (0, 0, 11, 5), (0.8, 0, 5, 0), (1.5, 0.5, 9, 3),
            (2.5, 0, 0, 0), (0.9, 2, 0, 0), (5, 0, 31, 0)]


def gaussian(lenslet, images, setting, **settings):
    names = ("--sigma", "--sigma_y", "--ksize", "--ksize_y")
    options = [word for pair in zip(names, setting) for word in pair]
    return lenslet.run("gaussian", images, *options, **settings)


def side(sigma, ksize, dtype):
    """OpenCV's rule of the mask's side; stated here, as OpenCV's double would take another one than its u8."""
    return ksize or int(np.rint(sigma * (6 if dtype == np.uint8 else 8) + 1)) | 1


def blurred(image, dtype, setting, border):
    """GaussianBlur of `image`, with the mask that it would take for samples of `dtype`."""
    sigma, sigma_y, ksize, ksize_y = setting
    size = (side(sigma, ksize, dtype), side(sigma_y or sigma, ksize_y or ksize, dtype))
    return opencv(lambda i, kind: cv2.GaussianBlur(i, size, sigma, sigmaY=sigma_y, borderType=kind), image, 40, border)


def test_every_border(lenslet, trio, border):
    setting = (1.2, 0, 0, 0)
    for name, result in gaussian(lenslet, trio, setting, border=border).items():
        image = trio[name]
        doubles = image.astype(np.float64)
        assert_close(f"{name}, OpenCV", result, blurred(doubles, image.dtype, setting, border), image.dtype)
        radius = side(1.2, 0, image.dtype) // 2
        ideal = ndimage.gaussian_filter(doubles, 1.2, radius=radius, axes=(0, 1), **scipy_border(border))
        assert_close(f"{name}, SciPy", result, ideal, image.dtype)
        if image.dtype == np.uint8:
            assert_within_one(f"{name}, OpenCV's u8", result, blurred(image, np.uint8, setting, border))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_sizes(lenslet, photographs, setting):
    images = at(photographs, SETTINGS.index(setting))
    for name, result in gaussian(lenslet, images, setting, border=REFLECT101).items():
        image = images[name]
        ideal = blurred(image.astype(np.float64), image.dtype, setting, REFLECT101)
        assert_close(name, result, ideal, image.dtype)


def test_side_is_opencvs_choice(lenslet, photographs):
    """No side is stated here: OpenCV finds it from sigma, another one for u8 than for f32."""
    images = {name: photographs[name] for name in ("camera", "hubble")}
    results = gaussian(lenslet, images, (1.7, 0, 0, 0), border=REFLECT101)
    assert_within_one("camera", results["camera"], cv2.GaussianBlur(images["camera"], (0, 0), 1.7))
    ideal = cv2.GaussianBlur(images["hubble"].astype(np.float64), (0, 0), 1.7)
    assert_close("hubble", results["hubble"], ideal, np.float32)
