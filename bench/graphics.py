"""Textures of OpenGL's and images of Vulkan's through a session, copied and shared, and frames per second of `lenslet
view` off-screen at 4K: graphics.py TOOL PHOTO [WIDTHxHEIGHT [FRAMES]]. Prints tables in Markdown."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

PIPELINE = "gaussian sigma=2 | gradient | threshold level=40"
WAYS = (["copies"], ["memory"], ["memory", "--semaphores"], ["objects"])
MEGABYTE = 1e6


def rows_of(program, size, rounds):
    done = subprocess.run([program, size, str(rounds)], stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def print_exchanges(rows):
    facts, *ways = rows
    print(f"\n{facts['device']}, driver {facts['driver']}; OpenGL on {facts['renderer']}. A picture of "
          f"{facts['width']} x {facts['height']}, u8 x 4, to the session, through `threshold`, and back:\n")
    print("| API | shared | texels by | ms | through the host, MB |\n| --- | --- | --- | --- | --- |")
    for way in ways:
        found = f"{way['ms']:.3f} | {way['host_bytes'] / MEGABYTE:.1f}" if "ms" in way else f"{way['reason']} |"
        print(f"| {way['api']} | {way['way']} | {way.get('texels', '')} | {found} |")


def view(tool, photo, out, size, frames, way):
    words = [tool, "view", PIPELINE, photo, "--offscreen", out, "--size", size, "--frames", str(frames), "--json",
             "--sharing", *way]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"{done.stderr.strip().removeprefix('lenslet: ')} | | | |"
    found = json.loads(done.stdout)
    moved = found["bytes_to_session"] + found["bytes_from_session"]
    return (f"{found['frames_per_second']:.1f} | {found['frame_ms']:.2f} | {found['filter_ms']:.3f} | "
            f"{found['exchange_ms']:.2f} | {moved / MEGABYTE:.1f} |")


def main():
    tool, photo, size, frames = (*sys.argv[1:], *("3840x2160", "200")[len(sys.argv) - 3:])[:4]
    program = Path(tool).resolve().parents[2] / "bench/lenslet_bench_graphics"
    if program.exists():
        print_exchanges(rows_of(program, size, 50))
    else:
        print(f"{program} is missing: it is built with lenslet::gl and lenslet::vulkan")
    with tempfile.TemporaryDirectory() as folder:
        large, out = (str(Path(folder) / name) for name in ("large.png", "out.png"))
        subprocess.run([tool, "run", "resize", "--size", size, photo, large], check=True)
        print(f"\n`lenslet view '{PIPELINE}'` of a picture of {size}, drawn off-screen beside its original:\n")
        print("| shared | frames per second | frame, ms | filter, ms | exchange, ms | through the host, MB a frame |")
        print("| --- | --- | --- | --- | --- | --- |")
        for way in WAYS:
            print(f"| {' '.join(way)} | {view(tool, large, out, size, frames, way)}", flush=True)


if __name__ == "__main__":
    main()
