"""A plugin of pytest: puts lenslet.ndimage in the place of scipy.ndimage, and writes what became of each test.

A test that meets a function or an argument that lenslet.ndimage has not got is "not there"; another that fails has
failed. One that passes without a call of lenslet.ndimage's says nothing of it: "apart". One whose arrays the device has
no memory for is "skipped".
"""

import functools
import json
import os

import pytest
import scipy.ndimage
from scipy._lib._array_api import xp_capabilities_table

import lenslet.ndimage

OUTCOMES = os.environ["LENSLET_PEER_OUTCOMES"]
outcomes = {}
calls = 0


def counted(function):
    @functools.wraps(function)
    def call(*arguments, **options):
        global calls
        calls += 1
        return function(*arguments, **options)

    return call


for name in [*lenslet.ndimage.__all__, *lenslet.ndimage.MISSING]:
    theirs, ours = getattr(scipy.ndimage, name), counted(getattr(lenslet.ndimage, name))
    setattr(scipy.ndimage, name, ours)
    if theirs in xp_capabilities_table:  # what SciPy's own suite knows of its functions
        xp_capabilities_table[ours] = xp_capabilities_table[theirs]


def causes(error):
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def is_not_there(error):
    return isinstance(error, NotImplementedError) and str(error).startswith("lenslet.ndimage has no")


def is_too_large(error):
    return isinstance(error, lenslet.UnsupportedError) and " bytes of memory" in str(error)


def outcome_of(error):
    if any(is_not_there(each) for each in causes(error)):
        return "not there"
    return "skipped" if any(is_too_large(each) for each in causes(error)) else "failed"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol():
    global calls
    calls = 0
    yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    result = yield
    report = result.get_result()
    if report.failed:
        error = call.excinfo.value if call.excinfo else None
        outcomes[item.nodeid] = [outcome_of(error), str(error or "")[:400]]
    elif report.skipped:
        outcomes.setdefault(item.nodeid, ["skipped", ""])
    elif report.when == "call":
        outcomes.setdefault(item.nodeid, ["passed" if calls else "apart", ""])


def pytest_sessionfinish():
    with open(OUTCOMES, "w", encoding="utf-8") as file:
        json.dump(outcomes, file)
