"""The twelve works of bench/python.py: their images, and how near a result is to what it must be.

Windows are judged as photographs are (bench/peers/photo_reference.py): in patches at corners, edges and middle, in
double precision. All other works have a formula here."""

import numpy as np

import photo_reference
from common import Wrong
from photo_works import MAXIMA, TYPES, Photo, noise

ANGLE = 5  # degrees, clockwise
BINS = 256  # of histograms, over the whole range of the type
LUMA = (0.299, 0.587, 0.114)
INSIDE = 2  # of a turned image, pixels whose place in the source is so far from its edges are judged
SIGMA = 2  # of a Gaussian that ends four sigmas from its middle
SIDES = {"gaussian": 17, "mean": 5, "median": 5, "sobel": 3, "laplacian": 3, "dilate": 5, "erode": 5}
TITLES = {
    "gaussian": f"gaussian, sigma {SIGMA}",
    "mean": "mean 5 x 5",
    "median": "median 5 x 5",
    "sobel": "sobel, dx",
    "laplacian": "laplacian",
    "dilate": "dilate 5 x 5",
    "erode": "erode 5 x 5",
    "resize": "resize to half",
    "rotate": f"rotate by {ANGLE} degrees",
    "threshold": "threshold",
    "histogram": f"histogram, {BINS} bins",
    "grey": "grey from RGB",
}
SIGNED = ("sobel", "laplacian")  # their results are f32, whatever the image is
ONE_CHANNEL, COLOURS = tuple(t for t in TYPES if t.endswith("x1")), ("u8x3",)
# What a result of whole levels may be off by, as libraries round otherwise; all others are exact.
LEVELS = {"gaussian": 2, "mean": 2, "resize": 1, "rotate": 2, "grey": 1}
RELATIVE = 1e-5  # of f32, by the greatest value that the op can make of white
SCALE = {"sobel": 8, "laplacian": 8, "resize": 10, "rotate": 100}  # some libraries have places of f32
APART = 2e-3  # the share of a turned image's samples that may be farther off, as noise is steep


class Work(Photo):
    """A Photo of a square image. `side` is the window's."""

    sigma = SIGMA

    @property
    def title(self):
        return TITLES[self.task]

    @property
    def level(self):
        """The middle of the range, and white."""
        white = MAXIMA[self.kind]
        return (white // 2, white) if self.kind != "f32" else (0.5, 1.0)

    @property
    def end(self):
        """The first value above the range; of f32 white."""
        return MAXIMA[self.kind] + (self.kind != "f32")

    @property
    def is_real(self):
        """Whether the right result is of f32."""
        return self.kind == "f32" or self.task in SIGNED

    def image(self):
        return noise(self.shape, self.kind)

    def allowed(self):
        of_real = RELATIVE * SCALE.get(self.task, 1) * MAXIMA[self.kind]
        if self.is_real and self.task != "histogram":
            return of_real
        return max(LEVELS[self.task], of_real) if self.task in LEVELS else 0


class Real(Work):
    """The same work where its result is not rounded to the image's type."""

    kind = "f32"


def types_of(task):
    if task == "grey":
        return COLOURS
    return ONE_CHANNEL if task == "histogram" else tuple(TYPES)


def works_of(tasks, types, sides):
    """Groups of works that differ in their size alone, the smallest first."""
    return [
        [Work(task, SIDES.get(task, 1), kind, f"{side}x{side}") for side in sorted(sides)]
        for task in tasks
        for kind in types
        if kind in types_of(task)
    ]


def of_windows(work, image, result):
    if result.shape != image.shape:
        raise Wrong(f"the result has the shape {result.shape}")
    judge = Real(*work) if work.is_real else work
    return np.concatenate(
        [
            np.abs(got.astype(np.float64) - truth).ravel()
            for _, _, got, truth, _ in photo_reference.judged(judge, image, result)
        ]
    )


def halved(_work, image):
    pixels = image[: image.shape[0] // 2 * 2, : image.shape[1] // 2 * 2].astype(np.float64)
    return (pixels[::2, ::2] + pixels[1::2, ::2] + pixels[::2, 1::2] + pixels[1::2, 1::2]) / 4


def counted(work, image):
    return np.histogram(image, BINS, (0, work.end))[0]


TRUTHS = {
    "resize": halved,
    "histogram": counted,
    "grey": lambda _work, image: image.astype(np.float64) @ LUMA,
    "threshold": lambda work, image: np.where(image > work.level[0], work.level[1], 0),
}


def turned(work, image, result):
    """Distances of a patch in the middle and one at each side, where the source's place lies inside of the image."""
    if result.shape != image.shape:
        raise Wrong(f"the result has the shape {result.shape}")
    height, width = image.shape[:2]
    cosine, sine = np.cos(np.radians(ANGLE)), np.sin(np.radians(ANGLE))
    middle_x, middle_y = (width - 1) / 2, (height - 1) / 2
    found = []
    for rows in photo_reference.spans(height, 64):
        y, x = np.meshgrid(rows - middle_y, np.arange(width) - middle_x, indexing="ij")
        places_x, places_y = cosine * x + sine * y + middle_x, cosine * y - sine * x + middle_y
        inside = (
            (places_x > INSIDE)
            & (places_x < width - 1 - INSIDE)
            & (places_y > INSIDE)
            & (places_y < height - 1 - INSIDE)
        )
        truth = between(image, places_x[inside], places_y[inside])
        found.append(np.abs(result[rows][inside].astype(np.float64) - rounded(work, truth)).ravel())
    return np.concatenate(found)


def between(image, x, y):
    """The pixels there, between their four neighbours."""
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    across, down = ((place - whole)[(...,) + (None,) * (image.ndim - 2)] for place, whole in ((x, left), (y, top)))
    upper, lower = (image[rows, left] * (1 - across) + image[rows, left + 1] * across for rows in (top, top + 1))
    return upper * (1 - down) + lower * down


def rounded(work, truth):
    return truth if work.is_real else np.rint(truth)


def distances(work, image, result):
    """How far samples of the result are from what they must be."""
    if work.task in SIDES:
        return of_windows(work, image, result)
    if work.task == "rotate":
        return turned(work, image, result)
    truth = rounded(work, TRUTHS[work.task](work, image))
    if result.shape != truth.shape:
        raise Wrong(f"the result has the shape {result.shape}, not {truth.shape}")
    return np.abs(result.astype(np.float64) - truth).ravel()


def check(work, image, result):
    """How far the farthest sample is from what it must be, of a turned image the farthest but a few. Throws Wrong where
    that is too far."""
    far = distances(work, image, result)
    farthest = float(np.quantile(far, 1 - APART, method="higher") if work.task == "rotate" else far.max())
    if not farthest <= work.allowed():  # NaN is wrong too
        raise Wrong(f"a sample is {farthest:.3g} from what it must be, allowed: {work.allowed():.3g}")
    return farthest
