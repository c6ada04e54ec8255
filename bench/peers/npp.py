#!/usr/bin/env python3
"""The same work through NVIDIA's NPP, in turns with lenslet_bench on the same GPU: ratios of one run.

    npp.py PATH/TO/lenslet_bench [--repeats 31] [--npp FOLDER]

A ratio above 1 says how many times faster lenslet was. Both times are the device's, with input and output in its memory
already and four images in turns. Both prove their result before they time anything. NPP is part of the CUDA toolkit; FOLDER
holds it (include/ and lib/) where the toolkit lacks it, as the package nvidia-npp does. Needs nvcc.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from common import HEIGHT, WIDTH, PeerError, PeerTime, compare, works

PEERS = ("Scharr pair", "filter2d", "Gaussian", "mean")


def build(program, folder):
    command = ["nvcc", "-O2", "-std=c++17", "-o", program, str(pathlib.Path(__file__).with_name("npp.cu"))]
    if folder:  # the package has the libraries under their versioned names alone
        names = [sorted((folder / "lib").glob(f"{stem}.so*"))[0].name for stem in ("libnppif", "libnppc")]
        command += [f"-I{folder / 'include'}", f"-L{folder / 'lib'}", f"-Xlinker=-rpath={folder / 'lib'}",
                    *(f"-l:{name}" for name in names)]
    else:
        command += ["-lnppif", "-lnppc"]
    subprocess.run(command, check=True)


def run_npp(program, work, repeats):
    result = subprocess.run([program, work.name, str(repeats)], capture_output=True, text=True)
    if result.returncode:
        raise PeerError(result.stderr.strip() or f"exit status {result.returncode}")
    record = json.loads(result.stdout)
    return PeerTime(record["median_ms"], record["call_ms"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench")
    parser.add_argument("--repeats", type=int, default=31)
    parser.add_argument("--npp", type=lambda text: pathlib.Path(text).resolve())
    options = parser.parse_args()
    os.environ.setdefault("LENSLET_DEVICE", "nvidia")
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/npp"
        build(program, options.npp)
        print(subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout.strip() +
              f", replicate border, {WIDTH} x {HEIGHT}", flush=True)
        complete = compare(options.bench, options.repeats, "NPP", [w for w in works() if w.name.startswith(PEERS)],
                           lambda work: run_npp(program, work, options.repeats))
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
