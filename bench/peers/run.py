#!/usr/bin/env python3
"""The same work through lenslet and through other libraries, in turns: the ratios of one run.

A ratio above 1 says how many times faster lenslet was: `ratio` by the device's clock where the peer shows it, `call` by
the host's, round a call that is waited for. Input and output are in memory already, four images take turns, the border
is replicate. Whose result is wrong has no time. A peer that is missing is named, with how to get it.

LENSLET_DEVICE chooses the device of lenslet, OpenCV's T-API and NPP. Exit status 1: a result was wrong, or a peer
that was asked for is missing.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

from common import WORKS, Missing, Refused, Wrong
from image_works import IMAGE_WORKS
from peer_halide import Halide, HalideAuto
from peer_npp import Npp
from peer_opencv import OpenCv, OpenCvOpenCl

PEERS = {"opencv": OpenCv, "opencl": OpenCvOpenCl, "halide": Halide, "halide-auto": HalideAuto, "npp": Npp}
DEFAULT_PEERS = {"cpu": ("opencv", "opencl", "halide"), "gpu": ("opencl", "npp")}
FORMAT = 1


def lenslet_json(options, *arguments):
    done = subprocess.run([options.lenslet, *arguments, "--json"], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit(done.returncode or 1)
    return json.loads(done.stdout)


def measure_lenslet(options, work):
    axes = (work.op, "--type", work.kind, "--channels", str(work.channels), "--size", f"{work.size[0]}x{work.size[1]}",
            *work.border)
    if options.tune:
        lenslet_json(options, "tune", *axes, "--budget", options.tune)
    record = lenslet_json(options, "bench", *axes, "--repeats", str(options.repeats))["records"][0]
    if record["outcome"] != "correct":
        raise Wrong(f"lenslet: {record['outcome']}: {record['detail']}")
    if record["median_ms"] is None:
        sys.exit(f"{work.name}: the device gives no times")
    return record


def open_peers(options, device):
    """The peers that can run, and the reasons of the others."""
    peers, missing = {}, {}
    for name in options.peers or DEFAULT_PEERS.get(device["kind"], ("opencv", "opencl")):
        try:
            peers[name] = PEERS[name](options, device)
            print(f"{name + ':':<13}{peers[name].about}", flush=True)
        except Missing as reason:
            missing[name] = str(reason)
            print(f"{name + ':':<13}skipped: {reason}", flush=True)
    return peers, missing


def compare(options, peers, work):
    """Each peer, lenslet, each peer again: the better of a peer's two times counts. Yields a record for each peer."""
    timers, first, errors = {}, {}, {}
    for name, peer in peers.items():
        try:
            timers[name] = peer.prepare(work)
            first[name] = timers[name](options.repeats)
        except (Refused, Wrong) as error:
            errors[name] = error
    try:
        ours = measure_lenslet(options, work) if first else None
    except Wrong as error:
        errors |= dict.fromkeys(first, error)
    for name in peers:
        record = {"work": work.name, "peer": name}
        if name in errors:
            yield record | {"outcome": type(errors[name]).__name__.lower(), "detail": str(errors[name])}
            continue
        best = first[name].best(timers[name](options.repeats))
        yield record | {"outcome": "correct", "lenslet_ms": ours["median_ms"], "lenslet_call_ms": ours["call_ms"],
                        "peer_ms": best.ms, "peer_call_ms": best.call_ms, "ratio": best.ms / ours["median_ms"],
                        "call_ratio": best.call_ms / ours["call_ms"], "share_of_copy_rate": ours["share_of_copy_rate"],
                        "schedule": ours["schedule"]}


def print_record(record):
    start = f"{record['work']:<26} {record['peer']:<11}"
    if record["outcome"] != "correct":
        print(f"{start} {record['outcome']}: {record['detail']}", flush=True)
        return
    print(f"{start} {record['lenslet_ms']:10.4f} {record['peer_ms']:10.4f} {record['ratio']:6.2f} "
          f"{record['call_ratio']:6.2f} {100 * (record['share_of_copy_rate'] or 0):7.1f}%  {record['schedule']}", flush=True)


def size_of(text):
    width, height = map(int, text.split("x"))
    return width, height


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lenslet", help="path of the tool")
    parser.add_argument("--peers", type=lambda text: text.split(","), default=[],
                        help=f"{', '.join(PEERS)} (default: those for the kind of device)")
    parser.add_argument("--works", default="", metavar="REGEX", help="works whose names this fits (default: all)")
    parser.add_argument("--size", type=size_of, metavar="WxH", help="of the images (default 3866x4320; sharpen 2580x1319; "
                                                                "blend, equalize and resize 1920x1080)")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)),
                        help="of the peers on the CPU (default: this process's cores)")
    parser.add_argument("--repeats", type=int, default=15, help="timed launches (default 15)")
    parser.add_argument("--tune", metavar="TIME", help="tune each work first, for so long: 20s")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the records into it, too")
    parser.add_argument("--npp-folder", type=pathlib.Path, metavar="DIR", help="NPP's include/ and lib/, outside the toolkit")
    options = parser.parse_args()
    for name in options.peers:
        if name not in PEERS:
            parser.error(f"no peer '{name}'; there are {', '.join(PEERS)}")
    options.works = [work._replace(size=options.size or work.size) for work in WORKS + IMAGE_WORKS
                     if re.search(options.works, work.name)]
    if not options.works or options.threads < 1 or options.repeats < 1:
        parser.error("no work has such a name" if not options.works else "--threads and --repeats are at least 1")
    return options


def main():
    options = parse_options()
    about = lenslet_json(options, "bench", "brightness", "--size", "640x480", "--repeats", "1")
    device = about["device"]
    print(f"lenslet:     {about['lenslet']}, {device['name']} ({device['platform']}, driver {device['driver']}), "
          f"copy {about['copy_bytes_per_second'] * 1e-9:.1f} GB/s")
    peers, missing = open_peers(options, device)
    print(f"\n{'work':<26} {'peer':<11} {'lenslet ms':>10} {'peer ms':>10} {'ratio':>6} {'call':>6} {'of copy':>8}  schedule",
          flush=True)
    records = []
    for work in options.works:
        for record in compare(options, peers, work):
            print_record(record)
            records.append(record)
    if options.json:
        report = {"format": FORMAT, "lenslet": about["lenslet"], "device": device,
                  "copy_bytes_per_second": about["copy_bytes_per_second"], "repeats": options.repeats,
                  "peers": {name: peer.about for name, peer in peers.items()}, "missing": missing, "records": records}
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    wrong = any(record["outcome"] == "wrong" for record in records)
    return 1 if wrong or (options.peers and missing) else 0


if __name__ == "__main__":
    sys.exit(main())
