"""lenslet study --claims: own kernels and ops are measured, compared and judged, and verdicts that change are told."""

import json

from images import write_png
from npy import npy
from tool import ToolTest, main

CODE = """__kernel void one(__global const float *x, __global float *y) { y[get_global_id(0)] = 2 * x[get_global_id(0)]; }
__kernel void sum(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  for (int k = 0; k < 20000; ++k) y[i] = y[i] * 0.5f + x[i];
  y[i] = x[i] + x[i];
}
__kernel void wrong(__global const float *x, __global float *y) { y[get_global_id(0)] = x[get_global_id(0)]; }
"""
LAUNCH = "--range 256 --group 32 --arg x.npy --arg f32[256]"
CLAIMS = f"""about What we rely on.
chart Twice | way
line own  | kernel own.cl --run one {LAUNCH} --result y
line slow | kernel own.cl --run sum {LAUNCH}
line op   | run map '2*x' x.npy
chart Blurred | size, pixels
line gaussian @ 3 | run gaussian --ksize 3 photo.png
line gaussian @ 5 | run gaussian --ksize 5 photo.png

claim 1
says Two reads are faster than many,
  by far.
why They are few.
faster 2 | own | slow
claim 7
says The slow kernel is the faster one.
faster | slow | own
"""


class OwnClaims(ToolTest):
    def setUp(self):
        super().setUp()
        (self.folder / "own.cl").write_text(CODE, encoding="utf-8")
        (self.folder / "x.npy").write_bytes(npy([float(i) for i in range(256)]))
        write_png(self.folder / "photo.png", 40, 30, 3, 8, lambda x, y, c: (x * y + 50 * c) % 256)
        self.write(CLAIMS)

    def write(self, text):
        (self.folder / "ours.txt").write_text(text, encoding="utf-8")

    def judge(self, *more, status=0):
        return self.run_tool("study", "--claims", "ours.txt", "--runs", "7", "--point-time", "200ms", *more, status=status)

    def refusal(self, text):
        self.write(text)
        return self.judge(status=2).stderr

    def verdicts(self):
        device, = json.loads((self.folder / "v.json").read_text())["devices"]
        return {claim["number"]: claim["verdict"] for claim in device["claims"]}

    def test_claims_are_judged_and_reported(self):
        text = self.judge("--json", "record.json", "--markdown", "page.md").stdout
        self.assertRegex(text, r"(?m)^ +1  holds +ours: Two reads are faster than many, by far\.")
        self.assertRegex(text, r"(?m)^ +7  does not hold +ours: The slow kernel")
        study, = json.loads((self.folder / "record.json").read_text())["studies"]
        self.assertEqual((study["name"], study["summary"]), ("ours", "What we rely on."))
        twice, blurred = study["charts"]
        self.assertEqual([line["name"] for line in twice["lines"]], ["own", "slow", "op"])
        self.assertEqual([point["x"] for point in blurred["lines"][0]["points"]], [3, 5])
        for chart in study["charts"]:
            for line in chart["lines"]:
                for point in line["points"]:
                    self.assertIn(len(point["ms"]), (6, 7), point)  # a slow machine ends after the sixth
        self.assertIn("one, 256 items, groups of 32", twice["lines"][0]["points"][0]["how"])
        self.assertIn("The slow kernel", (self.folder / "page.md").read_text())
        self.assertIn("ours: The slow kernel", self.run_tool("study", "--from", "record.json").stdout.replace("\n", " "))

    def test_a_changed_verdict_is_told(self):
        self.judge("--verdicts", "v.json")
        self.assertEqual(self.verdicts(), {1: "holds", 7: "does not hold"})
        kept = (self.folder / "v.json").read_text()
        self.judge("--verdicts", "v.json")
        self.assertEqual((self.folder / "v.json").read_text(), kept)
        (self.folder / "v.json").write_text(kept.replace('"does not hold"', '"holds"'))
        error = self.judge("--verdicts", "v.json", status=1).stderr
        self.assertRegex(error, r"claim 7 changed from 'holds' \(driver .*\) to 'does not hold' \(driver .*\): The slow")
        self.assertEqual(self.verdicts()[7], "holds")
        self.assertIn("claim 7 changed", self.judge("--verdicts", "v.json", "--accept").stderr)
        self.assertEqual(self.verdicts(), {1: "holds", 7: "does not hold"})
        (self.folder / "v.json").write_text(kept.replace('"holds"', '"undecided"'))
        self.judge("--verdicts", "v.json")
        self.assertEqual(self.verdicts()[1], "holds")

    def test_claims_files_share_a_file_of_verdicts(self):
        self.judge("--verdicts", "v.json")
        self.write(CLAIMS.replace("Two reads", "Here two reads").replace("The slow", "Here the slow"))
        self.judge("--verdicts", "v.json")
        device, = json.loads((self.folder / "v.json").read_text())["devices"]
        self.assertEqual([(claim["text"][:8], claim["verdict"]) for claim in device["claims"]],
                         [("Two read", "holds"), ("The slow", "does not hold"),
                          ("Here two", "holds"), ("Here the", "does not hold")])

    def test_a_verdict_keeps_its_driver(self):
        self.judge("--verdicts", "v.json")
        kept = json.loads((self.folder / "v.json").read_text())
        for claim in kept["devices"][0]["claims"]:
            claim.update(driver="old", time="2020-01-01")
        old = json.dumps(kept)
        more = CLAIMS + "claim 9\nsays More.\nfaster | own | slow\n"
        self.write(more)
        (self.folder / "v.json").write_text(old)
        self.judge("--verdicts", "v.json")
        device, = json.loads((self.folder / "v.json").read_text())["devices"]
        self.assertEqual([claim["driver"] == "old" for claim in device["claims"]], [True, True, False])
        changed = old.replace('"does not hold"', '"holds"')
        (self.folder / "v.json").write_text(changed)
        error = self.judge("--verdicts", "v.json", status=1).stderr
        self.assertIn("claim 7 changed from 'holds' (driver old, 2020-01-01)", error)
        self.assertEqual((self.folder / "v.json").read_text(), changed)

    def test_a_way_that_breaks_changes_verdicts(self):
        self.judge("--verdicts", "v.json")
        kept = (self.folder / "v.json").read_text()
        self.write(CLAIMS.replace("--run sum", "--run wrong") + "claim 9\nsays More.\nalike | own | own\n")
        error = self.judge("--verdicts", "v.json", status=1).stderr
        self.assertRegex(error, r"claim 1 changed from 'holds' \(driver .*\) to 'untested' \(driver")
        self.assertIn("claim 7 changed from 'does not hold'", error)
        self.assertEqual((self.folder / "v.json").read_text(), kept)
        self.assertIn("claim 1 changed", self.judge("--verdicts", "v.json", "--accept", status=1).stderr)
        self.assertEqual({number: self.verdicts()[number] for number in (1, 7)}, {1: "untested", 7: "untested"})
        self.assertNotIn("changed", self.judge("--verdicts", "v.json", status=1).stderr)

    def test_another_result_is_wrong(self):
        self.write(CLAIMS.replace("--run sum", "--run wrong"))
        error = self.judge("--verdicts", "v.json", status=1).stderr
        self.assertIn("wrong: element 1 is 1, not 2, as by own", error)
        self.assertFalse((self.folder / "v.json").exists())

    def test_results_within_a_tolerance_are_equal(self):
        self.write(CLAIMS.replace("--run sum", "--run wrong").replace("chart Twice | way", "chart Twice | way | within 0.6"))
        self.judge()

    def test_no_infinity_is_within_a_tolerance(self):
        (self.folder / "own.cl").write_text(CODE.replace("= x[get_global_id(0)]; }", "= get_global_id(0) == 3 ? INFINITY : 2 * x[get_global_id(0)]; }"))
        self.write(CLAIMS.replace("--run sum", "--run wrong").replace("chart Twice | way", "chart Twice | way | within 0.6"))
        self.assertIn("wrong: element 3 is inf, not 6", self.judge(status=1).stderr)

    def test_a_launch_that_hangs_is_given_up(self):
        (self.folder / "own.cl").write_text("__kernel void hang(__global volatile float *x) { while (x[0] == 0) x[1] += 1; }\n")
        self.write("chart A\nline a | kernel own.cl --range 1 --arg f32[2] --timeout 500ms\nclaim 1\nsays B.\nalike | a | a")
        self.assertIn("hang: its kernels are still at work after", self.judge(status=1).stderr)

    def test_a_binary_has_no_source(self):
        self.run_tool("kernel", "own.cl", "--binary", "own.clbin")
        self.write(CLAIMS.replace("kernel own.cl --run one", "kernel own.clbin --run one"))
        self.judge("--json", "record.json")
        study, = json.loads((self.folder / "record.json").read_text())["studies"]
        self.assertEqual([line["points"][0]["source"] for line in study["charts"][0]["lines"][:2]], [-1, 0])

    def test_what_is_wrong_is_said(self):
        own = f"kernel own.cl --run one {LAUNCH}"
        for text, words in (
                ("line a | run map", "claims, line 1: the first chart is yet to come"),
                ("chart A\nline a", "claims, line 2: line NAME [@ PLACE] | COMMAND"),
                ("chart A | b | 3", "claims, line 1: '3'; allowed: within NUMBER"),
                ("note A b", "'note'; allowed: about, chart, line, claim, says, why and the comparisons"),
                (f"chart A\nline a | {own}", "no claim; allowed: one or more"),
                (f"chart A\nline a | {own}\nclaim 1\nsays B.\nfaster | a | b", "claim 1: no line 'b'; allowed: a"),
                (f"chart A\nline a @ 3 | {own}\nclaim 1\nsays B.\nfaster | a @ 4 | a", "claim 1: no place '4'; allowed: last, 3"),
                (f"chart A\nline a | {own}\nclaim 1\nsays B.\nfaster | [C] a | a", "claim 1: no chart 'C'; allowed: A"),
                (f"chart A\nline a | {own}\nclaim 1\nsays B.\njudged | by me", "'judged' is for the code of Lenslet's own"),
                (f"chart A\nline a | {own}\nline a | {own}", "line 3: 'a' is there twice at this place")):
            self.assertIn(words, self.refusal(text), text)
        for command, words in (("kernle own.cl", "'kernle' in a line of claims; allowed: kernel, run"),
                               ("kernel own.cl", "kernel without --range"),
                               (f"kernel none.cl {LAUNCH}", "none.cl"),
                               (f"{own} --result y=out.npy", "--result 'y=out.npy' in a line of claims; allowed: an argument's name"),
                               ("run gaussian photo.png out.png", "'out.png' is one file more than its inputs"),
                               ("run gaussian --jobs 2 photo.png", "--jobs"),
                               ("run map '2*x x.npy", "the quote ' is open")):
            self.write(f"chart A\nline a | {command}\nclaim 1\nsays B.\nalike | a | a")
            self.assertIn(words, self.judge(status=1).stderr, command)

    def test_options_that_do_not_go_together(self):
        for more in (["--all"], ["--scale", "0.5"], ["dot"]):
            self.assertIn("--claims exclude each other", self.judge(*more, status=2).stderr)
        self.assertIn("--accept without --verdicts", self.judge("--accept", status=2).stderr)
        self.assertIn("--verdicts without --claims", self.run_tool("study", "dot", "--verdicts", "v.json", status=2).stderr)
        (self.folder / "v.json").write_text("{}")
        self.assertIn("v.json holds no verdicts", self.judge("--verdicts", "v.json", status=1).stderr)


if __name__ == "__main__":
    main()
