#!/usr/bin/env python3
"""Measures a batch: many JPEG files through one op, beside libvips, in turns.

Usage: bench/batch.py LENSLET PHOTO [--files N] [--size WxH] [--ops gaussian,sharpen] [--sigma S] [--turns N]
                      [--codec] [--folder DIR] [--json FILE]

The files are PHOTO, enlarged, each with noise of its own. `lenslet` is the tool as it is, `lenslet --jobs 1` one file
after the other; `vips` is one process of pyvips, whose operations have a thread for each core, and `vips processes` one
process for each core, with one thread. None waits for the disk (`--no-sync`). Each program does the whole batch, start
and compiled kernels from the cache included, in every turn; the best and the median of the turns are shown, and the
peak memory of its processes together. The device is LENSLET_DEVICE's. With --codec the programs are `lenslet` with the
JPEG codec of the host, with the device's, and with the one that it takes by itself."""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

VIPS = """
import os, sys, pyvips
op, sigma, target, *files = sys.argv[1:]
pyvips.cache_set_max(0)
for file in files:
    image = pyvips.Image.new_from_file(file, access='sequential')
    if op == 'gaussian':
        image = image.gaussblur(float(sigma), precision='integer')
    else:
        image = image.conv(pyvips.Image.new_from_array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]]), precision='integer')
    image.jpegsave(os.path.join(target, os.path.basename(file)), Q=90)
"""


def make_files(photo, folder, count, width, height):
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f'picture{i:03}.jpg' for i in range(count)]
    missing = [file for file in files if not file.exists()]
    if missing:
        draw_files(photo, missing, width, height)
    return [str(file) for file in files]


def draw_files(photo, files, width, height):
    import cv2
    import numpy
    picture = cv2.resize(cv2.imread(photo), (width, height), interpolation=cv2.INTER_CUBIC)
    for file in files:
        noise = numpy.zeros(picture.shape, numpy.int16)
        cv2.randn(noise, 0, 24)
        noise = cv2.GaussianBlur(noise, (0, 0), 1)
        cv2.imwrite(str(file), cv2.add(picture, noise, dtype=cv2.CV_8U), [cv2.IMWRITE_JPEG_QUALITY, 90])


class Program:
    """Some processes that do a batch together."""

    def __init__(self, commands, environment=None):
        self.commands = commands
        self.environment = os.environ | (environment or {})
        self.seconds, self.peak, self.output = [], 0, ''

    def run(self):
        start = time.perf_counter()
        children = [subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, text=True)
                    for command in self.commands]
        peak = 0
        for child in children:
            self.output = child.stdout.read()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            peak += usage.ru_maxrss * 1024
        if any(child.returncode for child in children):
            sys.exit(f'{self.commands[0][:4]} failed')
        self.seconds.append(time.perf_counter() - start)
        self.peak = max(self.peak, peak)


def programs_for(op, options, files, target):
    lenslet = [options.lenslet, 'run', op, *files, '--out-dir', target, '--quiet', '--json', '--no-sync']
    if op == 'gaussian':
        lenslet += ['--sigma', str(options.sigma)]
    if options.codec:
        return {'--codec host': Program([[*lenslet, '--codec', 'host']]),
                '--codec device': Program([[*lenslet, '--codec', 'device']]), 'lenslet': Program([lenslet])}
    vips = [sys.executable, '-c', VIPS, op, str(options.sigma), target]
    cores = len(os.sched_getaffinity(0))
    parts = [files[i::cores] for i in range(min(cores, len(files)))]
    programs = {'lenslet': Program([lenslet]), 'lenslet --jobs 1': Program([[*lenslet, '--jobs', '1']])}
    if subprocess.run([sys.executable, '-c', 'import pyvips'], capture_output=True, check=False).returncode:
        print('no pyvips here: lenslet alone is measured')
        return programs
    programs['vips'] = Program([[*vips, *files]])
    programs['vips processes'] = Program([[*vips, *part] for part in parts], {'VIPS_CONCURRENCY': '1'})
    return programs


def measure(op, options, files, target):
    programs = programs_for(op, options, files, target)
    for _ in range(options.turns + 1):
        for program in programs.values():
            program.run()
    records = []
    for name, program in programs.items():
        seconds = program.seconds[1:]  # the first turn compiles, and brings files into memory
        record = {'op': op, 'program': name, 'best_s': min(seconds), 'median_s': statistics.median(seconds),
                  'files': len(files), 'peak_bytes': program.peak}
        if not name.startswith('vips'):
            record['batch'] = json.loads(program.output).get('batch')
        records.append(record)
    return records


def show(records):
    first = records[0]['best_s']
    for record in records:
        batch = record.get('batch')
        idle = f'{batch["idle_ms"] / batch["total_ms"]:7.0%}' if batch else ''
        print(f'{record["op"]:9} {record["program"]:17} {record["best_s"]:7.2f} {record["median_s"]:7.2f} '
              f'{record["files"] / record["best_s"]:8.2f} {record["best_s"] / first:6.2f} '
              f'{record["peak_bytes"] / 1e6:8.0f} {idle}', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('lenslet')
    parser.add_argument('photo')
    parser.add_argument('--files', type=int, default=20)
    parser.add_argument('--size', default='4000x3000')
    parser.add_argument('--ops', default='gaussian,sharpen')
    parser.add_argument('--sigma', type=float, default=2)
    parser.add_argument('--turns', type=int, default=3)
    parser.add_argument('--codec', action='store_true', help='compare the JPEG codecs of the host and the device')
    parser.add_argument('--folder', help='where the files lie, and stay')
    parser.add_argument('--json')
    options = parser.parse_args()
    width, height = map(int, options.size.split('x'))
    with tempfile.TemporaryDirectory() as folder:
        files = make_files(options.photo, pathlib.Path(options.folder or folder) / options.size, options.files, width,
                           height)
        print(f'{options.files} files of {options.size}\n{"op":9} {"program":17} {"best s":>7} {"median":>7} '
              f'{"files/s":>8} {"ratio":>6} {"peak MB":>8} {"idle":>7}')
        records = []
        target = pathlib.Path(folder, 'out')
        target.mkdir()
        for op in options.ops.split(','):
            found = measure(op, options, files, str(target))
            show(found)
            records += found
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(records, indent=1), encoding='utf-8')


if __name__ == '__main__':
    main()
