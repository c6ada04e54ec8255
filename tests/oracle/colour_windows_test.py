"""bilateral against OpenCV's bilateralFilter, nlm against scikit-image's denoise_nl_means and OpenCV's
fastNlMeansDenoising: windows whose weights depend on all channels of a pixel."""
import subprocess

import cv2
import numpy as np
import pytest
import tifffile
from skimage.restoration import denoise_nl_means

from borders import BORDERS, REFLECT101, opencv, padded
from compare import assert_close, assert_equal, assert_like, assert_within_one
from image_files import results

IDS = [border.name for border in BORDERS]
WINDOWS = [(5, 40, 2), (9, 75, 75), (15, 20, 5)]


def noisy(image, sigma):
    noise = np.random.default_rng(7).normal(0, sigma, image.shape)
    return np.clip(image[:90, :110] + noise[:90, :110], 0, 255).astype(np.uint8)


@pytest.fixture(scope="module", params=[1, 3])
def photo(request, photographs):
    image = next(i for i in photographs.values() if i.dtype == np.uint8 and i.shape[2:] == (3,))
    image = noisy(image, 12)
    return np.ascontiguousarray(image[..., 0] if request.param == 1 else image)


def bilateral(image, diameter, color, space, border):
    """In double: the window and the weights that OpenCV's manual says."""
    radius = max(diameter // 2, 1)
    around = padded(image.astype(np.float64), radius, border)
    height, width = image.shape[:2]
    sums, weights = np.zeros(image.shape), np.zeros((height, width))
    for y in range(-radius, radius + 1):
        for x in range(-radius, radius + 1):
            if x * x + y * y > radius * radius:
                continue
            there = around[radius + y : radius + y + height, radius + x : radius + x + width]
            difference = np.abs(there - image).reshape(height, width, -1).sum(axis=2)
            weight = np.exp(-(x * x + y * y) / (2 * space**2) - difference**2 / (2 * color**2))
            weights += weight
            sums += (weight.reshape(height, width, *[1] * (image.ndim - 2))) * there
    return sums / weights.reshape(height, width, *[1] * (image.ndim - 2))


@pytest.mark.parametrize("op, joins", [("bilateral", True), ("canny", True), ("nlm", True), ("median | canny", True),
                                       ("autocontrast by=together", True), ("autocontrast", False), ("median", False)])
def test_bands_are_computed_one_by_one(lenslet, tmp_path, op, joins):
    """A file of more than four channels is a stack of them, and a note says that they do not see one another."""
    bands = np.random.default_rng(3).integers(0, 256, (40, 50, 6), np.uint8)
    tifffile.imwrite(tmp_path / "in.tif", bands, photometric="minisblack", planarconfig="contig", metadata=None)
    ran = subprocess.run([lenslet.path, "run", op, tmp_path / "in.tif", tmp_path / "out.npy"],
                         capture_output=True, text=True, check=True)
    assert ("takes all channels of a pixel together; the 6 that are pages here are computed one by one" in ran.stderr) == joins
    cv2.imwrite(str(tmp_path / "band.png"), bands[..., 4])
    subprocess.run([lenslet.path, "run", op, tmp_path / "band.png", tmp_path / "one.npy"], capture_output=True, check=True)
    made = np.load(tmp_path / "out.npy")
    assert_equal("band", made[4] if made.shape[0] == 6 else made[..., 4], np.load(tmp_path / "one.npy"))


def options(**numbers):
    return [part for name, number in numbers.items() for part in (f"--{name}", number)]


@pytest.mark.parametrize("border", BORDERS, ids=IDS)
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_bilateral_of_bytes(lenslet, photo, window, border):
    diameter, color, space = window
    result = lenslet.run("bilateral", {"photo": photo}, *options(d=diameter, sigma_color=color, sigma_space=space),
                         border=border)["photo"]
    wanted = opencv(lambda i, kind: cv2.bilateralFilter(i, diameter, color, space, borderType=kind), photo,
                    diameter // 2, border)
    assert_within_one("bilateral", result, wanted)
    if photo.ndim == 3 or diameter > 5:  # small windows on one channel round down in some of OpenCV's builds
        assert np.mean(result != wanted) < 1e-3
    assert_close("bilateral", result, bilateral(photo, diameter, color, space, border), np.uint8)


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_bilateral_of_floats(lenslet, photo, window):
    diameter, color, space = window
    image = photo.astype(np.float32) / 255
    result = lenslet.run("bilateral", {"photo": image}, *options(d=diameter, sigma_color=color / 255, sigma_space=space),
                         border=REFLECT101)["photo"]
    assert_close("bilateral", result, bilateral(image, diameter, color / 255, space, REFLECT101), np.float32)
    near = cv2.bilateralFilter(image, diameter, color / 255, space, borderType=cv2.BORDER_REFLECT_101)
    assert np.abs(result - near).max() < 2e-3  # OpenCV interpolates in a table of weights


def test_bilateral_of_words(lenslet, photo):
    image = photo.astype(np.uint16) * 257
    result = lenslet.run("bilateral", {"photo": image}, *options(d=7, sigma_color=20 * 257))["photo"]
    assert_close("bilateral", result, bilateral(image, 7, 20 * 257, 3, REFLECT101), np.uint16)


def test_bilateral_without_arguments(lenslet, photo):
    """The radius is 1.5 sigma_space, the colours' sigma a tenth of white."""
    result = lenslet.run("bilateral", {"photo": photo})["photo"]
    assert_close("bilateral", result, bilateral(photo, 9, 25.5, 3, REFLECT101), np.uint8)


def test_bilateral_of_several_sizes(lenslet, photo):
    """One plan serves all sizes."""
    images = {f"{height}": np.ascontiguousarray(photo[:height, : 2 * height - 19]) for height in (64, 11, 33)}
    results = lenslet.run("bilateral", images, *options(d=9, sigma_color=40), border=BORDERS[3])
    for name, image in images.items():
        assert_close(name, results[name], bilateral(image, 9, 40, 3, BORDERS[3]), np.uint8)


@pytest.mark.parametrize("op", ["bilateral", "nlm"])
def test_regions_and_strips(lenslet, photo, op):
    image = np.tile(photo, (9, 2) if photo.ndim == 2 else (9, 2, 1))
    whole = lenslet.run(op, {"tall": image})["tall"]
    part = lenslet.run(op, {"tall": image}, "--region", "57x31+40+700")["tall"]
    assert_equal("region", part, whole[700:731, 40:97])
    assert_equal("strips", lenslet.run(op, {"tall": image}, "--memory", "1M")["tall"], whole)


def test_bilateral_keeps_an_edge_of_colours(lenslet):
    """Red and green of one brightness: a window that sees one channel at a time mixes them less or more."""
    image = np.zeros((20, 30, 3), np.uint8)
    image[:, :15] = (200, 0, 40)
    image[:, 15:] = (0, 200, 40)
    result = lenslet.run("bilateral", {"edge": image}, *options(d=9, sigma_color=30))["edge"]
    assert np.array_equal(result, image)


def test_bilateral_of_transparent_pixels(lenslet):
    """What is wholly transparent gives no colour to what is not."""
    image = np.zeros((16, 16, 4), np.uint8)
    image[..., :3] = (255, 0, 0)
    image[:, 8:] = (10, 200, 30, 255)
    result = lenslet.run("bilateral", {"cut": image}, *options(d=5, sigma_color=200))["cut"]
    seen = result[..., 3] > 0
    assert np.abs(result[seen][:, :3].astype(int) - (10, 200, 30)).max() <= 1
    kept = lenslet.run("bilateral", {"cut": image}, "--alpha", "keep", *options(d=5, sigma_color=200))["cut"]
    assert np.array_equal(kept[..., 3], image[..., 3])
    wanted = bilateral(image[..., :3], 5, 200, 3, REFLECT101)
    assert_close("colours", np.ascontiguousarray(kept[..., :3]), wanted, np.uint8)


def nlm(image, h, patch, search, border):
    """In double, by its definition."""
    beside, reach = patch // 2, search // 2
    height, width = image.shape[:2]
    around = padded(image.astype(np.float64), beside + reach, border).reshape(
        height + 2 * (beside + reach), width + 2 * (beside + reach), -1)
    kernel = np.ones((patch, patch)) / patch**2
    sums, weights = 0.0, 0.0
    own = around[reach : reach + height + 2 * beside, reach : reach + width + 2 * beside]
    for y in range(2 * reach + 1):
        for x in range(2 * reach + 1):
            there = around[y : y + own.shape[0], x : x + own.shape[1]]
            squares = ((there - own) ** 2).mean(axis=2)
            mean = cv2.filter2D(squares, cv2.CV_64F, kernel)[beside : beside + height, beside : beside + width]
            weight = np.exp(-mean / h**2)[..., np.newaxis]
            sums = sums + weight * there[beside : beside + height, beside : beside + width]
            weights = weights + weight
    return (sums / weights).reshape(image.shape)


@pytest.mark.parametrize("border", BORDERS, ids=IDS)
def test_nlm_by_definition(lenslet, photo, border):
    result = lenslet.run("nlm", {"photo": photo}, *options(strength=14, patch=5, search=11), border=border)["photo"]
    assert_close("nlm", result, nlm(photo, 14, 5, 11, border), np.uint8)


def test_nlm_without_arguments(lenslet, photo):
    result = lenslet.run("nlm", {"photo": photo})["photo"]
    assert_close("nlm", result, nlm(photo, 10.2, 7, 21, REFLECT101), np.uint8)


def test_nlm_like_scikit_image(lenslet, photo):
    """scikit-image leaves out weights below exp(-5): with a large h there are none. Its patches lack a row and a column,
    and its exponential function is a coarse one."""
    image = photo.astype(np.float32) / 255
    result = lenslet.run("nlm", {"photo": image}, *options(strength=0.6, patch=7, search=13))["photo"]
    wanted = denoise_nl_means(image.astype(np.float64), 7, 6, h=0.6, channel_axis=2 if image.ndim == 3 else None)
    inside = (slice(12, -12), slice(12, -12))  # it extends images in another way
    assert_like("nlm", result, image.shape, np.float32)
    assert np.abs(result[inside] - wanted[inside]).max() < 0.01


def test_nlm_like_opencv(lenslet, photo):
    """OpenCV rounds the mean of squares and leaves out small weights; with a large h both matter little."""
    result = lenslet.run("nlm", {"photo": photo}, *options(strength=40, patch=7, search=21))["photo"]
    wanted = cv2.fastNlMeansDenoising(photo, None, 40, 7, 21)
    assert_within_one("nlm", result, wanted)


def test_nlm_takes_noise_away(lenslet):
    clean = np.kron(np.random.default_rng(3).integers(30, 220, (6, 7)), np.ones((16, 16))).astype(np.float64)
    noise = np.random.default_rng(4).normal(0, 10, clean.shape)
    image = np.clip(np.rint(clean + noise), 0, 255).astype(np.uint8)
    result = lenslet.run("nlm", {"noisy": image}, *options(strength=10))["noisy"]
    assert np.std(result - clean) < 0.45 * np.std(image - clean)


@pytest.mark.parametrize("kind", [np.float16, np.float32])
@pytest.mark.parametrize("op, radius, arguments", [("bilateral", 3, ["--d", 7]), ("nlm", 4, ["--patch", 3, "--search", 7])])
def test_what_sees_nan_or_an_infinity_is_nan(lenslet, tmp_path, op, radius, arguments, kind):
    image = np.random.default_rng(5).random((40, 150, 3)).astype(kind)
    whole, = results(lenslet, tmp_path, op, [image], ["out.npy"], *arguments)
    gaps = image.copy()
    gaps[12, 30, 1], gaps[30, 20, 0], gaps[20, 120, 2] = np.nan, np.inf, -np.inf
    result, = results(lenslet, tmp_path, op, [gaps], ["out.npy"], *arguments)
    bad = (~np.isfinite(gaps)).any(axis=2).astype(np.uint8)
    side = 2 * radius + 1
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    window = np.ones((side, side), np.uint8) if op == "nlm" else (x * x + y * y <= radius * radius).astype(np.uint8)
    seen = cv2.dilate(bad, window) > 0
    assert np.array_equal(result, np.where(seen[..., None], np.nan, whole), equal_nan=True)
