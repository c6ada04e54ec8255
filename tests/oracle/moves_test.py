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
KINDS = {"binary": cv2.THRESH_BINARY, "inverse": cv2.THRESH_BINARY_INV, "truncate": cv2.THRESH_TRUNC,
         "tozero": cv2.THRESH_TOZERO, "tozero-inverse": cv2.THRESH_TOZERO_INV}


@pytest.mark.parametrize("move", MOVES)
def test_moves(lenslet, trio, move):
    op, *options = move.split()
    for name, result in lenslet.run(op, trio, *options).items():
        assert np.array_equal(result, MOVES[move](trio[name])), name


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
