"""The works that peers are compared on, and the table of one run in which lenslet and the peer take turns."""
import json
import subprocess
from typing import NamedTuple

WIDTH, HEIGHT = 3866, 4320


class Work(NamedTuple):
    name: str
    op: str  # as lenslet_bench takes it
    kind: str = "f32"
    channels: int = 1
    size: tuple = (WIDTH, HEIGHT)


class PeerError(Exception):
    """The peer refused the work or its result was wrong."""


def taps(side):
    """A mask without structure, as a user may bring."""
    return [[((x * 7 + y * 13) % 17 + 1) / 100 * (-1 if (x + y) % 5 == 0 else 1) for x in range(side)]
            for y in range(side)]


def text(mask):
    return "; ".join(" ".join(f"{v:.6g}" for v in row) for row in mask)


def works():
    yield Work("Scharr pair f32", "scharr:both=1")
    for k in (3, 5, 7, 9):
        yield Work(f"filter2d {k}x{k} f32", f"filter2d:mask={text(taps(k))}")
    for k in (3, 5, 7, 9):
        yield Work(f"Gaussian {k}x{k} f32", f"gaussian:ksize={k},sigma=0")
    for k in (3, 5, 9):
        yield Work(f"mean {k}x{k} u8", f"mean:ksize={k}", "u8")
    for k in (3, 5):
        yield Work(f"median {k}x{k} u8", f"median:ksize={k}", "u8")
    yield Work("sharpen u8 x 4", "sharpen", "u8", 4, (2580, 1319))


def time_lenslet(bench, work, repeats):
    line = subprocess.run([bench, work.op, "--type", work.kind, "--channels", str(work.channels), "--size",
                           f"{work.size[0]}x{work.size[1]}", "--repeats", str(repeats), "--json"],
                          check=True, stdout=subprocess.PIPE, text=True).stdout
    record = json.loads(line)
    if record["outcome"] != "correct":
        raise SystemExit(f"{work.op}: {record['outcome']}")
    return record


class PeerTime(NamedTuple):
    ms: float       # by the device's clock where it has one
    call_ms: float  # by the host's, round a call that is waited for

    def best(self, other):
        return PeerTime(*map(min, self, other))


def compare(bench, repeats, peer, chosen, time_peer):
    """Peer, lenslet, peer: the better of the peer's two medians counts. True when the peer did all the works.

    `call` is the same ratio by the host's clock, round a call that is waited for.
    """
    complete = True
    print(f"{'work':<22} {'lenslet ms':>10} {peer + ' ms':>10} {'ratio':>6} {'call':>6} {'of copy':>8}  schedule",
          flush=True)
    for work in chosen:
        try:
            first = time_peer(work)
            ours = time_lenslet(bench, work, repeats)
            theirs = first.best(time_peer(work))
        except PeerError as error:
            print(f"{work.name:<22} {peer}: {error}", flush=True)
            complete = False
            continue
        print(f"{work.name:<22} {ours['median_ms']:10.4f} {theirs.ms:10.4f} {theirs.ms / ours['median_ms']:6.2f} "
              f"{theirs.call_ms / ours['call_ms']:6.2f} {ours['copy_share']:7.1f}%  {ours['schedule']}", flush=True)
    return complete
