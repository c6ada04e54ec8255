"""Prefix sums against NumPy's cumsum."""
import numpy as np
import pytest

from arrays import command, numbers

LENGTHS = [1, 257, 100_003]
UNITS = {"f2": 2.0 ** -24, "f4": 2.0 ** -24, "f8": 2.0 ** -53}


def scanned(lenslet, folder, x, *options):
    (result,) = command(lenslet, folder, ["scan"], [x], ["out"], options)
    assert result.shape == x.shape
    return result


def sums(x, dtype, exclusive):
    total = np.cumsum(x.ravel(), dtype=dtype)
    return (np.concatenate([[dtype(0)], total[:-1]]) if exclusive else total).reshape(x.shape)


@pytest.mark.parametrize("kind", ["inclusive", "exclusive"])
@pytest.mark.parametrize("code", ["u1", "i4", "u4", "i8", "u8", "u2"])
def test_integers_are_exact(lenslet, tmp_path, code, kind):
    """Modulo 2^64, as NumPy's: elements may be as large as their type has them."""
    info = np.iinfo(code)
    for length in LENGTHS:
        x = np.random.default_rng(length).integers(info.min, info.max, length, code, endpoint=True)
        wanted = sums(x, np.int64 if info.min else np.uint64, kind == "exclusive")
        result = scanned(lenslet, tmp_path, x, "--kind", kind)
        assert result.dtype == wanted.dtype and np.array_equal(result, wanted)


@pytest.mark.parametrize("kind", ["inclusive", "exclusive"])
@pytest.mark.parametrize("code", ["f4", "f2", "f8"])
def test_floats_keep_their_bound(lenslet, tmp_path, code, kind):
    for length in LENGTHS:
        x = numbers(code, length, length)
        result = scanned(lenslet, tmp_path, x, "--kind", kind)
        assert result.dtype == ("f8" if code == "f8" else "f4")
        bound = 576 * UNITS[code] * sums(np.abs(x), np.longdouble, kind == "exclusive")
        assert (np.abs(result - sums(x, np.longdouble, kind == "exclusive")) <= bound).all()


def test_shape_and_empty_array(lenslet, tmp_path):
    x = numbers("i4", (37, 11, 5))
    assert np.array_equal(scanned(lenslet, tmp_path, x), np.cumsum(x, dtype="i8").reshape(x.shape))
    assert scanned(lenslet, tmp_path, np.zeros(0, "i4")).size == 0


def test_nan_and_infinity_reach_what_is_behind_them(lenslet, tmp_path):
    for bad in (np.nan, np.inf, -np.inf):
        x = np.ones(10_007, "f4")
        x[5000] = bad
        assert np.array_equal(scanned(lenslet, tmp_path, x), np.cumsum(x), equal_nan=True)


def test_huge_terms_that_cancel(lenslet, tmp_path):
    x = np.tile(np.array([3e7, 0.25, -3e7, -0.125], "f4"), 2500)
    result = scanned(lenslet, tmp_path, x, "--deterministic")
    bound = 576 * 2.0 ** -24 * np.cumsum(np.abs(x), dtype="f8")
    assert (np.abs(result - np.cumsum(x, dtype="f8")) <= bound).all()
    assert np.array_equal(result, scanned(lenslet, tmp_path, x, "--deterministic"))
