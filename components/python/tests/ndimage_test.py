"""lenslet.ndimage against SciPy: each function, and what is refused. SciPy's own tests: peers/run.py."""

import inspect

import numpy as np
import pytest
import scipy.ndimage

import lenslet
from lenslet import ndimage

random = np.random.default_rng(1)

BYTES = random.integers(0, 256, (23, 31), dtype=np.uint8)
LONG = random.integers(-(2**40), 2**40, (12, 13))
SINGLE = random.random((23, 31), dtype=np.float32)
VOLUME = random.random((7, 8, 9))
MASK = random.random((20, 30)) > 0.5
REGIONS = random.integers(0, 5, (23, 31))
TAPS = random.random((3, 5))
CORNER = [[1, 0, 1], [1, 1, 0]]

# Of these results all are equal; of floats but for the rounding of their own type.
CALLS = [
    *[
        (name, array, *rest)
        for array in (BYTES, LONG, SINGLE)
        for name, *rest in (
            ("correlate", TAPS),
            ("gaussian_filter", 2),
            ("gaussian_laplace", 1.0),
            ("uniform_filter", (4, 5)),
            ("sobel",),
            ("minimum_filter", (3, 4)),
            ("median_filter", (3, 5)),
            ("grey_dilation", None, CORNER),
            ("white_tophat", (4, 3)),
        )
    ],
    *[
        (name, array, *rest)
        for array in (MASK, BYTES.astype(">u2"), SINGLE.astype(">f4"))
        for name, *rest in (
            ("correlate", TAPS),
            ("gaussian_filter", 1),
            ("uniform_filter", 3),
            ("laplace",),
            ("maximum_filter", (3, 4)),
            ("median_filter", 3),
            ("white_tophat", 3),
            ("shift", 2, None, 0),
        )
    ],
    ("convolve", BYTES, TAPS, None, "wrap", 0.0, (1, -1)),
    ("gaussian_gradient_magnitude", SINGLE, 1.0),
    ("prewitt", BYTES, 0),
    ("laplace", BYTES),
    ("maximum_filter", SINGLE, (5, 2), None, None, "constant", 7),
    ("rank_filter", LONG, 2, 3),
    ("percentile_filter", BYTES, 20, 5),
    ("grey_erosion", SINGLE, None, None, TAPS),
    ("morphological_gradient", BYTES, 3),
    ("gaussian_filter", VOLUME, 1),
    ("median_filter", VOLUME, 3),
    ("correlate", VOLUME, random.random((3, 2, 3))),
    ("minimum_filter", VOLUME, None, random.random((3, 3, 3)) > 0.5),
    ("zoom", VOLUME, 1.5, None, 1),
    ("zoom", SINGLE, 1.7, None, 1),
    ("zoom", LONG, 0.6, None, 0),
    ("shift", SINGLE, (1.2, -3.4), None, 1, "wrap"),
    ("rotate", SINGLE, 31, (1, 0), True, None, 1),
    ("affine_transform", SINGLE, [[1, 0.2], [0.1, 0.9]], 0, None, None, 1, "mirror"),
    ("binary_erosion", MASK),
    ("binary_dilation", MASK, np.ones((2, 3))),
    ("binary_opening", MASK, None, 2),
    ("binary_fill_holes", MASK),
    ("binary_hit_or_miss", MASK),
    ("label", MASK),
    ("label", VOLUME > 0.5, np.ones((3, 3, 3))),
    ("distance_transform_edt", MASK),
    ("distance_transform_cdt", MASK),
    ("distance_transform_bf", MASK, "taxicab"),
    ("histogram", SINGLE, 0, 1, 17),
    ("center_of_mass", SINGLE, REGIONS, [1, 2]),
    ("maximum_position", BYTES),
    *[
        (name, array, REGIONS, [1, 3])
        for array in (BYTES, SINGLE)
        for name in ("sum", "mean", "variance", "standard_deviation", "minimum", "maximum")
    ],
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_as_scipy(call):
    name, *arguments = call
    made, expected = getattr(ndimage, name)(*arguments), getattr(scipy.ndimage, name)(*arguments)
    for own, theirs in zip(made if name == "label" else (made,), expected if name == "label" else (expected,)):
        own, theirs = np.asarray(own), np.asarray(theirs)
        assert own.shape == theirs.shape and (own.dtype == theirs.dtype or name == "center_of_mass" or own.ndim < 2)
        if own.dtype.kind == "f":
            np.testing.assert_allclose(own, theirs, rtol=2e-6, atol=2e-6)
        else:
            np.testing.assert_array_equal(own, theirs)


def test_boxes_of_regions():
    for mask in (MASK, VOLUME > 0.7):
        labels = scipy.ndimage.label(mask)[0]
        assert ndimage.find_objects(labels) == scipy.ndimage.find_objects(labels)


def test_more_values_than_codes_are_refused(monkeypatch):
    monkeypatch.setattr("lenslet._nd.MOST_CODES", 100)
    with pytest.raises(NotImplementedError, match="different int64 values: use scipy.ndimage"):
        ndimage.median_filter(LONG, 3)


def test_output_is_written():
    output = np.zeros(BYTES.shape, np.float64)
    assert ndimage.uniform_filter(BYTES, 3, output) is output
    np.testing.assert_allclose(output, scipy.ndimage.uniform_filter(BYTES.astype(float), 3))
    assert ndimage.sobel(BYTES, output=np.int32).dtype == np.int32


def test_every_function_of_scipy_is_there_or_named():
    theirs = {name for name in scipy.ndimage.__all__ if inspect.isfunction(getattr(scipy.ndimage, name))}
    assert set(ndimage.__all__) | set(ndimage.MISSING) >= theirs
    for name in ndimage.__all__:
        own = list(inspect.signature(getattr(ndimage, name)).parameters)
        assert own == list(inspect.signature(inspect.unwrap(getattr(scipy.ndimage, name))).parameters)


@pytest.mark.parametrize(
    "run, words",
    [
        (lambda: ndimage.generic_filter(BYTES, max, 3), "UserOp"),
        (lambda: ndimage.zoom(BYTES, 2), "order"),
        (lambda: ndimage.median_filter(BYTES, footprint=CORNER), "scipy.ndimage.rank_filter"),
        (lambda: ndimage.distance_transform_edt(MASK, return_indices=True), "return_indices"),
    ],
)
def test_what_is_missing_is_named(run, words):
    with pytest.raises(NotImplementedError, match=words):
        run()


def test_other_names_are_no_attributes():
    with pytest.raises(AttributeError, match="nothing"):
        ndimage.nothing  # noqa: B018
