"""How one image's time falls with the number of ranks: passes of a filter over an image in blocks, and the tool on a file.

    python3 bench/ranks.py build/release --ranks 1 2 4 8 16 --mpirun "mpirun --bind-to core -x POCL_MAX_PTHREAD_COUNT=1"

Strong scaling: the same image for all. Weak: as many rows for each rank. The efficiency is the time of the first number
of ranks over this one's; of strong scaling, times the ratio of ranks. Runs take turns, and the median counts. With
several builds the tool of each has its turns: what a change is worth.
"""

import argparse
import os
import shlex
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", type=Path, nargs="+", metavar="BUILD", help="folder of a build; passes are the first one's")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--mpirun", default="mpirun", help="command with its options, but for -n")
    parser.add_argument("--size", type=int, nargs=2, default=[4096, 4096], metavar=("WIDTH", "HEIGHT"), help="of blocks")
    parser.add_argument("--tool-size", type=int, nargs=2, default=[16000, 12000], metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--passes", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--pipeline", action="append", help="what the tool runs; may be given several times")
    parser.add_argument("--output", default="out.tif", help="name of the tool's result, whose suffix is its format")
    parser.add_argument("--only", choices=["passes", "tool"], help="one of both parts")
    options = parser.parse_args()
    options.pipeline = options.pipeline or ["median ksize=21 | median ksize=15 | gradient", "gaussian ksize=5", "equalize"]
    return options


def run(options, ranks, *words):
    command = [*shlex.split(options.mpirun), "-n", str(ranks), *map(str, words)]
    return subprocess.run(command, env=os.environ | ROOT, capture_output=True, text=True, check=True).stdout


def passes(options, ranks, height):
    """{passes between exchanges: [ms, share of exchanges, share computed again, MB sent]}"""
    out = run(options, ranks, options.builds[0] / "bench/lenslet_bench_ranks", options.size[0], height, options.passes)
    return {int(words[0]): [float(word) for word in words[1:]] for words in map(str.split, out.splitlines())}


def print_passes(options, title, height_of, gain):
    rounds = [{ranks: passes(options, ranks, height_of(ranks)) for ranks in options.ranks} for _ in range(options.repeats)]
    print(f"\n{title}\n\n| ranks | passes between exchanges | ms a pass | in exchanges | computed twice | MB sent a pass and rank | efficiency |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    first = options.ranks[0]
    base = statistics.median(each[first][1][0] for each in rounds)
    for ranks in options.ranks:
        for between in (1, 2, 4, 8) if ranks > 1 else (1,):
            ms, shared, again, sent = (statistics.median(each[ranks][between][k] for each in rounds) for k in range(4))
            efficiency = base / ms * (first / ranks if gain else 1)
            print(f"| {ranks} | {between} | {ms / options.passes:.2f} | {shared:.1%} | {again:.1%} | "
                  f"{sent / options.passes:.2f} | {efficiency:.0%} |")


def make_image(options, height, path):
    width, tool = options.tool_size[0], options.builds[0] / "tool/lenslet"
    seed = path.with_suffix(".pgm")
    seed.write_bytes(b"P5\n64 64\n255\n" + bytes(i * i * 31 % 251 for i in range(4096)))
    subprocess.run([tool, "run", "resize", "--size", f"{width}x{height}", seed, path, "--memory", "1G", "--quiet"], check=True)


def print_tool(options, folder, title, height_of, gain):
    images = {ranks: folder / f"in{height_of(ranks)}.tif" for ranks in options.ranks}
    for ranks, image in images.items():
        if not image.exists():
            make_image(options, height_of(ranks), image)
    for pipeline in options.pipeline:
        times = {(build, ranks): [] for build in options.builds for ranks in options.ranks}
        for repeat in range(options.repeats + 1):  # the first one compiles
            for build, ranks in times:
                begin = time.monotonic()
                run(options, ranks, build / "tool/lenslet", "run", pipeline, images[ranks], folder / options.output,
                    "--memory", "1G")
                if repeat > 0:
                    times[build, ranks].append(time.monotonic() - begin)
        print(f"\n{title}: {pipeline}, to {options.output}, with all starts\n\n| build | ranks | s | Mpx/s | efficiency |")
        print("| --- | --- | --- | --- | --- |")
        first = options.ranks[0]
        for (build, ranks), all_times in times.items():
            seconds, pixels = statistics.median(all_times), options.tool_size[0] * height_of(ranks)
            efficiency = statistics.median(times[build, first]) / seconds * (first / ranks if gain else 1)
            print(f"| {build} | {ranks} | {seconds:.2f} | {pixels / seconds / 1e6:.0f} | {efficiency:.0%} |", flush=True)


def main():
    options = arguments()
    width, height = options.tool_size
    if options.only != "passes":
        with tempfile.TemporaryDirectory() as folder:
            print_tool(options, Path(folder), f"Strong: the tool, {width} x {height}", lambda ranks: height, True)
            print_tool(options, Path(folder), f"Weak: the tool, {width} x {height // 4} a rank", lambda ranks: height // 4 * ranks, False)
    if options.only == "tool":
        return
    width, height = options.size
    print_passes(options, f"Strong: Gaussian 5x5, f32, {width} x {height}", lambda ranks: height, True)
    print_passes(options, f"Weak: Gaussian 5x5, f32, {width} x {height} a rank", lambda ranks: height * ranks, False)


if __name__ == "__main__":
    main()
