"""Bugs that users of OpenCV, SciPy, scikit-image, CuPy, libvips, Pillow, tifffile and others reported, tried on Lenslet.

A test is called after the tracker and the number of the report; docs/notes/public-reports.md says of each what was
reported and what Lenslet does.
"""
import io
import pathlib
import re
import struct
import subprocess

import cv2
import numpy as np
import pytest
import tifffile
from PIL import Image  # Pillow comes with scikit-image
from scipy import ndimage

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "notes" / "public-reports.md"


class Runner:
    """The tool in a folder of its own; images go in and out as files."""

    def __init__(self, tool, folder):
        self.tool, self.folder = pathlib.Path(tool).absolute(), folder

    def raw(self, *words):
        return subprocess.run([self.tool, *map(str, words)], cwd=self.folder, capture_output=True, text=True, check=False)

    def ok(self, *words):
        done = self.raw(*words)
        assert done.returncode == 0, f"{words}\n{done.stderr}"
        return done

    def op(self, image, *words, name="in.npy"):
        """`lenslet run` of an array, as .npy: every type and any channels."""
        np.save(self.folder / name, image)
        self.ok("run", words[0], name, "out.npy", *words[1:])
        return np.load(self.folder / "out.npy")

    def bytes(self, name, content):
        (self.folder / name).write_bytes(content)
        return self.folder / name


@pytest.fixture
def tool(lenslet, tmp_path):
    return Runner(lenslet.path, tmp_path)


def noise(shape, dtype=np.uint8, seed=1):
    random = np.random.default_rng(seed)
    if np.issubdtype(dtype, np.floating):
        return random.random(shape).astype(dtype)
    return random.integers(0, np.iinfo(dtype).max, shape, endpoint=True).astype(dtype)


def mask_text(mask):
    return "; ".join(" ".join(f"{v:g}" for v in row) for row in mask)


# Windows and borders


@pytest.mark.parametrize("side", [5, 11, 13, 15, 31])
def test_opencv_10683(tool, side):
    """A rectangle of an image is filtered as the whole is, whatever the mask's size."""
    image, mask = noise((80, 90)), np.round(noise((side, side), np.float32) * 8)
    whole = tool.op(image, "filter2d", "--mask", mask_text(mask), "--scale", 0.01, "--border", "replicate")
    part = tool.op(image, "filter2d", "--mask", mask_text(mask), "--scale", 0.01, "--border", "replicate", "--region", "20x16+33+40")
    assert np.array_equal(part, whole[40:56, 33:53])


def test_opencv_5263(tool):
    """A region has the border of the image, not one of its own."""
    ones = np.ones((3, 4), np.float32)
    result = tool.op(ones, "filter2d", "--mask", "1 1 1", "--border", "constant", "--region", "3x3+1+0")
    assert np.array_equal(result, [[3, 3, 2]] * 3)


def test_ebimage_8(tool):
    """One tap in the middle of a mask that is wider than high leaves the picture as it is, with every border."""
    image, mask = np.arange(1, 33, dtype=np.float32).reshape(4, 8), np.zeros((3, 5))
    mask[1, 2] = 1
    for border in ("constant", "replicate", "reflect", "wrap", "reflect101"):
        assert np.array_equal(tool.op(image, "filter2d", "--mask", mask_text(mask), "--border", border), image), border


def test_scipy_11661(tool):
    """A side of one pixel is mirrored to itself."""
    image = np.arange(24, dtype=np.float32).reshape(1, 24)
    for border in ("reflect", "reflect101", "replicate", "wrap"):
        assert np.array_equal(tool.op(image, "filter2d", "--mask", "1; 1; 1", "--border", border), 3 * image), border


def test_scipy_8684(tool):
    """A mask wider than the image wraps round it more than once."""
    image = np.array([[1, 2], [-2, 0]], np.float32)
    mask = np.array([[1, 2, 3, 1, 5], [0, 0, 1, 2, 4], [1, 1, 1, 1, 1]], np.float32)
    expected = ndimage.correlate(image.astype(float), mask, mode="wrap")
    assert np.array_equal(tool.op(image, "filter2d", "--mask", mask_text(mask), "--border", "wrap"), expected)


def test_dask_image_242(tool):
    """By strips, too, wrap takes the pixels of the image's other end, not of the strip's."""
    image, mask = noise((64, 9), np.float32), "1; -1; 0; 1; -1"
    np.save(tool.folder / "in.npy", image)
    tifffile.imwrite(tool.folder / "in.tif", image)
    tool.ok("run", "filter2d", "in.tif", "out.tif", "--mask", mask, "--border", "wrap", "--memory", "1M")
    expected = ndimage.correlate(image.astype(float), np.array([[1], [-1], [0], [1], [-1]]), mode="wrap")
    assert np.allclose(tifffile.imread(tool.folder / "out.tif"), expected, atol=1e-6)


def test_scipy_7818(tool):
    """A NaN spoils the windows that hold it and no others, though sums run along rows."""
    image = noise((60, 70), np.float32)
    image[20, 30] = np.nan
    for ksize in (9, 31):
        result = np.isnan(tool.op(image, "mean", "--ksize", ksize, "--border", "replicate"))
        radius = ksize // 2
        expected = np.zeros_like(result)
        expected[max(20 - radius, 0) : 20 + radius + 1, max(30 - radius, 0) : 30 + radius + 1] = True
        assert np.array_equal(result, expected), ksize


def test_opencv_7124(tool):
    """The mean of samples that are not negative is not negative, though sums run along rows."""
    image = np.zeros((64, 512), np.float32)
    image[:, ::7] = 1
    image[::5, ::11] = 1e7
    for ksize in (3, 9, 31):
        assert tool.op(image, "mean", "--ksize", ksize).min() >= 0, ksize


@pytest.mark.parametrize("ksize", [3, 5, 7, 9])
def test_scipy_6930(tool, ksize):
    """The mean of a window of ones is one, of every type."""
    image = np.tile(np.repeat(np.array([0, 1, 0], np.uint8), [9, 12, 9]), (12, 1))
    result = tool.op(image, "mean", "--ksize", f"{ksize}x1")
    expected = np.rint(ndimage.uniform_filter1d(image.astype(float), ksize, mode="mirror"))
    assert np.array_equal(result, expected)
    assert result[:, 15].min() == 1


def test_cupy_8401(tool):
    """As SciPy's uniform_filter1d for a large window on integers."""
    image = noise((40, 300), np.uint16)
    result = tool.op(image, "mean", "--ksize", "61x1", "--border", "reflect")
    sums = ndimage.correlate1d(image.astype(np.int64), np.ones(61, np.int64), mode="reflect")
    assert np.array_equal(result, np.rint(sums / 61))


def test_opencv_9863(tool):
    """A Gaussian blur leaves an even image as it is: it is not darker."""
    for value, dtype in ((255, np.uint8), (254, np.uint8), (1, np.uint8), (65535, np.uint16)):
        image = np.full((40, 50), value, dtype)
        for sigma in (0.5, 1, 2, 5, 7):
            assert np.array_equal(tool.op(image, "gaussian", "--sigma", sigma), image), (value, sigma)


def test_opencv_20121(tool):
    """u16 samples above 32767 are not cut."""
    image = noise((50, 60), np.uint16)
    image[10:20, 10:40] = 65535
    ideal = ndimage.gaussian_filter(image.astype(float), 1.5, mode="nearest", radius=7)
    result = tool.op(image, "gaussian", "--sigma", 1.5, "--ksize", 15, "--border", "replicate")
    assert np.abs(result - ideal).max() <= 0.5 + 1e-3 * 65535 / 255


@pytest.mark.parametrize("sigma", [0.01, 0.1, 0.2, 0.3])
def test_opencv_20792(tool, sigma):
    """A sigma far below a pixel leaves the picture nearly as it is, and never empties it."""
    image = noise((30, 40))
    result = tool.op(image, "gaussian", "--sigma", sigma)
    assert np.abs(result.astype(int) - image).max() <= (0 if sigma <= 0.2 else 3)


def test_scipy_5488(tool):
    """The brightest pixel of a blurred point stays where the point was."""
    image = np.zeros((9, 9), np.float32)
    image[4, 4] = 10
    for sigma in (0.5, 1, 2, 4, 8):
        result = tool.op(image, "gaussian", "--sigma", sigma, "--border", "reflect")
        assert result[4, 4] >= result.max() * (1 - 1e-3), sigma
        assert np.allclose(result, result[::-1, ::-1]) and np.allclose(result, result.T)


def test_imageproc_529(tool):
    """A Gaussian's taps sum up to one: a white f32 image stays white."""
    image = np.ones((30, 30), np.float32)
    assert np.abs(tool.op(image, "gaussian", "--sigma", 3) - 1).max() < 1e-6


def test_skimage_6459(tool):
    """A blurred f32 image of zeros and ones stays within them, but for rounding of f32."""
    image = np.kron(np.indices((8, 8)).sum(0) % 2, np.ones((25, 25))).astype(np.float32)
    result = tool.op(image, "gaussian", "--sigma", 2)
    assert result.min() >= -1e-6 and result.max() <= 1 + 1e-6


def test_opencv_contrib_2167(tool):
    """White stays white for windows of unlike sides."""
    image = np.zeros((256, 256), np.uint8)
    image[100:201, 100:201] = 255
    for width in (9, 13, 17, 25):
        assert tool.op(image, "gaussian", "--ksize", f"{width}x3")[150, 150] == 255, width


def test_opencv_13409(tool):
    """Medians of a large image are those of its parts."""
    image = noise((2048, 2048))
    result = tool.op(image, "median", "--ksize", 5, "--border", "replicate")
    for y, x in ((0, 0), (1000, 1000), (1900, 1900)):
        part = image[max(y - 2, 0) : y + 102, max(x - 2, 0) : x + 102]
        expected = cv2.medianBlur(part, 5)
        top, left = min(y, 2), min(x, 2)
        assert np.array_equal(result[y : y + 98, x : x + 98], expected[top : top + 98, left : left + 98]), (y, x)


def test_opencv_26407(tool):
    """A window too large is refused in words, with what is allowed."""
    np.save(tool.folder / "in.npy", noise((40, 40)))
    done = tool.raw("run", "median", "in.npy", "out.npy", "--ksize", 257)
    assert done.returncode == 2 and "257" in done.stderr and "255" in done.stderr
    assert not (tool.folder / "out.npy").exists()


def test_opencv_26407_largest(tool):
    """The largest window that is allowed computes."""
    image = noise((90, 70))
    expected = ndimage.median_filter(image, 255, mode="nearest")
    assert np.array_equal(tool.op(image, "median", "--ksize", 255, "--border", "replicate"), expected)


def test_opencv_8287(tool):
    """An image without pixels is refused in words."""
    np.save(tool.folder / "in.npy", np.zeros((0, 10), np.uint8))
    done = tool.raw("run", "median", "in.npy", "out.npy", "--ksize", 7)
    assert done.returncode in (1, 2) and done.stderr.startswith("lenslet") and done.stderr.count("\n") == 1


def test_scipy_22000(tool):
    """A median with NaN in its window gives a sample of the window; others are not touched."""
    image = np.array([[np.nan, 2, 3, 4, 10, 6, 7, np.nan, 9, 10, 11]], np.float32)
    result = tool.op(image, "median", "--ksize", "5x1", "--border", "reflect")[0]
    padded = np.pad(image[0], 2, mode="symmetric")
    for x in range(11):
        window = padded[x : x + 5]
        if np.isnan(window).any():
            assert any(result[x] == v or (np.isnan(result[x]) and np.isnan(v)) for v in window), x
        else:
            assert result[x] == np.median(window), x


def test_scipy_19384(tool):
    """A structuring element of ones is the rectangle of its size."""
    image = noise((50, 50), np.float32)
    element = "; ".join(["1 1 1 1 1 1 1"] * 7)
    by_size = tool.op(image, "erode", "--ksize", 7)
    assert np.array_equal(tool.op(image, "erode", "--element", element), by_size)
    assert np.array_equal(by_size, ndimage.grey_erosion(image, (7, 7), mode="mirror"))


def test_kornia_4713(tool):
    """An element that is not symmetric is not turned, as OpenCV does it and as the page says."""
    image, element = noise((20, 30)), np.array([[1, 1, 0], [0, 1, 0], [0, 0, 0]], np.uint8)
    expected = cv2.dilate(image, element, borderType=cv2.BORDER_REPLICATE)
    result = tool.op(image, "dilate", "--element", mask_text(element), "--border", "replicate")
    assert np.array_equal(result, expected)


# Sizes


def test_opencv_21472(tool):
    """Area: one side shrinks and the other grows. Each axis is averaged or interpolated by itself."""
    image = np.array([[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]], np.float32)
    result = tool.op(image, "resize", "--size", "3x2", "--interpolation", "area")
    assert np.allclose(result, [[0.2, 0.5, 0.8]] * 2, atol=1e-6)


def test_opencv_19557(tool):
    """The area mean of ones is exactly one."""
    assert np.array_equal(tool.op(np.ones((10, 10), np.float32), "resize", "--size", "2x2", "--interpolation", "area"), np.ones((2, 2)))


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


# Samples: NaN, bounds, levels, colours


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
    image = np.where(random.random((60, 60)) < 0.5, 300, 50000).astype(np.uint16) + random.integers(0, 200, (60, 60)).astype(np.uint16)
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


# Files


def rgba_square():
    """An opaque white square on transparent red."""
    image = np.zeros((40, 40, 4), np.uint8)
    image[..., 0] = 255
    image[10:30, 10:30] = 255
    return image


def test_libvips_4587(tool):
    """White on transparent black has no grey lines after a resize."""
    image = np.zeros((60, 60, 4), np.uint8)
    image[15:45, 15:45] = 255
    Image.fromarray(image).save(tool.folder / "in.png")
    tool.ok("run", "resize", "in.png", "out.png", "--size", "19x19")
    result = np.asarray(Image.open(tool.folder / "out.png"))
    assert (result[result[..., 3] > 0][:, :3] == 255).all()


def test_sharp_211(tool):
    """A Gaussian blur of transparent pictures has no fringes of the colour of transparent pixels."""
    Image.fromarray(rgba_square()).save(tool.folder / "in.png")
    tool.ok("run", "gaussian", "in.png", "out.png", "--sigma", 3)
    result = np.asarray(Image.open(tool.folder / "out.png")).astype(int)
    assert (result[result[..., 3] > 4][:, :3] >= 250).all()


def test_imageio_ext_164(tool):
    """TIFF: a fourth band of no stated meaning is a band, not alpha: it is filtered, and stays unspecified."""
    image = noise((30, 40, 4), np.uint16)
    tifffile.imwrite(tool.folder / "in.tif", image, photometric="rgb", extrasamples=["unspecified"])
    tool.ok("run", "mean", "in.tif", "out.tif", "--ksize", 3, "--border", "replicate")
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        assert [int(v) for v in file.pages[0].extrasamples] == [0]
        sums = ndimage.correlate(image.astype(np.int64), np.ones((3, 3, 1), np.int64), mode="nearest")
        assert np.array_equal(file.asarray(), np.rint(sums / 9))


@pytest.mark.parametrize("rows_per_strip", [1, 7, 64])
@pytest.mark.parametrize("compression", [None, "zlib"])
def test_openimageio_2757(tool, rows_per_strip, compression):
    """TIFF in planes: strips of several rows, compressed, of more than one band."""
    image = noise((3, 64, 50))
    tifffile.imwrite(tool.folder / "in.tif", image, photometric="rgb", planarconfig="separate", rowsperstrip=rows_per_strip, compression=compression)
    tool.ok("run", "flip", "in.tif", "out.npy")
    assert np.array_equal(np.load(tool.folder / "out.npy"), np.moveaxis(image, 0, 2)[:, ::-1])


def test_twelvemonkeys_184(tool):
    """TIFF in planes that is not RGB: two bands."""
    image = noise((2, 33, 21), np.uint16)
    tifffile.imwrite(tool.folder / "in.tif", image, photometric="minisblack", planarconfig="separate")
    done = tool.raw("run", "flip", "in.tif", "out.npy")
    if done.returncode == 0:
        assert np.array_equal(np.load(tool.folder / "out.npy"), np.moveaxis(image, 0, 2)[:, ::-1])
    else:
        assert "plan" in done.stderr.lower() and not (tool.folder / "out.npy").exists()


@pytest.mark.parametrize("planes", [0, 3, 255])
def test_xarray_spatial_1870(tool, planes):
    """TIFF: a PlanarConfiguration that does not exist is refused, not taken for pixels side by side."""
    buffer = io.BytesIO()
    tifffile.imwrite(buffer, noise((20, 20, 3)), photometric="rgb", planarconfig="contig")
    content = bytearray(buffer.getvalue())
    place = content.find(struct.pack("<HHIH", 284, 3, 1, 1))
    assert place > 0
    content[place + 8 : place + 10] = struct.pack("<H", planes)
    tool.bytes("in.tif", bytes(content))
    done = tool.raw("run", "flip", "in.tif", "out.npy")
    assert done.returncode == 1 and not (tool.folder / "out.npy").exists(), done.stderr


@pytest.mark.parametrize("workers", [1, 4])
def test_libvips_2309(tool, workers):
    """--strict refuses every cut JPEG of a batch, and none that is whole."""
    buffer = io.BytesIO()
    Image.fromarray(noise((200, 200, 3))).save(buffer, "JPEG")
    for index in range(8):
        tool.bytes(f"whole{index}.jpg", buffer.getvalue())
        tool.bytes(f"cut{index}.jpg", buffer.getvalue()[: 4000 + 3000 * index])
    files = [f"{kind}{index}.jpg" for index in range(8) for kind in ("cut", "whole")]
    tool.raw("run", "flip", *files, "--out-dir", "out", "--strict", "--jobs", workers)
    assert sorted(p.name for p in (tool.folder / "out").iterdir()) == [f"whole{index}.jpg" for index in range(8)]


def test_libvips_1946(tool):
    """A JPEG that ends early is told of where it is read without --strict, and refused with it."""
    buffer = io.BytesIO()
    Image.fromarray(noise((300, 300, 3))).save(buffer, "JPEG")
    tool.bytes("in.jpg", buffer.getvalue()[:9000])
    plain = tool.raw("run", "flip", "in.jpg", "out.png")
    assert plain.returncode == 0 and "in.jpg" in plain.stderr
    strict = tool.raw("run", "flip", "in.jpg", "strict.png", "--strict")
    assert strict.returncode == 1 and not (tool.folder / "strict.png").exists()


def test_pillow_3796(tool):
    """A 16-bit grey PNG is u16, in and out."""
    image = noise((20, 30), np.uint16)
    cv2.imwrite(str(tool.folder / "in.png"), image)
    tool.ok("run", "flip", "in.png", "out.png")
    assert np.array_equal(cv2.imread(str(tool.folder / "out.png"), cv2.IMREAD_UNCHANGED), image[:, ::-1])


def test_pillow_2107(tool):
    """So is one of 16 bits and three or four channels."""
    for channels in (3, 4):
        image = noise((20, 30, channels), np.uint16)
        cv2.imwrite(str(tool.folder / "in.png"), image)
        tool.ok("run", "flip", "in.png", "out.png")
        assert np.array_equal(cv2.imread(str(tool.folder / "out.png"), cv2.IMREAD_UNCHANGED), image[:, ::-1])


def test_pillow_6202(tool):
    """A PGM of 10 bits: its white becomes white, and a warning says so."""
    image = np.arange(1024, dtype=">u2").reshape(32, 32)
    tool.bytes("in.pgm", b"P5\n32 32\n1023\n" + image.tobytes())
    done = tool.ok("run", "flip", "in.pgm", "out.npy")
    assert "1023" in done.stderr
    assert np.array_equal(np.load(tool.folder / "out.npy"), np.rint(image[:, ::-1] * (65535 / 1023)))


def test_libvips_1313(tool):
    """A CMYK JPEG of Adobe's is not inverted; a format without CMYK is refused."""
    cmyk = np.zeros((32, 32, 4), np.uint8)
    cmyk[..., 1] = 200
    Image.fromarray(cmyk, "CMYK").save(tool.folder / "in.jpg", quality=95)
    tool.ok("run", "flip", "in.jpg", "out.jpg")
    with Image.open(tool.folder / "out.jpg") as result:
        assert result.mode == "CMYK" and np.abs(np.asarray(result).astype(int) - cmyk).max() < 12
    assert "CMYK" in tool.raw("run", "flip", "in.jpg", "out.png").stderr


def test_pillow_393(tool):
    """TIFF of four bands without ExtraSamples: read by one rule, never with a band lost."""
    image = noise((10, 12, 4))
    buffer = io.BytesIO()
    tifffile.imwrite(buffer, image, photometric="rgb", extrasamples=["unassalpha"])
    content = bytearray(buffer.getvalue())
    place = content.find(struct.pack("<HHI", 338, 3, 1))
    assert place > 0
    content[place : place + 2] = struct.pack("<H", 65000)  # a private tag in its place
    tool.bytes("in.tif", bytes(content))
    done = tool.raw("run", "flip", "in.tif", "out.npy")
    if done.returncode == 0:
        assert np.array_equal(np.load(tool.folder / "out.npy"), image[:, ::-1])
    else:
        assert "ExtraSamples" in done.stderr or "band" in done.stderr


def test_libvips_1365(tool):
    """OME-XML that says another size than the result has is not kept as it was."""
    tifffile.imwrite(tool.folder / "in.ome.tif", noise((40, 60)), metadata={"axes": "YX"})
    tool.ok("run", "crop", "in.ome.tif", "out.tif", "--x", 5, "--y", 5, "--width", 20, "--height", 10)
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        description = file.pages[0].description
        assert 'SizeX="60"' not in description and 'SizeY="40"' not in description
        assert file.asarray().shape == (10, 20)


# The page


def test_the_page_lists_every_report():
    names = {re.sub(r"_(\d+).*", r"_\1", name[5:]) for name in globals() if re.match(r"test_\w+_\d+", name)}
    assert set(re.findall(r"`([a-z_]+_\d+)`", PAGE.read_text())) == names
