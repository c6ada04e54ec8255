"""What tests of public bug reports share: the tool in a folder of its own, noise, and a mask as text.

Tests of reports are called after the tracker and the number of the report; docs/notes/public-reports.md says of each
what was reported and what Lenslet does.
"""
import pathlib
import subprocess

import numpy as np


class Runner:
    """The tool in a folder of its own; images go in and out as files."""

    def __init__(self, tool, folder):
        self.tool, self.folder = pathlib.Path(tool).absolute(), folder

    def raw(self, *words):
        command = [self.tool, *map(str, words)]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def ok(self, *words):
        done = self.raw(*words)
        assert done.returncode == 0, f"{words}\n{done.stderr}"
        return done

    def op(self, image, *words, name="in.npy"):
        """`lenslet run` of an array, as .npy: every type and any channels."""
        np.save(self.folder / name, image)
        self.ok("run", words[0], name, "out.npy", *words[1:])
        return np.load(self.folder / "out.npy")

    def bytes(self, name, content):
        (self.folder / name).write_bytes(content)
        return self.folder / name


def noise(shape, dtype=np.uint8, seed=1):
    random = np.random.default_rng(seed)
    if np.issubdtype(dtype, np.floating):
        return random.random(shape).astype(dtype)
    return random.integers(0, np.iinfo(dtype).max, shape, endpoint=True).astype(dtype)


def mask_text(mask):
    return "; ".join(" ".join(f"{v:g}" for v in row) for row in mask)
