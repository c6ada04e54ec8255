"""Measures what calls cost in C++, beside OpenCL's own commands for the same bytes, and beside OpenCV, in turns.

Usage: bench/calls.py PROGRAM [--turns N] [--ops OP,OP] [--types TYPE,TYPE] [--sides N,N]

PROGRAM is lenslet_bench_calls (bench/calls.cpp). For each op, type and size it first makes 300 calls of Session::run()
in a session that has no program yet. `first` is in milliseconds, all other columns are in microseconds: `raw` is OpenCL's
blocking write, kernels and blocking read with the program of a sized plan, `run` and `run_into` are Session's, `sized` and
`unsized` are upload(), Plan::run() and download(). What follows are ratios of the same run: times of `run` and `run_into`
over raw's, of `unsized` over `sized`'s, and OpenCV's time over run_into's. The device is LENSLET_DEVICE's; OpenCV has as
many threads as there are cores. A time is the lower quartile of the calls of a turn, and of those the median."""
import argparse
import os
import statistics
import subprocess
import time

import cv2
import numpy as np

TYPES = {'u8': np.uint8, 'u16': np.uint16, 'f32': np.float32}
BORDER = cv2.BORDER_REPLICATE
OPENCV = {
    'gaussian': lambda image, out: cv2.GaussianBlur(image, (5, 5), 1, dst=out, borderType=BORDER),
    'mean': lambda image, out: cv2.blur(image, (3, 3), dst=out, borderType=BORDER),
    'median': lambda image, out: cv2.medianBlur(image, 3, dst=out),
    'sobel': lambda image, out: cv2.Sobel(image, -1, 1, 0, dst=out, borderType=BORDER),
    'brightness': lambda image, out: cv2.addWeighted(image, 1.2, image, 0, 10, dst=out),
}
LARGEST_OF_OPENCV = 512
TURN = 0.05  # seconds of a turn


class Lenslet:
    """A row of the table in a process of its own."""

    def __init__(self, program, op, kind, side):
        self.process = subprocess.Popen([program, op, kind, str(side)], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.begin = self.numbers()

    def numbers(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f'{self.process.args}: ended with {self.process.wait()}')
        return [float(word) for word in line.split()]

    def turn(self):
        print(file=self.process.stdin, flush=True)
        return self.numbers()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def turn_of_opencv(op, image, out):
    times, end = [], time.perf_counter() + TURN
    while time.perf_counter() < end or len(times) < 5:
        begin = time.perf_counter()
        OPENCV[op](image, out)
        times.append((time.perf_counter() - begin) * 1e6)
    return statistics.quantiles(times, n=4)[0]


def measure(program, op, kind, side, turns):
    """Returns the first calls' times, the medians of the turns, and OpenCV's."""
    image = np.random.default_rng(1).integers(0, 256, (side, side)).astype(TYPES[kind])
    out, rows, peers = np.empty_like(image), [], []
    lenslet = Lenslet(program, op, kind, side)
    for _ in range(turns):
        rows.append(lenslet.turn())
        if side <= LARGEST_OF_OPENCV:
            peers.append(turn_of_opencv(op, image, out))
    lenslet.close()
    return lenslet.begin, [statistics.median(column) for column in zip(*rows)], statistics.median(peers or [0])


def show(op, kind, side, first, times, peer):
    raw, run, run_into, sized, unsized = times
    print(f'{op:11}{kind:4}{side:5}{first[0] / 1e3:8.0f}{first[1]:8.0f}{first[2]:8.0f}' +
          ''.join(f'{time:9.0f}' for time in times) +
          f'{run / raw:9.2f}{run_into / raw:9.2f}{unsized / sized:9.2f}' +
          (f'{peer / run_into:9.2f}' if peer else ''), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program')
    parser.add_argument('--turns', type=int, default=5)
    parser.add_argument('--ops', default=','.join(OPENCV))
    parser.add_argument('--types', default=','.join(TYPES))
    parser.add_argument('--sides', default='64,512,2048')
    options = parser.parse_args()
    cv2.setNumThreads(os.cpu_count())
    print(f'{"op":11}{"":4}{"side":>5}{"first ms":>8}{"second":>8}{"300th":>8}' +
          ''.join(f'{name:>9}' for name in ('raw', 'run', 'run_into', 'sized', 'unsized', 'run/raw', 'into/raw',
                                            'uns/sized', 'OpenCV/into')))
    for op in options.ops.split(','):
        for kind in options.types.split(','):
            for side in map(int, options.sides.split(',')):
                show(op, kind, side, *measure(options.program, op, kind, side, options.turns))


if __name__ == '__main__':
    main()
