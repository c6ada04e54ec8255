#!/usr/bin/env python3
"""Photographs through lenslet and through other libraries: ops x types and channels x sizes, in turns.

Each library has a process of its own. In each of some turns every one of them does a work of all sizes; the best of
the turns' medians counts. All is in memory already, four images take turns, the border is replicate. Each result is
compared with a reference in double precision at the image's corners, edges and middle, and those of the rows of
op_rows.py with lenslet's, which `lenslet bench` proves before it is timed; what is wrong has no time. A peer that is
missing is named, with how to get it.

On a CPU the peers are OpenCV, Halide, libvips and SciPy, on a GPU OpenCV's T-API, NPP, CuPy and cuCIM.
LENSLET_DEVICE chooses the device. The table is Markdown: `photo_table.py FILE.json` prints it again, `photo_chart.py FILE.json OUT.svg` draws it.
Exit status 1: a result of lenslet was wrong or could not be had, or a peer that was asked for is missing.
"""
import argparse
import json
import math
import os
import pathlib
import re
import statistics
import sys
import tempfile
import time

from common import Missing
from op_rows import ROWS
from photo_process import PEERS
from photo_table import table
from photo_turns import Lenslet, Peer, device_of
from photo_works import LARGE, SIZES, TYPES, works_of

DEFAULT_PEERS = {"cpu": ("opencv", "halide", "vips", "scipy"), "gpu": ("opencl", "npp", "cupy", "cucim")}
FORMAT = 1


def some_of(known):
    def parse(text):
        for name in text.split(","):
            if name not in known:
                raise argparse.ArgumentTypeError(f"no '{name}'; there are {', '.join(known)}")
        return text.split(",")
    return parse


def sizes_of(text):
    for size in text.split(","):
        if not re.fullmatch(r"[1-9]\d*x[1-9]\d*", size):
            raise argparse.ArgumentTypeError(f"'{size}' is no size such as 1920x1080")
    return sorted(text.split(","), key=lambda size: math.prod(map(int, size.split("x"))))


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lenslet", help="path of the tool")
    parser.add_argument("--peers", type=some_of(PEERS), default=[],
                        help=f"some of {','.join(PEERS)} (default: those for the kind of device)")
    parser.add_argument("--ops", default="", metavar="REGEX", help="works that it fits, as 'mean 9' (default: all)")
    parser.add_argument("--types", type=some_of(TYPES), default=list(TYPES),
                        help=f"some of {','.join(TYPES)} (default: all)")
    parser.add_argument("--sizes", type=sizes_of, default=list(SIZES), help=f"WxH,... (default: {','.join(SIZES)})")
    parser.add_argument("--large", action="store_true", help=f"{LARGE}, too")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)),
                        help="of the peers on the CPU (default: this process's cores)")
    parser.add_argument("--turns", type=int, default=2, help="of each library for each work (default 2)")
    parser.add_argument("--seconds", type=float, default=0.25, help="of repeats in a turn (default 0.25)")
    parser.add_argument("--quick", action="store_true", help="rows of op_rows.py without `lenslet bench`'s own proof, which "
                        "takes many seconds of 12 megapixels: peers prove lenslet's results as these prove theirs")
    parser.add_argument("--tune", metavar="TIME", help="tune each work first, for so long: 20s")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the records into it, too")
    parser.add_argument("--npp-folder", metavar="DIR", help="NPP's include/ and lib/, outside the toolkit")
    options = parser.parse_args()
    options.groups = works_of(lambda name: re.search(options.ops, name), options.types,
                              [*options.sizes, *([LARGE] if options.large else [])])
    if not options.groups or options.threads < 1 or options.turns < 1 or options.seconds <= 0:
        parser.error("--threads and --turns are at least 1, --seconds over 0" if options.groups else
                     "no work has such a name and type")
    return options


def open_peers(options, device, folder):
    """The peers that can run, and the reasons of the others."""
    peers, missing = {}, {}
    for name in options.peers or DEFAULT_PEERS.get(device["kind"], DEFAULT_PEERS["cpu"]):
        try:
            peers[name] = Peer(name, options.threads, folder, device | {"npp_folder": options.npp_folder, "lenslet": options.lenslet})
            print(f"{name + ':':<9}{peers[name].about}", file=sys.stderr, flush=True)
        except Missing as reason:
            missing[name] = str(reason)
            print(f"{name + ':':<9}missing: {reason}", file=sys.stderr, flush=True)
    return peers, missing


def joined(answers):
    """One record of a library's answers from turn to turn."""
    for answer in answers:
        if answer["outcome"] != "correct":
            return {"outcome": answer["outcome"], "detail": answer["detail"]}
    best = min(answers, key=lambda answer: statistics.median(answer["ms"]))
    record = {name: value for name, value in best.items() if name not in ("ms", "call_ms")}
    return record | {"ms": statistics.median(best["ms"]), "turns_ms": [statistics.median(a["ms"]) for a in answers],
                     "call_ms": min(statistics.median(answer["call_ms"]) for answer in answers)}


def does(peer, work):
    return peer.does(work) if hasattr(peer, "does") else work.task not in ROWS


def measure(group, libraries, options):
    """A record for each work. Who begins changes from turn to turn. Who lacks the op has no turn."""
    libraries = {name: library for name, library in libraries.items()
                 if name == "lenslet" or does(PEERS[name], group[0])}
    libraries["lenslet"].prepare(group)
    answers = {name: [] for name in libraries}
    for turn in range(options.turns):
        names = list(libraries)
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            if turn == 0 or any(answer["outcome"] == "correct" for answer in answers[name][0]):
                answers[name].append(libraries[name].times(group, options.seconds))
    for name, library in libraries.items():
        if name != "lenslet":
            library.forget()
    return [{"work": work.name, "type": work.type, "size": work.size,
             "times": {name: joined([turn[i] for turn in turns]) for name, turns in answers.items()}}
            for i, work in enumerate(group)]


def line_of(record):
    """What one work came to, while the others are under way."""
    shown = [f"{name} {time['ms']:.4g}" if "ms" in time else f"{name} {time['outcome']}: {time['detail']}"
             for name, time in record["times"].items()]
    return f"{record['work']}, {record['type']}, {record['size']}: {', '.join(shown)}"


def write(file, report):
    """After each group, so that what ends early has what it measured."""
    if file:
        file.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def main():
    options = parse_options()
    about = device_of(options.lenslet)
    begin = time.time()
    report = {"format": FORMAT, "lenslet": about["lenslet"], "device": about["device"],
              "copy_bytes_per_second": about["copy_bytes_per_second"], "turns": options.turns,
              "seconds": options.seconds, "tune": options.tune, "records": []}
    with tempfile.TemporaryDirectory() as folder:
        peers, report["missing"] = open_peers(options, about["device"], folder)
        report["peers"] = {name: peer.about for name, peer in peers.items()}
        for group in options.groups:
            made = measure(group, {"lenslet": Lenslet(options.lenslet, options.tune, options.quick), **peers}, options)
            print("\n".join(map(line_of, made)), file=sys.stderr, flush=True)
            report["records"] += made
            write(options.json, report | {"took_seconds": round(time.time() - begin)})
        for peer in peers.values():
            peer.end()
    print(table(report))
    ours = [record["times"]["lenslet"]["outcome"] for record in report["records"]]
    return 1 if {"wrong", "failed"} & set(ours) or (options.peers and report["missing"]) else 0


if __name__ == "__main__":
    sys.exit(main())
