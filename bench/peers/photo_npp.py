"""Photographs through NVIDIA's NPP, by the programs npp_photos.cu and npp_rows.cu, which write their results for a proof
here."""
import functools
import json
import pathlib
import statistics

import numpy as np

from common import Missing, Refused, Wrong, run_or
from op_rows import ROWS
from peer_npp import HOW, check_nvidia, compile_command
from photo_chains import TEXTS, line_of
from row_npp import Judged

REFUSED = {"brightness": "it has no function that scales and shifts at once",
           "gradient": "its magnitudes are of another type"}
LIBRARIES = ("nppif", "nppim", "nppidei", "nppitc", "nppc")
ROW_LIBRARIES = ("nppial", "nppicc", "nppidei", "nppif", "nppig", "nppim", "nppist", "nppc")
PATIENCE = 60  # seconds of a row


class Npp:
    def __init__(self, _threads, device, folder):
        check_nvidia(device)
        self.folder = pathlib.Path(folder)
        self.program = f"{folder}/npp_photos"
        self.npp = pathlib.Path(device["npp_folder"]) if device["npp_folder"] else None
        run_or(Missing, compile_command(self.program, "npp_photos.cu", self.npp, LIBRARIES), HOW)
        self.about = run_or(Missing, [self.program], HOW).strip() + ", CUDA events over calls in a row"

    does = staticmethod(lambda work: work.task not in ROWS or ROWS[work.task].npp is not None)

    def prepare(self, work, images, extra=()):
        if work.task in ROWS:
            return self.prepare_row(work, images[0], extra)
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

    @functools.cached_property
    def row_program(self):
        """Compiled for the first row: where that fails, only rows have no time."""
        program = f"{self.folder}/npp_rows"
        run_or(Wrong, compile_command(program, "npp_rows.cu", self.npp, ROW_LIBRARIES))
        return program

    def prepare_row(self, work, image, extra):
        """In the first way that is right, of those that can be told from each other here."""
        by = ROWS[work.task].npp
        if by.refused or work.type not in by.types:
            raise Refused(by.refused or f"it has none of {work.type}")
        wrong = []
        for way in by.ways():
            try:
                return self.prepare_way(way, work, image, extra)
            except Wrong as reason:
                wrong.append(reason)
        raise wrong[0]

    def prepare_way(self, by, work, image, extra):
        made = self.row_result(by, work, image, extra)
        notes = [by.note, by.own(work, by.image(image), made) if by.own else ""]
        note = {"note": "; ".join(filter(None, notes))} if any(notes) else {}

        def call(_):
            return Judged(made, by, extra)

        call.proved = by.own is not None
        ways = [by, *self.as_right(by, made, work, image, extra)]
        call.times = lambda seconds: min((json.loads(self.run_row(way, work, image, extra, seconds)) for way in ways),
                                         key=lambda times: statistics.median(times["ms"])) | note
        return call

    def as_right(self, by, made, work, image, extra):
        """Another function of NPP with the same result: the quicker of both counts."""
        try:
            same = by.also and np.allclose(self.row_result(by.also, work, image, extra), made, 0, by.levels or 0)
        except Wrong:
            same = False
        return [by.also] if same else []

    def row_result(self, by, work, image, extra):
        self.run_row(by, work, image, extra, 0)
        made = np.fromfile(self.folder / "row" / "result", by.dtype or work.dtype)
        if made.size != np.prod(by.shape(work)):
            raise Wrong(f"the result has {made.size} samples")
        return made.reshape(by.shape(work))

    def run_row(self, by, work, image, extra, seconds):
        folder = self.folder / "row"
        folder.mkdir(exist_ok=True)
        (folder / "result").unlink(missing_ok=True)
        by.image(image).tofile(folder / "image")
        for i, more in enumerate(by.extra(work, extra)):
            more.tofile(folder / f"extra{i}")
        height, width = work.shape[:2]
        task, *values = by.words(work)
        words = (task, work.kind, work.channels, width, height, seconds, work.images, folder, *values)
        return run_or(Wrong, [self.row_program, *map(str, words)], patience=PATIENCE)


def mask_of(work):
    if work.task in TEXTS:
        return line_of(work.task)
    if work.task == "gaussian":
        return work.line
    return work.mask if work.mask is not None else work.element
