"""gradient against OpenCV's magnitude of its Sobel pair, and of the Scharr masks' results."""
import cv2
import numpy as np
import pytest

from borders import BORDERS, REFLECT101, correlated, opencv
from compare import RELATIVE, assert_close, assert_equal, assert_exact
from masks import scharr_mask
from photographs import at

OPERATORS = [("sobel", 1), ("sobel", 5), ("sobel", 7), ("scharr", 3), ("scharr", 5), ("scharr", 7), ("scharr", 9)]


def pair(image, operator, ksize, border):
    if operator == "scharr":
        return correlated(image, scharr_mask(ksize), border), correlated(image, scharr_mask(ksize).T, border)
    return tuple(opencv(lambda i, kind, o=order: cv2.Sobel(i, cv2.CV_64F, *o, ksize=ksize, borderType=kind),
                        image.astype(np.float64), 4, border) for order in ((1, 0), (0, 1)))


def test_l2(lenslet, trio, border):
    for name, result in lenslet.run("gradient", trio, border=border, ddepth="f32").items():
        assert_close(name, result, cv2.magnitude(*pair(trio[name], "sobel", 3, border)), np.float32)


def test_l2_saturated(lenslet, single, border):
    for name, result in lenslet.run("gradient", single, border=border).items():
        assert_close(name, result, cv2.magnitude(*pair(single[name], "sobel", 3, border)), single[name].dtype)


def test_l1(lenslet, single, border):
    for name, result in lenslet.run("gradient", single, "--norm", "l1", border=border).items():
        dx, dy = pair(single[name], "sobel", 3, border)
        assert_exact(name, result, np.abs(dx) + np.abs(dy), single[name], single[name].dtype)


@pytest.mark.parametrize("operator, ksize", OPERATORS)
def test_operators(lenslet, photographs, operator, ksize):
    number = OPERATORS.index((operator, ksize))
    images, border = at(photographs, number), BORDERS[number % len(BORDERS)]
    options = ("--operator", operator, "--ksize", ksize)
    for name, result in lenslet.run("gradient", images, *options, border=border, ddepth="f32").items():
        assert_close(name, result, cv2.magnitude(*pair(images[name], operator, ksize, border)), np.float32)


def test_l1_threshold(lenslet, photographs, border):
    """Whole magnitudes, some of them equal to the threshold: to the bit."""
    image = photographs["chelsea"]
    result = lenslet.run("gradient", {"chelsea": image}, "--norm", "l1", "--threshold", 60, border=border)["chelsea"]
    dx, dy = pair(image, "sobel", 3, border)
    length = np.abs(dx) + np.abs(dy)
    assert (length == 60).any()
    assert_equal("chelsea", result, np.where(length >= 60, 255, 0).astype(np.uint8))


@pytest.mark.parametrize("white, name, threshold", [(255, "camera", 100.3), (65535, "coffee", 9000.7),
                                                    (1, "hubble", 40.1)])
def test_l2_threshold(lenslet, photographs, white, name, threshold):
    """Where the length is not so near the threshold that rounding decides."""
    image = photographs[name]
    result = lenslet.run("gradient", {name: image}, "--threshold", threshold, border=REFLECT101)[name]
    length = cv2.magnitude(*pair(image, "sobel", 3, REFLECT101))
    clear = np.abs(length - threshold) > RELATIVE * threshold
    assert np.count_nonzero(~clear) < 10
    assert_equal(name, result[clear], np.where(length >= threshold, white, 0).astype(image.dtype)[clear])


@pytest.mark.parametrize("passes", ["fused", "separated_window"])
@pytest.mark.parametrize("ddepth", [None, "f32"])
def test_threshold_between_whole_numbers(lenslet, photographs, passes, ddepth):
    """Whole magnitudes round a threshold that is not, by sums of integers, which GPUs take untuned: to the bit."""
    image = photographs["chelsea"]
    schedule = f"buffer.aligned.{passes}.literal.branch.v4.x1.y4.g32x1.packed"
    options = ("--norm", "l1", "--threshold", 60.5, "--schedule", schedule)
    result = lenslet.run("gradient", {"chelsea": image}, *options, border=REFLECT101, ddepth=ddepth)["chelsea"]
    dx, dy = pair(image, "sobel", 3, REFLECT101)
    length = np.abs(dx) + np.abs(dy)
    assert ((length == 60) | (length == 61)).any()
    assert_equal("chelsea", result, np.where(length > 60, 255, 0).astype(np.float32 if ddepth else np.uint8))
