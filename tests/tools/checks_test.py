"""tools/checks.sh: what ./dev test --landing runs and in which order, with a ctest that runs nothing."""
import json
import os
import tempfile
import unittest
from pathlib import Path

from bash import ROOT, bash

# Commands that would do something, as functions that say which it was; ctest writes what it would have run.
STAND_INS = r"""
need() { :; }
need_python() { :; }
lint_steps() { step lint true; }
photograph() { echo photograph.png; }
build() { mkdir -p build/release/tests build/asan/tests && touch build/{release,asan}/tests/libno_kernels.so; }
timeout() { shift; "$@"; }
# Fewer steps than there are, as each starts Python.
checks_touched=({ops,uses,memory}:touched:1/1)
checks_rest=(ops:rest:{1,2}/2 {uses,memory}:rest:1/1 oclgrind-1)
ctest() {
  local preset=$2
  if [ "$3" = --show-only=json-v1 ]; then cat tests.json; return; fi
  local numbers="" junit="" word last=""
  for word in "$@"; do
    [ "$last" != -I ] || numbers=$word
    [ "$last" != --output-junit ] || junit=$word
    last=$word
  done
  echo "ctest $preset${OPENCL_LAYERS:+ layer} $numbers" >>ran
  printf '<testcase name="a" status="run">\n' >"$junit"
}
"""


def entry(name, folder="unit", cost=1):
    return {"name": name, "command": [f"/b/tests/{folder}/tests", f"--gtest_filter={name}"],
            "properties": [{"name": "COST", "value": cost}]}


class Landing(unittest.TestCase):
    def setUp(self):
        self.held = tempfile.TemporaryDirectory()
        self.folder = Path(self.held.name) / "tree"
        (self.folder / "tools").mkdir(parents=True)
        (self.folder / "tests/oclgrind").mkdir(parents=True)
        for name in ("choose_tests",):
            (self.folder / "tools" / name).write_text((ROOT / "tools" / name).read_text(), encoding="utf-8")
            (self.folder / "tools" / name).chmod(0o755)
        for name in ("tools/clean_machine", "tests/oclgrind/run", "tests/oclgrind/program", ".venv/bin/python"):
            self.script(name, f'echo "{name} $*" >>"$HOME/tree/ran"')
        (self.folder / "tests/kernel_tests.txt").write_text("Kernel*\nharness.*\n", encoding="utf-8")
        names = [entry(f"harness.Harness/median_{part}", "ops") for part in range(8)]
        names += [entry(f"Kernels{i}.Case") for i in range(30)] + [entry(f"Plain{i}.Case") for i in range(5)]
        (self.folder / "tests.json").write_text(json.dumps({"tests": names}), encoding="utf-8")
        (self.folder / "build").mkdir()

    def tearDown(self):
        self.held.cleanup()

    def script(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/bash\n{text}\n", encoding="utf-8")
        path.chmod(0o755)

    def landing(self, changed="", minutes=0, words="--landing", **variables):
        (self.folder / "ran").unlink(missing_ok=True)
        changes = f"changed_find() {{ printf '{changed}' >build/changed.txt; }}; git() {{ echo abc; }}\n"
        script = f"{STAND_INS}{changes}SECONDS={60 * minutes}\ncommand_test {words}"
        done = bash(script, "progress", "setup", "steps", "changed", "checks", cwd=self.folder, PATH=os.environ["PATH"],
                    HOME=self.held.name, LENSLET_DAY="0", LENSLET_TEST_MINUTES="75", **variables)
        return done, (self.folder / "ran").read_text().splitlines()

    def numbers(self, ran, preset="check"):
        return [int(number) for line in ran if line.startswith(f"ctest {preset}") and "0,0,0," in line
                for number in line.split("0,0,0,")[1].split(",")]

    def test_all_run_once_in_this_order(self):
        done, ran = self.landing(changed=r"core/ops/median/median.cl\n")
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertRegex(done.stdout.splitlines()[-1], r"^\d+ passed, 0 failed$")
        self.assertEqual(sorted(self.numbers(ran)), list(range(1, 44)))
        self.assertTrue(ran[0].startswith("ctest check layer"), ran[0])
        self.assertTrue(ran[1].startswith("ctest asan layer"), ran[1])
        touched = [i for i, line in enumerate(ran) if line.startswith("ctest check 0,0,0,") and int(line.split(",")[3]) <= 8]
        clean = ran.index("tools/clean_machine ./dev demo")
        self.assertLess(max(touched), clean)
        self.assertTrue(ran[clean + 1].startswith(".venv/bin/python -B tools/look_at_demo photograph.png"))
        self.assertNotIn("tools/clean_machine --again ./dev test --build", ran)

    def test_a_change_of_the_set_up_is_built_on_the_clean_machine(self):
        build = "tools/clean_machine --again ./dev test --build"
        self.assertIn(build, self.landing(changed=r"core/CMakeLists.txt\n")[1])
        done, ran = self.landing(changed=r"dev\n", minutes=55)  # no time for it
        self.assertNotIn(build, ran)
        self.assertIn("step clean-machine-build", done.stdout.splitlines())
        self.assertIn(build, self.landing()[1])
        self.assertNotIn(build, self.landing()[1])

    def test_what_there_is_no_time_for_is_named_and_first_the_next_time(self):
        done, ran = self.landing(minutes=76)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(self.numbers(ran)), list(range(39, 44)))  # what compiles no kernel
        self.assertIn("tools/clean_machine ./dev demo", ran)
        self.assertIn("Left out after 76 minutes, and first the next time:", done.stdout)
        self.assertIn("ops harness.Harness/median_3", done.stdout.splitlines())
        done, ran = self.landing()
        self.assertEqual(sorted(self.numbers(ran)), list(range(1, 44)))
        self.assertNotIn("Left out", done.stdout)
        self.assertEqual((Path(self.held.name) / ".cache/lenslet-checks/left").read_text(), "")

    def test_a_failed_demo_fails(self):
        self.script("tools/clean_machine", '[ "$1" = --check ] || { echo "undefined reference"; exit 1; }')
        done, _ = self.landing()
        self.assertEqual(done.returncode, 1)
        self.assertIn("FAILED: clean machine: ./dev demo (exit status 1)", done.stdout)
        self.assertRegex(done.stdout.splitlines()[-1], r"^\d+ passed, 1 failed$")

    def test_without_chroot_it_is_skipped_but_in_continuous_integration(self):
        self.script("tools/clean_machine", 'echo "$*" >>"$HOME/tree/ran"; [ "${CI:-}" != true ] || exit 1; exit 77')
        done, ran = self.landing()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("./dev demo", ran)
        self.assertEqual(self.landing(CI="true")[0].returncode, 1)

    def test_the_day_and_the_rest_are_everything(self):
        day, rest = self.landing(words="")[1], self.landing(words="--rest")[1]
        self.assertEqual(sorted(self.numbers(day) + self.numbers(rest)), list(range(1, 44)))
        self.assertNotIn("tools/clean_machine ./dev demo", day + rest)

    def test_a_test_that_compiles_unnamed_fails(self):
        done = bash(STAND_INS + "mkdir -p build/release/tests; touch build/release/tests/libno_kernels.so; LENSLET_DAY=0; "
                    "ctest() { [ \"$3\" != --show-only=json-v1 ] || { cat tests.json; return; }; "
                    "echo tests/unit/tests >\"$LENSLET_KERNEL_MARKS\"; echo '<testcase name=\"a\" status=\"run\">' >\"$5\"; }\n"
                    "plain_step uses --all; steps_summary", "progress", "setup", "steps", "changed", "checks",
                    cwd=self.folder, PATH=os.environ["PATH"], HOME=self.held.name)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("FAILED: tests/kernel_tests.txt does not name what compiles a kernel: tests/unit/tests", done.stdout)

    def test_every_chunk_has_its_step(self):
        done = bash('printf "%s\\n" "${checks_touched[@]}" "${checks_today[@]}" "${checks_rest[@]}"', "checks", PATH=os.environ["PATH"])
        steps = [step.split(":") for step in done.stdout.split() if ":" in step]
        for place in "ops", "uses", "memory":
            for turn in "touched", "today", "rest":
                chunks = [chunk for its_place, its_turn, chunk in steps if (its_place, its_turn) == (place, turn)]
                count = len(chunks)
                self.assertEqual(chunks, [f"{i}/{count}" for i in range(1, count + 1)])
                self.assertGreater(count, 0)

    def test_an_unknown_word_is_refused(self):
        done = bash("command_test --lnog", "progress", "setup", "steps", "changed", "checks", cwd=self.folder,
                    PATH=os.environ["PATH"], HOME=self.held.name)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "./dev test takes --rest, --landing, --build or --long, not --lnog\n")


if __name__ == "__main__":
    unittest.main()
