"""Measures how much memory a run of a large picture takes, beside what the tool says that it needs.

Usage: bench/memory.py LENSLET [--megabytes N]

Program, driver and compiler take a part of their own, which a run of a tiny picture measures. The device is
LENSLET_DEVICE's; the figures are meant for one that shares the host's memory."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / 'tests' / 'cli'))
from memory import measure, write_ppm

WORKS = {'mean': ['mean'], 'gaussian 4': ['gaussian', '--sigma', '4'], 'median': ['median'],
         'mean as u16': ['mean', '--type', 'u16'], 'scharr, two outputs': ['scharr', '--both']}
SUFFIXES = ('ppm', 'png', 'tif')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('lenslet')
    parser.add_argument('--megabytes', type=int, default=400)
    options = parser.parse_args()
    tool = str(pathlib.Path(options.lenslet).resolve())
    with tempfile.TemporaryDirectory() as folder:
        for name, rows in (('small', 40), ('large', options.megabytes * 10**6 // 48000)):
            write_ppm(pathlib.Path(folder, f'{name}.ppm'), 16000 if name == 'large' else 40, rows)
            for suffix in SUFFIXES[1:]:
                subprocess.run([tool, 'run', 'brightness', f'{name}.ppm', f'{name}.{suffix}', '--no-sync'],
                               cwd=folder, check=True)
        print(f'{"op":22} {"file":6} {"need MB":>9} {"peak MB":>9} {"ratio":>7}')
        for name, (op, *words) in WORKS.items():
            for suffix in SUFFIXES:
                command = ['run', op, 'IN', f'out.{suffix}', *words, '--no-sync']
                need, peak = measure(tool, command, f'small.{suffix}', f'large.{suffix}', folder)
                print(f'{name:22} {suffix:6} {need / 1e6:9.0f} {peak / 1e6:9.0f} {need / peak:7.2f}', flush=True)


if __name__ == '__main__':
    main()
