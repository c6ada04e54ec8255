"""Borders against numpy.pad, on pieces of a photograph down to one pixel: the window is larger than the image."""
import cv2
import numpy as np
import pytest
from scipy import ndimage

from borders import Border, padded
from compare import assert_close, assert_equal, stored
from masks import text, whole

SIZES = [(1, 1), (1, 2), (2, 1), (1, 40), (40, 1), (1, 7), (7, 1), (2, 3), (3, 2), (5, 4), (15, 16), (16, 15), (31, 30),
         (33, 32), (2, 33), (33, 2), (17, 67)]
RADIUS = 15


@pytest.fixture(scope="module")
def pieces(photographs):
    """(height, width) of each of SIZES, from the busiest part of the picture."""
    camera = photographs["camera"]
    return {f"grey-{h}x{w}": camera[100 : 100 + h, 200 : 200 + w].copy() for h, w in SIZES}


@pytest.fixture(scope="module")
def colour_pieces(photographs):
    motorcycle = photographs["motorcycle"]
    return {f"colour-{h}x{w}": motorcycle[200 : 200 + h, 250 : 250 + w].copy() for h, w in SIZES}


def valid(image, mask, border):
    """SciPy's correlation where the mask lies wholly in NumPy's padded image."""
    weights = mask if image.ndim == 2 else mask[:, :, None]
    large = ndimage.correlate(padded(image, RADIUS, border).astype(np.float64), weights, mode="constant")
    return large[RADIUS:-RADIUS, RADIUS:-RADIUS]


@pytest.mark.parametrize("row, column", [(0, 0), (30, 28)])
def test_pattern(lenslet, pieces, border, row, column):
    """One tap moves the picture, so that the border itself is seen."""
    mask = np.zeros((2 * RADIUS + 1, 2 * RADIUS + 1))
    mask[row, column] = 1
    for name, result in lenslet.run("filter2d", pieces, "--mask", text(mask), border=border).items():
        height, width = pieces[name].shape[:2]
        moved = padded(pieces[name], RADIUS, border)[row : row + height, column : column + width]
        assert_equal(name, result, moved)


def test_window_larger_than_the_image(lenslet, pieces, colour_pieces, border):
    mask = whole(31, 31)
    pieces = pieces | colour_pieces
    for name, result in lenslet.run("filter2d", pieces, "--mask", text(mask), border=border).items():
        assert_equal(name, result, stored(valid(pieces[name], mask, border), pieces[name].dtype))


def test_median(lenslet, pieces, border):
    for name, result in lenslet.run("median", pieces, "--ksize", 5, border=border).items():
        large = ndimage.median_filter(padded(pieces[name], RADIUS, border), 5)
        assert_equal(name, result, large[RADIUS:-RADIUS, RADIUS:-RADIUS])


def test_gaussian(lenslet, pieces, border):
    for name, result in lenslet.run("gaussian", pieces, "--sigma", 3, "--ksize", 21, border=border).items():
        image = pieces[name]
        large = cv2.GaussianBlur(padded(image, RADIUS, border).astype(np.float64), (21, 21), 3)
        assert_close(name, result, large[RADIUS:-RADIUS, RADIUS:-RADIUS], image.dtype)


def test_smooth_renormalised(lenslet, pieces):
    plus = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.float64)
    for name, result in lenslet.run("smooth", pieces).items():
        image = pieces[name]
        total = ndimage.convolve(image.astype(np.float64), plus, mode="constant", cval=0)
        count = ndimage.convolve(np.ones(image.shape), plus, mode="constant", cval=0)
        assert_close(name, result, total / count, image.dtype)


def by_centre(image, mask):
    """Sums over windows in which the centre takes the place of what lies outside."""
    image = image.astype(np.float64)
    beyond = np.pad(image, RADIUS, constant_values=np.nan)
    total = np.zeros(image.shape)
    for (row, column), weight in np.ndenumerate(mask):
        tap = beyond[row : row + image.shape[0], column : column + image.shape[1]]
        total += weight * np.where(np.isnan(tap), image, tap)
    return total


def test_centre(lenslet, pieces):
    mask = whole(31, 31)
    found = lenslet.run("filter2d", pieces, "--mask", text(mask), border=Border("centre", "", "", 0))
    for name, result in found.items():
        assert_equal(name, result, stored(by_centre(pieces[name], mask), pieces[name].dtype))


def test_discard(lenslet, pieces):
    """SciPy's median of the whole, of which the inner part depends on no border."""
    large = {name: image for name, image in pieces.items() if min(image.shape) > 4}
    found = lenslet.run("median", large, "--ksize", 5, border=Border("discard", "", "", 0))
    for name, result in found.items():
        assert_equal(name, result, ndimage.median_filter(large[name], 5)[2:-2, 2:-2])
    assert len(found) > 3
