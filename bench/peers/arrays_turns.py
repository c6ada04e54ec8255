"""A work through lenslet and the peers, in turns: so often each, all results checked, medians of all times."""
import json
import statistics
import subprocess
import sys
import tempfile

import numpy as np

from arrays_works import make_work
from common import Wrong

REPEATS = 10  # of each in a turn
CLOCK_UP_SECONDS = 0.1  # of a peer's calls that do not count, as idle devices have a low clock


def lenslet_json(options, *words):
    """--device stands in the environment, where 'lenslet devices' reads it too."""
    done = subprocess.run([options.lenslet, *words, "--json"], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"failed with status {done.returncode}: {options.lenslet} {' '.join(words)}")
    return json.loads(done.stdout)


class Turns:
    """Returns the records of one work by what computed it, lenslet's first."""

    def __init__(self, work, name, size):
        self.work, self.name, self.records = work, name, {}
        self.size = "x".join(map(str, size if isinstance(size, tuple) else [size]))

    def add(self, peer, label, times, results):
        record = self.records.setdefault(
            label, {"work": self.name, "size": self.size, "peer": peer, "by": label, "right": True, "times_ms": []})
        record["times_ms"] += times
        record["right"] = record["right"] and bool(self.work.right(results))
        return record

    def fail(self, peer, why):
        self.records.setdefault(peer, {"work": self.name, "size": self.size, "peer": peer, "by": peer, "times_ms": []})
        self.records[peer] |= {"right": False, "detail": why}

    def finished(self):
        """A ratio above 1 says how many times faster lenslet was; only right results have one, or a time."""
        records = list(self.records.values())
        for record in records:
            if record["right"]:
                record["ms"] = statistics.median(record["times_ms"])
                record["tflops"] = self.work.flops / record["ms"] * 1e-9 if self.work.flops and record["ms"] > 0 else None
        ours = records[0].get("ms")
        for record in records[1:]:
            if record["right"] and ours:
                record["ratio"] = record["ms"] / ours
        return records


def run_lenslet(options, turns, files, outputs):
    work = turns.work
    report = lenslet_json(options, *work.words, *files, *outputs, *work.options, "--repeats", str(REPEATS))
    ran, = report["files"]
    times = ran["calls_ms" if report["device"]["kind"] == "cpu" else "repeats_ms"]  # by the clock of the peers there
    record = turns.add("lenslet", "lenslet", times, [np.load(file) for file in outputs])
    record |= {"schedule": ran["schedule"], "least_bytes": ran["bytes"]}
    record.setdefault("copy_rates", []).append(ran["copy_bytes_per_second"])


def compare(options, name, size, peers):
    turns = Turns(make_work(name, size), name, size)
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/in{i}.npy" for i in range(len(turns.work.inputs))]
        for file, array in zip(files, turns.work.inputs):
            np.save(file, array)
        for _ in range(options.rounds):
            run_lenslet(options, turns, files, [f"{folder}/out{i}.npy" for i in range(turns.work.outputs)])
            for peer_name, peer in peers.items():
                try:
                    for label, times, results in peer.run(name, turns.work.inputs, files):
                        turns.add(peer_name, label, times, results)
                except Wrong as error:
                    turns.fail(peer_name, str(error))
    records = turns.finished()
    if turns.work.bound_by_memory and records[0].get("ms"):
        ours = records[0]
        ours["share_of_copy_rate"] = ours["least_bytes"] / (ours["ms"] * 1e-3) / statistics.median(ours["copy_rates"])
    return records


def line_of(record):
    ours = record["peer"] == "lenslet"
    start = f"{record['work']:<16}{record['size']:<18}" if ours else f"{'':<34}"
    if not record["right"]:
        return f"{start}{record['by']:<32}WRONG  {record.get('detail') or record.get('schedule', '')}"
    share, ratio, tflops = record.get("share_of_copy_rate"), record.get("ratio"), record["tflops"]
    columns = [f"{record['ms']:11.4f}", f"{100 * share:6.1f}%" if share else f"{'-' if ours else '':>7}",
               f"{ratio:7.2f}" if ratio else f"{'':7}", f"{tflops:8.3f} TFLOP/s" if tflops else "", record.get("schedule", "")]
    return f"{start}{record['by']:<32}" + " ".join(columns).rstrip()


HEADING = f"{'work':<16}{'size':<18}{'by':<32}{'ms':>11} {'of copy':>7} {'ratio':>7}"
