"""lenslet tune on this device."""

import json
import os
import random
import signal
import subprocess
import time

from tool import PATIENCE, TOOL, ToolTest, main

SMALL = ("--size", "200x90", "--strategy", "exhaustive", "--budget", "1h", "--timeout", "600s",
         "--only", "buffer.window.single.literal.split.v[14].x1.y4.g64x1")
KILLS = 200 if os.environ.get("LENSLET_EFFORT") == "3" else 4


def ends(session, within=300):
    """Whether all processes of a session end by themselves."""
    for _ in range(within * 10):
        try:
            os.killpg(session, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


class Tune(ToolTest):
    def setUp(self):
        super().setUp()
        os.environ["LENSLET_DATA_DIR"] = str(self.folder / "data")

    def test_json_has_every_trial_and_where_it_was_made(self):
        report = self.run_json("tune", "sharpen", *SMALL)
        self.assertEqual((report["format"], report["strategy"], report["seed"]), (1, "exhaustive", 1))
        self.assertIn("driver", report["device"])
        self.assertRegex(report["lenslet"], r"^\d+\.\d+\.\d+$")
        record, = report["records"]
        self.assertEqual((record["op"], record["width"], record["end"]), ("sharpen", 200, "complete"))
        self.assertEqual(record["outcomes"]["correct"], len(record["trials"]))
        spellings = [trial["schedule"] for trial in record["trials"]]
        self.assertEqual(len(set(spellings)), len(spellings))
        self.assertIn(record["winner"]["schedule"], spellings)
        self.assertGreater(record["winner"]["median_ms"], 0)
        self.assertIn(record["untuned"]["schedule"], spellings)
        self.assertIn(record["clock"], ("device", "host"))

    def test_table_has_a_row_for_each_combination(self):
        text = self.run_tool("tune", "mean:ksize=3,5", "--type", "u8", "--candidates", "2", "--size", "200x90").stdout
        _, _, titles, first, second = text.splitlines()
        self.assertRegex(titles, r"^op +type +size +border +untuned ms +tuned ms +ratio +order +correct +not +seconds +end +sch")
        self.assertRegex(first, r"^mean ksize=3 +u8 x 1 +200x90 .* 2 +- .*enough tried")
        self.assertRegex(second, r"^mean ksize=5 ")

    def test_ends_when_it_is_interrupted_with_what_it_found(self):
        environment = os.environ | {"LENSLET_TEST_FAULT": "hang:buffer.window.single.literal.split.v4.x1.y4.g64x1"}
        tuning = subprocess.Popen([TOOL, "tune", "sharpen", *SMALL, "--json"], env=environment,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        store = self.folder / "data"
        while not store.exists() and tuning.poll() is None:  # the first trial is stored
            time.sleep(0.1)
        tuning.send_signal(signal.SIGINT)
        out, error = tuning.communicate(timeout=PATIENCE)
        self.assertEqual(tuning.returncode, 1, error)
        self.assertIn('"end": "stopped"', out)

    def test_eight_processes_tune_into_one_store(self):
        self.run_tool("devices")  # where eight processes are PoCL's first, some of them fail to make its cache's folder
        ops = ("sharpen", "laplacian", "mean", "brightness")
        crowd = [subprocess.Popen([TOOL, "tune", op, "--size", "64x48", "--candidates", "2", "--budget", "1h", "--timeout", "600s",
                                   "--seed", str(seed),
                                   "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                 for op in ops for seed in (1, 2)]
        tried = set()
        for process in crowd:
            out, error = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 0, error)
            self.assertEqual(error, "")
            record, = json.loads(out)["records"]
            tried |= {(record["op"], trial["schedule"]) for trial in record["trials"] if trial["outcome"] != "excluded"}
        stored = json.loads(self.run_tool("cache", "export", "-").stdout)["results"]
        self.assertEqual({(each["lenslet"]["op"], each["configuration"]["schedule"]) for each in stored}, tried)

    def stored_results(self):
        results = json.loads(self.run_tool("cache", "export", "-").stdout)["results"]
        return {(each["lenslet"]["op"], each["configuration"]["schedule"], each["invalidity"]) for each in results}

    def test_killed_at_any_moment_it_keeps_what_was_stored_and_leaves_no_worker(self):
        """The moments lie between the start and some trials: later ones where nothing new was stored."""
        moments, latest = random.Random(1), 4.0
        stored, kill = set(), 0
        while kill < KILLS or len(stored) <= KILLS / 2:
            kill += 1
            tuning = subprocess.Popen([TOOL, "tune", "sharpen", "--size", "64x48", "--strategy", "random", "--budget", "1h",
                                       "--seed", str(kill)], start_new_session=True, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL)
            time.sleep(moments.uniform(0, latest))
            tuning.kill()
            self.assertEqual(tuning.wait(), -signal.SIGKILL)
            self.assertTrue(ends(tuning.pid), "the worker lives on")
            now = self.stored_results()
            self.assertLessEqual(stored, now)
            latest *= 1.5 if now == stored else 1
            stored = now
        self.assertEqual(list((self.folder / "data").glob("*.bad-*")), [], "a sound file was set aside")
        self.run_tool("tune", "sharpen", "--size", "64x48", "--candidates", "2")

    def test_tunes_where_nothing_can_be_stored_and_says_so(self):
        (self.folder / "file").touch()
        os.environ["LENSLET_DATA_DIR"] = str(self.folder / "file" / "below")
        done = self.run_tool("tune", "sharpen:amount=0.5,2", *SMALL)
        self.assertEqual(done.stderr.count("warning"), 1, done.stderr)
        self.assertIn(str(self.folder / "file"), done.stderr)
        self.assertEqual(done.stdout.count("sharpen"), 2)

    def test_says_that_there_is_no_worker(self):
        os.environ["LENSLET_WORKER"] = "/nowhere"
        self.addCleanup(os.environ.pop, "LENSLET_WORKER")
        self.assertIn("/nowhere", self.run_tool("tune", "sharpen", *SMALL, status=1).stderr)
        done = self.run_tool("tune", "sharpen", *SMALL, "--in-process")
        self.assertIn("without a worker process", done.stderr)


if __name__ == "__main__":
    main()
