"""How each library does the works of bench/python.py: a class each, with a method for each op, which returns what a
user of it calls with an image.

A library without such a function has no method, or raises Refused with the reason. What is imported is asked for when
the class is made, so that one that is not installed is missing and no more."""

from typing import Callable, NamedTuple

import numpy as np

from common import Missing, Refused, module
from photo_works import MAXIMA
from python_works import ANGLE, BINS, LUMA, SIDES, SIGMA

HOW_CUPY = "cupy-cuda12x or cupy-cuda13x"


class Way(NamedTuple):
    """A call, from the library's array to its result. `alike` makes that comparable, when the time does not count."""

    call: Callable
    alike: Callable = lambda made: made
    note: str = ""


class Library:
    """Where images must be moved, put() and get() do that: what they give is used without a copy, too."""

    def way(self, work):
        if not hasattr(self, work.task):
            raise Refused("it has no such function")
        made = getattr(self, work.task)(work)
        return made if isinstance(made, Way) else Way(made)


def window(work, side):
    """The sides of a window, where channels count as an axis."""
    return (side, side, 1)[: len(work.shape)]


def one_channel(work, why):
    if work.channels > 1:
        raise Refused(why)


class Lenslet(Library):
    PARAMETERS = {
        "gaussian": {"sigma": SIGMA, "ksize": SIDES["gaussian"]},
        "mean": {"ksize": 5},
        "median": {"ksize": 5},
        "sobel": {"dx": 1, "ddepth": "f32"},
        "laplacian": {"ddepth": "f32"},
        "dilate": {"ksize": 5},
        "erode": {"ksize": 5},
        "resize": {"scale": 0.5, "interpolation": "area"},
        "rotate": {"degrees": ANGLE, "canvas": "keep"},
        "histogram": {"bins": BINS},
    }
    NO_BORDER = ("resize", "threshold", "histogram", "grey")

    def __init__(self, _device):
        self.lenslet = module("lenslet", "build/wheels/lenslet-*.whl, or PYTHONPATH=build/release/python")
        self.session = self.lenslet.default_session()
        self.device = self.session.device
        self.about = (
            f"Lenslet {self.lenslet.__version__} on {self.device['name']} ({self.device['platform']}, driver "
            f"{self.device['driver']})"
        )

    def way(self, work):
        op, keywords = getattr(self.lenslet, work.task), dict(self.PARAMETERS.get(work.task, {}))
        if work.task not in self.NO_BORDER:
            keywords["border"] = "replicate"
        if work.task == "threshold":
            keywords["level"], keywords["maximum"] = work.level
        return Way(lambda image: op(image, **keywords))

    def put(self, work, image):
        return self.session.upload_array(image) if work.task == "histogram" else self.session.upload(image)

    def get(self, made):
        return made.download()


class OpenCv(Library):
    def __init__(self, _device):
        self.cv2 = module("cv2", "opencv-python-headless")
        self.edge = self.cv2.BORDER_REPLICATE
        self.about = f"OpenCV {self.cv2.__version__}, {self.cv2.getNumThreads()} threads"

    def gaussian(self, work):
        return lambda image: self.cv2.GaussianBlur(image, (work.side, work.side), SIGMA, borderType=self.edge)

    def mean(self, work):
        return lambda image: self.cv2.blur(image, (work.side, work.side), borderType=self.edge)

    def median(self, work):
        return lambda image: self.cv2.medianBlur(image, work.side)

    def sobel(self, _work):
        return lambda image: self.cv2.Sobel(image, self.cv2.CV_32F, 1, 0, borderType=self.edge)

    def laplacian(self, _work):
        return lambda image: self.cv2.Laplacian(image, self.cv2.CV_32F, borderType=self.edge)

    def dilate(self, work):
        element = np.ones((work.side, work.side), np.uint8)
        return lambda image: self.cv2.dilate(image, element, borderType=self.edge)

    def erode(self, work):
        element = np.ones((work.side, work.side), np.uint8)
        return lambda image: self.cv2.erode(image, element, borderType=self.edge)

    def resize(self, _work):
        return lambda image: self.cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=self.cv2.INTER_AREA)

    def rotate(self, work):
        height, width = work.shape[:2]
        matrix = self.cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -ANGLE, 1)
        return lambda image: self.cv2.warpAffine(image, matrix, (width, height), borderMode=self.edge)

    def threshold(self, work):
        return lambda image: self.cv2.threshold(image, *work.level, self.cv2.THRESH_BINARY)[1]

    def histogram(self, work):
        return Way(lambda image: self.cv2.calcHist([image], [0], None, [BINS], (0, work.end)), np.ravel)

    def grey(self, _work):
        return lambda image: self.cv2.cvtColor(image, self.cv2.COLOR_RGB2GRAY)


class Ndimage(Library):
    """What SciPy and CuPy have in common: `xp` is NumPy, or what is written as it."""

    laplace_takes_axes = True

    def gaussian(self, _work):
        return lambda image: self.ndimage.gaussian_filter(image, (SIGMA, SIGMA, 0)[: image.ndim], mode="nearest")

    def mean(self, work):
        return lambda image: self.ndimage.uniform_filter(image, window(work, work.side), mode="nearest")

    def median(self, work):
        return lambda image: self.ndimage.median_filter(image, window(work, work.side), mode="nearest")

    def sobel(self, work):
        one_channel(work, "its sobel smooths across channels")
        return lambda image: self.ndimage.sobel(image, 1, output=self.xp.float32, mode="nearest")

    def laplacian(self, work):
        more = {"axes": (0, 1)} if self.laplace_takes_axes else {}
        if not more:
            one_channel(work, "its laplace differs across channels, too")
        return lambda image: self.ndimage.laplace(image, output=self.xp.float32, mode="nearest", **more)

    def dilate(self, work):
        return lambda image: self.ndimage.maximum_filter(image, window(work, work.side), mode="nearest")

    def erode(self, work):
        return lambda image: self.ndimage.minimum_filter(image, window(work, work.side), mode="nearest")

    def resize(self, _work):
        """Linear samples at half of each side lie in the middle of four pixels, and so are their mean."""
        return lambda image: self.ndimage.zoom(
            image, (0.5, 0.5, 1)[: image.ndim], order=1, mode="nearest", grid_mode=True
        )

    def rotate(self, _work):
        return lambda image: self.ndimage.rotate(image, -ANGLE, reshape=False, order=1, mode="nearest")

    def threshold(self, work):
        level, white = work.level
        return Way(lambda image: image > level, lambda made: made * white, f"{self.plain}, to bool")

    def histogram(self, work):
        if work.kind == "u8":
            return Way(lambda image: self.xp.bincount(image.ravel(), minlength=BINS), note=self.plain)
        return Way(lambda image: self.xp.histogram(image, BINS, (0, work.end))[0], note=self.plain)

    def grey(self, _work):
        weights = self.xp.asarray(LUMA, dtype=self.xp.float32)
        return Way(lambda image: image @ weights, note=f"{self.plain}, to float32")


class SciPy(Ndimage):
    plain = "NumPy's own functions"

    def __init__(self, _device):
        self.xp, self.ndimage = np, module("scipy.ndimage", "scipy")
        self.about = f"SciPy {module('scipy', 'scipy').__version__} with NumPy {np.__version__}, one thread"


class CuPy(Ndimage):
    plain, laplace_takes_axes = "CuPy's own functions", False

    def __init__(self, _device):
        self.xp, self.ndimage = module("cupy", HOW_CUPY), module("cupyx.scipy.ndimage", HOW_CUPY)
        try:
            name = self.xp.cuda.runtime.getDeviceProperties(0)["name"].decode()
        except Exception as error:  # without a driver it has errors of its own
            raise Missing(str(error)) from error
        self.about = f"CuPy {self.xp.__version__} on {name}"

    def way(self, work):
        way = super().way(work)

        def waited(image):
            made = way.call(image)
            self.xp.cuda.get_current_stream().synchronize()
            return made

        return way._replace(call=waited)

    def put(self, _work, image):
        return self.xp.asarray(image)

    def get(self, made):
        return self.xp.asnumpy(made)


class Skimage(Library):
    def __init__(self, _device):
        self.filters, self.morphology, self.transform, self.exposure = (
            module(f"skimage.{part}", "scikit-image") for part in ("filters", "morphology", "transform", "exposure")
        )
        self.about = f"scikit-image {module('skimage', 'scikit-image').__version__}, one thread"

    def gaussian(self, work):
        channels = {"channel_axis": -1} if work.channels > 1 else {}
        return lambda image: self.filters.gaussian(image, SIGMA, mode="nearest", preserve_range=True, **channels)

    def mean(self, _work):
        raise Refused("its rank.mean leaves out what lies outside of the image")

    def median(self, work):
        footprint = np.ones(window(work, work.side), np.uint8)
        return lambda image: self.filters.median(image, footprint, mode="nearest")

    def sobel(self, work):
        one_channel(work, "its sobel smooths across channels")
        return Way(
            lambda image: self.filters.sobel(image, axis=1, mode="nearest"),
            lambda made: made * 4 * MAXIMA[work.kind],
            "a quarter of it, where white is 1, in float64",
        )

    def laplacian(self, work):
        one_channel(work, "its laplace differs across channels, too")
        return Way(
            self.filters.laplace, lambda made: made * -MAXIMA[work.kind], "less it, where white is 1, in float64"
        )

    def dilate(self, work):
        footprint = np.ones(window(work, work.side), np.uint8)
        return lambda image: self.morphology.dilation(image, footprint)

    def erode(self, work):
        footprint = np.ones(window(work, work.side), np.uint8)
        return lambda image: self.morphology.erosion(image, footprint)

    def resize(self, work):
        return lambda image: self.transform.downscale_local_mean(image, window(work, 2))

    def rotate(self, _work):
        return lambda image: self.transform.rotate(image, -ANGLE, order=1, mode="edge", preserve_range=True)

    def threshold(self, _work):
        raise Refused("NumPy does it")

    def histogram(self, work):
        if work.kind != "u8":
            raise Refused("its histogram has a bin for each level, or those from the least to the greatest value")
        return lambda image: self.exposure.histogram(image, source_range="dtype")[0]

    def grey(self, _work):
        raise Refused("its rgb2gray has other weights")


class Clesperanto(Library):
    """On lenslet's own device."""

    def __init__(self, device):
        self.cle = module("pyclesperanto", "pyclesperanto")
        try:
            self.cle.select_device(device["name"])
            chosen = self.cle.get_device().name
        except Exception as error:  # its own
            raise Missing(str(error)) from error
        if chosen != device["name"]:
            raise Missing(f"it does not find the device {device['name']}")
        self.cle.wait_for_kernel_to_finish(True)
        self.about = f"pyclesperanto {self.cle.__version__} on {chosen}"

    def way(self, work):
        one_channel(work, "a third side is the depth of a volume to it")
        return super().way(work)

    @staticmethod
    def box(work):
        return {"radius_x": work.side // 2, "radius_y": work.side // 2, "radius_z": 0, "connectivity": "box"}

    def gaussian(self, _work):
        return lambda image: self.cle.gaussian_blur(image, sigma_x=SIGMA, sigma_y=SIGMA)

    def mean(self, work):
        return lambda image: self.cle.mean_filter(image, **self.box(work))

    def median(self, work):
        return lambda image: self.cle.median(image, **self.box(work))

    def laplacian(self, _work):
        return Way(lambda image: self.cle.laplace(image, connectivity="sphere"), lambda made: -made, "less it")

    def dilate(self, work):
        return lambda image: self.cle.maximum_filter(image, **self.box(work))

    def erode(self, work):
        return lambda image: self.cle.minimum_filter(image, **self.box(work))

    def resize(self, _work):
        return lambda image: self.cle.scale(image, factor_x=0.5, factor_y=0.5, interpolate=True, resize=True)

    def rotate(self, _work):
        return lambda image: self.cle.rotate(image, angle_z=ANGLE, interpolate=True)

    def threshold(self, work):
        level, white = work.level
        return Way(lambda image: self.cle.greater_constant(image, scalar=level), lambda made: (made > 0) * white)

    def histogram(self, work):
        """The greatest value of its range has the last bin for itself."""
        return Way(
            lambda image: self.cle.histogram(
                image, num_bins=BINS, minimum_intensity=0, maximum_intensity=MAXIMA[work.kind]
            ),
            np.ravel,
        )

    def put(self, _work, image):
        return self.cle.push(image)

    def get(self, made):
        return self.cle.pull(made)


# By the names that they have in tables. The first one is what the others are compared with.
LIBRARIES = {
    "Lenslet": Lenslet,
    "cv2": OpenCv,
    "SciPy": SciPy,
    "scikit-image": Skimage,
    "pyclesperanto": Clesperanto,
    "CuPy": CuPy,
}
