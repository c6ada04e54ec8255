#!/usr/bin/env python3
"""One peer in a process of its own: `photo_process.py PEER THREADS FOLDER DEVICE` reads requests and prints answers, a
line of JSON each. A library that crashes, or takes threads that it does not give back, harms no other's times.

Requests: {"work": [...]} makes a work ready, and proves it right the first time; {"work": [...], "seconds": S} times
it; {"forget": true} frees what is ready.
"""
import json
import sys
import time

from common import Missing, Refused, Wrong
from op_rows import ROWS, Truth
from photo_cucim import Cucim
from photo_cupy import CuPy
from photo_halide import Halide
from photo_npp import Npp
from photo_opencv import OpenCv, OpenCvOpenCl
from photo_reference import check
from photo_scipy import SciPy
from photo_vips import Vips
from photo_works import Photo, photos_of

PEERS = {"opencv": OpenCv, "halide": Halide, "vips": Vips, "scipy": SciPy, "opencl": OpenCvOpenCl, "npp": Npp, "cupy": CuPy,
         "cucim": Cucim}
WARM_UP_SECONDS, LEAST, MOST = 0.05, 3, 31
LONG = 2  # seconds of a call that is not repeated


def milliseconds(call, i):
    start = time.perf_counter()
    call(i)
    return (time.perf_counter() - start) * 1e3


def times_of(call, images, seconds):
    """The first call pays for what is done lazily, and those after it warm up."""
    begin = time.perf_counter()
    first = milliseconds(call, 0)
    if first > LONG * 1e3:
        return [first]
    while time.perf_counter() - begin < WARM_UP_SECONDS:
        milliseconds(call, 0)
    times, begin = [], time.perf_counter()
    while len(times) < MOST and (len(times) < LEAST or time.perf_counter() - begin < seconds):
        times.append(milliseconds(call, len(times) % images))
    return times


class Process:
    def __init__(self, name, threads, folder, device):
        device = json.loads(device)
        self.peer = PEERS[name](int(threads), device, folder)
        self.truth = Truth(device.get("lenslet"), folder)
        self.ready = {}

    def prepare(self, work):
        images = photos_of(work)
        extra = ROWS[work.task].extra(work) if work.task in ROWS else []
        call = self.peer.prepare(work, images, *([extra] if extra else []))
        made = call(0)
        made = self.peer.result(made) if hasattr(self.peer, "result") else made
        if work.task not in ROWS:
            check(work, images[0], made)
        elif not getattr(call, "proved", False):  # by a formula of the peer's own
            self.truth.check(work, images[0], extra, made)
        self.ready[work] = call

    def answer(self, request):
        if request.get("forget"):
            self.ready.clear()
            return {}
        work = Photo(*request["work"])
        if work not in self.ready:
            self.prepare(work)
        if "seconds" not in request:
            return {}
        call = self.ready[work]
        if hasattr(call, "times"):  # a program that times itself
            return call.times(request["seconds"])
        calls = times_of(call, work.images, request["seconds"])
        return {"ms": call.in_a_row(len(calls)) if hasattr(call, "in_a_row") else calls, "call_ms": calls}


def say(answer):
    print(json.dumps(answer), flush=True)


def main():
    try:
        process = Process(*sys.argv[1:])
    except Missing as reason:
        return say({"missing": str(reason)})
    say({"about": process.peer.about})
    for line in sys.stdin:
        try:
            say({"outcome": "correct"} | process.answer(json.loads(line)))
        except (Refused, Wrong) as error:
            say({"outcome": type(error).__name__.lower(), "detail": str(error)})
        except Exception as error:  # a library's own
            say({"outcome": "failed", "detail": (str(error) or repr(error)).strip().splitlines()[-1]})


if __name__ == "__main__":
    main()
