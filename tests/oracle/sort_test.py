"""Sorts against NumPy's stable ones. NaN come last in both orders, and equal keys keep theirs."""
import numpy as np
import pytest

from arrays import command

LENGTHS = [1, 257, 4099, 100_003]
TYPES = ["u4", "f4", "i4", "u8", "f8", "u1", "i8", "f2", "u2"]


def keys_of(code, length, pattern):
    random, dtype = np.random.default_rng(length), np.dtype(code)
    if dtype.kind == "f":
        keys = random.normal(scale=100, size=length).astype(dtype)
        tiny = np.finfo(dtype).smallest_subnormal
        special = np.array([np.nan, -np.nan, np.inf, -np.inf, 0, -0.0, tiny, -tiny, np.finfo(dtype).max], dtype)
    else:
        info = np.iinfo(dtype)
        keys = random.integers(info.min, info.max, length, dtype, endpoint=True)
        special = np.array([info.min, info.max, 0, 1, info.max - 1], dtype)
    return {"random": lambda: keys, "few": lambda: random.choice(special, length), "equal": lambda: np.full(length, keys[0]),
            "sorted": lambda: np.sort(keys), "reversed": lambda: np.sort(keys)[::-1].copy()}[pattern]()


def order_of(keys, descending):
    """NumPy sorts upwards: what it is given has the order turned over, but for NaN."""
    turned = keys if not descending else -keys if keys.dtype.kind == "f" else ~keys
    return np.argsort(turned, kind="stable")


def bits(array):
    """NaN, and zeros of both signs, are compared as they are written."""
    return array.view(f"u{array.dtype.itemsize}")


def check(lenslet, folder, keys, descending=False):
    order, options = order_of(keys, descending), ["--descending"] if descending else []
    (result,) = command(lenslet, folder, ["sort"], [keys], ["out"], options)
    assert result.dtype == keys.dtype and np.array_equal(bits(result), bits(keys[order]))
    (indexes,) = command(lenslet, folder, ["sort", "argsort"], [keys], ["out"], options)
    assert indexes.dtype == "u4" and np.array_equal(indexes, order)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("code", TYPES)
def test_every_type(lenslet, tmp_path, code, descending):
    check(lenslet, tmp_path, keys_of(code, 4099, "few"), descending)


@pytest.mark.parametrize("pattern", ["random", "few", "equal", "sorted", "reversed"])
def test_every_length(lenslet, tmp_path, pattern):
    for length in LENGTHS:
        check(lenslet, tmp_path, keys_of("f4", length, pattern))


def test_empty_arrays(lenslet, tmp_path):
    check(lenslet, tmp_path, np.zeros(0, "f4"))


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("code", ["u4", "f4", "u8"])
def test_pairs_stay_together(lenslet, tmp_path, code, descending):
    """Values by which it is seen whether equal keys kept their order."""
    keys, values = keys_of(code, 5003, "few"), np.arange(5003, dtype="f8") / 3
    order = order_of(keys, descending)
    made = command(lenslet, tmp_path, ["sort", "sort_pairs"], [keys, values], ["keys", "values"],
                   ["--descending"] if descending else [])
    assert np.array_equal(bits(made[0]), bits(keys[order])) and np.array_equal(made[1], values[order])


@pytest.mark.parametrize("k", [1, 10, 700, 4099, 64])
@pytest.mark.parametrize("code", ["f4", "u8"])
def test_top_k(lenslet, tmp_path, code, k):
    """Of equal keys the first; NaN when nothing else is left."""
    keys = keys_of(code, 4099, "few" if k > 100 else "random")
    for options, order in ((["--least"], order_of(keys, False)), ([], order_of(keys, True))):
        values, indexes = command(lenslet, tmp_path, ["sort", "top_k"], [keys], ["values", "indexes"], [f"--k={k}", *options])
        assert np.array_equal(indexes, order[:k]) and np.array_equal(bits(values), bits(keys[order[:k]]))
