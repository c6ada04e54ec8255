"""Public bug reports about windows and borders (reports.py), tried on Lenslet."""
import cv2
import numpy as np
import pytest
import tifffile
from scipy import ndimage

from reports import mask_text, noise


@pytest.mark.parametrize("side", [5, 11, 13, 15, 31])
def test_opencv_10683(tool, side):
    """A rectangle of an image is filtered as the whole is, whatever the mask's size."""
    image, mask = noise((80, 90)), np.round(noise((side, side), np.float32) * 8)
    whole = tool.op(image, "filter2d", "--mask", mask_text(mask), "--scale", 0.01, "--border", "replicate")
    part = tool.op(image, "filter2d", "--mask", mask_text(mask), "--scale", 0.01, "--border", "replicate", "--region",
                   "20x16+33+40")
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
