#!/usr/bin/env python3
"""Runs SciPy's own tests of ndimage with lenslet.ndimage in its place, and judges what becomes of them.

Usage: run.py [--quick] [--update]

A test passes, meets what is not there, or fails. Each test that fails stands in scipy_ndimage.txt below the reason.
The run ends with 1 where one fails that does not stand there, or passes that does, and where less than 95% pass of
those whose functions and arguments are there. --quick takes some tests of each kind. --update writes the list anew:
what is new in it gets the reason "unexplained", which no run accepts.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import lenslet

HERE = pathlib.Path(__file__).resolve().parent
LISTED = HERE / "scipy_ndimage.txt"
FILES = ["test_filters.py", "test_morphology.py", "test_measurements.py", "test_interpolation.py", "test_datatypes.py"]
QUICK = (
    "correlate05 or gauss or prewitt01 or sobel02 or uniform01 or minimum_filter01 or label01 or label02 or "
    "center_of_mass01 or sum01 or maximum_position01 or grey_erosion01 or binary_opening01 or shift01"
)
ENOUGH = 0.95


def listed():
    """The tests that fail, by their names, with the reason why."""
    reasons, reason = {}, ""
    for line in LISTED.read_text(encoding="utf-8").splitlines() if LISTED.exists() else []:
        if line.startswith("# "):
            reason = line[2:]
        elif line:
            reasons[line] = reason
    return reasons


def run_pytest(quick):
    """What became of each test of the installed suite."""
    import scipy

    home = pathlib.Path(scipy.__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        outcomes = pathlib.Path(folder) / "outcomes.json"
        environment = {
            **os.environ,
            "LENSLET_PEER_OUTCOMES": str(outcomes),
            "PYTHONPATH": os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]),
        }
        command = [
            sys.executable,
            "-B",
            "-m",
            "pytest",
            "-q",
            "--tb=no",
            "-p",
            "no:cacheprovider",
            "-p",
            "put_in_place",
            "--rootdir",
            str(home.parent),
            "--confcutdir",
            str(home),
            *(["-k", QUICK] if quick else []),
            *(str(home / "ndimage" / "tests" / name) for name in FILES),
        ]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(done.stdout[-3000:] + done.stderr[-3000:])
        found = json.loads(outcomes.read_text(encoding="utf-8"))
    return {name.rpartition("ndimage/tests/")[2]: outcome for name, outcome in found.items()}


def faults(outcomes, reasons):
    """What the list and the run do not agree on."""
    for name, (outcome, words) in sorted(outcomes.items()):
        if outcome == "failed" and name not in reasons:
            yield f"fails, and is not listed: {name}: {' '.join(words.split())[:200]}"
        if outcome != "failed" and name in reasons:
            yield f"is listed as failing: {outcome}: {name}"
        if reasons.get(name) == "unexplained":
            yield f"is listed without a reason: {name}"


def update(outcomes, reasons):
    groups = collections.defaultdict(list)
    for name, (outcome, _) in sorted(outcomes.items()):
        if outcome == "failed":
            groups[reasons.get(name, "unexplained")].append(name)
    LISTED.write_text(
        "\n".join("\n".join([f"# {reason}", *names, ""]) for reason, names in sorted(groups.items())), encoding="utf-8"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    try:
        import hypothesis  # noqa: F401 (SciPy's tests need it)
        import scipy.ndimage.tests  # noqa: F401
    except ImportError as error:
        print(f"skipped: SciPy's tests cannot be run here: {error} (pip install scipy hypothesis)")
        return 77
    try:
        has_f64 = lenslet.default_session().device["fp64"]
    except lenslet.NoDeviceError as error:
        print(f"skipped: {error}")
        return 77
    if not has_f64:
        print("skipped: SciPy's sums are of f64, which this device does not have")
        return 77
    outcomes = run_pytest(arguments.quick)
    if arguments.update:
        update(outcomes, listed())
    count = collections.Counter(outcome for outcome, _ in outcomes.values())
    there = count["passed"] + count["failed"]
    share = count["passed"] / there if there else 0
    print(
        f"{count['passed']} of {there} pass ({share:.1%}), {count['failed']} fail, "
        f"{count['not there']} meet what is not there, "
        f"{count['skipped']} are skipped"
    )
    wrong = list(faults(outcomes, listed()))
    print("\n".join(wrong))
    return 1 if wrong or share < ENOUGH else 0


if __name__ == "__main__":
    sys.exit(main())
