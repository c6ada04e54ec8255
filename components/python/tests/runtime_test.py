"""Drivers that pip brought are found, where the system has none and nobody names one."""

import os
import pathlib
import sys

import pytest

from lenslet import _runtime


@pytest.fixture
def environment(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site")])
    monkeypatch.setattr(_runtime.sysconfig, "get_path", lambda name, scheme: str(tmp_path / scheme))
    monkeypatch.setattr(_runtime.shutil, "which", lambda name: "/usr/bin/ld")
    monkeypatch.delenv("OCL_ICD_VENDORS", raising=False)
    return tmp_path


def make(file: pathlib.Path) -> str:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    return str(file)


def test_nothing_is_said_where_there_is_no_driver(environment):
    _runtime.find_drivers(str(environment / "*.icd"))
    assert "OCL_ICD_VENDORS" not in os.environ


def test_intels_runtime_needs_its_libraries(environment):
    library = make(environment / "lib" / "libintelocl.so")
    _runtime.find_drivers(str(environment / "*.icd"))
    assert "OCL_ICD_VENDORS" not in os.environ
    make(environment / "lib" / "libsvml.so")
    _runtime.find_drivers(str(environment / "*.icd"))
    assert os.environ.pop("OCL_ICD_VENDORS") == library


def test_pocl_needs_a_linker(environment, monkeypatch):
    library = make(environment / "site" / "pyopencl" / ".libs" / "libpocl-1.so")
    assert _runtime.driver_of_environment() == library
    monkeypatch.setattr(_runtime.shutil, "which", lambda name: None)
    assert _runtime.driver_of_environment() is None


def test_without_a_driver_pips_is_named(python):
    text = "import lenslet\ntry:\n    lenslet.Session()\nexcept lenslet.NoDeviceError as error:\n    print(error)"
    done = python(text, env={**os.environ, "OCL_ICD_VENDORS": "/nowhere", "LENSLET_DEVICE": ""})
    assert "pocl-opencl-icd for any CPU" in done.stdout and "pip install 'lenslet[cpu]'" in done.stdout, done.stderr
    text = text.replace("Session()", "Session('nonsense')")
    assert "nonsense" in python(text).stdout and "pip install" not in python(text).stdout


def test_the_systems_drivers_and_the_users_word_come_first(environment, monkeypatch):
    make(environment / "site" / "pyopencl" / ".libs" / "libpocl-1.so")
    make(environment / "own.icd")
    _runtime.find_drivers(str(environment / "*.icd"))
    assert "OCL_ICD_VENDORS" not in os.environ
    monkeypatch.setenv("OCL_ICD_VENDORS", "/mine")
    _runtime.find_drivers(str(environment / "none" / "*.icd"))
    assert os.environ["OCL_ICD_VENDORS"] == "/mine"
