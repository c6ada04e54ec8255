"""Reductions against NumPy's of the same names, and SciPy's."""
import math

import numpy as np
import pytest
from scipy import linalg, stats

from arrays import command, numbers

OPS = {"sum": np.sum, "min": np.min, "max": np.max, "mean": np.mean, "variance": np.var, "norm": linalg.norm}


def reduced(lenslet, folder, op, *inputs, options=()):
    """By a file: JSON has no NaN."""
    (result,) = command(lenslet, folder, ["reduce", op], inputs, ["out"], options)
    assert result.shape == ()
    return result


@pytest.mark.parametrize("op", OPS)
def test_every_type(lenslet, tmp_path, op):
    for code in ["u1", "i8", "f2", "f4", "f8"]:  # the harness has them all
        x = numbers(code, (37, 41))
        exact = OPS[op](x.ravel().astype("f8"))
        (result,) = command(lenslet, tmp_path, ["reduce", op], [x])
        assert np.allclose(result, exact, rtol=2e-3 if code == "f2" and op in ("min", "max") else 1e-5, atol=1e-4), code


def test_dot_and_ddof(lenslet, tmp_path):
    x, y = numbers("f4", 1001), numbers("f4", 1001, 2)
    assert np.allclose(command(lenslet, tmp_path, ["reduce", "dot"], [x, y])[0], x.astype("f8") @ y, atol=1e-4)
    (variance,) = command(lenslet, tmp_path, ["reduce", "variance"], [x], options=["--ddof", 1])
    assert np.allclose(variance, stats.describe(x.astype("f8")).variance, rtol=1e-6)


def test_large_mean_does_not_spoil_the_variance(lenslet, tmp_path):
    x = (numbers("f4", 100_000) + 1000).astype("f4")
    (variance,) = command(lenslet, tmp_path, ["reduce", "variance"], [x])
    assert np.allclose(variance, x.astype("f8").var(), rtol=1e-4)


@pytest.mark.parametrize("options", [[], ["--deterministic"]], ids=str)
@pytest.mark.parametrize("code", ["f4", "f8", "f2"])
def test_sums_that_cancel(lenslet, tmp_path, code, options):
    """Python's fsum is exact; what is promised is a part of the terms' sizes."""
    x = np.tile(np.array([3e4, 0.1, -3e4, 1e-3], code), 25_000)
    bound = 576 * 2.0 ** (-53 if code == "f8" else -24) * math.fsum(np.abs(x))
    assert abs(float(reduced(lenslet, tmp_path, "sum", x, options=options)) - math.fsum(x)) <= bound


@pytest.mark.parametrize("op", ["sum", "dot"])
@pytest.mark.parametrize("code", ["i4", "u8", "u1"])
def test_integers_are_exact(lenslet, tmp_path, code, op):
    """Modulo 2^64, as NumPy's."""
    info = np.iinfo(code)
    x = np.random.default_rng(1).integers(info.min, info.max, 100_003, code, endpoint=True)
    wide = x.astype("i8" if info.min else "u8")
    if op == "sum":
        assert reduced(lenslet, tmp_path, op, x) == wide.sum()
    else:
        assert reduced(lenslet, tmp_path, op, x, x[::-1].copy()) == (wide * wide[::-1]).sum()


@pytest.mark.parametrize("op", OPS)
def test_nan_and_infinity(lenslet, tmp_path, op):
    for bad in (np.nan, np.inf, -np.inf):
        x = numbers("f4", 4099)
        x[1234] = bad
        with np.errstate(invalid="ignore"):
            wanted = np.linalg.norm(x) if op == "norm" else OPS[op](x)  # SciPy refuses them
        assert np.allclose(reduced(lenslet, tmp_path, op, x), wanted, equal_nan=True)


def test_lengths(lenslet, tmp_path):
    """Around groups and their squares."""
    for length in (1, 255, 257, 65_537, 1_000_003):
        x = numbers("i4", length)
        assert reduced(lenslet, tmp_path, "sum", x) == x.sum(), length
    assert reduced(lenslet, tmp_path, "sum", np.zeros(0, "f4")) == 0
