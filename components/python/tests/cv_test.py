"""lenslet.cv against OpenCV itself: results, types, constants, dst, and what is refused."""

import sys

import numpy as np
import pytest

from lenslet import _cv_constants, cv

cv2 = pytest.importorskip("cv2", reason="needs OpenCV (pip install opencv-python-headless)")

random = np.random.default_rng(1)
U = random.integers(0, 256, (37, 41), dtype=np.uint8)
V = random.integers(0, 256, (37, 41), dtype=np.uint8)
C = random.integers(0, 256, (37, 41, 3), dtype=np.uint8)
F = random.random((37, 41), dtype=np.float32)
M = ((random.random((37, 41)) > 0.5) * 255).astype(np.uint8)
K = random.random((3, 5))
E = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
TURN = cv2.getRotationMatrix2D((20, 18), 30, 1.1)
TILT = np.array([[1, 0.1, 0], [0.05, 1, 2], [0.001, 0, 1]])
SHIFT = np.array([[1.0, 0, 5], [0, 1, 3]])
ROWS, COLUMNS = (np.indices((30, 30)) * 1.1).astype(np.float32)
ALPHA = random.integers(0, 256, (37, 41, 4), dtype=np.uint8)
SHORT = random.integers(-32768, 32768, (37, 41)).astype(np.int16)

SUMS = ("add", "subtract", "absdiff")
LEVELS = ("min", "max", "bitwise_and", "bitwise_or", "bitwise_xor")

# A call, and how far results may be apart: 0 is equal, 1 the rounding of one level.
CALLS = [
    (1, "GaussianBlur", U, (0, 0), 2),
    (1, "GaussianBlur", C, (5, 7), 0),
    (1, "blur", U, (5, 3)),
    (1, "blur", U, (4, 3)),
    (0, "boxFilter", U, cv.CV_32F, (3, 3), None, (-1, -1), False),
    (0, "medianBlur", C, 5),
    (1, "bilateralFilter", U, 5, 30, 3),
    (1, "filter2D", U, -1, K),
    (1, "filter2D", U, -1, K[:, :4]),
    (0, "filter2D", U, cv.CV_16S, np.array([[1, -2], [3, 1]])),
    (0, "boxFilter", U, cv.CV_32F, (4, 2), None, (-1, -1), False),
    (0, "filter2D", U, cv.CV_16S, np.array([[1, 0, -1]])),
    (1e-5, "sepFilter2D", F, -1, np.array([1, 2, 1]), np.array([1, 0, -1])),
    (0, "Sobel", U, cv.CV_16S, 1, 0),
    (0, "Sobel", U, cv.CV_64F, 1, 1, None, 5),
    (0, "Sobel", U, cv.CV_32F, 1, 0, None, cv.FILTER_SCHARR),
    (0, "Scharr", U, cv.CV_32F, 0, 1),
    (0, "Laplacian", U, -1),
    (0, "Canny", U, 200, 100),
    (1e-6, "cornerHarris", F, 2, 3, 0.04),
    (0, "erode", U, None),
    (0, "dilate", F, E, None, (-1, -1), 2),
    (0, "erode", U, np.ones((4, 2), np.uint8)),
    (0, "threshold", U, 100.7, 255, 0),
    (0, "threshold", U, 0, 255, 8),
    (0, "threshold", F, 0.5, 1, 3),
    (0, "adaptiveThreshold", U, 255, 0, 0, 11, 2),
    (0, "adaptiveThreshold", U, 255, 1, 1, 11, 2),
    (1, "resize", U, (20, 50)),
    (0, "resize", U, (20, 50), None, 0, 0, 0),
    (1, "resize", C, None, None, 0.5, 0.5, cv.INTER_AREA),
    (1e-12, "getRotationMatrix2D", (20, 18), 30, 1.1),
    (2, "warpAffine", U, TURN, (41, 37)),
    (2, "warpAffine", C, TURN, (50, 30), None, cv.WARP_INVERSE_MAP + cv.INTER_LINEAR),
    (0, "warpPerspective", U, TILT, (41, 37), None, cv.INTER_NEAREST),
    (2, "remap", U, COLUMNS, ROWS, cv.INTER_LINEAR),
    (0, "copyMakeBorder", U, 1, 2, 3, 4, cv.BORDER_REFLECT),
    (0, "copyMakeBorder", U, 1, 2, 3, 4, 0, None, 7),
    *[
        (0, "copyMakeBorder", image, 1, 1, 1, 1, 0, None, value)
        for image in (U, C, ALPHA)
        for value in (9, 3.6, 300, (1, 2))
    ],
    *[(0, "warpAffine", image, SHIFT, (50, 45), None, 0, 0, value) for image in (U, C) for value in (9, (9, 8, 7))],
    (0, "warpPerspective", C, np.vstack([SHIFT, [0, 0, 1]]), (50, 45), None, 0, 0, 9),
    (0, "erode", C, None, None, (-1, -1), 1, 0, 9),
    (0, "dilate", C, None, None, (-1, -1), 1, 0, 200),
    (0, "equalizeHist", U),
    (0, "integral", U),
    (0, "integral2", U),
    (0, "distanceTransform", M, cv.DIST_L2, 0),
    (1, "matchTemplate", U, U[5:12, 4:13].copy(), cv.TM_SQDIFF),
    (1e-5, "matchTemplate", U, U[5:12, 4:13].copy(), 5),
    (0, "minMaxLoc", U),
    (0, "minMaxLoc", U, M),
    (0, "minMaxLoc", U, np.zeros_like(U)),
    (0, "add", U, V),
    (0, "subtract", U, V),
    (0, "multiply", U, V),
    (0, "divide", U, V),
    (0, "absdiff", U, V),
    (0, "min", U, V),
    (0, "max", U, V),
    (0, "bitwise_and", U, V),
    (0, "bitwise_or", U, V),
    (0, "bitwise_xor", U, V),
    (0, "bitwise_not", U),
    (0, "add", U, V, None, M),
    (0, "add", U, 20.0),
    (0, "subtract", C, (1, 2, 3, 0)),
    (0, "add", U, V, None, None, cv.CV_16S),
    (1, "addWeighted", U, 0.3, V, 0.6, 2),
    (0, "inRange", U, 50, 100),
    (0, "inRange", C, (10, 20, 30), (200, 210, 220)),
    *[(0, "inRange", U, *bounds) for bounds in ((50.5, 100), (49.5, 100.5), (60, 50), (300, 400), (-10, 20))],
    (0, "inRange", F, 0.25, 0.5),
    (0, "inRange", C, 0, 200),
    (0, "inRange", C, 0, (200, 210, 220, 0)),
    (1, "normalize", U, None, 0, 255, 32),
    (1e-6, "normalize", F, None),
    (1e-6, "normalize", F, None, 1, 0, cv.NORM_L1),
    (1e-6, "normalize", F, None, 1, 0, 1),
    (0, "flip", U, 0),
    (0, "flip", U, 1),
    (0, "flip", C, -1),
    (0, "transpose", C),
    (0, "rotate", U, 0),
    (0, "rotate", U, 1),
    (0, "rotate", U, 2),
    (0, "split", C),
    (0, "merge", [U, V, M]),
    (1, "fastNlMeansDenoising", U, None, 10, 5, 9),
    (0, "LUT", U, V.ravel()[:256].copy()),
    (0, "LUT", U, np.linspace(0, 1, 256, dtype=np.float32)),
    (0, "LUT", C, np.linspace(0, 1, 256)),
    (0, "LUT", U, np.arange(0, 65536, 256, dtype=np.uint16)),
    (0, "LUT", C, random.random((1, 256, 3))),
    (0, "LUT", U.view(np.int8), np.arange(256, dtype=np.int32) * 1000 - 7),
    (0, "LUT", U.astype(np.uint16) * 257, np.arange(65536).astype(np.uint8)),
    *[(0, name, image, 2.5) for name in SUMS for image in (U, C, SHORT)],
    *[(0, name, image, number) for name in SUMS for image in (U, C) for number in (-300, (2, 3.5, -4), (7,))],
    *[(0, name, image, number) for name in LEVELS for image in (U, C) for number in (15, (15,), 3.7, 300)],
    *[(0, name, U, number) for name in ("multiply", "divide") for number in (0.5, 2.5, -1.5, 0)],
    *[(0, name, C, number) for name in ("multiply", "divide") for number in (0.5, (0.5, 2, 3), (2,))],
    (0, "divide", 100.5, U),
    (0, "subtract", 100, U),
    (0, "subtract", C, 10, None, None, cv.CV_16S),
    (0, "add", U, 2.5, None, None, cv.CV_32F),
    *[(0, "morphologyEx", U, op, E) for op in range(7)],
    *[(0, "getStructuringElement", shape, side) for shape in range(3) for side in ((3, 3), (5, 4), (7, 9), (1, 5))],
    *[(1, "cvtColor", ALPHA, code) for code in (cv.COLOR_BGR2RGB, cv.COLOR_BGR2GRAY, cv.COLOR_BGR2HSV)],
    *[
        (2, "cvtColor", U if "GRAY2" in name else C, getattr(cv, name))
        for name in sorted(vars(_cv_constants))
        if name.startswith("COLOR_")
    ],
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[1])
def test_as_opencv(call):
    allowed, name, *arguments = call
    made, expected = getattr(cv, name)(*arguments), getattr(cv2, name)(*arguments)
    made, expected = (value if isinstance(value, tuple) else (value,) for value in (made, expected))
    assert len(made) == len(expected)
    for own, theirs in zip(made, expected):
        own, theirs = np.asarray(own), np.asarray(theirs)
        assert own.shape == theirs.shape and own.dtype == theirs.dtype
        assert np.max(np.abs(own.astype(float) - theirs.astype(float))) <= allowed


def test_constants_have_opencvs_values():
    names = [name for name in vars(_cv_constants) if not name.startswith("_")]
    assert len(names) > 80
    assert {name: getattr(cv, name) for name in names} == {name: getattr(cv2, name) for name in names}


def test_every_function_of_its_files_is_there():
    files = [name for name in sys.modules if name.startswith("lenslet._cv_") and name != "lenslet._cv_constants"]
    made = {
        name
        for file in files
        for name, value in vars(sys.modules[file]).items()
        if getattr(value, "__module__", None) == file and not name.startswith("_")
    }
    assert len(files) == 5 and made == {name for name in cv.__all__ if callable(getattr(cv, name))}


def test_every_function_is_compared():
    own = {name for name in cv.__all__ if callable(getattr(cv, name))}
    elsewhere = {
        "CLAHE",
        "createCLAHE",
        "FastFeatureDetector",
        "FastFeatureDetector_create",
        "connectedComponents",
        "connectedComponentsWithStats",
    }
    assert own == {call[1] for call in CALLS} | elsewhere


def test_regions_are_the_same_in_another_order():
    own, theirs = cv.connectedComponentsWithStats(M), cv2.connectedComponentsWithStats(M)
    assert own[0] == theirs[0] and cv.connectedComponents(M)[0] == own[0]
    pairs = set(zip(own[1].ravel().tolist(), theirs[1].ravel().tolist()))
    assert len(pairs) == own[0]
    for mine, other in pairs:
        np.testing.assert_array_equal(own[2][mine], theirs[2][other])
        np.testing.assert_allclose(own[3][mine], theirs[3][other])


def test_clahe_and_corners():
    np.testing.assert_array_equal(cv.createCLAHE(2.0, (4, 4)).apply(U), cv2.createCLAHE(2.0, (4, 4)).apply(U))
    corners = cv2.FastFeatureDetector_create(20).detect(U)
    rows = cv.FastFeatureDetector_create(20).detect(U)
    assert sorted(map(tuple, rows[:, :2].tolist())) == sorted(corner.pt for corner in corners)


def test_a_number_outside_is_the_first_channels_for_remap():
    outside = np.full((3, 3), -9, np.float32)  # OpenCV 5.0 itself makes mistakes here
    made = cv.remap(C, outside, outside, cv.INTER_NEAREST, None, cv.BORDER_CONSTANT, 9)
    np.testing.assert_array_equal(made, np.tile(np.uint8([9, 0, 0]), (3, 3, 1)))


def test_dst_is_written_and_returned():
    dst = np.zeros_like(U)
    assert cv.medianBlur(U, 3, dst) is dst and np.array_equal(dst, cv2.medianBlur(U, 3))
    other = np.zeros((3, 3), np.uint8)
    assert cv.medianBlur(U, 3, other) is not other


@pytest.mark.parametrize(
    "run, words",
    [
        (lambda: cv.findContours, "findContours: use cv2.findContours"),
        (lambda: cv.filter2D(U, -1, K, None, (0, 0)), "anchor"),
        (lambda: cv.resize(U, (9, 9), None, 0, 0, cv.INTER_LANCZOS4), "interpolation"),
        (lambda: cv.morphologyEx(U, cv.MORPH_HITMISS, E), "MORPH_HITMISS"),
        (lambda: cv.threshold(U, 0, 255, cv.THRESH_TRIANGLE), "THRESH_TRIANGLE"),
        (lambda: cv.inRange(U, U, V), "bounds that are images"),
        (lambda: cv.LUT(U, np.zeros(100, np.uint8)), "table of the shape"),
        (lambda: cv.LUT(U, np.zeros((1, 256, 3), np.uint8)), "table of the shape"),
        (lambda: cv.LUT(F, np.zeros(256, np.uint8)), "table for float32"),
    ],
)
def test_what_is_missing_is_named(run, words):
    with pytest.raises(NotImplementedError, match=words):
        run()


@pytest.mark.parametrize(
    "run, words",
    [
        (lambda: cv.cvtColor(U, cv.COLOR_BGR2RGB), "3 or 4 channels"),
        (lambda: cv.cvtColor(C[..., :2].copy(), cv.COLOR_BGR2RGB), "3 or 4 channels"),
        (lambda: cv.cvtColor(ALPHA, cv.COLOR_HSV2BGR), "3 channels"),
        (lambda: cv.inRange(C, (10, 20), (200, 210)), "2 numbers"),
        (lambda: cv.minMaxLoc(C), "3 channels"),
    ],
)
def test_shapes_that_are_refused(run, words):
    with pytest.raises(ValueError, match=words):
        run()
