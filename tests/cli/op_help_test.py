"""Commands of ops have options of their own: no op may have a parameter with which they do not start."""

import os
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from images import write_png
from tool import TOOL, ToolTest, main, run

OWN = """/*
name: own
summary: Adds.
window: 3
parameter: real strips = 2 (0 to 9): A number.
parameter: real frames = 1 (0 to 9): A number.
parameter: real graph = 1 (0 to 9): A number.
parameter: real h = 1 (0 to 9): A number.
parameter: flag resume = off: A flag.
parameter: real source = 1 (0 to 9): A number.
*/
PIXEL own(WINDOW) {
  return AT(0, 0) + (PIXEL)(strips);
}
"""


def has_view():
    return "LENSLET_VIEW_TOOL" in os.environ or (Path(TOOL).parent / "lenslet-view").exists()


COMMANDS = ("run", "explain", "view") if has_view() else ("run", "explain")


class OpHelp(ToolTest):
    def test_every_op_has_it_in_every_command(self):
        known = self.run_json("ops")
        self.assertGreater(len(known["ops"]) + len(known["array_ops"]), 50)
        ops = {}  # one of those that have the same parameters
        for op in known["ops"] + known["array_ops"]:
            name = op["name"] if op.get("family", op["name"]) == op["name"] else f"{op['family']}.{op['name']}"
            ops["family" in op, *sorted(parameter["name"] for parameter in op["parameters"])] = name
        calls = [(command, name, "--help") for command in COMMANDS for name in ops.values()]
        with ThreadPoolExecutor(2) as pool:
            for words, done in zip(calls, pool.map(lambda words: run(*words), calls)):
                self.assertEqual((done.returncode, done.stderr), (0, ""), words)
                self.assertIn("Usage: lenslet ", done.stdout)

    def test_an_option_called_as_a_parameter_has_the_commands_name(self):
        help_text = self.run_tool("explain", "merge", "--help").stdout
        self.assertIn("  --channels INTEGER ", help_text)
        self.assertRegex(help_text, r"  --explain-channels N +Channels of images(.|\n)*; --channels\s+is the op's")
        found = self.run_json("explain", "merge", "--channels", "2", "--explain-channels", "1", "--size", "64x64")
        self.assertEqual((found["arguments"], found["format"]["channels"]), ({"channels": 2}, 1))
        done = self.run_tool("explain", "resize", "--size", "9x9", "--explain-size", "0x5", status=2)
        self.assertIn("--explain-size", done.stderr)

    def test_ops_of_users_may_have_any_parameter(self):
        (self.folder / "own.cl").write_text(OWN)
        write_png(self.folder / "in.png", 8, 8, 1, 8, lambda x, y, c: 50)
        for command, option in zip(COMMANDS, ("--run-resume", "--explain-graph FILE", "--view-frames N")):
            said = self.run_tool(command, "own.cl", "--help").stdout
            self.assertIn(f"  {option} ", said)
            self.assertIn("  -h, --h NUMBER ", said)
            self.assertIn("  --help ", said)
        self.run_tool("run", "own.cl", "--strips", "3", "-h", "2", "--resume", "in.png", "out.npy")
        done = self.run_tool("run", "own.cl", "--run-resume", "in.png", "out.npy", status=2)
        self.assertIn("--resume needs --memory SIZE", done.stderr)


if __name__ == "__main__":
    main()
