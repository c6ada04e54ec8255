"""Runs the built command line tool on images in memory, through lossless files."""
import pathlib
import shutil
import subprocess

import cv2
import numpy as np
import tifffile


def swap_red_and_blue(image):
    """OpenCV's order of channels, and back."""
    order = {3: [2, 1, 0], 4: [2, 1, 0, 3]}
    return image if image.ndim == 2 else np.ascontiguousarray(image[:, :, order[image.shape[2]]])


def write(path, image):
    if path.suffix == ".png":
        assert cv2.imwrite(str(path), swap_red_and_blue(image))
        return
    colours = "minisblack" if image.ndim == 2 else "rgb"
    alpha = ["unassalpha"] if image.shape[2:] == (4,) else None
    tifffile.imwrite(path, image, photometric=colours, extrasamples=alpha)


def read(path):
    if path.suffix == ".png":
        return swap_red_and_blue(cv2.imread(str(path), cv2.IMREAD_UNCHANGED))
    return tifffile.imread(path)


def suffix_for(image, ddepth):
    return ".png" if np.issubdtype(image.dtype, np.integer) and ddepth != "f32" else ".tif"


def border_options(border):
    if border is None:
        return []
    value = ["--border-value", str(border.value)] if border.name == "constant" else []
    return ["--border", border.name, *value]


class Tool:
    def __init__(self, path, folder):
        self.path = path
        self.inputs = pathlib.Path(folder) / "in"
        self.results = pathlib.Path(folder) / "out"
        self.inputs.mkdir()
        self.written = {}  # path -> image: a photograph is written once

    def file_of(self, name, image, suffix):
        path = self.inputs / (name + suffix)
        if self.written.get(path) is not image:
            write(path, image)
            self.written[path] = image
        return path

    def run(self, op, images, *arguments, border=None, ddepth=None, outputs=()):
        """All images (name -> image) in one process. Returns name -> result, or a tuple of them for named outputs."""
        paths = {name: self.file_of(name, image, suffix_for(image, ddepth)) for name, image in images.items()}
        shutil.rmtree(self.results, ignore_errors=True)
        depth = ["--ddepth", ddepth] if ddepth else []
        command = [self.path, "run", op, *map(str, arguments), *border_options(border), *depth,
                   "--out-dir", self.results, "--quiet", *paths.values()]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stderr}"
        return {name: self.result(path, outputs) for name, path in paths.items()}

    def result(self, path, outputs):
        if not outputs:
            return read(self.results / path.name)
        return tuple(read(self.results / f"{path.stem}-{output}{path.suffix}") for output in outputs)
