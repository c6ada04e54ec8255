"""Measures what the first calls of a filter cost, each a process: from empty caches, with new values, and again.

Usage: bench/first.py LENSLET IMAGE [--repeats N]

Five blurs of 24 megapixels, each with another sigma, are compared with as many runs of a script of OpenCV. The device
is LENSLET_DEVICE's. Each repeat begins with empty caches of its own."""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import cv2

LARGE = (6000, 4000)
SIGMAS = (1.0, 1.4, 2.0, 3.1, 5.0)
SCRIPT = ('import cv2, sys; source, target, sigma = sys.argv[1:]; '
          'cv2.imwrite(target, cv2.GaussianBlur(cv2.imread(source), (0, 0), float(sigma)))')
OPS = {'brightness': ('--scale', 1.1, 1.2), 'gaussian': ('--sigma', 1.0, 2.7), 'sharpen': ('--amount', 1.0, 1.5)}


def seconds(command, environment=None):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - start


def empty_caches(folder):
    """Returns an environment in which neither lenslet nor PoCL has compiled anything."""
    places = {name: str(folder / name) for name in ('LENSLET_CACHE_DIR', 'LENSLET_DATA_DIR', 'POCL_CACHE_DIR')}
    for place in places.values():
        pathlib.Path(place).mkdir(mode=0o700)
    return os.environ | places


def first_calls(tool, op, image, folder):
    """Returns what the first call takes, one with another value, and that one again."""
    name, first, other = OPS[op]
    environment, target = empty_caches(folder), str(folder / 'out.png')
    values = {'on empty caches': first, 'another value': other, 'the same again': other}
    return {what: seconds([tool, 'run', op, name, str(value), image, target], environment)
            for what, value in values.items()}


def five_blurs(tool, image, folder):
    environment, target = empty_caches(folder), str(folder / 'out.jpg')
    ours = sum(seconds([tool, 'run', 'gaussian', '--sigma', str(sigma), image, target], environment)
               for sigma in SIGMAS)
    theirs = sum(seconds([sys.executable, '-c', SCRIPT, image, target, str(sigma)]) for sigma in SIGMAS)
    return {'lenslet': ours, 'a script of OpenCV': theirs}


def show(name, rows):
    """Prints the median, the least and the most of each kind of call over the repeats."""
    for what in rows[0]:
        times = [row[what] for row in rows]
        print(f'{name:22} {what:20} {statistics.median(times):9.3f} {min(times):7.3f} {max(times):7.3f}', flush=True)


def repeated(repeats, measure, *arguments):
    rows = []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measure(*arguments, pathlib.Path(folder)))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('lenslet')
    parser.add_argument('image')
    parser.add_argument('--repeats', type=int, default=3)
    options = parser.parse_args()
    print(f'{"calls":22} {"":20} {"median s":>9} {"low s":>7} {"high s":>7}')
    for op in OPS:
        show(op, repeated(options.repeats, first_calls, options.lenslet, op, options.image))
    with tempfile.TemporaryDirectory() as folder:
        large = str(pathlib.Path(folder, 'large.jpg'))
        cv2.imwrite(large, cv2.resize(cv2.imread(options.image), LARGE, interpolation=cv2.INTER_CUBIC))
        show('five blurs, 24 Mpx', repeated(options.repeats, five_blurs, options.lenslet, large))


if __name__ == '__main__':
    main()
