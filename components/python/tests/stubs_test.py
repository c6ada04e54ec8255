"""Type checkers know every op and its parameters."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

import lenslet

pytest.importorskip("mypy")
TYPED = pathlib.Path(__file__).with_name("typed.py")


def mypy(tmp_path, *arguments):
    home = pathlib.Path(lenslet.__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), *arguments],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_the_package_is_typed(tmp_path):
    assert "Success" in mypy(tmp_path, "-p", "lenslet")


def test_calls_are_checked(tmp_path):
    said = mypy(tmp_path, str(TYPED))
    found = {
        (int(line), code) for line, code in re.findall(r"typed\.py:(\d+): error: .*\[([\w-]+)\]$", said, re.MULTILINE)
    }
    lines = TYPED.read_text(encoding="utf-8").splitlines()
    expected = {(number, line.split("wrong: ")[1]) for number, line in enumerate(lines, 1) if "# wrong: " in line}
    assert len(expected) == 7 and found == expected, said


def test_every_op_is_in_the_stub():
    text = pathlib.Path(lenslet.__file__).with_name("__init__.pyi").read_text(encoding="utf-8")
    for name, op in lenslet.ops().items():
        assert f"class _{name.replace('.', '_')}(Op):" in text
        for parameter in op.info["parameters"]:
            assert f" {parameter['name']}: " in text
