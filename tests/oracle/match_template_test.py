"""match_template against OpenCV and scikit-image."""
import subprocess

import cv2
import numpy as np
import pytest
import tifffile
from skimage import feature

from image_files import assert_refused, results

METHODS = {"sqdiff": cv2.TM_SQDIFF, "sqdiff_normed": cv2.TM_SQDIFF_NORMED, "ccorr": cv2.TM_CCORR,
           "ccorr_normed": cv2.TM_CCORR_NORMED, "ccoeff": cv2.TM_CCOEFF, "ccoeff_normed": cv2.TM_CCOEFF_NORMED}
SCHEDULES = "group1.rows4.spans2.v16.pairs0", "group32.rows8.spans1.v1.pairs0"
OF_PAIRS = "group1.rows4.spans4.v16.pairs1", "group32.rows8.spans1.v1.pairs1"


def image_of(kind, channels, size=(97, 133)):
    """Blurred noise, so that parts of it are alike."""
    noise = np.random.default_rng(channels).random((*size, channels))
    smooth = cv2.GaussianBlur(noise, (0, 0), 2).reshape(*size, channels)
    smooth = (smooth - smooth.min()) / (smooth.max() - smooth.min())
    most = 1 if kind == "f4" else np.iinfo(kind).max
    return (smooth * most).astype(kind).reshape(size if channels == 1 else (*size, channels))


def by_opencv(image, picture, method):
    """OpenCV knows u8 and f32, and sums by Fourier transforms in f32."""
    kind = np.uint8 if image.dtype == np.uint8 else np.float32
    return cv2.matchTemplate(image.astype(kind), picture.astype(kind), method)


@pytest.mark.parametrize("kind, channels, schedule", [("u1", 1, SCHEDULES[0]), ("u1", 3, SCHEDULES[1]), ("u2", 1, SCHEDULES[1]),
                                                      ("u2", 3, SCHEDULES[0]), ("f4", 1, SCHEDULES[0]), ("f4", 3, SCHEDULES[1]),
                                                      ("u1", 1, OF_PAIRS[0]), ("u1", 3, OF_PAIRS[1])])
@pytest.mark.parametrize("by", METHODS)
def test_methods(lenslet, tmp_path, by, kind, channels, schedule):
    image = image_of(kind, channels)
    picture = np.ascontiguousarray(image[40:57, 60:82])
    got, = results(lenslet, tmp_path, "match_template", [image, picture], ["out.npy"], "--by", by, "--schedule", schedule)
    wanted = by_opencv(image, picture, METHODS[by])
    assert got.dtype == np.float32 and got.shape == wanted.shape
    scale = 1 if by.endswith("normed") else np.abs(wanted).max()
    assert np.abs(got - wanted).max() <= 3e-5 * scale
    best = np.argmin(got) if by.startswith("sqdiff") else np.argmax(got)
    if by != "ccorr":
        assert np.unravel_index(best, got.shape) == (40, 60)


@pytest.mark.parametrize("schedule", [SCHEDULES[0], *OF_PAIRS])
@pytest.mark.parametrize("by", ["sqdiff", "ccorr"])
def test_bytes_are_exact(lenslet, tmp_path, by, schedule):
    """With more terms than a sum of any schedule has, and for products more than 31 bits hold."""
    least = 250 if by == "ccorr" else 0
    image = np.random.default_rng(2).integers(least, 256, (130, 340), np.uint8)
    picture = np.ascontiguousarray(image[2:129, 30:331])
    got, = results(lenslet, tmp_path, "match_template", [image, picture], ["out.npy"], "--by", by, "--schedule", schedule)
    parts = np.lib.stride_tricks.sliding_window_view(image.astype(np.int64), picture.shape)
    wide = picture.astype(np.int64)
    wanted = (parts - wide) ** 2 if by == "sqdiff" else parts * wide
    assert np.array_equal(got, wanted.sum((2, 3)).astype(np.float32))


@pytest.mark.parametrize("by", ["sqdiff_normed", "ccoeff_normed"])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_parts(lenslet, tmp_path, by, schedule):
    """To the bit, in any part."""
    image = image_of("u2", 3)
    pair, options = [image, np.ascontiguousarray(image[40:57, 60:82])], ("--by", by, "--schedule", schedule)
    whole, = results(lenslet, tmp_path, "match_template", pair, ["whole.npy"], *options)
    for x, y, width, height in [(0, 0, 1, 1), (13, 7, 60, 33), (100, 70, 12, 11)]:
        part, = results(lenslet, tmp_path, "match_template", pair, ["part.npy"], *options, "--region",
                        f"{width}x{height}+{x}+{y}")
        assert np.array_equal(part, whole[y:y + height, x:x + width])


def test_strips(lenslet, tmp_path):
    image = np.tile(image_of("u1", 1), (12, 6))
    cv2.imwrite(str(tmp_path / "in.png"), image)
    cv2.imwrite(str(tmp_path / "picture.png"), image[300:313, 200:221])
    for name, options in ("whole", []), ("strips", ["--memory", "3M"]):
        done = subprocess.run([lenslet.path, "run", "match_template", tmp_path / "in.png", tmp_path / "picture.png",
                               tmp_path / f"{name}.tif", "--quiet", *options], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert np.array_equal(tifffile.imread(tmp_path / "strips.tif"), tifffile.imread(tmp_path / "whole.tif"))


def test_scikit_image(lenslet, tmp_path):
    image = image_of("f4", 1)
    got, = results(lenslet, tmp_path, "match_template", [image, image[20:31, 9:40]], ["out.npy"])
    wide = image.astype(np.float64)  # in f32 its sums by Fourier transforms are 1e-4 off
    assert np.allclose(got, feature.match_template(wide, wide[20:31, 9:40]), rtol=0, atol=2e-5)


@pytest.mark.parametrize("by", [name for name in METHODS if name.endswith("normed")])
def test_flat_parts(lenslet, tmp_path, by):
    image = image_of("u1", 1)
    image[10:60, 20:70] = 77
    image[60:90, 20:70] = 0
    for picture in (image[3:20, 3:16], np.full((7, 9), 9, np.uint8), np.zeros((5, 5), np.uint8)):
        picture = np.ascontiguousarray(picture)
        got, = results(lenslet, tmp_path, "match_template", [image, picture], ["out.npy"], "--by", by)
        assert np.allclose(got, by_opencv(image, picture, METHODS[by]), atol=3e-5)


def test_refusals(lenslet, tmp_path):
    image = image_of("u1", 1)
    for picture, told in [
        (image_of("u1", 1, (98, 20)), "a picture of 20 x 98 in an image of 133 x 97; allowed: no larger than the image"),
        (image_of("u2", 1, (9, 9)), "one type, and as many channels"),
        (image_of("u1", 3, (9, 9)), "one type, and as many channels"),
    ]:
        assert_refused(lenslet, tmp_path, "match_template", [image, picture], ["out.npy"], [], told)


# A window with such a sample is NaN, and only that, on every schedule.
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("by", METHODS)
def test_nan_and_infinities(lenslet, tmp_path, by, schedule):
    image = image_of("f4", 3)
    picture = np.ascontiguousarray(image[40:49, 60:72])
    arguments = "--by", by, "--schedule", schedule
    whole, = results(lenslet, tmp_path, "match_template", [image, picture], ["out.npy"], *arguments)
    image[30, 20, 1], image[96, 0, 0], image[0, 132, 2] = np.nan, np.inf, -np.inf
    bad = cv2.matchTemplate((~np.isfinite(image)).any(2).astype("f4"), np.ones((9, 12), "f4"), cv2.TM_CCORR) > 0.5
    got, = results(lenslet, tmp_path, "match_template", [image, picture], ["out.npy"], *arguments)
    assert 100 < bad.sum() < bad.size / 2 and np.array_equal(got, np.where(bad, np.nan, whole), equal_nan=True)
    picture[3, 4, 0] = np.nan
    got, = results(lenslet, tmp_path, "match_template", [image, picture], ["out.npy"], *arguments)
    assert np.isnan(got).all()
