"""Public bug reports about sizes and samples (reports.py), tried on Lenslet."""
import cv2
import numpy as np
import pytest

from reports import noise


def test_opencv_21472(tool):
    """Area: one side shrinks and the other grows. Each axis is averaged or interpolated by itself."""
    image = np.array([[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]], np.float32)
    result = tool.op(image, "resize", "--size", "3x2", "--interpolation", "area")
    assert np.allclose(result, [[0.2, 0.5, 0.8]] * 2, atol=1e-6)


def test_opencv_19557(tool):
    """The area mean of ones is exactly one."""
    ones = np.ones((10, 10), np.float32)
    assert (tool.op(ones, "resize", "--size", "2x2", "--interpolation", "area") == 1).all()


def test_opencv_26118(tool):
    """Linear: 128.5556 is rounded to 129."""
    image = noise((7, 7), seed=3)
    x = (np.arange(3) + 0.5) * 7 / 3 - 0.5
    low, part = np.floor(x).astype(int), x - np.floor(x)
    rows = image.astype(float)[low] * (1 - part)[:, None] + image.astype(float)[low + 1] * part[:, None]
    ideal = rows[:, low] * (1 - part) + rows[:, low + 1] * part
    result = tool.op(image, "resize", "--size", "3x3", "--interpolation", "linear")
    assert np.abs(result - ideal).max() <= 0.5 + 1e-3


def test_opencv_27191(tool):
    """Nearest by a whole factor: every pixel becomes a block of its own, without drift."""
    image = noise((10, 10))
    result = tool.op(image, "resize", "--size", "1920x1920", "--interpolation", "nearest")
    assert np.array_equal(result, np.kron(image, np.ones((192, 192), np.uint8)))


def test_opencv_29825(tool):
    """Nearest by a factor above 65536 reads the one pixel that there is."""
    image = np.full((1, 1), 200, np.uint8)
    assert (tool.op(image, "resize", "--size", "200000x1", "--interpolation", "nearest") == 200).all()


def test_opencv_28429(tool):
    """Nearest takes floor(x s) without rounding errors, as the page says."""
    image = noise((147, 128))
    result = tool.op(image, "resize", "--size", "160x160", "--interpolation", "nearest")
    rows, columns = np.arange(160) * 147 // 160, np.arange(160) * 128 // 160
    assert np.array_equal(result, image[rows][:, columns])


def test_cupy_9031(tool):
    """Clip keeps NaN, as NumPy does."""
    image = np.array([[np.nan, -1, 0.5, 2, np.inf, -np.inf]], np.float32)
    assert np.array_equal(tool.op(image, "clip", "--low", 0, "--high", 1), np.clip(image, 0, 1), equal_nan=True)


def test_cupy_6901(tool):
    """Bounds that cross are refused in words: NumPy gives the upper one, others the lower one."""
    np.save(tool.folder / "in.npy", np.arange(8, dtype=np.float32)[None])
    done = tool.raw("run", "clip", "in.npy", "out.npy", "--low", 6, "--high", 3)
    assert done.returncode == 2 and "6" in done.stderr and "3" in done.stderr


def test_chainer_1366(tool):
    """The least and the greatest element of an array with NaN are NaN, as in NumPy."""
    np.save(tool.folder / "x.npy", np.array([np.nan, -1, 0, 1], np.float32))
    for name in ("min", "max"):
        done = tool.ok("reduce", name, "x.npy")
        assert "nan" in done.stdout.lower(), (name, done.stdout)


@pytest.mark.parametrize("value", [0, 7, 255])
def test_skimage_1856(tool, value):
    """Otsu's level of an image of one value is what OpenCV has."""
    image = np.full((20, 20), value, np.uint8)
    _, expected = cv2.threshold(image, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    assert np.array_equal(tool.op(image, "otsu"), expected)


def test_skimage_5496(tool):
    """Empty levels below the image's lowest do not move Otsu's level."""
    image = np.tile(np.array([[1, 2]], np.uint8), (4, 4))
    assert np.array_equal(tool.op(image, "otsu") > 0, image > 1)
    high = (image.astype(np.uint16) + 40000)
    assert np.array_equal(tool.op(high, "otsu") > 0, high > 40001)


def test_skimage_1085(tool):
    """Levels above 255 count for u16."""
    random = np.random.default_rng(5)
    level = np.where(random.random((60, 60)) < 0.5, 300, 50000)
    image = (level + random.integers(0, 200, (60, 60))).astype(np.uint16)
    assert np.array_equal(tool.op(image, "otsu") > 0, image > 1000)


def test_opencv_24282(tool):
    """f32 colours lie in 0 to 1; the page says so, and white is L 100, a 0, b 0."""
    image = np.array([[[1, 1, 1], [1, 1 / 255, 1], [0, 0, 0]]], np.float32)
    result = tool.op(image, "rgb_to_lab")
    assert np.allclose(result[0, 0], [100, 0, 0], atol=0.05) and np.allclose(result[0, 2], 0, atol=1e-4)
    assert np.allclose(result[0, 1], [60.343, 98.178, -60.792], atol=0.1)
    assert "from 0 to 1" in " ".join(tool.ok("ops", "rgb_to_lab").stdout.split())


def test_albumentations_696(tool):
    """Hue is in degrees for f32, half of them for u8."""
    blue = np.array([[[0, 0, 1.0]]], np.float32)
    assert tool.op(blue, "rgb_to_hsv")[0, 0, 0] == 240
    assert tool.op((blue * 255).astype(np.uint8), "rgb_to_hsv")[0, 0, 0] == 120
