"""lenslet compile, lenslet bundle and --bundle: no compiler is called where a bundle fits, and where it does not the
reason is said."""

import os
import re
import shutil
import struct

from images import read_png, write_png
from tool import ToolTest, main, run

FNV_PRIME, FNV_BASIS, MASK = 0x100000001b3, -0x340d631b7bdddcdb, (1 << 64) - 1
MARK = b"lenslet bundle 1\n"


def sealed(body):
    """A bundle of these parts with the right checksum: FNV-1a, as docs/formats.md has it."""
    value = FNV_BASIS & MASK
    for byte in body:
        value = (value ^ byte) * FNV_PRIME & MASK
    text = str(value - (1 << 64) if value >> 63 else value).encode()
    return MARK + b"%d\n" % len(text) + text + body


def body_of(bundle):
    size, rest = bundle[len(MARK):].split(b"\n", 1)
    return rest[int(size):]


class Bundle(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 61, 47, 3, 8, lambda x, y, c: (x * x + 7 * y + 90 * c) % 256)

    def fresh(self, **more):
        """An environment without anything that was compiled before, and without the programs that compilers start."""
        folder = self.folder / f"fresh{len(list(self.folder.glob('fresh*')))}"
        for name in ("pocl", "mesa"):
            (folder / name).mkdir(parents=True)
        return {"LENSLET_CACHE": "off", "POCL_CACHE_DIR": str(folder / "pocl"), "PATH": "/nowhere",
                "MESA_SHADER_CACHE_DIR": str(folder / "mesa"), "LENSLET_DATA_DIR": str(folder)} | more

    def compile(self, *arguments, env=None):
        done = run("compile", *arguments, "-o", "a.lnb", "--no-spirv", cwd=self.folder, env=env)
        self.assertEqual(done.returncode, 0, done.stderr)

    def filter(self, *options, op=("gaussian", "--sigma", 2), env=None, status=0):
        done = run("run", *op[:1], "in.png", "out.png", *op[1:], *options, cwd=self.folder, env=env)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def counts(self, done):
        return {name: int(n) for name, n in re.findall(r'"(compiled|cached|from_bundle|from_spirv)": (\d+)', done.stdout)}

    def expect_no_compiler(self, text, env, **op):
        self.filter(**op, env=env)
        expected = read_png(self.folder / "out.png")
        self.compile(text, "--like", "in.png", env=env)
        (self.folder / "out.png").unlink()
        done = self.filter("--bundle", "a.lnb", "--no-compile", "--json", **op, env=self.fresh(**env))
        counts = self.counts(done)
        self.assertGreater(counts.pop("from_bundle"), 0)
        self.assertEqual(set(counts.values()), {0})
        self.assertEqual(done.stderr, "")
        self.assertEqual(read_png(self.folder / "out.png"), expected)

    def test_no_compiler_is_called(self):
        self.expect_no_compiler("gaussian:sigma=2", {})

    def test_nor_on_mesas_device(self):
        mesa = {"LENSLET_DEVICE": "rusticl", "RUSTICL_ENABLE": "llvmpipe"}
        if "rusticl" not in run("devices", env=mesa).stdout:
            self.skipTest("no rusticl")
        self.expect_no_compiler("invert", mesa, op=("invert",))

    def test_other_images_of_the_type_fit(self):
        self.compile("gaussian:sigma=2", "--type", "u8", "--channels", 3, "--size", "1920x1080")
        write_png(self.folder / "in.png", 130, 9, 3, 8, lambda x, y, c: x + y + c)
        self.filter("--bundle", "a.lnb", "--no-compile", env=self.fresh())

    def test_general_programs_serve_other_values(self):
        self.compile("gaussian:sigma=2", "--like", "in.png", "--general")
        done = run("run", "gaussian", "in.png", "out.png", "--sigma", 3.3, "--bundle", "a.lnb", "--no-compile", "--json",
                   cwd=self.folder, env=self.fresh())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.counts(done)["compiled"], 0)

    def test_a_pipeline_is_compiled_whole(self):
        pipeline = "gaussian sigma=1.5 | gradient | threshold level=40"
        self.compile(pipeline, "--like", "in.png")
        done = run("run", pipeline, "in.png", "out.png", "--bundle", "a.lnb", "--no-compile", "--json", cwd=self.folder,
                   env=self.fresh())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.counts(done)["compiled"], 0)

    def test_what_is_missing_is_compiled_and_said(self):
        self.compile("median", "--like", "in.png")
        done = self.filter("--bundle", "a.lnb", "--json")
        self.assertRegex(done.stderr, r"^lenslet: warning: bundle 'a.lnb' has no such program; it is for median on u8 x 3 "
                                      r"of 61 x 47; what it lacks comes from the cache or the compiler\n$")
        self.assertEqual(self.counts(done)["from_bundle"], 0)
        error = self.filter("--bundle", "a.lnb", "--no-compile", "--no-cache", status=1).stderr
        self.assertRegex(error, "a program would have to be compiled: bundle 'a.lnb' has no such program; .*; allowed: ")

    def changed(self, before, after):
        body = body_of((self.folder / "a.lnb").read_bytes())
        self.assertIn(before, body)
        self.assertEqual(len(before), len(after))
        (self.folder / "a.lnb").write_bytes(sealed(body.replace(before, after)))

    def test_of_another_version_or_driver_is_said(self):
        self.compile("gaussian:sigma=2", "--like", "in.png")
        version = self.run_tool("--version").stdout.split()[1].encode()
        driver = self.run_json("explain", "invert", "--size", "8x8")["device"]["driver"].encode()
        whole = (self.folder / "a.lnb").read_bytes()
        for name, before in ((b"driver", driver), (b"lenslet", version)):
            (self.folder / "a.lnb").write_bytes(whole)
            part = b"%s %d\n" % (name, len(before))
            self.changed(part + before, part + b"9" * len(before))
            done = self.filter("--bundle", "a.lnb")
            self.assertRegex(done.stderr, r"^lenslet: warning: bundle 'a.lnb' does not fit: its code .*'9+'.*"
                                          r"it has no SPIR-V for it; what it lacks comes from")
            self.assertIn("would have to be compiled", self.filter("--bundle", "a.lnb", "--no-compile", "--no-cache",
                                                                   status=1).stderr)
            error = self.run_tool("bundle", "verify", "a.lnb", status=1).stderr
            self.assertIn("'lenslet compile' there makes one that fits", error)

    def test_spirv_stands_in_where_the_device_takes_it(self):
        done = self.run_tool("compile", "gaussian:sigma=2", "--like", "in.png", "-o", "a.lnb")
        if "no SPIR-V: no clang" in done.stderr:
            self.skipTest("no llvm-spirv")
        self.assertIn("SPIR-V 2,", done.stdout)
        self.filter()
        expected = read_png(self.folder / "out.png")
        driver = self.run_json("explain", "invert", "--size", "8x8")["device"]["driver"].encode()
        self.changed(b"driver %d\n%s" % (len(driver), driver), b"driver %d\n%s" % (len(driver), b"9" * len(driver)))
        done = self.filter("--bundle", "a.lnb", "--no-cache", "--json")
        self.assertEqual(read_png(self.folder / "out.png"), expected)
        if self.counts(done)["from_spirv"] == 0:
            self.assertIn("its SPIR-V cannot take the place", done.stderr)
            self.assertIn("the device takes no SPIR-V; allowed: OpenCL C", done.stderr)

    def test_what_is_damaged_foreign_or_missing_is_refused(self):
        self.compile("invert", "--like", "in.png")
        whole = (self.folder / "a.lnb").read_bytes()
        half = len(whole) // 2
        for content, words in ((whole[:half], "is damaged; allowed: one as it was written, whole"),
                               (whole[:half] + b"~~" + whole[half + 2:], "is damaged"),
                               (whole + b"more", "is damaged"),
                               (whole.replace(b"bundle 1", b"bundle 7", 1), "is of format '7'; allowed: format 1"),
                               (b"GIF89a", "6 bytes are no bundle; allowed: a file that 'lenslet compile' wrote"),
                               (sealed(b"99999999999999999999999\nx"), "is damaged"),
                               (sealed(b"0\n1\n0" + b"9\n999999999"), "is damaged")):
            (self.folder / "a.lnb").write_bytes(content)
            for command in (("run", "invert", "in.png", "out.png", "--bundle", "a.lnb"), ("bundle", "list", "a.lnb"),
                            ("bundle", "verify", "a.lnb")):
                error = self.run_tool(*command, status=1).stderr
                self.assertIn(words, error)
                self.assertEqual(error.count("\n"), 1)
        self.assertFalse((self.folder / "out.png").exists())
        self.assertIn("No such file", self.run_tool("run", "invert", "in.png", "out.png", "--bundle", "b.lnb",
                                                    status=1).stderr)

    def test_what_others_may_write_is_not_run(self):
        self.compile("invert", "--like", "in.png")
        bundle = self.folder / "a.lnb"
        self.assertEqual(bundle.stat().st_mode & 0o022, 0)
        bundle.chmod(0o666)
        for command in (("run", "invert", "in.png", "out.png", "--bundle", "a.lnb"), ("bundle", "verify", "a.lnb")):
            self.assertRegex(self.run_tool(*command, status=1).stderr,
                             r"others may write 'a.lnb' \(mode 0666\); 'chmod go-w' changes that")
        self.run_tool("bundle", "list", "a.lnb")  # which only looks
        bundle.chmod(0o644)
        if os.geteuid() == 0:
            os.chown(bundle, 65534, 65534)
            self.assertIn("belongs to user 65534", self.run_tool("bundle", "verify", "a.lnb", status=1).stderr)

    def test_list_verify_export(self):
        self.compile("invert", "gaussian:sigma=2", "--like", "in.png")
        listed = self.run_json("bundle", "list", "a.lnb")
        self.assertEqual([work["op"] for work in listed["works"]], ["invert", "gaussian sigma=2"])
        self.assertGreater(len(listed["programs"]), 1)
        self.assertIn("binary", self.run_tool("bundle", "list", "a.lnb").stdout)
        self.assertRegex(self.run_tool("bundle", "verify", "a.lnb").stdout, r"^(\d+) of \1 binaries")
        self.run_tool("bundle", "export", "a.lnb", "parts")
        names = {file.name for file in (self.folder / "parts").iterdir()}
        self.assertLessEqual({"program-0.cl", "program-1.cl", "program-0-device-0.clbin"}, names)
        self.assertIn("is there already", self.run_tool("bundle", "export", "a.lnb", "parts", status=1).stderr)
        self.run_tool("kernel", "parts/program-0-device-0.clbin")

    def test_a_program_of_ones_own(self):
        (self.folder / "own.cl").write_text(
            "kernel void twice(global float *y) { y[get_global_id(0)] *= N; }\n")
        launch = ("--range", 8, "--group", 8, "--arg", "f32[8]")
        self.run_tool("kernel", "own.cl", "--options", "-D N=2", *launch, "--write-bundle", "a.lnb")
        env = self.fresh()
        command = ("kernel", "own.cl", "--options", "-D N=2", "--bundle", "a.lnb", "--no-compile", *launch, "--json")
        done = run(*command, cwd=self.folder, env=env)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('"name": "y"', done.stdout)
        (self.folder / "own.cl").write_text("kernel void other(global float *y) { *y = N; }\n")
        done = run(*command[:6], "--no-compile", cwd=self.folder, env=env)
        self.assertEqual(done.returncode, 1)
        self.assertIn("has no such program; it is for programs of no op (1)", done.stderr)
        self.compile("own.cl", "--options", "-D N=2")
        self.assertEqual([p["name"] for p in self.run_json("bundle", "list", "a.lnb")["programs"]], ["own.cl"])

    def test_where_files_lie_does_not_matter(self):
        """What was compiled in one folder is found from another, and under another name."""
        env = self.fresh()
        own, tint = self.folder / "flt" / "own.cl", self.folder / "flt" / "tint.cl"
        own.parent.mkdir()
        own.write_text("kernel void twice(global float *y) { y[get_global_id(0)] *= 2; }\n")
        tint.write_text("// name: tint\n// summary: Less of it.\n\nPIXEL tint(WINDOW) { return 0.5f * AT(0, 0); }\n")
        shutil.copy(own, self.folder / "other.cl")
        shutil.copytree(own.parent, self.folder / "with space")
        self.compile("flt/own.cl", "flt/tint.cl", "flt/tint.cl | invert", "--like", "in.png")
        for name in ("flt/own.cl", "./flt/own.cl", str(own), "other.cl", "with space/own.cl"):
            done = run("kernel", name, "--bundle", "a.lnb", "--no-compile", cwd=self.folder, env=env)
            self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("flt/tint.cl", "./flt/tint.cl", "with space/tint.cl"):
            self.filter("--bundle", "a.lnb", "--no-compile", op=(name,), env=env)
            done = self.filter("--bundle", "a.lnb", "--no-compile", "--explain", op=(f"'{name}' | invert",), env=env)
            self.assertIn("as bundle 'a.lnb' has it", done.stdout)
        own.write_text("// __FILE__ is in the code.\n" + own.read_text())
        self.compile("flt/own.cl")
        done = run("kernel", str(own), "--bundle", "a.lnb", "--no-compile", cwd=self.folder, env=env)
        self.assertIn("has no such program", done.stderr)

    def test_a_program_of_parts(self):
        (self.folder / "main.cl").write_text("int twice(int x);\n"
                                             "kernel void fill(global int *y) { y[get_global_id(0)] = twice(get_global_id(0)) + 1; }\n")
        (self.folder / "part.cl").write_text("int twice(int x) { return M * x; }\n")
        options = ("--options", "-D M=2")
        error = self.run_tool("compile", "main.cl", "part.cl", *options, "-o", "a.lnb", status=1).stderr
        self.assertIn("--apart makes one program of main.cl, part.cl", error)
        launch = ("kernel", "./main.cl", "part.cl", "--apart", "--range", 4, "--arg", "i32[4]", "--result", "y=y.npy")
        for write in (("compile", "main.cl", "part.cl", "--apart", "--no-spirv", "-o", "a.lnb"),
                      (*launch, "--write-bundle", "a.lnb")):
            self.run_tool(*write, *options)
            done = run(*launch, *options, "--bundle", "a.lnb", "--no-compile", "--json", cwd=self.folder,
                       env=self.fresh(PATH=os.environ["PATH"]))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn('"name": "y"', done.stdout)
            self.assertEqual((self.folder / "y.npy").read_bytes()[-16:], struct.pack("<4i", 1, 3, 5, 7))
        program, = self.run_json("bundle", "list", "a.lnb")["programs"]
        self.assertEqual(program["name"], "./main.cl part.cl")
        error = self.run_tool(*launch, "--options", "-D M=3", "--bundle", "a.lnb", "--no-compile", status=1).stderr
        self.assertIn("has no such program", error)
        self.run_tool("bundle", "verify", "a.lnb")
        self.run_tool("bundle", "export", "a.lnb", "parts")
        self.assertTrue((self.folder / "parts" / "program-0.parts").exists())
        self.assertIn("--apart without a program's file",
                      self.run_tool("compile", "invert", "--apart", "-o", "a.lnb", status=2).stderr)

    def test_wrong_words(self):
        for arguments, words in ((("invert",), "--output FILE.lnb"), (("invert", "-o", "a.zip"), "ends with .lnb"),
                                 (("-o", "a.lnb"), "needs an op, a pipeline or a file"),
                                 (("invert", "-o", "a.lnb", "--options", "-w"), "--options without a program's file")):
            self.assertIn(words, self.run_tool("compile", *arguments, status=2).stderr)
        self.assertIn("one of list, verify, export", self.run_tool("bundle", status=2).stderr)
        self.assertIn("takes one FILE, not 0 words", self.run_tool("bundle", "list", status=2).stderr)
        self.assertFalse((self.folder / "a.lnb").exists())

    def test_start_up(self):
        """What a process spends on its programs and on its first launch, for which Mesa's driver makes machine code: the
        least of a few starts, as the machine may be busy."""
        self.compile("gaussian:sigma=2", "--like", "in.png")
        found = []
        times = ("build_ms",) if "rusticl" in os.environ.get("LENSLET_DEVICE", "") else ("build_ms", "launch_ms")
        for _ in range(5):
            done = self.filter("--bundle", "a.lnb", "--no-compile", "--json", env=self.fresh())
            found.append(sum(float(re.search(rf'"{name}": ([\d.]+)', done.stdout).group(1)) for name in times))
        self.assertLess(min(found), 100, found)


if __name__ == "__main__":
    main()
