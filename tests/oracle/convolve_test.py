"""Convolutions of arrays against NumPy's convolve and correlate, and SciPy's ndimage.convolve1d and correlate1d."""
import numpy as np
import pytest
import scipy.ndimage
import scipy.signal

from arrays import command, numbers

SIZES = [(1, 1), (1000, 31), (1000, 4), (50, 50), (20_011, 1500)]
INTEGERS = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"]
UNITS = {"f2": 2.0 ** -24, "f4": 2.0 ** -24, "f8": 2.0 ** -53}
BORDERS = {"constant": "constant", "replicate": "nearest", "reflect": "reflect", "reflect101": "mirror", "wrap": "wrap"}


def convolved(lenslet, folder, x, mask, *options):
    (result,) = command(lenslet, folder, ["convolve"], [x, mask], ["out"], options)
    return result


def integers(code, length, seed):
    info = np.iinfo(code)
    return np.random.default_rng(seed).integers(info.min, info.max, length, code, endpoint=True)


@pytest.mark.parametrize("mode", ["same", "full", "valid"])
@pytest.mark.parametrize("code", INTEGERS)
def test_integers_wrap_as_numpys(lenslet, tmp_path, code, mode):
    """Modulo 2 to the power of the type's bits: elements may be as large as it has them."""
    for elements, taps in SIZES:
        x, mask = integers(code, elements, 1), integers(code, taps, 2)
        wanted = np.convolve(x, mask, mode)
        result = convolved(lenslet, tmp_path, x, mask, "--mode", mode)
        assert result.dtype == wanted.dtype and np.array_equal(result, wanted), (elements, taps)


@pytest.mark.parametrize("mode", ["same", "full", "valid"])
@pytest.mark.parametrize("code", ["f2", "f4", "f8"])
def test_floats_keep_their_bound(lenslet, tmp_path, code, mode):
    for elements, taps in SIZES:
        x, mask = numbers(code, elements, 1), numbers(code, taps, 2)
        result = convolved(lenslet, tmp_path, x, mask, "--mode", mode, "--method", "direct")
        assert result.dtype == ("f8" if code == "f8" else "f4")
        exact = np.convolve(x.astype(np.longdouble), mask.astype(np.longdouble), mode)
        size = np.convolve(np.abs(x).astype("f8"), np.abs(mask).astype("f8"), mode)
        assert (np.abs(result - exact) <= (taps + 3) * UNITS[code] * size).all(), (elements, taps)


@pytest.mark.parametrize("method", ["auto", "fft"])
@pytest.mark.parametrize("code", ["f2", "f4", "f8"])
def test_transforms_err_little(lenslet, tmp_path, code, method):
    """Of white noise: beside the norms of the mask and of as many elements, as rounding of transforms does."""
    for elements, taps in ((1000, 31), (30, 100), (20_011, 1500), (70_000, 9000), (1_000_003, 300)):
        x, mask = numbers(code, elements, 1), numbers(code, taps, 2)
        exact = scipy.signal.oaconvolve(x.astype("f8"), mask.astype("f8"), "full")
        for mode, first, last in (("full", 0, len(exact)), ("same", (taps - 1) // 2, (taps - 1) // 2 + elements)):
            result = convolved(lenslet, tmp_path, x, mask, "--mode", mode, "--method", method)
            assert result.dtype == ("f8" if code == "f8" else "f4")
            error = np.abs(result - exact[first:last]).max() / np.sqrt(taps)
            assert error < 100 * UNITS[code], (elements, taps, mode)


@pytest.mark.parametrize("border", ["constant", "replicate", "reflect", "reflect101", "wrap"])
def test_transforms_have_borders_and_rows(lenslet, tmp_path, border):
    x, mask = numbers("f8", (3, 700), 1), numbers("f8", 151, 2)
    more = ["--border-value", "2.5"] if border == "constant" else []
    for peer, options in ((scipy.ndimage.convolve1d, []), (scipy.ndimage.correlate1d, ["--correlate"])):
        wanted = peer(x, mask, axis=-1, mode=BORDERS[border], cval=2.5)
        result = convolved(lenslet, tmp_path, x, mask, "--border", border, *more, *options, "--method", "fft")
        assert np.allclose(result, wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize("mode", ["same", "full", "valid"])
def test_a_mask_longer_than_the_signal(lenslet, tmp_path, mode):
    x, mask = integers("i4", 20, 1), integers("i4", 333, 2)
    wanted = np.convolve(x, mask, mode)
    if mode == "same":  # NumPy has as many elements as the mask there, SciPy as the signal
        wanted = scipy.signal.convolve(x, mask, "same", "direct")
    assert np.array_equal(convolved(lenslet, tmp_path, x, mask, "--mode", mode), wanted)


@pytest.mark.parametrize("taps", [1, 2, 7, 8])
def test_correlations(lenslet, tmp_path, taps):
    x, mask = integers("i4", 100, 1), integers("i4", taps, 2)
    for mode in ("same", "full", "valid"):
        result = convolved(lenslet, tmp_path, x, mask, "--correlate", "--mode", mode)
        assert np.array_equal(result, np.correlate(x, mask, mode)), mode


@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("taps", [1, 2, 3, 8, 31, 90])
def test_borders(lenslet, tmp_path, border, taps):
    """SciPy's centre of an even number of taps is the later one in a convolution, too."""
    x, mask = numbers("f8", 40, 1), numbers("f8", taps, 2)
    more = ["--border-value", "2.5"] if border == "constant" else []
    for peer, options in ((scipy.ndimage.convolve1d, ["--centre", taps // 2]),
                          (scipy.ndimage.correlate1d, ["--correlate"])):
        wanted = peer(x, mask, mode=BORDERS[border], cval=2.5)
        result = convolved(lenslet, tmp_path, x, mask, "--border", border, *more, *options)
        assert np.allclose(result, wanted, rtol=1e-12, atol=1e-12)


def test_a_centre_of_ones_own(lenslet, tmp_path):
    x, mask = numbers("f8", 40, 1), numbers("f8", 7, 2)
    for origin in (-3, -1, 0, 2, 3):
        wanted = scipy.ndimage.correlate1d(x, mask, mode="wrap", origin=origin)
        result = convolved(lenslet, tmp_path, x, mask, "--correlate", "--border", "wrap", "--centre", 3 + origin)
        assert np.allclose(result, wanted, rtol=1e-12, atol=1e-12), origin


def test_rows_are_convolved_each_by_itself(lenslet, tmp_path):
    x, mask = integers("i2", (7, 130), 1), integers("i2", 9, 2)
    for mode in ("same", "full", "valid"):
        wanted = np.stack([np.convolve(row, mask, mode) for row in x])
        assert np.array_equal(convolved(lenslet, tmp_path, x, mask, "--mode", mode), wanted)


def test_the_literatures_program(lenslet, tmp_path):
    """Numbers as rand() gives them, whose sums are taken modulo 2^32; the mask is not turned and has its middle at M / 2."""
    n, m = 2048, 257
    random = np.random.default_rng(2009)
    x, mask = random.integers(0, 2 ** 31, n, "u4"), random.integers(0, 2 ** 31, m, "u4")
    around = np.pad(x, m // 2)
    wanted = np.array([(around[i:i + m] * mask).sum(dtype="u4") for i in range(n)], "u4")
    assert np.array_equal(convolved(lenslet, tmp_path, x, mask, "--correlate"), wanted)


def test_nan_and_infinity(lenslet, tmp_path):
    for bad in (np.nan, np.inf, -np.inf):
        x, mask = np.ones(2000, "f4"), np.array([1, 0, 2], "f4")
        x[1000] = bad
        assert np.array_equal(convolved(lenslet, tmp_path, x, mask), np.convolve(x, mask, "same"), equal_nan=True)
        mask = np.pad(mask, 100)  # so many taps that transforms would be faster
        found = convolved(lenslet, tmp_path, x, mask, "--method", "direct")
        assert np.array_equal(found, np.convolve(x, mask, "same"), equal_nan=True)


def test_transforms_bring_nothing_that_no_result_reads(lenslet, tmp_path):
    """Blocks beyond the end share transforms with blocks of results."""
    x, mask = numbers("f4", 5000, 1), numbers("f4", 100, 2)
    wanted = np.convolve(x.astype("f8"), mask.astype("f8"), "valid")
    for outside in ("1e9", "1e38"):
        result = convolved(lenslet, tmp_path, x, mask, "--mode", "valid", "--method", "fft", "--border-value", outside)
        assert np.abs(result - wanted).max() < 1e-4, outside


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e9])
def test_blocks_do_not_spoil_each_other(lenslet, tmp_path, bad):
    """A transform of 100 taps has at most 1024 elements: what does not lie so near has its own."""
    x, mask = numbers("f4", 5000, 1), numbers("f4", 100, 2)
    x[0] = bad
    wanted = scipy.ndimage.convolve1d(x.astype("f8"), mask.astype("f8"), mode="wrap", origin=-1)[1200:3800]
    result = convolved(lenslet, tmp_path, x, mask, "--border", "wrap", "--method", "fft")[1200:3800]
    assert np.abs(result - wanted).max() < 1e-4


@pytest.mark.parametrize("method", ["auto", "fft"])
@pytest.mark.parametrize("code, large", [("f4", 3e37), ("f8", 3e307)])
def test_transforms_do_not_overflow_where_results_do_not(lenslet, tmp_path, code, large, method):
    elements = 200_000
    for value, tap in ((large, 0.005), (0.005, large), (1 / large, large)):
        x, mask = np.full(elements, value, code), np.full(200, tap, code)
        wanted = np.convolve(x.astype(np.longdouble), mask.astype(np.longdouble), "same")
        result = convolved(lenslet, tmp_path, x, mask, "--method", method)
        assert np.abs(result / wanted - 1).max() < 200 * UNITS[code], (value, tap)


@pytest.mark.parametrize("mode", ["same", "full", "valid"])
@pytest.mark.parametrize("code", ["f4", "f8"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_mask_that_is_not_finite_has_no_products_outside(lenslet, tmp_path, bad, code, mode):
    for elements, taps in ((3, 2), (5, 9), (2000, 150)):
        x, mask = np.ones(elements, code), numbers(code, taps, 2)
        mask[taps // 3] = bad
        for peer, options in ((np.convolve, []), (np.correlate, ["--correlate"])):
            if taps > elements and (options or mode == "same"):
                continue  # NumPy takes the mask for the signal there
            found = convolved(lenslet, tmp_path, x, mask, "--mode", mode, "--method", "direct", *options)
            wanted = peer(x, mask, mode)
            assert np.allclose(found, wanted, rtol=1e-4, atol=1e-5, equal_nan=True), (elements, taps, options)
