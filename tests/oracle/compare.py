"""What "equal" means here.

Whole taps on integer samples, and medians: every bit. All else against an oracle in double:
  integers  the ideal result correctly rounded, but for arithmetic errors up to 1e-5 of white (so within 1 of 255)
  f32       |result - ideal| <= 1e-5 max(|ideal|, peak / 10), peak being the largest |ideal| of the image: in a sum of
            terms of both signs a result near zero keeps the error of its terms
Against OpenCV's own u8 arithmetic, which is fixed-point in places: within 1.
"""
import numpy as np

RELATIVE = 1e-5


def stored(ideal, dtype):
    """The ideal result as a sample: integers round to nearest even and saturate."""
    if np.issubdtype(dtype, np.integer):
        limits = np.iinfo(dtype)
        ideal = np.clip(np.rint(ideal), limits.min, limits.max)
    return np.asarray(ideal).astype(dtype)


def report(what, wrong, result, expected):
    place = tuple(int(i) for i in np.argwhere(wrong)[0])
    return (f"{what}: {np.count_nonzero(wrong)} of {wrong.size} samples differ, the first at {place}: "
            f"{result[place]!r}, expected {expected[place]!r}")


def assert_like(what, result, shape, dtype):
    assert (result.shape, result.dtype) == (shape, dtype), f"{what}: {result.shape} {result.dtype}"


def assert_equal(what, result, expected):
    assert_like(what, result, expected.shape, expected.dtype)
    wrong = result != expected
    assert not wrong.any(), report(what, wrong, result, expected)


def tolerance(ideal, dtype):
    if np.issubdtype(dtype, np.integer):
        return 0.5 + RELATIVE * np.iinfo(dtype).max
    return RELATIVE * np.maximum(np.abs(ideal), np.abs(ideal).max() / 10)


def assert_close(what, result, ideal, dtype):
    """`ideal` is in double, neither rounded nor saturated."""
    assert_like(what, result, ideal.shape, dtype)
    if np.issubdtype(dtype, np.integer):
        ideal = np.clip(ideal, 0, np.iinfo(dtype).max)
    wrong = ~(np.abs(result.astype(np.float64) - ideal) <= tolerance(ideal, dtype))
    assert not wrong.any(), report(what, wrong, result, ideal)


def assert_exact(what, result, ideal, image, dtype):
    """For whole taps: to the bit where the input is of integers, else close."""
    if np.issubdtype(image.dtype, np.integer):
        assert_equal(what, result, stored(ideal, dtype))
    else:
        assert_close(what, result, ideal, dtype)


def assert_within_one(what, result, expected):
    assert_like(what, result, expected.shape, expected.dtype)
    wrong = np.abs(result.astype(int) - expected.astype(int)) > 1
    assert not wrong.any(), report(what, wrong, result, expected)
