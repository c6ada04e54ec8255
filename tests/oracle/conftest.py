"""What all tests here share: the tool (option --lenslet, or the variable LENSLET), the photographs and the borders.

A test of every border takes few photographs for each of them, as most of its time goes into compiling kernels: one for
each format and border.
"""
import os
import subprocess

import pytest

from borders import BORDERS
from photographs import developed
from reports import Runner
from tool import Tool

SKIPPED = 77   # exit status that ctest takes for a skipped test
NO_DEVICE = 3  # exit status of the tool


def pytest_addoption(parser):
    parser.addoption("--lenslet", default=os.environ.get("LENSLET"), help="path of the command line tool")


def pytest_collection_modifyitems(config, items):
    """At effort 0, that of the daily test, one of 47 cases of every second test, from test to test other ones: 47 has
    no factor in common with the number of borders or types, so that all of them meet."""
    if os.environ.get("LENSLET_EFFORT") != "0":
        return
    tests = {}
    for item in items:
        tests.setdefault((item.path, item.originalname), []).append(item)
    kept = set()
    for number, cases in enumerate(tests.values()):
        every = cases[0].module.__name__ == "peers_test"
        if every:
            kept.update(cases)
        elif number % 2 == 0:
            kept.update(cases[number // 2 % min(len(cases), 47)::47])
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


@pytest.fixture(scope="session")
def lenslet(request, tmp_path_factory):
    path = request.config.getoption("--lenslet")
    if not path:
        pytest.exit("give the tool's path by --lenslet or the variable LENSLET", returncode=2)
    folder = tmp_path_factory.mktemp("oracle")
    os.environ.setdefault("LENSLET_CACHE_DIR", str(folder / "cache"))
    os.environ["LENSLET_DATA_DIR"] = str(folder / "data")
    devices = subprocess.run([path, "devices"], capture_output=True, text=True, check=False)
    if devices.returncode == NO_DEVICE:
        pytest.exit(devices.stderr.strip(), returncode=SKIPPED)
    return Tool(path, folder)


@pytest.fixture
def tool(lenslet, tmp_path):
    return Runner(lenslet.path, tmp_path)


@pytest.fixture(scope="session")
def photographs():
    return developed()


@pytest.fixture(params=BORDERS, ids=lambda border: border.name)
def border(request):
    return request.param


@pytest.fixture
def trio(photographs, border):
    """A photograph of each sample type; from border to border they are grey or in colour."""
    names = ("camera", "motorcycle", "hubble") if BORDERS.index(border) % 2 else ("chelsea", "coffee", "rocket")
    return {name: photographs[name] for name in names}


@pytest.fixture
def single(photographs, border):
    """A photograph, another for each border."""
    name = list(photographs)[BORDERS.index(border)]
    return {name: photographs[name]}
