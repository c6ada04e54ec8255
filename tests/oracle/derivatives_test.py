"""sobel, scharr and laplacian against OpenCV and SciPy."""
import cv2
import numpy as np
import pytest
from scipy import ndimage

from borders import BORDERS, REFLECT101, correlated, opencv, scipy_border
from compare import assert_close, assert_equal, assert_exact, stored
from masks import scharr_mask
from photographs import at, grey

ORDERS = [(1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 1), (1, 2), (2, 2)]
# ksize and orders; the border and the photograph change with them, so that each size meets every border.
SOBEL = [(ksize, order) for ksize in (1, 3, 5, 7) for order in ORDERS]


def size_and_border(value):
    return getattr(value, "name", str(value))


def in_double(image, border, function):
    """function(image, border type) of OpenCV in double: exact for integers."""
    return opencv(function, image.astype(np.float64), 4, border)


def sobel(image, dx, dy, ksize, border):
    return in_double(image, border, lambda i, kind: cv2.Sobel(i, cv2.CV_64F, dx, dy, ksize=ksize, borderType=kind))


def laplacian(image, ksize, border):
    return in_double(image, border, lambda i, kind: cv2.Laplacian(i, cv2.CV_64F, ksize=ksize, borderType=kind))


def test_sobel_pair(lenslet, trio, border):
    results = lenslet.run("sobel", trio, "--both", border=border, ddepth="f32", outputs=("dx", "dy"))
    for name, (dx, dy) in results.items():
        image = trio[name]
        assert_exact(f"{name} dx", dx, sobel(image, 1, 0, 3, border), image, np.float32)
        assert_exact(f"{name} dy", dy, sobel(image, 0, 1, 3, border), image, np.float32)
        # SciPy would smooth across the channels too, and its second pass takes the border's value for a result.
        if image.ndim == 2 and border.name != "constant":
            ideal = ndimage.sobel(image.astype(np.float64), axis=1, **scipy_border(border))
            assert_exact(f"{name} dx, SciPy", dx, ideal, image, np.float32)


def test_sobel_saturated(lenslet, photographs, border):
    image = photographs["chelsea"]
    result = lenslet.run("sobel", {"chelsea": image}, "--dx", 0, "--dy", 1, border=border)["chelsea"]
    assert_equal("chelsea", result, stored(sobel(image, 0, 1, 3, border), np.uint8))
    own = opencv(lambda i, kind: cv2.Sobel(i, -1, 0, 1, borderType=kind), image, 4, border)
    assert_equal("chelsea, OpenCV's u8", result, own)


@pytest.mark.parametrize("ksize, order", SOBEL, ids=str)
def test_sobel_orders(lenslet, photographs, ksize, order):
    number = SOBEL.index((ksize, order))
    images, border = at(photographs, number), BORDERS[number % len(BORDERS)]
    options = ("--dx", order[0], "--dy", order[1], "--ksize", ksize)
    for name, result in lenslet.run("sobel", images, *options, border=border, ddepth="f32").items():
        assert_exact(name, result, sobel(images[name], *order, ksize, border), images[name], np.float32)


def test_scharr_pair(lenslet, trio, border):
    results = lenslet.run("scharr", trio, "--both", border=border, ddepth="f32", outputs=("dx", "dy"))
    for name, (dx, dy) in results.items():
        image = trio[name]
        for what, result, order in (("dx", dx, (1, 0)), ("dy", dy, (0, 1))):
            ideal = in_double(image, border, lambda i, kind, o=order: cv2.Scharr(i, cv2.CV_64F, *o, borderType=kind))
            assert_exact(f"{name} {what}", result, ideal, image, np.float32)


def test_scharr_saturated(lenslet, photographs, border):
    image = photographs["chelsea"]
    result = lenslet.run("scharr", {"chelsea": image}, "--dx", 0, "--dy", 1, border=border)["chelsea"]
    assert_equal("chelsea", result, stored(correlated(image, scharr_mask(3).T, border), np.uint8))
    own = opencv(lambda i, kind: cv2.Scharr(i, -1, 0, 1, borderType=kind), image, 4, border)
    assert_equal("chelsea, OpenCV's u8", result, own)


@pytest.mark.parametrize("ksize, border", [(5, BORDERS[0]), (5, BORDERS[1]), (7, BORDERS[2]), (7, BORDERS[3]),
                                           (9, BORDERS[4]), (9, BORDERS[0])], indirect=["border"], ids=size_and_border)
def test_scaled_scharr(lenslet, single, border, ksize):
    results = lenslet.run("scharr", single, "--both", "--ksize", ksize, border=border, ddepth="f32",
                          outputs=("dx", "dy"))
    for name, (dx, dy) in results.items():
        assert_close(f"{name} dx", dx, correlated(single[name], scharr_mask(ksize), border), np.float32)
        assert_close(f"{name} dy", dy, correlated(single[name], scharr_mask(ksize).T, border), np.float32)


def test_laplacian(lenslet, trio, border):
    for name, result in lenslet.run("laplacian", trio, border=border, ddepth="f32").items():
        image = trio[name]
        assert_exact(f"{name}, OpenCV", result, laplacian(image, 1, border), image, np.float32)
        if image.ndim == 2:
            ideal = ndimage.laplace(image.astype(np.float64), **scipy_border(border))
            assert_exact(f"{name}, SciPy", result, ideal, image, np.float32)


@pytest.mark.parametrize("ksize, border", [(3, BORDERS[0]), (3, BORDERS[1]), (5, BORDERS[2]), (5, BORDERS[3]),
                                           (7, BORDERS[4]), (7, BORDERS[0])], indirect=["border"], ids=size_and_border)
def test_laplacian_sizes(lenslet, single, border, ksize):
    for name, result in lenslet.run("laplacian", single, "--ksize", ksize, border=border, ddepth="f32").items():
        assert_exact(name, result, laplacian(single[name], ksize, border), single[name], np.float32)


def test_scale_and_delta(lenslet, photographs):
    options = ("--ksize", 3, "--scale", 0.3, "--delta", 128)
    for name, result in lenslet.run("laplacian", grey(photographs), *options, border=REFLECT101).items():
        image = photographs[name]
        assert_close(name, result, 0.3 * laplacian(image, 3, REFLECT101) + 128, image.dtype)
