"""Histograms against NumPy's and OpenCV's, equalisation against OpenCV's."""
import cv2
import numpy as np
import pytest

from arrays import command
from tool import suffix_for, write

# Elements, channels, bins and range; OpenCV's calcHist has them all.
WAYS = [("u1", 1, 256, 0, 256), ("u2", 1, 256, 0, 65536), ("u1", 3, 7, 0, 256), ("f4", 1, 100, -2, 2), ("u1", 1, 10, 0, 250),
        ("u2", 1, 65536, 0, 65536), ("u1", 4, 300, -3.5, 200.25), ("f4", 3, 33, -0.7, 1.3), ("u1", 2, 1, 10, 11),
        ("u2", 4, 1000, -5, 65530.5), ("f4", 2, 5000, -1, 1), ("u1", 1, 3, 1, 4), ("u2", 3, 3, 100, 40000.7)]


def elements(code, shape, seed=1):
    random = np.random.default_rng(seed)
    if code == "f4":
        return random.normal(size=shape).astype(code)
    return random.integers(0, np.iinfo(code).max, shape, code, endpoint=True)


def counted(lenslet, folder, x, bins, low, high, *options):
    (result,) = command(lenslet, folder, ["histogram"], [x], ["out"],
                        [f"--bins={bins}", f"--low={low}", f"--high={high}", *options])
    assert result.dtype == "u8"
    return result


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, way)))
def test_opencv_counts_the_same(lenslet, tmp_path, way):
    code, channels, bins, low, high = way
    image = elements(code, (137, 211, channels)[:3 if channels > 1 else 2])
    wanted = [cv2.calcHist([image], [channel], None, [bins], [low, high]).ravel() for channel in range(channels)]
    result = counted(lenslet, tmp_path, image, bins, low, high)
    assert np.array_equal(result, wanted[0] if channels == 1 else wanted)


@pytest.mark.parametrize("bins, low, high", [(64, -3, 3), (10, 0, 1), (1000, -0.1, 7), (3, -1e30, 1e30), (257, 0, 1e-3)])
def test_numpy_counts_the_same(lenslet, tmp_path, bins, low, high):
    x = elements("f4", 100_003)
    x[:6] = [np.nan, np.inf, -np.inf, 3e38, -0.0, low]
    x[x == np.float32(high)] = 2 * high  # NumPy's last interval has its end, OpenCV's and lenslet's has not
    wanted, _ = np.histogram(x.astype("f8"), bins, (float(np.float32(low)), float(np.float32(high))))
    assert np.array_equal(counted(lenslet, tmp_path, x, bins, low, high), wanted)


@pytest.mark.parametrize("code", ["i1", "i2", "f2"])
@pytest.mark.parametrize("bins, low, high", [(64, -3, 3), (10, -120, 100.5), (1, 5, 6)])
def test_numpy_counts_narrow_types_the_same(lenslet, tmp_path, code, bins, low, high):
    random = np.random.default_rng(4)
    x = random.normal(0, 90, 50_021).clip(-128, 127).astype(code)
    inside = x[x.astype("f8") != high]  # NumPy's last interval has its end, OpenCV's and lenslet's has not
    wanted, _ = np.histogram(inside.astype("f8"), bins, (low, high))
    assert np.array_equal(counted(lenslet, tmp_path, x, bins, low, high), wanted)


@pytest.mark.parametrize("code", ["u4", "i4", "u8", "i8", "f8"])
@pytest.mark.parametrize("bins, low, high", [(64, -3, 3), (1000, 0, 1e6), (7, 1e9, 4e9), (300, 4294967290, 4294967296)])
def test_numpy_counts_wide_types_the_same(lenslet, tmp_path, code, bins, low, high):
    random = np.random.default_rng(5)
    x = random.uniform(low - 2, high + 2, 50_021)
    x = x.clip(np.iinfo(code).min, min(np.iinfo(code).max, 2 ** 62)).astype(code) if code[0] != "f" else x
    inside = x[x.astype("f8") != high]
    wanted, _ = np.histogram(inside, bins, (float(low), float(high)))
    assert np.array_equal(counted(lenslet, tmp_path, x, bins, low, high), wanted)


@pytest.mark.parametrize("code", ["i1", "i2", "u4", "i4", "u8", "i8"])
def test_the_whole_range_of_integers(lenslet, tmp_path, code):
    limits, random = np.iinfo(code), np.random.default_rng(6)
    x = random.integers(limits.min, limits.max, 30_011, code, endpoint=True)
    x[:4] = [limits.min, limits.max, limits.max - 1, limits.min + 1]
    step = 2 ** (8 * x.itemsize) // 256
    wanted = np.bincount([(int(value) - limits.min) // step for value in x], minlength=256)
    assert np.array_equal(counted(lenslet, tmp_path, x, 256, 0, 0), wanted)


@pytest.mark.parametrize("code", ["u4", "i4", "u8", "i8", "f8", "f2"])
def test_without_a_range_everything_is_counted(lenslet, tmp_path, code):
    x = np.array([3, 5, 5, 12, 12, 12], code)
    (result,) = command(lenslet, tmp_path, ["histogram"], [x], ["out"], ["--bins=10"])
    wanted = [1, 0, 2, 0, 0, 0, 0, 0, 0, 3]  # of integers one value each
    assert np.array_equal(result, np.histogram(x, 10)[0] if code[0] == "f" else wanted)


def test_integers_by_bincount(lenslet, tmp_path):
    for x in (np.full(70_001, 255, "u1"), np.arange(65_536, dtype="u2"), np.zeros(0, "u1"), elements("u2", 99_991)):
        levels = np.iinfo(x.dtype).max + 1
        assert np.array_equal(counted(lenslet, tmp_path, x, levels, 0, levels), np.bincount(x, minlength=levels))


def test_channels_together(lenslet, tmp_path):
    image = elements("u1", (31, 53, 3))
    wanted = np.bincount(image.ravel(), minlength=256)
    assert np.array_equal(counted(lenslet, tmp_path, image, 256, 0, 256, "--channels=1"), wanted)


def test_files_of_images(lenslet, tmp_path, photographs):
    for image in (photographs["camera"], photographs["chelsea"]):
        file = tmp_path / ("image" + suffix_for(image, None))
        write(file, image)
        (result,) = command(lenslet, tmp_path, ["histogram", file], [], ["out"])
        planes = np.atleast_3d(image)
        wanted = [np.histogram(planes[:, :, c], 256, (0, 256))[0] for c in range(planes.shape[2])]
        assert np.array_equal(result, wanted[0] if image.ndim == 2 else wanted)


def crowded(shape, seed):
    """Few levels, the middle ones frequent."""
    return np.clip(np.random.default_rng(seed).normal(90, 20, shape), 3, 251).astype("u1")


@pytest.mark.parametrize("channels", [1, 3, 2, 4, 1])
def test_opencv_equalizes_to_the_same_bytes(lenslet, tmp_path, channels):
    for seed, (height, width) in enumerate([(1, 1), (97, 131), (300, 401)]):
        image = crowded((height, width, channels)[:3 if channels > 1 else 2], seed)
        (result,) = command(lenslet, tmp_path, ["histogram", "equalize"], [image], ["out"])
        planes = [cv2.equalizeHist(np.ascontiguousarray(plane)) for plane in np.moveaxis(np.atleast_3d(image), 2, 0)]
        assert np.array_equal(result, np.stack(planes, 2).reshape(image.shape))


def test_what_equalization_leaves_alone(lenslet, tmp_path):
    for image in (np.full((20, 30), 77, "u1"), np.zeros((0, 5), "u1")):
        (result,) = command(lenslet, tmp_path, ["histogram", "equalize"], [image], ["out"])
        assert result.dtype == image.dtype and np.array_equal(result, image)


def test_equalization_of_u16(lenslet, tmp_path):
    """OpenCV has none: the same formula, in its arithmetic."""
    image = (crowded((120, 77), 5).astype("u2") * 200).astype("u2")
    counts = np.bincount(image.ravel(), minlength=65536)
    first = counts[image.min()]
    scale = np.float32(65535) / np.float32(image.size - first)
    table = np.rint((np.cumsum(counts) - first).astype("f4") * scale)
    (result,) = command(lenslet, tmp_path, ["histogram", "equalize"], [image], ["out"])
    assert np.array_equal(result, np.clip(table, 0, 65535).astype("u2")[image])
