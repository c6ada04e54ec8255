"""bench/peers/arrays.py: every work is lenslet's and the peers' alike, and a wrong result has no time."""
import json
import os
import pathlib
import subprocess
import sys
import types

import numpy as np
import pytest

PEERS = pathlib.Path(__file__).parents[2] / "bench" / "peers"
sys.path.insert(0, str(PEERS))

import arrays_turns  # noqa: E402
import arrays_works  # noqa: E402
import common  # noqa: E402

SMALL = 2  # the size for a quick look
WORKS = list(arrays_works.SIZES)
HOST = ["numpy", "loops", "opencv", "sklearn"]
DAILY = ["sum", "histogram"]  # each work's kernels are compiled


def run_arrays(lenslet, folder, *arguments):
    report = folder / "arrays.json"
    done = subprocess.run([sys.executable, "-B", PEERS / "arrays.py", lenslet.path, "--small", "--rounds", "1", "--json",
                           report, *arguments], capture_output=True, text=True, check=False)
    return done, json.loads(report.read_text()) if report.exists() else None


def test_every_work_is_right(lenslet, tmp_path):
    works = DAILY if os.environ.get("LENSLET_EFFORT") == "0" else WORKS
    done, report = run_arrays(lenslet, tmp_path, "--peers", ",".join(HOST), "--works", ",".join(works))
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(report["peers"]) == HOST
    for work in works:
        lenslet_record, *others = [record for record in report["records"] if record["work"] == work]
        assert lenslet_record["by"] == "lenslet" and others
        for record in others:
            assert record["right"] and record["ratio"] == record["ms"] / lenslet_record["ms"], record


@pytest.mark.skipif(os.environ.get("LENSLET_EFFORT") == "0", reason="CLBlast's kernels take long to compile")
def test_clblast_multiplies_or_is_named(lenslet, tmp_path):
    done, report = run_arrays(lenslet, tmp_path, "--peers", "clblast", "--works", "matmul")
    if "clblast" in report["missing"]:
        assert "clblast: missing: " in done.stdout and "libclblast-dev" in report["missing"]["clblast"]
        pytest.skip(report["missing"]["clblast"])
    assert done.returncode == 0, done.stdout + done.stderr
    assert [record["by"] for record in report["records"]] == ["lenslet", "CLBlast"]


def test_what_is_missing_is_named(lenslet, tmp_path):
    done, report = run_arrays(lenslet, tmp_path, "--peers", "cub,npp", "--works", "sum")
    for name in set(report["missing"]):
        assert f"{name}: missing: " in done.stdout
    assert set(report["missing"]) | set(report["peers"]) == {"cub", "npp"}


def test_unknown_words_are_refused(lenslet, tmp_path):
    for words in (["--peers", "blas"], ["--works", "sun"], ["--rounds", "0"]):
        assert run_arrays(lenslet, tmp_path, *words)[0].returncode == 2


def truth_of(name, inputs):
    x, y = (*inputs, None)[:2]
    if name == "knn":
        squares = np.square(y[:, None] - x).sum(2)
        indices = np.argsort(squares, 1)[:, :arrays_works.NEIGHBOURS]
        return [indices, np.take_along_axis(squares, indices, 1)]
    order = np.argsort(x, kind="stable") if name == "pairs" else None
    return {"sum": lambda: [x.sum(dtype="f8")], "dot": lambda: [x.astype("f8") @ y], "scan": lambda: [np.cumsum(x)],
            "saxpy": lambda: [np.float32(arrays_works.FACTOR) * x + y], "sort": lambda: [np.sort(x)],
            "pairs": lambda: [x[order], y[order]], "matmul": lambda: [x @ y],
            **dict.fromkeys(("histogram", "histogram_equal"), lambda: [np.bincount(x.ravel(), minlength=256)])}[name]()


@pytest.mark.parametrize("name", WORKS)
def test_the_check_sees_one_wrong_element(name):
    work = arrays_works.make_work(name, arrays_works.SIZES[name][SMALL])
    results = [np.array(array) for array in truth_of(name, work.inputs)]
    assert work.right(results)
    for place, result in enumerate(results):
        wrong = [array.copy() for array in results]
        flat = wrong[place].reshape(-1)
        flat[-1] += 1
        assert not work.right(wrong), place
    assert not work.right([np.full_like(result, 0) for result in results])


class Stub:
    def __init__(self, results):
        self.results = results

    def run(self, _name, _inputs, _files):
        if not self.results:
            raise common.Wrong("no memory")
        yield "stub", [1.0], self.results


def test_a_wrong_peer_has_no_ratio(lenslet):
    options = types.SimpleNamespace(lenslet=lenslet.path, rounds=2)
    records = arrays_turns.compare(options, "sum", 1000, {"stub": Stub([np.zeros(1)]), "broken": Stub(None)})
    assert [record["right"] for record in records] == [True, False, False]
    assert records[0]["ms"] > 0 and not any("ms" in record or "ratio" in record for record in records[1:])
    assert "no memory" in arrays_turns.line_of(records[2])
