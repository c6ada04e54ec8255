"""Ops of geometry: pad against NumPy and OpenCV; warps, rotate and remap against scipy.ndimage in double, for linear, and
against OpenCV where its places, which it rounds to 1/32 of a pixel, are exact, for nearest and cubic."""
import subprocess

import cv2
import numpy as np
import pytest
from scipy import ndimage

from borders import BORDERS
from compare import assert_close, assert_equal, assert_within_one
from tool import border_options, read, write

# A constant border of SciPy's own kind shows nothing at all outside the pixels' centres.
SCIPY = {"constant": "grid-constant", "replicate": "nearest", "reflect": "reflect", "wrap": "grid-wrap",
         "reflect101": "mirror"}
SIZE = (170, 140)  # of results: columns, rows
AFFINE = {"turned": (0.83, 0.31, -7.3, -0.29, 0.77, 41.9), "small": (3.1, 0.2, -20.5, -0.4, 2.7, 5.25),
          "large": (0.21, 0.02, 60.125, 0.01, -0.17, 90.3)}
IN_32NDS = (0.75, -0.25, 11.5, 0.3125, 0.875, -9.03125)
PERSPECTIVE = (0.9, 0.2, 1.5, -0.1, 1.1, 2.25, 0.0011, 0.0007, 1.0)


@pytest.fixture
def parts(trio):
    return {name: np.ascontiguousarray(image[60:180, 90:230]) for name, image in trio.items()}


def matrix(numbers):
    rows = np.reshape(numbers, (-1, 3))
    return "; ".join(" ".join(f"{number:.17g}" for number in row) for row in rows)


def places(numbers):
    """Of the result's pixels, by a matrix of two or three rows: x and y."""
    rows = np.array([*numbers, 0, 0, 1][:9]).reshape(3, 3)
    y, x = np.mgrid[:SIZE[1], :SIZE[0]]
    at = rows @ np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    return (at[:2] / at[2]).reshape(2, SIZE[1], SIZE[0])


def linear(image, at, border):
    planes = np.atleast_3d(image).astype(np.float64)
    results = [ndimage.map_coordinates(planes[..., c], at[::-1], order=1, mode=SCIPY[border.name], cval=border.value)
               for c in range(planes.shape[2])]
    return np.stack(results, -1).reshape(*at.shape[1:], *image.shape[2:])


def opencv_border(border):
    return {"borderMode": border.opencv, "borderValue": (border.value,) * 4}


def assert_as_opencv(name, result, wanted, image):
    """Of u8 OpenCV's weights are whole numbers."""
    if image.dtype == np.uint8:
        assert_within_one(name, result, wanted)
    else:
        assert_close(name, result, wanted.astype(np.float64), image.dtype)


@pytest.mark.parametrize("options, margin", [("--left 70 --right 3 --top 5 --bottom 41", (70, 3, 5, 41)),
                                             ("--size 200x155", (30, 30, 17, 18)), ("--right 500", (0, 500, 0, 0))])
def test_pad(lenslet, parts, border, options, margin):
    left, right, top, bottom = margin
    for name, result in lenslet.run("pad", parts, *options.split(), border=border).items():
        image = parts[name]
        sides = [(top, bottom), (left, right), (0, 0)][:image.ndim]
        value = {"constant_values": border.value} if border.name == "constant" else {}
        assert_equal(name, result, np.pad(image, sides, mode=border.numpy, **value))
        if border.name != "wrap" or max(margin) < min(image.shape[:2]):
            assert_equal(name, result, cv2.copyMakeBorder(image, top, bottom, left, right, border.opencv,
                                                          value=(border.value,) * 4))


@pytest.mark.parametrize("numbers", AFFINE.values(), ids=AFFINE)
def test_affine(lenslet, parts, border, numbers):
    """SciPy's matrix has y before x."""
    a, b, c, d, e, f = numbers
    options = ["--matrix", matrix(numbers), "--inverse", "--size", f"{SIZE[0]}x{SIZE[1]}"]
    for name, result in lenslet.run("warp_affine", parts, *options, border=border).items():
        planes = np.atleast_3d(parts[name]).astype(np.float64)
        ideal = [ndimage.affine_transform(planes[..., i], [[e, d], [b, a]], (f, c), SIZE[::-1], order=1,
                                          mode=SCIPY[border.name], cval=border.value) for i in range(planes.shape[2])]
        assert_close(name, result, np.stack(ideal, -1).reshape(result.shape), parts[name].dtype)


def test_affine_forwards(lenslet, parts, border):
    """The matrix maps the image to the result, as OpenCV's."""
    forwards = cv2.invertAffineTransform(np.array(AFFINE["turned"]).reshape(2, 3))
    options = ["--matrix", matrix(forwards.ravel()), "--size", f"{SIZE[0]}x{SIZE[1]}"]
    for name, result in lenslet.run("warp_affine", parts, *options, border=border).items():
        assert_close(name, result, linear(parts[name], places(AFFINE["turned"]), border), parts[name].dtype)


@pytest.mark.parametrize("way", ["nearest", "linear", "cubic"])
def test_affine_of_opencv(lenslet, parts, border, way):
    flags = {"nearest": cv2.INTER_NEAREST, "linear": cv2.INTER_LINEAR, "cubic": cv2.INTER_CUBIC}[way]
    options = ["--matrix", matrix(IN_32NDS), "--inverse", "--size", f"{SIZE[0]}x{SIZE[1]}", "--interpolation", way]
    x, y = places(IN_32NDS).astype(np.float32)
    if way == "nearest":
        x, y = np.floor(x + 0.5), np.floor(y + 0.5)
    for name, result in lenslet.run("warp_affine", parts, *options, border=border).items():
        wanted = cv2.remap(parts[name], x, y, flags, **opencv_border(border))
        if way == "nearest":
            assert_equal(name, result, wanted)
            continue
        assert_as_opencv(name, result, wanted, parts[name])
        if border.name == "constant":
            rows = np.array(IN_32NDS).reshape(2, 3)
            warped = cv2.warpAffine(parts[name], rows, SIZE, flags=flags | cv2.WARP_INVERSE_MAP, **opencv_border(border))
            assert_as_opencv(name, result, warped, parts[name])


def test_perspective(lenslet, parts, border):
    """Places are rounded down to 2^-16 pixels, which is at most so much of the difference of two neighbours."""
    options = ["--matrix", matrix(PERSPECTIVE), "--inverse", "--size", f"{SIZE[0]}x{SIZE[1]}"]
    for name, result in lenslet.run("warp_perspective", parts, *options, border=border).items():
        image, ideal = parts[name], linear(parts[name], places(PERSPECTIVE), border)
        spare = 2 * 2 ** -16 * (float(image.max()) - min(float(image.min()), border.value))
        wrong = np.abs(result - ideal) > spare + (0.51 if image.dtype != np.float32 else 1e-5 * np.abs(ideal).max())
        assert not wrong.any(), (name, np.argwhere(wrong)[0], np.abs(result - ideal).max())


def test_perspective_of_opencv(lenslet, parts):
    """OpenCV rounds places to 1/32: at most 1/64 of the differences across and down."""
    forwards = np.linalg.inv(np.array(PERSPECTIVE).reshape(3, 3))
    options = ["--matrix", matrix(forwards.ravel()), "--size", f"{SIZE[0]}x{SIZE[1]}"]
    for name, result in lenslet.run("warp_perspective", parts, *options).items():
        image = np.pad(parts[name], [(3, 3), (3, 3), (0, 0)][:parts[name].ndim])
        shift = np.array([[1, 0, -3], [0, 1, -3], [0, 0, 1.0]])
        wanted = cv2.warpPerspective(image, forwards @ shift, SIZE, flags=cv2.INTER_LINEAR)
        size = (4, 4, 1)[:image.ndim]
        steep = ndimage.maximum_filter(image, size).astype(np.float64) - ndimage.minimum_filter(image, size)
        steep = cv2.dilate(cv2.warpPerspective(steep, forwards @ shift, SIZE, flags=cv2.INTER_NEAREST), np.ones((3, 3)))
        wrong = np.abs(result.astype(np.float64) - wanted) > steep / 16 + (1 if image.dtype != np.float32 else 1e-3)
        assert not wrong.any(), (name, np.argwhere(wrong)[0])


@pytest.mark.parametrize("degrees", [2, 30, -111.5, 200])
def test_rotate(lenslet, parts, border, degrees):
    for name, result in lenslet.run("rotate", parts, "--degrees", degrees, border=border).items():
        image = parts[name].astype(np.float64)
        assert_close(name, result, ndimage.rotate(image, -degrees, order=1, mode=SCIPY[border.name], cval=border.value),
                     parts[name].dtype)


@pytest.mark.parametrize("degrees", [3, 90, -45])
def test_rotate_keeps(lenslet, parts, border, degrees):
    for name, result in lenslet.run("rotate", parts, "--degrees", degrees, "--canvas", "keep", border=border).items():
        ideal = ndimage.rotate(parts[name].astype(np.float64), -degrees, order=1, mode=SCIPY[border.name],
                               cval=border.value, reshape=False)
        assert_close(name, result, ideal, parts[name].dtype)


def run_remap(lenslet, folder, image, maps, *options):
    suffix = ".tif" if image.dtype == np.float32 else ".png"
    files = [folder / f"image{suffix}", folder / "x.tif", folder / "y.tif"]
    for file, content in zip(files, (image, *maps)):
        write(file, content)
    done = subprocess.run([lenslet.path, "run", "remap", *files, folder / f"out{suffix}", "--quiet", *options],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return read(folder / f"out{suffix}")


@pytest.mark.parametrize("way", ["nearest", "linear", "cubic"])
def test_remap(lenslet, parts, border, tmp_path, way):
    random = np.random.default_rng(BORDERS.index(border))
    maps = (random.uniform(-30, 170, (2, 61, 83)) * 32).round().astype(np.float32) / 32
    flags = {"nearest": cv2.INTER_NEAREST, "linear": cv2.INTER_LINEAR, "cubic": cv2.INTER_CUBIC}[way]
    for name, image in parts.items():
        result = run_remap(lenslet, tmp_path, image, maps, "--interpolation", way, *border_options(border))
        x, y = np.floor(maps + 0.5) if way == "nearest" else maps
        wanted = cv2.remap(image, x, y, flags, **opencv_border(border))
        if way == "nearest":
            assert_equal(name, result, wanted)
        else:
            assert_as_opencv(name, result, wanted, image)
        if way == "linear":
            assert_close(name, result, linear(image, maps.astype(np.float64), border), image.dtype)


def refusal(lenslet, *command):
    done = subprocess.run([lenslet.path, *map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    return done.stderr.strip()


def test_refusals(lenslet, tmp_path):
    image = np.zeros((8, 9), np.uint8)
    write(tmp_path / "a.png", image)
    ends = (tmp_path / "a.png", tmp_path / "out.png")
    assert "determinant 0" in refusal(lenslet, "run", "warp_affine", *ends, "--matrix", "1 2 0; 2 4 0")
    assert "has 1 x 5 numbers" in refusal(lenslet, "run", "warp_affine", *ends, "--matrix", "1 2 0 2 4")
    assert "the border 'reflect' has no meaning" in refusal(lenslet, "run", "invert", *ends, "--border", "reflect")
    assert "the border 'discard' has no meaning" in refusal(lenslet, "run", "pad", *ends, "--left", 1, "--border",
                                                             "discard")
    assert "size 4x30 for an image of 9 x 8" in refusal(lenslet, "run", "pad", *ends, "--size", "4x30")
    assert not (tmp_path / "out.png").exists()
