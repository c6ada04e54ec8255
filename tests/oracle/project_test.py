"""project against NumPy and OpenCV: extremes and sums of integers to the bit."""
import cv2
import numpy as np
import pytest

from image_files import assert_refused, results

KINDS = "u1", "u2", "i4", "f4"
BY = {"min": np.min, "max": np.max, "sum": np.sum, "mean": np.mean, "deviation": np.std}
SCHEDULES = "group1.v16", "group64.v4"
ROUNDING = 1e-6


def image_of(kind, size):
    values = np.random.default_rng(size[0]).random(size)
    low, high = (-3, 900) if kind == "f4" else (-4000, 70000) if kind == "i4" else (0, np.iinfo(kind).max)
    return (low + values * (high - low)).astype(kind)


def assert_projected(got, image, by, axis):
    exact = by in ("min", "max") or by == "sum" and image.dtype.kind != "f"
    wanted = BY[by](image.astype(np.float64), axis=axis)
    assert np.array_equal(got, wanted) if exact else np.allclose(got, wanted, rtol=ROUNDING, atol=ROUNDING)
    assert got.dtype == (image.dtype if by in ("min", "max") else got.dtype if exact else np.float32)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("by", BY)
def test_rows_and_columns(lenslet, tmp_path, by, kind, schedule):
    if by == "deviation" and kind == "i4":
        return
    image = image_of(kind, (211, 307))
    options = "--by", by, "--schedule", schedule
    down, = results(lenslet, tmp_path, "project", [image], ["down.npy"], "--along", "y", *options)
    assert_projected(down.reshape(-1), image, by, 0)
    across, = results(lenslet, tmp_path, "project", [image], ["across.npy"], "--along", "x", *options)
    assert_projected(across.reshape(-1), image, by, 1)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("by", BY)
def test_stacks(lenslet, tmp_path, by, schedule):
    pages = np.random.default_rng(8).integers(0, 65536, (13, 31, 47), np.uint16)
    options = "--by", by, "--pages", 13, "--schedule", schedule
    got, = results(lenslet, tmp_path, "project", [pages.reshape(-1, 47)], ["out.npy"], "--along", "pages", *options)
    assert_projected(got, pages, by, 0)
    down, = results(lenslet, tmp_path, "project", [pages.reshape(-1, 47)], ["down.npy"], "--along", "y", *options)
    assert_projected(down, pages, by, 1)


@pytest.mark.parametrize("by, code", [("max", cv2.REDUCE_MAX), ("min", cv2.REDUCE_MIN), ("sum", cv2.REDUCE_SUM)])
def test_colours(lenslet, tmp_path, by, code):
    image = np.dstack([image_of("u1", (90, 133 + c))[:, :133] for c in range(3)])
    for along, axis in (("y", 0), ("x", 1)):
        got, = results(lenslet, tmp_path, "project", [image], ["out.npy"], "--along", along, "--by", by)
        wanted = cv2.reduce(image, axis, code, dtype=cv2.CV_32S if by == "sum" else cv2.CV_8U)
        assert np.array_equal(got, wanted)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("kind", ["i8", "u8"])
@pytest.mark.parametrize("by", ["min", "max"])
def test_extremes_of_64_bits(lenslet, tmp_path, by, kind, schedule):
    """Neighbours that doubles have not."""
    limits = np.iinfo(kind)
    image = np.random.default_rng(4).integers(limits.max - 900, limits.max, (61, 47), kind, endpoint=True)
    image[::3] = limits.min + image[::3] % 500
    for along, axis in (("y", 0), ("x", 1)):
        got, = results(lenslet, tmp_path, "project", [image], ["out.npy"], "--along", along, "--by", by, "--schedule", schedule)
        assert got.dtype == image.dtype and np.array_equal(got.reshape(-1), BY[by](image, axis=axis))


def test_deviation_of_what_hardly_differs(lenslet, tmp_path):
    """65535 and 65534 in turns: squares of 32 bits that all but cancel."""
    image = np.tile(np.array([[65535], [65534]], np.uint16), (5000, 3))
    got, = results(lenslet, tmp_path, "project", [image], ["out.npy"], "--by", "deviation")
    assert np.array_equal(got, np.full((1, 3), 0.5, np.float32))


def test_refusals(lenslet, tmp_path):
    image = image_of("i4", (9, 9))
    for arguments, told in [(["--pages", 2], "project: 2 pages in 9 rows; allowed: a number that divides the rows"),
                            (["--by", "deviation"], "project: the deviation of i32; allowed: u8, i8")]:
        assert_refused(lenslet, tmp_path, "project", [image], ["out.npy"], arguments, told)
