"""A program of pyopencl makes a picture by a kernel of its own, has Lenslet blur it in the same queue and buffers, and
reads the blur by another kernel: nobody waits between these. pyopencl_test.py LIBRARY
"""
import ctypes
import os
import sys

import numpy as np

try:
    import pyopencl as cl
except ImportError:
    print("skipped: no pyopencl")
    sys.exit(77)

WIDTH, HEIGHT = 131, 67
KERNELS = """
kernel void paint(global uchar *picture) {
  const uint i = get_global_id(0);
  picture[i] = (uchar)((i * 2654435761u) >> 24);
}
kernel void invert(global const uchar *picture, global uchar *inverse) {
  inverse[get_global_id(0)] = 255 - picture[get_global_id(0)];
}
"""


def library(path):
    beside = ctypes.CDLL(path)
    pointer, size = ctypes.c_void_p, ctypes.c_int64
    beside.beside_open.argtypes, beside.beside_open.restype = [pointer] * 3, pointer
    beside.beside_close.argtypes, beside.beside_close.restype = [pointer], None
    beside.beside_blur.argtypes, beside.beside_blur.restype = [pointer, pointer, pointer, size, size, pointer], pointer
    beside.beside_blur_alone.argtypes, beside.beside_blur_alone.restype = [pointer, pointer, size, size], ctypes.c_bool
    return beside


def first_device():
    """That of the platform which LENSLET_DEVICE names by the beginning of its name, else the first there is."""
    word = os.environ.get("LENSLET_DEVICE", "").replace("pocl", "portable")
    devices = [(platform, device) for platform in cl.get_platforms() for device in platform.get_devices()]
    named = [device for platform, device in devices if platform.name.lower().startswith(word)]
    return (named or [device for _, device in devices] or sys.exit(77))[0]


def main():
    beside = library(sys.argv[1])
    device = first_device()
    context = cl.Context([device])
    count = WIDTH * HEIGHT * 3
    picture, blurred, inverse = (cl.Buffer(context, cl.mem_flags.READ_WRITE, count) for _ in range(3))
    program = cl.Program(context, KERNELS).build()
    paint, invert = cl.Kernel(program, "paint"), cl.Kernel(program, "invert")
    found = np.empty(count, np.uint8)
    painted = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    wanted = np.empty_like(painted)

    with cl.CommandQueue(context, device) as queue:
        lenslet = beside.beside_open(context.int_ptr, device.int_ptr, queue.int_ptr)
        assert lenslet, "no session"
        for gate in (None, cl.UserEvent(context)):
            paint(queue, (count,), None, picture)
            event = beside.beside_blur(lenslet, picture.int_ptr, blurred.int_ptr, WIDTH, HEIGHT,
                                       gate.int_ptr if gate else None)
            assert event, "no launch"
            done = cl.Event.from_int_ptr(event, retain=False)
            invert(queue, (count,), None, blurred, inverse, wait_for=[done])
            read = cl.enqueue_copy(queue, found, inverse, is_blocking=False)
            if gate:
                assert done.command_execution_status != cl.command_execution_status.COMPLETE, "it did not wait"
                gate.set_status(cl.command_execution_status.COMPLETE)
            read.wait()
            cl.enqueue_copy(queue, painted, picture)
            assert beside.beside_blur_alone(painted.ctypes.data, wanted.ctypes.data, WIDTH, HEIGHT)
            assert np.array_equal(255 - found.reshape(wanted.shape), wanted), "other bits than Lenslet's own"
            assert len(np.unique(painted)) == 256
            found[:] = 0
        too_small = cl.Buffer(context, cl.mem_flags.READ_WRITE, count - 1)
        assert not beside.beside_blur(lenslet, picture.int_ptr, too_small.int_ptr, WIDTH, HEIGHT, None)
        assert beside.beside_blur(lenslet, picture.int_ptr, blurred.int_ptr, WIDTH, HEIGHT, None), "no longer usable"
        queue.finish()
        beside.beside_close(lenslet)


if __name__ == "__main__":
    main()
