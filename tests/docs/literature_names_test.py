"""The check of docs/literature.md sees each kind of name that is not there, so that it cannot pass by itself."""

import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import literature_names as names  # pylint: disable=wrong-import-position

THERE = ["lenslet run gaussian --border", "lenslet kernel --range --offset", "study edges", "op gaussian", "op reduce.sum",
         "kernel.hpp Program::from_text, Kernel", "page files.md#writing", "page ops.md", "README.md",
         "tests/unit/border_test.cpp Border.PatternsAreTrue", "tests/cli/files_test.py test_png_of_8_bits",
         "reason: nobody has one (yet)", "awaits: a thing"]
MISSING = {"lenslet walk": "no such command", "lenslet run --hurry": "no --hurry", "study sleep": "no such study",
           "op dream": "no such op", "kernel.hpp Program::from_thin_air": "no Program::from_thin_air",
           "dream.hpp Kernel": "no such header", "page dreams.md": "no such page",
           "page files.md#dreams": "no heading #dreams", "tests/unit/dream_test.cpp": "no such file",
           "tests/unit/border_test.cpp Border.IsADream": "no Border.IsADream",
           "tests/cli/files_test.py test_dreams": "no test_dreams"}


class Names(unittest.TestCase):
    def setUp(self):
        names.begin(ROOT, os.environ["LENSLET_TOOL"])
        names.faults.clear()

    def test_what_is_there_is_found(self):
        self.assertEqual([one.name for one in names.references("; ".join(THERE), {})], THERE)
        self.assertEqual(names.faults, [])

    def test_what_is_missing_is_named(self):
        for name, wrong in MISSING.items():
            names.faults.clear()
            names.references(name, {})
            self.assertEqual(len(names.faults), 1, name)
            self.assertIn(name, names.faults[0])
            self.assertIn(wrong, names.faults[0])

    def test_words_behind_a_name_are_no_part_of_it(self):
        one, = names.references("op smooth (`--edge renormalise`)", {})
        self.assertEqual((one.name, one.note), ("op smooth", "`--edge renormalise`"))
        self.assertEqual(one.markdown(), "op [smooth](ops.md#smooth) (`--edge renormalise`)")

    def test_shorts_stand_for_names(self):
        self.assertEqual([one.name for one in names.references("@all; study dot", {"all": "study sync; study edges"})],
                         ["study sync", "study edges", "study dot"])
        names.references("@none", {})
        self.assertIn("no line begins with @none", names.faults[0])


if __name__ == "__main__":
    unittest.main()
