"""Point ops against OpenCV and NumPy: thresholds, tables, pairs of images, colours."""
import subprocess

import cv2
import numpy as np
import pytest
from skimage.color import rgb2lab

from compare import assert_close, assert_equal, assert_within_one
from photographs import of_types
from tool import read, write

KINDS = {"binary": cv2.THRESH_BINARY, "inverse": cv2.THRESH_BINARY_INV, "truncate": cv2.THRESH_TRUNC,
         "tozero": cv2.THRESH_TOZERO, "tozero-inverse": cv2.THRESH_TOZERO_INV}
PAIRS = {"add": cv2.add, "subtract": cv2.subtract, "absdiff": cv2.absdiff, "min": cv2.min, "max": cv2.max}


@pytest.mark.parametrize("kind", KINDS)
def test_threshold(lenslet, photographs, kind):
    images = of_types(photographs, np.uint8, np.float32)
    for name, result in lenslet.run("threshold", images, "--level", 90.5, "--maximum", 200, "--kind", kind).items():
        assert_equal(name, result, cv2.threshold(images[name], 90.5, 200, KINDS[kind])[1])


def test_curves(lenslet, photographs):
    images = of_types(photographs, np.uint8)
    table = np.rint(255 * (np.arange(256) / 255) ** 0.6).astype(np.uint8)
    values = ",".join(map(str, table))
    for arguments in (["gamma", "--gamma", 0.6], ["lut", "--values", values]):
        for name, result in lenslet.run(arguments[0], images, *arguments[1:]).items():
            assert_equal(name, result, cv2.LUT(images[name], table))


def test_inrange(lenslet, photographs):
    image = photographs["chelsea"]
    result = lenslet.run("inrange", {"chelsea": image}, "--low", "60,50,40", "--high", "200,150,140")["chelsea"]
    assert_equal("chelsea", result, cv2.inRange(image, (60, 50, 40), (200, 150, 140)))


def test_clip_and_invert(lenslet, photographs):
    for name, result in lenslet.run("clip", photographs, "--low", 30, "--high", 140).items():
        assert_equal(name, result, np.clip(photographs[name], 30, 140))
    images = of_types(photographs, np.uint8, np.uint16)
    for name, result in lenslet.run("invert", images).items():
        assert_equal(name, result, cv2.bitwise_not(images[name]))


def on_pair(lenslet, folder, op, image, *arguments):
    suffix = ".tif" if image.dtype == np.float32 else ".png"
    write(folder / f"a{suffix}", image)
    write(folder / f"b{suffix}", image[::-1].copy())
    command = [lenslet.path, "run", op, folder / f"a{suffix}", folder / f"b{suffix}", folder / f"out{suffix}",
               *map(str, arguments), "--quiet"]
    subprocess.run(command, check=True, capture_output=True)
    return read(folder / f"out{suffix}")


@pytest.mark.parametrize("op", PAIRS)
def test_pairs(lenslet, photographs, tmp_path, op):
    for name in ("chelsea", "coffee", "hubble"):
        image = photographs[name]
        result = on_pair(lenslet, tmp_path, op, image)
        assert_equal(name, result, PAIRS[op](image, image[::-1].copy()))


@pytest.mark.parametrize("op", ["multiply", "divide"])
def test_products(lenslet, photographs, tmp_path, op):
    for name in ("chelsea", "hubble"):
        image = np.maximum(photographs[name], 1)
        one, other = image.astype(np.float64), image[::-1].astype(np.float64)
        scale = 1 / 255 if op == "multiply" else 100
        result = on_pair(lenslet, tmp_path, op, image, "--scale", scale)
        assert_close(name, result, scale * one * other if op == "multiply" else scale * one / other, image.dtype)


COLOURS = {"grey": cv2.COLOR_RGB2GRAY, "rgb_to_ycrcb": cv2.COLOR_RGB2YCrCb, "ycrcb_to_rgb": cv2.COLOR_YCrCb2RGB,
           "rgb_to_hsv": cv2.COLOR_RGB2HSV}


@pytest.mark.parametrize("op", COLOURS)
def test_colours(lenslet, photographs, op):
    image = photographs["chelsea"]
    result = lenslet.run(op, {"chelsea": image})["chelsea"]
    assert_within_one(op, result, cv2.cvtColor(image, COLOURS[op]))


@pytest.mark.parametrize("op", ["rgb_to_hsv", "hsv_to_rgb"])
def test_hue_of_floats(lenslet, photographs, op):
    rgb = photographs["rocket"] / np.float32(255)
    image = rgb if op == "rgb_to_hsv" else cv2.cvtColor(rgb, cv2.COLOR_RGB2HSV)
    wanted = cv2.cvtColor(image, cv2.COLOR_RGB2HSV if op == "rgb_to_hsv" else cv2.COLOR_HSV2RGB)
    result = lenslet.run(op, {"rocket": image})["rocket"]
    assert np.abs(result - wanted).max() < 1e-3 * max(1, np.abs(wanted).max())


def test_lab(lenslet, photographs):
    """Against scikit-image's: OpenCV goes through coarse tables, and is off by more than half a unit."""
    image = photographs["chelsea"]
    lab = rgb2lab(image)
    result = lenslet.run("rgb_to_lab", {"chelsea": image})["chelsea"]
    assert_within_one("u8", result, np.rint(lab * [2.55, 1, 1] + [0, 128, 128]).astype(np.uint8))
    floats = (image / 255).astype(np.float32)
    result = lenslet.run("rgb_to_lab", {"floats": floats})["floats"]
    assert np.abs(result - lab).max() < 0.05
    back = lenslet.run("lab_to_rgb", {"back": result})["back"]
    assert np.abs(back - floats).max() < 1e-4
