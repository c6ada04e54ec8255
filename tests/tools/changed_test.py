"""tools/changed.sh: which commit counts as landed, and what is kept for the next run."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from bash import bash

WHO = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}


class Changed(unittest.TestCase):
    def setUp(self):
        self.held = tempfile.TemporaryDirectory()
        self.folder = Path(self.held.name) / "tree"
        self.folder.mkdir()
        self.git("init", "-q", "-b", "main")
        (self.folder / ".git/info/exclude").write_text("/build\n", encoding="utf-8")

    def tearDown(self):
        self.held.cleanup()

    def git(self, *words, day=1):
        when = f"2026-01-{day:02} 12:00:00 +0000"
        return subprocess.run(["git", *words], cwd=self.folder, check=True, capture_output=True, text=True,
                              env={**os.environ, **WHO, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}).stdout.strip()

    def commit(self, name, day):
        (self.folder / name).write_text(name, encoding="utf-8")
        self.git("add", ".")
        self.git("commit", "-qm", name, day=day)
        return self.git("rev-parse", "HEAD")

    def run_part(self, script, **variables):
        done = bash(f"steps_failed=0; {script}", "changed", cwd=self.folder, PATH=os.environ["PATH"], HOME=self.held.name,
                    **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def found(self):
        said = self.run_part("changed_find")
        return said, (self.folder / "build/changed.txt").read_text().split()

    def test_without_a_commit_nothing_is_known(self):
        said, paths = self.found()
        self.assertIn("No commit is known to have landed", said)
        self.assertEqual(paths, [])

    def test_commits_of_the_last_day_where_no_landing_is_known(self):
        self.commit("old", 1)
        self.commit("new", 5)
        (self.folder / "untracked").touch()
        said, paths = self.found()
        self.assertIn("the last one of a day before this one", said)
        self.assertEqual(paths, ["new", "untracked"])

    def test_the_commit_that_passed_last(self):
        self.commit("old", 1)
        self.run_part("changed_keep 'ops harness.a' 'step oclgrind-1'", CI="true")
        self.commit("new", 1)
        said, paths = self.found()
        self.assertIn("which passed here last", said)
        self.assertEqual(paths, ["new"])
        kept = Path(self.held.name) / ".cache/lenslet-checks/left"
        self.assertEqual(kept.read_text().splitlines(), ["ops harness.a", "step oclgrind-1"])
        self.run_part("changed_keep")
        self.assertEqual(kept.read_text(), "")

    def test_a_failed_run_is_no_landing_and_none_by_hand(self):
        self.commit("old", 1)
        self.run_part("steps_failed=2; changed_keep", CI="true")
        self.run_part("changed_keep")
        self.assertFalse((Path(self.held.name) / ".cache/lenslet-checks/landed").exists())

    def test_where_origins_main_is(self):
        self.git("update-ref", "refs/remotes/origin/main", self.commit("old", 1))
        self.commit("new", 1)
        said, paths = self.found()
        self.assertIn("where origin/main is", said)
        self.assertEqual(paths, ["new"])

    def test_ops_and_set_up_by_their_paths(self):
        self.commit("old", 1)
        (self.folder / "build").mkdir()
        (self.folder / "build/changed.txt").write_text("core/ops/max/max.cpp\ncore/ops/grey/grey.cl\ndocs/dev.md\n")
        self.assertEqual(self.run_part("changed_ops; changed_setup || echo no"), "grey max no\n")
        for path in ("dev", "tools/setup.sh", "core/ops/CMakeLists.txt", "cmake/embed.cmake", "CMakePresets.json"):
            (self.folder / "build/changed.txt").write_text(f"{path}\n")
            self.assertEqual(self.run_part("changed_setup && echo yes"), "yes\n", path)


if __name__ == "__main__":
    unittest.main()
