"""Photographs through NVIDIA's NPP, by the program npp_photos.cu, which writes its result for a proof here."""
import json
import pathlib

import numpy as np

from common import Missing, Refused, Wrong, run_or
from peer_npp import HOW, check_nvidia, compile_command
from photo_chains import TEXTS, line_of

REFUSED = {"brightness": "it has no function that scales and shifts at once",
           "gradient": "its magnitudes are of another type"}
LIBRARIES = ("nppif", "nppim", "nppidei", "nppitc", "nppc")


class Npp:
    def __init__(self, _threads, device, folder):
        check_nvidia(device)
        self.folder = pathlib.Path(folder)
        self.program = f"{folder}/npp_photos"
        npp = pathlib.Path(device["npp_folder"]) if device["npp_folder"] else None
        run_or(Missing, compile_command(self.program, "npp_photos.cu", npp, LIBRARIES), HOW)
        self.about = run_or(Missing, [self.program], HOW).strip() + ", CUDA events over calls in a row"

    def prepare(self, work, images):
        if work.task in REFUSED:
            raise Refused(REFUSED[work.task])
        self.run(work, images[0], 0)
        made = np.fromfile(self.folder / "result", work.dtype).reshape(work.shape)

        def call(_):
            return made

        call.times = lambda seconds: json.loads(self.run(work, images[0], seconds))
        return call

    def run(self, work, image, seconds):
        """What the program prints."""
        files = [self.folder / name for name in ("image", "mask", "result")]
        image.tofile(files[0])
        np.float32(mask_of(work)).tofile(files[1])
        height, width = work.shape[:2]
        words = (work.task, work.side, work.kind, work.channels, width, height, seconds, work.images, *files)
        return run_or(Wrong, [self.program, *map(str, words)])


def mask_of(work):
    if work.task in TEXTS:
        return line_of(work.task)
    if work.task == "gaussian":
        return work.line
    return work.mask if work.mask is not None else work.element
