"""minmaxloc against OpenCV and SciPy, to the bit."""
import cv2
import numpy as np
import pytest
from scipy import ndimage

from image_files import assert_refused, results

KINDS = "u1", "u2", "f2", "f4", "i4", "u4"
SIZES = (211, 307), (1, 1), (97, 1), (1, 130)


def image_of(kind, size):
    """Most values occur several times."""
    values = np.random.default_rng(len(kind) + size[1]).integers(0, 200, size)
    return (values - (100 if kind[0] in "if" else 0)).astype(kind)


def by_opencv(image, mask=None):
    least, greatest, at_least, at_greatest = cv2.minMaxLoc(image.astype(np.float64), mask)
    return [least, greatest, *at_least, *at_greatest]


@pytest.mark.parametrize("schedule", ["group1.groups4", "group64.groups1"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_values_and_places(lenslet, tmp_path, kind, size, schedule):
    image = image_of(kind, size)
    table, = results(lenslet, tmp_path, "minmaxloc", [image], ["table.npy"], "--schedule", schedule)
    assert table.shape == (1, 6)
    assert table[0].tolist() == by_opencv(image)
    least, greatest, at_least, at_greatest = ndimage.extrema(image)
    assert table[0].tolist() == [least, greatest, *at_least[::-1], *at_greatest[::-1]]


@pytest.mark.parametrize("kind", ["u1", "f4"])
def test_masks(lenslet, tmp_path, kind):
    image = image_of(kind, (211, 307))
    mask = (np.random.default_rng(1).random(image.shape) < 0.01).astype(np.uint8) * 7
    table, = results(lenslet, tmp_path, "minmaxloc", [image, mask], ["table.npy"], "--mask")
    assert table[0].tolist() == by_opencv(image, mask)
    table, = results(lenslet, tmp_path, "minmaxloc", [image, 0 * mask], ["none.npy"], "--mask")
    assert np.isnan(table[0, :2]).all() and table[0, 2:].tolist() == [-1, -1, -1, -1]


def test_channels(lenslet, tmp_path):
    image = np.dstack([image_of("u2", (97, 130 + c))[:, :130] for c in range(3)])
    table, = results(lenslet, tmp_path, "minmaxloc", [image], ["table.npy"])
    for channel, row in enumerate(table):
        assert row.tolist() == by_opencv(image[:, :, channel])


def test_white_and_nan(lenslet, tmp_path):
    table, = results(lenslet, tmp_path, "minmaxloc", [np.full((40, 33), 255, np.uint8)], ["table.npy"])
    assert table[0].tolist() == [255, 255, 0, 0, 0, 0]
    image = np.full((40, 33), np.nan, np.float32)
    image[7, 5], image[9, 2] = np.inf, 3
    table, = results(lenslet, tmp_path, "minmaxloc", [image], ["table.npy"])
    assert table[0].tolist() == [3, np.inf, 2, 9, 5, 7]


def test_refusals(lenslet, tmp_path):
    image, small = image_of("u1", (9, 9)), image_of("u1", (9, 8))
    assert_refused(lenslet, tmp_path, "minmaxloc", [image, small], ["out.npy"], ["--mask"],
                   "minmaxloc: the mask is u8 x 1 of 8 x 9; allowed: u8 x 1 of 9 x 9, as the image")
