"""Rows of ops through cuCIM's scikit-image for GPUs, timed as CuPy's."""
from common import Missing, module
from op_rows import ROWS, cucim_part, has
from photo_cupy import CuPy

HOW = "cucim-cu12 or cucim-cu13"


class Cucim(CuPy):
    def __init__(self, threads, device, folder):
        super().__init__(threads, device, folder)
        try:
            self.about = f"cuCIM {module('cucim', HOW).__version__} with {self.about}"
        except Missing:
            raise
        except Exception as error:  # without a driver it has errors of its own
            raise Missing(f"{error}; pip install {HOW}") from error

    does = staticmethod(lambda work: work.task in ROWS and has("cucim", work))

    def row_of(self, work, extra):
        more = [self.cupy.asarray(image) for image in extra]
        return lambda image: ROWS[work.task].cucim(cucim_part, work, image, *more)
