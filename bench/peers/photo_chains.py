"""The pipelines of the photograph matrix: ops one after the other, each result rounded to u8, as one call of lenslet."""
import numpy as np

BLURS = {"edges": 5, "unsharp": 7}  # side of the Gaussian that each begins with
SIDES = {"edges": 7, "unsharp": 7}  # of all that a sample depends on
SIGMA, LEVEL, AMOUNT = 1, 40, 1.5
SOBEL = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]], float)
TEXTS = {"edges": f"gaussian ksize={BLURS['edges']} sigma={SIGMA} | gradient | threshold level={LEVEL}",
         "unsharp": f"unsharp sigma={SIGMA} amount={AMOUNT}"}
EDGE_BAND = 12  # what a gradient may be off by where a blur is off by a level: samples so near the level may be either
UNSHARP_LEVELS = 1 + AMOUNT


def line_of(task):
    """The taps of the Gaussian along a row."""
    places = np.arange(BLURS[task]) - BLURS[task] // 2
    line = np.exp(-0.5 * (places / SIGMA) ** 2)
    return line / line.sum()


def span(places, length, radius):
    """The places with those beside them, without what lies outside of the image."""
    return np.arange(max(places[0] - radius, 0), min(places[-1] + radius, length - 1) + 1)


def part_of(image, rows, columns):
    part = image[np.ix_(rows, columns)].astype(np.float64)
    return part if part.ndim == 3 else part[..., None]


def framed(part, places, wanted, radius):
    """`part` is of the places of rows and of columns; the result of `wanted` with a frame, whose outside repeats the
    last samples."""
    rows, columns = (np.clip(np.arange(w[0] - radius, w[-1] + 1 + radius), p[0], p[-1]) - p[0]
                     for p, w in zip(places, wanted))
    return part[np.ix_(rows, columns)]


def correlated(part, mask):
    height, width = (part.shape[axis] - mask.shape[axis] + 1 for axis in (0, 1))
    return sum(tap * part[j:j + height, i:i + width] for (j, i), tap in np.ndenumerate(mask) if tap)


def blurred(work, image, rows, columns):
    line, radius = line_of(work.task), BLURS[work.task] // 2
    read = [span(rows, image.shape[0], radius), span(columns, image.shape[1], radius)]
    part = framed(part_of(image, *read), read, [rows, columns], radius)
    return np.rint(correlated(correlated(part, line[None, :]), line[:, None]))


def expected(work, image, rows, columns):
    """A patch of the result in double precision, and how far from it a sample may be."""
    if work.task == "unsharp":
        part = part_of(image, rows, columns)
        sharp = part + AMOUNT * (part - blurred(work, image, rows, columns))
        return np.clip(np.rint(sharp), 0, 255), UNSHARP_LEVELS
    wide = [span(rows, image.shape[0], 1), span(columns, image.shape[1], 1)]
    part = framed(blurred(work, image, *wide), wide, [rows, columns], 1)
    magnitude = np.rint(np.hypot(correlated(part, SOBEL), correlated(part, SOBEL.T)))
    near = np.abs(magnitude - LEVEL - 0.5) < EDGE_BAND
    return np.where(magnitude > LEVEL, 255, 0), np.where(near, 255, 0)
