#!/usr/bin/env python3
"""The same work through OpenCV on the CPU, in turns with lenslet_bench: ratios of one run.

    opencv.py PATH/TO/lenslet_bench [--threads 2] [--repeats 9]

A ratio above 1 says how many times faster lenslet was. lenslet's times are the device's, OpenCV's are wall time; both have
input and output in memory already. lenslet_bench proves its result before it times anything.
"""
import argparse
import statistics
import time

import cv2
import numpy as np

from common import HEIGHT, WIDTH, PeerTime, compare, taps, works

BORDER = cv2.BORDER_REPLICATE
SHARPEN = np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]], np.float32)


def scharr_pair(image):
    return cv2.Scharr(image, cv2.CV_32F, 1, 0, borderType=BORDER), cv2.Scharr(image, cv2.CV_32F, 0, 1, borderType=BORDER)


def functions():
    """OpenCV's function of each work."""
    result = {"Scharr pair f32": scharr_pair,
              "sharpen u8 x 4": lambda image: cv2.filter2D(image, -1, SHARPEN, borderType=BORDER)}
    for k in (3, 5, 7, 9):
        mask = np.array(taps(k), np.float32)
        result |= {
            f"filter2d {k}x{k} f32": lambda image, mask=mask: cv2.filter2D(image, -1, mask, borderType=BORDER),
            f"Gaussian {k}x{k} f32": lambda image, k=k: cv2.GaussianBlur(image, (k, k), 0, borderType=BORDER),
            f"mean {k}x{k} u8": lambda image, k=k: cv2.blur(image, (k, k), borderType=BORDER),
            f"median {k}x{k} u8": lambda image, k=k: cv2.medianBlur(image, k)}
    return result


def image_of(work):
    shape = (work.size[1], work.size[0], work.channels) if work.channels > 1 else (work.size[1], work.size[0])
    noise = np.random.default_rng(1).random(shape)
    return (noise * 255).astype(np.uint8) if work.kind == "u8" else noise.astype(np.float32)


def time_opencv(function, image, repeats):
    function(image)
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        function(image)
        times.append((time.perf_counter() - begin) * 1e3)
    return PeerTime(statistics.median(times), statistics.median(times))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=9)
    options = parser.parse_args()
    cv2.setNumThreads(options.threads)
    print(f"OpenCV {cv2.__version__} with {options.threads} threads, replicate border, {WIDTH} x {HEIGHT} unless stated")
    function_of = functions()
    compare(options.bench, options.repeats, "OpenCV", works(),
            lambda work: time_opencv(function_of[work.name], image_of(work), options.repeats))


if __name__ == "__main__":
    main()
