"""resize against OpenCV's, each interpolation, smaller and larger; blend against addWeighted, equalize against
equalizeHist."""
import cv2
import numpy as np
import pytest

from compare import assert_close, assert_within_one

SIZES = [(40, 30), (301, 47), (512, 700), (256, 256)]
WAYS = {"nearest": cv2.INTER_NEAREST, "linear": cv2.INTER_LINEAR, "cubic": cv2.INTER_CUBIC, "area": cv2.INTER_AREA}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("way", WAYS)
def test_resize(lenslet, trio, way, size):
    options = ["--size", f"{size[0]}x{size[1]}", "--interpolation", way]
    for name, result in lenslet.run("resize", trio, *options).items():
        image = trio[name]
        wanted = cv2.resize(image, size, interpolation=WAYS[way])
        if way == "nearest":
            assert np.array_equal(result, wanted), name
        elif image.dtype == np.uint8:
            assert_within_one(name, result, wanted)
        else:
            assert_close(name, result, cv2.resize(image.astype(np.float64), size, interpolation=WAYS[way]), image.dtype)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("scale", [0.37, 0.5, 1.7])
def test_scale(lenslet, trio, way, scale):
    for name, result in lenslet.run("resize", trio, "--scale", scale, "--interpolation", way).items():
        wanted = cv2.resize(trio[name], None, fx=scale, fy=scale, interpolation=WAYS[way])
        assert result.shape == wanted.shape
        if trio[name].dtype == np.uint8:
            assert_within_one(f"{name} {way}", result, wanted)


def test_equalize(lenslet, trio):
    images = {name: image for name, image in trio.items() if image.dtype == np.uint8}
    for name, result in lenslet.run("equalize", images).items():
        image = images[name].reshape(*images[name].shape[:2], -1)
        wanted = np.dstack([cv2.equalizeHist(np.ascontiguousarray(image[..., c])) for c in range(image.shape[2])])
        assert np.array_equal(result, wanted.reshape(result.shape)), name
