"""Kernels of SPIR-V, and uneven groups, on Intel's runtime, the one driver of the tests that has them: so run by
tools/intel_cpu."""

import os
import random
import shutil
import struct
import subprocess
import unittest

from npy import npy, read_npy
from tool import ToolTest, main

CODE = """struct pair { int a; float b; };
__kernel void scale(const float a, const int2 shift, __global const float *in, __local float *kept,
                    __global float *out, struct pair both, const uint large, const short small) {
  const size_t i = get_global_id(0);
  kept[get_local_id(0)] = in[i];
  out[i] = a * kept[get_local_id(0)] + shift.y + both.a + both.b + (large == 4294967295u ? 1000 : 0) + small;
}
__kernel void brighter(__read_only image2d_t in, __write_only image2d_t out, sampler_t how) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, how, at) + 1);
}
"""
CALL = ("--arg", "2.5", "--arg", "1,-7", "--arg", "in.npy", "--arg", "16", "--arg", "f32[8]", "--arg", "pair.npy",
        "--arg", 4294967295, "--arg", -3)


@unittest.skipUnless(shutil.which("clang-14") and shutil.which("llvm-spirv-14"), "no clang-14 or no llvm-spirv-14")
class Spirv(ToolTest):
    def setUp(self):
        super().setUp()
        if os.environ.get("LENSLET_DEVICE") != "intel":
            self.skipTest("not on Intel's runtime")
        (self.folder / "own.cl").write_text(CODE, encoding="utf-8")
        (self.folder / "in.npy").write_bytes(npy([float(i) for i in range(8)]))
        (self.folder / "pair.npy").write_bytes(npy(list(struct.pack("<if", 40, 0.5)), code="|u1"))

    def make_spirv(self, *options):
        for words in (("clang-14", "-x", "cl", "-cl-std=CL1.2", "-target", "spir64", "-Xclang", "-finclude-default-header",
                       *options, "-emit-llvm", "-c", "own.cl", "-o", "own.bc"), ("llvm-spirv-14", "own.bc", "-o", "own.spv")):
            subprocess.run(words, cwd=self.folder, check=True)

    def test_its_module_tells_what_kernels_take(self):
        for options, names in ((("-O1",), [f"arg{i}" for i in range(8)]),
                               (("-O0", "-cl-kernel-arg-info"), ["a", "shift", "in", "kept", "out", "both", "large", "small"])):
            self.make_spirv(*options)
            kernels = {kernel["name"]: kernel["arguments"] for kernel in self.run_json("kernel", "own.spv")["kernels"]}
            self.assertEqual([argument["name"] for argument in kernels["scale"]], names)
            self.assertEqual([argument["type"] for argument in kernels["scale"]],
                             ["float", "int2|uint2", "float*", "float*", "float*", "struct pair", "int|uint", "short"])
            self.assertEqual([argument["address"] for argument in kernels["scale"]],
                             ["value", "value", "global", "local", "global", "value", "value", "value"])
            self.assertEqual([(argument["type"], argument["access"]) for argument in kernels["brighter"]],
                             [("image2d_t", "read_only"), ("image2d_t", "write_only"), ("sampler_t", "none")])

    def test_it_is_launched(self):
        self.make_spirv("-O1")
        launch = "--run", "scale", "--range", 8, "--group", 4, *CALL, "--result"
        self.run_tool("kernel", "own.spv", *launch, "arg4=out.npy")
        expected = [2.5 * i - 7 + 40.5 + 1000 - 3 for i in range(8)]
        self.assertEqual(read_npy(self.folder / "out.npy")[2], expected)
        self.run_tool("kernel", "own.spv", "--binary", "own.clbin")
        self.run_tool("kernel", "own.clbin", *launch, "arg4=again.npy")
        self.assertEqual(read_npy(self.folder / "again.npy")[2], expected)
        (self.folder / "image.npy").write_bytes(npy([0.5, 2.0, -1.0, 7.0], shape="(2, 2)"))
        self.run_tool("kernel", "own.spv", "--run", "brighter", "--range", "2x2", "--arg", "image.npy", "--arg", "f32[2,2]",
                      "--arg", "nearest,clamp_to_edge", "--result", "arg1=out.npy")
        self.assertEqual(read_npy(self.folder / "out.npy")[2], [1.5, 3.0, 0.0, 8.0])

    def test_values_that_do_not_fit_are_refused(self):
        self.make_spirv("-O1")
        call = "kernel", "own.spv", "--run", "scale", "--range", 8
        for place, word, reason in ((13, 4294967296, "argument 'arg6' is int|uint; given '4294967296'; allowed: a number"),
                                    (3, "1", "2 numbers with commas"), (1, "x", "a number that fits float"),
                                    (15, 40000, "a number that fits short")):
            words = [word if i == place else other for i, other in enumerate(CALL)]
            self.assertIn(reason, self.run_tool(*call, *words, status=2).stderr)
        self.assertIn("7 --arg for kernel scale; allowed: 8", self.run_tool(*call, *CALL[2:], status=2).stderr)

    def test_damaged_modules_are_refused_in_one_line(self):
        """Modules that end early or have other words. spirv-val sees nearly all of them that the driver would crash in."""
        self.make_spirv("-O1")
        whole = (self.folder / "own.spv").read_bytes()
        cuts = [whole[:4 * (i * len(whole) // 4 // 9)] for i in range(9)]
        words, other = struct.unpack(f"<{len(whole) // 4}I", whole), random.Random(7)
        changed = [[other.randrange(140) if other.random() < 0.02 and i > 4 else word for i, word in enumerate(words)]
                   for _ in range(9 if shutil.which("spirv-val") else 0)]
        for content in cuts + [struct.pack(f"<{len(one)}I", *one) for one in changed]:
            (self.folder / "own.spv").write_bytes(content)
            error = self.run_tool("kernel", "own.spv", status=1).stderr
            self.assertIn("allowed: ", error)
            self.assertEqual(error.count("\n"), 1, error)

    @unittest.skipUnless(shutil.which("spirv-val"), "no spirv-val")
    def test_spirv_val_has_the_last_word_unless_it_is_left_out(self):
        self.make_spirv("-O1")
        words = [*struct.unpack(f"<{len((self.folder / 'own.spv').read_bytes()) // 4}I", (self.folder / "own.spv").read_bytes())]
        words += [3 << 16 | 5, 1, 0x61]  # a name behind all functions
        (self.folder / "own.spv").write_bytes(struct.pack(f"<{len(words)}I", *words))
        error = self.run_tool("kernel", "own.spv", status=1).stderr
        self.assertIn("own.spv: spirv-val refuses the module: ", error)
        self.assertIn("or --unchecked for one with extensions", error)
        self.assertEqual(len(self.run_json("kernel", "own.spv", "--unchecked")["kernels"]), 2)


@unittest.skipUnless(shutil.which("clang-14") and shutil.which("llvm-spirv-14"), "no clang-14 or no llvm-spirv-14")
class UnevenGroups(ToolTest):
    CODE = "kernel void ids(global uint *out) { out[get_global_id(0)] = get_local_size(0); }\n"
    CALL = "kernel", "ids.cl", "--range", 19, "--group", 8, "--arg", "u32[19]", "--result", "out=out.npy"

    def setUp(self):
        super().setUp()
        if os.environ.get("LENSLET_DEVICE") != "intel":
            self.skipTest("not on Intel's runtime")
        (self.folder / "ids.cl").write_text(self.CODE, encoding="utf-8")

    def test_the_last_groups_are_smaller(self):
        for options in ("-cl-std=CL2.0", "-cl-std=CL3.0"):
            launch = self.run_json(*self.CALL, "--options", options)["launch"]
            self.assertEqual((launch["range"], launch["group"]), ([19], [8]))
            self.assertEqual(read_npy(self.folder / "out.npy")[2], [8] * 16 + [3] * 3)

    def test_a_program_that_is_not_compiled_for_them_says_so(self):
        for options, reason in (((), "without -cl-std=, and uneven groups need the option -cl-std="),
                                (("--options", "-cl-std=CL1.2"), "with -cl-std=CL1.2, and"),
                                (("--options", "-cl-std=CL3.0 -cl-uniform-work-group-size"), "with -cl-uniform")):
            error = self.run_tool(*self.CALL, *options, status=2).stderr
            self.assertIn("a range of 19 in x in groups of 8; allowed: a multiple, such as 24, which --round-up", error)
            self.assertIn(reason, error)
        self.run_tool("kernel", "ids.cl", "--binary", "ids.clbin")
        error = self.run_tool("kernel", "ids.clbin", *self.CALL[2:], status=1).stderr
        self.assertIn("the last of them smaller: that needs a program compiled with -cl-std=CL2.0", error)

    def test_spirv_says_what_it_was_compiled_from(self):
        """This runtime takes such a launch of OpenCL C 1.2, and makes the last group whole."""
        for standard, status in (("CL1.2", 2), ("CL2.0", 0)):
            for words in (("clang-14", "-x", "cl", f"-cl-std={standard}", "-target", "spir64", "-Xclang", "-finclude-default-header",
                           "-O1", "-emit-llvm", "-c", "ids.cl", "-o", "ids.bc"), ("llvm-spirv-14", "ids.bc", "-o", "ids.spv")):
                subprocess.run(words, cwd=self.folder, check=True)
            launch = "kernel", "ids.spv", *self.CALL[2:-1], "arg0=out.npy"
            error = self.run_tool(*launch, status=status).stderr
            self.assertIn("its source is OpenCL C 1.2, and uneven" if status else "", error)
        self.assertEqual(read_npy(self.folder / "out.npy")[2], [8] * 16 + [3] * 3)


if __name__ == "__main__":
    main()
