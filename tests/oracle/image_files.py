"""Runs an op on images through .npy and TIFF files, with results of any kind."""
import subprocess

import numpy as np
import tifffile


def started(lenslet, folder, op, images, outputs, *arguments):
    """The process that has run the op. Images are written to numbered .npy files; outputs are names in the folder."""
    files = [folder / f"in{i}.npy" for i in range(len(images))]
    for path, image in zip(files, images):
        np.save(path, image)
    command = [lenslet.path, "run", op, *files, *[folder / name for name in outputs], *map(str, arguments), "--quiet"]
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)


def results(lenslet, folder, op, images, outputs, *arguments):
    """What the op makes, as arrays."""
    done = started(lenslet, folder, op, images, outputs, *arguments)
    assert done.returncode == 0, done.stderr
    return [np.load(folder / name) if name.endswith(".npy") else tifffile.imread(folder / name) for name in outputs]


def assert_refused(lenslet, folder, op, images, outputs, arguments, told):
    """The op ends with one line, and writes nothing."""
    done = started(lenslet, folder, op, images, outputs, *arguments)
    assert done.returncode != 0 and told in done.stderr, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not any((folder / name).exists() for name in outputs)
