"""The works that peers are compared on, and what every peer needs: masks, images, and a clock."""
import functools
import importlib
import shutil
import statistics
import subprocess
import time
from typing import NamedTuple

import numpy as np

WIDTH, HEIGHT = 3866, 4320
IMAGES = 4  # that take turns, as in `lenslet bench`
WARM_UP_CALLS, WARM_UP_SECONDS = 3, 0.1


class Missing(Exception):
    """A peer that cannot run here; the text says why and how to get it."""


class Refused(Exception):
    """A work that a peer has no function for."""


class Wrong(Exception):
    """A result that is not the work's: its time counts for nothing."""


def module(name, package):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Missing(f"{error}; pip install {package}") from error


def run_or(error, command, hint="", patience=None):
    """What the command prints. Where it fails, the error has the line that says why; or takes more than so many seconds."""
    if not shutil.which(command[0]):
        raise error("; ".join(filter(None, [f"no {command[0]}", hint])))
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=patience)
    except subprocess.TimeoutExpired as slow:
        raise error(f"no answer within {patience} seconds") from slow
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        said = next((line for line in lines if "error" in line), lines[-1])
        raise error("; ".join(filter(None, [said, hint])))
    return done.stdout


class Work(NamedTuple):
    name: str
    task: str
    side: int  # of the window, in pixels
    kind: str = "f32"
    channels: int = 1
    size: tuple = (WIDTH, HEIGHT)
    border = ("--border", "replicate")

    @property
    def op(self):
        """The work as `lenslet bench` takes it."""
        mask = "; ".join(" ".join(f"{v:.6g}" for v in row) for row in taps(self.side))
        return {"scharr": "scharr:both", "filter2d": f"filter2d:mask={mask}", "sharpen": "sharpen",
                "gaussian": f"gaussian:ksize={self.side},sigma={sigma(self.side):g}",
                "mean": f"mean:ksize={self.side}", "median": f"median:ksize={self.side}"}[self.task]

    @property
    def masks(self):
        """The masks of a linear work, one for each result."""
        if self.task == "scharr":
            dx = np.array([[-3, 0, 3], [-10, 0, 10], [-3, 0, 3]], np.float32)
            return [dx, dx.T]
        if self.task == "sharpen":
            return [np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]], np.float32)]
        if self.task == "gaussian":
            return [np.outer(gaussian(self.side), gaussian(self.side))]
        if self.task == "mean":
            return [np.full((self.side, self.side), 1 / self.side ** 2)]
        return [np.array(taps(self.side), np.float32)]


WORKS = [Work("Scharr pair f32", "scharr", 3),
         *(Work(f"filter2d {k}x{k} f32", "filter2d", k) for k in (3, 5, 7, 9)),
         *(Work(f"Gaussian {k}x{k} f32", "gaussian", k) for k in (3, 5, 7, 9)),
         *(Work(f"mean {k}x{k} u8", "mean", k, "u8") for k in (3, 5, 9)),
         *(Work(f"median {k}x{k} u8", "median", k, "u8") for k in (3, 5)),
         Work("sharpen u8 x 4", "sharpen", 3, "u8", 4, (2580, 1319))]


def taps(side):
    """A mask without structure, as a user may bring."""
    return [[((x * 7 + y * 13) % 17 + 1) / 100 * (-1 if (x + y) % 5 == 0 else 1) for x in range(side)]
            for y in range(side)]


def sigma(side):
    """OpenCV's choice for a side; given explicitly, because OpenCV has tables of its own for the small ones."""
    return 0.3 * (side // 2 - 1) + 0.8


def gaussian(side):
    line = np.exp(-0.5 * ((np.arange(side) - side // 2) / sigma(side)) ** 2)
    return line / line.sum()


@functools.lru_cache(maxsize=1)
def images_of(work):
    random = np.random.default_rng(1)
    shape = (work.size[1], work.size[0], work.channels)[:3 if work.channels > 1 else 2]
    if work.kind == "u8":
        return [random.integers(0, 256, shape, np.uint8) for _ in range(IMAGES)]
    return [random.random(shape, np.float32) for _ in range(IMAGES)]


def results_like(images, count):
    """Makes for each image `count` results whose pages are there already: the first write to one is no part of the work."""
    return [[np.full_like(image, 1) for _ in range(count)] for image in images]


class PeerTime(NamedTuple):
    ms: float       # by the device's clock where the peer shows it, else the host's
    call_ms: float  # by the host's, round a call that is waited for

    def best(self, other):
        return PeerTime(*map(min, self, other))


def call_times(call, repeats):
    """Milliseconds of each of `repeats` calls, after some that warm up. `call` gets the number of an image."""
    begin, done = time.perf_counter(), 0
    while done < WARM_UP_CALLS or time.perf_counter() - begin < WARM_UP_SECONDS:
        call(done % IMAGES)
        done += 1
    times = []
    for i in range(repeats):
        start = time.perf_counter()
        call(i % IMAGES)
        times.append((time.perf_counter() - start) * 1e3)
    return times


def time_calls(call, repeats):
    median = statistics.median(call_times(call, repeats))
    return PeerTime(median, median)
