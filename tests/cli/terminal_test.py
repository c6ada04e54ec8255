"""What reaches a terminal, where it cannot be written, and what is an option."""

import os
import pty
import re
import resource
import subprocess

from images import write_png
from tool import PATIENCE, TOOL, ToolTest, main, run

SANITIZED = bool(os.environ.get("LENSLET_SANITIZE"))
ESCAPE = "\x1b[31mred\x07.png"


class Terminal(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 8, 8, 1, 8, lambda x, y, c: 2 * x)

    def start(self, *arguments, **options):
        return subprocess.run([TOOL, *arguments], cwd=self.folder, timeout=PATIENCE, check=False, **options)

    def has_no_control(self, text):
        for character in text:
            self.assertTrue(character == "\n" or ord(character) >= 32 and not 127 <= ord(character) < 160, repr(text))

    def test_devices_tell_what_programs_ask_for(self):
        for device in self.run_json("devices")["devices"]:
            self.assertIn(device["address_bits"], (32, 64))
            self.assertIn(device["profile"], ("FULL_PROFILE", "EMBEDDED_PROFILE"))
            self.assertTrue(all(name.startswith("cl_") for name in device["extensions"]), device["extensions"])
            self.assertGreaterEqual(device["max_parameters"], 256)
            self.assertGreater(device["alignment"], 0)

    def test_names_are_escaped(self):
        (self.folder / ESCAPE).write_bytes((self.folder / "in.png").read_bytes())
        wrong = self.run_tool("run", "mean", "none" + ESCAPE, "out.png", status=1)
        self.assertIn("none\\x1b[31mred\\x07.png", wrong.stderr)
        done = self.run_tool("run", "mean", ESCAPE, "out.png", "--verbose")
        self.assertIn("\\x1b[31mred\\x07.png done", done.stderr)
        explained = self.run_tool("run", "mean", ESCAPE, "out2.png", "--explain")
        listed = self.run_tool("run", "mean", ESCAPE, "out3.png", "--json")
        self.assertIn("\\u001b[31mred\\u0007.png", listed.stdout)
        for each in (wrong, done, explained, listed):
            self.has_no_control(each.stdout + each.stderr)

    def test_csv_and_json_are_escaped(self):
        (self.folder / "a.csv").write_bytes(b"1\n2\x1b[2J\n")
        self.assertIn("\\x1b[2J", self.run_tool("reduce", "sum", "a.csv", status=1).stderr)
        (self.folder / "s.json").write_bytes(b'{"content": "lenslet study", "format": "\x9b2J"}')
        (self.folder / "t.json").write_text('{"content": "lenslet study", "format": 1, "device": {"name": 1}, "lenslet": "\\u009b"}')
        for name in ("s.json", "t.json"):
            done = run("study", "--from", name, cwd=self.folder)
            self.assertEqual(done.returncode, 1)
            self.has_no_control(done.stdout + done.stderr)

    def test_two_dashes_end_the_options(self):
        name = "--dump-kernel=x.png"
        (self.folder / "x.png").write_text("mine")
        (self.folder / name).write_bytes((self.folder / "in.png").read_bytes())
        self.run_tool("run", "mean", "--out-dir", "out", "--", name, "in.png")
        self.assertEqual(sorted(file.name for file in (self.folder / "out").iterdir()), sorted([name, "in.png"]))
        self.assertEqual((self.folder / "x.png").read_text(), "mine")
        self.run_tool("run", "mean", "in.png", "--", "--out.png")
        self.assertTrue((self.folder / "--out.png").exists())
        (self.folder / "--x.csv").write_text("1\n2\n")
        self.assertEqual(self.run_tool("reduce", "sum", "--", "--x.csv").stdout, "3\n")
        self.assertIn("unexpected argument '--json'", self.run_tool("devices", "--", "--json", status=2).stderr)

    def test_messages_that_cannot_be_written_stop_nothing(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for status, arguments in ((0, ("run", "mean", "in.png", "out.png", "--verbose")),
                                      (1, ("run", "mean", "none.png", "out.png")), (2, ("run", "nothing"))):
                self.assertEqual(self.start(*arguments, stderr=full).returncode, status)
        self.assertTrue((self.folder / "out.png").exists())

    def test_a_reader_of_messages_that_has_left_stops_nothing(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = self.start("run", "mean", "in.png", "out.png", "--verbose", stderr=writing)
        os.close(writing)
        self.assertEqual(done.returncode, 0)

    def test_results_that_cannot_be_written_are_an_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.start("ops", stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (1, "lenslet: standard output cannot be written\n"))

    def test_closed_descriptors_are_given_to_no_file(self):
        script = f'"{TOOL}" run mean in.png closed.png --verbose <&- >&- 2>&-'
        self.assertEqual(subprocess.run(["sh", "-c", script], cwd=self.folder, timeout=PATIENCE, check=False).returncode, 0)
        self.run_tool("run", "mean", "in.png", "open.png")
        self.assertEqual((self.folder / "closed.png").read_bytes(), (self.folder / "open.png").read_bytes())

    def test_a_first_run_says_what_it_waits_for(self):
        if "pocl" not in os.environ.get("LENSLET_DEVICE", "pocl"):
            return
        own, terminal = pty.openpty()
        folders = {"LENSLET_CACHE_DIR": str(self.folder / "cache"), "POCL_CACHE_DIR": str(self.folder / "pocl")}
        for expected in (True, False):
            done = self.start("run", "gaussian", "in.png", "out.png", env=os.environ | folders, stderr=terminal)
            self.assertEqual(done.returncode, 0)
            os.set_blocking(own, False)
            try:
                shown = os.read(own, 1 << 16).decode()
            except BlockingIOError:
                shown = ""
            self.assertEqual("compiling gaussian for this device (once)" in shown, expected)
            self.assertNotIn("generated", shown)
        os.close(own)
        os.close(terminal)

    def test_what_drivers_write_is_shown_where_it_is_asked_for(self):
        if "pocl" not in os.environ.get("LENSLET_DEVICE", "pocl"):
            return
        for extra, shown in ((), False), (("--verbose",), True):
            done = run("run", "mean", "in.png", "out.png", "--device", "pocl", *extra, cwd=self.folder,
                       env={"POCL_DEBUG": "all"})
            self.assertEqual("lenslet: a driver or codec: " in done.stderr, shown)
            self.assertEqual("POCL" in done.stderr, shown)

    def test_a_driver_that_ends_the_program_is_named(self):
        if SANITIZED:  # the sanitizers' own report is worth more
            return
        driver = os.environ["LENSLET_ABORTING_DRIVER"]
        (self.folder / "aborting.icd").write_text(driver + "\n")
        begin = f"lenslet: the library {os.path.basename(driver)} ended the program. A driver may lack "
        for way in ({}, {"LENSLET_DRIVER_EXITS": "1"}):
            for command in (("run", "mean", "in.png", "out.png"), ("devices",)):
                done = run(*command, cwd=self.folder, env={"OCL_ICD_VENDORS": str(self.folder / "aborting.icd")} | way)
                self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
                self.assertTrue(done.stderr.startswith(begin), done.stderr)
                self.assertTrue(done.stderr.endswith("its last words:\ndriver: out of ?memory\n"), done.stderr)
        self.assertFalse((self.folder / "out.png").exists())

    def test_a_compiler_that_cannot_write_is_named(self):
        """LLVM ends the program by exit() in the midst of a compile."""
        if SANITIZED or "pocl" not in os.environ.get("LENSLET_DEVICE", "pocl"):
            return

        named = 0
        for most in (50_000, 100_000, 200_000, 400_000):
            done = self.start("run", "median", "in.png", "out.png", "--no-cache", "--device", "pocl", stderr=subprocess.PIPE,
                              text=True, env=os.environ | {"POCL_CACHE_DIR": str(self.folder / f"pocl{most}")},
                              preexec_fn=lambda most=most: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
            self.assertEqual(done.returncode == 0, (self.folder / "out.png").exists())
            self.assertEqual(done.returncode == 0, not done.stderr.startswith("lenslet: "), done.stderr)
            named += bool(re.match(r"lenslet: the library libpocl\S* ended the program\..*\n.*LLVM ERROR: ", done.stderr))
        self.assertGreater(named, 0)

    def test_little_address_space_ends_in_a_message(self):
        if SANITIZED:  # they reserve terabytes
            return

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))

        done = self.start("run", "mean", "in.png", "out.png", stderr=subprocess.PIPE, text=True, preexec_fn=limit)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stderr, r"^lenslet: \d+ MB of address space are left for this process.*ulimit -v\)\n$")

    def test_few_file_descriptors_are_said(self):
        for count in (5, 6):  # the loader opens the folder of drivers and a file of it
            limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))
            done = self.start("devices", stderr=subprocess.PIPE, text=True, preexec_fn=limit)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertRegex(done.stderr, r"^lenslet: (1 file descriptor is|[02-9] file descriptors are) left for this process, .*\(ulimit -n\)\n$")

    def test_pocl_keeps_no_kernels_where_others_write(self):
        if "pocl" not in os.environ.get("LENSLET_DEVICE", "pocl"):
            return
        known = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME", "POCL_CACHE_DIR")}
        kept = self.folder / f"lenslet-pocl-{os.geteuid()}"
        for mode, status in ((0o700, 0), (0o777, 1)):
            done = self.start("run", "mean", "in.png", "out.png", "--device", "pocl", env=known | {"TMPDIR": str(self.folder)},
                              stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 0 if mode == 0o700 else status, done.stderr)
            self.assertEqual(kept.stat().st_mode & 0o777, mode)
            kept.chmod(0o777)
        self.assertIn("others may write", done.stderr)

    def test_pocl_without_a_folder_to_write_to_ends_in_a_message(self):
        if "pocl" not in os.environ.get("LENSLET_DEVICE", "pocl"):
            return
        (self.folder / "file").write_text("")
        done = run("run", "mean", "in.png", "out.png", "--device", "pocl", cwd=self.folder,
                   env={"POCL_CACHE_DIR": str(self.folder / "file/x"), "OCL_ICD_VENDORS": "/etc/OpenCL/vendors/pocl.icd"})
        self.assertEqual(done.returncode, 3)
        self.assertIn("POCL_CACHE_DIR", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    main()
