"""Photographs through libvips (pyvips), from memory to memory. It has no function that fills a caller's memory, so each
result is made anew, as its users have it. Its sums of whole numbers are used where they are right: with a divisor they
are off by up to three levels."""
import os

import numpy as np

from common import Missing, Refused
from photo_chains import AMOUNT, LEVEL, TEXTS, line_of
from photo_works import DELTA, MASKS, SCALE

HOW = "pip install pyvips, and libvips (Debian: libvips42)"
FORMATS = {"u8": "uchar", "u16": "ushort", "f32": "float"}


class Vips:
    def __init__(self, threads, _device, _folder):
        os.environ["VIPS_CONCURRENCY"] = str(threads)  # read when the library starts
        try:
            import pyvips
        except Exception as error:  # without the library it has errors of its own
            raise Missing(f"{error}; {HOW}") from error
        pyvips.cache_set_max(0)  # or a call that was made before would cost nothing
        self.vips = pyvips
        self.about = f"libvips {'.'.join(str(pyvips.version(i)) for i in range(3))}, {threads} threads"

    def prepare(self, work, images):
        height, width = work.shape[:2]
        kind = FORMATS[work.kind]
        inputs = [self.vips.Image.new_from_memory(image.data, width, height, work.channels, kind) for image in images]
        function = self.function_of(work)

        def call(i):
            made = function(inputs[i])
            if made.format != kind:
                made = (made if kind == "float" else made.rint()).cast(kind)
            return np.frombuffer(made.write_to_memory(), work.dtype).reshape(work.shape)
        return call

    def matrix(self, rows):
        return self.vips.Image.new_from_array(np.asarray(rows, float).tolist())

    def pipeline(self, work, image):
        """Its images are made as they are read: these calls are one sweep."""
        blurred = image.convsep(self.matrix([line_of(work.task)]), precision="float").rint().cast("uchar")
        if work.task == "unsharp":
            return (image * (1 + AMOUNT) - blurred * AMOUNT).rint().cast("uchar")
        return self.gradient(blurred).rint().cast("uchar") > LEVEL

    def gradient(self, image):
        pair = [self.matrix(rows) for rows in (MASKS["sobel"], np.transpose(MASKS["sobel"]))]
        return sum(image.conv(mask, precision="float") ** 2 for mask in pair) ** 0.5

    def function_of(self, work):
        if work.task in TEXTS:
            return lambda image: self.pipeline(work, image)
        if work.task == "dilate ellipse":
            raise Refused("its morphology with an element is for binary images")
        if work.task in ("median", "dilate"):
            place = work.side ** 2 // 2 if work.task == "median" else work.side ** 2 - 1
            return lambda image: image.rank(work.side, work.side, place)
        if work.task == "brightness":
            return lambda image: image.linear(SCALE, DELTA)
        if work.task == "gradient":
            return self.gradient
        if work.line is not None:
            line = self.matrix([work.line])
            return lambda image: image.convsep(line, precision="float")
        whole = work.kind != "f32" and work.task != "filter2d"
        mask = self.matrix(work.mask)
        return lambda image: image.conv(mask, precision="integer" if whole else "float")
