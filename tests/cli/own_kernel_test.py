"""lenslet kernel: what it says of kernels, launches with every kind of argument, binaries, what is wrong."""

import os
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


if __name__ == "__main__":
    main()
