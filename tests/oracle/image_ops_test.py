"""resize against OpenCV's, each interpolation, smaller and larger; blend against addWeighted, equalize against
equalizeHist."""
import cv2
import numpy as np
import pytest

from compare import assert_close, assert_within_one

SIZES = [(40, 30), (301, 47), (512, 700), (256, 256)]
WAYS = {"nearest": cv2.INTER_NEAREST, "linear": cv2.INTER_LINEAR, "cubic": cv2.INTER_CUBIC, "area": cv2.INTER_AREA}


def cubic_weights(old, new):
    """Of each old pixel in each new one, by Keys' kernel with a = -0.75. OpenCV's places are floats."""
    weights = np.zeros((new, old))
    for i in range(new):
        place = (i + 0.5) * old / new - 0.5
        for tap in range(int(np.floor(place)) - 1, int(np.floor(place)) + 3):
            d = abs(place - tap)
            near, far = (1.25 * d - 2.25) * d * d + 1, ((-0.75 * d + 3.75) * d - 6) * d + 3
            weights[i, min(max(tap, 0), old - 1)] += near if d <= 1 else far
    return weights


def resized(image, size, way):
    """In double. Each side by itself, since OpenCV's area enlarges both where one grows."""
    image = image.astype(np.float64)
    if way == "cubic":
        height, width = image.shape[:2]
        return np.einsum("yj,ji...,xi->yx...", cubic_weights(height, size[1]), image, cubic_weights(width, size[0]), optimize=True)
    rows = cv2.resize(image, (image.shape[1], size[1]), interpolation=WAYS[way])
    return cv2.resize(rows, size, interpolation=WAYS[way])


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
            assert_close(name, result, resized(image, size, way), image.dtype)


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
