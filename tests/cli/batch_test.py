"""Many inputs with --out-dir."""

from images import read_png, write_png
from tool import ToolTest, main


def ramp(x, y, c):
    return 20 * x + y + c


class Batch(ToolTest):
    def test_every_file_under_its_own_name(self):
        for name, channels in (("a.png", 1), ("b.png", 3), ("c.png", 1)):
            write_png(self.folder / name, 6, 5, channels, 8, ramp)
        done = self.run_tool("run", "median", "a.png", "b.png", "c.png", "--out-dir", "out/deep")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertEqual(sorted(f.name for f in (self.folder / "out/deep").iterdir()), ["a.png", "b.png", "c.png"])
        self.assertEqual(read_png(self.folder / "out/deep/b.png")[2], 3)

    def test_a_folder_stands_for_its_files(self):
        (self.folder / "in").mkdir()
        for name in ("b.png", "a.png"):
            write_png(self.folder / "in" / name, 6, 5, 1, 8, ramp)
        (self.folder / "in/notes.odt").write_text("no image")
        self.run_tool("run", "median", "in", "--out-dir", "out", "--format", "tif")
        self.assertEqual(sorted(f.name for f in (self.folder / "out").iterdir()), ["a.tif", "b.tif"])
        self.assertIn("--format goes with --out-dir",
                      self.run_tool("run", "median", "in/a.png", "a.tif", "--format", "png", status=2).stderr)
        (self.folder / "empty").mkdir()
        self.assertIn("the folder 'empty' has no file of an image",
                      self.run_tool("run", "median", "empty", "--out-dir", "out", status=2).stderr)

    def test_folders_of_ops_with_several_inputs(self):
        for file, value in {"first/a": 10, "first/b": 20, "second/a": 30, "second/b": 40, "less/a": 50, "logo": 7}.items():
            (self.folder / file).parent.mkdir(exist_ok=True)
            write_png(self.folder / f"{file}.png", 6, 5, 1, 8, lambda x, y, c, value=value: value)
        blend = ("run", "blend", "--alpha", "1", "--out-dir", "out")  # the second input
        for inputs, expected in (("first", "second"), (30, 40)), (("first", "logo.png"), (7, 7)), (("logo.png", "first"), (10, 20)):
            self.run_tool(*blend, *inputs)
            self.assertEqual(tuple(read_png(self.folder / "out" / name)[4][1][1][0] for name in ("a.png", "b.png")), expected)
        self.assertEqual(len(list((self.folder / "out").iterdir())), 2)
        self.assertIn("the folder 'less' has no 'b.png' to go with first/b.png",
                      self.run_tool(*blend, "first", "less", status=2).stderr)
        self.assertIn("3 files given: with --out-dir each result has 2 inputs, which stand one after the other",
                      self.run_tool(*blend, "first", "second", "logo.png", status=2).stderr)

    def test_a_bad_file_does_not_stop_the_others(self):
        write_png(self.folder / "a.png", 6, 5, 1, 8, ramp)
        (self.folder / "bad.png").write_text("this is no image")
        write_png(self.folder / "z.png", 6, 5, 1, 8, ramp)
        done = self.run_tool("run", "median", "a.png", "bad.png", "z.png", "--out-dir", "out", status=1)
        self.assertEqual(sorted(f.name for f in (self.folder / "out").iterdir()), ["a.png", "z.png"])
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn("bad.png", done.stderr)

    def test_a_file_that_an_option_does_not_fit_does_not_stop_the_others(self):
        write_png(self.folder / "grey.png", 6, 5, 1, 8, ramp)
        write_png(self.folder / "rgb.png", 6, 5, 3, 8, ramp)
        for order in (("grey.png", "rgb.png"), ("rgb.png", "grey.png")):
            done = self.run_tool("run", "mean", *order, "--out-dir", "out", "--border", "constant", "--border-value",
                                 "1,2,3", status=1)
            self.assertEqual([f.name for f in (self.folder / "out").iterdir()], ["rgb.png"])
            self.assertIn("grey.png: --border-value: 3 numbers for an image of 1 channel; allowed: 1", done.stderr)
            (self.folder / "out/rgb.png").unlink()

    def test_what_every_file_refuses_is_wrong_usage(self):
        for name in ("a.png", "b.png"):
            write_png(self.folder / name, 6, 5, 1, 8, ramp)
        done = self.run_tool("run", "gaussian", "a.png", "b.png", "--out-dir", "out", "--ksize", "4", status=2)
        self.assertEqual([line.split()[1] for line in done.stderr.splitlines()], ["a.png:", "b.png:"])
        self.run_tool("run", "gaussian", "a.png", "missing.png", "--out-dir", "out", "--ksize", "4", status=1)

    def test_inputs_are_not_overwritten(self):
        (self.folder / "in").mkdir()
        for name in ("a.png", "a-dx.png"):
            write_png(self.folder / "in" / name, 6, 5, 1, 8, ramp)
        (self.folder / "link").symlink_to("in")
        before = (self.folder / "in/a.png").read_bytes(), (self.folder / "in/a-dx.png").read_bytes()
        for folder in ("in", "./in/../in", "link", self.folder / "in"):
            done = self.run_tool("run", "median", "in/a.png", "--out-dir", folder, status=2)
            self.assertIn("would be written over the input 'in/a.png'", done.stderr)
        done = self.run_tool("run", "scharr", "--both", "in/a.png", "in/a-dx.png", "--out-dir", "in", status=2)
        self.assertIn("the result 'in/a-dx.png' would be written over the input 'in/a-dx.png'", done.stderr)
        self.assertEqual(((self.folder / "in/a.png").read_bytes(), (self.folder / "in/a-dx.png").read_bytes()), before)
        self.assertEqual(len(list((self.folder / "in").iterdir())), 2)

    def test_two_results_may_stand_beside_the_input(self):
        write_png(self.folder / "a.png", 6, 5, 1, 8, ramp)
        self.run_tool("run", "scharr", "--both", "a.png", "--out-dir", ".")
        self.assertEqual(sorted(f.name for f in self.folder.iterdir()), ["a-dx.png", "a-dy.png", "a.png"])

    def test_json_has_each_file_and_each_error(self):
        write_png(self.folder / "a.png", 6, 5, 1, 8, ramp)
        report = self.run_json("run", "median", "missing.png", "a.png", "--out-dir", "out", status=1)
        self.assertIn("missing.png", report["files"][0]["error"])
        self.assertEqual([output["file"] for output in report["files"][1]["outputs"]], ["out/a.png"])

    def test_verbose_names_each_file(self):
        for name in ("a.png", "b.png"):
            write_png(self.folder / name, 6, 5, 1, 8, ramp)
        done = self.run_tool("run", "median", "a.png", "b.png", "--out-dir", "out", "--verbose")
        self.assertEqual([line.split()[0] for line in done.stderr.splitlines()], ["a.png", "b.png", "2"])
        self.assertRegex(done.stderr, r"b.png done in [0-9.]+ ms: reading .*, waiting .*, upload .*, launch .*, download .*, writing ")


if __name__ == "__main__":
    main()
