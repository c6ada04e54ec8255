"""Runs the tool's commands for arrays on NumPy's arrays."""
import json
import subprocess

import numpy as np


def command(lenslet, folder, words, inputs, outputs=(), options=()):
    """The outputs by .npy files where `outputs` has names, else by JSON."""
    files = []
    for place, array in enumerate(inputs):
        files.append(folder / f"in{place}.npy")
        np.save(files[-1], array)
    results = [folder / f"{name}.npy" for name in outputs]
    done = subprocess.run([lenslet.path, *words, *files, *results, *map(str, options), "--json"], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    if outputs:
        return [np.load(file) for file in results]
    record, = json.loads(done.stdout)["files"]
    return [np.array(output["elements"], float).reshape(output["shape"]) for output in record["outputs"]]


def numbers(code, shape, seed=1):
    random = np.random.default_rng(seed)
    if code.startswith("f"):
        return random.normal(size=shape).astype(code)
    return random.integers(0, 100, size=shape).astype(code)


def least_normal(code):
    """A device may take smaller numbers for 0."""
    return float(np.finfo(code).smallest_normal)
