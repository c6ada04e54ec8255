"""Launches a histogram's kernel for bench/profile/histogram.py: launch.py FILE.ptx GROUPS IMAGE.npy, or '' for the
greatest word."""
import re
import sys

import cupy
import numpy as np

WARM_UP = 10


def module(file, groups):
    """Where a launch begins and how many groups it has stands in registers that OpenCL's driver fills, and CUDA's does
    not."""
    with open(file, encoding="utf-8") as source:
        text = source.read()
    text = re.sub(r"%envreg6\b", str(groups), text)  # get_num_groups(0); the others are offsets
    text = re.sub(r"%envreg\d+", "0", text)
    group = int(re.search(r"\.reqntid (\d+)", text)[1])
    with open(file, "w", encoding="utf-8") as target:
        target.write(text)
    return cupy.RawModule(path=file).get_function("count"), group


def counting(file, groups, x):
    """The kernel's launch, and what it has counted: in the groups' parts, or in `out` by atomics."""
    count, group = module(file, groups)
    parts, out = cupy.zeros((groups, 256), np.uint32), cupy.zeros(256, np.uint64)
    first = cupy.zeros(257, np.float32)  # of bins that are found by comparison, as u8's are not
    arguments = (x, parts, out, np.uint32(groups), np.uint64(x.size), np.float32(0), np.float32(256), np.float32(1), first)
    counts = (lambda: out) if ".atomic." in file else (lambda: parts.sum(axis=0))
    return lambda: count((groups,), (group,), arguments), counts


def main():
    file, groups, image = sys.argv[1:]
    x = cupy.asarray(np.load(image).ravel())
    launch, counts = counting(file, int(groups), x) if file else (x.view(np.uint32).max, None)
    for _ in range(WARM_UP):
        launch()
    cupy.cuda.Device().synchronize()
    cupy.cuda.profiler.start()
    launch()
    cupy.cuda.profiler.stop()
    if counts and not (counts() == cupy.bincount(x, minlength=256)).all():
        sys.exit("the counts are wrong")


if __name__ == "__main__":
    main()
