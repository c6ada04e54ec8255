"""Peers on the host that are Python modules: NumPy, OpenCV and scikit-learn."""
import importlib
import os
import time

import numpy as np

from arrays_turns import CLOCK_UP_SECONDS, REPEATS
from arrays_works import BINS, FACTOR, NEIGHBOURS
from common import module

LEAST_REPEATS, ENOUGH_SECONDS = 3, 3


class Host:
    """Times calls that are waited for. `make_call` gives a label and a call that returns the results, or nothing."""

    def __init__(self, *_):
        self.threads = len(os.sched_getaffinity(0))

    def run(self, name, inputs, _files):
        label, call = self.make_call(name, *inputs) or (None, None)
        if not label:
            return
        made, times, begin = call(), [], time.perf_counter()
        while time.perf_counter() - begin < CLOCK_UP_SECONDS:
            call()
        begin = time.perf_counter()
        while len(times) < REPEATS and (len(times) < LEAST_REPEATS or time.perf_counter() - begin < ENOUGH_SECONDS):
            start = time.perf_counter()
            call()
            times.append((time.perf_counter() - start) * 1e3)
        yield label, times, made


class NumPy(Host):
    def __init__(self, *_):
        super().__init__()
        self.about = f"{np.__version__}, one core; products by {self.blas()}; host's clock"

    @staticmethod
    def blas():
        try:
            libraries = importlib.import_module("threadpoolctl").threadpool_info()
        except ImportError:
            return np.show_config(mode="dicts")["Build Dependencies"]["blas"]["name"]
        return ", ".join(f"{library['internal_api']} {library['version']} with {library['num_threads']} threads"
                         for library in libraries if library["user_api"] == "blas")

    def make_call(self, name, x, y=None):
        out = np.ones_like(x) if name in ("saxpy", "scan", "matmul", "sort") else None  # its pages are there already
        return {"sum": ("np.sum, one core", lambda: [x.sum()]),
                "dot": ("np.dot (BLAS)", lambda: [np.dot(x, y)]),
                "saxpy": ("NumPy, two passes, one core",
                          lambda: [np.add(np.multiply(x, np.float32(FACTOR), out=out), y, out=out)]),
                "scan": ("np.cumsum, one core", lambda: [np.cumsum(x, out=out)]),
                "sort": ("np.sort, one core", lambda: (np.copyto(out, x), out.sort(), [out])[-1]),
                "pairs": ("np.argsort and take, one core", lambda: (lambda order: [x[order], y[order]])(
                    np.argsort(x, kind="stable"))),
                "matmul": ("np.matmul (BLAS)", lambda: [np.matmul(x, y, out=out)])}.get(name)


class OpenCv(Host):
    def __init__(self, *_):
        super().__init__()
        self.cv2 = module("cv2", "opencv-python-headless")
        self.cv2.setNumThreads(self.threads)
        self.about = f"{self.cv2.__version__}, {self.threads} threads, host's clock"

    def make_call(self, name, x, *_):
        if name in ("histogram", "histogram_equal"):
            return "cv2.calcHist", lambda: [self.cv2.calcHist([x], [0], None, [BINS], [0, 256])]
        return None


class ScikitLearn(Host):
    def __init__(self, *_):
        super().__init__()
        self.neighbors = module("sklearn.neighbors", "scikit-learn")
        self.about = f"{module('sklearn', 'scikit-learn').__version__}, {self.threads} threads, host's clock"

    def make_call(self, name, points, queries=None):
        if name != "knn":
            return None
        search = self.neighbors.NearestNeighbors(n_neighbors=NEIGHBOURS, algorithm="brute", metric="sqeuclidean",
                                                 n_jobs=self.threads).fit(points)
        return "scikit-learn, brute force", lambda: search.kneighbors(queries)[::-1]
