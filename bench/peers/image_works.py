"""Works that are no windows: two images mixed, levels spread, another size. A work says what `lenslet bench` takes,
OpenCV's calls for it, and what the result must be."""
import functools
from typing import NamedTuple

import numpy as np

from common import IMAGES, Wrong

ALPHA = 0.3
PHOTO = (1920, 1080)
TOLERANCE = 1  # OpenCV's weights have few bits, its tables round elsewhere


class ImageWork(NamedTuple):
    name: str
    task: str
    kind: str = "u8"
    channels: int = 3
    size: tuple = PHOTO
    to: tuple = (1, 1)  # the result's width and height by the image's, as a quotient
    interpolation: str = "linear"
    masks = (None,)  # as many as there are results
    border = ()  # nothing outside of the image is looked at

    @property
    def result_size(self):
        return tuple(side * self.to[0] // self.to[1] for side in self.size)

    @property
    def op(self):
        """The work as `lenslet bench` takes it."""
        width, height = self.result_size
        return {"blend": f"blend:alpha={ALPHA}", "equalize": "equalize",
                "resize": f"resize:size={width}x{height},interpolation={self.interpolation}"}[self.task]

    def results(self):
        """Makes for each image a result whose pages are there already."""
        width, height = self.result_size
        shape = (height, width, self.channels)[:3 if self.channels > 1 else 2]
        return [[np.full(shape, 1, np.uint8)] for _ in range(IMAGES)]

    def function(self, cv2, images):
        """OpenCV's calls: (image, results) -> None."""
        return {"blend": blend, "equalize": equalize, "resize": resize}[self.task](self, cv2, images)

    def check(self, cv2, images, result):
        """Throws Wrong where a tenth of a percent of the samples is too far from what it must be."""
        off = np.abs(result.astype(np.float64) - TRUTHS[self.task](self, cv2, images)) > TOLERANCE + 0.5
        if off.mean() > 1e-3:
            place = tuple(int(i) for i in np.argwhere(off)[0])
            raise Wrong(f"wrong at {place}: {result[place]}")


def blend(_work, cv2, images):
    return lambda image, out: cv2.addWeighted(image, 1 - ALPHA, images[-1], ALPHA, 0, dst=out[0])


def equalize(work, cv2, _images):
    if work.channels == 1:
        return lambda image, out: cv2.equalizeHist(image, dst=out[0])
    return lambda image, out: cv2.merge([cv2.equalizeHist(channel) for channel in cv2.split(image)], dst=out[0])


def resize(work, cv2, _images):
    how = getattr(cv2, f"INTER_{work.interpolation.upper()}")
    return lambda image, out: cv2.resize(image, work.result_size, dst=out[0], interpolation=how)


def blended(_work, _cv2, images):
    return images[0] * (1 - ALPHA) + images[-1] * ALPHA


def equalized(work, _cv2, images):
    image = images[0].reshape(-1, work.channels)
    result = np.empty(image.shape)
    for channel in range(work.channels):
        counts = np.bincount(image[:, channel], minlength=256)
        least = counts[counts > 0][0]
        result[:, channel] = ((np.cumsum(counts) - least) * 255 / (len(image) - least))[image[:, channel]]
    return result.reshape(images[0].shape)


def resized(work, cv2, images):
    """By OpenCV in floats, which has no fixed-point weights there."""
    return np.clip(cv2.resize(images[0].astype(np.float32), work.result_size,
                              interpolation=getattr(cv2, f"INTER_{work.interpolation.upper()}")), 0, 255)


TRUTHS = {"blend": blended, "equalize": equalized, "resize": resized}


@functools.lru_cache(maxsize=1)
def photos_of(work):
    """Noise on a slope, whose levels are not equally frequent."""
    random = np.random.default_rng(1)
    width, height = work.size
    shape = (height, width, work.channels)[:3 if work.channels > 1 else 2]
    slope = np.linspace(40, 200, width).reshape((1, width, 1)[:len(shape)])
    return [np.clip(slope + random.normal(0, 20, shape), 0, 255).astype(np.uint8) for _ in range(IMAGES)]


SCALES = {"1/2": (1, 2), "2/3": (2, 3), "3/2": (3, 2)}
IMAGE_WORKS = [*(ImageWork(f"{task} u8 x {channels}", task, channels=channels)
                 for task in ("blend", "equalize") for channels in (3, 1)),
               *(ImageWork(f"resize {how} {scale} u8 x {channels}", "resize", channels=channels, to=SCALES[scale],
                           interpolation=how)
                 for how, scale in (("nearest", "2/3"), ("linear", "1/2"), ("linear", "2/3"), ("linear", "3/2"),
                                    ("cubic", "2/3"), ("area", "1/2"), ("area", "2/3"))
                 for channels in (3, 1))]
