"""tools/clean_machine: what it says where there can be none. A real one is made by ./dev test --landing."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools/clean_machine"
NEEDED = ("bash", "dirname", "id", "mmdebstrap", "unshare", "true", "sed")


class CleanMachine(unittest.TestCase):
    def check(self, without=None, replaced=None, **variables):
        """With a PATH of NEEDED alone, of which one may be missing or a script."""
        with tempfile.TemporaryDirectory() as folder:
            for name in NEEDED:
                path = Path(folder) / name
                if name == replaced:
                    path.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
                    path.chmod(0o755)
                elif name == "mmdebstrap" and name != without:
                    path.symlink_to("/bin/true")
                elif name != without:
                    path.symlink_to(shutil.which(name))
            return subprocess.run([TOOL, "--check"], capture_output=True, text=True, timeout=60,
                                  env={"PATH": folder, **variables})

    def test_is_skipped_where_it_cannot_be(self):
        done = self.check(without="mmdebstrap")
        self.assertEqual(done.returncode, 77)
        self.assertEqual(done.stderr, "-- clean machine: there is no mmdebstrap: './dev test' installs it\n")

    @unittest.skipIf(os.getuid() != 0, "only root gets so far")
    def test_says_that_mounts_are_not_allowed(self):
        done = self.check(replaced="unshare")
        self.assertEqual((done.returncode, done.stderr),
                         (77, "-- clean machine: this machine does not allow mounts of one's own, which the chroot needs\n"))

    def test_fails_where_a_landing_depends_on_it(self):
        self.assertEqual(self.check(without="mmdebstrap", CI="true").returncode, 1)

    def test_shows_its_use_without_a_command(self):
        done = subprocess.run([TOOL], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("Usage: tools/clean_machine [--again] COMMAND...", done.stderr)


if __name__ == "__main__":
    unittest.main()
