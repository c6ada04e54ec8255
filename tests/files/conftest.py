"""The tool in a folder of its own, for each test a new one."""
import os
import subprocess

import numpy as np
import pytest
import tifffile

SKIPPED = 77   # exit status that ctest takes for a skipped test
NO_DEVICE = 3  # exit status of the tool


def pytest_addoption(parser):
    parser.addoption("--lenslet", default=os.environ.get("LENSLET"), help="path of the command line tool")


@pytest.fixture(scope="session")
def program(request, tmp_path_factory):
    path = request.config.getoption("--lenslet")
    if not path:
        pytest.exit("give the tool's path by --lenslet or the variable LENSLET", returncode=2)
    folder = tmp_path_factory.mktemp("files")
    os.environ.setdefault("LENSLET_CACHE_DIR", str(folder / "cache"))
    os.environ["LENSLET_DATA_DIR"] = str(folder / "data")
    (folder / "data").mkdir(mode=0o700)
    (folder / "data" / "untuned-note-shown").touch()  # the note that an op is not tuned would be the first one's
    devices = subprocess.run([path, "devices"], capture_output=True, text=True, check=False)
    if devices.returncode == NO_DEVICE:
        pytest.exit(devices.stderr.strip(), returncode=SKIPPED)
    return path


class Tool:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def run(self, *arguments, **options):
        return subprocess.run([self.path, *map(str, arguments)], cwd=self.folder, capture_output=True, check=False,
                              **options)

    def notes(self, *arguments):
        """Runs it, and returns what it warns of, a line each."""
        done = self.run("run", *arguments, text=True)
        assert done.returncode == 0, done.stderr
        return [line.removeprefix("lenslet: warning: ") for line in done.stderr.splitlines()]

    def refused(self, *arguments):
        """Returns the one line of the refusal; nothing was written."""
        before = sorted(self.folder.iterdir())
        done = self.run("run", *arguments, text=True)
        assert done.returncode != 0
        assert sorted(self.folder.iterdir()) == before
        line, = done.stderr.splitlines()
        return line.removeprefix("lenslet: ")

    def make(self, name, pixels, **options):
        tifffile.imwrite(self.folder / name, pixels, **options)
        return self.folder / name

    def pixels(self, name, *options):
        """Returns the samples that the tool reads, and its notes."""
        notes = self.notes("crop", name, "read.npy", *options)
        return np.load(self.folder / "read.npy"), notes

    def in_strips(self, name):
        """The same by --memory."""
        notes = self.notes("crop", name, "read.tif", "--memory", "1M")
        return tifffile.imread(self.folder / "read.tif"), notes


@pytest.fixture
def tool(program, tmp_path):
    return Tool(program, tmp_path)


@pytest.fixture(params=["whole", "strips", "standard input"])
def read(request, tool):
    """Reads a file in each of the ways in which the tool does."""
    if request.param == "whole":
        return tool.pixels
    if request.param == "strips":
        return tool.in_strips

    def standard(name):
        with open(tool.folder / name, "rb") as file:
            done = tool.run("run", "crop", "-", "read.npy", stdin=file, text=True)
        assert done.returncode == 0, done.stderr
        notes = [line.removeprefix("lenslet: warning: ") for line in done.stderr.splitlines()]
        return np.load(tool.folder / "read.npy"), [note.replace("-:", f"{name}:", 1) for note in notes]

    return standard
