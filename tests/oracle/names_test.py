"""Calls that docs/peers.md gives for functions of other libraries, beside what these functions make of the same picture.

Only what lies away from the border is looked at, as each library has another default there, and floats, so that no library's
rounding counts; functions that take whole numbers alone get those. Other tests have the borders and types.
"""
import shlex

import cv2
import numpy as np
import pytest
from scipy import ndimage, signal
from skimage import color, exposure, filters, morphology, transform, util

MARGIN = 16
SQUARE = np.ones((5, 5), np.uint8)
TAPS = np.array([1, 3, 0, -2, 1], np.float32)
SEPARABLE = "2 6 0 -4 2; 1 3 0 -2 1; -1 -3 0 2 -1"
COLUMN = np.array([2, 1, -1], np.float32)

# call -> what functions make of a picture from 0 to 1
ONE = {
    "mean --ksize 5": [lambda i: cv2.boxFilter(i, -1, (5, 5)), lambda i: ndimage.uniform_filter(i, 5)],
    "mean --ksize 5 --ksize_y 1": [lambda i: ndimage.uniform_filter1d(i, 5)],
    "open --ksize 5": [lambda i: cv2.morphologyEx(i, cv2.MORPH_OPEN, SQUARE), lambda i: ndimage.grey_opening(i, 5),
                       lambda i: morphology.opening(i, SQUARE)],
    "close --ksize 5": [lambda i: cv2.morphologyEx(i, cv2.MORPH_CLOSE, SQUARE), lambda i: ndimage.grey_closing(i, 5),
                        lambda i: morphology.closing(i, SQUARE)],
    "dilate --ksize 5": [lambda i: ndimage.grey_dilation(i, 5), lambda i: morphology.dilation(i, SQUARE)],
    "erode --ksize 5": [lambda i: ndimage.grey_erosion(i, 5), lambda i: morphology.erosion(i, SQUARE)],
    "dilate --ksize 5 --ksize_y 1": [lambda i: ndimage.maximum_filter1d(i, 5)],
    "erode --ksize 5 --ksize_y 1": [lambda i: ndimage.minimum_filter1d(i, 5)],
    "in a; d = dilate a; e = erode a; subtract d e": [lambda i: ndimage.morphological_gradient(i, 3)],
    f"filter2d --mask '{SEPARABLE}'": [lambda i: cv2.sepFilter2D(i, -1, TAPS, COLUMN)],
    "filter2d --mask '1 3 0 -2 1'": [lambda i: ndimage.correlate1d(i, TAPS), lambda i: filters.correlate_sparse(i, TAPS[None])],
    "filter2d --mask '1 3 0 -2 1' --flip": [lambda i: ndimage.convolve1d(i, TAPS)],
    "filter2d --mask '-1 0 1; -1 0 1; -1 0 1'": [ndimage.prewitt],
    "filter2d --mask '-1 -1 -1; 0 0 0; 1 1 1' --scale 0.3333333": [filters.prewitt_h],
    "filter2d --mask '-1 0 1; -1 0 1; -1 0 1' --scale 0.3333333": [filters.prewitt_v],
    "gaussian --sigma 2 --ksize 17": [lambda i: filters.gaussian(i, 2)],
    "gaussian --sigma 2 --ksize 17 --ksize_y 1": [lambda i: ndimage.gaussian_filter1d(i, 2)],
    "median --ksize 5": [lambda i: filters.median(i, SQUARE)],
    "laplacian --scale -1": [filters.laplace],
    "sobel --dx 0 --dy 1 --scale 0.25": [filters.sobel_h],
    "sobel --dx 1 --dy 0 --scale 0.25": [filters.sobel_v],
    "scharr --dx 0 --dy 1 --scale 0.0625": [filters.scharr_h],
    "scharr --dx 1 --dy 0 --scale 0.0625": [filters.scharr_v],
    "gradient --operator sobel": [lambda i: filters.sobel(i) * 4 * np.sqrt(2)],
    "gradient --operator scharr": [lambda i: filters.scharr(i) * 16 * np.sqrt(2)],
    "in a; l = gaussian a sigma=1 ksize=9; h = gaussian a sigma=1.6 ksize=13; subtract l h":
        [lambda i: filters.difference_of_gaussians(i, 1)],
    "unsharp --sigma 1 --amount 1": [lambda i: filters.unsharp_mask(i, 1, 1, preserve_range=True)],
    "gamma --gamma 1.5": [lambda i: exposure.adjust_gamma(i, 1.5)],
    "map 'a*log2(1+x)'": [exposure.adjust_log],
    "map '1/(1+exp(a*(b-x)))' --a 10 --b 0.5": [exposure.adjust_sigmoid],
    "map 'exp(x)'": [cv2.exp],
    "map 'log(x)'": [cv2.log],
    "map 'sqrt(x)'": [cv2.sqrt],
    "map 'pow(x,a)' --a 2": [lambda i: cv2.pow(i, 2)],
    "brightness scale=2 delta=-0.5 | clip low=0 high=1": [lambda i: exposure.rescale_intensity(i, (0.25, 0.75), (0.0, 1.0))],
    "levels --low 0.25 --high 0.75": [lambda i: exposure.rescale_intensity(i, (0.25, 0.75), (0.0, 1.0))],
    "resize --scale 0.5 --interpolation area": [lambda i: transform.downscale_local_mean(i, (2, 2)),
                                                lambda i: transform.resize_local_mean(i, (i.shape[0] // 2, i.shape[1] // 2))],
    "rotate": [lambda i: cv2.rotate(i, cv2.ROTATE_90_CLOCKWISE)],
    "flip": [lambda i: cv2.flip(i, 1), lambda i: cv2.flipND(i, 1)],
    "transpose": [cv2.transpose],
}

TWO = {
    "addweighted --alpha 0.3 --beta 0.6 --gamma 0.05": [lambda i, j: cv2.addWeighted(i, 0.3, j, 0.6, 0.05)],
    "addweighted --alpha 0.3 --beta 1": [lambda i, j: cv2.scaleAdd(i, 0.3, j)],
    "blend --alpha 0.25": [lambda i, j: cv2.accumulateWeighted(j, i.copy(), 0.25)],
    "add": [lambda i, j: cv2.accumulate(i, j.copy())],
    "in a, sum; p = multiply a a; add p sum": [lambda i, j: cv2.accumulateSquare(i, j.copy())],
    "multiply": [cv2.multiply],
    "divide": [cv2.divide],
    "map 'sqrt(x*x+y*y)'": [cv2.magnitude],
}

# Of whole numbers; the peers round down where they make means.
WHOLE = {
    "bitwise --by not": [cv2.bitwise_not],
    "invert": [cv2.bitwise_not, util.invert],
    "equalize": [cv2.equalizeHist],
    "in a; d = dilate a ksize=5; e = erode a ksize=5; subtract d e": [lambda i: filters.rank.gradient(i, SQUARE)],
    "in a; h = rank a ksize=5 percentile=90; l = rank a ksize=5 percentile=10; subtract h l":
        [lambda i: filters.rank.gradient_percentile(i, SQUARE, p0=0.1, p1=0.9)],
    "in a; m = mean a ksize=5; addweighted a m alpha=0.5 beta=-0.5 gamma=127":
        [lambda i: filters.rank.subtract_mean(i, SQUARE)],
    "dilate --ksize 5": [lambda i: filters.rank.maximum(i, SQUARE)],
    "erode --ksize 5": [lambda i: filters.rank.minimum(i, SQUARE)],
    "mean --ksize 5": [lambda i: filters.rank.mean(i, SQUARE)],
    "median --ksize 5": [lambda i: filters.rank.median(i, SQUARE), lambda i: signal.medfilt2d(i, 5)],
    "rank --ksize 5 --percentile 30": [lambda i: filters.rank.percentile(i, SQUARE, p0=0.3)],
    "otsu": [lambda i: 255 * (i > filters.threshold_otsu(i))],
}

WHOLE_TWO = {"bitwise --by and": cv2.bitwise_and, "bitwise --by or": cv2.bitwise_or, "bitwise --by xor": cv2.bitwise_xor}

MASKS = {
    "dilate --ksize 5": ndimage.binary_dilation,
    "erode --ksize 5": ndimage.binary_erosion,
    "open --ksize 5": ndimage.binary_opening,
    "close --ksize 5": ndimage.binary_closing,
}


def whole(photographs):
    return photographs["camera"][150:280, 180:300]


def floats(photographs):
    """Neither 0 nor 1 is in it, so that logarithms and quotients are numbers."""
    return (whole(photographs).astype(np.float32) + 1) / 257


def called(tool, call, *images):
    """The result of `lenslet run CALL`."""
    files = [f"in{number}.npy" for number in range(len(images))]
    for file, image in zip(files, images):
        np.save(tool.folder / file, image)
    words = [call] if " = " in call or " | " in call else shlex.split(call)
    tool.ok("run", *words, *files, "out.npy")
    return np.load(tool.folder / "out.npy")


def inner(image):
    return np.asarray(image)[MARGIN:-MARGIN, MARGIN:-MARGIN].astype(np.float64)


def assert_near(call, result, wanted, bound):
    assert result.shape == np.shape(wanted), call
    wrong = np.abs(inner(result) - inner(wanted)).max()
    assert wrong <= bound, f"{call}: {wrong}"


@pytest.mark.parametrize("call", ONE)
def test_of_one_picture(tool, photographs, call):
    image = floats(photographs)
    result = called(tool, call, image)
    for peer in ONE[call]:
        wanted = peer(image)
        assert_near(call, result, wanted, 1e-5 * max(1, np.abs(wanted).max()))


@pytest.mark.parametrize("call", TWO)
def test_of_two_pictures(tool, photographs, call):
    image, other = floats(photographs), floats(photographs)[::-1].copy()
    result = called(tool, call, image, other)
    for peer in TWO[call]:
        wanted = peer(image, other)
        assert_near(call, result, wanted, 1e-5 * max(1, np.abs(wanted).max()))


@pytest.mark.parametrize("call", WHOLE)
def test_of_whole_numbers(tool, photographs, call):
    image = whole(photographs)
    result = called(tool, call, image)
    for peer in WHOLE[call]:
        assert_near(call, result, peer(image), 1 if "mean" in call else 0)


@pytest.mark.parametrize("call", WHOLE_TWO)
def test_bits(tool, photographs, call):
    image, other = whole(photographs), whole(photographs)[::-1].copy()
    assert_near(call, called(tool, call, image, other), WHOLE_TWO[call](image, other), 0)


@pytest.mark.parametrize("call", MASKS)
def test_of_masks(tool, photographs, call):
    mask = whole(photographs) > 100
    result = called(tool, call, 255 * mask.astype(np.uint8))
    assert_near(call, result, 255 * MASKS[call](mask, SQUARE), 0)


def test_masked_threshold(tool, photographs):
    image, mask = whole(photographs), 255 * (whole(photographs)[::-1] > 100).astype(np.uint8)
    call = "in a, m; t = threshold a level=90; select t a m"
    wanted = image.copy()
    cv2.thresholdWithMask(image, wanted, mask, 90, 255, cv2.THRESH_BINARY)
    assert_near(call, called(tool, call, image, mask), wanted, 0)


def test_product_of_two_added(tool, photographs):
    images = [floats(photographs), floats(photographs)[::-1].copy(), floats(photographs)[:, ::-1].copy()]
    call = "in a, b, sum; p = multiply a b; add p sum"
    assert_near(call, called(tool, call, *images), cv2.accumulateProduct(images[0], images[1], images[2].copy()), 1e-5)


def test_floats_of_bytes(tool, photographs):
    call = "convert --scale 0.00392156862745098"
    assert_near(call, called(tool, call, whole(photographs)), util.img_as_float32(whole(photographs)), 1e-6)


def test_lab(tool, photographs):
    image = color.rgb2lab(photographs["chelsea"][:100, :90]).astype(np.float32)
    assert_near("lab_to_rgb", called(tool, "lab_to_rgb", image), color.lab2rgb(image), 1e-4)


def test_channels(tool, photographs):
    image = np.ascontiguousarray(photographs["chelsea"][:100, :90])
    planes = cv2.split(image)
    assert_near("merge", called(tool, "merge", *planes), cv2.merge(planes), 0)
    np.save(tool.folder / "in.npy", image)
    tool.ok("run", "split", "in.npy", "out.npy")
    for number, plane in enumerate(planes):
        result = np.load(tool.folder / f"out-channel{number}.npy")
        assert_near("split", result, plane, 0)
        assert_near("split", result, cv2.extractChannel(image, number), 0)
