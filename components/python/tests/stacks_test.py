"""Pages and volumes: what `axes` and `channel_axis` say of further sides."""

import numpy as np
import pytest
from scipy import ndimage

import lenslet


@pytest.fixture
def stack(random):
    return random.integers(0, 256, (5, 17, 19), dtype=np.uint8)


def test_a_z_makes_a_volume(stack):
    expected = ndimage.median_filter(stack, 3, mode="mirror")
    np.testing.assert_array_equal(lenslet.median(stack, ksize=3, axes="zyx"), expected)
    np.testing.assert_array_equal(
        lenslet.median(stack.transpose(1, 2, 0), ksize=3, axes="yxz"), expected.transpose(1, 2, 0)
    )


@pytest.mark.parametrize("axis", "tq")
def test_pages_are_images_by_themselves(stack, axis):
    expected = ndimage.median_filter(stack, (1, 3, 3), mode="mirror")
    np.testing.assert_array_equal(lenslet.median(stack, ksize=3, axes=axis + "yx"), expected)
    np.testing.assert_array_equal(lenslet.median(stack[::-2], ksize=3, axes=axis + "yx"), expected[::-2])


def test_volume_says_otherwise(stack):
    np.testing.assert_array_equal(
        lenslet.median(stack, ksize=3, axes="zyx", as_volume=False),
        ndimage.median_filter(stack, (1, 3, 3), mode="mirror"),
    )
    np.testing.assert_array_equal(
        lenslet.median(stack, ksize=3, axes="qyx", as_volume=True), ndimage.median_filter(stack, 3, mode="mirror")
    )


def test_a_volume_with_its_own_depth(stack):
    result = lenslet.gaussian(
        stack.astype("float32"), sigma=1, ksize=9, axes="zyx", volume_depth=0.6, border="replicate"
    )
    expected = ndimage.gaussian_filter(stack.astype("float64"), (0.6, 1, 1), mode="nearest", truncate=4)
    np.testing.assert_allclose(result, expected, rtol=2e-3, atol=0.05)


def test_points_of_time_are_volumes_each(random):
    film = random.integers(0, 256, (2, 4, 9, 11), dtype=np.uint8)
    result = lenslet.median(film, ksize=3, axes="tzyx")
    for time in range(2):
        np.testing.assert_array_equal(result[time], ndimage.median_filter(film[time], 3, mode="mirror"))


def test_volumes_of_colours(random):
    volume = random.integers(0, 256, (3, 4, 9, 11), dtype=np.uint8)
    result = lenslet.median(volume, ksize=3, channel_axis=0)
    for channel in range(3):
        np.testing.assert_array_equal(result[channel], ndimage.median_filter(volume[channel], 3, mode="mirror"))


def test_one_image_for_every_page(stack):
    background = stack[0]
    np.testing.assert_array_equal(
        lenslet.absdiff(stack, background, axes="tyx"), np.abs(stack.astype(int) - background).astype("uint8")
    )


def test_a_projection_takes_the_depth_away(stack):
    result = lenslet.project(stack, by="max", along="z", axes="zyx")
    assert result.shape == stack.shape[1:]
    np.testing.assert_array_equal(result, stack.max(0))


def test_out_of_a_stack(stack):
    out = np.zeros((10, 17, 19), np.uint8)
    lenslet.median(stack, ksize=3, axes="zyx", out=out[::2])
    np.testing.assert_array_equal(out[::2], ndimage.median_filter(stack, 3, mode="mirror"))
    assert not out[1::2].any()


def test_out_without_pages_is_refused_for_a_stack(stack):
    out = np.zeros(stack.shape[1:], np.uint8)
    with pytest.raises(ValueError):
        lenslet.median(stack, ksize=3, axes="zyx", out=out)
    assert not out.any()


def test_a_projection_has_an_out_without_pages(stack):
    out = np.zeros(stack.shape[1:], np.uint8)
    assert lenslet.project(stack, by="max", along="z", axes="zyx", out=out) is out
    np.testing.assert_array_equal(out, stack.max(0))


@pytest.mark.parametrize("axes", ["yx", "zzyx", "zyxc", "zy", "aby", "", "tqzyx"])
def test_axes_that_do_not_fit_are_refused(stack, axes):
    with pytest.raises(ValueError, match="axes is"):
        lenslet.median(stack, ksize=3, axes=axes)


@pytest.mark.parametrize("axis", [3, -4, 100])
def test_a_channel_axis_that_is_none_is_refused(stack, axis):
    with pytest.raises(ValueError, match="channel_axis is"):
        lenslet.median(stack, ksize=3, channel_axis=axis)


def test_axes_and_channel_axis_together_are_refused(stack):
    with pytest.raises(ValueError, match="name one of them"):
        lenslet.median(stack, ksize=3, axes="zyx", channel_axis=0)


def test_what_has_no_third_dimension_says_so(stack):
    with pytest.raises((ValueError, RuntimeError), match="dimension|volume"):
        lenslet.canny(stack, axes="zyx")
