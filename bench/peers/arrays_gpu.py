"""Peers on a GPU that are Python modules: PyTorch and CuPy."""
import time

import numpy as np

from arrays_turns import CLOCK_UP_SECONDS, REPEATS
from arrays_works import BINS, FACTOR, NEIGHBOURS
from common import Missing, module

QUERIES_AT_ONCE = 256  # of which the distances to all points are in memory


class Torch:
    """CUB, cuBLAS and PyTorch's own kernels. Calls are queued in a row, so that a launch's cost hides behind the last."""

    def __init__(self, *_):
        torch = module("torch", "torch")
        if not torch.cuda.is_available():
            raise Missing("this torch finds no CUDA device")
        torch.backends.cuda.matmul.allow_tf32 = False
        self.torch = torch
        self.about = f"{torch.__version__} on {torch.cuda.get_device_name()}, CUDA events, no TF32"

    def calls(self, name, inputs):
        """Label, call, and what makes lenslet's outputs of what the call returns."""
        torch, top = self.torch, np.int32(-2 ** 31)
        # PyTorch sorts no u32: with the top bit turned over i32 has the same order.
        x, *more = (torch.from_numpy(a.view(np.int32) ^ top if a.dtype == np.uint32 else a).cuda() for a in inputs)
        y = more[0] if more else None
        plain = lambda *made: [array.cpu().numpy() for array in made]
        keys = lambda array: (array.cpu().numpy() ^ top).view(np.uint32)
        out = torch.empty_like(x) if name in ("saxpy", "scan", "matmul") else None

        def knn():
            parts = [torch.cdist(part, x).topk(NEIGHBOURS, largest=False) for part in y.split(QUERIES_AT_ONCE)]
            return torch.cat([part.indices for part in parts]), torch.cat([part.values for part in parts]) ** 2

        return {"sum": ("torch.sum", lambda: torch.sum(x), plain),
                "dot": ("torch.dot (cuBLAS)", lambda: torch.dot(x, y), plain),
                "saxpy": ("torch.add with alpha", lambda: torch.add(y, x, alpha=FACTOR, out=out), plain),
                "scan": ("torch.cumsum (CUB)", lambda: torch.cumsum(x, 0, out=out), plain),
                "sort": ("torch.sort (CUB), with indexes", lambda: torch.sort(x), lambda made: [keys(made[0])]),
                "pairs": ("torch.sort (CUB), stable", lambda: torch.sort(x, stable=True),
                          lambda made: [keys(made[0]), *plain(made[1])]),
                "matmul": ("torch.matmul (cuBLAS)", lambda: torch.matmul(x, y, out=out), plain),
                "knn": ("torch.cdist and topk", knn, lambda made: plain(*made)),
                **dict.fromkeys(("histogram", "histogram_equal"), (
                    "torch.bincount", lambda: torch.bincount(x.view(-1), minlength=BINS), plain))}[name]

    def run(self, name, inputs, _files):
        label, call, results = self.calls(name, inputs)
        wait, event = self.torch.cuda.synchronize, lambda: self.torch.cuda.Event(enable_timing=True)
        made = results(call())
        begin = time.perf_counter()
        while time.perf_counter() - begin < CLOCK_UP_SECONDS:  # until the device's is up
            call()
            wait()
        events = [event()]
        events[0].record()
        for _ in range(REPEATS):
            call()
            events.append(event())
            events[-1].record()
        wait()
        yield label, [a.elapsed_time(b) for a, b in zip(events, events[1:])], made
        del call, results  # and with them the inputs, so that lenslet's next process has the memory
        self.torch.cuda.empty_cache()


class CuPy:
    """Is there for Thrust's sort of keys alone, which PyTorch has not."""

    def __init__(self, *_):
        try:
            import cupy
            from cupyx.profiler import benchmark
            self.about = f"{cupy.__version__} on device {cupy.cuda.Device().id}, CUDA events"
        except Exception as error:  # without a driver it has errors of its own
            raise Missing(f"{error}; pip install cupy-cuda12x or cupy-cuda13x") from error
        self.cupy, self.benchmark = cupy, benchmark

    def run(self, name, inputs, _files):
        if name not in ("sum", "sort", "histogram", "histogram_equal"):
            return
        x = self.cupy.asarray(inputs[0])
        call = {"sum": lambda: x.sum(), "sort": lambda: self.cupy.sort(x)}.get(
            name, lambda: self.cupy.bincount(x.ravel(), minlength=BINS))
        label = {"sum": "cupy.sum", "sort": "cupy.sort (Thrust)"}.get(name, "cupy.bincount")
        made = [self.cupy.asnumpy(call())]
        times = self.benchmark(call, n_repeat=REPEATS, n_warmup=5).gpu_times
        yield label, (times.ravel() * 1e3).tolist(), made
        del x, call
        self.cupy.get_default_memory_pool().free_all_blocks()
