"""Rows of ops through SciPy's ndimage, or scikit-image or Pillow where SciPy has none. They use one thread."""
from common import module
from op_rows import ROWS, has, skimage_part


class SciPy:
    def __init__(self, _threads, _device, _folder):
        self.ndimage = module("scipy.ndimage", "scipy")
        self.about = f"SciPy {module('scipy', 'scipy').__version__}, scikit-image and Pillow, one thread"

    does = staticmethod(lambda work: work.task in ROWS and any(has(name, work) for name in ("scipy", "skimage", "pillow")))

    def prepare(self, work, images, extra=()):
        row = ROWS[work.task]
        if row.scipy:
            return lambda i: row.scipy(self.ndimage, work, images[i], *extra)
        if row.pillow:
            pillow = module("PIL.Image", "pillow")
            pictures = [pillow.fromarray(image) for image in images]
            return lambda i: row.pillow(pillow, work, pictures[i])
        module("skimage", "scikit-image")
        return lambda i: row.skimage(skimage_part, work, images[i], *extra)
