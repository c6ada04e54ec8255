"""Products of matrices against NumPy's in f64, within the bound that 'lenslet ops matmul' promises."""
import numpy as np
import pytest

from arrays import command, least_normal

SIZES = [(1, 1, 1), (17, 33, 65), (128, 128, 128), (3, 257, 64), (131, 1, 200), (1, 300, 7), (255, 129, 31)]
UNITS = {"f2": 2.0 ** -24, "f4": 2.0 ** -24, "f8": 2.0 ** -53}


def product(lenslet, folder, inputs, **options):
    texts = [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items() if value is not False]
    (result,) = command(lenslet, folder, ["matmul"], inputs, ["out"], texts)
    return result


def check(result, a, b, c=None, alpha=1.0, beta=0.0):
    """a and b as they are multiplied."""
    code, depth = a.dtype.str[1:], a.shape[1]
    out = "f8" if code == "f8" else "f4"
    alpha, beta = (float(np.dtype(out).type(factor)) for factor in (alpha, beta))
    wide = np.longdouble if code == "f8" else np.float64
    a, b, c = a.astype(wide), b.astype(wide), np.zeros(1, wide) if c is None else c.astype(wide)
    ideal = alpha * (a @ b) + beta * c
    unit = (depth + 3) * UNITS[code]
    bound = unit / (1 - unit) * (abs(alpha) * (np.abs(a) @ np.abs(b)) + np.abs(beta * c)) + (depth + 3) * least_normal(out)
    assert result.dtype == out and result.shape == ideal.shape
    assert (np.abs(result - ideal) <= bound).all()


def matrix(code, rows, columns, seed):
    return np.random.default_rng(seed).normal(size=(rows, columns)).astype(code)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("code", ["f4", "f8", "f2"])
def test_every_type(lenslet, tmp_path, code, size):
    m, n, k = size
    a, b = matrix(code, m, k, 1), matrix(code, k, n, 2)
    check(product(lenslet, tmp_path, [a, b]), a, b)


@pytest.mark.parametrize("transpose_a, transpose_b", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize("alpha, beta", [(1, 0), (-2.5, 1), (0.3, -0.7), (0, 2)])
def test_transposes_and_factors(lenslet, tmp_path, transpose_a, transpose_b, alpha, beta):
    m, n, k = 67, 130, 45
    a, b, c = matrix("f4", m, k, 1), matrix("f4", k, n, 2), matrix("f4", m, n, 3)
    stored = [np.ascontiguousarray(a.T) if transpose_a else a, np.ascontiguousarray(b.T) if transpose_b else b, c]
    result = product(lenslet, tmp_path, stored if beta else stored[:2], transpose_a=transpose_a, transpose_b=transpose_b,
                     alpha=alpha, beta=beta)
    check(result, a, b, c, alpha, beta)


@pytest.mark.parametrize("transpose", [False, True])
def test_leading_dimensions(lenslet, tmp_path, transpose):
    """As BLAS has them: rows begin so many elements apart, and what is between them stays as it was."""
    m, n, k, lda, ldb, ldc = 21, 38, 50, 61, 64, 40
    a, b, c = matrix("f4", k if transpose else m, lda, 1), matrix("f4", n if transpose else k, ldb, 2), matrix("f4", m, ldc, 3)
    result = product(lenslet, tmp_path, [a.ravel(), b.ravel(), c], transpose_a=transpose, transpose_b=transpose, m=m, n=n,
                     k=k, lda=lda, ldb=ldb, ldc=ldc, alpha=1.5, beta=-0.5)
    left, right = (a[:, :m].T, b[:, :k].T) if transpose else (a[:, :k], b[:, :n])
    check(result[:, :n], left, right, c[:, :n], 1.5, -0.5)
    assert np.array_equal(result[:, n:], c[:, n:])


def test_a_part_of_the_matrices(lenslet, tmp_path):
    a, b = matrix("f4", 40, 30, 1), matrix("f4", 35, 50, 2)
    check(product(lenslet, tmp_path, [a, b], m=13, n=17, k=29), a[:13, :29], b[:29, :17])


def test_nan_and_infinity(lenslet, tmp_path):
    a, b = matrix("f4", 40, 20, 1), matrix("f4", 20, 30, 2)
    a[3, 4], a[5, 6], b[7, 8] = np.nan, np.inf, -np.inf
    result = product(lenslet, tmp_path, [a, b])
    with np.errstate(invalid="ignore"):
        ideal = a.astype("f8") @ b
    for alike in (np.isnan, np.isposinf, np.isneginf):
        assert np.array_equal(alike(result), alike(ideal))


def test_terms_that_cancel(lenslet, tmp_path):
    a, b = matrix("f4", 33, 100, 1), matrix("f4", 100, 33, 2)
    a[:, 50:], b[50:] = 1e4 * a[:, :50], -b[:50] + np.float32(1e-3)
    a[:, :50] *= np.float32(1e4)
    check(product(lenslet, tmp_path, [a, b]), a, b)
