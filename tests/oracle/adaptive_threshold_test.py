"""adaptive_threshold against OpenCV for bytes, to the bit, and against means in double for the other types."""
import cv2
import numpy as np
import pytest
from skimage import filters

from borders import BORDERS
from compare import assert_equal
from photographs import grey, of_types

REPLICATE = BORDERS[1]
MEANS = {"mean": cv2.ADAPTIVE_THRESH_MEAN_C, "gaussian": cv2.ADAPTIVE_THRESH_GAUSSIAN_C}
KINDS = {"binary": cv2.THRESH_BINARY, "inverse": cv2.THRESH_BINARY_INV}


def by_opencv(image, *options):
    planes = [cv2.adaptiveThreshold(np.ascontiguousarray(plane), *options)
              for plane in np.atleast_3d(image).transpose(2, 0, 1)]
    return np.stack(planes, axis=-1).reshape(image.shape)


@pytest.mark.parametrize("offset", [-12, 0, 2.5, 7, 300])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("by, ksize", [("mean", 3), ("mean", 51), ("gaussian", 11), ("gaussian", 127)])
def test_bytes(lenslet, photographs, by, ksize, kind, offset):
    images = of_types(photographs, np.uint8)
    options = ["--by", by, "--ksize", ksize, "--kind", kind, "--offset", offset, "--maximum", 200]
    for name, result in lenslet.run("adaptive_threshold", images, *options, border=REPLICATE).items():
        wanted = by_opencv(images[name], 200, MEANS[by], KINDS[kind], ksize, offset)
        if by == "mean":
            assert_equal(name, result, wanted)
        else:  # OpenCV sums in floats and we in whole numbers, so that a mean between two levels may fall to either
            assert np.count_nonzero(result != wanted) <= 1e-4 * wanted.size, name


@pytest.mark.parametrize("by", MEANS)
def test_other_types(lenslet, photographs, by):
    """Samples that lie within rounding of their level may be either. What is above is white, if nothing else is said."""
    images = {name: image for name, image in grey(photographs).items() if image.dtype != np.uint8}
    options = ["--by", by, "--ksize", 15, "--offset", 1.5]
    for name, result in lenslet.run("adaptive_threshold", images, *options, border=BORDERS[2]).items():
        image = images[name].astype(np.float64)
        if by == "mean":
            level = filters.threshold_local(image, 15, "mean", 1.5)
        else:  # scikit-image's window follows from sigma alone
            level = cv2.GaussianBlur(image, (15, 15), 0, borderType=cv2.BORDER_REFLECT) - 1.5
        clear = np.abs(image - level) > (1 if image.max() > 255 else 1e-3)
        white = np.iinfo(result.dtype).max if result.dtype.kind == "u" else 1
        assert_equal(name, result[clear], np.where(image > level, white, 0).astype(result.dtype)[clear])
        assert clear.mean() > 0.5
