"""The photograph matrix: what people filter, in the types and sizes that they have.

A work says how `lenslet bench` takes it, and which mask it has where it is linear.
"""
import functools
from typing import NamedTuple

import numpy as np

import photo_chains
from common import taps
from op_rows import ROWS

TYPES = {"u8x1": ("u8", 1), "u8x3": ("u8", 3), "u16x1": ("u16", 1), "f32x1": ("f32", 1)}
SIZES = ("512x512", "1920x1080", "4000x3000")
LARGE = "8000x6000"
SIGMAS = {7: 1, 13: 2, 31: 5}  # of the Gaussians, by their side
SCALE, DELTA = 1.2, 10         # of brightness
IMAGES = 4                     # that take turns, so that none waits in a cache
MANY_BYTES = 64 << 20          # of an image: two are enough
ACCURACIES = ("exact", "level")  # of what lenslet is asked for: Gaussians of u8 are asked for both
MAXIMA = {"u8": 255, "u16": 65535, "f32": 1}

TASKS = [*(("gaussian", k) for k in SIGMAS), *(("mean", k) for k in (3, 9, 31)),
         *(("median", k) for k in (3, 5, 7, 15, 31)), ("sobel", 3), ("laplacian", 3), ("sharpen", 3),
         *(("dilate", k) for k in (3, 15, 31)), *(("dilate ellipse", k) for k in (15, 31)), ("filter2d", 5),
         ("filter2d", 11), ("brightness", 1), ("gradient", 3), *photo_chains.SIDES.items(), *((row, 1) for row in ROWS)]
SIDED = ("gaussian", "mean", "median", "dilate", "dilate ellipse", "filter2d")  # whose side is a parameter
MASKS = {"sobel": [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]], "laplacian": [[0, 1, 0], [1, -4, 1], [0, 1, 0]],
         "sharpen": [[0, -1, 0], [-1, 5, -1], [0, -1, 0]]}


class Photo(NamedTuple):
    task: str
    side: int  # of the window, in pixels
    type: str
    size: str
    accuracy: str = ACCURACIES[0]

    @property
    def name(self):
        name = f"{self.task} {self.side}" if self.task in SIDED else self.task
        return name if self.accuracy == ACCURACIES[0] else f"{name} {self.accuracy}"

    @property
    def kind(self):
        return TYPES[self.type][0]

    @property
    def channels(self):
        return TYPES[self.type][1]

    @property
    def dtype(self):
        return np.dtype({"u8": np.uint8, "u16": np.uint16, "f32": np.float32}[self.kind])

    @property
    def shape(self):
        """Height and width, and the channels where there are several."""
        width, height = map(int, self.size.split("x"))
        return (height, width, self.channels)[:3 if self.channels > 1 else 2]

    @property
    def images(self):
        return 2 if np.prod(self.shape) * self.dtype.itemsize > MANY_BYTES else IMAGES

    @property
    def op(self):
        """The work as `lenslet bench` takes it."""
        if self.task in ROWS:
            return ROWS[self.task].bench_text()
        if self.task in photo_chains.TEXTS:
            return photo_chains.TEXTS[self.task]
        if self.task == "filter2d":
            return "filter2d:mask=" + "; ".join(" ".join(f"{v:g}" for v in row) for row in self.mask)
        words = {"gaussian": f"ksize={self.side},sigma={self.sigma}",
                 "brightness": f"scale={SCALE},delta={DELTA}"}
        words |= dict.fromkeys(("mean", "median", "dilate"), f"ksize={self.side}")
        words["dilate ellipse"] = f"shape=ellipse,ksize={self.side}"
        return ":".join(filter(None, (self.task.split()[0], words.get(self.task))))

    @property
    def sigma(self):
        """Of a Gaussian."""
        return SIGMAS.get(self.side)

    @property
    def border(self):
        """Empty where the op has none."""
        return ROWS[self.task].border if self.task in ROWS else "replicate"

    @property
    def element(self):
        """Of a dilation: what of the window counts, as ones. The ellipse is that of OpenCV."""
        if self.task != "dilate ellipse":
            return np.ones((self.side, self.side), np.uint8)
        radius = self.side // 2
        places = np.arange(-radius, radius + 1)
        reach = np.rint(radius * np.sqrt(1 - (places / radius) ** 2))
        return (np.abs(places) <= reach[:, None]).astype(np.uint8)

    @property
    def line(self):
        """The row of which the mask is the product with itself; none for other masks."""
        if self.task == "mean":
            return np.full(self.side, 1 / self.side)
        if self.task == "gaussian":
            line = np.exp(-0.5 * ((np.arange(self.side) - self.side // 2) / self.sigma) ** 2)
            return line / line.sum()
        return None

    @property
    def mask(self):
        """In double precision; none where the work is not linear."""
        if self.line is not None:
            return np.outer(self.line, self.line)
        if self.task == "filter2d":
            return np.array(taps(self.side))
        return np.array(MASKS[self.task], float) if self.task in MASKS else None


@functools.lru_cache(maxsize=1)
def noise(shape, kind, few=False):
    random = np.random.default_rng(1)
    if few:
        return random.integers(0, 10, shape, np.uint8)
    if kind == "f32":
        return random.random(shape, np.float32)
    return random.integers(0, MAXIMA[kind] + 1, shape, {"u8": np.uint8, "u16": np.uint16}[kind])


def photos_of(work):
    """The images that take turns: one, moved by some rows."""
    row = ROWS.get(work.task)
    first = row.image(work) if row and row.image else noise(work.shape, work.kind, row is not None and row.few)
    return [np.ascontiguousarray(np.roll(first, 37 * i, axis=0)) for i in range(work.images)]


def accuracies_of(task, type):
    return ACCURACIES if task == "gaussian" and TYPES[type][0] == "u8" else ACCURACIES[:1]


def serves(task, type):
    """Pipelines are of u8 alone: their levels are whole numbers."""
    if task in ROWS:
        return type in ROWS[task].types
    return task not in photo_chains.TEXTS or TYPES[type][0] == "u8"


def works_of(fits, types, sizes):
    """Groups of works that differ in their size alone, the smallest first, with names that fit."""
    groups = [[Photo(task, side, type, size, accuracy) for size in sizes] for type in types for task, side in TASKS
              if serves(task, type) for accuracy in accuracies_of(task, type)]
    return [group for group in groups if fits(group[0].name)]
