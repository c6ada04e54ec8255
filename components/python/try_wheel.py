#!/usr/bin/env python3
"""Installs a wheel into an empty environment outside of the tree, and filters there. Usage: try_wheel.py WHEEL

What must hold: NumPy is all that pip brings with it, libraries come from the wheel, lenslet-worker is found beside the
module, and nothing of the tree is used.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time
import venv

FILTER = """
import pathlib, subprocess, sys
import numpy as np
import lenslet

home = pathlib.Path(lenslet.__file__).parent
assert home.is_relative_to(sys.prefix), home
image = np.add.outer(np.arange(200), np.arange(300)).astype(np.uint8)
smooth = lenslet.gaussian(image, sigma=2, border="replicate")
assert smooth.shape == image.shape and 0 < int(smooth.max()) and (smooth != image).any()
report = lenslet.invert.tune(image, candidates=1, seconds=5)
assert report.winner["outcome"] == "correct"

maps = pathlib.Path("/proc/self/maps").read_text().splitlines()
for name in ("OpenCL", "fmt", "sqlite3"):
    loaded = {line.split()[-1] for line in maps if f"/lib{name}" in line}
    assert any(str(home.parent / "lenslet.libs") in path for path in loaded), (name, loaded)
assert (home / "lenslet-worker").is_file() and (home / "py.typed").is_file() and (home / "__init__.pyi").is_file()
print(f"lenslet {lenslet.__version__} on {lenslet.default_session().device['name']}")
"""


def run(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, **more)


def main():
    wheel = pathlib.Path(sys.argv[1]).resolve()
    hidden = ("PYTHONPATH", "LENSLET_WORKER", "LD_LIBRARY_PATH", "LENSLET_CACHE_DIR")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    with tempfile.TemporaryDirectory(prefix="lenslet-wheel-") as folder:
        begin = time.monotonic()
        venv.create(folder, with_pip=True)
        python = pathlib.Path(folder) / "bin" / "python"
        run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel, cwd=folder, env=environment)
        environment["LENSLET_DATA_DIR"] = str(pathlib.Path(folder) / "data")
        run(python, "-c", FILTER, cwd=folder, env=environment)
        print(f"{wheel.name}: from nothing to a filtered picture in {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
