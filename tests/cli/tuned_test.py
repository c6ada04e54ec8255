"""What `lenslet run` does with the tuning store: looks things up, says so once, tunes only when asked."""

import json
import shlex
import shutil

from images import write_png
from npy import npy
from tool import ToolTest, main, run

NOTE = "has not been tuned on"


class Tuned(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 48, 32, 1, 8, lambda x, y, c: (5 * x + 3 * y) % 256)
        self.data = self.folder / "data"

    def filter(self, *options, status=0):
        done = run("run", "mean", "in.png", "out.png", *options, cwd=self.folder, env={"LENSLET_DATA_DIR": str(self.data)})
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def test_says_once_that_nothing_is_stored(self):
        self.assertIn("\n  lenslet tune mean --type u8 --channels 1 --size 48x32\n", self.filter().stderr)
        self.assertEqual(self.filter().stderr, "")
        self.assertEqual([file.name for file in self.data.iterdir()], ["untuned-note-shown"])

    def hint(self, *words):
        """The command that the note of a run has, as a shell reads it."""
        done = run("run", *words, "--no-sync", cwd=self.folder, env={"LENSLET_DATA_DIR": str(self.data)})
        self.assertEqual(done.returncode, 0, done.stderr)
        line, = [line for line in done.stderr.splitlines() if line.startswith("  lenslet tune ")]
        return shlex.split(line)[1:]

    def test_the_command_that_is_named_tunes_this_very_call(self):
        write_png(self.folder / "rgba.png", 24, 20, 4, 8, lambda x, y, c: (5 * x + 3 * y + 60 * c) % 256)
        for words in (["mean", "rgba.png", "out.png", "--ksize", "5", "--border", "replicate"],
                      ["mean ksize=5 | threshold level=30", "in.png", "out.png"],
                      ["mean | threshold level=30", "in.png", "out.png"]):  # whose name is in its text
            with self.subTest(words=words):
                shutil.rmtree(self.data, ignore_errors=True)
                command = self.hint(*words)
                environment = {"LENSLET_DATA_DIR": str(self.data)}
                done = run(*command, "--candidates", "1", "--budget", "1h", cwd=self.folder, env=environment)
                self.assertEqual(done.returncode, 0, done.stderr)
                done = run("run", *words, "--explain", cwd=self.folder, env=environment)
                self.assertRegex(done.stdout, r"why +tuned on this device: ")

    def test_says_what_else_was_tuned(self):
        environment = {"LENSLET_DATA_DIR": str(self.data)}
        run("tune", "mean", "--type", "f32", "--size", "48x32", "--candidates", "1", "--budget", "1h", env=environment)
        self.assertRegex(self.filter("--explain").stdout, r"tuned +for f32x1 reflect101 window 3x3 .*\n? *.*not for this call")

    def test_another_way_is_named_where_no_command_says_the_case(self):
        done = self.filter("--type", "f32", "--ddepth", "u8")
        self.assertIn("'--tune auto' finds", done.stderr)

    def test_says_it_of_arrays_too(self):
        (self.folder / "x.npy").write_bytes(npy([1, 2, 4.5]))
        done = run("reduce", "sum", "x.npy", cwd=self.folder, env={"LENSLET_DATA_DIR": str(self.data)})
        self.assertIn("\n  lenslet tune reduce.sum --type f32 --elements 3\n", done.stderr)
        self.assertEqual(self.filter().stderr, "")

    def test_says_nothing_where_that_is_no_news(self):
        for options in (["--quiet"], ["--tune", "off"], ["--schedule", "buffer.direct.single.literal.clamp.v1.x1.y1.g8x1"]):
            self.assertEqual(self.filter(*options).stderr, "", options)
        self.assertFalse(self.data.exists())

    def test_says_it_each_time_where_it_cannot_be_remembered(self):
        self.data.write_text("no directory")
        for _ in range(2):
            self.assertIn(NOTE, self.filter().stderr)

    def test_auto_tunes_first_and_then_finds_it(self):
        first = self.filter("--tune", "auto", "--explain")
        self.assertRegex(first.stdout, r"why +tuned on this device: [0-9.]+ ms for 48 x 32")
        self.assertTrue((self.data / "tuning.sqlite").exists())
        again = self.filter("--explain")
        self.assertRegex(again.stdout, r"why +tuned on this device")
        self.assertNotIn(NOTE, again.stderr)
        self.assertRegex(self.filter("--tune", "off", "--explain").stdout, r"why +default for")

    def test_every_command_says_the_same_of_what_was_tuned(self):
        environment = {"LENSLET_DATA_DIR": str(self.data)}
        work = ("mean", "--type", "u8", "--size", "48x32")

        def records(*words):
            return json.loads(run(*words, "--json", cwd=self.folder, env=environment).stdout)

        winner = records("tune", *work, "--candidates", "3", "--budget", "1h", "--timeout", "600s")["records"][0]["winner"]
        case, = records("cache", "show")["tuning"]
        explained = records("explain", *work)
        benched, = records("bench", *work, "--repeats", "1")["records"]
        self.assertEqual({case["schedule"], explained["schedule"], benched["schedule"]}, {winner["schedule"]})
        self.assertEqual((winner["detail"], case["standing"], explained["trials"][0]["detail"]), ("won",) * 3)
        self.assertEqual(case["best_ms"], winner["median_ms"])
        self.assertEqual(explained["trials"][0]["median_ms"], winner["median_ms"])
        self.assertEqual((explained["reason"], explained["origin"]), (benched["reason"], "exact"))
        self.assertIn(f"{winner['median_ms']:.3f} ms for 48 x 32", explained["reason"])
        self.assertIn(explained["reason"], self.filter("--explain").stdout)

    def test_a_damaged_store_is_kept_and_reported(self):
        self.data.mkdir()
        (self.data / "tuning.sqlite").write_text("my diary")
        self.assertIn("it is kept as \"tuning.sqlite.bad-1\"", self.filter().stderr)
        self.assertEqual((self.data / "tuning.sqlite.bad-1").read_text(), "my diary")


if __name__ == "__main__":
    main()
