"""tools/make_defaults: rows that lenslet can run, the command above them, and no other rows lost."""

import json
import os
import re
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

from tool import TOOL, ToolTest, main

SCRIPT = Path(__file__).parents[2] / "tools" / "make_defaults"


def load():
    loader = SourceFileLoader("make_defaults", str(SCRIPT))
    module = module_from_spec(spec_from_loader("make_defaults", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


class MakeDefaults(ToolTest):
    def make(self, *arguments, status=0):
        data = {"LENSLET_DATA_DIR": str(self.folder / "data")}
        done = subprocess.run([sys.executable, "-B", SCRIPT, TOOL, *arguments], capture_output=True, text=True, check=False,
                              env=os.environ | data)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def test_a_row_names_a_schedule_and_what_it_loses(self):
        out = self.folder / "rows.txt"
        self.make("--rows", "window f32 9", "--size", "64x48", "--budget", "0.5s", "--best", "1", "--out", str(out))
        lines = out.read_text().splitlines()
        self.assertRegex(lines[0], r"^# (cpu|\*): tools/make_defaults .*--rows 'window f32 9' --size 64x48 --budget 0.5s --best 1$")
        self.assertRegex(lines[2], r"^(cpu|\*) +window +\* +9 +\w+\.\w+\.single\.\S+  \d+\.\d\d$")
        self.assertEqual(len(lines), 3)
        schedule = re.split(r" +", lines[2])[4]
        self.run_tool("bench", "median", "dilate", "--size", "64x48", "--repeats", "1", "--schedule", schedule)

    def test_other_devices_rows_are_kept(self):
        tool = load()
        text = "# head\n# cpu: old\n#   on x\ncpu a u8 9 s\n# *: other\n#   on y\n* b u8 9 s\n"
        new = ["# cpu: new", "#   on x", "cpu a u8 9 t"]
        self.assertEqual(tool.replaced(text, "cpu", new, True), text.replace("old", "new").replace("cpu a u8 9 s", "cpu a u8 9 t"))
        self.assertEqual(tool.replaced(text, "*", ["# *: new", "#   on y", "* c u8 9 s"], True),
                         text.replace("other", "new").replace("* b", "* c"))

    def test_some_rows_alone_are_merged(self):
        tool = load()
        text = "# head\n# cpu: old\n#   on x\ncpu a u8 9 s\ncpu a u8 25 s\n"
        new = ["# cpu: new", "#   on x", "cpu a u8 9 t", "cpu a u8 9 u"]
        self.assertEqual(tool.replaced(text, "cpu", new, False),
                         "# head\n# cpu: old\n#   on x\n# cpu: new\ncpu a u8 9 t\ncpu a u8 9 u\ncpu a u8 25 s\n")

    def test_rows_for_small_images_stand_before_those_for_all(self):
        tool = load()
        text = "# head\n# cpu: old\n#   on x\ncpu a u8 9 s\ncpu a u8 25 s\n"
        new = ["# cpu: new", "#   on x", "cpu a u8 25 0.3 t"]
        made = tool.replaced(text, "cpu", new, False)
        self.assertEqual(made, "# head\n# cpu: old\n#   on x\n# cpu: new\ncpu a u8 9 s\ncpu a u8 25 0.3 t\ncpu a u8 25 s\n")
        again = tool.replaced(made, "cpu", ["# cpu: newer", "#   on x", "cpu a u8 25 0.3 u", "cpu a u8 25 v"], False)
        self.assertEqual(again.splitlines()[-2:], ["cpu a u8 25 0.3 u", "cpu a u8 25 v"])

    def test_wide_vectors_have_a_row_of_their_own(self):
        tool = load()
        small, large = {"b.v32.c": 1.0, "b.v16.c": 2.0}, {"b.v32.c": tool.math.inf, "b.v16.c": 3.0}
        self.assertEqual(tool.choose([small, large]), [(1.0, "b.v32.c"), (1.0, "b.v16.c")])
        self.assertEqual(tool.choose([small]), [(1.0, "b.v32.c")])
        self.assertEqual(tool.choose([large]), [(1.0, "b.v16.c")])

    def test_a_device_that_nothing_known_everywhere_serves_decides_nothing(self):
        tool = load()
        one, other = {"b.v32.c": 1.0, "b.v16.c": 2.0}, {"b.v32.c": tool.math.inf, "b.v16.c": tool.math.inf, "b.v4.c": 3.0}
        self.assertEqual(tool.choose([one, other]), [(1.0, "b.v32.c")])
        self.assertEqual(tool.choose([other | {"b.v4.c": tool.math.inf}]), [])
        half = [{"b.v8.c": 1.0, "b.v4.c": tool.math.inf}, {"b.v8.c": tool.math.inf, "b.v4.c": 1.0}]
        self.assertEqual(tool.choose(half), [])

    def test_packed_lanes_have_a_row_for_devices_without_them_below(self):
        tool = load()
        for word in ("packed", "words"):
            case = {f"b.v4.{word}": 1.0, "b.v4": 2.0, "b.v8": 3.0}
            self.assertEqual(tool.choose([case]), [(1.0, f"b.v4.{word}"), (2.0, "b.v4")])

    def test_what_is_good_everywhere_is_chosen_of_several_machines(self):
        tool = load()
        one = {"window u8 9": {"median u8 x 3 64x48": {"a": 1.0, "b": 1.1, "alone": 0.9}}}
        other = {"window u8 9": {"median u8 x 3 64x48": {"a": 5.0, "b": 2.0}}}
        files = []
        for name, classes in (("one", one), ("other", other)):
            files.append(self.folder / f"{name}.json")
            record = {"kind": "cpu", "command": "tools/make_defaults", "device": name, "classes": classes}
            files[-1].write_text(json.dumps(record))
        out = self.folder / "rows.txt"
        done = subprocess.run([sys.executable, "-B", SCRIPT, "--from", *files, "--out", out], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        command, *rest = out.read_text().splitlines()
        self.assertTrue(command.startswith("# cpu: tools/make_defaults --from "), command)
        self.assertEqual(rest, ["#   on one", "#   on other", "cpu       window   u8    9       b  1.22"])

    def test_what_was_measured_can_be_kept(self):
        out = self.folder / "record.json"
        self.make("--rows", "linear u16 25", "--size", "64x48", "--channels", "1,3", "--budget", "0.2s", "--best", "1",
                  "--record", str(out))
        (name, cases), = json.loads(out.read_text())["classes"].items()
        self.assertEqual(name, "linear u16 25")
        self.assertEqual([case.rpartition(" u16 ")[2] for case in cases], ["x 1 64x48", "x 3 64x48"])


if __name__ == "__main__":
    main()
