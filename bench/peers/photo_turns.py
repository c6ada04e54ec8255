"""Who takes turns: a process for each peer, and lenslet's own tool."""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

import numpy as np

from common import Missing
from op_rows import ROWS
from photo_works import ACCURACIES, photos_of

SCRIPT = pathlib.Path(__file__).with_name("photo_process.py")
MOST_REPEATS = 31
TOO_LONG = 10  # seconds of a call: larger images are left out
PATIENCE = 900  # seconds


def device_of(tool):
    """The device that lenslet takes, with its copy rate."""
    done = subprocess.run([tool, "bench", "brightness", "--size", "640x480", "--repeats", "1", "--json"],
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode or not done.stdout:
        sys.exit(done.returncode or 1)
    return json.loads(done.stdout)


class Peer:
    """Starts again where the library ends the process."""

    def __init__(self, name, threads, folder, device):
        self.command = [sys.executable, str(SCRIPT), name, str(threads), folder, json.dumps(device)]
        self.start()
        if "missing" in self.first:
            raise Missing(self.first["missing"])
        self.about = self.first["about"]

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.first = self.read()

    def read(self):
        line = self.process.stdout.readline()
        while line and not line.startswith("{"):  # what a library prints
            line = self.process.stdout.readline()
        return json.loads(line) if line else {"outcome": "failed", "missing": "its process ended"}

    def ask(self, request):
        if self.process.poll() is not None:
            self.start()
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return {"outcome": "failed", "detail": "its process ended"}
        answer = self.read()
        if "missing" in answer:
            self.process.wait()
            return {"outcome": "failed", "detail": f"its process ended with status {self.process.returncode}"}
        return answer

    def times(self, group, seconds):
        """An answer for each work of a group, the smallest first: what would take too long is not begun."""
        answers, expected = [], 0
        for work in group:
            if answers and answers[-1]["outcome"] in ("refused", "wrong"):
                answers.append(answers[-1])
            elif expected > TOO_LONG * 1e3:
                answers.append({"outcome": "slow", "detail": f"a call would take about {expected / 1e3:.0f} s"})
            else:
                answers.append(self.ask({"work": list(work), "seconds": seconds}))
            if "ms" in answers[-1]:
                pixels = [work.shape[0] * work.shape[1] for work in (work, group[min(len(answers), len(group) - 1)])]
                expected = min(answers[-1]["ms"]) * pixels[1] / pixels[0]
            elif answers[-1]["outcome"] == "slow" and len(answers) < len(group):
                expected = max(expected, TOO_LONG * 1e3 + 1)
        return answers

    def forget(self):
        self.ask({"forget": True})

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Lenslet:
    """A process for each group, which proves each work before it is timed."""

    def __init__(self, tool, tune=None, quick=False):
        self.tool, self.tune, self.quick = tool, tune, quick

    def command(self, verb, group):
        work = group[0]
        border = ["--border", work.border] if work.border else []
        accuracy = [] if work.accuracy == ACCURACIES[0] else ["--accuracy", work.accuracy]
        return [self.tool, verb, work.op, "--type", work.kind, "--channels", str(work.channels), *border,
                *accuracy, "--size", ",".join(work.size for work in group), "--json"]

    def prepare(self, group):
        if self.tune:
            command = [*self.command("tune", group), "--budget", self.tune]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False)

    def times(self, group, seconds):
        if group[0].task in ROWS and (self.quick or ROWS[group[0].task].image):
            return [self.run_times(work) for work in group]
        command = [*self.command("bench", group), "--repeats", str(MOST_REPEATS), "--limit", f"{seconds}s", "--images",
                   str(min(work.images for work in group))]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        if not done.stdout:
            said = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[0]
            return [{"outcome": "refused" if done.returncode == 2 else "failed", "detail": said}] * len(group)
        return [self.answer(record) for record in json.loads(done.stdout)["records"]]

    def run_times(self, work):
        """Of `run`, with the images that the peers have. What they compute is compared with its result."""
        row = ROWS[work.task]
        with tempfile.TemporaryDirectory() as folder:
            images = [photos_of(work)[0], *row.extra(work)]
            files = [f"{folder}/{i}.npy" for i in range(len(images) + 1)]
            for file, image in zip(files, images):
                np.save(file, image)
            command = [self.tool, "run", row.op, *row.options(), "--repeats", str(MOST_REPEATS), "--json", *files]
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        if done.returncode:
            return {"outcome": "failed", "detail": (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[0]}
        record = json.loads(done.stdout)["files"][0]
        median = statistics.median(record["repeats_ms"])
        return {"outcome": "correct", "ms": [median], "call_ms": [statistics.median(record["calls_ms"])],
                "schedule": record["schedule"], "origin": record["origin"],
                "share_of_copy_rate": record["bytes"] / median * 1e3 / record["copy_bytes_per_second"]}

    @staticmethod
    def answer(record):
        if record["outcome"] != "correct":
            return {"outcome": record["outcome"], "detail": record["detail"]}
        return {"outcome": "correct", "ms": [record["median_ms"]], "call_ms": [record["call_ms"]]} | {
            name: record[name] for name in ("schedule", "origin", "share_of_copy_rate", "clock")}
