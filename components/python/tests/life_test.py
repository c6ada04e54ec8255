"""Threads, processes, memory, Ctrl-C, and what happens at the end of an interpreter."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
import weakref

import numpy as np
import pytest
from scipy import ndimage

import lenslet

CALLS = int(os.environ.get("LENSLET_PYTHON_CALLS", "10000"))


def in_threads(count, work):
    """Runs work(number) in as many threads, and raises what one of them raised."""
    failures = []

    def run(number):
        try:
            work(number)
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def check_images(number, session):
    image = np.random.default_rng(number).integers(0, 256, (40 + number, 50), dtype=np.uint8)
    for ksize in (3, 5) * 5:
        np.testing.assert_array_equal(
            lenslet.median(image, ksize=ksize, session=session), ndimage.median_filter(image, ksize, mode="mirror")
        )


def test_eight_threads_share_a_session(session):
    in_threads(8, lambda number: check_images(number, session))


def test_eight_threads_have_sessions_of_their_own():
    in_threads(8, lambda number: check_images(number, lenslet.Session()))


def image_that_takes(seconds, op):
    """An image on which the op takes about so long, by a measured call; smaller on a device that is too fast for it."""
    image = np.zeros((512, 512), np.uint8)
    op(image)
    begin = time.monotonic()
    op(image)
    side = int(512 * ((seconds / (time.monotonic() - begin)) ** 0.5))
    return np.zeros((min(max(side, 64), 8192),) * 2, np.uint8)


def test_the_gil_is_released_while_a_device_works():
    def work(image):
        begin = time.monotonic()
        lenslet.median(image, ksize=9)
        took.append(time.monotonic() - begin)

    took = []
    image = image_that_takes(0.5, work)
    work(image)  # programs for this size
    worker = threading.Thread(target=work, args=(image,))
    steps = 0
    worker.start()
    while worker.is_alive():
        steps += 1
        time.sleep(0.001)
    if took[-1] < 0.05:
        pytest.skip("the device is too fast to be watched")
    assert steps > 5  # with the GIL held: one before the call, one after it


def resident_kilobytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def refused(image):
    try:
        lenslet.gaussian(image, sigm=2)
    except TypeError:
        return
    raise AssertionError("the call was not refused")


# What a call makes and gives back: a result, nothing, a value on the device that the host sees, an exception, a plan's.
WAYS_TO_CALL = {
    "result": lambda image, session, plan: lenslet.invert(image),
    "out": lambda image, session, plan: lenslet.invert(image, out=image),
    "device": lambda image, session, plan: np.asarray(lenslet.invert(session.upload(image))),
    "refused": lambda image, session, plan: refused(image),
    "plan": lambda image, session, plan: plan(image),
}


@pytest.mark.parametrize("way", WAYS_TO_CALL)
def test_many_calls_take_no_more_memory(image, session, way):
    plan = session.plan("invert", image)

    def call(times):
        for _ in range(times):
            WAYS_TO_CALL[way](image, session, plan)

    call(CALLS // 5)
    gc.collect()
    tracemalloc.start()
    before, before_pages = tracemalloc.get_traced_memory()[0], resident_kilobytes()
    call(CALLS)
    gc.collect()
    after, after_pages = tracemalloc.get_traced_memory()[0], resident_kilobytes()
    tracemalloc.stop()
    assert after - before < 20_000
    if "asan" not in os.environ.get("LD_PRELOAD", ""):  # which keeps what is freed, to see later uses
        assert after_pages - before_pages < 4_000 + CALLS // 50  # KB


def test_calls_leave_no_references(image):
    session, out, mask = lenslet.Session(), np.empty_like(image), [[0, 1, 0], [1, 4, 1], [0, 1, 0]]
    plan, photo = session.plan("invert", image), session.upload(image)

    def call():
        lenslet.filter2d(image, mask=mask, out=out, ddepth=image.dtype, session=session)
        assert lenslet.invert(image, out=out) is out
        plan(image)
        np.asarray(lenslet.invert(photo))

    def references():
        given = (image, out, mask, image.dtype, session, plan, photo, lenslet.invert)
        return [sys.getrefcount(value) for value in given]

    call()
    before = references()
    for _ in range(50):
        call()
    gc.collect()
    assert references() == before


def test_refused_calls_leave_nothing(image):
    def refuse():
        for keywords in ({"sigma": -1}, {"sigm": 1}, {"out": image[::2]}):
            with pytest.raises((TypeError, ValueError)):
                lenslet.gaussian(image, **keywords)

    refuse()
    count = sys.getrefcount(image)
    for _ in range(100):
        refuse()
    assert sys.getrefcount(image) == count


def test_inputs_are_let_go(random):
    class Watched(np.ndarray):
        pass

    image = random.integers(0, 256, (20, 20), dtype=np.uint8).view(Watched)
    gone = weakref.ref(image)
    result = lenslet.invert(image)
    del image
    gc.collect()
    assert gone() is None
    assert result.shape == (20, 20)


def test_results_outlive_sessions(image):
    session = lenslet.Session()
    result = lenslet.invert(image, session=session)
    del session
    gc.collect()
    np.testing.assert_array_equal(result, 255 - image)


def test_results_may_be_freed_by_another_thread(image):
    results = [lenslet.invert(image) for _ in range(50)]

    def free(_number):
        while results:
            try:
                results.pop()
            except IndexError:
                return

    in_threads(4, free)
    assert not results


FORKED = """
import os, sys
import numpy as np
import lenslet
image = np.arange(64, dtype=np.uint8).reshape(8, 8)
session = lenslet.Session()
lenslet.invert(image, session=session)
child = os.fork()
if child == 0:
    for attempt in (lambda: lenslet.invert(image, session=session), lambda: lenslet.invert(image), lenslet.devices,
                    lenslet.Session):
        try:
            attempt()
            os._exit(3)
        except lenslet.ForkError as error:
            assert "spawn" in str(error)
    del session
    sys.exit(0)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 0, status
assert (lenslet.invert(image, session=session) == 255 - image).all()
print("done")
"""

FORKED_BEFORE = """
import os
import numpy as np
import lenslet
image = np.arange(64, dtype=np.uint8).reshape(8, 8)
child = os.fork()
if child == 0:
    os._exit(0 if (lenslet.invert(image) == 255 - image).all() else 3)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 0, status
print("done")
"""


@pytest.mark.parametrize("text", [FORKED, FORKED_BEFORE])
def test_a_fork_is_refused_in_words_where_opencl_was_used(python, text):
    done = python(text)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def invert_in_child(image):
    return lenslet.invert(image)


def test_processes_that_are_spawned_work(image):
    import concurrent.futures
    import multiprocessing

    lenslet.invert(image)
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=spawn) as pool:
        for result in pool.map(invert_in_child, [image, image[::-1]]):
            assert result.shape == image.shape


AT_WORK = """
import threading
import numpy as np
import lenslet
image = np.zeros((900, 900), np.uint8)
lenslet.median(image, ksize=7)
def work():
    while True:
        lenslet.median(image, ksize=7)
for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
print("done")
"""


def test_an_interpreter_ends_with_work_under_way(python):
    for _ in range(3):
        done = python(AT_WORK)
        assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_what_lives_until_the_end_does_no_harm(python):
    done = python(
        "import lenslet, numpy; s = lenslet.Session(); r = lenslet.invert(numpy.zeros((9, 9), 'u1'), session=s)\n"
        "import builtins; builtins.kept = (s, r, lenslet.gaussian, s.upload(r))"
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


INTERRUPTED = """
import atexit, time
import numpy as np
import lenslet
image = np.random.default_rng(1).integers(0, 256, (128, 128), dtype=np.uint8)
for _ in range(2):
    begin = time.monotonic()
    lenslet.nlm(image)
    took = time.monotonic() - begin
times = int((20 / took) ** 0.5) + 1
image = np.tile(image, (min(times, 100),) * 2)
atexit.register(print, "ending", flush=True)  # before lenslet's own, which waits
print("begin" if times <= 100 else "too fast", flush=True)
try:
    lenslet.nlm(image)
    print("no interrupt", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_the_wait_and_a_second_one_the_process():
    with subprocess.Popen(
        [sys.executable, "-X", "dev", "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True
    ) as process:
        if process.stdout.readline() != "begin\n":
            process.kill()
            pytest.skip("the device is too fast to be interrupted")
        time.sleep(0.3)  # of 20 seconds
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - begin < 2
        assert process.stdout.readline() == "ending\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
