"""lenslet kernel: what it says of kernels, launches with every kind of argument, binaries, what is wrong."""

import os
import pathlib
import shutil
import struct
import subprocess
import unittest

from images import read_png, write_png
from npy import npy, read_npy
from tool import TOOL, ToolTest, main

CODE = """__kernel void scale(const float a, const int2 shift, __global const float *in, __local float *kept,
                    __global float *none, __global float *out) {
  const size_t i = get_global_id(0);
  kept[get_local_id(0)] = in[i];
  out[i] = none ? 0 : a * kept[get_local_id(0)] + shift.y;
}
__kernel __attribute__((reqd_work_group_size(2, 1, 1))) void pairs(__global float *out) { out[get_global_id(0)] = 2; }
"""
CALL = ["--run", "scale", "--arg", "2.5", "--arg", "1,7", "--arg", "in.npy", "--arg", "16", "--arg", "null",
        "--arg", "f32[8]", "--result", "out=out.npy", "--range"]


class OwnKernel(ToolTest):
    def setUp(self):
        super().setUp()
        (self.folder / "own.cl").write_text(CODE, encoding="utf-8")
        (self.folder / "in.npy").write_bytes(npy([float(i) for i in range(8)]))

    def values(self):
        return read_npy(self.folder / "out.npy")[2]

    def refusal(self, *arguments, status=2):
        error = self.run_tool("kernel", *arguments, status=status).stderr
        self.assertFalse((self.folder / "out.npy").exists())
        return error

    def test_it_says_what_kernels_take(self):
        said = self.run_json("kernel", "own.cl")
        self.assertEqual(said["binary_type"], "executable")
        scale, pairs = sorted(said["kernels"], key=lambda kernel: kernel["name"], reverse=True)
        self.assertEqual([argument["type"] for argument in scale["arguments"]],
                         ["float", "int2", "float*", "float*", "float*", "float*"])
        self.assertEqual([argument["address"] for argument in scale["arguments"]],
                         ["value", "value", "global", "local", "global", "global"])
        self.assertEqual(pairs["compile_group"], [2, 1, 1])
        text = self.run_tool("kernel", "own.cl").stdout
        self.assertIn("const float*", text)
        self.assertIn("2 x 1 x 1 as it demands", text)

    def test_it_launches_with_offset_group_and_times(self):
        launch = self.run_json("kernel", "own.cl", *CALL, "4", "--group", "4", "--offset", "4")["launch"]
        self.assertEqual(self.values(), [0] * 4 + [2.5 * i + 7 for i in range(4, 8)])
        self.assertEqual((launch["range"], launch["group"], launch["offset"]), ([4], [4], [4]))
        self.assertLess(launch["started_ns"], launch["ended_ns"])
        self.assertLessEqual(launch["queued_ns"], launch["submitted_ns"])

    def test_devices_say_what_objects_they_have(self):
        for device in self.run_json("devices", "--objects")["devices"]:
            objects = device["objects"]
            self.assertEqual(len(objects["image_formats"]), 6)
            if device["images"]:
                self.assertIn("rgba unorm_int8", objects["image_formats"]["image2d"]["read_only"])
            shared = "cl_khr_gl_sharing" in device["extensions"]
            self.assertEqual(objects["opengl_objects"], shared)
            self.assertEqual(objects["opengl_events"], "cl_khr_gl_event" in device["extensions"])
        text = self.run_tool("devices", "--objects").stdout
        self.assertRegex(text, r"queues +in order")
        self.assertRegex(text, r"OpenGL +(shared: cl_khr_gl_sharing|memory in common|copied: no cl_khr_gl_sharing)")

    def test_it_takes_images_and_samplers(self):
        if not self.run_json("devices")["devices"][0]["images"]:
            self.skipTest("no images")
        (self.folder / "image.cl").write_text("""__kernel void turn(__read_only image2d_t in, const sampler_t sampler,
    __write_only image2d_t out) {
  const int x = get_global_id(0), y = get_global_id(1);
  write_imagef(out, (int2)(x, y), read_imagef(in, sampler, (float2)(x + 1.0f, 1.5f - y)));
}
""", encoding="utf-8")
        (self.folder / "picture.npy").write_bytes(npy([float(i * i) for i in range(8)], shape="(2, 4)"))
        call = ["image.cl", "--range", "3x2", "--arg", "picture.npy", "--arg", "linear", "--arg", "f32[2,3]",
                "--result", "out=out.npy"]
        self.run_tool("kernel", *call)
        code, shape, values = read_npy(self.folder / "out.npy")
        self.assertEqual((code, shape), ("<f4", (2, 3)))
        self.assertEqual(values, [20.5, 30.5, 42.5, 0.5, 2.5, 6.5])
        (self.folder / "out.npy").unlink()
        self.assertIn("allowed: 2 sides", self.refusal(*call[:3], "--arg", "f32[3]", *call[5:]))
        self.assertIn("texels of f64", self.refusal(*call[:3], "--arg", "f64[3,2]", *call[5:]))
        self.assertIn("a .npy file, a picture or zeros", self.refusal(*call[:3], "--arg", "12", *call[5:]))

    def test_it_repeats_launches_whose_times_count(self):
        call = ["own.cl", *CALL, "8", "--repeats", "3"]
        self.assertEqual(len(self.run_json("kernel", *call)["launch"]["repeats_ms"]), 3)
        self.assertRegex(self.run_tool("kernel", *call).stdout, r"repeats +3 more launches: median [0-9.]+ ms, quartiles ")
        self.assertEqual(self.values(), [2.5 * i + 7 for i in range(8)])

    def test_ranges_are_rounded_up_where_wanted(self):
        self.assertIn("allowed: a multiple, such as 8", self.refusal("own.cl", *CALL, "7", "--group", "4"))
        self.run_tool("kernel", "own.cl", *CALL, "7", "--group", "4", "--round-up")
        self.assertEqual(len(self.values()), 8)

    def test_a_binary_is_loaded_again(self):
        self.run_tool("kernel", "own.cl", "--binary", "own.clbin")
        self.run_tool("kernel", "own.clbin", *CALL, "8", "--group", "4")
        self.assertEqual(self.values(), [2.5 * i + 7 for i in range(8)])
        (self.folder / "out.npy").unlink()
        binary = (self.folder / "own.clbin").read_bytes()
        (self.folder / "half.clbin").write_bytes(binary[:len(binary) // 2])
        self.assertIn("is damaged", self.refusal("half.clbin", status=1))
        (self.folder / "none.clbin").write_bytes(b"none")
        self.assertIn("4 bytes are no program's binary", self.refusal("none.clbin", status=1))

    def test_what_is_wrong_is_said(self):
        (self.folder / "bad.cl").write_text("__kernel void bad(__global int *out) {\n  *out = vecBB;\n}\n", encoding="utf-8")
        self.assertIn("bad.cl:2:10: error: use of undeclared identifier 'vecBB'", self.refusal("bad.cl", status=1))
        self.assertIn("with the options '-werror", self.refusal("own.cl", "--options", "-werror", status=1))
        self.assertIn("cannot read 'nothing.cl'", self.refusal("nothing.cl", status=1))
        call = ["own.cl", "--range", "8"]
        self.assertIn("--range without --run in a program of 2 kernels", self.refusal(*call))
        self.assertIn("1 --arg for kernel scale; allowed: 6", self.refusal(*call, "--run", "scale", "--arg", "1"))
        self.assertIn("did you mean 'scale'?", self.refusal(*call, "--run", "scael"))
        wrong = {"2.5": ("two", "given 'two'; allowed: a number that fits float"),
                 "1,7": ("1", "2 numbers with commas"),
                 "in.npy": ("in.csv", "allowed: a .npy file, a picture, zeros such as f32[1000], or null"),
                 "16": ("0", "is no size")}
        for right, (other, message) in wrong.items():
            with self.subTest(other=other):
                self.assertIn(message, self.refusal("own.cl", *[other if word == right else word for word in CALL], "8"))
        self.assertIn("this argument is no array",
                      self.refusal("own.cl", *[word.replace("out=", "a=") for word in CALL], "8"))

    def test_it_takes_pictures_and_makes_them(self):
        write_png(self.folder / "in.png", 4, 3, 3, 8, lambda x, y, c: 10 * y + x + c)
        (self.folder / "negative.cl").write_text(
            "__kernel void buffer(__global const uchar *in, __global uchar *out) {\n"
            "  const size_t i = get_global_id(0);\n  out[i] = 255 - in[i];\n}\n"
            "__kernel void image(__read_only image2d_t in, __write_only image2d_t out) {\n"
            "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
            "  write_imageui(out, at, (uint4)(255, 255, 255, 510) - read_imageui(in, at));\n}\n")
        call = "negative.cl", "--arg", "in.png", "--result", "out=out.png"
        self.run_tool("kernel", *call, "--run", "buffer", "--arg", "u8[3,4,3]", "--range", "36")
        negative = [[[255 - (10 * y + x + c) for c in range(3)] for x in range(4)] for y in range(3)]
        self.assertEqual(read_png(self.folder / "out.png")[4], negative)
        self.run_tool("kernel", *call, "--run", "image", "--arg", "u8[3,4,4]", "--range", "4x3")
        opaque = [[pixel + [255] for pixel in row] for row in negative]
        self.assertEqual(read_png(self.folder / "out.png")[4], opaque)
        fits = call[:-1] + ("out=out.fits",)
        self.run_tool("kernel", *fits, "--run", "image", "--arg", "u8[3,4,4]", "--range", "4x3")
        header = (self.folder / "out.fits").read_bytes()[:2880].decode()
        self.assertRegex(header, "NAXIS1 *= *4 .*NAXIS2 *= *3 .*NAXIS3 *= *4 ")
        (self.folder / "out.png").unlink()
        self.assertIn("out.png", self.refusal(*call, "--run", "buffer", "--arg", "f64[3,4,7]", "--range", "36"))

    def test_what_is_written_outside_of_a_buffer_is_found(self):
        (self.folder / "far.cl").write_text("__kernel void far(__global const int *x, __global int *y, int at) { y[at] = x[0]; }\n")
        call = "far.cl", "--range", "1", "--arg", "i32[8]", "--arg", "i32[4]", "--result", "y=out.npy", "--arg"
        self.run_tool("kernel", *call, "3")
        (self.folder / "out.npy").unlink()
        for at, place in (("4", "0 bytes behind its end"), ("-1", "4 bytes before its begin"), ("90", "344 bytes behind its end")):
            error = self.refusal(*call, at, status=1)
            self.assertIn(f"wrote outside of its argument 'y', {place}; allowed: inside of the 16 bytes of i32 [4]", error)

    def test_a_struct_is_taken_by_its_bytes(self):
        (self.folder / "pair.cl").write_text("struct pair { int a; float b; };\n"
                                             "__kernel void sum(struct pair p, __global float *out) { *out = p.a + p.b; }\n")
        call = "pair.cl", "--range", "1", "--result", "out=out.npy", "--arg"
        self.assertIn("for a value of the type struct pair; allowed: a .npy file that has its bytes",
                      self.refusal(*call, "1,2", "--arg", "f32[1]"))
        (self.folder / "p.npy").write_bytes(npy(list(struct.pack("<if", 3, 0.5)), code="|u1"))
        self.run_tool("kernel", *call, "p.npy", "--arg", "f32[1]")
        self.assertEqual(self.values(), [3.5])

    @unittest.skipUnless(shutil.which("oclgrind"), "no Oclgrind")
    def test_oclgrind_finds_what_is_written_outside(self):
        beyond_guards = str(8 + (1 << 16) // 4 + 4)
        for items, found in (("8", ""), (beyond_guards, "Invalid write")):
            done = subprocess.run(["oclgrind", "--log", "found.txt", TOOL, "kernel", "own.cl", "--run", "pairs",
                                   "--range", items, "--arg", "f32[8]"], cwd=self.folder, check=False,
                                  capture_output=True, text=True,
                                  env=os.environ | {"LENSLET_DEVICE": "oclgrind", "LENSLET_CACHE": "off"})
            self.assertEqual(done.returncode, 1 if found else 0, done.stderr)
            log = (self.folder / "found.txt").read_text(encoding="utf-8")
            self.assertIn(found, log)
            self.assertEqual(bool(found), bool(log), log)


class Parts(ToolTest):
    def setUp(self):
        super().setUp()
        (self.folder / "part.cl").write_text("int twice(int x) { return 2 * x; }\n")
        (self.folder / "main.cl").write_text("int twice(int x);\n"
                                             "kernel void fill(global int *y) { y[get_global_id(0)] = twice(21); }\n")

    def test_files_are_compiled_apart_and_linked(self):
        self.run_tool("kernel", "main.cl", "part.cl", "--apart", "--range", 4, "--arg", "i32[4]", "--result", "y=y.npy")
        self.assertEqual((self.folder / "y.npy").read_bytes()[-16:], struct.pack("<4i", 42, 42, 42, 42))
        error = self.run_tool("kernel", "main.cl", "--apart", status=1).stderr
        self.assertIn("the objects do not link on", error)

    def test_words_that_do_not_go_together(self):
        for words, reason in ((("main.cl", "--link-options", "-w"), "--link-options without --apart"),
                              (("a.clbin", "--apart"), "--apart of what is compiled already"),
                              (("a.spv", "--write-bundle", "a.lnb"), "--write-bundle a.lnb of a.spv")):
            self.assertIn(reason, self.run_tool("kernel", *words, status=2).stderr)

    def test_spirv_of_the_wrong_kind(self):
        """One message with the reason: no SPIR-V at all, for graphics, or on a device that takes none."""
        graphics = struct.pack("<10I", 0x07230203, 0x10000, 0, 9, 0, 2 << 16 | 17, 1, 3 << 16 | 14, 0, 1)
        for content, reason in ((b"BC\xc0\xde", "are no SPIR-V"), (graphics[:26], "no whole words"),
                                (graphics[:24], "cut at word 5"), (graphics, "for graphics|takes no SPIR-V")):
            (self.folder / "a.spv").write_bytes(content)
            error = self.run_tool("kernel", "a.spv", status=1).stderr
            self.assertRegex(error, reason)
            self.assertIn("allowed: ", error)
            self.assertEqual(error.count("\n"), 1)

    def test_spirv_needs_a_compiler_and_kernels(self):
        empty = struct.pack("<10I", 0x07230203, 0x10000, 0, 9, 0, 2 << 16 | 17, 6, 3 << 16 | 14, 2, 2)
        (self.folder / "a.spv").write_bytes(empty)
        for options, reason in (((), "has no kernel; allowed|takes no SPIR-V; allowed"),
                                (("--no-compile",), "SPIR-V is code of no device, and the driver compiles it; allowed: ")):
            done = self.run_tool("kernel", "a.spv", *options, status=1)
            self.assertRegex(done.stderr, reason)
            self.assertEqual(done.stderr.count("\n") + done.stdout.count("\n"), 1)


class UnevenGroups(ToolTest):
    """Where the device has them, in spirv_kernel_test.py."""

    def test_devices_tell_of_them_and_launches_say_why_not(self):
        (self.folder / "ids.cl").write_text("kernel void ids(global uint *out) { out[get_global_id(0)] = get_local_size(0); }\n")
        option = self.run_json("devices", "--objects")["devices"][0]["objects"]["uneven_groups"]
        self.assertRegex(self.run_tool("devices", "--objects").stdout, r"(?s)uneven groups +(no: |in programs with -cl-std=).* SPIR-V +(no|SPIR-V_)")
        self.assertFalse(self.run_json("kernel", "ids.cl")["kernels"][0]["uneven_groups"])
        error = self.run_tool("kernel", "ids.cl", "--range", 19, "--group", 8, "--arg", "u32[24]", status=2).stderr
        self.assertIn("allowed: a multiple, such as 24, which --round-up and KernelRange::round_up make", error)
        self.assertIn("the program was compiled without -cl-std=" if option else "no uneven groups, as ", error)


class BuiltIn(ToolTest):
    """Kernels that the device brings: a layer over the driver has two, and PoCL four that it can say something of."""
    LAYER = {"OPENCL_LAYERS": os.environ.get("LENSLET_BUILT_IN_LAYER", ""), "LENSLET_CACHE": "off"}
    POCL = pathlib.Path(__file__).parents[2] / "tools" / "pocl_built_in"

    def test_they_are_described_and_launched(self):
        if not self.LAYER["OPENCL_LAYERS"]:
            self.skipTest("no layer")
        said = self.run_json("kernel", "--built-in", "test_add", env=self.LAYER)
        add = next(kernel for kernel in said["kernels"] if kernel["name"] == "test_add")
        self.assertEqual([(argument["name"], argument["type"]) for argument in add["arguments"]],
                         [("input1", "char*"), ("input2", "char*"), ("output", "char*")])
        (self.folder / "a.npy").write_bytes(npy([1, -2, 100], code="|i1"))
        (self.folder / "b.npy").write_bytes(npy([10, 20, 100], code="|i1"))
        self.run_tool("kernel", "--built-in", "test_add", "--run", "test_add", "--range", 3, "--arg", "a.npy",
                      "--arg", "b.npy", "--arg", "i8[3]", "--result", "output=out.npy", env=self.LAYER)
        self.assertEqual(read_npy(self.folder / "out.npy")[2], [11, 18, -56])
        self.run_tool("kernel", "--built-in", "test_add", "--built-in", "test_fill", "--run", "test_fill", "--range", 3,
                      "--arg", "i32[3]", "--arg", -7, "--result", "output=out.npy", env=self.LAYER)
        self.assertEqual(read_npy(self.folder / "out.npy")[2], [-7] * 3)

    def test_what_is_wrong_is_said(self):
        (self.folder / "own.cl").write_text(CODE, encoding="utf-8")
        for words, reason, status in ((("--built-in", "no.such"), "brings no kernel 'no.such' with it; allowed: ", 1),
                                      (("own.cl", "--built-in", "a"), "--built-in and the file own.cl", 2),
                                      (("--built-in", "a", "--options", "-w"), "--options of built-in kernels", 2),
                                      (("--built-in", "a", "--write-bundle", "a.lnb"), "of built-in kernels", 2),
                                      ((), "or --built-in NAME", 2)):
            self.assertIn(reason, self.run_tool("kernel", *words, status=status).stderr)

    @unittest.skipUnless(pathlib.Path("/usr/src/pocl.tar.xz").exists() and os.environ.get("LENSLET_DEVICE", "pocl") == "pocl",
                         "no pocl-source, or not PoCL's turn")
    def test_those_of_pocl_are_described_and_not_launched(self):
        """PoCL 3.1 would crash."""
        def pocl(*words):
            return subprocess.run([self.POCL, TOOL, "kernel", "--built-in", "pocl.add.i8", *words], cwd=self.folder,
                                  check=False, capture_output=True, text=True)
        said = pocl()
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertRegex(said.stdout, r"0  input1 +const char\* restrict +global\n +1  input2")
        launched = pocl("--range", "8", "--arg", "i8[8]", "--arg", "i8[8]", "--arg", "i8[8]")
        self.assertEqual(launched.returncode, 1)
        self.assertIn("ends the process where it launches a kernel that it brings with it; allowed: programs", launched.stderr)


class Compared(ToolTest):
    SLOW = """kernel void slow(global const float *in, global float *out, const int n) {
  const size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < 500 * n; ++k) sum += in[i] * (k % n == 0);
  out[i] = in[i] + (sum < 0 ? 1 : 0);
}
"""
    QUICK = "kernel void quick(global const float *x, global float *y, const int n) { y[get_global_id(0)] = x[get_global_id(0)]; }\n"
    CALL = "--compare", "--range", 4096, "--arg", "in.npy", "--arg", "f32[4096]", "--arg", 5, "--repeats", 8

    def setUp(self):
        super().setUp()
        (self.folder / "slow.cl").write_text(self.SLOW)
        (self.folder / "quick.cl").write_text(self.QUICK)
        (self.folder / "in.npy").write_bytes(npy([i / 7 for i in range(4096)]))

    def test_the_faster_kernel_is_named_with_an_interval(self):
        said = self.run_tool("kernel", "slow.cl", "quick.cl", *self.CALL).stdout
        self.assertRegex(said, r"quick.cl is [\d.]+ times as fast as slow.cl \([\d.]+ to [\d.]+\): quick.cl is faster\.")
        self.assertRegex(said, r"(?m)^slow.cl +[\d.e+-]+ +[\d.e+-]+ to [\d.e+-]+ +.*#")
        self.assertIn("Equal results: out. 8 launches of each, in turns.", said)
        other = self.run_json("kernel", "quick.cl", "slow.cl", *self.CALL)
        self.assertEqual((other["equal"], other["compared_arguments"]), (True, ["y"]))
        verdict = other["comparisons"][0]
        self.assertEqual((verdict["name"], verdict["winner"]), ("slow.cl", "first"))
        self.assertLess(verdict["speed_up"]["high"], 1)
        lines = other["studies"][0]["charts"][0]["lines"]
        self.assertEqual([(line["name"], len(line["points"][0]["ms"])) for line in lines], [("quick.cl", 8), ("slow.cl", 8)])

    def test_its_record_is_one_of_studies(self):
        done = self.run_tool("kernel", "slow.cl", "quick.cl", *self.CALL, "--json", "--html", "page.html")
        (self.folder / "a.json").write_text(done.stdout)
        said = self.run_tool("study", "--from", "a.json").stdout
        self.assertIn("comparison: quick.cl is faster than slow.cl.", said)
        self.assertIn("kernel void slow", (self.folder / "page.html").read_text())

    def test_other_results_are_no_rivals(self):
        (self.folder / "other.cl").write_text(self.QUICK.replace("= x[get_global_id(0)]", "= x[get_global_id(0)] + 1e-4f"))
        done = self.run_tool("kernel", "quick.cl", "other.cl", *self.CALL, status=1)
        self.assertRegex(done.stderr, r"other.cl: wrong: 4096 of 4096 elements of 'y' differ from the first kernel's, the first at 0: "
                                      r"\S+ instead of 0; allowed: a difference of at most 0, see --tolerance\n$")
        self.assertNotIn("times as fast", done.stdout)
        self.run_tool("kernel", "quick.cl", "other.cl", *self.CALL, "--tolerance", "1e-3")

    def test_no_infinity_is_near_to_a_number(self):
        for name, value in (("inf", "i == 3 ? INFINITY : x[i]"), ("less", "i == 3 ? -INFINITY : x[i]"),
                            ("nan", "i == 3 ? NAN : x[i]")):
            (self.folder / f"{name}.cl").write_text(f"kernel void {name}(global const float *x, global float *y, const int n) "
                                                    f"{{ const size_t i = get_global_id(0); y[i] = {value}; }}\n")
        for files in (("quick.cl", "inf.cl"), ("inf.cl", "quick.cl"), ("inf.cl", "less.cl"), ("inf.cl", "nan.cl")):
            error = self.run_tool("kernel", *files, *self.CALL, "--tolerance", "1e-3", status=1).stderr
            self.assertRegex(error, "wrong: 1 of 4096 elements of 'y' differ from the first kernel's, the first at 3: ", files)
        for name in ("inf.cl", "nan.cl"):
            self.run_tool("kernel", name, name, *self.CALL, "--tolerance", "1e-3")

    def test_what_is_compared_is_an_array_of_every_kernel(self):
        (self.folder / "pair.cl").write_text("struct pair { float v[8]; };\n"
                                             "kernel void pair(global float *x, struct pair p) { x[0] = p.v[0]; }\n")
        (self.folder / "add.cl").write_text("kernel void add(global float *x, global float *y) { x[0] = y[0] += 1; }\n")
        (self.folder / "y.npy").write_bytes(npy([1.0] * 8))
        call = "--compare", "--range", 1, "--arg", "y.npy", "--arg", "y.npy", "--repeats", 6
        self.assertIn("pair.cl: argument 'p' of kernel pair is of type struct pair, and its place is compared with 'y' of add; "
                      "allowed: an array or an image", self.run_tool("kernel", "add.cl", "pair.cl", *call, status=2).stderr)
        self.run_tool("kernel", "pair.cl", "add.cl", *call, "--tolerance", 1)
        self.run_tool("kernel", "add.cl", "pair.cl", *call, "--tolerance", 1, "--result", "x")

    def test_each_launch_begins_with_the_first_values(self):
        for name in ("a", "b"):
            (self.folder / f"{name}.cl").write_text(f"kernel void {name}(global int *x) {{ x[get_global_id(0)] += {'1' if name == 'a' else 'x[0] == 5 ? 1 : 2'}; }}\n")
        (self.folder / "x.npy").write_bytes(npy([5] * 8, code="<i4"))
        call = "kernel", "a.cl", "b.cl", "--compare", "--range", 1, "--arg", "x.npy", "--repeats", 6
        self.run_tool(*call)

    def test_results_of_the_last_launch_count_too(self):
        """A kernel that writes to what it declares const, which is not made as it was before each launch."""
        (self.folder / "first.cl").write_text("kernel void first(global int *x, global const int *n) { x[0] = 1; }\n")
        (self.folder / "later.cl").write_text(
            "kernel void later(global int *x, global const int *n) { x[0] = ((global int *)n)[0]++ < 3 ? 1 : 2; }\n")
        done = self.run_tool("kernel", "first.cl", "later.cl", "--compare", "--range", 1, "--arg", "i32[1]", "--arg", "i32[1]",
                             "--repeats", 6, status=1)
        self.assertRegex(done.stderr, "later.cl: wrong in its last launch: 1 of 1 elements of 'x' differ")
        self.assertNotIn("times as fast", done.stdout)

    def test_zeros_alone_prove_little(self):
        words = ["f32[4096]" if word == "in.npy" else word for word in self.CALL]
        self.assertIn("every result is 0, which proves little", self.run_tool("kernel", "quick.cl", "slow.cl", *words).stderr)
        self.assertEqual(self.run_tool("kernel", "quick.cl", "slow.cl", *self.CALL).stderr, "")

    def test_a_file_may_stand_there_twice(self):
        said = self.run_json("kernel", "slow.cl", "slow.cl", "slow.cl", *self.CALL, "--group", 32, "--group", 16, "--group", 16)
        self.assertEqual([line["name"] for line in said["studies"][0]["charts"][0]["lines"]],
                         ["slow.cl", "slow.cl in groups of 16", "slow.cl in groups of 16 (2)"])
        self.assertEqual(len(said["comparisons"]), 2)
        words = [*self.CALL]
        words[words.index("--range"):words.index("--range") + 2] = ["--range", 4096, "--range", 1024]
        half = self.run_tool("kernel", "quick.cl", "quick.cl", *words, status=1).stderr
        self.assertIn("3072 of 4096 elements of 'y' differ", half)

    def test_words_that_do_not_go_together(self):
        for words, reason in ((("slow.cl", *self.CALL), "--compare of 1 file; allowed: 2 or more"),
                              (("slow.cl", "quick.cl", "--compare"), "--compare without --range"),
                              (("slow.cl", "quick.cl", *self.CALL, "--apart"), "--apart with --compare"),
                              (("slow.cl", "quick.cl", *self.CALL, *("--group", 8) * 3), "3 of --group for 2 files; allowed: 1 for all, or 2"),
                              (("slow.cl", "quick.cl", *self.CALL[:-1], 5), "--repeats"),
                              (("slow.cl", "quick.cl", *self.CALL, "--tolerance", -1), "--tolerance: -1 is out of range"),
                              (("slow.cl", "quick.cl", *self.CALL, "--result", "out=a.npy"), "allowed: an argument's name"),
                              (("slow.cl", "quick.cl", *self.CALL, "--result", "in"), "unknown value 'in'; allowed: out"),
                              (("slow.cl", "--range", 8, "--html", "a.html"), "--html without --compare")):
            self.assertIn(reason, self.run_tool("kernel", *words, status=2).stderr)


if __name__ == "__main__":
    main()
