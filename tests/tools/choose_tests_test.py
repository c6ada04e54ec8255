"""tools/choose_tests: each test has one turn, and what a change touches always runs."""
import importlib.machinery
import importlib.util
import itertools
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOADER = importlib.machinery.SourceFileLoader("choose_tests", str(ROOT / "tools/choose_tests"))
CHOOSE = importlib.util.module_from_spec(importlib.util.spec_from_loader("choose_tests", LOADER))
LOADER.exec_module(CHOOSE)

KERNELS = CHOOSE.Kernels(["# what compiles", "harness.*", "cli.run.*", "RunTest.*", "StoreTest.Kernels", "codec_tests.encode"])


def case(number, name, folder, suite=None, labels=()):
    home = "components/jpeg/tests" if folder == "jpeg" else f"tests/{folder}"
    command = [f"/b/{home}/{folder}_tests"] + ([f"--gtest_filter={suite}"] if suite else [])
    return CHOOSE.Test(number, {"name": name, "command": command,
                                "properties": [{"name": "LABELS", "value": list(labels)}]})


def tests():
    harness = [(f'harness.Registry/Harness.MatchesReference/{op}_{part}  # GetParam() = ("{op}", {part})', "ops",
                f"Registry/Harness.MatchesReference/{op}_{part}") for op in ("median", "grey", "max") for part in range(8)]
    units = [(f"{suite}.Case{i}", "unit", f"{suite}.Case{i}") for suite in ("RunTest", "Pixel") for i in range(9)]
    others = [("StoreTest.Kernels", "unit", "StoreTest.Kernels"), ("codec_tests.encode", "jpeg", "*Encode.*"),
              ("cli.run.verify", "cli", None), ("cli.run.batch", "cli", None)]
    return [case(number, *one) for number, one in enumerate(harness + units + others, 1)]


def numbers(place, turn, **options):
    return [test.number for test in CHOOSE.chosen(tests(), place, turn, KERNELS, **options)]


class Turns(unittest.TestCase):
    def setUp(self):
        self.held = tempfile.TemporaryDirectory()
        self.root = Path(self.held.name)
        for path, text in {"tests/unit/run_test.cpp": '#include "op/run.hpp"\nTEST_F(RunTest, Case0) {}\n',
                           "tests/unit/pixel_test.cpp": "TEST(Pixel, Case0) {}\n"}.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text, encoding="utf-8")

    def tearDown(self):
        self.held.cleanup()

    def touched(self, *paths):
        change = CHOOSE.Change(paths, self.root)
        return [test.name.split("  ")[0] for place in ("ops", "uses")
                for test in CHOOSE.chosen(tests(), place, "touched", KERNELS, change)]

    def test_each_test_has_one_turn(self):
        change = CHOOSE.Change(["core/ops/median/median.cl"], self.root)
        left = {"ops harness.Registry/Harness.MatchesReference/max_1  # GetParam() = (\"max\", 1)"}
        for day, chunks in itertools.product(range(12), (1, 3)):
            found = [number for place in ("ops", "uses") for turn in CHOOSE.TURNS for chunk in range(1, chunks + 1)
                     for number in numbers(place, turn, change=change, left=left, day=day, chunk=(chunk, chunks))]
            self.assertEqual(sorted(found), [test.number for test in tests()])

    def test_what_compiles_no_kernel_runs_every_day(self):
        plain = [test.number for test in tests() if test.name.startswith("Pixel")]
        for day in range(24):
            self.assertEqual(numbers("uses", "plain", day=day), plain)
            self.assertFalse(set(plain) & set(numbers("uses", "today", day=day)))

    def test_days_together_run_everything(self):
        kernels = {test.number for test in tests() if KERNELS.compiled_by(test.name)}
        seen = {number for day in range(24) for place in ("ops", "uses") for number in numbers(place, "today", day=day)}
        self.assertEqual(seen, kernels)

    def test_an_ops_change_touches_all_its_parts(self):
        self.assertEqual(self.touched("core/ops/max/max.cpp"),
                         [f"harness.Registry/Harness.MatchesReference/max_{part}" for part in range(8)])

    def test_a_folders_change_touches_suites_that_include_it(self):
        self.assertEqual(self.touched("core/op/run.cpp"), [f"RunTest.Case{i}" for i in range(9)])
        self.assertEqual(self.touched("components/jpeg/encode.cpp"), ["codec_tests.encode"])
        self.assertEqual(self.touched("tool/commands/verify.cpp"), ["cli.run.verify"])
        self.assertEqual(self.touched("tool/jobs/batch.cpp"), ["cli.run.verify", "cli.run.batch"])

    def test_a_tests_change_touches_its_suites(self):
        self.assertEqual(self.touched("tests/unit/run_test.cpp"), [f"RunTest.Case{i}" for i in range(9)])
        self.assertEqual(self.touched("README.md", "tests/unit/pixel_test.cpp"), [])

    def test_what_was_left_out_has_its_own_turn(self):
        self.assertEqual(numbers("uses", "left", left={"uses cli.run.batch", "memory RunTest.Case1"}), [46])
        self.assertNotIn(46, numbers("uses", "rest", left={"uses cli.run.batch"}) + numbers("uses", "today", left={"uses cli.run.batch"}))

    def test_the_list_of_kernel_tests_names_no_place_twice(self):
        lines = (ROOT / "tests/kernel_tests.txt").read_text(encoding="utf-8").splitlines()
        lines = [line for line in lines if line and not line.startswith("#")]
        self.assertEqual(lines, sorted(set(lines)))


if __name__ == "__main__":
    unittest.main()
