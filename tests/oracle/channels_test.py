"""Alpha kept or filtered, and border values per channel."""
import cv2
import numpy as np
import pytest
from scipy import ndimage

from compare import assert_close, assert_equal, stored

MASK = "1 2 -3; 0 4 -1; -2 3 -5"
TAPS = np.array([[1, 2, -3], [0, 4, -1], [-2, 3, -5]], np.float64)


def of_depth(image, dtype):
    """A u8 image with the same brightness in another type; f32 from 0 to 255, and not of whole numbers."""
    return {np.uint8: image, np.uint16: image.astype(np.uint16) * 257,
            np.float32: (image / 1.07).astype(np.float32)}[dtype]


def with_alpha(photographs, dtype):
    colours = photographs["chelsea"]
    alpha = photographs["camera"][: colours.shape[0], : colours.shape[1]]
    return of_depth(np.dstack([colours, alpha]), dtype)


def filtered(image, values):
    """With a constant border, its value given for each channel."""
    channels = [ndimage.correlate(image[:, :, c].astype(np.float64), TAPS, mode="constant", cval=value)
                for c, value in enumerate(values)]
    return np.dstack(channels)


def options(values):
    return ("--mask", MASK, "--border", "constant", "--border-value", ",".join(map(str, values)))


@pytest.fixture(params=[np.uint8, np.uint16, np.float32], ids=["u8", "u16", "f32"])
def rgba(request, photographs):
    return with_alpha(photographs, request.param)


def assert_filtered(what, result, ideal):
    if result.dtype == np.float32:
        assert_close(what, result, ideal, result.dtype)
    else:
        assert_equal(what, result, stored(ideal, result.dtype))


@pytest.mark.parametrize("values", [(10, 120, 250), (10, 120, 250, 99)], ids=["three values", "four values"])
def test_alpha_is_kept(lenslet, rgba, values):
    name = f"rgba-{rgba.dtype}"
    result = lenslet.run("filter2d", {name: rgba}, *options(values))[name]
    assert result.shape == rgba.shape and result.dtype == rgba.dtype
    assert_equal("alpha", result[:, :, 3], rgba[:, :, 3])
    assert_filtered("colours", result[:, :, :3], filtered(rgba[:, :, :3], values[:3]))


def test_alpha_is_filtered(lenslet, rgba):
    name, values = f"rgba-{rgba.dtype}", (10, 120, 250, 99)
    result = lenslet.run("filter2d", {name: rgba}, *options(values), "--alpha", "filter")[name]
    assert result.shape == rgba.shape and result.dtype == rgba.dtype
    assert_filtered("colours and alpha", result, filtered(rgba, values))


def test_alpha_is_kept_behind_a_median(lenslet, rgba):
    name = f"rgba-{rgba.dtype}"
    result = lenslet.run("median", {name: rgba}, "--border", "replicate")[name]
    assert_equal("alpha", result[:, :, 3], rgba[:, :, 3])
    assert_equal("colours", result[:, :, :3], cv2.medianBlur(np.ascontiguousarray(rgba[:, :, :3]), 3))


def test_value_per_channel_without_alpha(lenslet, photographs):
    image, values = photographs["motorcycle"], (500, 30000, 65535)
    result = lenslet.run("filter2d", {"motorcycle": image}, *options(values))["motorcycle"]
    assert_equal("motorcycle", result, stored(filtered(image, values), np.uint16))


def test_constant_border_is_zero_at_first(lenslet, photographs):
    image = photographs["camera"]
    result = lenslet.run("filter2d", {"camera": image}, "--mask", MASK, "--border", "constant")["camera"]
    assert_equal("camera", result, cv2.filter2D(image, -1, TAPS, borderType=cv2.BORDER_CONSTANT))


def test_default_border_is_opencvs(lenslet, photographs):
    image = photographs["chelsea"]
    result = lenslet.run("filter2d", {"chelsea": image}, "--mask", MASK)["chelsea"]
    assert_equal("chelsea", result, cv2.filter2D(image, -1, TAPS))
