"""The filters of examples/filters against their formulas in NumPy."""
import pathlib
import subprocess

import numpy as np
import pytest

from compare import assert_close, assert_within_one
from tool import read

FILTERS = pathlib.Path(__file__).resolve().parents[2] / "examples/filters"
SHAPES = [(41, 67), (23, 90, 3)]


def white(image):
    return 255.0 if image.dtype == np.uint8 else 1.0


def pictures():
    random = np.random.default_rng(7)
    for shape in SHAPES:
        picture = random.integers(0, 256, shape, dtype=np.uint8)
        yield f"u8-{len(shape)}", picture
        yield f"f32-{len(shape)}", (picture / 255).astype(np.float32)


PICTURES = dict(pictures())


def windows(image, radius):
    """dy, dx -> the image moved so that each pixel is where its neighbour's is, by the border reflect101."""
    sides = ((radius, radius), (radius, radius)) + ((0, 0),) * (image.ndim - 2)
    padded = np.pad(image.astype(np.float64), sides, mode="reflect")
    height, width = image.shape[:2]
    return lambda dy, dx: padded[radius + dy:radius + dy + height, radius + dx:radius + dx + width]


def check(lenslet, name, formula, *options):
    for key, result in lenslet.run(FILTERS / f"{name}.cl", PICTURES, *options).items():
        image = PICTURES[key]
        if image.dtype == np.uint8:
            assert_within_one(f"{name} {key}", result, np.clip(np.rint(formula(image)), 0, 255).astype(np.uint8))
        else:
            assert_close(f"{name} {key}", result, formula(image), image.dtype)


def test_vignette(lenslet):
    def formula(image):
        height, width = image.shape[:2]
        y, x = np.mgrid[:height, :width]
        distance = np.hypot(x - (width - 1) / 2, y - (height - 1) / 2) / (np.hypot(width, height) / 2)
        t = np.clip((distance - 0.2) / 0.8, 0, 1)
        share = 1 - 0.7 * t * t * (3 - 2 * t)
        return image * share.reshape(share.shape + (1,) * (image.ndim - 2))

    check(lenslet, "vignette", formula, "--strength", 0.7, "--inner", 0.2)


def test_kuwahara(lenslet):
    def formula(image):
        at = windows(image, 2)
        mean, least = at(0, 0).copy(), np.full(image.shape, np.inf)
        for top, left in [(-2, -2), (-2, 0), (0, -2), (0, 0)]:
            square = np.stack([at(top + dy, left + dx) for dy in range(3) for dx in range(3)])
            spread = 9 * (square * square).sum(0) - square.sum(0) ** 2
            mean = np.where(spread < least, square.mean(0), mean)
            least = np.minimum(least, spread)
        return mean

    results = lenslet.run(FILTERS / "kuwahara.cl", PICTURES)
    for key in ("u8-2", "u8-3"):  # of floats rounding decides between squares that vary alike
        assert_within_one(f"kuwahara {key}", results[key], np.rint(formula(PICTURES[key])).astype(np.uint8))


def test_local_contrast(lenslet):
    def formula(image):
        at = windows(image, 2)
        window = np.stack([at(dy, dx) for dy in range(-2, 3) for dx in range(-2, 3)])
        mean, deviation = window.mean(0), window.std(0)
        return mean + 3 * (image - mean) / (1 + deviation / (0.2 * white(image)))

    check(lenslet, "local_contrast", formula, "--radius", 2, "--amount", 3, "--detail", 0.2)


def test_hexagonal_bokeh(lenslet):
    def formula(image):
        at = windows(image, 3)
        total = weights = 0.0
        for dy in range(-3, 4):
            for dx in range(-3, 4):
                if 15 * abs(dy) <= 13 * 3 and 26 * abs(dx) + 15 * abs(dy) <= 26 * 3:
                    weight = 1 + 8 * (at(dy, dx) / white(image)) ** 4
                    total, weights = total + weight * at(dy, dx), weights + weight
        return total / weights

    check(lenslet, "hexagonal_bokeh", formula, "--radius", 3)


def of_two(lenslet, name, key, *options):
    """The picture, itself turned over, and what the filter makes of both."""
    first, second = PICTURES[key], PICTURES[key][::-1].copy()
    suffix = ".png" if first.dtype == np.uint8 else ".tif"
    images = {"first": first, "second": second}
    paths = [lenslet.file_of(f"{place}-{key}", image, suffix) for place, image in images.items()]
    result = lenslet.inputs / f"{name}-{key}{suffix}"
    subprocess.run([lenslet.path, "run", FILTERS / f"{name}.cl", *paths, result, "--quiet", *options], check=True)
    return first, second, read(result)


@pytest.mark.parametrize("key", ["u8-2", "f32-3"])
def test_cross_bilateral(lenslet, key):
    image, guide, result = of_two(lenslet, "cross_bilateral", key, "--radius", "2", "--contrast", "0.2")
    at, of_guide = windows(image, 2), windows(guide, 2)
    total = weights = 0.0
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            difference = (of_guide(dy, dx) - guide) / white(guide) / 0.2
            weight = np.exp(-0.5 * (difference ** 2 + dx * dx + dy * dy))
            total, weights = total + weight * at(dy, dx), weights + weight
    if image.dtype == np.uint8:
        assert_within_one(key, result, np.rint(total / weights).astype(np.uint8))
    else:
        assert_close(key, result, total / weights, image.dtype)


@pytest.mark.parametrize("key", ["u8-3", "f32-3"])
def test_chroma_key(lenslet, key):
    front, back, result = of_two(lenslet, "chroma_key", key)
    to_differences = np.array([[-0.168736, -0.331264, 0.5], [0.5, -0.418688, -0.081312]])
    difference = (front / white(front) - np.array([0, 1, 0])) @ to_differences.T
    share = np.clip((np.hypot(difference[..., 0], difference[..., 1]) - 0.3) / 0.1, 0, 1)[..., None]
    wanted = back + share * (front.astype(np.float64) - back)
    if front.dtype == np.uint8:
        assert_within_one(key, result, np.rint(wanted).astype(np.uint8))
    else:
        assert np.abs(result - wanted).max() < 1e-4  # the share divides by 0.1
