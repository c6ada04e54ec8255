"""What a work's result must be, in double precision: at the top, in the middle and at the bottom of an image."""
import numpy as np

from common import Wrong

BAND = 24  # rows


def bands(height):
    return [range(0, BAND), range(height // 2, height // 2 + BAND), range(height - BAND, height)]


def windows(image, rows, side):
    """The band's pixels under each tap, in the order of the taps; replicate border."""
    radius = side // 2
    lines = np.clip(np.arange(rows.start - radius, rows.stop + radius), 0, image.shape[0] - 1)
    columns = np.clip(np.arange(-radius, image.shape[1] + radius), 0, image.shape[1] - 1)
    band = image[lines][:, columns].astype(np.float64)
    for y in range(side):
        for x in range(side):
            yield band[y:y + len(rows), x:x + image.shape[1]]


def expected(work, image, rows):
    """The result's band for each of the work's results."""
    if work.task == "median":
        return [np.median(np.stack(list(windows(image, rows, work.side))), axis=0)]
    return [sum(tap * pixels for tap, pixels in zip(mask.ravel().astype(np.float64), windows(image, rows, work.side)))
            for mask in work.masks]


def tolerance(work):
    if work.kind == "f32":
        return 1e-5 * max(np.abs(mask).sum() for mask in work.masks)
    return 1 if work.task == "mean" else 0  # libraries round a mean differently


def check(work, image, results):
    """Throws Wrong for the first sample that is too far from what it must be."""
    for rows in bands(image.shape[0]):
        for number, truth in enumerate(expected(work, image, rows)):
            if work.kind == "u8":
                truth = np.clip(np.rint(truth), 0, 255)
            got = results[number][rows.start:rows.stop]
            if got.shape != truth.shape:
                raise Wrong(f"the result's shape is {results[number].shape}")
            bad = ~(np.abs(got.astype(np.float64) - truth) <= tolerance(work))  # NaN is wrong too
            if bad.any():
                place = tuple(np.argwhere(bad)[0])
                raise Wrong(f"wrong at row {rows.start + place[0]}, column {place[1]}: {got[place]}, expected {truth[place]:g}")
