"""How one image's time falls with the number of ranks: passes of a filter over an image in blocks, and the tool on a file.

    python3 bench/ranks.py build/release --ranks 1 2 4 --mpirun "mpirun --map-by ppr:4:node"

Strong scaling: the same image for all. Weak: as many rows for each rank. The efficiency is the time of the first number
of ranks over this one's; of strong scaling, times the ratio of ranks. Runs take turns, and the median counts.
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
    parser.add_argument("build", type=Path, help="folder of the build")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--mpirun", default="mpirun", help="command with its options, but for -n")
    parser.add_argument("--size", type=int, nargs=2, default=[4096, 4096], metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--passes", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--pipeline", default="median ksize=7 | gradient", help="what the tool runs")
    parser.add_argument("--only", choices=["passes", "tool"], help="one of both parts")
    return parser.parse_args()


def run(options, ranks, *words):
    command = [*shlex.split(options.mpirun), "-n", str(ranks), *map(str, words)]
    return subprocess.run(command, env=os.environ | ROOT, capture_output=True, text=True, check=True).stdout


def passes(options, ranks, height):
    """{passes between exchanges: [ms, share of exchanges, share computed again, MB sent]}"""
    out = run(options, ranks, options.build / "bench/lenslet_bench_ranks", options.size[0], height, options.passes)
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


def print_tool(options):
    tool, width, height = options.build / "src/cli/lenslet", *options.size
    with tempfile.TemporaryDirectory() as folder:
        image, result = f"{folder}/in.tif", f"{folder}/out.tif"
        (Path(folder) / "seed.pgm").write_bytes(b"P5\n64 64\n255\n" + bytes(i * i * 31 % 251 for i in range(4096)))
        subprocess.run([tool, "run", "resize", "--size", f"{width}x{height}", f"{folder}/seed.pgm", image], check=True)
        times = {ranks: [] for ranks in options.ranks}
        for repeat in range(options.repeats + 1):  # the first one compiles
            for ranks in options.ranks:
                begin = time.monotonic()
                run(options, ranks, tool, "run", options.pipeline, image, result, "--memory", "1G")
                if repeat > 0:
                    times[ranks].append(time.monotonic() - begin)
    print(f"\nThe tool: {options.pipeline}, {width} x {height}, TIFF to TIFF, with all starts\n\n| ranks | s | efficiency |\n| --- | --- | --- |")
    first = options.ranks[0]
    for ranks in options.ranks:
        seconds = statistics.median(times[ranks])
        print(f"| {ranks} | {seconds:.2f} | {statistics.median(times[first]) / seconds * first / ranks:.0%} |")


def main():
    options = arguments()
    width, height = options.size
    if options.only != "passes":
        print_tool(options)
    if options.only == "tool":
        return
    print_passes(options, f"Strong: Gaussian 5x5, f32, {width} x {height}", lambda ranks: height, True)
    print_passes(options, f"Weak: Gaussian 5x5, f32, {width} x {height} a rank", lambda ranks: height * ranks, False)


if __name__ == "__main__":
    main()
