"""lenslet study on this device, and reports of what was measured elsewhere."""

import json
import os
import pty
import signal
import subprocess
import threading

from tool import TOOL, ToolTest, main

SMALL = ("--scale", "0.001", "--runs", "3", "--point-time", "50ms")


class Study(ToolTest):
    def measure(self, *arguments, status=0):
        return self.run_tool("study", "vector-add", *SMALL, *arguments, status=status)

    def record(self, name="record.json"):
        return json.loads((self.folder / name).read_text())

    def test_lists_the_studies(self):
        text = self.run_tool("study").stdout
        self.assertRegex(text, r"(?m)^  vector-add +\S.*\n +Claims 26, 27$")

    def test_measures_and_writes_every_report(self):
        text = self.measure("--json", "record.json", "--html", "page.html", "--markdown", "page.md").stdout
        self.assertRegex(text, r"(?m)^   26  (holds|does not hold|undecided) +vector-add: A grid-stride loop")
        self.assertRegex(text, r"\(\d+\.\d\d\s+to\s+\d+\.\d\d\)")
        record = self.record()
        self.assertEqual((record["content"], record["format"], record["stopped"]), ("lenslet study", 1, False))
        self.assertEqual(record["options"], {"scale": 0.001, "runs": 3, "point_seconds": 0.05})
        self.assertRegex(record["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        study, = record["studies"]
        points = [point for chart in study["charts"] for line in chart["lines"] for point in line["points"]]
        for point in points:
            self.assertEqual(len(point["ms"]), 3)
            self.assertEqual(point["summary"]["median"], sorted(point["ms"])[1])
            self.assertIn("__kernel", "\n\n".join(record["source_parts"][part] for part in study["sources"][point["source"]]))
        self.assertIn("<!-- study vector-add -->", (self.folder / "page.md").read_text())
        self.assertTrue((self.folder / "page.html").read_text().startswith("<!doctype html>"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["page.html", "page.md", "record.json"])

    def test_reports_on_files_without_a_device(self):
        self.measure("--json", "record.json", "--html", "page.html")
        page = (self.folder / "page.html").read_text()
        os.environ["OCL_ICD_VENDORS"] = "/nonexistent"
        self.addCleanup(os.environ.pop, "OCL_ICD_VENDORS")
        text = self.run_tool("study", "--from", "record.json", "--html", "again.html").stdout
        self.assertIn("vector-add: A grid-stride loop", text)
        self.assertEqual((self.folder / "again.html").read_text(), page)
        text = self.run_tool("study", "--from", "record.json", "--from", "record.json", "vector-add").stdout
        self.assertIn("verdict [1]    verdict [2]", text)
        done = self.run_tool("study", "--from", "record.json", "gradient", status=2)
        self.assertEqual(done.stderr, "lenslet: no study 'gradient' in the files; they have: vector-add\n")

    def test_standard_output_holds_one_report(self):
        self.assertEqual(json.loads(self.measure("--json", "-").stdout)["format"], 1)

    def test_a_damaged_file_leaves_the_other_reports_alone(self):
        self.measure("--json", "record.json")
        text = (self.folder / "record.json").read_text()
        (self.folder / "cut.json").write_text(text[:len(text) // 2])
        (self.folder / "old.json").write_text(text.replace('"format": 1', '"format": 0'))
        (self.folder / "page.html").write_text("the old page")
        for name, problem in (("cut.json", "not JSON, or cut short"), ("old.json", "format: 0; this version of lenslet reads")):
            done = self.run_tool("study", "--from", "record.json", "--from", name, "--html", "page.html", status=1)
            self.assertRegex(done.stderr, f"^lenslet: {name}: {problem}.*\n$")
            self.assertEqual((self.folder / "page.html").read_text(), "the old page")
            self.assertEqual(done.stdout, "")

    def test_ctrl_c_keeps_what_was_measured(self):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        tool = subprocess.Popen([TOOL, "study", "vector-add", "--scale", "0.001", "--runs", "100000", "--point-time", "1h", "--json",
                                 "record.json", "--html", "page.html"], cwd=self.folder, stdout=subprocess.PIPE, stderr=theirs, text=True)
        os.close(theirs)
        seen = b""
        while b"in turns" not in seen:  # all is ready, and is being timed
            seen += os.read(ours, 1000)
        self.assertIn(b"[1/1] vector-add: 0 of ", seen)
        threading.Event().wait(0.5)
        tool.send_signal(signal.SIGINT)
        text, _ = tool.communicate(timeout=100)
        self.assertEqual(tool.returncode, 1)
        self.assertIn(", stopped\n", text)
        record = self.record()
        self.assertTrue(record["stopped"])
        self.assertGreater(len(record["studies"][0]["charts"][0]["lines"][0]["points"][0]["ms"]), 0)
        self.assertIn("<html", (self.folder / "page.html").read_text())

    def test_a_path_that_cannot_be_written_is_said_first(self):
        (self.folder / "folder").mkdir()
        for path in ("/proc/report.json", "missing/report.json", "folder"):
            done = self.run_tool("study", "--all", "--device", "nothing", "--json", path, "--html", "page.html", status=1)
            self.assertRegex(done.stderr, f"^lenslet: cannot write '{path}': .*\n$")
        self.assertEqual(os.listdir(self.folder), ["folder"])

    def test_writes_into_a_pipe(self):
        self.measure("--json", "record.json")
        os.mkfifo(self.folder / "pipe")
        read = []
        reader = threading.Thread(target=lambda: read.append((self.folder / "pipe").read_text()))
        reader.start()
        self.run_tool("study", "--from", "record.json", "--markdown", "pipe")
        reader.join(60)
        self.assertTrue(read[0].startswith("# Studies"))


if __name__ == "__main__":
    main()
