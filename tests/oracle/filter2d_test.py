"""filter2d against OpenCV's filter2D and SciPy's correlate and convolve."""
import cv2
import numpy as np
import pytest
from scipy import ndimage

from borders import BORDERS, REFLECT101, correlated, opencv, scipy_border
from compare import assert_close, assert_equal, assert_exact, assert_within_one, stored
from masks import fractions, text, whole
from photographs import grey

MASK = np.array([[1, 2, -3], [0, 4, -1], [-2, 3, -5]], np.float64)  # no symmetry, and results beyond both ends


def filter2d(lenslet, images, mask, *options, **settings):
    return lenslet.run("filter2d", images, "--mask", text(mask), *options, **settings)


def scipy_correlated(image, mask, border, function=ndimage.correlate):
    weights = mask if image.ndim == 2 else mask[:, :, None]
    return function(image.astype(np.float64), weights, **scipy_border(border))


def own_arithmetic(image, mask, border):
    """OpenCV's, as it computes with samples of the image's type."""
    return opencv(lambda i, kind: cv2.filter2D(i, -1, mask, borderType=kind), image, max(mask.shape) // 2, border)


def test_whole_taps(lenslet, trio, border):
    for name, result in filter2d(lenslet, trio, MASK, border=border).items():
        image = trio[name]
        assert_exact(f"{name}, SciPy", result, scipy_correlated(image, MASK, border), image, image.dtype)
        assert_exact(f"{name}, OpenCV", result, correlated(image, MASK, border), image, image.dtype)
        if image.dtype != np.float32:
            assert_equal(f"{name}, OpenCV's integers", result, own_arithmetic(image, MASK, border))


def test_every_photograph(lenslet, photographs):
    for name, result in filter2d(lenslet, photographs, MASK).items():
        image = photographs[name]
        assert_exact(name, result, correlated(image, MASK, REFLECT101), image, image.dtype)


def test_negative_results_kept(lenslet, single, border):
    for name, result in filter2d(lenslet, single, MASK, border=border, ddepth="f32").items():
        assert_exact(name, result, correlated(single[name], MASK, border), single[name], np.float32)


def test_flip_is_scipys_convolution(lenslet, single, border):
    mask = whole(5, 3)
    for name, result in filter2d(lenslet, single, mask, "--flip", border=border).items():
        image = single[name]
        ideal = scipy_correlated(image, mask, border, ndimage.convolve)
        assert_exact(name, result, ideal, image, image.dtype)


def test_fractions(lenslet, trio, border):
    mask = fractions(5, 5)
    for name, result in filter2d(lenslet, trio, mask, border=border).items():
        image = trio[name]
        assert_close(name, result, correlated(image, mask, border), image.dtype)
        if image.dtype == np.uint8:
            assert_within_one(name, result, own_arithmetic(image, mask, border))


def test_ties_round_to_even(lenslet, photographs):
    """Where f32 holds all sums, results are exact whatever the order of summation: of each tie, too."""
    images = {"camera": photographs["camera"][:64, :64].copy()}
    for mask in (np.array([[0, .5, 0], [0, 0, 0], [0, .5, 0]]), np.outer([1, 2, 1], [1, 2, 1]) / 16,
                 np.outer([1, 1, 0], [1, 1, 0]) / 4):
        ideal = correlated(images["camera"], mask, REFLECT101)
        assert np.count_nonzero(ideal % 1 == .5) > 100
        assert_equal("camera", filter2d(lenslet, images, mask)["camera"], stored(ideal, np.uint8))


@pytest.mark.parametrize("place", [(4, 2), (0, 2), (2, 0), (2, 4)], ids=str)
def test_one_tap_beyond_a_small_image(lenslet, border, place):
    mask = np.zeros((5, 5))
    mask[place] = 1
    sizes = [(2, 8), (8, 2), (1, 3), (2, 2)]
    images = {f"{h}x{w}": np.arange(65, 65 + h * w, dtype=np.uint8).reshape(h, w) for h, w in sizes}
    for name, result in filter2d(lenslet, images, mask, border=border).items():
        assert_equal(name, result, stored(scipy_correlated(images[name], mask, border), np.uint8))


def test_one_row_or_column(lenslet, single, border):
    mask = whole(7, 1) if BORDERS.index(border) % 2 else whole(1, 7)
    for name, result in filter2d(lenslet, single, mask, border=border).items():
        image = single[name]
        assert_exact(name, result, scipy_correlated(image, mask, border), image, image.dtype)


def test_largest_mask_of_whole_taps(lenslet, photographs, border):
    image, mask = photographs["camera"], whole(31, 31)
    result = filter2d(lenslet, {"camera": image}, mask, border=border, ddepth="f32")["camera"]
    assert_equal("camera", result, stored(np.rint(correlated(image, mask, border)), np.float32))


def test_sums_that_f32_cannot_add_up(lenslet, photographs):
    """Beyond 2^24 the result is the nearest f32 of the whole number."""
    image, mask = photographs["coffee"], np.abs(whole(31, 31))
    result = filter2d(lenslet, {"coffee": image}, mask, border=REFLECT101, ddepth="f32")["coffee"]
    ideal = np.rint(correlated(image, mask, REFLECT101))
    assert ideal.max() > 2**24
    assert_equal("coffee", result, stored(ideal, np.float32))


def test_largest_mask_of_fractions(lenslet, single, border):
    mask = fractions(31, 31)
    for name, result in filter2d(lenslet, single, mask, border=border).items():
        assert_close(name, result, correlated(single[name], mask, border), single[name].dtype)


def test_scale_and_delta(lenslet, photographs):
    options = ("--scale", 0.125, "--delta", 100.25)
    for name, result in filter2d(lenslet, grey(photographs), MASK, *options, border=REFLECT101).items():
        image = photographs[name]
        ideal = cv2.filter2D(image.astype(np.float64), -1, MASK * 0.125, delta=100.25)
        assert_close(name, result, ideal, image.dtype)


def test_mask_from_a_file(lenslet, photographs, tmp_path):
    path = tmp_path / "mask.txt"
    path.write_text(text(MASK).replace("; ", "\n") + "\n")
    images = {"camera": photographs["camera"]}
    result = lenslet.run("filter2d", images, "--mask", path)["camera"]
    assert_equal("camera", result, stored(correlated(images["camera"], MASK, REFLECT101), np.uint8))
