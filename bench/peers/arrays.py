#!/usr/bin/env python3
"""Ops of arrays through lenslet and through other libraries, in turns: how many times faster lenslet was.

On a GPU the peers are PyTorch, CuPy, CUB, NPP and CLBlast; on a CPU NumPy with its BLAS, loops.cpp (OpenMP, std::sort),
OpenCV and scikit-learn. One that is missing is named, with how to get it. All is in the device's memory already; times
are medians of all turns: on GPUs by the device's clock for lenslet and for what has one, on CPUs by the host's for all.
`of copy` is the share of the device's own copy rate that lenslet reached, where memory is the limit. TFLOP/s of knn
count three operations a dimension, though peers compute distances from products.

Every result of every turn is checked, and without a right one there is no ratio. Exit status 1: one was WRONG, lenslet
failed, or a peer that was asked for is missing.
"""
import argparse
import json
import os
import pathlib
import sys
import tempfile

from arrays_gpu import CuPy, Torch
from arrays_host import NumPy, OpenCv, ScikitLearn
from arrays_programs import ClBlast, Cub, Loops, NppHistogram
from arrays_turns import HEADING, compare, lenslet_json, line_of
from arrays_works import SIZES
from common import Missing

PEERS = {"torch": Torch, "cupy": CuPy, "cub": Cub, "npp": NppHistogram, "clblast": ClBlast, "numpy": NumPy, "loops": Loops,
         "opencv": OpenCv, "sklearn": ScikitLearn}
DEFAULT_PEERS = {"gpu": ("torch", "cupy", "cub", "npp", "clblast")}  # of any other device: those of the host
HOST_PEERS = ("numpy", "loops", "opencv", "sklearn")


def some_of(known):
    def parse(text):
        names = text.split(",")
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"no '{name}'; there are {', '.join(known)}")
        return names
    return parse


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lenslet", help="path of the tool")
    parser.add_argument("--works", type=some_of(SIZES), default=list(SIZES), help=f"some of {','.join(SIZES)} (default: all)")
    parser.add_argument("--peers", type=some_of(PEERS), default=[],
                        help=f"some of {','.join(PEERS)} (default: those for the kind of device)")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each (default 3)")
    parser.add_argument("--small", action="store_true", help="small arrays: for a look whether all works, not for figures")
    parser.add_argument("--device", metavar="SEL", help="of lenslet (default: LENSLET_DEVICE, or the tool's own)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the records into it, too")
    parser.add_argument("--npp-folder", type=pathlib.Path, metavar="DIR", help="NPP's include/ and lib/, outside the toolkit")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds is at least 1")
    if options.device:
        os.environ["LENSLET_DEVICE"] = options.device
    return options


def open_peers(options, device, folder):
    """The peers that can run, and the reasons of the others."""
    peers, missing = {}, {}
    for name in options.peers or DEFAULT_PEERS.get(device["kind"], HOST_PEERS):
        try:
            peers[name] = PEERS[name](folder, options, device)
            print(f"{name}: {peers[name].about}", flush=True)
        except Missing as reason:
            missing[name] = str(reason)
            print(f"{name}: missing: {reason}", flush=True)
    return peers, missing


def main():
    options = parse_options()
    device = next((d for d in lenslet_json(options, "devices")["devices"] if d["default"]), None)
    if not device:
        sys.exit("lenslet has no such device")
    print(f"lenslet: {device['name']} ({device['platform']}, driver {device['driver']})")
    records = []
    with tempfile.TemporaryDirectory() as folder:
        peers, missing = open_peers(options, device, folder)
        print(f"\n{HEADING}", flush=True)
        for name in options.works:
            made = compare(options, name, SIZES[name][2 if options.small else 0 if device["kind"] == "gpu" else 1], peers)
            print("\n".join(map(line_of, made)), flush=True)
            records += made
    if options.json:
        report = {"device": device, "rounds": options.rounds, "missing": missing, "records": records,
                  "peers": {name: peer.about for name, peer in peers.items()}}
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    right = all(record["right"] for record in records)
    return 0 if right and not (options.peers and missing) else 1


if __name__ == "__main__":
    sys.exit(main())
