"""Measures the peak memory of a run, and reads what the tool says that it needs."""

import json
import os
import subprocess


def write_ppm(path, width, height):
    """Colours that do not compress to nothing."""
    row = bytes((i * i // 7 + i * 31) & 255 for i in range(3 * width + 256))
    with open(path, "wb") as file:
        file.write(f"P6\n{width} {height}\n255\n".encode())
        for y in range(height):
            first = y * 37 % 256
            file.write(row[first:first + 3 * width])


def run(tool, words, cwd):
    """(peak bytes of the process, memory_bytes of its first file)"""
    with subprocess.Popen([tool, *words, "--json", "--quiet"], cwd=cwd, stdout=subprocess.PIPE) as child:
        report = json.load(child.stdout)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"{words}: {report}")
    return usage.ru_maxrss * 1024, report["files"][0]["memory_bytes"]


def measure(tool, words, small, large, cwd):
    """(need as estimated, as measured) of the second file's run; the first file's is what program and driver take.

    `words` have IN where the file's name goes. The first run compiles, which takes memory too."""
    for _ in range(2):
        base, _ = run(tool, [small if word == "IN" else word for word in words], cwd)
    peak, need = run(tool, [large if word == "IN" else word for word in words], cwd)
    return need, peak - base
