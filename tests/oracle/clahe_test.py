"""clahe against OpenCV's createCLAHE, to the bit."""
import cv2
import numpy as np
import pytest

from compare import assert_equal
from photographs import of_types

SETTINGS = [(40, (8, 8)), (2, (8, 8)), (0, (3, 5)), (3.5, (1, 1)), (4, (16, 7))]


def by_channels(image, setting):
    """OpenCV takes one channel."""
    clahe = cv2.createCLAHE(*setting)
    planes = image[..., None] if image.ndim == 2 else image
    done = [clahe.apply(np.ascontiguousarray(planes[..., c])) for c in range(planes.shape[2])]
    return np.stack(done, axis=-1).reshape(image.shape)


def options(setting):
    return "--clip", setting[0], "--tiles", f"{setting[1][0]}x{setting[1][1]}"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_clahe(lenslet, photographs, setting):
    images = of_types(photographs, np.uint8, np.uint16)
    for name, result in lenslet.run("clahe", images, *options(setting)).items():
        assert_equal(name, result, by_channels(images[name], setting))


@pytest.mark.parametrize("size", [(64, 64), (61, 47), (8, 9), (3, 200)], ids=str)
def test_tiles_that_divide_no_side_or_one(lenslet, photographs, size):
    images = {"camera": photographs["camera"][: size[1], : size[0]]}
    result = lenslet.run("clahe", images, *options((2, (8, 8))))["camera"]
    assert_equal("camera", result, by_channels(images["camera"], (2, (8, 8))))


def test_floats_have_the_levels_of_u16(lenslet, photographs):
    words = photographs["coffee"]
    image = words.astype(np.float32) / 65535
    result = lenslet.run("clahe", {"coffee": image}, *options((2, (8, 8))))["coffee"]
    assert_equal("coffee", np.rint(result * 65535).astype(np.uint16), by_channels(words, (2, (8, 8))))


def test_a_region_has_the_bits_of_the_whole(tool, photographs):
    whole = tool.op(photographs["camera"], "clahe")
    part = tool.op(photographs["camera"], "clahe", "--region", "101x57+133+88")
    assert (part == whole[88:145, 133:234]).all()


def test_nan_stays_and_counts_at_no_level(lenslet):
    """What has no level is shared by all levels, so that elsewhere little changes."""
    image = np.random.default_rng(3).random((80, 96)).astype(np.float32)
    whole = lenslet.run("clahe", {"noise": image}, *options((2, (4, 4))))["noise"]
    gaps = image.copy()
    gaps[30, 41] = np.nan
    gaps[60:, :24] = np.nan  # all of a tile
    result = lenslet.run("clahe", {"gaps": gaps}, *options((2, (4, 4))))["gaps"]
    assert np.array_equal(np.isnan(result), np.isnan(gaps))
    here = ~np.isnan(gaps)
    assert np.nanmin(result) >= 0 and np.nanmax(result) <= 1
    assert np.abs(result - whole)[:50][here[:50]].max() < 0.01  # beyond the reach of the tile
