"""Filters of pictures that miss samples against NumPy: windows of a padded picture whose missing samples are NaN."""
import subprocess

import numpy as np
import pytest
import tifffile
from numpy.lib.stride_tricks import sliding_window_view

from compare import RELATIVE

PADS = {"constant": "constant", "replicate": "edge", "reflect": "symmetric", "reflect101": "reflect", "wrap": "wrap"}
NODATA = {np.uint8: 255, np.uint16: 0, np.float32: -9999.0}
BOX = np.ones((5, 5))
WEIGHTS = np.array([[0, 1, 0], [2, 5, 1], [0, 3, 0.5]])
EMPTY_CENTRE = np.array([[1.0, 0, 1]])
LAPLACIAN = np.array([[0.0, 1, 0], [1, -4, 1], [0, 1, 0]])
SHARPEN = np.array([[0.0, -1, 0], [-1, 5, -1], [0, -1, 0]])
SOBEL = np.array([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]])


def gaussian_taps(sigma=1.5, ksize=9):
    taps = np.exp(-((np.arange(ksize) - ksize // 2) ** 2) / (2 * sigma**2))
    return np.outer(taps, taps) / taps.sum() ** 2


def text(taps):
    return "; ".join(" ".join(f"{tap:g}" for tap in row) for row in taps)


def picture(dtype, missing, shape=(61, 47)):
    """Single samples, a corner and a stripe are missing, each channel's own."""
    random = np.random.default_rng(3)
    image = random.integers(1, 200, shape).astype(dtype)
    if dtype == np.float32:
        image += random.random(shape, np.float32)
    gone = random.random(shape) < 0.2
    gone[:20, :15] = True
    gone[30:33] = True
    image[gone] = missing
    return image


def windows_of(image, missing, size, border, value=0):
    """In double, NaN where a sample is missing: [height, width, rows, columns] of one channel."""
    data = image.astype(np.float64)
    height, width = size
    if border != "discard":
        how = {"constant_values": value} if border == "constant" else {}
        data = np.pad(data, ((height // 2,) * 2, (width // 2,) * 2), PADS[border], **how)
    data[data == missing] = np.nan
    return sliding_window_view(data, size)


def normalised(windows, taps, scale):
    """What astropy.convolution.convolve(nan_treatment="interpolate", preserve_nan=True) does: means over what is there."""
    weights = np.where(np.isnan(windows), 0, taps)
    with np.errstate(invalid="ignore", divide="ignore"):
        result = np.nansum(windows * taps, (2, 3)) / weights.sum((2, 3)) * (taps.sum() * scale)
    return np.where(np.isnan(centre_of(windows)), np.nan, result)


def differences(windows, taps, scale):
    """What gdaldem -compute_edges does: missing neighbours are the centre."""
    centre = centre_of(windows)
    return (np.where(np.isnan(windows), centre[..., None, None], windows) * taps).sum((2, 3)) * scale


def centre_of(windows):
    return windows[..., windows.shape[2] // 2, windows.shape[3] // 2]


def extreme(windows, function):
    with np.errstate(invalid="ignore"):
        return np.where(np.isnan(centre_of(windows)), np.nan, function(windows, (2, 3)))


def assert_missing(result, wanted, missing, dtype):
    """`wanted` is NaN where the result misses a sample."""
    assert result.shape == wanted.shape and result.dtype == dtype
    gone = np.isnan(wanted)
    assert 0 < gone.sum() < gone.size
    is_missing = np.isnan(result) if np.isnan(missing) else result == missing
    assert (is_missing == gone).all(), f"{np.argwhere(is_missing != gone)[0]} of {(is_missing != gone).sum()}"
    got, wanted = result[~gone].astype(np.float64), wanted[~gone]
    if dtype == np.float32:
        assert np.abs(got - wanted).max() <= RELATIVE * np.abs(wanted).max()
        return
    wanted = np.clip(np.rint(wanted), 0, np.iinfo(dtype).max)
    wanted[wanted == missing] += -1 if missing else 1  # as gdalwarp: a sample that is there is not called missing
    off = np.abs(got - wanted)
    assert off.max() <= 1 and np.mean(off > 0) < 0.002


CASES = {"mean": (["mean", "--ksize", "5"], (BOX, 1 / 25), normalised),
         "gaussian": (["gaussian", "--sigma", "1.5", "--ksize", "9"], (gaussian_taps(), 1), normalised),
         "weights": (["filter2d", "--mask", text(WEIGHTS), "--scale", "0.08"], (WEIGHTS, 0.08), normalised),
         "empty centre": (["filter2d", "--mask", text(EMPTY_CENTRE), "--scale", "0.5"], (EMPTY_CENTRE, 0.5), normalised),
         "sharpen": (["sharpen"], (SHARPEN, 1), differences), "sobel": (["sobel"], (SOBEL, 1), differences),
         "laplacian": (["laplacian"], (LAPLACIAN, 1), differences)}


def options_for(missing):
    return ["--nan", "ignore"] if np.isnan(missing) else ["--nodata", f"{missing:g}"]


@pytest.mark.parametrize("border", [*PADS, "discard"])
@pytest.mark.parametrize("missing", [(np.uint8, 255), (np.uint16, 0), (np.float32, -9999.0), (np.float32, np.nan)],
                         ids=["u8", "u16", "f32", "nan"])
@pytest.mark.parametrize("case", CASES)
def test_missing_samples_have_no_part_in_sums(lenslet, case, missing, border):
    words, (taps, scale), truth = CASES[case]
    dtype, value = missing
    image = picture(dtype, value)
    name = f"{case}-{np.dtype(dtype)}-{value}"
    outside = ["--border-value", "40"] if border == "constant" else []
    result = lenslet.run(words[0], {name: image}, *words[1:], *options_for(value), "--border", border, *outside)[name]
    assert_missing(result, truth(windows_of(image, value, taps.shape, border, 40), taps, scale), value, dtype)


@pytest.mark.parametrize("missing", [(np.uint8, 255), (np.uint16, 0), (np.float32, np.nan)], ids=["u8", "u16", "nan"])
@pytest.mark.parametrize("op", ["erode", "dilate"])
@pytest.mark.filterwarnings("ignore:All-NaN")
def test_missing_samples_are_no_extremes(lenslet, op, missing):
    dtype, value = missing
    image = picture(dtype, value)
    name = f"{op}-{image.dtype}"
    result = lenslet.run(op, {name: image}, "--ksize", "5", *options_for(value), border=None)[name]
    windows = windows_of(image, value, (5, 5), "reflect101")
    assert_missing(result, extreme(windows, np.nanmin if op == "erode" else np.nanmax), value, dtype)


def test_a_border_of_the_value_is_missing(lenslet):
    image = picture(np.float32, -9999.0)
    result = lenslet.run("mean", {"border": image}, "--ksize", "5", "--nodata", "-9999", "--border", "constant",
                         "--border-value", "-9999")["border"]
    assert_missing(result, normalised(windows_of(image, -9999, (5, 5), "constant", -9999), BOX, 1 / 25), -9999, np.float32)


def test_both_kinds_are_missing_and_are_the_value(lenslet):
    image = picture(np.float32, -9999.0)
    image[40:50, 20:30] = np.nan
    result = lenslet.run("mean", {"both": image}, "--ksize", "5", "--nodata", "-9999", "--nan", "ignore")["both"]
    image[40:50, 20:30] = -9999
    assert_missing(result, normalised(windows_of(image, -9999, (5, 5), "reflect101"), BOX, 1 / 25), -9999, np.float32)


def test_channels_miss_their_own(lenslet):
    image = np.dstack([picture(np.uint8, 255), picture(np.uint8, 255)[::-1, ::-1], picture(np.uint8, 0)])
    result = lenslet.run("mean", {"channels": image}, "--ksize", "5", "--nodata", "255")["channels"]
    for c in range(2):
        wanted = normalised(windows_of(image[..., c], 255, (5, 5), "reflect101"), BOX, 1 / 25)
        assert_missing(result[..., c], wanted, 255, np.uint8)
    assert (result[..., 2] != 255).all()


@pytest.mark.parametrize("shape", [(1, 1), (3, 4)])
def test_none_and_one_alone(lenslet, tmp_path, shape):
    for count in (0, 1):
        image = np.full(shape, np.nan, np.float32)
        image.flat[-count:] = 20 if count else np.nan
        np.save(tmp_path / "in.npy", image)
        for op in ("gaussian", "laplacian", "erode", "unsharp"):
            subprocess.run([lenslet.path, "run", op, tmp_path / "in.npy", tmp_path / "out.npy", "--nan", "ignore", "--quiet"], check=True)
            wanted = image * (op != "laplacian")
            np.testing.assert_allclose(np.load(tmp_path / "out.npy"), wanted, rtol=1e-5)


@pytest.mark.parametrize("ways", [["--memory", "2M"], ["--region", "20x11+7+20"], ["--specialize", "off"]], ids=lambda way: way[0])
def test_every_way_gives_it(lenslet, ways):
    image = picture(np.float32, -9999.0, (400, 53))
    name = f"missing{ways[0]}"
    result = lenslet.run("mean", {name: image}, "--ksize", "5", "--nodata", "-9999", *ways)[name]
    wanted = normalised(windows_of(image, -9999, (5, 5), "reflect101"), BOX, 1 / 25)
    assert_missing(result, wanted[20:31, 7:27] if ways[0] == "--region" else wanted, -9999, np.float32)


@pytest.mark.parametrize("ops", ["add a b | divide a _", "subtract a b | add a _ | divide _ a", "divide a b | gaussian",
                                 "gaussian a | invert | subtract _ b"])
@pytest.mark.parametrize("missing", [(np.uint16, 0), (np.float32, -9999.0), (np.float32, np.nan)], ids=["u16", "f32", "nan"])
def test_pipelines_miss_what_their_ops_miss(lenslet, tmp_path, ops, missing):
    """Beside the ops one by one, through files."""
    dtype, value = missing
    np.save(tmp_path / "a.npy", picture(dtype, value))
    np.save(tmp_path / "b.npy", picture(dtype, value)[::-1].copy())

    def run(*words):
        subprocess.run([lenslet.path, "run", *words, *options_for(value), "--quiet"], cwd=tmp_path, check=True)
        return np.load(tmp_path / words[-1])

    used = " b" in ops
    whole = run(f"in a, b; {ops}" if used else f"in a; {ops}", *(["a.npy", "b.npy"] if used else ["a.npy"]), "whole.npy")
    before = None
    for number, op in enumerate(ops.split(" | ")):
        name, *operands = op.split()
        made = f"step{number}.npy"
        files = [f"{word}.npy" if word != "_" else before for word in operands] or [before]
        step = run(name, *files, made)
        before = made
    np.testing.assert_array_equal(whole, step)
    assert (np.isnan(whole) if np.isnan(value) else whole == value).any()


# The value is that of each file: programs for one are not those for the other.
def test_files_say_it(lenslet, tmp_path):
    pictures = {"a": (picture(np.float32, -9999.0), -9999), "b": (picture(np.float32, 7.0), 7), "c": (picture(np.float32, np.nan), np.nan)}
    (tmp_path / "out").mkdir()
    for name, (image, value) in pictures.items():
        tifffile.imwrite(tmp_path / f"{name}.tif", image, metadata=None, extratags=[(42113, "s", 0, str(value), True)])
    subprocess.run([lenslet.path, "run", "mean", *[tmp_path / f"{name}.tif" for name in pictures], "--out-dir", tmp_path / "out",
                    "--ksize", "5", "--nodata", "file", "--quiet"], check=True)
    for name, (image, value) in pictures.items():
        wanted = normalised(windows_of(image, value, (5, 5), "reflect101"), BOX, 1 / 25)
        assert_missing(tifffile.imread(tmp_path / "out" / f"{name}.tif"), wanted, value, np.float32)
