"""Filters of pictures with alpha against NumPy and SciPy: colours times alpha, the filter, and by the filtered alpha."""
import subprocess

import cv2
import numpy as np
import pytest
from scipy import ndimage

from compare import assert_close

WHITE = {np.uint8: 255, np.uint16: 65535, np.float32: 1}
TAPS = np.array([[0, 1, 0], [2, 5, 1], [0, -1, 1]], np.float64)
MASK = "; ".join(" ".join(f"{tap:g}" for tap in row) for row in TAPS)


def picture(dtype, shape=(41, 53)):
    """Wholly transparent, half and opaque pixels, and colours under all of them."""
    random = np.random.default_rng(7)
    image = random.random((*shape, 4))
    image[..., 3] = np.clip(image[..., 3] * 3 - 1, 0, 1)
    image[:20, :25, 3] = 0
    white = WHITE[dtype]
    return np.rint(image * white).astype(dtype) if white > 1 else image.astype(dtype)


def weighted(image, kernel, gain=1.0, delta=0.0):
    """In double. `kernel` filters one channel, and keeps one that is the same all over."""
    data = image.astype(np.float64)
    white = WHITE[image.dtype.type]
    alpha = kernel(data[..., 3])
    colours = [kernel(data[..., c] * data[..., 3]) for c in range(3)]
    with np.errstate(divide="ignore", invalid="ignore"):
        colours = [np.where(alpha > white * 1e-9, gain * c / alpha + delta, delta) for c in colours]
    return np.dstack([*colours, alpha])


def level_error(kernel, white):
    """By what part of a level f32 errs: a colour is a quotient of two sums of so many taps, whose roundings are 2^-25 of
    the sums on average and of random signs, so that it is off by the root of their number times 2^-25 of its value, half
    of white. It becomes another level than in double where a tie lies in between, the chance of which is that error."""
    point = np.zeros((21, 21))
    point[10, 10] = 1
    taps = np.count_nonzero(np.abs(kernel(point)) > 1e-9)
    return np.sqrt(2 * taps) * 2**-25 * white / 2


def assert_weighted(result, wanted, dtype, kernel=None):
    """Colours are compared where something is to be seen of them: elsewhere they are quotients of rounding errors."""
    white = WHITE[dtype]
    seen = wanted[..., 3] > white / 100
    if dtype == np.float32:
        assert_close("pixels", result[seen], wanted[seen], dtype)
        assert_close("alpha", result[..., 3], wanted[..., 3], dtype)
        return
    is_tie = np.abs(wanted % 1 - 0.5) < 1e-9 * white  # which either way is right
    wanted = np.clip(np.rint(wanted), 0, white)
    off = np.abs(result.astype(np.float64) - wanted)
    assert off[seen].max() <= 1 and off[..., 3].max() <= 1
    expected = level_error(kernel or mean, white) * off[seen].size
    assert np.sum(off[seen] > is_tie[seen]) <= np.ceil(expected + 4 * np.sqrt(expected))


def mean(channel):
    return ndimage.uniform_filter(channel, 5, mode="mirror")


def gaussian(channel):
    x = np.arange(-4, 5)
    taps = np.exp(-x**2 / (2 * 1.5**2))
    taps /= taps.sum()
    return ndimage.correlate1d(ndimage.correlate1d(channel, taps, 0, mode="mirror"), taps, 1, mode="mirror")


def by_mask(channel):
    return ndimage.correlate(channel, TAPS / TAPS.sum(), mode="mirror")


def sharpen(channel):
    return ndimage.correlate(channel, np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]], np.float64), mode="mirror")


CASES = {"mean": (["mean", "--ksize", "5"], mean, 1, 0), "gaussian": (["gaussian", "--sigma", "1.5", "--ksize", "9"], gaussian, 1, 0),
         "sharpen": (["sharpen"], sharpen, 1, 0), "mask": (["filter2d", "--mask", MASK, "--scale", "0.1", "--delta", "0.125"], by_mask, 0.9, 0.125)}


@pytest.mark.parametrize("dtype", list(WHITE), ids=lambda dtype: dtype.__name__)
@pytest.mark.parametrize("case", CASES)
def test_colours_are_weighted(lenslet, case, dtype):
    words, kernel, gain, delta = CASES[case]
    image = picture(dtype)
    result = lenslet.run(words[0], {f"{case}-{image.dtype}": image}, *words[1:])[f"{case}-{image.dtype}"]
    assert result.dtype == dtype
    assert_weighted(result, weighted(image, kernel, gain, delta), dtype, kernel)


@pytest.mark.parametrize("ways", [["--memory", "2M"], ["--region", "20x11+7+30"], ["--specialize", "off"]], ids=lambda way: way[0])
def test_every_way_gives_it(lenslet, ways):
    image = picture(np.uint8, (400, 53))
    name = f"ways{ways[0]}"
    result = lenslet.run("mean", {name: image}, "--ksize", "5", *ways)[name]
    wanted = weighted(image, mean)
    assert_weighted(result, wanted[30:41, 7:27] if ways[0] == "--region" else wanted, np.uint8)


def test_a_batch_has_pictures_with_alpha_and_without(lenslet):
    images = {"with": picture(np.uint8), "without": picture(np.uint8)[..., :3], "again": picture(np.uint8)[::-1]}
    results = lenslet.run("mean", images, "--ksize", "5")
    assert_weighted(results["with"], weighted(images["with"], mean), np.uint8)
    assert_weighted(results["again"], weighted(images["again"], mean), np.uint8)
    assert np.abs(results["without"].astype(int) - cv2.blur(images["without"], (5, 5))).max() <= 1


def test_arrays_have_no_alpha(lenslet, tmp_path):
    image = picture(np.uint8)
    np.save(tmp_path / "in.npy", image)
    subprocess.run([lenslet.path, "run", "mean", tmp_path / "in.npy", tmp_path / "out.npy", "--ksize", "5", "--quiet"], check=True)
    wanted = np.dstack([mean(image[..., c].astype(np.float64)) for c in range(4)])
    assert np.abs(np.load(tmp_path / "out.npy") - wanted).max() <= 0.51
