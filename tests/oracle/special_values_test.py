"""Point ops on NaN, infinities, zeros of both signs and denormals against NumPy's, in f32 and f16."""
import itertools

import numpy as np
import pytest

from arrays import command, least_normal

SPECIAL = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-40, -1e-40, 0.25, -0.5, 1.5, 200.0, -7.0]
PAIRS = np.array(list(itertools.product(SPECIAL, SPECIAL)), np.float32).reshape(len(SPECIAL), len(SPECIAL), 2)
X, Y = np.ascontiguousarray(PAIRS[..., 0]), np.ascontiguousarray(PAIRS[..., 1])

# The op as a stage of a pipeline: what NumPy makes of the same.
ONE = {
    "clip low=-1 high=1.25": lambda x: np.clip(x, np.float32(-1), np.float32(1.25)),
    "clip low=0 high=0": lambda x: np.clip(x, np.float32(0), np.float32(0)),
    "invert": lambda x: 1 - x,
    "threshold level=0 maximum=5": lambda x: np.where(x > 0, 5, 0),
    "threshold level=0.25 maximum=5 kind=inverse": lambda x: np.where(x > 0.25, 0, 5),
    "threshold level=0.25 kind=truncate": lambda x: np.minimum(x, np.float32(0.25)),
    "threshold level=0 kind=tozero": lambda x: np.where(x > 0, x, 0),
    "threshold level=0.25 kind=tozero-inverse": lambda x: np.where(x > 0.25, 0, x),
    "gamma gamma=0.5 gain=2": lambda x: 2 * np.sqrt(np.maximum(x, 0)),
    "contrast amount=2 pivot=0.5": lambda x: (x - np.float32(0.5)) * 2 + np.float32(0.5),
    "brightness scale=2 delta=1": lambda x: x * 2 + 1,
    "linear_to_srgb": lambda x: np.where(np.maximum(x, 0) <= 0.0031308, np.maximum(x, 0) * 12.92,
                                         1.055 * np.maximum(x, 0) ** (1 / 2.4) - 0.055),
    "srgb_to_linear": lambda x: np.where(np.maximum(x, 0) <= 0.04045, np.maximum(x, 0) / 12.92,
                                         ((np.maximum(x, 0) + 0.055) / 1.055) ** 2.4),
    "inrange low=0 high=1.5": lambda x: np.where((x >= 0) & (x <= 1.5), 255, 0),
    "convert to=u8": lambda x: np.rint(np.clip(np.nan_to_num(x, nan=0), 0, 255)),
    "convert to=u16": lambda x: np.rint(np.clip(np.nan_to_num(x, nan=0), 0, 65535)),
}
TWO = {
    "add": lambda x, y: x + y,
    "subtract": lambda x, y: x - y,
    "absdiff": lambda x, y: np.abs(x - y),
    "min": np.minimum,
    "max": np.maximum,
    "multiply": lambda x, y: x * y,
    "divide": lambda x, y: x / y,
    "addweighted alpha=2 beta=-1 gamma=3": lambda x, y: 2 * x - y + 3,
    "blend alpha=0.25": lambda x, y: x * np.float32(0.75) + y * np.float32(0.25),
}


def assert_same(result, wanted, kind):
    """NaN where NumPy has it, the same infinities, and the rest as near as it is; a device may take denormals for 0."""
    wanted = np.asarray(wanted, np.float32)
    if kind == "f16":
        wanted = wanted.astype(np.float16).astype(np.float32)
    result = np.asarray(result, np.float32)
    near = 1e-3 if kind == "f16" else 1e-5
    np.testing.assert_allclose(result, wanted, rtol=near, atol=10 * least_normal("f4") if kind == "f32" else 6e-8)


def text_of(kind, stage, inputs):
    op, *arguments = stage.split(" ")
    names = ["a", "b", "c"][:inputs]
    if kind == "f32":
        lines = [f"in {', '.join(names)}", f"z = {' '.join([op, *names, *arguments])}"]
    else:
        lines = [f"in {', '.join(names)}", *(f"h{name} = convert {name} to=f16" for name in names),
                 f"z = {' '.join([op, *('h' + name for name in names), *arguments])}"]
    return "; ".join([*lines, "w = convert z to=f32", "out w"])


def run(lenslet, folder, kind, stage, *inputs):
    return command(lenslet, folder, ["run", text_of(kind, stage, len(inputs))], inputs, ["w"])[0]


def as_kind(array, kind):
    return array.astype(np.float16).astype(np.float32) if kind == "f16" else array


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("kind", ["f32", "f16"])
@pytest.mark.parametrize("stage", ONE)
def test_one_image(lenslet, tmp_path, stage, kind):
    of_result = "f32" if stage.startswith("convert") else kind
    assert_same(run(lenslet, tmp_path, kind, stage, X), ONE[stage](as_kind(X, kind)), of_result)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("kind", ["f32", "f16"])
@pytest.mark.parametrize("stage", TWO)
def test_two_images(lenslet, tmp_path, stage, kind):
    x, y = as_kind(X, kind), as_kind(Y, kind)
    tiny = (np.abs(y) > 0) & (np.abs(y) < least_normal("f4"))
    if stage == "divide":
        y = np.where(tiny, np.float32(2), y)
    assert_same(run(lenslet, tmp_path, kind, stage, x, y), TWO[stage](x, y), kind)


# Of a picture of x, -x and 1 with alpha y: an array cannot say that it has alpha.
WEIGHTED = {
    "premultiply": lambda colours, alpha: colours * alpha,
    "unpremultiply": lambda colours, alpha: np.where(alpha <= 0, np.float32(0), colours / alpha),
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("kind", ["f32", "f16"])
@pytest.mark.parametrize("op", WEIGHTED)
def test_alpha(lenslet, op, kind):
    alpha = np.where((np.abs(Y) > 0) & (np.abs(Y) < least_normal("f4")), np.float32(2), Y)
    picture = np.dstack([X, -X, np.ones_like(X), alpha])
    result = lenslet.run(text_of(kind, op, 1), {f"{op}-{kind}": picture})[f"{op}-{kind}"]
    colours, alpha = as_kind(picture[..., :3], kind), as_kind(picture[..., 3:], kind)
    assert_same(result, np.dstack([WEIGHTED[op](colours, alpha), alpha]), kind)


@pytest.mark.parametrize("kind", ["f32", "f16"])
def test_select(lenslet, tmp_path, kind):
    x, y = as_kind(X, kind), as_kind(Y, kind)
    mask = np.where(np.abs(y) < least_normal("f4"), np.float32(0), y)  # a denormal may be taken for 0
    result = run(lenslet, tmp_path, kind, "select", x, y, mask)
    assert_same(result, np.where(mask != 0, x, y), kind)


def test_a_colour_with_nan_is_nan(lenslet, tmp_path):
    image = np.full((2, 4, 3), 0.5, np.float32)
    image[0, np.arange(3), np.arange(3)] = np.nan
    result = run(lenslet, tmp_path, "f32", "rgb_to_hsv", image)
    assert np.isnan(result[0, :3]).all() and not np.isnan(result[1]).any() and not np.isnan(result[0, 3]).any()
