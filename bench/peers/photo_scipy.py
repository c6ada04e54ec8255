"""Rows of ops through SciPy's ndimage, or scikit-image where SciPy has none. They use one thread."""
from common import module
from op_rows import ROWS, has, skimage_part


class SciPy:
    def __init__(self, _threads, _device, _folder):
        self.ndimage = module("scipy.ndimage", "scipy")
        self.about = f"SciPy {module('scipy', 'scipy').__version__} and scikit-image, one thread"

    does = staticmethod(lambda work: work.task in ROWS and (has("scipy", work) or has("skimage", work)))

    def prepare(self, work, images, extra=()):
        row = ROWS[work.task]
        if row.scipy:
            return lambda i: row.scipy(self.ndimage, work, images[i], *extra)
        module("skimage", "scikit-image")
        return lambda i: row.skimage(skimage_part, work, images[i], *extra)
