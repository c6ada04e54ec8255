"""bench/python.py: a small run, and that a wrong result has no time."""

import json
import os
import pathlib
import subprocess
import sys
import types

import numpy as np
import pytest

BENCH = pathlib.Path(__file__).parents[3] / "bench"
sys.path += [str(BENCH), str(BENCH / "peers")]

import python as bench  # noqa: E402
import python_works  # noqa: E402
from python_peers import LIBRARIES, Library, Way  # noqa: E402
from python_table import RESIDENT, table  # noqa: E402


def run_bench(tmp_path, *words):
    report = tmp_path / "report.json"
    command = [sys.executable, "-B", BENCH / "python.py", "--turns", "2", "--warm", "0", "--json", report, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    return done, json.loads(report.read_text()) if report.exists() else None


def test_one_op_at_64_pixels(tmp_path):
    done, report = run_bench(tmp_path, "--ops", "median", "--sizes", "64", "--types", "u8x1")
    assert done.returncode == 0, done.stderr
    (record,) = report["records"]
    assert (record["work"], record["type"], record["size"]) == ("median 5 x 5", "u8x1", 64)
    assert set(report["peers"]) | set(report["missing"]) == set(LIBRARIES)
    for name in report["peers"]:
        time = record["times"][name]
        assert (time["outcome"], time["farthest"], len(time["turns_ms"])) == ("correct", 0, 2), (name, time)
        assert name == "Lenslet" or time["interval"][0] <= time["ratio"] <= time["interval"][1]
    assert "| median 5 x 5 | u8x1 |" in done.stdout
    assert done.stdout.strip() == table(report)


def test_what_is_missing_or_unknown_is_said(tmp_path):
    done, report = run_bench(tmp_path, "--ops", "threshold", "--sizes", "64", "--types", "u8x1", "--peers", "cupy")
    assert done.returncode == (1 if report["missing"] else 0)
    assert ("CuPy: missing: " in done.stderr) == bool(report["missing"])
    for words in (["--peers", "ipp"], ["--ops", "no_such"], ["--sizes", "8"], ["--types", "u9"], ["--turns", "0"]):
        assert run_bench(tmp_path, *words)[0].returncode == 2


class Peer(Library):
    """Does each work by a function of the image; as if images could stay on a device."""

    about = "a stub"

    def __init__(self, function):
        self.function = function

    def way(self, work):
        return Way(self.function)

    def put(self, _work, image):
        return image

    def get(self, made):
        return made


def measure(peers, task="threshold"):
    measuring = bench.Measuring(peers, types.SimpleNamespace(turns=7, seconds=1, warm=0))
    (work,) = python_works.works_of([task], ["u8x1"], [64])[0]
    return measuring.record(work)["times"]


def right(image):
    return np.where(image > 127, 255, 0)


def test_ratios_are_of_right_results_and_of_the_same_kind_of_call():
    times = measure({"Lenslet": Peer(right), "other": Peer(lambda image: [right(image) for _ in range(50)][0])})
    assert set(times) == {name + more for name in ("Lenslet", "other") for more in ("", RESIDENT)}
    for name in ("other", "other" + RESIDENT):
        assert times[name]["ratio"] > 1
        assert len(times[name]["turns_ms"]) == 7
    assert "ratio" not in times["Lenslet"]


@pytest.mark.parametrize(
    "function, outcome", [(lambda image: right(image) + (image == 0), "wrong"), (lambda _: 1 / 0, "failed")]
)
def test_what_is_wrong_or_fails_has_no_time(function, outcome):
    times = measure({"Lenslet": Peer(right), "other": Peer(function)})
    assert times["other"]["outcome"] == outcome and times["other"]["detail"]
    assert "ms" not in times["other"] and "ratio" not in times["other"]
    assert "ms" in times["Lenslet"]


class Forgetful(Peer):
    """Does nothing right with images that stay on a device."""

    def put(self, _work, image):
        return np.zeros_like(image)


def test_what_is_wrong_on_the_device_alone_has_its_time_from_the_host():
    times = measure({"Lenslet": Forgetful(right), "other": Peer(right)})
    assert times["Lenslet"]["outcome"] == "correct" and "ms" in times["Lenslet"]
    assert times["Lenslet" + RESIDENT]["outcome"] == "wrong" and "ms" not in times["Lenslet" + RESIDENT]


def test_nobody_need_be_right():
    assert measure({"Lenslet": Peer(lambda image: right(image) + 1)})["Lenslet"]["outcome"] == "wrong"


@pytest.mark.parametrize(
    "work",
    [group[0] for group in python_works.works_of(python_works.TITLES, ["u8x1", "u8x3"], [64])],
    ids=lambda work: f"{work.task}-{work.type}",
)
def test_the_reference_sees_what_is_too_far_off(work):
    way = LIBRARIES["SciPy"](None)
    image = work.image()
    try:
        way = way.way(work)
    except bench.Refused:
        pytest.skip("SciPy has no such function")
    made = np.asarray(way.alike(way.call(image))).astype(float)
    assert python_works.check(work, image, made) <= work.allowed()
    made[made.shape[0] // 2] += 3 * work.allowed() + 1  # of a turned image one row is more than may be off
    with pytest.raises(bench.Wrong, match="from what it must be"):
        python_works.check(work, image, made)


def test_intervals_are_the_ranks_that_hold_the_median():
    assert bench.interval([3, 1, 2]) == (1, 3)
    assert bench.interval(range(6)) == (0, 5)  # 1 - 2 / 2**6
    assert bench.interval(range(9)) == (1, 7)  # 1 - 20 / 2**9
    assert bench.interval([5]) == (5, 5)
