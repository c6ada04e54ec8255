"""What a photograph's filter must give, in double precision: in patches at its corners, edges and middle."""
import numpy as np

import photo_chains
from common import Wrong
from photo_works import DELTA, MASKS, MAXIMA, SCALE

ROWS = 24
VALUES_AT_ONCE = 4_000_000  # samples times taps of a patch
ROUNDED = ("mean", "gaussian", "filter2d", "brightness", "gradient")  # libraries round these differently
LEVELS, RELATIVE = 1, 1e-5
GAUSSIAN_LEVELS = 2  # OpenCV's taps have 8 bits


def spans(length, part):
    """First, middle and last places, or all."""
    if length <= 3 * part:
        return [np.arange(length)]
    return [np.arange(part) + start for start in (0, (length - part) // 2, length - part)]


def patches(work):
    height, width = work.shape[:2]
    taps = work.side * (1 if work.line is not None else work.side)
    columns = max(32, VALUES_AT_ONCE // (taps * ROWS * work.channels))
    for rows in spans(height, ROWS):
        for places in spans(width, columns):
            yield rows, places


def around(image, rows, columns, radius):
    """A patch with a frame; replicate border. Channels stand last."""
    lines = np.clip(np.arange(rows[0] - radius, rows[-1] + 1 + radius), 0, image.shape[0] - 1)
    places = np.clip(np.arange(columns[0] - radius, columns[-1] + 1 + radius), 0, image.shape[1] - 1)
    part = image[np.ix_(lines, places)].astype(np.float64)
    return part if part.ndim == 3 else part[..., None]


def windows(part, side):
    return np.lib.stride_tricks.sliding_window_view(part, (side, side), axis=(0, 1))


def along(part, line, axis):
    count = part.shape[axis] - len(line) + 1
    return sum(tap * np.take(part, np.arange(i, i + count), axis) for i, tap in enumerate(line))


def correlated(part, mask):
    return np.einsum("yxcij,ij->yxc", windows(part, len(mask)), mask)


def expected(work, part):
    if work.task == "median":
        return np.median(windows(part, work.side), axis=(-2, -1))
    if work.task == "erode":
        return np.min(windows(part, work.side), axis=(-2, -1))
    if work.task.startswith("dilate"):
        return np.max(windows(part, work.side), axis=(-2, -1), where=work.element > 0, initial=-np.inf)
    if work.task == "brightness":
        return SCALE * part + DELTA
    if work.task == "gradient":
        mask = np.array(MASKS["sobel"], float)
        return np.hypot(correlated(part, mask), correlated(part, mask.T))
    if work.line is not None:
        return along(along(part, work.line, 1), work.line, 0)
    return correlated(part, work.mask)


def tolerance(work):
    if work.kind != "f32":
        return GAUSSIAN_LEVELS if work.task == "gaussian" else LEVELS if work.task in ROUNDED else 0
    size = np.abs(work.mask).sum() if work.mask is not None else {"gradient": 8, "brightness": DELTA}.get(work.task, 0)
    return RELATIVE * size


def wanted(work, image, rows, columns):
    """What a patch must be, and how far from it a sample may be."""
    if work.task in photo_chains.TEXTS:
        return photo_chains.expected(work, image, rows, columns)
    truth = expected(work, around(image, rows, columns, work.side // 2))
    if work.kind != "f32":
        truth = np.clip(np.rint(truth), 0, MAXIMA[work.kind])
    return truth, tolerance(work)


def judged(work, image, result):
    """Yields for each patch its rows and columns, what the result has there, what it must be, and how far it may be off."""
    for rows, columns in patches(work):
        truth, allowed = wanted(work, image, rows, columns)
        yield rows, columns, result[np.ix_(rows, columns)].reshape(truth.shape), truth, allowed


def check(work, image, result):
    """Throws Wrong for the first sample that is too far from what it must be."""
    if result.shape != image.shape or result.dtype != image.dtype:
        raise Wrong(f"the result is {result.dtype} {result.shape}")
    for rows, columns, got, truth, allowed in judged(work, image, result):
        bad = ~(np.abs(got.astype(np.float64) - truth) <= allowed)  # NaN is wrong too
        if bad.any():
            y, x, channel = np.argwhere(bad)[0]
            raise Wrong(f"wrong at row {rows[y]}, column {columns[x]}: {got[y, x, channel]}, "
                        f"expected {truth[y, x, channel]:g}")
