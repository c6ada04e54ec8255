"""lenslet advise: each tip has numbers, a verdict where there is one, and what it means for a kernel."""

from tool import ToolTest, main

CODE = """#define SCALE 2.5
// if (get_local_id(0) > 1) barrier(0);
__kernel void other(__global float *x) { x[get_global_id(0)] = 1; }
__kernel void blur(__global const float *in, __constant float *taps, __global float *out, __local float *tile,
                   const int n) {
  const int i = get_global_id(0), lid = get_local_id(0);
  tile[lid] = in[i * 4];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.5;
  for (int k = 0; k < 3; ++k) {
    sum += taps[k] * tile[lid] * 1e-3f;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = sum * 3;
}
"""


LOOPS = """__kernel void loops(__global float *x, __local float *t, const int n) {
  for (int k = 0; k < n; ++k) x[k] += 1.f;
  barrier(CLK_LOCAL_MEM_FENCE);
  { barrier(CLK_LOCAL_MEM_FENCE); }
  for (int k = 0; k < n; ++k) if (k == 2) { x[k] = 1.f; } else barrier(CLK_LOCAL_MEM_FENCE);
  do { x[0] += 1.f; } while (x[0] < 3.f);
  barrier(CLK_LOCAL_MEM_FENCE);
  do barrier(CLK_LOCAL_MEM_FENCE); while (x[0] < 5.f);
  while (x[0] < 7.f) for (int k = 0; k < n; ++k) switch (k) { case 1: x[0] += 2.f; break; default: ++x[0]; }
  if (n > 3) { float y[2] = {1.f, 2.f}; barrier(CLK_LOCAL_MEM_FENCE); x[1] = y[n & 1]; }
  __attribute__((opencl_unroll_hint(2))) for (int k = 0; k < n; ++k) { if (n) { barrier(CLK_LOCAL_MEM_FENCE); } }
}
"""


class Advise(ToolTest):
    def setUp(self):
        super().setUp()
        (self.folder / "own.cl").write_text(CODE, encoding="utf-8")

    def tips(self, *arguments):
        tips = self.run_json("advise", *arguments)["tips"]
        self.assertEqual([tip["number"] for tip in tips], list(range(1, 16)))
        return {tip["number"]: tip for tip in tips}

    def test_each_tip_has_numbers_of_the_device(self):
        device, = [one for one in self.run_json("devices")["devices"] if one["default"]]
        tips = self.tips()
        for tip in tips.values():
            self.assertTrue(tip["numbers"] and tip["study"] and tip["claims"], tip)
            self.assertEqual(tip["kernel"], [])
            for verdict in tip["verdicts"]:  # those of docs/studies.md
                self.assertRegex(verdict["where"], r"^on .* \(\d{4}-\d\d-\d\d\)$")
        self.assertIn("NVIDIA H200", " ".join(verdict["where"] for verdict in tips[3]["verdicts"]))
        self.assertIn("GB/s", tips[1]["numbers"])
        self.assertIn(f"{device['compute_units']} compute units: {2 * device['compute_units']} groups", tips[7]["numbers"])
        text = self.run_tool("advise").stdout
        self.assertIn("\n 5  Keep a work-item's own values in private memory.\n", text)
        self.assertRegex(text, r"study vector-add: claim 27 (holds|does\s+not\s+hold|undecided)\s+on\s")

    def test_a_kernel_gets_advice(self):
        kernel = {number: " ".join(tip["kernel"]) for number, tip in self.tips(
            "own.cl", "--kernel", "blur", "--range", "1000", "--group", "100", "--local", "400").items()}
        self.assertIn("reads in:", kernel[1])
        self.assertIn("may read and write out:", kernel[1])
        self.assertIn("line 7: in[i*4]", kernel[3])
        self.assertIn("400 B of", kernel[4])
        self.assertIn("10 groups", kernel[7])
        self.assertIn("at most", kernel[8])
        flat = {tip["number"]: " ".join(tip["kernel"]) for tip in self.run_json(
            "advise", "own.cl", "--kernel", "blur", "--range", "100x30", "--group", "16x8")["tips"]}
        self.assertIn("28 groups", flat[7])
        self.assertIn("a range of 100x30 is no multiple of the group: round it up to 112x32", flat[8])
        self.assertIn("by its local memory", kernel[9])
        self.assertIn("line 9: 0.5", kernel[10])
        self.assertNotIn("1e-3f", kernel[10])
        self.assertIn("line 14: if(i<n)", kernel[12])
        self.assertNotIn("line 2", kernel[12])
        self.assertIn("no image object", kernel[13])
        self.assertIn("__constant: taps", kernel[14])
        self.assertIn("in loops: line 12: barrier", kernel[15])
        self.assertIn("\n    blur: neighbouring items read apart: line 7", self.run_tool("advise", "own.cl", "--kernel", "blur").stdout)

    def test_barriers_in_loops_with_and_without_braces(self):
        (self.folder / "loops.cl").write_text(LOOPS, encoding="utf-8")
        said = " ".join(self.tips("loops.cl", "--kernel", "loops")[15]["kernel"])
        self.assertIn("in loops: line 5: barrier; line 8: barrier; line 11: barrier", said)
        outside = [line for number, line in enumerate(LOOPS.splitlines(), 1) if number not in (5, 8, 11)]
        (self.folder / "loops.cl").write_text("\n".join(outside), encoding="utf-8")
        self.assertEqual(self.tips("loops.cl", "--kernel", "loops")[15]["kernel"], ["4 barriers, none in a loop"])

    def test_verdicts_come_from_studies(self):
        self.run_tool("study", "private-memory", "--scale", "0.01", "--runs", "6", "--json", "record.json")
        verdicts = self.tips("--from", "record.json")[5]["verdicts"]
        self.assertEqual([(one["claim"], one["where"]) for one in verdicts], [(75, "here"), (76, "here")])
        self.assertRegex(self.run_tool("advise", "--from", "record.json").stdout, "claim 75 (holds|does not hold|undecided) here")

    def test_what_is_wrong_is_said(self):
        for words, error in ((["own.cl"], "a program of 2 kernels without --kernel; allowed: blur, other"),
                             (["own.cl", "--kernel", "blurx"], "did you mean 'blur'?"),
                             (["own.cl", "--kernel", "blur", "--group", "8x8", "--range", "64"],
                              "--group has 2 dimensions, --range 1; allowed: as many"),
                             (["--group", "64"], "--group without a file; allowed: with OpenCL C"),
                             (["--scale", "0.1"], "--scale without --measure; allowed: with it")):
            said = self.run_tool("advise", *words, status=2).stderr
            if "allowed: blur" in error:
                self.assertRegex(said, "allowed: (blur, other|other, blur)")
            else:
                self.assertIn(error, said)


if __name__ == "__main__":
    main()
