"""Expressions against NumPy's in f64, within the errors that 'lenslet ops map' promises."""
import numpy as np
import pytest

from arrays import command, least_normal

COUNT = 1001
# NumPy's function, units in the last place, and the range of x. y is between 0.5 and 2.
FUNCTIONS = {
    "sqrt(x)": (lambda x, y: np.sqrt(x), 3, 0, 1e9),
    "exp(x)": (lambda x, y: np.exp(x), 3, -80, 80),
    "exp2(x)": (lambda x, y: np.exp2(x), 3, -120, 120),
    "log(x)": (lambda x, y: np.log(x), 3, 1e-6, 1e6),
    "log2(x)": (lambda x, y: np.log2(x), 3, 1e-6, 1e6),
    "sin(x)": (lambda x, y: np.sin(x), 4, -1000, 1000),
    "cos(x)": (lambda x, y: np.cos(x), 4, -1000, 1000),
    "tan(x)": (lambda x, y: np.tan(x), 5, -1000, 1000),
    "atan(x)": (lambda x, y: np.arctan(x), 5, -50, 50),
    "tanh(x)": (lambda x, y: np.tanh(x), 5, -5, 5),
    "pow(x, y)": (lambda x, y: np.power(x, y), 16, 1e-6, 1e6),
    "x/y": (lambda x, y: x / y, 2.5, -1e6, 1e6),
    "1.5*x": (lambda x, y: 1.5 * x, 0.5, -1e6, 1e6),
}
# To the bit, whatever the elements are; NaN wins in min and max. `select` chooses as where, round goes to the even.
EXACT = {
    "min(x, y)": np.minimum,
    "max(x, y)": np.maximum,
    "clamp(x, -1, 2.5)": lambda x, y: np.clip(x, np.float32(-1), np.float32(2.5)),
    "select(x > y, x, -y)": lambda x, y: np.where(x > y, x, -y),
    "select(x, y, 7)": lambda x, y: np.where(x != 0, y, np.float32(7)),
    "abs(x) == abs(y)": lambda x, y: np.abs(x) == np.abs(y),
    "(x <= y) - 2*(x != y)": lambda x, y: 1.0 * (x <= y) - 2.0 * (x != y),
    "floor(x)": lambda x, y: np.floor(x),
    "ceil(x)": lambda x, y: np.ceil(x),
    "round(x)": lambda x, y: np.rint(x),
    "trunc(x)": lambda x, y: np.trunc(x),
}


def mapped(lenslet, folder, text, *inputs, op="map", **numbers):
    words = ["map", op, text] if op == "map" else ["map", op]
    (result,) = command(lenslet, folder, words, inputs, ["out"], [f"--{name}={value}" for name, value in numbers.items()])
    assert result.dtype == inputs[0].dtype and result.shape == inputs[0].shape
    return result


def ulp(ideal, dtype):
    return np.spacing(np.abs(ideal).astype(dtype)).astype("f8")


@pytest.mark.parametrize("text", FUNCTIONS)
def test_functions(lenslet, tmp_path, text):
    function, ulps, low, high = FUNCTIONS[text]
    random = np.random.default_rng(1)
    x, y = random.uniform(low, high, COUNT).astype("f4"), random.uniform(0.5, 2, COUNT).astype("f4")
    ideal = function(x.astype("f8"), y.astype("f8"))
    result = mapped(lenslet, tmp_path, text, *([x, y] if "y" in text else [x]))
    assert (np.abs(result - ideal) <= ulps * ulp(ideal, "f4") + least_normal("f4")).all()


@pytest.mark.parametrize("text", EXACT)
def test_what_has_no_rounding(lenslet, tmp_path, text):
    special = np.array([np.nan, np.inf, -np.inf, 0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e30, -1e30, 8388609, 3], "f4")
    x, y = (grid.ravel() for grid in np.meshgrid(special, special))
    result = mapped(lenslet, tmp_path, text, *([x, y] if "y" in text else [x]))
    assert np.array_equal(result, np.asarray(EXACT[text](x, y), "f4"), equal_nan=True)


@pytest.mark.parametrize("code", ["f4", "i4", "f2", "u4", "f8", "i8", "u8"])
def test_saxpy_in_every_type(lenslet, tmp_path, code):
    """The named op and its expression; integers wrap around, f16 is rounded once, after f32 twice."""
    random, a = np.random.default_rng(2), np.dtype(code).type(-2.75 if code[0] == "f" else 3)
    if np.dtype(code).kind == "f":
        x, y = (random.normal(size=(7, 143)).astype(code) for _ in range(2))
        product = np.longdouble(a) * x.astype(np.longdouble)
        ideal, unit = product + y, np.finfo(code).eps / 2
        # A hundredth for what is rounded in f32 before, and for the sum's rounding being that of a rounded product.
        bound = 1.01 * (unit * np.abs(ideal) + min(unit, 2.0 ** -24) * np.abs(product)) + np.finfo(code).smallest_subnormal
    else:
        x, y = (random.integers(np.iinfo(code).min, np.iinfo(code).max, (7, 143), code, endpoint=True) for _ in range(2))
        ideal, bound = (a * x + y).astype(np.longdouble), 0
    for result in (mapped(lenslet, tmp_path, "", x, y, op="saxpy", a=a), mapped(lenslet, tmp_path, "a*x + y", x, y, a=a)):
        assert (np.abs(result.astype(np.longdouble) - ideal) <= bound).all()
    assert np.array_equal(mapped(lenslet, tmp_path, "", x, y, op="add"), x + y)


@pytest.mark.parametrize("code", ["i4", "u4", "i8", "u8"])
def test_integers_wrap_around_and_divide_towards_zero(lenslet, tmp_path, code):
    info, random = np.iinfo(code), np.random.default_rng(3)
    x = random.integers(info.min, info.max, COUNT, code, endpoint=True)
    y = np.where(np.arange(COUNT) % 2, random.integers(0, 50, COUNT, code), random.integers(info.min, info.max, COUNT, code))
    x[:3], y[:3] = [info.min, info.min, info.max], [-1 if info.min else 1, 0, 1]
    pairs = [(int(p), int(q)) for p, q in zip(x, y)]
    quotient = [0 if q == 0 else abs(p) // abs(q) * (1 if (p < 0) == (q < 0) else -1) for p, q in pairs]
    quotient = np.array([q - 2 ** (8 * x.itemsize) if q > info.max else q for q in quotient], code)
    ideal = quotient + x * y - np.where(x < y, np.maximum(x, y), -y)
    assert np.array_equal(mapped(lenslet, tmp_path, "x/y + x*y - select(x < y, max(x, y), -y)", x, y), ideal)


def test_four_inputs_and_every_letter(lenslet, tmp_path):
    random = np.random.default_rng(4)
    inputs = [random.integers(-50, 50, COUNT).astype("f4") for _ in range(4)]
    x, y, z, w = inputs
    ideal = (2 * x - y) * (3 * z + w) - 4 * abs(x) + 5 * (y < z)  # whole and small, so exact
    assert np.array_equal(
        mapped(lenslet, tmp_path, "(a*x - y)*(b*z + w) - c*abs(x) + d*(y < z)", *inputs, a=2, b=3, c=4, d=5), ideal)
