"""Photographs through CuPy's cupyx.scipy.ndimage on an NVIDIA GPU, timed by CUDA events over calls in a row.

Its filters truncate where they return whole numbers: those that round are computed in floats and converted, as its
users must do."""
import numpy as np

from common import Missing
from op_rows import ROWS, has
from photo_chains import AMOUNT, LEVEL, TEXTS, line_of
from photo_works import DELTA, MASKS, MAXIMA, SCALE

HOW = "pip install cupy-cuda12x or cupy-cuda13x"


class CuPy:
    def __init__(self, _threads, _device, _folder):
        try:
            import cupy
            from cupyx.scipy import ndimage
            name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
        except Exception as error:  # without a driver it has errors of its own
            raise Missing(f"{error}; {HOW}") from error
        self.cupy, self.ndimage = cupy, ndimage
        self.about = f"CuPy {cupy.__version__} on {name}, CUDA events over calls in a row"

    does = staticmethod(lambda work: work.task not in ROWS or has("cupy", work))

    def prepare(self, work, images, extra=()):
        inputs = [self.cupy.asarray(image) for image in images]
        function = self.row_of(work, extra) if work.task in ROWS else self.function_of(work)

        def call(i):
            made = function(inputs[i])
            self.cupy.cuda.get_current_stream().synchronize()
            return made

        call.in_a_row = lambda count: self.in_a_row(lambda i: function(inputs[i]), count, len(images))
        return call

    def in_a_row(self, launch, count, images):
        events = [self.cupy.cuda.Event() for _ in range(count + 1)]
        events[0].record()
        for i in range(count):
            launch(i % images)
            events[i + 1].record()
        events[-1].synchronize()
        return [self.cupy.cuda.get_elapsed_time(a, b) for a, b in zip(events, events[1:])]

    def result(self, made):
        return self.cupy.asnumpy(made)

    def row_of(self, work, extra):
        more = [self.cupy.asarray(image) for image in extra]
        return lambda image: ROWS[work.task].cupy(self.cupy, self.ndimage, work, image, *more)

    def over_channels(self, array, work):
        """A window's array for images whose channels stand last."""
        array = self.cupy.asarray(array, dtype=np.float32)
        return array[..., None] if work.channels > 1 else array

    def converted(self, work, value):
        """A kernel of one pass, from `x` to samples."""
        rounded = f"fminf(fmaxf(rintf({value}), 0.0f), {MAXIMA[work.kind]}.0f)"
        value = value if work.kind == "f32" else rounded
        return self.cupy.ElementwiseKernel("T x", f"{work.dtype.name} y", f"y = {value}", "to_samples")

    def rounding(self, work):
        return self.converted(work, "x") if work.kind != "f32" else lambda image: image

    def function_of(self, work):
        images, rounded = self.ndimage, self.rounding(work)
        if work.task in TEXTS:
            return self.pipeline_of(work)
        size = (work.side, work.side, 1)[:len(work.shape)]
        if work.task == "median":
            return lambda image: images.median_filter(image, size=size, mode="nearest")
        if work.task == "dilate":
            return lambda image: images.maximum_filter(image, size=size, mode="nearest")
        if work.task == "dilate ellipse":
            element = self.cupy.asarray(work.element.reshape(size))
            return lambda image: images.maximum_filter(image, footprint=element, mode="nearest")
        if work.task == "brightness":
            return self.converted(work, f"x * {SCALE}f + {float(DELTA)}f")
        if work.task == "gradient":
            return self.gradient_of(work)
        if work.line is not None:
            line = self.cupy.asarray(work.line, dtype=np.float32)
            return lambda image: rounded(self.along(self.along(image, line, 1), line, 0))
        mask = self.over_channels(work.mask, work)
        return lambda image: rounded(self.correlated(image, mask))

    def gradient_of(self, work):
        rounded = self.rounding(work)
        pair = [self.over_channels(mask, work) for mask in (MASKS["sobel"], np.transpose(MASKS["sobel"]))]
        return lambda image: rounded(self.cupy.hypot(*(self.correlated(image, mask) for mask in pair)))

    def pipeline_of(self, work):
        """The point functions of each are one kernel."""
        rounded, line = self.rounding(work), self.cupy.asarray(line_of(work.task), dtype=np.float32)
        gradient = self.gradient_of(work)
        level = self.cupy.ElementwiseKernel("T x", "uint8 y", f"y = x > {LEVEL} ? 255 : 0", "to_level")
        value = f"fminf(fmaxf(rintf(x * {1 + AMOUNT}f - b * {AMOUNT}f), 0.0f), 255.0f)"
        sharp = self.cupy.ElementwiseKernel("uint8 x, uint8 b", "uint8 y", f"y = {value}", "sharpened")
        if work.task == "unsharp":
            return lambda image: sharp(image, rounded(self.along(self.along(image, line, 1), line, 0)))
        return lambda image: level(gradient(rounded(self.along(self.along(image, line, 1), line, 0))))

    def correlated(self, image, mask):
        return self.ndimage.correlate(image, mask, output=np.float32, mode="nearest")

    def along(self, image, line, axis):
        return self.ndimage.correlate1d(image, line, axis=axis, output=np.float32, mode="nearest")
