"""Measures what the first calls of a filter cost, each a process: from empty caches, with new values, and again.

Usage: bench/first.py LENSLET IMAGE [--repeats N] [--ops OP,OP]

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

# Arguments of a first call and of one with other values. Ops of several images get the image as often.
OPS = {
    'gaussian': (['--sigma', '1'], ['--sigma', '2.7']),
    'mean': (['--ksize', '5'], ['--ksize', '31']),
    'median': (['--ksize', '3'], ['--ksize', '5']),
    'median of 15': (['--ksize', '15'], ['--ksize', '31']),
    'rank': (['--ksize', '5', '--percentile', '20'], ['--ksize', '7', '--percentile', '70']),
    'dilate': (['--ksize', '3'], ['--ksize', '15']),
    'erode': (['--ksize', '3'], ['--ksize', '15']),
    'dilate by an ellipse': (['--shape', 'ellipse', '--ksize', '31', '--ksize_y', '15'],
                             ['--element', '0 1 0; 1 1 1; 0 1 0']),
    'sobel': (['--ksize', '3'], ['--ksize', '5']),
    'scharr': (['--dx', '1', '--dy', '0'], ['--dx', '0', '--dy', '1']),
    'laplacian': (['--ksize', '1'], ['--ksize', '3']),
    'gradient': ([], ['--threshold', '90']),
    'sharpen': (['--amount', '1'], ['--amount', '1.5']),
    'filter2d': (['--mask', '0 1 0; 1 4 1; 0 1 0'], ['--mask', '1 0 -1; 0 2.5 0; -1 0 1']),
    'smooth': ([], []),
    'brightness': (['--scale', '1.1'], ['--scale', '1.2']),
    'blend': (['--alpha', '0.3'], ['--alpha', '0.6']),
    'resize': (['--size', '640x640'], ['--size', '901x700']),
    'equalize': ([], []),
}
IMAGES = {'blend': 2}


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
    """Returns what the first call takes, one with other values, and that one again."""
    first, other = OPS[op]
    name, environment, target = op.split()[0], empty_caches(folder), str(folder / 'out.png')
    images = [image] * IMAGES.get(name, 1)
    calls = {'on empty caches': first, 'other values': other, 'the same again': other}
    return {what: seconds([tool, 'run', name, *arguments, *images, target], environment)
            for what, arguments in calls.items()}


def five_blurs(tool, image, folder):
    environment, target = empty_caches(folder), str(folder / 'out.jpg')
    ours = sum(seconds([tool, 'run', 'gaussian', '--sigma', str(sigma), image, target], environment)
               for sigma in SIGMAS)
    theirs = sum(seconds([sys.executable, '-c', SCRIPT, image, target, str(sigma)]) for sigma in SIGMAS)
    return {'lenslet': ours, 'OpenCV': theirs}


def show(name, rows):
    """Prints the median of each kind of call over the repeats, and the most."""
    cells = ''
    for what in rows[0]:
        times = [row[what] for row in rows]
        cells += f' {statistics.median(times):13.3f} {max(times):6.3f}'
    print(f'{name:20}{cells}', flush=True)


def show_heading(*kinds):
    print(f'{"seconds":20}' + ''.join(f' {kind:>13.15} {"most":>6}' for kind in kinds))


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
    parser.add_argument('--ops', help='names, with commas between them; all where there are none')
    options = parser.parse_args()
    ops = [name for name in OPS if not options.ops or name in options.ops.split(',')]
    show_heading('empty caches', 'other values', 'again')
    for op in ops:
        show(op, repeated(options.repeats, first_calls, options.lenslet, op, options.image))
    show_heading('lenslet', 'OpenCV')
    with tempfile.TemporaryDirectory() as folder:
        large = str(pathlib.Path(folder, 'large.jpg'))
        cv2.imwrite(large, cv2.resize(cv2.imread(options.image), LARGE, interpolation=cv2.INTER_CUBIC))
        show('five blurs, 24 Mpx', repeated(options.repeats, five_blurs, options.lenslet, large))


if __name__ == '__main__':
    main()
