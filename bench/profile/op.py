#!/usr/bin/env python3
"""Finds out what any op's kernels take on a device: time, resources, and the processor's or compiler's own figures.

    bench/profile/op.py LENSLET gaussian --sigma 2 --size 1920x1080 --type u8 [--device SEL] [--schedule S] [--json]

What follows the tool are the words of `lenslet explain`. Of every op and device come the time, the floor that bytes and
arithmetic set, and for each kernel what the driver tells: work-items of a group, local and private memory. Beside them,
where they are installed and of use:

    perf        the processor's counters while the op runs, for CPUs; those of the start of a process are taken off
    ptxas       registers, spills and local memory of each kernel, for NVIDIA's GPUs
    cuobjdump   how many instructions of each kind a kernel has there (nvdisasm's names)

What is missing is named. bench/profile/histogram.py asks Nsight Compute about one kernel. Exit status 1: the op failed.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

COUNTERS = ["cycles", "instructions", "branches", "branch-misses", "cache-references", "cache-misses"]
MOST_KINDS = 8


def run(command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)


def tool(options, *words):
    done = run([options.lenslet, *words])
    if done.returncode:
        sys.exit(done.stderr.strip() or f"status {done.returncode}: {words}")
    return done.stdout


def kernels_of(options, source, programs, device):
    """What the driver says of each kernel, and each program's code."""
    for program in range(programs):
        code = source.with_name(f"program{program}.clbin")
        text = tool(options, "kernel", source, "--options", f"-DPROGRAM={program}", "--binary", code, "--json", *device)
        yield json.loads(text), code


def counters(command):
    """Counters by perf of a command and all its threads; None where perf cannot count here."""
    done = run(["perf", "stat", "-x", ";", "-e", ",".join(COUNTERS), "--", *command])
    rows = [line.split(";") for line in done.stderr.splitlines() if line.count(";") > 2]
    found = {row[2].split(":")[0]: float(row[0]) for row in rows if row[0].replace(".", "").isdigit()}
    return found if done.returncode == 0 and found else None


def by_perf(options):
    """The counters of one run of the op, as the difference of many runs and few."""
    if not shutil.which("perf"):
        return "perf is not installed"
    work = [options.lenslet, "bench", *options.words, "--json"]
    few, many = counters([*work, "--repeats", "3"]), counters([*work, "--repeats", "53"])
    if not few or not many:
        return "perf cannot count here (kernel.perf_event_paranoid, or a virtual machine)"
    return {name: (many[name] - few[name]) / 50 for name in many if name in few}


def ptx_in(code):
    """The PTX in a kept binary of NVIDIA's driver, if it is one."""
    data = code.read_bytes()
    begin = data.find(b".version ")
    return data[begin:data.find(b"\0", begin)] if begin >= 0 else None


def by_ptxas(code, folder):
    """Registers and spills of each kernel, and how many instructions of each kind it has."""
    ptx = ptx_in(code)
    if ptx is None:
        return "no PTX: not NVIDIA's driver"
    if not shutil.which("ptxas"):
        return "ptxas is not installed"
    text, cubin = folder / "program.ptx", folder / "program.cubin"
    text.write_bytes(ptx)
    target = re.search(rb"\.target (sm_\w+)", ptx)[1].decode()
    done = run(["ptxas", "-v", f"-arch={target}", text, "-o", cubin])
    found = {"ptxas": [line.split(":", 1)[-1].strip() for line in done.stderr.splitlines() if "registers" in line or "spill" in line]}
    if shutil.which("cuobjdump"):
        sass = run(["cuobjdump", "-sass", cubin]).stdout
        kinds = collections.Counter(kind.split(".")[0] for kind in re.findall(r"/\*[0-9a-f]{4}\*/\s+(?:@!?U?P\w+ )?([A-Z][A-Z0-9.]+)", sass))
        found["instructions"] = dict(kinds.most_common(MOST_KINDS))
    return found


def device_words(words):
    """The words that name the device, for commands that take no others of them."""
    return [word for i, word in enumerate(words) if word == "--device" or (i and words[i - 1] == "--device")]


def profile(options, folder):
    source = folder / "source.cl"
    explained = json.loads(tool(options, "explain", *options.words, "--source", source, "--json"))
    result = {"op": explained["op"], "device": explained["device"]["name"], "schedule": explained["schedule"],
              "median_ms": explained["median_ms"], "floor_ms": explained["floor_ms"], "distance": explained["distance"],
              "stages": explained["stages"], "kernels": [], "compiler": []}
    for told, code in kernels_of(options, source, explained["programs"], device_words(options.words)):
        result["kernels"] += told["kernels"]
        result["compiler"].append(by_ptxas(code, folder))
    result["counters"] = by_perf(options) if explained["device"]["kind"] == "cpu" else "perf counts CPUs alone"
    return result


def print_table(found):
    print(f"{found['op']} on {found['device']}: {found['median_ms']:.4f} ms, {found['distance']:.2f} times the floor")
    print(f"schedule   {found['schedule']}\nstages     {', '.join(found['stages'])}")
    for kernel in found["kernels"]:
        print(f"kernel     {kernel['name']}: groups of up to {kernel['max_group']} in multiples of {kernel['preferred_multiple']}, "
              f"{kernel['local_bytes']} B of local and {kernel['private_bytes']} B of private memory")
    for told in found["compiler"]:
        lines = [told] if isinstance(told, str) else told["ptxas"] + [str(told.get("instructions", ""))]
        print("\n".join(f"compiler   {line}" for line in lines if line))
    if isinstance(found["counters"], str):
        print(f"counters   {found['counters']}")
    else:
        print("\n".join(f"counters   {name:<18}{value:>16,.0f}" for name, value in found["counters"].items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lenslet", type=pathlib.Path, help="path of the tool")
    parser.add_argument("words", nargs=argparse.REMAINDER, help="an op and options of 'lenslet explain'; --json prints JSON")
    options = parser.parse_args()
    if not options.words:
        parser.error("an op is missing")
    as_json = "--json" in options.words
    options.words = [word for word in options.words if word != "--json"]
    options.lenslet = os.path.abspath(options.lenslet)
    with tempfile.TemporaryDirectory() as folder:
        found = profile(options, pathlib.Path(folder))
    print(json.dumps(found, indent=1)) if as_json else print_table(found)


if __name__ == "__main__":
    main()
