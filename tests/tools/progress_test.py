"""tools/progress.sh: one line of a long command, and its last words where it fails; apt_get of tools/setup.sh."""
import os
import tempfile
import unittest
from pathlib import Path

from bash import bash

PATH = os.environ["PATH"]


class Folder(unittest.TestCase):
    def setUp(self):
        self.held = tempfile.TemporaryDirectory()
        self.folder = Path(self.held.name)

    def tearDown(self):
        self.held.cleanup()


class Progress(Folder):
    def progress(self, command):
        return bash(f"progress Building log {command}", "progress", cwd=self.folder, PATH=PATH)

    def test_a_build_has_few_lines(self):
        done = self.progress("bash -c 'for i in $(seq 200); do echo \"[$i/200] Building CXX object $i.o\"; done'")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"\A-- Building\n-- Building: 25%\n-- Building: 50%\n-- Building: 75%\n"
                                      r"-- Building: done in \d+ s\n\Z")
        self.assertEqual(len((self.folder / "log").read_text().splitlines()), 200)

    def test_a_failed_build_shows_what_failed(self):
        done = self.progress("bash -c 'echo \"[1/9] fine\"; echo \"FAILED: a.o\"; echo \"a.cpp:1: error: no\"; exit 3'")
        self.assertEqual(done.returncode, 3)
        self.assertIn("FAILED: a.o\na.cpp:1: error: no\n", done.stderr)
        self.assertRegex(done.stderr, r"-- Building: FAILED after \d+ s with exit status 3; all that it said: log\n\Z")
        self.assertNotIn("fine", done.stderr)

    def test_apt_get_says_how_far_it_is(self):
        lines = "dlstatus:1:50.0:x\\ndlstatus:1:100:x\\npmstatus:a:50.0:x\\npmstatus:a:99:x\\n"
        done = self.progress(f"printf '{lines}'")
        self.assertEqual(done.stdout.splitlines()[1:4], ["-- Building: 25%", "-- Building: 50%", "-- Building: 75%"])


class AptGet(Folder):
    def apt_get(self, script):
        """With an apt-get that is a script, as root or not; a wait of seconds is none here."""
        tool = self.folder / "apt-get"
        tool.write_text(f"#!/bin/bash\necho \"$*\" >>{self.folder}/calls\n{script}\n", encoding="utf-8")
        tool.chmod(0o755)
        return bash('as_root() { "$@"; }; sleep() { :; }; apt_get Installing install hello', "progress", "setup",
                    cwd=self.folder, PATH=f"{self.folder}:{PATH}")

    def test_asks_apt_to_wait_for_dpkgs_lock(self):
        self.assertEqual(self.apt_get("true").returncode, 0)
        self.assertIn("-o DPkg::Lock::Timeout=600", (self.folder / "calls").read_text())

    def test_waits_for_a_lock_that_apt_does_not_wait_for(self):
        done = self.apt_get("[ $(wc -l <$(dirname $0)/calls) -ge 3 ] || "
                            "{ echo 'E: Could not get lock /var/lib/apt/lists/lock.'; exit 100; }")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Waiting for the lock that another apt-get has", done.stdout)
        self.assertEqual(len((self.folder / "calls").read_text().splitlines()), 3)

    def test_fails_at_once_for_any_other_reason(self):
        self.assertEqual(self.apt_get("echo 'E: Unable to locate package hello'; exit 100").returncode, 1)
        self.assertEqual(len((self.folder / "calls").read_text().splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
