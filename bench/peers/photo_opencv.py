"""Photographs through OpenCV: on the CPU, and by its T-API (UMat) on the OpenCL device that lenslet uses."""
import os
import time

import numpy as np

from common import Missing, Refused, module
from op_rows import ROWS, has
from photo_chains import AMOUNT, BLURS, LEVEL, SIGMA
from photo_works import DELTA, SCALE, SIGMAS

HOW = "opencv-python-headless"
SMALL_MEDIANS = (3, 5)  # for types other than u8


def convert(cv2, image, scale, delta, kind, out):
    """cv::Mat::convertTo, which Python does not have."""
    if kind == "u8":
        return cv2.convertScaleAbs(image, dst=out, alpha=scale, beta=delta)
    depth = cv2.CV_16U if kind == "u16" else cv2.CV_32F
    return cv2.addWeighted(image, scale, image, 0, delta, dst=out, dtype=depth)


def gradient(cv2, work, image, out):
    pair = [cv2.Sobel(image, cv2.CV_32F, 1 - i, i, borderType=cv2.BORDER_REPLICATE) for i in (0, 1)]
    if work.kind == "f32":
        return cv2.magnitude(*pair, magnitude=out)
    return convert(cv2, cv2.magnitude(*pair), 1, 0, work.kind, out)


def pipeline(cv2, work, image, out):
    """The calls of edges or unsharp one after the other."""
    side = BLURS[work.task]
    blurred = cv2.GaussianBlur(image, (side, side), SIGMA, borderType=cv2.BORDER_REPLICATE)
    if work.task == "unsharp":
        return cv2.addWeighted(image, 1 + AMOUNT, blurred, -AMOUNT, 0, dst=out)
    return cv2.threshold(gradient(cv2, work, blurred, None), LEVEL, 255, cv2.THRESH_BINARY, dst=out)[1]


def function_of(cv2, work):
    """OpenCV's calls for a work: (image, result, more images) -> what holds the result."""
    if work.task in ROWS:
        return lambda image, out, *extra: ROWS[work.task].opencv(cv2, work, image, out, *extra)
    if work.task in BLURS:
        return lambda image, out: pipeline(cv2, work, image, out)
    border, side = cv2.BORDER_REPLICATE, (work.side, work.side)
    if work.task == "median" and work.kind != "u8" and work.side not in SMALL_MEDIANS:
        raise Refused(f"medianBlur of {work.kind} ends at {SMALL_MEDIANS[-1]}")
    element = work.element
    mask = np.float32(work.mask) if work.mask is not None else None
    return {"gaussian": lambda image, out: cv2.GaussianBlur(image, side, SIGMAS[work.side], dst=out, borderType=border),
            "mean": lambda image, out: cv2.blur(image, side, dst=out, borderType=border),
            "median": lambda image, out: cv2.medianBlur(image, work.side, dst=out),
            "sobel": lambda image, out: cv2.Sobel(image, -1, 1, 0, dst=out, borderType=border),
            "laplacian": lambda image, out: cv2.Laplacian(image, -1, dst=out, ksize=1, borderType=border),
            **dict.fromkeys(("dilate", "dilate ellipse"),
                            lambda image, out: cv2.dilate(image, element, dst=out, borderType=border)),
            "brightness": lambda image, out: convert(cv2, image, SCALE, DELTA, work.kind, out),
            "gradient": lambda image, out: gradient(cv2, work, image, out),
            **dict.fromkeys(("sharpen", "filter2d"),
                            lambda image, out: cv2.filter2D(image, -1, mask, dst=out, borderType=border))}[work.task]


class OpenCv:
    """Host arrays; the CPU's threads."""

    def __init__(self, threads, _device, _folder):
        self.cv2 = module("cv2", HOW)
        self.cv2.setNumThreads(threads)
        self.about = f"OpenCV {self.cv2.__version__}, CPU, {threads} threads"

    does = staticmethod(lambda work: work.task not in ROWS or has("opencv", work))

    def prepare(self, work, images, extra=()):
        function = function_of(self.cv2, work)
        results = [np.full_like(image, 1) for image in images]  # their pages are there
        return lambda i: function(images[i], results[i], *extra)


class OpenCvOpenCl:
    """UMats in the device's memory. OpenCV may compute on the CPU in silence where it has no kernel."""

    def __init__(self, threads, device, _folder):
        # OpenCV reads its choice of device once. Its own default is a GPU, and nothing else.
        os.environ["OPENCV_OPENCL_DEVICE"] = f"{device['platform']}:{device['kind'].upper()}:{device['name']}"
        self.cv2 = module("cv2", HOW)
        chosen = self.cv2.ocl.Device_getDefault() if self.cv2.ocl.haveOpenCL() else None
        if not chosen or not chosen.available() or chosen.name() != device["name"]:
            raise Missing(f"this OpenCV finds no OpenCL device {device['name']}; pip install {HOW}")
        self.cv2.setNumThreads(threads)
        self.about = f"OpenCV {self.cv2.__version__}, T-API on {chosen.name()}, host's clock over calls in a row"

    does = OpenCv.does

    def prepare(self, work, images, extra=()):
        function = function_of(self.cv2, work)
        more = [self.cv2.UMat(image) for image in extra]
        inputs = [self.cv2.UMat(image) for image in images]
        outputs = [self.cv2.UMat(image) for image in images]

        def call(i):
            made = function(inputs[i], outputs[i], *more)
            self.cv2.ocl.finish()
            return made if work.task in ROWS else outputs[i]

        call.in_a_row = lambda count: self.in_a_row(lambda i: function(inputs[i], outputs[i], *more), count, len(images))
        return call

    def in_a_row(self, launch, count, images):
        """Milliseconds of each of several calls that nobody waits for before the last."""
        begin = time.perf_counter()
        for i in range(count):
            launch(i % images)
        self.cv2.ocl.finish()
        return [(time.perf_counter() - begin) * 1e3 / count]

    @staticmethod
    def result(made):
        return made.get()
