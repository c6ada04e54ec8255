"""Peers that are compiled here: each a program `PROGRAM WORK RESULT FILE.npy...`, which prints its milliseconds as JSON
and writes its results into RESULT.0 and so on. Without a work it says what it is."""
import json
import pathlib

import numpy as np

from common import Missing, Wrong, run_or
from peer_npp import HOW as HOW_NPP
from peer_npp import check_nvidia, compile_command

FOLDER = pathlib.Path(__file__).parent
TOTAL, ONE, COUNTS = ["f8"], ["f4"], ["i4"]  # the types of the results


class Program:
    """A subclass has SOURCE, CLOCK, HOW to get what is missing, and WORKS: how it is called there, and the types of
    results."""

    def __init__(self, folder, options, device):
        self.program = f"{folder}/{self.SOURCE.partition('.')[0]}"
        self.words = [self.program, *self.first_words(device)]
        run_or(Missing, self.command(options), self.HOW)
        self.about = f"{self.SOURCE}, {run_or(Missing, self.words, self.HOW).strip()}, {self.CLOCK}"

    def first_words(self, _device):
        return []

    def run(self, name, _inputs, files):
        work = name.removesuffix("_equal")
        if work not in self.WORKS:
            return
        label, types = self.WORKS[work]
        times = json.loads(run_or(Wrong, [*self.words, work, f"{self.program}.result", *files]))
        yield label, times, [np.fromfile(f"{self.program}.result.{i}", code) for i, code in enumerate(types)]


class HostProgram(Program):
    CLOCK = "host's clock"
    FLAGS, LIBRARIES = (), ()

    def command(self, _options):
        return ["g++", "-std=c++20", *self.FLAGS, "-o", self.program, str(FOLDER / self.SOURCE), *self.LIBRARIES]


class Loops(HostProgram):
    SOURCE, HOW = "loops.cpp", "get g++ (Debian: g++)"
    FLAGS = ("-O3", "-march=native", "-fopenmp")
    WORKS = {"sum": ("C++, OpenMP", TOTAL), "dot": ("C++, OpenMP", TOTAL), "saxpy": ("C++, OpenMP", ONE),
             "sort": ("std::sort, one core", ["u4"])}


class ClBlast(HostProgram):
    """On lenslet's device, with the parameters that CLBlast brings for it."""
    SOURCE = "clblast.cpp"
    HOW = "get CLBlast and OpenCL's headers (Debian: libclblast-dev opencl-clhpp-headers ocl-icd-opencl-dev)"
    FLAGS, LIBRARIES = ("-O2",), ("-lclblast", "-lOpenCL")
    WORKS = {"matmul": ("CLBlast", ONE)}

    def first_words(self, device):
        return [device["name"]]


class CudaProgram(Program):
    CLOCK = "CUDA events"
    LIBRARIES = ()

    def first_words(self, device):
        check_nvidia(device)
        return []

    def command(self, options):
        return compile_command(self.program, self.SOURCE, self.folder(options), self.LIBRARIES)

    def folder(self, _options):
        return None


class Cub(CudaProgram):
    SOURCE, HOW = "cub.cu", "get nvcc and CUB with NVIDIA's CUDA toolkit (Debian: nvidia-cuda-toolkit)"
    WORKS = {"sum": ("CUB DeviceReduce", ONE), "scan": ("CUB DeviceScan", ONE), "histogram": ("CUB DeviceHistogram", COUNTS),
             "sort": ("CUB DeviceRadixSort", ["u4"]), "pairs": ("CUB DeviceRadixSort", ["u4", "i8"])}


class NppHistogram(CudaProgram):
    SOURCE, HOW = "npp_histogram.cu", HOW_NPP
    LIBRARIES = ("nppist", "nppc")
    WORKS = {"histogram": ("NPP HistogramEven", COUNTS)}

    def folder(self, options):
        return options.npp_folder
