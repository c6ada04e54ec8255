"""What docs/python.md and README show is run as it stands there."""

import contextlib
import io
import pathlib
import re
import subprocess
import sys
import traceback

import numpy as np
import pytest

import lenslet

ROOT = pathlib.Path(__file__).resolve().parents[3]
FILTER = """/*
name: glow
summary: Brighter.
parameter: real gain = 2 (0 to 10): How bright.
window: 1
*/

PIXEL glow(WINDOW) {
  return gain * AT(0, 0);
}
"""


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def run(text, names):
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(text, "page", "exec"), names)  # noqa: S102


def test_the_page_runs(tmp_path, monkeypatch, random):
    cl = pytest.importorskip("pyopencl")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "glow.cl").write_text(FILTER)
    image = random.integers(0, 256, (64, 80), dtype=np.uint8)
    session = lenslet.default_session()
    context = cl.Context.from_int_ptr(session.int_ptr["context"])
    pixels = np.zeros((480, 640, 3), np.uint8)
    buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=pixels)
    names = {
        "image": image,
        "target": np.zeros((84, 80), np.uint8),
        "pyopencl": cl,
        "context": context,
        "device": context.devices[0],
        "queue": cl.CommandQueue(context),
        "buffer": buffer,
    }
    texts = [
        text.replace('"nvidia:gpu"', "").replace("seconds=20", "seconds=2").replace("gaussian.verify", "invert.verify")
        for text in blocks("docs/python.md")
    ]
    assert len(texts) == 9
    for text in texts:
        names["image"] = image
        run(text, names)
    assert names["small"].shape == (512, 640) and names["target"].any()


def test_the_errors_of_the_page_are_what_is_said(image):
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    calls = re.findall(r"^>>> (lenslet\..*)\n([\w.]+): (.*)$", page, re.MULTILINE)
    assert len(calls) == 2
    for call, kind, words in calls:
        with pytest.raises((TypeError, ValueError)) as raised:
            eval(call, {"lenslet": lenslet, "image": image})  # noqa: S307
        assert traceback.format_exception_only(raised.value) == [f"{kind}: {words}\n"]


def test_the_lists_of_the_page_are_the_modules_own():
    program = ROOT / "components/python/write_dropins.py"
    done = subprocess.run(
        [sys.executable, "-B", str(program), str(ROOT / "docs/python.md"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_readme_runs():
    names = {}
    run(blocks("README.md")[0], names)
    assert names["result"].shape == (480, 640, 3)
