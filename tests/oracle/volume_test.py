"""Ops on volumes (--volume) against SciPy's filters of three dimensions, through .npy files."""
import subprocess

import cv2
import numpy as np
import pytest
from scipy import ndimage

from borders import BORDERS, REFLECT101, scipy_border

SHAPE = (7, 23, 37)
TYPES = [np.uint8, np.uint16, np.float32]


def volume_of(dtype, shape=SHAPE):
    values = np.random.default_rng(7).normal(size=shape)
    if dtype == np.float32:
        return values.astype(dtype)
    return np.clip(values * 60 + 120, 0, 255).astype(dtype) * (1 if dtype == np.uint8 else 200)


@pytest.fixture
def run(lenslet, tmp_path):
    def run(op, volume, *arguments, border=REFLECT101, axes="ZYX"):
        np.save(tmp_path / "in.npy", volume)
        outside = ["--border", border.name] if border else []
        if border and border.name == "constant":
            outside += ["--border-value", str(border.value)]
        subprocess.run([lenslet.path, "run", op, tmp_path / "in.npy", tmp_path / "out.npy", "--axes", axes, "--volume",
                        *map(str, arguments), *outside], check=True)
        return np.load(tmp_path / "out.npy")

    return run


def assert_near(result, wanted, dtype):
    """Integers are rounded once, at the end, so they are within one where the sum lies between two."""
    wanted = wanted.astype(np.float64)
    assert result.dtype == dtype
    if dtype == np.float32:
        np.testing.assert_allclose(result, wanted, rtol=1e-5, atol=1e-5)
    else:
        off = np.abs(result.astype(np.float64) - np.clip(wanted, 0, np.iinfo(dtype).max))
        assert off.max() <= 0.51


@pytest.mark.parametrize("border", BORDERS, ids=lambda border: border.name)
@pytest.mark.parametrize("dtype", TYPES)
def test_mean(run, dtype, border):
    volume = volume_of(dtype)
    wanted = ndimage.uniform_filter(volume.astype(np.float64), (3, 5, 7), **scipy_border(border))
    assert_near(run("mean", volume, "--ksize", 7, "--ksize_y", 5, "--depth", 3, border=border), wanted, dtype)


@pytest.mark.parametrize("border", BORDERS, ids=lambda border: border.name)
def test_gaussian(run, border):
    volume = volume_of(np.float32)
    wanted = ndimage.gaussian_filter(volume.astype(np.float64), (0.7, 1.5, 1.5), radius=(3, 6, 6),
                                     **scipy_border(border))
    assert_near(run("gaussian", volume, "--sigma", 1.5, "--depth", 0.7, border=border), wanted, np.float32)


@pytest.mark.parametrize("sigma, depth", [(1, 20), (30, 30), (25, 0.7)])
@pytest.mark.parametrize("dtype", TYPES)
def test_wide_gaussian(run, dtype, sigma, depth):
    """Wider than masks along depth, over pages, or both: within the bound of wide ones in each of two passes."""
    volume = volume_of(dtype)
    by_mask = 3 if dtype == np.uint8 else 4  # standard deviations where masks end
    radius = tuple(4 * each if each > 16 else round(by_mask * each) for each in (float(depth), sigma, sigma))
    radius = (3 if depth == 0.7 else int(radius[0]), int(radius[1]), int(radius[2]))
    wanted = ndimage.gaussian_filter(volume.astype(np.float64), (depth, sigma, sigma), radius=radius, mode="mirror")
    result = run("gaussian", volume, "--sigma", sigma, "--depth", depth)
    off = 2.4e-4 * (float(volume.max()) - float(volume.min())) + (0 if dtype == np.float32 else 0.5)
    assert result.dtype == dtype and np.abs(result - wanted).max() <= off


def test_gaussian_without_depth_blurs_pages_alone(run):
    volume = volume_of(np.float32)
    wanted = ndimage.gaussian_filter(volume.astype(np.float64), (0, 1.5, 1.5), radius=(0, 6, 6), mode="mirror")
    assert_near(run("gaussian", volume, "--sigma", 1.5, "--depth", 0), wanted, np.float32)


@pytest.mark.parametrize("border", BORDERS, ids=lambda border: border.name)
@pytest.mark.parametrize("dtype", TYPES)
def test_median(run, dtype, border):
    volume = volume_of(dtype)
    wanted = ndimage.median_filter(volume, (3, 3, 3), **scipy_border(border))
    assert np.array_equal(run("median", volume, border=border), wanted)


def test_rank(run):
    volume = volume_of(np.uint16)
    wanted = ndimage.percentile_filter(volume, 20, (5, 3, 3), mode="mirror")
    assert np.array_equal(run("rank", volume, "--percentile", 20, "--depth", 5), wanted)


def saturated_tophat(volume, size, **border):
    """SciPy's wraps where a constant border makes the opening brighter than the volume."""
    return np.maximum(volume.astype(int) - ndimage.grey_opening(volume, size, **border), 0)


@pytest.mark.parametrize("op, peer", [
    ("erode", ndimage.grey_erosion), ("dilate", ndimage.grey_dilation), ("open", ndimage.grey_opening),
    ("close", ndimage.grey_closing), ("tophat", saturated_tophat)])
@pytest.mark.parametrize("border", BORDERS, ids=lambda border: border.name)
def test_morphology(run, op, peer, border):
    volume = volume_of(np.uint8)
    assert np.array_equal(run(op, volume, "--ksize", 3, "--depth", 5, border=border),
                          peer(volume, (5, 3, 3), **scipy_border(border)))


def test_blackhat(run):
    volume = volume_of(np.uint16)
    wanted = ndimage.grey_closing(volume, (3, 3, 3), mode="mirror") - volume
    assert np.array_equal(run("blackhat", volume), wanted)


# As in a page: of an even side a window has one sample more in front, above and on the left, of greatest ones, too.
EVEN = {"erode": ndimage.minimum_filter, "dilate": ndimage.maximum_filter,
        "open": lambda volume, size, **border: EVEN["dilate"](EVEN["erode"](volume, size, **border), size, **border),
        "close": lambda volume, size, **border: EVEN["erode"](EVEN["dilate"](volume, size, **border), size, **border),
        "tophat": lambda volume, size, **border: np.maximum(volume.astype(int) - EVEN["open"](volume, size, **border), 0),
        "blackhat": lambda volume, size, **border: np.maximum(EVEN["close"](volume, size, **border).astype(int) - volume, 0)}


@pytest.mark.parametrize("size", [(4, 4, 4), (2, 6, 3), (3, 4, 5)])
@pytest.mark.parametrize("op", EVEN)
@pytest.mark.parametrize("border", BORDERS, ids=lambda border: border.name)
def test_even_sides_of_morphology(run, op, size, border):
    volume = volume_of(np.uint8)
    result = run(op, volume, "--ksize", size[2], "--ksize_y", size[1], "--depth", size[0], border=border)
    assert np.array_equal(result, EVEN[op](volume, size, **scipy_border(border)))


@pytest.mark.parametrize("op, code", [("erode", cv2.MORPH_ERODE), ("dilate", cv2.MORPH_DILATE), ("open", cv2.MORPH_OPEN),
                                      ("close", cv2.MORPH_CLOSE)])
def test_even_sides_are_those_of_pages(run, op, code):
    volume = volume_of(np.uint8)
    wanted = [cv2.morphologyEx(page, code, np.ones((6, 4), np.uint8), borderType=cv2.BORDER_REPLICATE) for page in volume]
    replicate = next(border for border in BORDERS if border.name == "replicate")
    result = run(op, volume, "--ksize", 4, "--ksize_y", 6, "--depth", 1, border=replicate)
    assert np.array_equal(result, np.stack(wanted))


@pytest.mark.parametrize("axis, order", [(2, ["--dx", 1]), (1, ["--dx", 0, "--dy", 1]), (0, ["--depth", 1])])
@pytest.mark.parametrize("border", BORDERS, ids=lambda border: border.name)
def test_sobel(run, axis, order, border):
    volume = volume_of(np.float32)
    border = border._replace(value=0.0)  # SciPy has any other value outside in each of its passes
    wanted = ndimage.sobel(volume.astype(np.float64), axis, **scipy_border(border))
    np.testing.assert_allclose(run("sobel", volume, *order, border=border), wanted, rtol=1e-5, atol=2e-5)


@pytest.mark.parametrize("axes", ["TZYX", "ZCYX"])
@pytest.mark.parametrize("op", ["median", "mean"])
def test_other_axes_make_several_volumes(run, axes, op):
    volumes = volume_of(np.float32, (3, 4, 11, 19))
    result = run(op, volumes, axes=axes)
    other = axes.index("T" if "T" in axes else "C")
    peer = ndimage.median_filter if op == "median" else ndimage.uniform_filter
    for place in range(volumes.shape[other]):
        wanted = peer(np.take(volumes, place, other), 3, mode="mirror")
        np.testing.assert_allclose(np.take(result, place, other), wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("op, arguments, message", [
    ("equalize", [], "equalize is not computed in three dimensions; allowed: without --volume, page by page"),
    ("erode", ["--shape", "cross"], "erode: the shape cross in a volume; allowed: the shape rectangle"),
    ("mean", ["--depth", "2.5"], "mean: the depth is 2.5; allowed: a whole number from 1 to 255"),
    ("median", ["--region", "3x3+0+0"], "--region takes one image"),
    ("mean", ["--nodata", "3"], "missing samples in a volume")])
def test_refusals(lenslet, tmp_path, op, arguments, message):
    np.save(tmp_path / "in.npy", volume_of(np.uint8))
    ran = subprocess.run([lenslet.path, "run", op, tmp_path / "in.npy", tmp_path / "out.npy", "--volume", *arguments],
                         capture_output=True, text=True)
    assert ran.returncode != 0 and message in ran.stderr and ran.stderr.count("\n") == 1
    assert not (tmp_path / "out.npy").exists()


def test_axes_without_depth_are_refused(lenslet, tmp_path):
    np.save(tmp_path / "in.npy", volume_of(np.uint8))
    ran = subprocess.run([lenslet.path, "run", "median", tmp_path / "in.npy", tmp_path / "out.npy", "--volume", "--axes",
                          "TYX"], capture_output=True, text=True)
    assert ran.returncode != 0 and "allowed: with an axis Z, or Q" in ran.stderr
