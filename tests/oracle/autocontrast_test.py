"""autocontrast against Pillow and OpenCV, and levels against scikit-image."""
import cv2
import numpy as np
import pytest
from PIL import ImageOps, Image
from skimage import exposure

from compare import assert_close, assert_equal
from photographs import of_types


def assert_rounded(name, result, rounded_down):
    """The peer rounds results down, up to its own rounding errors below a whole number."""
    gap = result.astype(int) - rounded_down.astype(int)
    assert gap.min() >= 0 and gap.max() <= 1, f"{name}: from {gap.min()} to {gap.max()}"


@pytest.mark.parametrize("cutoff", [(0, 0), (2, 3), (0.7, 10), (45, 50)], ids=str)
def test_autocontrast(lenslet, photographs, cutoff):
    images = of_types(photographs, np.uint8)
    for name, result in lenslet.run("autocontrast", images, "--low", cutoff[0], "--high", cutoff[1]).items():
        assert_rounded(name, result, np.asarray(ImageOps.autocontrast(Image.fromarray(images[name]), cutoff)))


def test_channels_together(lenslet, photographs):
    images = {name: image // 3 + 40 for name, image in of_types(photographs, np.uint8, np.uint16).items()}
    for name, result in lenslet.run("autocontrast", images, "--by", "together").items():
        white = np.iinfo(result.dtype).max
        assert_equal(name, result, cv2.normalize(images[name], None, 0, white, cv2.NORM_MINMAX))


def test_percentiles_of_words(lenslet, photographs):
    """Of 65536 levels a percentile lies between two that are near."""
    images = of_types(photographs, np.uint16)
    for name, result in lenslet.run("autocontrast", images, "--low", 1, "--high", 2, "--by", "together").items():
        image = images[name]
        ends = np.percentile(image, (1, 98), method="inverted_cdf")
        wanted = exposure.rescale_intensity(image, tuple(ends))
        wrong = np.abs(result.astype(int) - wanted.astype(int))
        assert wrong.max() <= 65535 * 2 / (ends[1] - ends[0]), name


def measurements(kind):
    """Samples of both signs, most of them near each other, some alike; floats with NaN."""
    random = np.random.default_rng(9)
    image = random.normal(3, 40, (93, 121, 3)) * (1, 0.4, 2)
    image[::3] = np.round(image[::3])
    if kind in ("i1", "i2"):
        range_of = np.iinfo(kind)
        return np.clip(image * (0.5 if kind == "i1" else 100), range_of.min, range_of.max).astype(kind)
    image[random.random(image.shape) < 0.01] = np.nan
    return image.astype(kind)


@pytest.mark.parametrize("kind", ["i1", "i2", "f2", "f4"])
@pytest.mark.parametrize("by", ["channel", "together"])
@pytest.mark.parametrize("cut", [(0, 0), (2.5, 1), (45, 54.9)], ids=str)
def test_measurements(tool, kind, by, cut):
    """Between percentiles that are samples, whatever the type; NaN are none and stay."""
    image = measurements(kind)
    result = tool.op(image, "autocontrast", "--low", cut[0], "--high", cut[1], "--by", by)
    white = 1 if image.dtype.kind == "f" else np.iinfo(image.dtype).max
    wanted = np.empty(image.shape)
    for channel in range(3):
        counted = np.sort((image if by == "together" else image[..., channel]).astype(np.float64), axis=None)
        counted = counted[~np.isnan(counted)]
        ends = counted[int(counted.size * cut[0] / 100)], counted[counted.size - 1 - int(counted.size * cut[1] / 100)]
        levels = image[..., channel].astype(np.float64)
        wanted[..., channel] = (exposure.rescale_intensity(levels, ends, (0, white)) if ends[0] < ends[1]
                                else np.clip(levels, 0, white))
    assert result.dtype == image.dtype and (np.isnan(result) == np.isnan(image)).all()
    off = np.nanmax(np.abs(result - wanted))
    assert off <= {"i1": 0.5001, "i2": 0.51, "f2": 2 ** -11, "f4": 1e-6}[kind], off


def test_floats_of_one_level(tool):
    assert (tool.op(np.full((9, 7), 0.25, np.float32), "autocontrast") == 0.25).all()
    assert np.isnan(tool.op(np.full((9, 7), np.nan, np.float32), "autocontrast")).all()


def test_levels(lenslet, photographs):
    for name, result in lenslet.run("levels", photographs, "--low", 30.5, "--high", 170).items():
        white = np.iinfo(result.dtype).max if result.dtype != np.float32 else 1
        image = photographs[name].astype(np.float64)
        wanted = exposure.rescale_intensity(image, (30.5, 170), (0, white))
        assert_close(name, result, wanted, result.dtype)


def test_levels_of_channels(lenslet, photographs):
    image = photographs["chelsea"]
    result = lenslet.run("levels", {"chelsea": image}, "--low", "20,30,40", "--high", "150,140,255")["chelsea"]
    for channel, (low, high) in enumerate(((20, 150), (30, 140), (40, 255))):
        wanted = exposure.rescale_intensity(image[..., channel].astype(np.float64), (low, high), (0, 255))
        assert_close("chelsea", result[..., channel], wanted, np.uint8)
