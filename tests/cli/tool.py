"""Runs the tool in a folder of its own for the tests that need an OpenCL device."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = os.environ["LENSLET_TOOL"]
SKIPPED = 77
PATIENCE = 3000  # seconds, for what ends by itself on any machine: what hangs is ended, and so leaves nothing running


def run(*arguments, cwd=None, env=None):
    return subprocess.run([TOOL, *map(str, arguments)], cwd=cwd, env=os.environ | (env or {}), capture_output=True,
                          text=True, timeout=PATIENCE, check=False)


class ToolTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_tool(self, *arguments, status=0, env=None):
        done = run(*arguments, cwd=self.folder, env=env)
        if status is not None:  # None: any will do
            self.assertEqual(done.returncode, status, done.stderr)
        return done

    def run_json(self, *arguments, status=0, env=None):
        return json.loads(self.run_tool(*arguments, "--json", status=status, env=env).stdout)

    def run_one(self, *arguments):
        """What --json says of the one call of an op."""
        record, = self.run_json(*arguments)["files"]
        return record

    def write_endless_filter(self):
        (self.folder / "endless.cl").write_text("""/*
name: endless
summary: Never ends.
window: 3
*/
PIXEL endless(WINDOW) {
  volatile int on = 1;
  while (on) {}
  return AT(0, 0);
}
""")


def main():
    if run("devices").returncode == 3:
        print("no OpenCL device")
        sys.exit(1 if os.environ.get("LENSLET_REQUIRE_DEVICE") else SKIPPED)
    unittest.main(module="__main__")
