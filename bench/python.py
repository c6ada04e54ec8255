#!/usr/bin/env python3
"""Twelve usual ops from Python: lenslet, cv2, SciPy, scikit-image, pyclesperanto and CuPy, in turns and in one process.

Host's array in, host's array out, as a user calls them, with results in new memory. For libraries whose images can stay
on a device there are also times without the transfers, which are compared with lenslet's own of that kind. Before a
call is timed its result is compared with one in double precision; what is farther from it than rounding allows has no
time.

In each turn each library has its calls, for some hundredths of a second, and the median counts. A ratio is its
time over lenslet's of the same turn: above 1 lenslet is the faster. Of the turns' ratios the table has the median, with
the interval that holds it with 95% (of fewer than six turns: all of them).

LENSLET_DEVICE chooses lenslet's device. Modules that are not installed are named and left out: lenslet and NumPy are
enough.
Exit status 1: lenslet was wrong or failed, or a library that was asked for is missing.
"""

import argparse
import contextlib
import json
import math
import os
import pathlib
import platform
import statistics
import sys
import time
from typing import Callable, NamedTuple

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "peers"))

from common import Missing, Refused, Wrong
from photo_works import TYPES
from python_peers import LIBRARIES
from python_table import RESIDENT, table
from python_works import TITLES, check, works_of

FORMAT = 1
OURS = next(iter(LIBRARIES))
SIZES = (64, 512, 2048, 4000)
TURN_SECONDS = 0.03
LEAST_TURNS = 2  # of what is slow
TOO_LONG = 10  # seconds of a call: larger images are left out
WARM_UP_SECONDS = 0.1  # of calls of what is no slower than that


class Contender(NamedTuple):
    """One way to do a work: by a library, from host to host or on the device."""

    name: str
    call: Callable  # gives the result
    fetch: Callable  # makes an array of it that can be checked
    note: str


class Turns:
    """What a contender's turns took, in milliseconds."""

    def __init__(self, contender, seconds):
        self.contender, self.left, self.medians = contender, seconds, []

    def take(self):
        if self.left <= 0 and len(self.medians) >= LEAST_TURNS:
            return
        times, begin = [], time.perf_counter()
        while not times or time.perf_counter() - begin < TURN_SECONDS:
            start = time.perf_counter()
            self.contender.call()
            times.append((time.perf_counter() - start) * 1e3)
        self.left -= time.perf_counter() - begin
        self.medians.append(statistics.median(times))


def interval(values):
    """Of the median, with 95%, of any distribution: the ranks that hold it by the binomial; at worst all values."""
    values, outside, tail = sorted(values), 0, 0.0
    while outside < len(values) / 2:
        tail += math.comb(len(values), outside) / 2 ** len(values)
        if 2 * tail > 0.05:
            break
        outside += 1
    outside = max(outside - 1, 0)
    return values[outside], values[-1 - outside]


def ratio(theirs, ours):
    """Of the turns that both had."""
    of_turns = [a / b for a, b in zip(theirs, ours)]
    return {"ratio": statistics.median(of_turns), "interval": interval(of_turns)}


def contenders_of(name, library, work, image, resident):
    """From host to host, and where images may stay on the device and somebody asks for it, without transfers."""
    way = library.way(work)
    if name == OURS or not hasattr(library, "put"):
        yield Contender(name, lambda: way.call(image), way.alike, way.note)
    else:
        yield Contender(name, lambda: library.get(way.call(library.put(work, image))), way.alike, way.note)
    if resident and hasattr(library, "put"):
        there = library.put(work, image)
        yield Contender(name + RESIDENT, lambda: way.call(there), lambda made: way.alike(library.get(made)), "")


def prove(contender, work, image):
    """Calls it for the first time. Returns what is known of the result, and the seconds that the second call took."""
    farthest = check(work, image, contender.fetch(contender.call()))
    begin = time.perf_counter()
    contender.call()
    return {"outcome": "correct", "farthest": farthest, "note": contender.note}, time.perf_counter() - begin


def warm_up(contender, seconds):
    """Lenslet compiles special programs while calls come again; all others are warm after some calls."""
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        contender.call()


@contextlib.contextmanager
def outcome_in(times, name):
    """What cannot be timed has its outcome in `times`."""
    try:
        yield
    except (Refused, Wrong) as error:
        times[name] = {"outcome": type(error).__name__.lower(), "detail": str(error)}
    except Exception as error:  # a library's own
        times[name] = {"outcome": "failed", "detail": (str(error) or repr(error)).strip().splitlines()[-1]}


class Measuring:
    """The works of one op and type, from the smallest to the largest image."""

    def __init__(self, libraries, options):
        self.libraries, self.options = libraries, options
        self.resident = any(hasattr(library, "put") for name, library in libraries.items() if name != OURS)
        self.last = {}  # seconds of a call and pixels, by library

    def expected(self, name, work):
        seconds, pixels = self.last.get(name, (0, 1))
        return seconds * math.prod(work.shape) / pixels

    def turns_of(self, contender, work, image, times, warm):
        """Its turns, after what warms it up; none where it is not right, with the outcome in `times`."""
        with outcome_in(times, contender.name):
            times[contender.name], seconds = prove(contender, work, image)
            self.last[contender.name] = seconds, math.prod(work.shape)
            if seconds < WARM_UP_SECONDS:
                warm_up(contender, warm)
            return {contender.name: Turns(contender, self.options.seconds)}
        return {}

    def prepared(self, work, image, times):
        """The turns of all that do the work and are right. The others have their outcome in `times`."""
        ready = {}
        for name, library in self.libraries.items():
            if self.expected(name, work) > TOO_LONG:
                times[name] = {
                    "outcome": "slow",
                    "detail": f"a call would take about {self.expected(name, work):.0f} s",
                }
                continue
            warm = self.options.warm if name == OURS else WARM_UP_SECONDS
            with outcome_in(times, name):
                for contender in contenders_of(name, library, work, image, self.resident):
                    ready |= self.turns_of(contender, work, image, times, warm)
        return ready

    def record(self, work):
        """Who begins changes from turn to turn."""
        image, times = work.image(), {}
        ready = list(self.prepared(work, image, times).values())
        for turn in range(self.options.turns if ready else 0):
            for turns in ready[turn % len(ready) :] + ready[: turn % len(ready)]:
                turns.take()
        medians = {turns.contender.name: turns.medians for turns in ready}
        for name, found in medians.items():
            ours = medians.get(OURS + RESIDENT if name.endswith(RESIDENT) else OURS)
            times[name] |= {"ms": statistics.median(found), "turns_ms": found}
            if ours and not name.startswith(OURS):
                times[name] |= ratio(found, ours)
        return {"work": work.title, "type": work.type, "size": work.shape[0], "times": times}


def line_of(record):
    """What one work came to, while the others are under way."""
    shown = [
        f"{name} {time['ms']:.3g} ms" + (f" ({time['ratio']:.2f})" if "ratio" in time else "")
        if "ms" in time
        else f"{name} {time['outcome']}: {time['detail']}"
        for name, time in record["times"].items()
    ]
    return f"{record['work']}, {record['type']}, {record['size']}: {', '.join(shown)}"


def some_of(known):
    def parse(text):
        for word in text.split(","):
            if word not in known:
                raise argparse.ArgumentTypeError(f"no '{word}'; there are {', '.join(known)}")
        return text.split(",")

    return parse


def sizes_of(text):
    if not all(word.isdigit() and int(word) >= 16 for word in text.split(",")):
        raise argparse.ArgumentTypeError(f"'{text}' are no sides of 16 and more pixels, such as 64,512")
    return list(map(int, text.split(",")))


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    peers = {name.lower(): name for name in LIBRARIES if name != OURS}
    parser.add_argument(
        "--peers", type=some_of(peers), default=[], help=f"some of {','.join(peers)} (default: all there are)"
    )
    parser.add_argument(
        "--ops", type=some_of(TITLES), default=list(TITLES), help=f"some of {','.join(TITLES)} (default: all)"
    )
    parser.add_argument(
        "--types", type=some_of(TYPES), default=list(TYPES), help=f"some of {','.join(TYPES)} (default: all)"
    )
    parser.add_argument(
        "--sizes", type=sizes_of, default=list(SIZES), help=f"pixels of a side (default: {','.join(map(str, SIZES))})"
    )
    parser.add_argument("--turns", type=int, default=9, help="of each library for each work (default 9)")
    parser.add_argument(
        "--seconds",
        type=float,
        default=1.5,
        help="after which a library has no more turns for a work, but two (default 1.5)",
    )
    parser.add_argument(
        "--warm", type=float, default=0.7, help="seconds of calls of lenslet before a work's turns (default 0.7)"
    )
    parser.add_argument(
        "--remark", default="", help="a sentence that the table begins with, as what else the machine did"
    )
    parser.add_argument(
        "--json",
        type=pathlib.Path,
        metavar="FILE",
        help="write the records into it, too; python_table.py FILE prints the table again",
    )
    options = parser.parse_args()
    if options.turns < 1 or options.seconds <= 0:
        parser.error("--turns is at least 1, --seconds over 0")
    options.libraries = [peers[name] for name in options.peers] or list(peers.values())
    options.groups = works_of(options.ops, options.types, options.sizes)
    return options


def open_libraries(names):
    """The libraries that can run, lenslet first, and the reasons of the others."""
    try:
        libraries = {OURS: LIBRARIES[OURS](None)}
    except Missing as reason:
        sys.exit(f"lenslet is missing: {reason}")
    missing = {}
    for name in names:
        try:
            libraries[name] = LIBRARIES[name](libraries[OURS].device)
        except Missing as reason:
            missing[name] = str(reason)
            print(f"{name}: missing: {reason}", file=sys.stderr, flush=True)
    for library in libraries.values():
        print(library.about, file=sys.stderr, flush=True)
    return libraries, missing


def write(file, report):
    """After each group, so that what ends early has what it measured."""
    if file:
        file.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def machine():
    cores = len(os.sched_getaffinity(0))
    return f"Python {platform.python_version()}, NumPy {np.__version__}, {cores} cores"


def measure(options):
    libraries, missing = open_libraries(options.libraries)
    begin = time.time()
    report = {
        "format": FORMAT,
        "machine": machine(),
        "remark": options.remark,
        "turns": options.turns,
        "missing": missing,
        "peers": {name: library.about for name, library in libraries.items()},
        "records": [],
    }
    for group in options.groups:
        measuring = Measuring(libraries, options)
        for work in group:
            report["records"].append(measuring.record(work))
            print(line_of(report["records"][-1]), file=sys.stderr, flush=True)
        report["took_seconds"] = round(time.time() - begin)
        write(options.json, report)
    return report


def main():
    options = parse_options()
    report = measure(options)
    print(table(report))
    ours = [
        time["outcome"]
        for record in report["records"]
        for name, time in record["times"].items()
        if name.startswith(OURS)
    ]
    return 1 if {"wrong", "failed"} & set(ours) or (options.peers and report["missing"]) else 0


if __name__ == "__main__":
    sys.exit(main())
