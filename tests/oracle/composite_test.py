"""composite against Pillow: alpha_composite, paste with a mask, and the modes of ImageChops."""
import subprocess

import numpy as np
import pytest
from PIL import Image, ImageChops

from compare import assert_close, assert_equal, assert_within_one
from tool import read, write

MODES = {"multiply": ImageChops.multiply, "screen": ImageChops.screen, "darken": ImageChops.darker,
         "lighten": ImageChops.lighter}


def composite(lenslet, folder, image, picture, *arguments):
    suffix = ".png" if image.dtype in (np.uint8, np.uint16) else ".tif"
    files = [folder / (name + suffix) for name in ("image", "picture", "out")]
    write(files[0], image)
    write(files[1], picture)
    subprocess.run([lenslet.path, "run", "composite", *files, *map(str, arguments), "--quiet"], check=True,
                   capture_output=True)
    return read(files[2])


def with_alpha(image, seed):
    """Some of it transparent, some opaque."""
    alpha = np.random.default_rng(seed).integers(-100, 356, image.shape[:2]).clip(0, 255).astype(image.dtype)
    return np.dstack([image, alpha])


@pytest.fixture
def picture(photographs):
    return np.ascontiguousarray(photographs["chelsea"][60:140, 100:260])


def test_alpha_on_alpha(lenslet, photographs, tmp_path, picture):
    image, above = with_alpha(photographs["chelsea"], 1), with_alpha(picture, 2)
    result = composite(lenslet, tmp_path, image, above, "--x", 30, "--y", 20)
    wanted = Image.fromarray(image)
    wanted.alpha_composite(Image.fromarray(above), (30, 20))
    assert_within_one("alpha", result[..., 3], np.asarray(wanted)[..., 3])
    seen = result[..., 3] > 32  # of what is nearly transparent Pillow's colours have few bits
    gap = np.abs(result[seen].astype(int) - np.asarray(wanted)[seen].astype(int))
    assert gap.max() <= 4 and (gap > 1).mean() < 0.02


@pytest.mark.parametrize("place", [(30, 20), (-70, -30), (400, 280)], ids=str)
def test_alpha_on_colours(lenslet, photographs, tmp_path, picture, place):
    image, above = photographs["chelsea"], with_alpha(picture, 3)
    result = composite(lenslet, tmp_path, image, above, "--x", place[0], "--y", place[1])
    wanted = Image.fromarray(image)
    wanted.paste(Image.fromarray(above[..., :3]), place, Image.fromarray(above[..., 3]))
    assert_within_one("paste", result, np.asarray(wanted))


@pytest.mark.parametrize("mode", MODES)
def test_modes(lenslet, photographs, tmp_path, mode):
    image = photographs["chelsea"]
    other = image[::-1].copy()
    result = composite(lenslet, tmp_path, image, other, "--mode", mode)
    assert_within_one(mode, result, np.asarray(MODES[mode](Image.fromarray(image), Image.fromarray(other))))


@pytest.mark.parametrize("gravity", ["southeast", "centre", "north"])
def test_gravity_and_opacity(lenslet, photographs, tmp_path, picture, gravity):
    image = photographs["chelsea"]
    result = composite(lenslet, tmp_path, image, picture, "--gravity", gravity, "--x", 7, "--y", 5, "--opacity", 0.3)
    (height, width), (rows, columns) = image.shape[:2], picture.shape[:2]
    x, y = {"southeast": (width - columns - 7, height - rows - 5), "north": ((width - columns) // 2 + 7, 5),
            "centre": ((width - columns) // 2 + 7, (height - rows) // 2 + 5)}[gravity]
    wanted = image.astype(np.float64)
    part = wanted[y:y + rows, x:x + columns]
    part += 0.3 * (picture - part)
    assert_close(gravity, result, wanted, np.uint8)


@pytest.mark.parametrize("name", ["motorcycle", "rocket"])
def test_other_types(lenslet, photographs, tmp_path, name):
    image = photographs[name]
    above = np.ascontiguousarray(image[50:90, 20:70])
    result = composite(lenslet, tmp_path, image, above, "--mode", "screen", "--opacity", 0.6, "--x", 11)
    white = 65535 if image.dtype == np.uint16 else 1
    wanted = image.astype(np.float64)
    part = wanted[:40, 11:61]
    part += 0.6 * (above - above.astype(np.float64) * part / white)
    assert_close(name, result, wanted, image.dtype)


def test_what_lies_outside_changes_nothing(lenslet, photographs, tmp_path, picture):
    image = photographs["chelsea"]
    assert_equal("outside", composite(lenslet, tmp_path, image, picture, "--x", 5000), image)
