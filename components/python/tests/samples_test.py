"""Samples of every type, and wherever they lie in memory: NumPy and SciPy say what comes out."""

import array
import itertools

import numpy as np
import pytest
from scipy import ndimage

import lenslet

TYPES = ["uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64", "float16", "float32", "float64"]


def image_of(random, dtype, shape=(19, 23)):
    if np.issubdtype(dtype, np.floating):
        return random.random(shape).astype(dtype)
    information = np.iinfo(dtype)
    return random.integers(max(information.min, -100), min(information.max, 200), shape, dtype=dtype)


def has_doubles():
    return lenslet.default_session().device["fp64"]


@pytest.mark.parametrize("dtype", TYPES)
def test_samples_of_every_type_move_as_they_are(random, dtype):
    image = image_of(random, dtype)
    np.testing.assert_array_equal(lenslet.transpose(image), image.T)


@pytest.mark.parametrize("dtype", TYPES)
def test_the_lesser_of_two_is_numpys(random, dtype):
    if dtype == "float64" and not has_doubles():
        pytest.skip("the device has no doubles")
    one, other = image_of(random, dtype), image_of(random, dtype)
    result = lenslet.min(one, other)
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, np.minimum(one, other))


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float16", "float32"])
def test_median_is_scipys(random, dtype):
    image = image_of(random, dtype)
    expected = ndimage.median_filter(image.astype("float32"), 5, mode="mirror").astype(dtype)
    np.testing.assert_array_equal(lenslet.median(image, ksize=5), expected)


@pytest.mark.parametrize("dtype", ["int8", "int16", "float64"])
def test_types_that_filters_lack_become_floats(random, dtype):
    image = image_of(random, dtype)
    result = lenslet.gaussian(image, sigma=1.5, ksize=13)
    assert result.dtype == np.float32
    expected = ndimage.gaussian_filter(image.astype("float64"), 1.5, mode="mirror", truncate=4)
    np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("dtype", ["uint32", "int64"])
def test_types_that_floats_do_not_hold_are_refused(random, dtype):
    with pytest.raises(TypeError, match="allowed: u8, u16, f16, f32"):
        lenslet.gaussian(image_of(random, dtype), sigma=1)


def test_flags_are_bytes_of_0_and_1(random):
    mask = random.random((20, 20)) > 0.5
    labels = lenslet.label(mask)
    assert (labels != 0).sum() == mask.sum()
    np.testing.assert_array_equal(
        lenslet.dilate(mask, ksize=3), ndimage.grey_dilation(mask.astype("uint8"), 3, mode="mirror")
    )


@pytest.mark.parametrize("dtype", [">u2", ">f4", ">i2"])
def test_another_byte_order_is_converted(random, dtype):
    image = image_of(random, dtype[1:]).astype(dtype)
    np.testing.assert_array_equal(lenslet.transpose(image), image.T)


@pytest.mark.parametrize(
    "dtype", ["complex64", "object", "U3", "M8[s]", [("red", "u1"), ("green", "u1")], "V4", "longdouble"]
)
def test_samples_without_a_meaning_are_refused(dtype):
    with pytest.raises(TypeError, match="image has .*allowed: an array of integers"):
        lenslet.gaussian(np.zeros((4, 4), dtype))


@pytest.mark.parametrize("value", ["file.png", None, 7, object(), {}, {1, 2}])
def test_what_is_no_array_is_refused(value):
    with pytest.raises((TypeError, ValueError)):
        lenslet.gaussian(value)


def test_one_field_of_a_structured_array_is_an_image(random):
    pixels = np.zeros((9, 11), [("a", "u1"), ("b", "u2"), ("c", "f4")])
    for name in "abc":
        pixels[name] = random.integers(0, 200, pixels.shape)
        np.testing.assert_array_equal(lenslet.transpose(pixels[name]), pixels[name].T)


SLICES = [slice(None), slice(None, None, -1), slice(1, -1), slice(None, None, 2), slice(-2, 1, -3)]


@pytest.mark.parametrize("rows, columns", list(itertools.product(SLICES, SLICES)))
def test_rows_and_columns_may_lie_any_distance_apart(random, rows, columns):
    image = image_of(random, "uint16", (17, 21))[rows, columns]
    np.testing.assert_array_equal(lenslet.median(image, ksize=3), ndimage.median_filter(image, 3, mode="mirror"))
    np.testing.assert_array_equal(lenslet.median(image.T, ksize=3), ndimage.median_filter(image.T, 3, mode="mirror"))


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_channels_come_last_or_where_channel_axis_says(random, channels):
    last = random.integers(0, 256, (11, 13, channels), dtype=np.uint8)
    expected = ndimage.median_filter(last, (3, 3, 1), mode="mirror")
    np.testing.assert_array_equal(lenslet.median(last, ksize=3), expected)
    for place in (0, 1):
        moved = np.moveaxis(last, -1, place)
        for given in (moved, np.ascontiguousarray(moved)):
            result = lenslet.median(given, ksize=3, channel_axis=place)
            assert result.shape == given.shape
            np.testing.assert_array_equal(np.moveaxis(result, place, -1), expected)
    reversed_channels = last[..., ::-1]
    np.testing.assert_array_equal(lenslet.median(reversed_channels, ksize=3), expected[..., ::-1])


def test_many_channels_are_each_an_image(random):
    bands = random.integers(0, 256, (11, 13, 7), dtype=np.uint8)
    result = lenslet.median(bands, ksize=3, channel_axis=2)
    np.testing.assert_array_equal(result, ndimage.median_filter(bands, (3, 3, 1), mode="mirror"))


def test_a_broadcast_image_is_taken(random):
    row = random.integers(0, 256, 13, dtype=np.uint8)
    image = np.broadcast_to(row, (9, 13))
    np.testing.assert_array_equal(lenslet.median(image, ksize=3), ndimage.median_filter(image, 3, mode="mirror"))


def test_read_only_images_are_taken(image):
    image.flags.writeable = False
    np.testing.assert_array_equal(lenslet.transpose(image), image.T)


def test_results_may_be_written(image):
    result = lenslet.transpose(image)
    result[:] = 7
    assert (result == 7).all()


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (0, 0), (5, 5, 0)])
def test_images_without_pixels_are_refused(shape):
    with pytest.raises(ValueError, match="no pixels"):
        lenslet.gaussian(np.zeros(shape, "uint8"))


@pytest.mark.parametrize("shape", [(), (5,), (5, 5, 5), (2, 3, 4, 5), (1, 2, 3, 4, 5)])
def test_other_numbers_of_sides_need_axes(shape):
    with pytest.raises(ValueError, match="axes"):
        lenslet.gaussian(np.zeros(shape, "uint8"))


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (1, 1, 3)])
def test_thin_images(random, shape):
    image = random.integers(0, 256, shape, dtype=np.uint8)
    size = 3 if image.ndim == 2 else (3, 3, 1)
    np.testing.assert_array_equal(
        lenslet.median(image, ksize=3, border="replicate"), ndimage.median_filter(image, size, mode="nearest")
    )


def test_what_is_no_numpy_array_but_has_a_buffer_or_is_a_list():
    rows = [[1, 2], [3, 4], [5, 6]]
    np.testing.assert_array_equal(lenslet.transpose(rows), np.array(rows).T)
    numbers = array.array("d", [3.0, 1.0, 2.0])
    np.testing.assert_array_equal(lenslet.sort(numbers), [1, 2, 3])
    view = memoryview(bytes(range(12))).cast("B", (3, 4))
    np.testing.assert_array_equal(lenslet.transpose(view), np.arange(12, dtype="uint8").reshape(3, 4).T)


class OnlyDlpack:
    def __init__(self, values):
        self.values = values

    def __dlpack__(self, **keywords):
        return self.values.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


def test_dlpack_is_taken(image):
    np.testing.assert_array_equal(lenslet.transpose(OnlyDlpack(image)), image.T)


def test_elements_of_arrays(random):
    numbers = random.random((6, 8))
    assert lenslet.reduce.sum(numbers[::2, ::-1].astype("float32")) == pytest.approx(numbers[::2].sum(), rel=1e-5)
    np.testing.assert_array_equal(
        lenslet.sort(numbers[:, 3].astype("float32")), np.sort(numbers[:, 3].astype("float32"))
    )
