"""Photographs through Halide on the CPU, by schedules that are written by hand: strips of rows in parallel, vectors
along them. An image of three channels is one of three times as many samples, whose neighbours are three away."""
import functools
import os

import numpy as np

from common import Missing, Refused
from halide_works import in_order, middle, sum_of
from photo_chains import TEXTS
from photo_halide_chains import fused
from photo_works import DELTA, MASKS, MAXIMA, SCALE

HOW = "pip install halide"
STRIP, ROWS = 64, 2      # rows that a thread takes, and that share their loads
LARGEST_NETWORK = 5      # side of a median that is sorted by exchanges


class Halide:
    def __init__(self, threads, _device, _folder):
        os.environ["HL_NUM_THREADS"] = str(threads)  # read when Halide's first pipeline runs
        try:
            import halide
        except ImportError as error:
            raise Missing(f"{error}; {HOW}") from error
        from importlib import metadata
        self.hl, self.target = halide, halide.get_jit_target_from_environment()
        self.about = f"Halide {metadata.version('halide')}, schedules by hand, {self.target}, {threads} threads"

    def prepare(self, work, images):
        hl = self.hl
        source, result = Pipeline(hl, work).made()
        result.compile_jit(self.target)
        flat = [image.reshape(len(image), -1) for image in images]
        results = [np.full_like(image, 1) for image in flat]
        inputs, outputs = ([hl.Buffer(array) for array in arrays] for arrays in (flat, results))

        def call(i):
            source.set(inputs[i])
            result.realize(outputs[i])
            return results[i].reshape(images[i].shape)
        return call


class Pipeline:
    """Calculates in the least type that holds every sum to the last bit, else in floats."""

    def __init__(self, hl, work):
        self.hl, self.work = hl, work
        self.x, self.y = hl.Var("x"), hl.Var("y")
        self.kind = {"u8": hl.UInt(8), "u16": hl.UInt(16), "f32": hl.Float(32)}[work.kind]
        self.source = hl.ImageParam(self.kind, 2)
        self.vector = 16 if work.kind == "f32" else 32
        self.rows = None
        if work.side > 1:
            self.rows = hl.Func("rows")
            self.rows[self.x, self.y] = self.repeated(self.source)

    def made(self):
        task = self.work.task
        if task == "median" and self.work.side > LARGEST_NETWORK:
            raise Refused(f"sorting by exchanges ends at {LARGEST_NETWORK}")
        if task == "dilate ellipse":
            raise Refused("no schedule was written for it")
        if task in TEXTS:
            return self.source, fused(self)
        result = {"median": self.median, "dilate": self.dilate, "mean": self.mean, "gaussian": self.gaussian}.get(
            task, self.pointwise)()
        return self.source, result

    def at(self, dx, dy):
        """A neighbour, of rows whose edges are repeated already: or each tap had loops of its own for the edges."""
        return self.rows[self.x + dx * self.work.channels, self.y + dy]

    def repeated(self, image):
        """An image beyond its edges. `likely` says for which part of the loops Halide leaves the conditions out."""
        hl, step, x = self.hl, self.work.channels, self.x
        width = self.source.dim(0).extent()
        inside = hl.select(x < 0, (x + 64 * step) % step, x >= width, width - step + x % step, hl.likely(x))
        row = hl.clamp(hl.likely(self.y), 0, self.source.dim(1).extent() - 1)
        return image[hl.clamp(inside, 0, width - 1), row]

    def rounded(self, value):
        hl = self.hl
        if self.work.kind == "f32":
            return hl.f32(value)
        return hl.cast(self.kind, hl.clamp(hl.round(value), 0, MAXIMA[self.work.kind]))

    def saturated(self, value):
        return self.hl.cast(self.kind, self.hl.clamp(value, 0, MAXIMA[self.work.kind]))

    def tiled(self, result):
        hl, strip, row, xi, yi = self.hl, *(self.hl.Var(name) for name in ("strip", "row", "xi", "yi"))
        result.split(self.y, strip, row, STRIP, hl.TailStrategy.GuardWithIf).parallel(strip)
        result.tile(self.x, row, xi, yi, self.vector, ROWS).vectorize(xi).unroll(yi)
        return self.with_rows(result, strip, row)

    def with_rows(self, result, strip, row):
        if self.rows:
            self.rows.store_at(result, strip).compute_at(result, row).vectorize(self.x, self.vector)
        return result

    def two_passes(self, first, second):
        """`first` along rows, each computed once as `second` goes down a strip."""
        lines, result = self.hl.Func("lines"), self.hl.Func("result")
        lines[self.x, self.y] = first
        result[self.x, self.y] = second(lambda dy: lines[self.x, self.y + dy])
        return self.swept(result, [lines, self.rows])

    def swept(self, result, stages):
        """Each row of a stage is computed once as the result goes down a strip."""
        strip, row = self.hl.Var("strip"), self.hl.Var("row")
        result.split(self.y, strip, row, STRIP, self.hl.TailStrategy.GuardWithIf).parallel(strip)
        result.vectorize(self.x, self.vector)
        for stage in stages:
            stage.store_at(result, strip).compute_at(result, row).vectorize(self.x, self.vector)
        return result

    def offsets(self):
        return range(-(self.work.side // 2), self.work.side // 2 + 1)

    def gaussian(self):
        taps = [(d, self.hl.f32(float(tap))) for d, tap in zip(self.offsets(), self.work.line)]
        return self.two_passes(sum_of(tap * self.hl.f32(self.at(d, 0)) for d, tap in taps),
                               lambda line: self.rounded(sum_of(tap * line(d) for d, tap in taps)))

    def mean(self):
        wide = {"u8": self.hl.u16, "u16": self.hl.u32, "f32": self.hl.f32}[self.work.kind]
        total = self.hl.u32 if self.work.kind == "u8" and self.work.side > 15 else wide
        return self.two_passes(sum_of(wide(self.at(d, 0)) for d in self.offsets()),
                               lambda line: self.rounded(self.hl.f32(sum_of(total(line(d)) for d in self.offsets())) *
                                                         self.hl.f32(1 / self.work.side ** 2)))

    def dilate(self):
        def largest(values):
            return functools.reduce(self.hl.max, values)
        return self.two_passes(largest(self.at(d, 0) for d in self.offsets()),
                               lambda line: largest(line(d) for d in self.offsets()))

    def correlated(self, mask, wide):
        radius = len(mask) // 2
        return sum_of(wide(float(mask[j][i])) * wide(self.at(i - radius, j - radius))
                      for j in range(len(mask)) for i in range(len(mask)) if mask[j][i])

    def pointwise(self):
        hl, work, result = self.hl, self.work, self.hl.Func("result")
        whole = {"u8": hl.i16, "u16": hl.i32, "f32": hl.f32}[work.kind]
        if work.task == "brightness":
            value = self.rounded(hl.f32(SCALE) * hl.f32(self.source[self.x, self.y]) + hl.f32(DELTA))
        elif work.task == "gradient":
            pair = [hl.f32(self.correlated(mask, whole)) for mask in (MASKS["sobel"], np.transpose(MASKS["sobel"]))]
            value = self.rounded(hl.sqrt(pair[0] * pair[0] + pair[1] * pair[1]))
        elif work.task == "filter2d":
            value = self.rounded(self.correlated(work.mask, hl.f32))
        else:
            value = self.correlated(work.mask, whole)
            value = value if work.kind == "f32" else self.saturated(value)
        result[self.x, self.y] = value
        return self.tiled(result)

    def median(self):
        """Columns are sorted once for all windows that share them; see halide_works.median."""
        hl, k = self.hl, self.work.side
        columns, result, strip, row = hl.Func("columns"), hl.Func("result"), hl.Var("strip"), hl.Var("row")
        half = k * k // 2 + 1
        columns[self.x, self.y] = tuple(in_order(hl, [self.at(0, dy) for dy in self.offsets()]))
        ranks = [in_order(hl, [columns[self.x + d * self.work.channels, self.y][rank] for d in self.offsets()])
                 for rank in range(k)]
        result[self.x, self.y] = middle(hl, [ranks[i][j] for i in range(k) for j in range(k)
                                             if (i + 1) * (j + 1) <= half and (k - i) * (k - j) <= half])
        result.split(self.y, strip, row, STRIP, hl.TailStrategy.GuardWithIf).parallel(strip)
        result.vectorize(self.x, 2 * self.vector)
        columns.compute_at(result, row).vectorize(self.x, 2 * self.vector)
        return self.with_rows(result, strip, row)
