"""Polynomials of least squares against NumPy's polyfit, SciPy's linregress and scikit-learn's r2_score."""
import numpy as np
import pytest
from numpy.polynomial import chebyshev, polynomial
from scipy import stats
from sklearn.metrics import r2_score

from arrays import command

OUTPUTS = ("coefficients", "residual", "r_squared", "condition")
PROMISED = {"f2": 2.0 ** -38, "f4": 2.0 ** -38, "f8": 2.0 ** -45}


def fitted(lenslet, folder, degree, *inputs):
    options = [f"--degree={degree}", *(["--weighted"] if len(inputs) > 2 else [])]
    made = command(lenslet, folder, ["fit"], inputs, OUTPUTS, options)
    return dict(zip(OUTPUTS, made))


def points(code, count, degree, low=-2, high=3, noise=0.1):
    random = np.random.default_rng(degree)
    x = random.uniform(low, high, count)
    y = polynomial.polyval(x, random.normal(size=degree + 1)) + noise * random.normal(size=count)
    return x.astype(code), y.astype(code)


def check(result, x, y, degree, w=None):
    """The curve over its range, where coefficients of high powers may be anything; and all numbers beside it."""
    code = x.dtype.str[1:]
    x, y = x.astype("f8"), y.astype("f8")
    roots = np.ones(len(x)) if w is None else np.sqrt(w.astype("f8"))
    wanted = np.polyfit(x, y, degree, w=roots)[::-1]  # highest power first
    t = (2 * x - x.min() - x.max()) / (x.max() - x.min())
    condition = np.linalg.cond(roots[:, None] * chebyshev.chebvander(t, degree))
    curve, ideal = polynomial.polyval(x, result["coefficients"]), polynomial.polyval(x, wanted)
    size = np.abs(y).max() + np.abs(chebyshev.chebfit(t, y, degree, w=roots)).sum()
    rms = np.sqrt(np.mean((y - ideal) ** 2))
    bound = 32 * (degree + 1) ** 2 * PROMISED[code] * condition * (size + 16 * condition * rms) + 1e-9 * size
    assert result["coefficients"].shape == (degree + 1,) and np.abs(curve - ideal).max() <= bound
    assert np.isclose(result["condition"], condition, rtol=1e-6)
    residual = (roots ** 2 * (y - ideal) ** 2).sum()
    assert np.isclose(result["residual"], residual, rtol=1e-6, atol=len(x) * bound ** 2)
    assert np.isclose(result["r_squared"], r2_score(y, ideal, sample_weight=roots ** 2), atol=1e-7)


@pytest.mark.parametrize("degree", range(9))
@pytest.mark.parametrize("code", ["f4", "f8", "f2"])
def test_polyfit_finds_the_same(lenslet, tmp_path, code, degree):
    x, y = points(code, 3001, degree)
    check(fitted(lenslet, tmp_path, degree, x, y), x, y, degree)


@pytest.mark.parametrize("code", ["f4", "f8"])
def test_linregress_finds_the_same(lenslet, tmp_path, code):
    """A slope that is small beside the height, far from the origin."""
    x, y = points(code, 5003, 1, 1000, 1010, 0.5)
    result, line = fitted(lenslet, tmp_path, 1, x, y), stats.linregress(x.astype("f8"), y.astype("f8"))
    assert np.allclose(result["coefficients"], [line.intercept, line.slope], rtol=1e-6)
    assert np.isclose(result["r_squared"], line.rvalue ** 2, atol=1e-7)


@pytest.mark.parametrize("degree", [1, 2, 5, 0, 8])
def test_weights(lenslet, tmp_path, degree):
    """Those that are 0 take their points away, however far these are."""
    x, y = points("f4", 2003, degree)
    w = np.random.default_rng(1).uniform(0, 3, 2003).astype("f4")
    w[::10], y[::10] = 0, 1e6
    result = fitted(lenslet, tmp_path, degree, x, y, w)
    kept = w > 0
    check(result, x[kept], y[kept], degree, w[kept])


def test_a_weight_is_as_many_points(lenslet, tmp_path):
    x, y = points("f4", 101, 2)
    w = np.random.default_rng(1).integers(1, 5, 101)
    one = fitted(lenslet, tmp_path, 2, x, y, w.astype("f4"))
    many = fitted(lenslet, tmp_path, 2, np.repeat(x, w), np.repeat(y, w))
    for name in OUTPUTS:
        assert np.allclose(one[name], many[name], rtol=1e-7), name


def test_points_on_the_curve(lenslet, tmp_path):
    x = np.arange(-8, 9, dtype="f8")
    result = fitted(lenslet, tmp_path, 3, x, 2 - x + 0.5 * x ** 3)
    assert np.allclose(result["coefficients"], [2, -1, 0, 0.5], atol=1e-10)
    assert result["residual"] <= 1e-15 and np.isclose(result["r_squared"], 1)


def test_as_many_points_as_coefficients(lenslet, tmp_path):
    x, y = np.array([1, 2, 4], "f4"), np.array([3, -1, 5], "f4")
    result = fitted(lenslet, tmp_path, 2, x, y)
    assert np.allclose(polynomial.polyval(x.astype("f8"), result["coefficients"]), y)
