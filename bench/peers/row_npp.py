"""How NVIDIA's NPP does rows of op_rows.py: the words that npp_rows.cu gets, and how what it makes is compared.

NPP's meanings differ from lenslet's in places. Where a part of the result is the same, that part is compared; where all of
it differs by a known choice, as that of a kernel, it is compared with a formula of its own here, and a note says what
differs. Where no such formula is known, the row is refused.
"""
from typing import Callable, NamedTuple

import numpy as np

from common import Wrong

ALL = ("u8x1", "u8x3", "u16x1", "f32x1")
WHITE = {"u8": 255, "u16": 65535, "f32": 1}
EDGE = 2       # pixels at the image's edge, where libraries do not agree what is outside
SAMPLES = 20000


class ByNpp(NamedTuple):
    words: Callable = None   # work -> the task of npp_rows.cu and its values
    refused: str = ""        # why NPP has no such row
    types: tuple = ALL
    shape: Callable = lambda work: work.shape  # of the result
    dtype: object = None     # of the result; none: the image's
    image: Callable = lambda image: image      # what of the image it gets
    extra: Callable = lambda work, extra: extra
    alike: Callable = None   # (work, images behind the first, result, lenslet's) -> what is compared of both; none: all
    levels: float = None     # none: the row's
    off: float = None
    own: Callable = None     # (work, image, result) -> the formula that it fits; then lenslet's is not compared
    note: str = ""           # what differs from lenslet's meaning
    also: "ByNpp" = None     # another function with the same result
    otherwise: "ByNpp" = None  # other words, where with these it fits no formula of its own

    def ways(self):
        return [self, *(self.otherwise.ways() if self.otherwise else [])]


class Judged(NamedTuple):
    """A result with how it is compared with lenslet's."""
    result: object
    by: ByNpp
    extra: list

    def pair(self, row, work, truth):
        """What is compared of the result and of lenslet's, and how far they may differ, for how many samples."""
        made, truth = self.by.alike(work, self.extra, self.result, truth) if self.by.alike else (
            self.result, row.picked(truth))
        levels, off = (row.levels if self.by.levels is None else self.by.levels,
                       row.off if self.by.off is None else self.by.off)
        return made, truth, levels, off


def plain(task, *values, **more):
    """A row whose values are the same for all works."""
    return ByNpp(lambda work: [task, *values], **more)


def sources(matrix, x, y):
    """Places in the image of the result's pixels."""
    full = np.vstack([matrix, [0, 0, 1]]) if len(matrix) == 2 else np.asarray(matrix)
    across, down, scale = np.linalg.inv(full) @ np.stack([x, y, np.ones_like(x)]).astype(np.float64)
    return across / scale, down / scale


def within(work, x, y, edge):
    """Which places lie in the image, and not near its edge."""
    height, width = work.shape[:2]
    return (x >= edge) & (x <= width - 1 - edge) & (y >= edge) & (y <= height - 1 - edge)


def inner(matrix_of):
    """NPP writes no pixel that lies outside of the image: those inside are compared."""
    def alike(work, _extra, result, truth):
        rows, columns = np.mgrid[:work.shape[0], :work.shape[1]]
        places = sources(matrix_of(work), columns.ravel(), rows.ravel())
        inside = within(work, *(each.reshape(rows.shape) for each in places), EDGE)
        return result[inside], truth[inside]
    return alike


def warp(task, name, matrix_of):
    """The matrix goes from the image's pixels to the result's."""
    def own(work, image, result):
        return cubic_of(work, image, result, matrix_of(work))
    return ByNpp(lambda work: [task, name, *(f"{value:.17g}" for value in np.ravel(matrix_of(work)))],
                 alike=inner(matrix_of), off=5e-3 if name == "nearest" else None, note="it leaves out what is outside of the image",
                 own=own if name == "cubic" else None)


def mitchell(b, c):
    """Mitchell's and Netravali's cubic kernels; without b Keys' of a = -c."""
    return (lambda d: ((12 - 9 * b - 6 * c) * d ** 3 + (-18 + 12 * b + 6 * c) * d ** 2 + 6 - 2 * b) / 6,
            lambda d: ((-b - 6 * c) * d ** 3 + (6 * b + 30 * c) * d ** 2 + (-12 * b - 48 * c) * d + 8 * b + 24 * c) / 6)


# What they weigh pixels that are nearer than one, and than two. lenslet's is the first.
CUBICS = {"": mitchell(0, 0.75),
          "its cubic is Lagrange's through four pixels": (lambda d: (1 - d ** 2) * (2 - d) / 2,
                                                          lambda d: (1 - d) * (2 - d) * (3 - d) / 6),
          "its cubic kernel is Keys' of a = -0.5": mitchell(0, 0.5), "its cubic kernel is Keys' of a = -1": mitchell(0, 1),
          "its cubic kernel is a B-spline": mitchell(1, 0), "its cubic kernel is Mitchell's": mitchell(1 / 3, 1 / 3),
          "its cubic kernel has B = 0.5, C = 0.3": mitchell(0.5, 0.3)}


def weight_of(kernel, distance):
    near, far = kernel
    d = np.abs(distance)
    return np.where(d < 1, near(d), np.where(d < 2, far(d), 0))


def cubic_of(work, image, result, matrix):
    """The cubic kernel that inner samples fit."""
    random = np.random.default_rng(4)
    columns, rows = (random.integers(0, result.shape[axis], SAMPLES) for axis in (1, 0))
    x, y = sources(matrix, columns, rows)
    inside = within(work, x, y, EDGE + 1)
    x, y, got = x[inside], y[inside], result[rows[inside], columns[inside]].astype(np.float64)
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    shares = {}
    for name, kernel in CUBICS.items():
        made = 0
        for j in range(-1, 3):
            for i in range(-1, 3):
                weight = weight_of(kernel, x - left - i) * weight_of(kernel, y - top - j)
                taken = image[top + j, left + i].astype(np.float64)
                made = made + (weight[:, None] if taken.ndim == 2 else weight) * taken
        shares[name] = far_share(work, got, made, 2)
    return best_of(shares, 2e-3)


def far_share(work, got, made, levels):
    """Of samples that are further from their formula than so many levels of u8."""
    if work.kind != "f32":
        made = np.clip(made, 0, WHITE[work.kind])
    return float(np.mean(~(np.abs(got - made) <= (levels + 0.5) * WHITE[work.kind] / 255)))


def best_of(shares, allowed):
    name = min(shares, key=shares.get)
    if shares[name] > allowed:
        raise Wrong(f"{shares[name]:.2%} of the samples fit no known formula" + (f"; the nearest: {name}" if name else ""))
    return name


def remap_inside(work, extra, result, truth):
    inside = within(work, *extra, 1)
    return result[inside], truth[inside]


def bilateral_of(radius, color, space):
    """The window and the difference of colours that samples fit: NPP's own formula says neither in full."""
    def own(work, image, result):
        random = np.random.default_rng(4)
        columns, rows = (random.integers(0, work.shape[axis], SAMPLES // 10) for axis in (1, 0))
        reach = np.arange(-radius, radius + 1)
        across = np.clip(columns[:, None, None] + reach[None, None, :], 0, work.shape[1] - 1)
        down = np.clip(rows[:, None, None] + reach[None, :, None], 0, work.shape[0] - 1)
        shape = (len(rows), len(reach), len(reach), work.channels)
        windows = image[down, across].reshape(shape).astype(np.float64)
        middle = image[rows, columns].reshape(-1, 1, 1, work.channels).astype(np.float64)
        got = result[rows, columns].reshape(-1, work.channels).astype(np.float64)
        apart = np.abs(windows - middle)
        squares = reach[:, None] ** 2 + reach[None, :] ** 2
        shares = {}
        for round_window, window in ((True, "round"), (False, "square")):
            near = np.exp(-squares / (2 * space ** 2)) * (squares <= radius ** 2 if round_window else 1)
            for how, difference in differences(apart).items():
                weights = near[None, :, :, None] * np.exp(-difference ** 2 / (2 * color ** 2))
                made = (weights * windows).sum((1, 2)) / np.broadcast_to(weights, windows.shape).sum((1, 2))
                shares[named(window, how)] = far_share(work, got, made, 1)
        return best_of(shares, 5e-3)
    return own


def bilateral(radius, color, space):
    """NPP's parameters are called squares of sigmas, and its formula squares them."""
    row = plain("bilateral", radius, color, space, types=("u8x1", "u8x3"), own=bilateral_of(radius, color, space))
    return row._replace(otherwise=row._replace(words=lambda work: ["bilateral", radius, color ** 2, space ** 2]))


def differences(apart):
    """Of colours: lenslet's is the sum."""
    made = {"sum": apart.sum(-1, keepdims=True)}
    if apart.shape[-1] > 1:
        made |= {"each": apart, "root": np.sqrt((apart ** 2).sum(-1, keepdims=True)),
                 "most": apart.max(-1, keepdims=True)}
    return made


def named(window, how):
    said = [] if window == "round" else ["its window is square"]
    said += {"sum": [], "each": ["each channel has weights of its own"], "root": ["colours differ by the root of squares"],
             "most": ["colours differ by their greatest difference"]}[how]
    return ", ".join(said)


def numbered(_work, _extra, result, truth):
    """Regions in the order in which rows from the top meet them, as lenslet numbers them; where its image is 0, NPP has
    labels, too."""
    made = np.zeros(result.size, np.int64)
    places = np.flatnonzero(truth)
    _, first, back = np.unique(result.ravel()[places], return_index=True, return_inverse=True)
    order = np.empty(len(first), np.int64)
    order[np.argsort(first)] = np.arange(1, len(first) + 1)
    made[places] = order[back.ravel()]
    return made.reshape(truth.shape), truth


def label(neighbours, numbers):
    return plain("label", neighbours, numbers, types=("u8x1",), dtype=np.uint32, alike=numbered,
                 image=lambda image: (image > 0).astype(np.uint8) * 255, note="it labels what is 0, too")


def even_window(task, side):
    """Beyond the image NPP may take other pixels for a window whose middle is not its centre."""
    def alike(_work, _extra, result, truth):
        inside = (slice(side, -side),) * 2
        return result[inside], truth[inside]
    return plain(task, side, alike=alike)


def up_to_a_factor(_work, _extra, result, truth):
    """NPP does not say how its derivatives and means are scaled."""
    inside = (slice(EDGE, -EDGE),) * 2
    made, truth = result[inside].astype(np.float64), truth[inside].astype(np.float64)
    factor = (made * truth).sum() / max((made * made).sum(), 1e-300)
    return made * factor, truth


def whole(_work, _extra, result, truth):
    return result, truth


def extremes(_work, _extra, result, truth):
    return result[:2], truth[0, :2]


def match_template(side):
    row = plain("match_template", side, side, types=("u8x1",), dtype=np.float32, levels=1e-3,
                shape=lambda work: (work.shape[0] - side + 1, work.shape[1] - side + 1))
    return row._replace(also=row._replace(words=lambda work: ["match_template_advanced", side, side]))


def scaled(work, scale):
    return (round(work.shape[0] * scale), round(work.shape[1] * scale), *work.shape[2:])


def shrink_lanczos():
    """NPP's filter that widens with the scale is of u8 with one channel."""
    return resize("lanczos", types=("u8x1",), task="resize_advanced")


def resize(name, scale=0.5, task="resize", **more):
    """NPP is told both sides of the result."""
    matrix = [[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2]]  # of centres
    own = None if name != "cubic" else lambda work, image, result: cubic_of(work, image, result, matrix)
    return ByNpp(lambda work: [task, name, *scaled(work, scale)[1::-1]], shape=lambda work: scaled(work, scale),
                 own=own, **more)


def pad(side):
    return plain("pad", side, side, side, side,
                 shape=lambda work: (work.shape[0] + 2 * side, work.shape[1] + 2 * side, *work.shape[2:]))


def gaussian(sigma, reach):
    line = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    return plain("gaussian", len(line), extra=lambda work, extra: [np.float32(line / line.sum())])
