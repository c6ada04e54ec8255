"""Ops that move pixels against NumPy's, Otsu's threshold against OpenCV's."""
import cv2
import numpy as np
import pytest

from arrays import command

MOVES = {
    "flip": lambda image: np.flip(image, 1),
    "flip --direction vertical": lambda image: np.flip(image, 0),
    "flip --direction both": lambda image: np.flip(image, (0, 1)),
    "rotate": lambda image: np.rot90(image, -1),
    "rotate --degrees 180": lambda image: np.rot90(image, 2),
    "rotate --degrees 270": np.rot90,
    "transpose": lambda image: np.swapaxes(image, 0, 1),
    "crop --x 17 --y 5 --width 101 --height 64": lambda image: image[5:69, 17:118],
    "crop --x 200": lambda image: image[:, 200:],
}


def middle(side, part):
    return slice((side - part) // 2, (side - part) // 2 + part)


def by_ratio(image, ratio):
    """The largest part in the middle."""
    height, width = image.shape[:2]
    size = (round(height * ratio), height) if round(height * ratio) <= width else (width, round(width / ratio))
    return image[middle(height, size[1]), middle(width, size[0])]


CORNERS = {
    "crop --gravity southeast --x 3 --y 4 --width 50 --height 40": lambda image: image[-44:-4, -53:-3],
    "crop --gravity northeast --x 3 --width 50": lambda image: image[:, -53:-3],
    "crop --gravity southwest --y 4": lambda image: image[:-4],
    "crop --gravity centre --width 101 --height 64":
        lambda image: image[middle(image.shape[0], 64), middle(image.shape[1], 101)],
    "crop --gravity centre --x 7 --height 64": lambda image: image[middle(image.shape[0], 64), 14:],
    "crop --gravity north --width 100": lambda image: image[:, middle(image.shape[1], 100)],
    "crop --gravity west --height 100": lambda image: image[middle(image.shape[0], 100)],
    "crop --ratio 16:9": lambda image: by_ratio(image, 16 / 9),
    "crop --ratio 0.5": lambda image: by_ratio(image, 0.5),
    "crop --ratio 3:2 --height 100":
        lambda image: image[middle(image.shape[0], 100), middle(image.shape[1], 150)],
    "crop --ratio 3:2 --width 120 --gravity northwest --x 2": lambda image: image[:80, 2:122],
}
KINDS = {"binary": cv2.THRESH_BINARY, "inverse": cv2.THRESH_BINARY_INV, "truncate": cv2.THRESH_TRUNC,
         "tozero": cv2.THRESH_TOZERO, "tozero-inverse": cv2.THRESH_TOZERO_INV}


@pytest.mark.parametrize("move", MOVES)
def test_moves(lenslet, trio, move):
    op, *options = move.split()
    for name, result in lenslet.run(op, trio, *options).items():
        assert np.array_equal(result, MOVES[move](trio[name])), name


@pytest.mark.parametrize("crop", CORNERS)
def test_crops_by_gravity_and_ratio(lenslet, photographs, crop):
    op, *options = crop.split()
    images = {name: photographs[name] for name in ("camera", "motorcycle", "rocket")}
    for name, result in lenslet.run(op, images, *options).items():
        assert np.array_equal(result, CORNERS[crop](images[name])), name


def greys(photographs):
    """Of photographs, and some with few levels and gaps between them, where many levels divide equally well."""
    images = {}
    for number, (name, image) in enumerate(photographs.items()):
        if image.dtype not in (np.uint8, np.uint16):
            continue
        plane = np.ascontiguousarray(image if image.ndim == 2 else image[..., 1])
        images[name] = plane // 50 * 50 if number % 2 else plane
    return images


@pytest.mark.parametrize("kind", KINDS)
def test_otsu(lenslet, photographs, kind):
    images = greys(photographs)
    for name, result in lenslet.run("otsu", images, "--kind", kind).items():
        white = np.iinfo(result.dtype).max
        _, wanted = cv2.threshold(images[name], 0, white, KINDS[kind] | cv2.THRESH_OTSU)
        assert np.array_equal(result, wanted), name


@pytest.mark.parametrize("seed", range(4))
def test_level(lenslet, tmp_path, seed):
    random = np.random.default_rng(seed)
    x = random.choice(random.integers(0, 256, 2 + 3 * seed), (1, 10_007)).astype("u1")
    (level,) = command(lenslet, tmp_path, ["histogram", "otsu"], [x], ["out"], [])
    assert level == cv2.threshold(x, 0, 255, cv2.THRESH_OTSU)[0]
