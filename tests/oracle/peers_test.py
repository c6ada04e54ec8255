"""bench/peers: every work is lenslet's and the peers' alike, and a wrong result has no time."""
import json
import os
import pathlib
import re
import subprocess
import sys
import types

import numpy as np
import pytest

PEERS = pathlib.Path(__file__).parents[2] / "bench" / "peers"
sys.path.insert(0, str(PEERS))

import common  # noqa: E402
import reference  # noqa: E402
import run  # noqa: E402
from image_works import IMAGE_WORKS  # noqa: E402

SMALL = (150, 90)
EVERY_TASK = "Scharr|filter2d 5|Gaussian 9|mean 3|median 3|sharpen"
WORKS = EVERY_TASK if os.environ.get("LENSLET_EFFORT") == "0" else ""  # each work's kernel is compiled


def run_peers(lenslet, folder, *arguments):
    report = folder / "peers.json"
    done = subprocess.run([sys.executable, "-B", PEERS / "run.py", lenslet.path, "--size", "150x90", "--repeats", "3", "--json",
                           report, *arguments], capture_output=True, text=True, check=False)
    return done, json.loads(report.read_text()) if report.exists() else None


def test_opencv_does_every_work(lenslet, tmp_path):
    done, report = run_peers(lenslet, tmp_path, "--peers", "opencv", "--works", WORKS)
    assert done.returncode == 0, done.stderr
    works = [work for work in (*common.WORKS, *IMAGE_WORKS) if re.search(WORKS, work.name)]
    assert {work.task for work in works} >= {work.task for work in common.WORKS}
    assert [record["work"] for record in report["records"]] == [work.name for work in works]
    for record in report["records"]:
        assert record["outcome"] == "correct", record
        assert record["ratio"] == record["peer_ms"] / record["lenslet_ms"]
    assert "OpenCV" in report["peers"]["opencv"] and report["device"]["driver"] and report["lenslet"]


@pytest.mark.parametrize("peer, text", [("opencl", "T-API"), ("halide", "by hand"), ("halide-auto", "autoscheduled")])
def test_other_peers_do_the_works_or_are_named(lenslet, tmp_path, peer, text):
    done, report = run_peers(lenslet, tmp_path, "--peers", peer, "--works", "pair|mean 5|median 3|sharpen")
    if done.returncode == 1:
        assert "get" in report["missing"][peer] and "skipped" in done.stdout
        pytest.skip(report["missing"][peer])
    assert text in report["peers"][peer]
    assert [record["outcome"] for record in report["records"]] == ["correct"] * 4


def test_a_missing_peer_is_named(lenslet, tmp_path):
    done, report = run_peers(lenslet, tmp_path, "--peers", "npp,opencv", "--works", "pair")
    assert set(report["peers"]) | set(report["missing"]) == {"npp", "opencv"}
    assert done.returncode == (1 if "npp" in report["missing"] else 0)
    assert ("npp:         skipped: " in done.stdout) == ("npp" in report["missing"])


def test_unknown_words_are_refused(lenslet, tmp_path):
    for words in (["--peers", "ipp"], ["--works", "no such"], ["--repeats", "0"], ["--size", "big"]):
        assert run_peers(lenslet, tmp_path, *words)[0].returncode == 2


class Stub:
    """A peer whose result is off by one, or which has no function."""

    def __init__(self, error):
        self.error = error

    def prepare(self, work):
        image = common.images_of(work)[0]
        if self.error:
            raise self.error
        reference.check(work, image, [image + np.uint8(1)])


@pytest.mark.parametrize("error, outcome", [(None, "wrong"), (common.Refused("no"), "refused")])
def test_what_is_not_the_work_has_no_time(lenslet, error, outcome):
    options = types.SimpleNamespace(lenslet=lenslet.path, repeats=3)
    work = common.Work("median", "median", 3, "u8", size=SMALL)
    record, = run.compare(options, {"stub": Stub(error)}, work)
    assert record["outcome"] == outcome and "ratio" not in record


@pytest.mark.parametrize("work", common.WORKS, ids=lambda work: work.name)
def test_the_reference_sees_one_wrong_sample(work):
    work = work._replace(size=SMALL)
    image = common.images_of(work)[0]
    results = [np.zeros(image.shape, image.dtype) for _ in work.masks]
    for rows in reference.bands(image.shape[0]):
        for result, truth in zip(results, reference.expected(work, image, rows)):
            result[rows.start:rows.stop] = np.clip(np.rint(truth), 0, 255) if work.kind == "u8" else truth
    reference.check(work, image, results)
    flat = results[-1].reshape(-1)
    flat[-1] = flat[-1] ^ 64 if work.kind == "u8" else np.nan
    with pytest.raises(common.Wrong):
        reference.check(work, image, results)
