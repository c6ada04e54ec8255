"""A plugin of pytest: puts lenslet.ndimage in the place of scipy.ndimage, and writes what became of each test.

A test that meets a function or an argument that lenslet.ndimage has not got is "not there"; another that fails has
failed.
"""

import json
import os

import pytest
import scipy.ndimage
from scipy._lib._array_api import xp_capabilities_table

import lenslet.ndimage

OUTCOMES = os.environ["LENSLET_PEER_OUTCOMES"]
outcomes = {}

for name in [*lenslet.ndimage.__all__, *lenslet.ndimage.MISSING]:
    theirs, ours = getattr(scipy.ndimage, name), getattr(lenslet.ndimage, name)
    setattr(scipy.ndimage, name, ours)
    if theirs in xp_capabilities_table:  # what SciPy's own suite knows of its functions
        xp_capabilities_table[ours] = xp_capabilities_table[theirs]


def is_not_there(error):
    while error is not None:
        if isinstance(error, NotImplementedError) and str(error).startswith("lenslet.ndimage has no"):
            return True
        error = error.__cause__ or error.__context__
    return False


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    result = yield
    report = result.get_result()
    if report.failed:
        there = call.excinfo is None or not is_not_there(call.excinfo.value)
        text = str(call.excinfo.value) if call.excinfo else ""
        outcomes[item.nodeid] = ["failed", text[:400]] if there else ["not there", text.splitlines()[0]]
    elif report.skipped:
        outcomes.setdefault(item.nodeid, ["skipped", ""])
    elif report.when == "call":
        outcomes.setdefault(item.nodeid, ["passed", ""])


def pytest_sessionfinish():
    with open(OUTCOMES, "w", encoding="utf-8") as file:
        json.dump(outcomes, file)
