#!/usr/bin/env python3
"""Runs a peer's own tests with lenslet.ndimage in the place of scipy.ndimage, and judges what becomes of them.

Usage: run.py [SUITE] [--quick] [--update]

SUITE is "scipy", SciPy's tests of ndimage, or "skimage", those of scikit-image's parts that call ndimage. A test passes,
meets what is not there, or fails. Each test that fails stands in the suite's list below the reason. The run ends with
1 where one fails that does not stand there, or passes that does, and where less than 95% pass of those that call
lenslet.ndimage and whose functions and arguments are there. --quick takes some tests of each kind. --update writes the
list anew: what is new in it gets the reason "unexplained", which no run accepts.
"""

import argparse
import collections
import dataclasses
import importlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import lenslet

HERE = pathlib.Path(__file__).resolve().parent
ENOUGH = 0.95


@dataclasses.dataclass(frozen=True)
class Suite:
    module: str  # whose folder the files are relative to
    needs: tuple  # what must be imported for the tests to run
    install: str  # how these are had
    files: tuple
    quick: str  # pytest's -k
    list: pathlib.Path  # of the tests that fail


SUITES = {
    "scipy": Suite(
        module="scipy",
        needs=("hypothesis", "scipy.ndimage.tests"),
        install="pip install scipy hypothesis",
        files=tuple(
            f"ndimage/tests/test_{name}.py"
            for name in ("filters", "morphology", "measurements", "interpolation", "datatypes")
        ),
        quick="correlate05 or gauss or prewitt01 or sobel02 or uniform01 or minimum_filter01 or label01 or label02 or "
        "center_of_mass01 or sum01 or maximum_position01 or grey_erosion01 or binary_opening01 or shift01",
        list=HERE / "scipy_ndimage.txt",
    ),
    "skimage": Suite(
        module="skimage",
        needs=("skimage.filters.tests",),
        install="pip install 'scikit-image<0.26': later ones bring no tests",
        files=tuple(
            f"{part}/tests"
            for part in ("filters", "morphology", "measure", "segmentation", "feature", "restoration", "transform")
        ),
        quick="gaussian or sobel or prewitt or median or unsharp or label or closing or opening",
        list=HERE / "scikit_image.txt",
    ),
}


def listed(suite):
    """The tests that fail, by their names, with the reason why."""
    reasons, reason = {}, ""
    for line in suite.list.read_text(encoding="utf-8").splitlines() if suite.list.exists() else []:
        if line.startswith("# "):
            reason = line[2:]
        elif line:
            reasons[line] = reason
    return reasons


def command(suite, quick):
    home = pathlib.Path(importlib.import_module(suite.module).__file__).parent
    options = ["-q", "--tb=no", "-p", "no:cacheprovider", "-p", "put_in_place", "-W", "ignore"]
    options += ["--rootdir", str(home.parent), "--confcutdir", str(home), "-c", os.devnull]
    if quick:
        options += ["-k", suite.quick]
    return [sys.executable, "-B", "-m", "pytest", *options, *(str(home / file) for file in suite.files)]


def run_pytest(suite, quick):
    """What became of each test of the installed suite."""
    with tempfile.TemporaryDirectory() as folder:
        outcomes = pathlib.Path(folder) / "outcomes.json"
        environment = {
            **os.environ,
            "LENSLET_PEER_OUTCOMES": str(outcomes),
            "PYTHONPATH": os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]),
        }
        done = subprocess.run(command(suite, quick), env=environment, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(done.stdout[-3000:] + done.stderr[-3000:])
        found = json.loads(outcomes.read_text(encoding="utf-8"))
    return {short_name(suite, name): outcome for name, outcome in found.items()}


def short_name(suite, name):
    """The name of a test from its file's on, or from its part's on where several have a file of that name."""
    part, _, test = name.partition("/tests/")
    return test if suite.module == "scipy" else f"{pathlib.PurePath(part).name}/{test}"


def faults(outcomes, reasons):
    """What the list and the run do not agree on."""
    for name, (outcome, words) in sorted(outcomes.items()):
        if outcome == "failed" and name not in reasons:
            yield f"fails, and is not listed: {name}: {' '.join(words.split())[:200]}"
        if outcome != "failed" and name in reasons:
            yield f"is listed as failing: {outcome}: {name}"
        if reasons.get(name) == "unexplained":
            yield f"is listed without a reason: {name}"


def update(suite, outcomes, reasons):
    groups = collections.defaultdict(list)
    for name, (outcome, _) in sorted(outcomes.items()):
        if outcome == "failed":
            groups[reasons.get(name, "unexplained")].append(name)
    suite.list.write_text(
        "\n".join("\n".join([f"# {reason}", *names, ""]) for reason, names in sorted(groups.items())), encoding="utf-8"
    )


def why_not_here(suite):
    """Why the suite cannot be run here; nothing where it can."""
    try:
        for module in suite.needs:
            importlib.import_module(module)
        if not lenslet.default_session().device["fp64"]:
            return "SciPy's sums are of f64, which this device does not have"
    except ImportError as error:
        return f"its tests cannot be run here: {error} ({suite.install})"
    except lenslet.NoDeviceError as error:
        return str(error)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", nargs="?", choices=SUITES, default="scipy", metavar="SUITE")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    suite = SUITES[arguments.suite]
    if reason := why_not_here(suite):
        print(f"skipped: {arguments.suite}: {reason}")
        return 77
    outcomes = run_pytest(suite, arguments.quick)
    if arguments.update:
        update(suite, outcomes, listed(suite))
    count = collections.Counter(outcome for outcome, _ in outcomes.values())
    there = count["passed"] + count["failed"]
    share = count["passed"] / there if there else 0
    print(
        f"{count['passed']} of {there} pass ({share:.1%}), {count['failed']} fail, "
        f"{count['not there']} meet what is not there, {count['apart']} do not call lenslet.ndimage, "
        f"{count['skipped']} are skipped"
    )
    wrong = list(faults(outcomes, listed(suite)))
    print("\n".join(wrong))
    return 1 if wrong or share < ENOUGH else 0


if __name__ == "__main__":
    sys.exit(main())
