"""tools/check_layers: an object that needs what stands below its folder in the table is found, whatever it includes."""
import importlib.machinery
import importlib.util
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOADER = importlib.machinery.SourceFileLoader("check_layers", str(ROOT / "tools/check_layers"))
CHECK = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_layers", LOADER))
LOADER.exec_module(CHECK)

ALLOWED = {"ocl": [], "op": ["ocl"], "session": ["op"], "tune": ["session"]}


class Linked(unittest.TestCase):
    def objects(self, sources):
        """Compiles each text, whose name is that of an object file of the core."""
        with tempfile.TemporaryDirectory() as held:
            home = Path(held) / "core/CMakeFiles/lenslet_objects.dir"
            for name, text in sources.items():
                (home / name).parent.mkdir(parents=True, exist_ok=True)
                subprocess.run(["c++", "-x", "c++", "-c", "-", "-o", home / name], input=text, text=True, check=True)
            return list(CHECK.objects(held, ALLOWED))

    def found(self, session, tune):
        return list(CHECK.upward(self.objects({"Unity/unity_session_cxx.cxx.o": session, "tune/tune.cpp.o": tune}), ALLOWED))

    def setUp(self):
        if not shutil.which("c++"):
            self.skipTest("there is no compiler c++")

    def test_a_call_of_what_stands_below_is_found(self):
        found = self.found("void later(int); void plan() { later(1); }", "void later(int) {}")
        self.assertEqual(found, ["session: needs later(int) of tune, which stands below it"])

    def test_a_call_of_what_stands_above_is_none(self):
        self.assertEqual(self.found("void plan() {}", "void plan(); void later() { plan(); }"), [])

    def test_the_joint_may_call_all_and_be_called_by_all(self):
        sources = {"Unity/unity_session_cxx.cxx.o": "void joined(); void plan() { joined(); }",
                   "joined.cpp.o": "void later(int); void joined() { later(1); }", "tune/tune.cpp.o": "void later(int) {}"}
        self.assertEqual(list(CHECK.upward(self.objects(sources), ALLOWED)), [])

    def test_the_joint_alone_is_of_no_folder(self):
        text = '#include "tune/task.hpp"\n'
        self.assertEqual(list(CHECK.violations_in(text, "core/joined.cpp", ALLOWED)), [])
        self.assertEqual(list(CHECK.violations_in(text, "core/names.cpp", ALLOWED)),
                         ["core/names.cpp: tune/task.hpp: only core/joined.cpp may include it"])

    def test_folders_of_one_unit_are_known(self):
        self.assertEqual(CHECK.folders_of("Unity/unity_described_cxx.cxx.o", ALLOWED), ["op"])
        self.assertEqual(CHECK.folders_of("op/table.cpp.o", ALLOWED), ["op"])


if __name__ == "__main__":
    unittest.main()
