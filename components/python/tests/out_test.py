"""Results in memory of the caller's."""

import pickle

import numpy as np
import pytest
from scipy import ndimage

import lenslet


def median(image):
    size = 3 if image.ndim == 2 else (3, 3, 1)
    return ndimage.median_filter(image, size, mode="mirror")


def test_out_is_written_and_returned(image):
    out = np.empty_like(image)
    assert lenslet.median(image, ksize=3, out=out) is out
    np.testing.assert_array_equal(out, median(image))


def test_out_may_lie_anywhere(colours):
    space = np.full((80, 120, 3), 7, np.uint8)
    out = space[-2:-76:-2, 5:111:2]
    assert out.shape == colours.shape
    lenslet.median(colours, ksize=3, out=out)
    np.testing.assert_array_equal(out, median(colours))
    written = np.zeros(space.shape, bool)
    written[-2:-76:-2, 5:111:2] = True
    assert (space[~written] == 7).all()


def test_out_may_be_the_image_itself(image):
    expected = median(image)
    lenslet.median(image, ksize=3, out=image)
    np.testing.assert_array_equal(image, expected)


def test_out_may_overlap_the_image(random):
    space = random.integers(0, 256, (40, 50), dtype=np.uint8)
    image = space[:-3].copy()
    lenslet.median(space[:-3], ksize=3, out=space[3:])
    np.testing.assert_array_equal(space[3:], median(image))


def test_read_only_out_is_refused(image):
    out = np.zeros_like(image)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="out is read-only"):
        lenslet.median(image, ksize=3, out=out)
    assert not out.any()


@pytest.mark.parametrize("dtype, shape", [("uint16", (37, 53)), ("uint8", (37, 54)), ("uint8", (36, 53))])
def test_out_of_another_type_or_size_is_refused(image, dtype, shape):
    with pytest.raises(ValueError):
        lenslet.median(image, ksize=3, out=np.zeros(shape, dtype))


@pytest.mark.parametrize("pages", [5, 7])
def test_out_with_pages_is_refused_where_the_image_has_none(image, pages):
    out = np.zeros((*image.shape, pages), np.uint8)
    with pytest.raises(ValueError, match="out has pages"):
        lenslet.invert(image, out=out)
    assert not out.any()


@pytest.mark.parametrize("dtype", ["complex64", "object", "bool"])
def test_out_of_no_samples_is_refused(image, dtype):
    with pytest.raises(TypeError, match="out has elements of"):
        lenslet.median(image, ksize=3, out=np.zeros(image.shape, dtype))


@pytest.mark.parametrize("out", ["text", 3, [1, 2], b"read only bytes"])
def test_what_is_no_array_is_no_out(image, out):
    with pytest.raises((TypeError, ValueError)):
        lenslet.median(image, ksize=3, out=out)


def test_out_in_another_byte_order_is_refused(image):
    with pytest.raises(TypeError):
        lenslet.median(image, ksize=3, out=np.zeros(image.shape, ">u2"))


def test_an_out_with_overlapping_pixels_is_refused(image):
    with pytest.raises(ValueError, match="overlap"):
        lenslet.median(image, ksize=3, out=np.lib.stride_tricks.as_strided(np.zeros(53, np.uint8), image.shape, (0, 1)))


def test_several_results_have_names_and_a_tuple_for_out(colours):
    parts = lenslet.split(colours)
    assert len(parts) == 3
    assert parts._fields == tuple(output["name"] for output in lenslet.split.info["outputs"])[:3]
    for place in range(3):
        np.testing.assert_array_equal(parts[place], colours[..., place])
    again = pickle.loads(pickle.dumps(parts))
    assert again._fields == parts._fields
    np.testing.assert_array_equal(again, parts)
    out = tuple(np.empty(colours.shape[:2], np.uint8) for _ in range(3))
    made = lenslet.split(colours, out=out)
    assert all(one is other for one, other in zip(made, out))
    for place in range(3):
        np.testing.assert_array_equal(out[place], colours[..., place])
    with pytest.raises(ValueError):
        lenslet.split(colours, out=out[:2])
    with pytest.raises(ValueError):
        lenslet.split(colours, out=(out[0], out[0], out[1]))


def test_an_array_as_out(random):
    numbers = random.random(100).astype("float32")
    out = np.empty(200, "float32")[::2]
    lenslet.sort(numbers, out=out)
    np.testing.assert_array_equal(out, np.sort(numbers))
