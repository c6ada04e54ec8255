#!/usr/bin/env python3
"""Finds out what a histogram's kernel waits for on an NVIDIA GPU, by the counters of Nsight Compute.

Usage: bench/profile/histogram.py LENSLET [--side 16384] [--equal] [--schedules SPELLING...]

Nsight Compute's ncu does not see OpenCL's kernels. So lenslet compiles, and the PTX that OpenCL made is launched
through CuPy under ncu, for each schedule on the same image of u8 in 256 bins; beside them stands a kernel that only
reads the image, CUB's for the greatest of its words. Needs ncu, CuPy and a GPU whose counters may be read. The device
is LENSLET_DEVICE's. Exit status 1: counts were wrong, or something is missing.
"""
import argparse
import csv
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

import numpy as np

LEAST_SIDE = 8192  # of smaller images fewer groups may count than the schedule has
STALLED = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
COUNTERS = {"time, us": "gpu__time_duration.sum", "DRAM, % of its peak": "dram__throughput.avg.pct_of_peak_sustained_elapsed",
            "read from DRAM, MB": "dram__bytes_read.sum", "issue slots, %": "sm__issue_active.avg.pct_of_peak_sustained_elapsed",
            "ALU pipe, %": "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_elapsed",
            "L1's data pipe, %": "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed",
            "of it local atomics, %": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum.pct_of_peak_sustained_elapsed",
            "bank conflicts of atomics": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
            "warps at work, per SM": "sm__warps_active.avg.per_cycle_active",
            "stalled warps, per issue: by memory": STALLED.format("long_scoreboard"),
            "... by arithmetic": STALLED.format("math_pipe_throttle"), "... by local memory": STALLED.format("mio_throttle"),
            "... by barriers": STALLED.format("barrier")}


def image(side, equal):
    return np.full((side, side), 77, np.uint8) if equal else np.random.default_rng(1).integers(0, 256, (side, side), np.uint8)


def lenslet(options, *words, **variables):
    command = [options.lenslet, *words, "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=os.environ | variables, check=False)
    if done.returncode:
        sys.exit(f"failed with status {done.returncode}: {' '.join(command)}")
    return json.loads(done.stdout)


def compiled(options, schedule, folder):
    """The spelling of the schedule, and the file of its kernel's PTX, from a program cache that has nothing else."""
    chosen = ["--schedule", schedule] if schedule else []
    report = lenslet(options, "histogram", "histogram", f"{folder}/image.npy", f"{folder}/out.npy", "--repeats", "1", *chosen,
                     LENSLET_CACHE_DIR=f"{folder}/{schedule}", LENSLET_CACHE="on")["files"][0]
    with sqlite3.connect(f"{folder}/{schedule}/programs.sqlite") as cache:
        programs = [bytes(binary).rstrip(b"\0") for binary, in cache.execute("SELECT binary FROM programs")]
    ptx = next((program for program in programs if b".entry count(" in program), None)
    if not ptx:
        sys.exit("the cache has no PTX of the kernel: the device is no NVIDIA GPU")
    if not report["schedule"].startswith("local."):
        sys.exit(f"{report['schedule']}: allowed are schedules with 'local' bins")
    file = pathlib.Path(folder, f"{report['schedule']}.ptx")
    file.write_bytes(ptx)
    return report["schedule"], file


def counters(options, file, groups, folder):
    """By ncu, of the kernel that launch.py runs between the marks of the profiler."""
    metrics = ",".join(COUNTERS.values())
    launch = [sys.executable, str(pathlib.Path(__file__).with_name("launch.py")), str(file), str(groups), f"{folder}/image.npy"]
    done = subprocess.run(["ncu", "--clock-control", "none", "--profile-from-start", "off", "--csv", "--page", "raw",
                           "--print-units", "base", "--metrics", metrics, *launch], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + f"ncu failed with status {done.returncode}")
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    rows = list(csv.DictReader(lines))[1:]  # the first has the units
    longest = max(rows, key=lambda row: float(row[COUNTERS["time, us"]].replace(",", "")))
    values = {name: float(longest[counter].replace(",", "")) for name, counter in COUNTERS.items()}
    return values | {"time, us": values["time, us"] / 1e3, "read from DRAM, MB": values["read from DRAM, MB"] / 1e6}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lenslet", help="path of the tool")
    parser.add_argument("--side", type=int, default=16384, help=f"of the image, {LEAST_SIDE} or more (default 16384)")
    parser.add_argument("--equal", action="store_true", help="all pixels are equal (default: random)")
    parser.add_argument("--schedules", nargs="+", default=[""], metavar="SPELLING", help="(default: the untuned one)")
    options = parser.parse_args()
    if options.side < LEAST_SIDE:
        parser.error(f"--side {options.side}: allowed: {LEAST_SIDE} and more")
    device = next(d for d in lenslet(options, "devices")["devices"] if d["default"])
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/image.npy", image(options.side, options.equal))
        columns = {}
        for schedule in options.schedules:
            name, file = compiled(options, schedule, folder)
            groups = int(next(word for word in name.split(".") if word.startswith("groups"))[6:]) * device["compute_units"]
            columns[name] = counters(options, file, groups, folder)
        columns["reading alone, CUB's maximum"] = counters(options, "", 0, folder)
    print(f"{device['name']}, driver {device['driver']}, {options.side} x {options.side} u8")
    for i, name in enumerate(columns):
        print(f"({i + 1}) {name}")
    print(f"{'':<38}" + "".join(f"{f'({i + 1})':>12}" for i in range(len(columns))))
    for counter in COUNTERS:
        print(f"{counter:<38}" + "".join(f"{column[counter]:12.2f}" for column in columns.values()))


if __name__ == "__main__":
    main()
