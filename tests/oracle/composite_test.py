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


def taken_to(image, dtype):
    """White stays white."""
    if image.dtype == dtype:
        return image.astype(np.float64)
    return image * 257.0 if dtype == np.uint16 else image / 257.0


def in_colour(image):
    return image if image.ndim == 3 else np.dstack([image] * 3)


@pytest.mark.parametrize("below, above", [("u1", "u2"), ("u2", "u1"), ("u1", "u1")])
@pytest.mark.parametrize("grey", ["image", "picture", "neither"])
def test_grey_beside_colours_and_other_types(lenslet, photographs, tmp_path, picture, below, above, grey):
    def of_type(image, kind):
        return image if kind == "u1" else image.astype(np.uint16) * 256 + 77

    image, mark = of_type(photographs["chelsea"], below), of_type(picture, above)
    if grey == "image":
        image = np.ascontiguousarray(image[..., 1])
    if grey == "picture":
        mark = np.ascontiguousarray(mark[..., 1])
    result = composite(lenslet, tmp_path, image, mark, "--x", 30, "--y", 20, "--opacity", 0.6)
    wanted = in_colour(image).astype(np.float64)
    part = wanted[20:100, 30:190]
    part += 0.6 * (in_colour(taken_to(mark, image.dtype)) - part)
    assert result.shape == wanted.shape
    assert_close(grey, result, wanted, image.dtype)


def test_a_mark_in_colour_on_grey_is_as_pillow_has_it(lenslet, photographs, tmp_path, picture):
    grey, mark = np.ascontiguousarray(photographs["chelsea"][..., 1]), with_alpha(picture, 3)
    wanted = Image.fromarray(grey).convert("RGB")
    wanted.paste(Image.fromarray(mark[..., :3]), (30, 20), Image.fromarray(mark[..., 3]))
    assert_within_one("paste", composite(lenslet, tmp_path, grey, mark, "--x", 30, "--y", 20), np.asarray(wanted))


def test_other_mixtures_are_refused(lenslet, photographs, tmp_path, picture):
    for above in picture.astype(np.float32), picture[..., :2]:
        write(tmp_path / "image.png", photographs["chelsea"])
        np.save(tmp_path / "picture.npy", above)
        done = subprocess.run([lenslet.path, "run", "composite", tmp_path / "image.png", tmp_path / "picture.npy",
                               tmp_path / "out.png"], capture_output=True, text=True)
        assert done.returncode == 2 and done.stderr.count("\n") == 1
        assert "allowed: one type, or u8 and u16; as many colours, or one of them grey" in done.stderr


def test_what_lies_outside_changes_nothing(lenslet, photographs, tmp_path, picture):
    image = photographs["chelsea"]
    assert_equal("outside", composite(lenslet, tmp_path, image, picture, "--x", 5000), image)
