"""bench/peers/photos.py: the photograph matrix, its table and its picture."""
import functools
import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

PEERS = pathlib.Path(__file__).parents[2] / "bench" / "peers"
sys.path.insert(0, str(PEERS))

import common  # noqa: E402
import photo_chart  # noqa: E402
import photo_npp  # noqa: E402
import photo_opencv  # noqa: E402
import photo_reference  # noqa: E402
import photo_scipy  # noqa: E402
import photo_table  # noqa: E402
import photo_turns  # noqa: E402
import row_npp  # noqa: E402
from op_rows import ROWS, Truth  # noqa: E402
from photo_works import TYPES, Photo, photos_of, works_of  # noqa: E402

SIZE = "62x46"  # even: Pillow halves the sides of other sizes by another scale
EVERY = [work for work, in works_of(lambda name: name not in ROWS, TYPES, [SIZE])]
EVERY_ROW = [work for work, in works_of(lambda name: name in ROWS, TYPES, [SIZE])]


def run_photos(lenslet, folder, *arguments):
    report = folder / "photos.json"
    command = [sys.executable, "-B", PEERS / "photos.py", lenslet.path, "--sizes", "70x50,61x47", "--turns", "1",
               "--seconds", "0.01", "--json", report, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done, json.loads(report.read_text()) if report.exists() else None


def test_takes_turns_and_makes_a_table(lenslet, tmp_path):
    words = ("--peers", "opencv", "--ops", "^(mean 3|brightness)$", "--types", "u8x3")
    done, report = run_photos(lenslet, tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert [(r["work"], r["size"]) for r in report["records"]] == [
        (work, size) for work in ("mean 3", "brightness") for size in ("61x47", "70x50")]
    for record in report["records"]:
        assert set(record["times"]) == {"lenslet", "opencv"}
        assert all(time["ms"] > 0 and time["outcome"] == "correct" for time in record["times"].values()), record
        assert record["times"]["lenslet"]["origin"]
    assert done.stdout.strip() == photo_table.table(report)
    assert "| mean 3 |" in done.stdout and "OpenCV (o)" in done.stdout


def test_unknown_words_are_refused(lenslet, tmp_path):
    for words in (["--peers", "ipp"], ["--ops", "no such"], ["--types", "u9"], ["--sizes", "big"], ["--seconds", "0"]):
        assert run_photos(lenslet, tmp_path, *words)[0].returncode == 2


def test_a_missing_peer_is_named(lenslet, tmp_path):
    done, report = run_photos(lenslet, tmp_path, "--peers", "npp,cupy", "--ops", "brightness", "--types", "u8x1")
    assert set(report["peers"]) | set(report["missing"]) == {"npp", "cupy"}
    assert done.returncode == (1 if report["missing"] else 0)


@pytest.mark.parametrize("work", EVERY, ids=lambda work: f"{work.name} {work.type}")
def test_opencv_does_the_work(work):
    try:
        call = photo_opencv.OpenCv(2, None, None).prepare(work, photos_of(work))
    except common.Refused as reason:
        assert work.task == "median" and work.kind != "u8" and work.side > 5, reason
        return
    result = call(0)
    photo_reference.check(work, photos_of(work)[0], result)
    wrong = result.copy()
    wrong.reshape(-1)[-1] = wrong.reshape(-1)[-1] ^ 64 if work.kind != "f32" else np.nan
    with pytest.raises(common.Wrong):
        photo_reference.check(work, photos_of(work)[0], wrong)


@functools.lru_cache
def lenslet_ops(lenslet):
    done = subprocess.run([lenslet.path, "ops"], stdout=subprocess.PIPE, text=True, check=True)
    return {line.split()[0] for line in done.stdout.splitlines() if line.strip()}


@pytest.mark.parametrize("work", EVERY_ROW, ids=lambda work: f"{work.name} {work.type}")
def test_peers_and_lenslet_mean_the_same_by_a_row(lenslet, tmp_path, work):
    if ROWS[work.task].op not in lenslet_ops(lenslet):
        pytest.skip("this tool has no such op")
    images, extra, truth = photos_of(work), ROWS[work.task].extra(work), Truth(lenslet.path, tmp_path)
    peers = [peer(2, None, None) for peer in (photo_opencv.OpenCv, photo_scipy.SciPy) if peer.does(work)]
    assert peers
    for peer in peers:
        result = peer.prepare(work, images, extra)(0)
        truth.check(work, images[0], extra, result)
        with pytest.raises(common.Wrong):
            truth.check(work, images[0], extra, np.zeros((3, 2), np.uint8))


class LikeNpp(photo_npp.Npp):
    """What NPP would make, from lenslet's own result: labels of another order, nothing outside, a factor."""
    row_program = "npp_rows"

    def __init__(self, folder, work, images, truth):
        self.folder, self.raw = folder, truth.of(work, images[0], ROWS[work.task].extra(work))

    def row_result(self, by, work, image, extra):
        task, *values = by.words(work)
        made = self.raw[0] if task == "minmaxloc" else self.raw
        if task == "label":
            made = np.random.default_rng(0).permutation(made.max() + 1)[made] + 7
        if task == "harris_response":
            made = made * np.float32(99)
        if task.startswith("warp"):
            rows, columns = np.mgrid[:work.shape[0], :work.shape[1]].reshape(2, -1)
            places = row_npp.sources(np.array(values[1:], float).reshape(-1, 3), columns, rows)
            made = np.where(row_npp.within(work, *places, 0).reshape(work.shape[:2] + (1,) * (made.ndim - 2)), made, 0)
        return made.astype(by.dtype or work.dtype).reshape(by.shape(work))


ROWS_OF_NPP = [work for work in EVERY_ROW if ROWS[work.task].npp and work.type == ROWS[work.task].npp.types[0]]


@pytest.mark.parametrize("work", ROWS_OF_NPP, ids=lambda work: f"{work.name} {work.type}")
def test_what_npp_may_do_otherwise_is_not_compared(lenslet, tmp_path, work):
    if ROWS[work.task].npp.refused:
        pytest.skip("NPP has no such row")
    images, extra, truth = photos_of(work), ROWS[work.task].extra(work), Truth(lenslet.path, tmp_path)
    like = LikeNpp(tmp_path, work, images, truth)
    call = like.prepare(work, images, extra)
    if not call.proved:
        truth.check(work, images[0], extra, call(0))
    like.raw = np.roll(like.raw, 5, axis=-1 if work.channels == 1 else 1)
    with pytest.raises(common.Wrong):
        truth.check(work, images[0], extra, like.prepare(work, images, extra)(0))


def test_a_process_that_ends_costs_one_work(tmp_path, monkeypatch):
    script = tmp_path / "peer.py"
    script.write_text("import sys\nprint('a library says hello')\nprint('{\"about\": \"it\"}', flush=True)\n"
                      "if 'mean' in sys.stdin.readline(): sys.exit(3)\nprint('{\"outcome\": \"correct\", \"ms\": [1]}')\n")
    monkeypatch.setattr(photo_turns, "SCRIPT", script)
    peer = photo_turns.Peer("any", 1, str(tmp_path), {})
    failed, = peer.times([Photo("mean", 3, "u8x1", SIZE)], 1)
    assert failed == {"outcome": "failed", "detail": "its process ended with status 3"}
    assert peer.times([Photo("sobel", 3, "u8x1", SIZE)], 1)[0]["ms"] == [1]
    peer.end()


def record(work, kind, size, **times):
    refused = {"outcome": "refused", "detail": "no"}
    return {"work": work, "type": kind, "size": size, "times": {
        name: {"outcome": "correct", "ms": ms} if ms else refused for name, ms in times.items()}}


REPORT = {"device": {"name": "a", "platform": "b", "driver": "c"}, "copy_bytes_per_second": 1e9, "lenslet": "1",
          "tune": None, "peers": {"opencv": "OpenCV 5", "vips": "libvips 8"}, "missing": {},
          "records": [record("mean 3", "u8x1", "64x48", lenslet=2, opencv=1, vips=8),
                      record("mean 3", "u8x1", "640x480", lenslet=2, opencv=8, vips=None),
                      record("sobel", "f32x1", "64x48", lenslet=1, opencv=4, vips=3)]}


def test_the_table_says_who_wins():
    lines = photo_table.table(REPORT).splitlines()
    assert "| OpenCV (o) | 3 | 1.41 | 2.00 | 1 | 0.50 (mean 3 u8x1 64x48) |" in lines
    assert "| mean 3 | **0.50** o | 4.00 o |  |" in lines
    assert "| sobel |  |  | 3.00 v |" in lines
    assert "* libvips, refused: mean 3 (u8x1). The first: no" in lines


def test_the_table_says_what_a_peer_means_otherwise():
    other = REPORT | {"records": [record("pad", "u8x1", "64x48", lenslet=1, opencv=2)]}
    other["records"][0]["times"]["opencv"]["note"] = "its window is square"
    assert "* OpenCV: its window is square: pad (u8x1)." in photo_table.table(other).splitlines()


def test_the_picture_has_a_dot_for_each_ratio():
    picture = photo_chart.chart(REPORT, "opencv")
    titles = [each.text for each in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}title")]
    assert "mean 3, u8x1, 64x48: 0.50" in titles and "sobel, f32x1, 64x48: 4.00" in titles
