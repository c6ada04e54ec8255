"""Ops of points on images of i8, i16, u32, i32, u64, i64 and f64 against NumPy, whose integers are of any size."""
import subprocess

import numpy as np
import pytest


def run(lenslet, folder, op, images, *arguments):
    files = [folder / f"{place}.npy" for place in range(len(images))]
    for file, image in zip(files, images):
        np.save(file, image)
    command = [lenslet.path, "run", op, *files, folder / "out.npy", *arguments, "--quiet"]
    subprocess.run([str(word) for word in command], check=True, capture_output=True)
    return np.load(folder / "out.npy")


def pair(dtype, seed=5):
    """Numbers of all sizes, and the limits of the type next to each other."""
    random = np.random.default_rng(seed)
    if dtype == np.float64:
        return random.normal(0, 1e9, (2, 41, 57))
    limits = np.iinfo(dtype)
    images = random.integers(limits.min, limits.max, (2, 41, 57), dtype, endpoint=True)
    images[:, 20:] >>= random.integers(0, 8 * images.itemsize, images[:, 20:].shape).astype(dtype)
    edges = np.array([limits.min, limits.max, 0, 1, limits.max - 1, limits.min + 1, 3, 2], dtype)
    images[0, 0, :56] = np.repeat(edges, 7)
    images[1, 0, :56] = np.tile(edges, 7)
    return images


def saturated(values, dtype):
    """Python's integers, as the type holds them."""
    if dtype == np.float64:
        return np.asarray(values, np.float64)
    limits = np.iinfo(dtype)
    return np.array([min(max(int(value), int(limits.min)), int(limits.max)) for value in values.flat],
                    dtype).reshape(values.shape)


def divided(a, b):
    """The nearest integer to a / b, the even one of two; 0 where b is 0."""
    if b == 0:
        return 0
    down, rest = divmod(abs(a), abs(b))
    up = 2 * rest > abs(b) or (2 * rest == abs(b) and down % 2 == 1)
    return (down + up) * (1 if (a < 0) == (b < 0) else -1)


PAIRS = {"add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "absdiff": lambda a, b: abs(a - b),
         "multiply": lambda a, b: a * b, "min": min, "max": max}


# Every op with 64-bit integers, which doubles do not hold, and with one of the other types.
CASES = [(op, dtype) for place, op in enumerate([*PAIRS, "divide"])
         for dtype in (np.uint64, np.int64, [np.int8, np.int16, np.uint32, np.int32, np.float64][place % 5])]


@pytest.mark.parametrize("op, dtype", CASES)
def test_pairs(lenslet, tmp_path, op, dtype):
    a, b = pair(dtype)
    whole = a.astype(object), b.astype(object)
    if op == "divide":
        wanted = a / b if dtype == np.float64 else np.vectorize(divided, [object])(*whole)
    else:
        wanted = np.vectorize(PAIRS[op], [object])(*whole)
    result = run(lenslet, tmp_path, op, [a, b])
    if op in ("divide", "multiply") and dtype == np.float64:
        np.testing.assert_allclose(result, np.asarray(wanted, np.float64), rtol=1e-15)
    else:
        np.testing.assert_array_equal(result, saturated(wanted, dtype))


@pytest.mark.parametrize("dtype", [np.int8, np.uint32, np.int64])
def test_bits(lenslet, tmp_path, dtype):
    a, b = pair(dtype)
    for by, wanted in {"and": a & b, "or": a | b, "xor": a ^ b}.items():
        np.testing.assert_array_equal(run(lenslet, tmp_path, "bitwise", [a, b], "--by", by), wanted)
    np.testing.assert_array_equal(run(lenslet, tmp_path, "bitwise", [a], "--by", "not"), ~a)
    np.testing.assert_array_equal(run(lenslet, tmp_path, "invert", [a]), ~a)


@pytest.mark.parametrize("dtype", [np.int16, np.int32, np.uint64, np.float64])
def test_single_samples(lenslet, tmp_path, dtype):
    image = pair(dtype)[0]
    low, high = (-5, 100) if np.array(-1).astype(dtype) < 0 else (5, 100)
    np.testing.assert_array_equal(run(lenslet, tmp_path, "clip", [image], "--low", low, "--high", high), np.clip(image, low, high))
    above = run(lenslet, tmp_path, "threshold", [image], "--level", low + 0.5, "--maximum", 77)
    np.testing.assert_array_equal(above, np.where(image > low + 0.5, 77, 0).astype(dtype))
    tozero = run(lenslet, tmp_path, "threshold", [image], "--level", low, "--kind", "tozero-inverse")
    np.testing.assert_array_equal(tozero, np.where(image > low, 0, image).astype(dtype))
    inside = run(lenslet, tmp_path, "inrange", [image], "--low", low, "--high", high)
    np.testing.assert_array_equal(inside, np.where((image >= low) & (image <= high), 255, 0).astype(np.uint8))


# Two units of rounding at a sample's own size: f32 for the narrow types, else f64.
@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint32, np.int32, np.uint64, np.int64, np.float64])
def test_blend(lenslet, tmp_path, dtype):
    a, b = pair(dtype)
    weights = np.random.default_rng(9).random(a.shape).astype(np.float32)
    weights[0, :5] = [0, 1, 0.5, 1.5, -1]
    ways = {"factor": ([a, b], ["--alpha", 0.25], np.longdouble(0.25)),
            "weights": ([a, b, weights], ["--weighted"], weights.astype(np.longdouble))}
    if dtype != np.float64:
        own = np.abs(a // 3)
        ways["own weights"] = [a, b, own], ["--weighted"], own / np.longdouble(np.iinfo(dtype).max)
    for images, options, weight in ways.values():
        wanted = a.astype(np.longdouble) * (1 - weight) + b.astype(np.longdouble) * weight
        result = run(lenslet, tmp_path, "blend", images, *options)
        assert result.dtype == dtype
        size = np.abs(a.astype(np.longdouble)) + np.abs(b.astype(np.longdouble))
        error = size * (2.0 ** -20 if a.itemsize < 4 else 2.0 ** -49)
        if dtype != np.float64:
            wanted = wanted.clip(np.iinfo(dtype).min, np.iinfo(dtype).max)
            error = error + 0.5
        assert (np.abs(result.astype(np.longdouble) - wanted) <= error).all()


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16])
def test_tables(lenslet, tmp_path, dtype):
    image, limits = pair(dtype)[0], np.iinfo(dtype)
    table = np.random.default_rng(4).integers(limits.min - 20, limits.max, limits.max - limits.min + 1, endpoint=True)
    wanted = table.clip(limits.min, limits.max)[image.astype(int) - limits.min].astype(dtype)
    if image.itemsize == 1:
        np.testing.assert_array_equal(run(lenslet, tmp_path, "lut", [image], "--values", ",".join(map(str, table))), wanted)
    x, y = [limits.min + 3, 7, limits.max // 2], [50, limits.min, 100.25]
    points = ",".join(f"{p}:{q}" for p, q in zip(x, y))
    result = run(lenslet, tmp_path, "lut", [image], f"--values={points}")
    np.testing.assert_array_equal(result, np.rint(np.interp(image, x, y)).astype(dtype))


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_select(lenslet, tmp_path, dtype):
    a, b = pair(dtype)
    mask = np.random.default_rng(3).random(a.shape).astype(np.float32) - 0.5
    mask[mask < 0] = 0
    np.testing.assert_array_equal(run(lenslet, tmp_path, "select", [a, b, mask]), np.where(mask != 0, a, b))


def test_what_an_op_does_not_take_becomes_f32_with_a_note(lenslet, tmp_path):
    image = pair(np.int16)[0]
    np.save(tmp_path / "in.npy", image)
    command = [lenslet.path, "run", "mean", tmp_path / "in.npy", tmp_path / "out.npy", "--ksize", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "mean takes no i16: the samples of" in done.stderr
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), image.astype(np.float32))
    np.save(tmp_path / "in.npy", pair(np.int64)[0])
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "mean: image is of i64; allowed: u8, u16, f16, f32" in done.stderr
