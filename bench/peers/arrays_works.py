"""The works on arrays that bench/peers/arrays.py compares: inputs, lenslet's command, and what is right.

What is added up are whole numbers from -8 to 8: every partial sum is below 2^24, so that f32 has it exactly whatever
the order, and results are compared to the bit. Matrices have fractions, so that a product in TF32 is found out.
"""
from typing import Callable, NamedTuple

import numpy as np

FACTOR, NEIGHBOURS, BINS = 2.5, 10, 256
CHECKED_QUERIES = 8  # of knn, against all points; the others' distances are only those of their own indices


class Work(NamedTuple):
    words: list             # of lenslet, before the files
    inputs: list
    outputs: int
    right: Callable         # takes a list of arrays, as lenslet's outputs
    options: tuple = ()
    bound_by_memory: bool = True
    flops: float = 0


# On a GPU, on a CPU, and for a quick look.
SIZES = {"sum": (1 << 28, 1 << 25, 1 << 18), "dot": (1 << 28, 1 << 25, 1 << 18), "saxpy": (1 << 28, 1 << 25, 1 << 18),
         "scan": (1 << 26, 1 << 24, 1 << 18), "histogram": (16384, 8192, 512), "histogram_equal": (16384, 8192, 512),
         "sort": (1 << 25, 1 << 24, 1 << 16), "pairs": (1 << 25, 1 << 24, 1 << 16), "matmul": (4096, 1024, 128),
         "knn": ((1024, 1_000_000, 128), (1000, 100_000, 32), (64, 2000, 32))}


def whole(random, count):
    return random.integers(-8, 9, count, np.int8).astype(np.float32)


def same(*wanted):
    return lambda results: len(results) == len(wanted) and all(
        np.array_equal(np.ravel(got), np.ravel(want)) for got, want in zip(results, wanted))


def make_sum(random, count):
    x = whole(random, count)
    return Work(["reduce", "sum"], [x], 1, same(x.sum(dtype=np.float64)))


def make_dot(random, count):
    x, y = whole(random, count), whole(random, count)
    # A piece at a time: f64 copies of all would need four times the memory.
    wanted = sum(np.dot(x[i:i + (1 << 20)].astype(np.float64), y[i:i + (1 << 20)]) for i in range(0, count, 1 << 20))
    return Work(["reduce", "dot"], [x, y], 1, same(wanted))


def make_saxpy(random, count):
    x, y = whole(random, count), whole(random, count)
    return Work(["map", "saxpy"], [x, y], 1, same(np.float32(FACTOR) * x + y), ("--a", str(FACTOR)))


def make_scan(random, count):
    x = whole(random, count)
    return Work(["scan", "scan"], [x], 1, same(np.cumsum(x, dtype=np.float64)))


def make_histogram(random, side, equal=False):
    x = np.full((side, side), 77, np.uint8) if equal else random.integers(0, BINS, (side, side), np.uint8)
    wanted = sum(np.bincount(row, minlength=BINS) for row in x)
    return Work(["histogram", "histogram"], [x], 1, same(wanted), ("--bins", str(BINS)))


def make_sort(random, count):
    keys = random.integers(0, 1 << 32, count, np.uint32)
    return Work(["sort", "sort"], [keys], 1, same(np.sort(keys)), bound_by_memory=False)


def make_pairs(random, count):
    """What torch.sort does: keys, and with them indexes in i64."""
    keys = random.integers(0, 1 << 32, count, np.uint32)
    order = np.argsort(keys, kind="stable")
    return Work(["sort", "sort_pairs"], [keys, np.arange(count, dtype=np.int64)], 2, same(keys[order], order),
                bound_by_memory=False)


def make_matmul(random, side):
    a, b = (random.random((side, side), np.float32) * 2 - 1 for _ in range(2))
    wanted = a.astype(np.float64) @ b
    # Several times what sums in f32 reach on such matrices, and a part of what TF32's fractions of 10 bits do.
    bound = 4 * side * 2.0 ** -24

    def right(results):
        return np.abs(np.reshape(results[0], wanted.shape) - wanted).max() <= bound  # NaN is not

    return Work(["matmul", "matmul"], [a, b], 1, right, bound_by_memory=False, flops=2.0 * side ** 3)


def squares(points, query):
    differences = points - query
    return np.einsum("ij,ij->i", differences, differences)


def make_knn(random, size):
    count, others, dimensions = size
    points, queries = random.random((others, dimensions), np.float32), random.random((count, dimensions), np.float32)
    checked = np.linspace(0, count - 1, CHECKED_QUERIES).astype(int)
    nearest = np.array([np.sort(np.partition(squares(points, queries[q]), NEIGHBOURS)[:NEIGHBOURS]) for q in checked])

    def right(results):
        """Compares by distances: where two are as good as equal, either index is right."""
        indices, distances = (np.asarray(array).reshape(count, NEIGHBOURS) for array in results)
        indices = indices.astype(np.int64)
        if indices.min() < 0 or indices.max() >= others or (np.diff(np.sort(indices), axis=1) == 0).any():
            return False
        own = np.array([squares(points[row], query) for row, query in zip(indices, queries)])
        return np.allclose(distances, own, rtol=1e-4) and np.allclose(own[checked], nearest, rtol=1e-4)

    return Work(["knn", "knn"], [points, queries], 2, right, ("--k", str(NEIGHBOURS)), bound_by_memory=False,
                flops=3.0 * count * others * dimensions)


MAKERS = {"sum": make_sum, "dot": make_dot, "saxpy": make_saxpy, "scan": make_scan, "histogram": make_histogram,
          "histogram_equal": lambda random, side: make_histogram(random, side, equal=True), "sort": make_sort,
          "pairs": make_pairs, "matmul": make_matmul, "knn": make_knn}


def make_work(name, size):
    return MAKERS[name](np.random.default_rng(1), size)
