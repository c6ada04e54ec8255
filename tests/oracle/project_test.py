"""project against NumPy and OpenCV: extremes and sums of integers to the bit."""
import subprocess

import cv2
import numpy as np
import pytest
import tifffile

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


BY_TYPE = {"max": np.max, "mean": np.mean, "deviation": np.std}


def run_stack(lenslet, path, out, *arguments, status=0):
    done = subprocess.run([lenslet.path, "run", "project", "--volume", *map(str, arguments), path, out],
                          capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return done.stderr


@pytest.mark.parametrize("axes, along", [("TZCYX", "t"), ("TZCYX", "z"), ("TZCYX", "c"), ("TZCYX", "pages"), ("TCYX", "c"),
                                         ("TYX", "pages"), ("CYX", "pages"), ("ZYX", "z"), ("TYX", "t")])
@pytest.mark.parametrize("by", BY_TYPE)
def test_axes_of_stacks(lenslet, tmp_path, by, axes, along):
    """The others keep their places and names."""
    lengths = {"T": 3, "Z": 4, "C": 2, "Y": 23, "X": 31}
    stack = np.random.default_rng(5).integers(0, 65536, [lengths[name] for name in axes], np.uint16)
    tifffile.imwrite(tmp_path / "in.ome.tif", stack, metadata={"axes": axes})
    run_stack(lenslet, tmp_path / "in.ome.tif", tmp_path / "out.ome.tif", "--along", along, "--by", by)
    gone = along.upper() if along != "pages" else "Z" if "Z" in axes else axes[0]
    wanted = BY_TYPE[by](stack.astype(np.float64), axis=axes.index(gone))
    with tifffile.TiffFile(tmp_path / "out.ome.tif") as made:
        assert made.series[0].axes == axes.replace(gone, "")
        got = made.series[0].asarray()
    assert np.array_equal(got, wanted) if by == "max" else np.allclose(got, wanted, rtol=1e-6)


@pytest.mark.parametrize("along", ["pages", "c"])
@pytest.mark.parametrize("by", BY_TYPE)
def test_bands(lenslet, tmp_path, by, along):
    bands = np.random.default_rng(6).integers(0, 65536, (23, 31, 6), np.uint16)
    tifffile.imwrite(tmp_path / "in.tif", bands, photometric="minisblack", planarconfig="contig", metadata=None)
    run_stack(lenslet, tmp_path / "in.tif", tmp_path / "out.npy", "--along", along, "--by", by)
    assert_projected(np.load(tmp_path / "out.npy"), bands, by, 2)


def test_axes_that_are_not_there(lenslet, tmp_path):
    np.save(tmp_path / "in.npy", np.zeros((2, 3, 5, 7), np.uint8))
    told = {("TCYX", "pages"): "whose axes are T, C; allowed: with an axis Z, or Q, or of one axis alone",
            ("TCYX", "z"): "whose axes are T, C; allowed: with an axis Z"}
    for (axes, along), text in told.items():
        assert text in run_stack(lenslet, tmp_path / "in.npy", tmp_path / "out.npy", "--axes", axes, "--along", along, status=2)
    assert_refused(lenslet, tmp_path, "project", [image_of("u1", (9, 9))], ["out.npy"], ["--along", "t"],
                   "project: along t of a single page; allowed: 2 or more, which --volume takes from a file of several")


def test_refusals(lenslet, tmp_path):
    image = image_of("i4", (9, 9))
    for arguments, told in [(["--pages", 2], "project: 2 pages in 9 rows; allowed: a number that divides the rows"),
                            (["--by", "deviation"], "project: the deviation of i32; allowed: u8, i8")]:
        assert_refused(lenslet, tmp_path, "project", [image], ["out.npy"], arguments, told)
