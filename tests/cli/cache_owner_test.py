"""Whose store and program cache are used: root's folder is not nobody's, nor the other way round.

Without root's rights nobody else can be played, and what a folder's mode says is left, which cache_test.py tests.
"""

import json
import os
import subprocess
import sys

from cache_test import ENTRY, document
from images import write_png
from tool import TOOL, ToolTest, main

NOBODY = 65534


def can_be_nobody():
    if os.geteuid() != 0:
        return False
    try:
        return subprocess.run([TOOL, "--version"], user=NOBODY, group=NOBODY, extra_groups=[], capture_output=True,
                              check=False).returncode == 0
    except PermissionError:  # the tool lies in a folder that is closed
        return False


class CacheOwner(ToolTest):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        write_png(self.folder / "in.png", 48, 32, 1, 8, lambda x, y, c: (5 * x + 3 * y) % 256)
        (self.folder / "in.json").write_text(document(ENTRY))
        self.folders = {user: self.new_folder(f"of {user}", user) for user in (0, NOBODY)}

    def new_folder(self, name, user):
        folder = self.folder / name
        folder.mkdir()
        folder.chmod(0o755)
        os.chown(folder, user, user)
        return folder

    def lenslet(self, user, folder, *arguments, status=0):
        variables = {"LENSLET_DATA_DIR": str(folder), "LENSLET_CACHE_DIR": str(folder), "LENSLET_CACHE": "on",
                     "HOME": str(folder), "POCL_CACHE_DIR": str(self.folders[user])}
        done = subprocess.run([TOOL, *arguments], cwd=self.folders[user], env=os.environ | variables, user=user, group=user,
                              extra_groups=[], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def take(self, user, folder, status=0):
        return self.lenslet(user, folder, "cache", "import", self.folder / "in.json", "--any-device", status=status)

    def test_results_are_stored_in_ones_own_folder_alone(self):
        for user, other in ((0, NOBODY), (NOBODY, 0)):
            self.take(user, self.folders[user])
            error = self.take(user, self.folders[other], status=1).stderr
            self.assertIn(f"belongs to user {other}; only what belongs to user {user}", error)

    def test_a_run_goes_on_without_anothers_cache(self):
        for user, other in ((0, NOBODY), (NOBODY, 0)):
            before = sorted(self.folders[other].rglob("*"))
            error = self.lenslet(user, self.folders[other], "run", "mean", self.folder / "in.png", "out.png").stderr
            self.assertIn("the program cache in", error)
            self.assertIn(f"belongs to user {other}", error)
            self.assertTrue((self.folders[user] / "out.png").exists())
            self.assertNotIn("programs.sqlite", [path.name for path in self.folders[other].iterdir()])
            for path in set(self.folders[other].rglob("*")) - set(before):
                self.fail(f"{path} was made")
            (self.folders[user] / "out.png").unlink()

    def test_anothers_results_can_be_merged(self):
        self.take(NOBODY, self.folders[NOBODY])
        before = sorted(self.folders[NOBODY].iterdir())
        self.assertIn("1 of 1", self.lenslet(0, self.folders[0], "cache", "merge", self.folders[NOBODY]).stdout)
        self.assertEqual(sorted(self.folders[NOBODY].iterdir()), before)
        exported = json.loads(self.lenslet(0, self.folders[0], "cache", "export", "-").stdout)
        self.assertEqual(exported["results"], [ENTRY])


if __name__ == "__main__":
    if not can_be_nobody():
        print("nobody else can be played here")
        sys.exit(0)
    main()
