"""OpenCV on the CPU, and through its T-API (UMat) on the OpenCL device that lenslet uses."""
import os
import statistics
import time

from common import IMAGES, Missing, PeerTime, Refused, call_times, images_of, results_like, sigma, time_calls
from image_works import ImageWork, photos_of
from reference import check

HOW = "pip install opencv-python-headless"


def import_cv2():
    try:
        import cv2
        return cv2
    except ImportError as error:
        raise Missing(f"{error}; get it with: {HOW}") from error


def function_of(cv2, work):
    """OpenCV's calls for a work: (image, results) -> None."""
    border = cv2.BORDER_REPLICATE
    k = work.side
    if work.task == "scharr":
        def pair(image, out):
            cv2.Scharr(image, cv2.CV_32F, 1, 0, dst=out[0], borderType=border)
            cv2.Scharr(image, cv2.CV_32F, 0, 1, dst=out[1], borderType=border)
        return pair
    if work.task == "gaussian":
        return lambda image, out: cv2.GaussianBlur(image, (k, k), sigma(k), dst=out[0], borderType=border)
    if work.task == "mean":
        return lambda image, out: cv2.blur(image, (k, k), dst=out[0], borderType=border)
    if work.task == "median":
        return lambda image, out: cv2.medianBlur(image, k, dst=out[0])
    if work.task in ("filter2d", "sharpen"):
        mask = work.masks[0]
        return lambda image, out: cv2.filter2D(image, -1, mask, dst=out[0], borderType=border)
    raise Refused("no function")


class OpenCv:
    """Host arrays; the CPU's threads."""

    def __init__(self, options, _device):
        self.cv2 = import_cv2()
        self.cv2.setNumThreads(options.threads)
        self.about = f"OpenCV {self.cv2.__version__}, CPU, {options.threads} threads, host's clock"

    def prepare(self, work):
        if isinstance(work, ImageWork):
            return self.prepare_image(work)
        function, images = function_of(self.cv2, work), images_of(work)
        results = results_like(images, len(work.masks))
        function(images[0], results[0])
        check(work, images[0], results[0])
        return lambda repeats: time_calls(lambda i: function(images[i], results[i]), repeats)

    def prepare_image(self, work):
        images, results = photos_of(work), work.results()
        function = work.function(self.cv2, images)
        function(images[0], results[0])
        work.check(self.cv2, images, results[0][0])
        return lambda repeats: time_calls(lambda i: function(images[i], results[i]), repeats)


class OpenCvOpenCl:
    """UMats in the device's memory. OpenCV may compute on the CPU in silence where it has no kernel."""

    def __init__(self, options, device):
        # OpenCV reads its choice of device once. Its own default is a GPU, and nothing else.
        os.environ["OPENCV_OPENCL_DEVICE"] = f"{device['platform']}:{device['kind'].upper()}:{device['name']}"
        self.cv2 = import_cv2()
        chosen = self.cv2.ocl.Device_getDefault() if self.cv2.ocl.haveOpenCL() else None
        if not chosen or not chosen.available() or chosen.name() != device["name"]:
            raise Missing(f"this OpenCV finds no OpenCL device {device['name']}; get one that was built with OpenCL: {HOW}")
        self.cv2.setNumThreads(options.threads)
        self.about = (f"OpenCV {self.cv2.__version__}, T-API on {chosen.name()}, driver {chosen.driverVersion()}, "
                      "host's clock over calls in a row")

    def prepare(self, work):
        if isinstance(work, ImageWork):
            raise Refused("no function")
        function, images = function_of(self.cv2, work), images_of(work)
        inputs = [self.cv2.UMat(image) for image in images]
        outputs = [[self.cv2.UMat(image) for image in made] for made in results_like(images, len(work.masks))]
        function(inputs[0], outputs[0])
        check(work, images[0], [image.get() for image in outputs[0]])
        return lambda repeats: self.time(lambda i: function(inputs[i], outputs[i]), repeats)

    def time(self, launch, repeats):
        def call(i):
            launch(i)
            self.cv2.ocl.finish()

        call_ms = statistics.median(call_times(call, repeats))
        begin = time.perf_counter()
        for i in range(repeats):
            launch(i % IMAGES)
        self.cv2.ocl.finish()
        return PeerTime((time.perf_counter() - begin) * 1e3 / repeats, call_ms)
