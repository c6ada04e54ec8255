"""integral against OpenCV, NumPy and scikit-image: integers to the bit."""
import cv2
import numpy as np
import pytest
from skimage import transform

from image_files import assert_refused, results

SIZES = (211, 307), (64, 128), (1, 1), (33, 1), (1, 90)


def image_of(kind, size, channels=1):
    values = np.random.default_rng(5).random((*size, channels) if channels > 1 else size)
    low, high = (-3, 900) if np.dtype(kind).kind == "f" else (np.iinfo(kind).min, np.iinfo(kind).max)
    return (low + values * (float(high) - low)).astype(kind)


def padded(image, dtype):
    wide = image.astype(dtype)
    return np.pad(wide.cumsum(0, dtype).cumsum(1, dtype), [(1, 0), (1, 0)] + [(0, 0)] * (image.ndim - 2))


@pytest.mark.parametrize("schedule", ["rows.rows16", "tiles.rows32"])
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("size", SIZES)
def test_bytes(lenslet, tmp_path, size, channels, schedule):
    image = image_of("u1", size, channels)
    sums, squares = results(lenslet, tmp_path, "integral", [image], ["sums.npy", "squares.npy"], "--squares",
                            "--schedule", schedule)
    wanted, wanted_squares = cv2.integral2(image)
    assert sums.dtype == np.int32 and np.array_equal(sums, wanted)
    assert squares.dtype == (np.int32 if size[0] * size[1] < 33026 else np.int64)
    assert np.array_equal(squares, wanted_squares)
    if channels == 1:
        assert np.array_equal(sums[1:, 1:], transform.integral_image(image))


@pytest.mark.parametrize("kind", ["u2", "u4", "i4"])
def test_other_integers(lenslet, tmp_path, kind):
    image = image_of(kind, (201, 207))
    sums, = results(lenslet, tmp_path, "integral", [image], ["sums.npy"])
    assert sums.dtype == np.int64
    assert np.array_equal(sums, padded(image, np.int64))
    wrapped, = results(lenslet, tmp_path, "integral", [image], ["wrapped.npy"], "--sums", "i32")
    assert np.array_equal(wrapped, padded(image, np.int64).astype(np.int32))


@pytest.mark.parametrize("schedule", ["rows.rows64", "tiles.rows32"])
@pytest.mark.parametrize("kind, rounding", [("f64", 1e-13), ("f32", 2e-5)])
def test_floats(lenslet, tmp_path, kind, rounding, schedule):
    image = image_of("f4", (211, 307))
    sums, squares = results(lenslet, tmp_path, "integral", [image], ["sums.npy", "squares.npy"], "--squares",
                            "--sums", kind, "--schedule", schedule)
    wanted, wanted_squares = cv2.integral2(image.astype(np.float64))
    assert sums.dtype == np.dtype(kind.replace("f64", "f8").replace("f32", "f4"))
    assert np.allclose(sums, wanted, rtol=rounding, atol=rounding)
    assert np.allclose(squares, wanted_squares, rtol=rounding, atol=rounding)


def test_refusals(lenslet, tmp_path):
    image = image_of("u1", (9, 9))
    assert_refused(lenslet, tmp_path, "integral", [image], ["out.npy"], ["--region", "3x3+0+0"], "must see its input whole")
    assert_refused(lenslet, tmp_path, "integral", [image_of("f4", (9, 9))], ["out.npy"], ["--sums", "i64"],
                   "integral: sums=i64 for an image of f32; allowed: auto, f32, f64")
    assert_refused(lenslet, tmp_path, "integral", [image_of("u4", (9, 9))], ["out.npy", "squares.npy"], ["--squares"],
                   "sums of squares of u32 x 1 of 9 x 9 exceed i64")
