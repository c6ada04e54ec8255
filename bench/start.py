"""Measures what a whole process costs: `lenslet run sobel` of one picture, again and again.

Usage: bench/start.py LENSLET IMAGE [--repeats N]

The first run, which compiles, does not count. The device is LENSLET_DEVICE's."""
import argparse
import pathlib
import statistics
import subprocess
import tempfile
import time


def run(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('lenslet')
    parser.add_argument('image')
    parser.add_argument('--repeats', type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        target = str(pathlib.Path(folder, 'out.png'))
        works = {'lenslet --version': [options.lenslet, '--version'],
                 'lenslet devices': [options.lenslet, 'devices'],
                 'lenslet run sobel': [options.lenslet, 'run', 'sobel', options.image, target]}
        print(f'{"process":20} {"median s":>9} {"low s":>7} {"high s":>7}')
        for name, command in works.items():
            run(command)
            times = [run(command) for _ in range(options.repeats)]
            print(f'{name:20} {statistics.median(times):9.3f} {min(times):7.3f} {max(times):7.3f}')


if __name__ == '__main__':
    main()
