"""What the tests share: random images, and processes of their own."""

import subprocess
import sys

import numpy as np
import pytest

import lenslet


@pytest.fixture(scope="session")
def session():
    return lenslet.default_session()


@pytest.fixture
def random():
    return np.random.default_rng(1)


@pytest.fixture
def image(random):
    return random.integers(0, 256, (37, 53), dtype=np.uint8)


@pytest.fixture
def colours(random):
    return random.integers(0, 256, (37, 53, 3), dtype=np.uint8)


@pytest.fixture
def python():
    """Runs a text in a new interpreter, and returns the finished process."""

    def run(text, *arguments, limit=300, **more):
        return subprocess.run(
            [sys.executable, "-X", "dev", "-c", text, *arguments],
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
            **more,
        )

    return run


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """A test whose op needs f64 is skipped on a device that has none."""
    try:
        return (yield)
    except lenslet.UnsupportedError as error:
        if "has no f64" in str(error) and not lenslet.default_session().device["fp64"]:
            pytest.skip(str(error))
        raise


def pytest_sessionfinish(session, exitstatus):
    """A file whose modules are not installed is skipped for CTest, too."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = 77
