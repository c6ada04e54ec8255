"""lenslet study on this device, and reports of what was measured elsewhere."""

import json
import os
import pathlib
import pty
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from tool import PATIENCE, TOOL, ToolTest, main

HTML = os.environ.get("LENSLET_WITH_HTML", "1") == "1"
PAGE = ("--html", "page.html") if HTML else ()
INTEL_CPU = pathlib.Path(__file__).parents[2] / "tools" / "intel_cpu"
SMALL = ("--scale", "0.001", "--runs", "3", "--point-time", "50ms")


def processor_seconds(process):
    """What a process has used: its threads' time and the system's on its behalf."""
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Study(ToolTest):
    def measure(self, *arguments, status=0):
        return self.run_tool("study", "vector-add", *SMALL, *arguments, status=status)

    def record(self, name="record.json"):
        return json.loads((self.folder / name).read_text())

    # Taken away, so that what is there later was written anew.
    def texts(self, *names):
        paths = [self.folder / name for name in names]
        found = [path.read_text() for path in paths]
        for path in paths:
            path.unlink()
        return found

    def test_lists_the_studies(self):
        text = self.run_tool("study").stdout
        self.assertRegex(text, r"(?m)^  vector-add +\S.*\n +Claims 26, 27, 74\.")
        self.assertRegex(text, r"(?m)^  jpeg +\S.*\n.*\n +Claims 59, 62, 63\.")

    def test_measures_and_writes_every_report(self):
        text = self.measure("--json", "record.json", "--markdown", "page.md", *PAGE).stdout
        self.assertRegex(text, r"(?m)^   26  (holds|does not hold|undecided) +vector-add: A grid-stride loop")
        self.assertRegex(text, r"times\s+as\s+fast\s+as\s[^()]*\([\d.]+\s+to\s+[\d.]+")
        record = self.record()
        self.assertEqual((record["content"], record["format"], record["stopped"]), ("lenslet study", 2, False))
        self.assertEqual(record["options"], {"scale": 0.001, "runs": 3, "point_seconds": 0.05})
        self.assertRegex(record["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        study, = record["studies"]
        points = [point for chart in study["charts"] for line in chart["lines"] for point in line["points"]]
        for point in points:
            self.assertEqual(len(point["ms"]), 3)
            self.assertEqual(point["summary"]["median"], sorted(point["ms"])[1])
            self.assertIn("__kernel", "\n\n".join(record["source_parts"][part] for part in study["sources"][point["source"]]))
        self.assertIn("<!-- study vector-add -->", (self.folder / "page.md").read_text())
        if HTML:
            self.assertTrue((self.folder / "page.html").read_text().startswith("<!doctype html>"))
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(["page.md", "record.json", *PAGE[1:]]))

    def test_a_record_names_the_machine(self):
        self.measure("--json", "record.json")
        self.assertRegex(self.record()["machine"], r", \d+ processors?")
        self.measure("--machine", "the lab's", "--json", "own.json", "--markdown", "page.md")
        self.assertEqual(self.record("own.json")["machine"], "the lab's")
        self.assertIn("| the lab's |", (self.folder / "page.md").read_text())
        done = self.run_tool("study", "--from", "own.json", "--machine", "mine", status=2)
        self.assertEqual(done.stderr, "lenslet: --machine and --from exclude each other\n")

    def test_reports_on_files_without_a_device(self):
        self.measure("--json", "record.json", "--markdown", "page.md", *PAGE)
        first = self.texts("page.md", *PAGE[1:])
        os.environ["OCL_ICD_VENDORS"] = "/nonexistent"
        self.addCleanup(os.environ.pop, "OCL_ICD_VENDORS")
        text = self.run_tool("study", "--from", "record.json", "--markdown", "page.md", *PAGE).stdout
        self.assertIn("vector-add: A grid-stride loop", text)
        self.assertEqual(self.texts("page.md", *PAGE[1:]), first)
        text = self.run_tool("study", "--from", "record.json", "--from", "record.json", "vector-add").stdout
        self.assertIn("verdict [1]    verdict [2]", text)
        done = self.run_tool("study", "--from", "record.json", "gradient", status=2)
        self.assertEqual(done.stderr, "lenslet: no study 'gradient' in the files; they have: vector-add\n")

    @unittest.skipIf(HTML, "a build with HTML reports")
    def test_a_build_without_pages_says_so_first(self):
        self.assertIn("Not in this build (LENSLET_HTML=OFF)", self.run_tool("study", "--help").stdout)
        done = self.run_tool("study", "--all", "--html", "page.html", "--json", "record.json", status=1)
        self.assertRegex(done.stderr, "^lenslet: this lenslet was built without HTML reports .*LENSLET_HTML=OFF.*\n$")
        self.assertEqual(os.listdir(self.folder), [])

    def test_standard_output_holds_one_report(self):
        self.assertEqual(json.loads(self.measure("--json", "-").stdout)["format"], 2)

    def test_a_damaged_file_leaves_the_other_reports_alone(self):
        self.measure("--json", "record.json")
        text = (self.folder / "record.json").read_text()
        (self.folder / "cut.json").write_text(text[:len(text) // 2])
        (self.folder / "old.json").write_text(text.replace('"format": 2', '"format": 0'))
        (self.folder / "page.md").write_text("the old page")
        for name, problem in (("cut.json", "not JSON, or cut short"), ("old.json", "format: 0; this version of lenslet reads")):
            done = self.run_tool("study", "--from", "record.json", "--from", name, "--markdown", "page.md", status=1)
            self.assertRegex(done.stderr, f"^lenslet: {name}: {problem}.*\n$")
            self.assertEqual((self.folder / "page.md").read_text(), "the old page")
            self.assertEqual(done.stdout, "")

    def test_ctrl_c_keeps_what_was_measured(self):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        tool = subprocess.Popen([TOOL, "study", "vector-add", "--scale", "0.001", "--runs", "100000", "--point-time", "1h", "--json",
                                 "record.json", "--markdown", "page.md"], cwd=self.folder, stdout=subprocess.PIPE, stderr=theirs, text=True)
        os.close(theirs)
        seen = b""
        while b"in turns" not in seen:  # all is ready, and is being timed
            seen += os.read(ours, 1000)
        self.assertRegex(seen, rb"\[1/1\] vector-add: 0 of \d+ ready, about \d+ (s|min) left")
        begun = processor_seconds(tool.pid)
        while processor_seconds(tool.pid) < begun + 0.5:  # some turns
            time.sleep(0.01)
        tool.send_signal(signal.SIGINT)
        text, _ = tool.communicate(timeout=PATIENCE)
        self.assertEqual(tool.returncode, 1)
        self.assertIn(", stopped\n", text)
        record = self.record()
        self.assertTrue(record["stopped"])
        self.assertGreater(len(record["studies"][0]["charts"][0]["lines"][0]["points"][0]["ms"]), 0)
        self.assertIn("# Studies", (self.folder / "page.md").read_text())

    def test_a_kill_leaves_the_studies_before(self):
        (self.folder / "real").mkdir()
        (self.folder / "record.json").symlink_to("real/new.json")
        (self.folder / "page.md").write_text("the old page")
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        tool = subprocess.Popen([TOOL, "study", "vector-add", "build", *SMALL, "--json", "record.json", "--markdown", "page.md"],
                                cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        seen = b""
        while b"[2/2]" not in seen:
            seen += os.read(ours, 1000)
        tool.send_signal(signal.SIGKILL)
        tool.wait(PATIENCE)
        record = self.record()
        self.assertTrue(record["stopped"])
        self.assertEqual([study["name"] for study in record["studies"]], ["vector-add"])
        self.assertTrue((self.folder / "page.md").read_text().startswith("# Studies"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["page.md", "real", "record.json"])
        self.assertEqual(os.listdir(self.folder / "real"), ["new.json"])
        text = self.run_tool("study", "--from", "record.json").stdout
        self.assertIn(", stopped\n", text)

    # PoCL can be told to be a device whose groups are smaller than those of the study.
    def test_a_study_that_measures_nothing_fails(self):
        self.measure("--json", "record.json")
        if self.record()["device"]["platform"] != "Portable Computing Language":
            self.skipTest("not PoCL")
        os.environ["POCL_MAX_WORK_GROUP_SIZE"] = "64"
        self.addCleanup(os.environ.pop, "POCL_MAX_WORK_GROUP_SIZE")
        self.measure("--json", "record.json")  # whose groups may be smaller
        done = self.run_tool("study", "sync", *SMALL, "--json", "record.json", status=1)
        self.assertRegex(done.stderr, "lenslet: sync: nothing could be measured: .*CL_INVALID_WORK_GROUP_SIZE.*\n$")
        self.assertEqual({claim["verdict"] for claim in self.record()["studies"][0]["claims"]}, {"untested"})

    def test_two_names_of_one_file_are_refused(self):
        (self.folder / "folder").mkdir()
        (self.folder / "link").symlink_to("folder")
        (self.folder / "new.md").symlink_to("folder/a.md")  # which is not there yet
        for one, other in (("a.md", "./a.md"), ("a.md", self.folder / "a.md"), ("a.md", "folder/../a.md"),
                           ("folder/a.md", "link/a.md"), ("link/a.md", "new.md")):
            done = self.run_tool("study", "vector-add", "--json", one, "--markdown", other, status=2)
            self.assertEqual(done.stderr, f"lenslet: '{one}' and '{other}' are one file; give each result a file of its own\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["folder", "link", "new.md"])

    def test_a_path_that_cannot_be_written_is_said_first(self):
        (self.folder / "folder").mkdir()
        for path in ("/proc/report.json", "missing/report.json", "folder"):
            done = self.run_tool("study", "--all", "--device", "nothing", "--json", path, "--markdown", "page.md", status=1)
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

    def test_a_pipe_takes_one_report_of_all_studies(self):
        os.mkfifo(self.folder / "pipe")
        read = []
        reader = threading.Thread(target=lambda: read.append((self.folder / "pipe").read_text()))
        reader.start()
        self.run_tool("study", "vector-add", "tile-fill", *SMALL, "--json", "pipe")
        reader.join(60)
        self.assertEqual([study["name"] for study in json.loads(read[0])["studies"]], ["vector-add", "tile-fill"])

    def test_without_sycl_its_lines_say_so(self):
        os.environ["LENSLET_SYCL"] = "/nowhere/lenslet-sycl.so"
        self.addCleanup(os.environ.pop, "LENSLET_SYCL")
        printed = self.run_tool("study", "sycl", *SMALL, "--json", "record.json").stdout
        self.assertIn("LENSLET_SYCL is '/nowhere/lenslet-sycl.so', which is no file", " ".join(printed.split()))
        for line in self.record()["studies"][0]["charts"][0]["lines"]:
            measured = [bool(point.get("ms")) for point in line["points"]]
            self.assertEqual(measured, [not line["name"].startswith("SYCL")] * 3, line["name"])


class IntelCpu(unittest.TestCase):
    """tools/intel_cpu, which runs a command on Intel's runtime."""

    def run_with(self, folder, *arguments):
        return subprocess.run([INTEL_CPU, *arguments], env=os.environ | {"LENSLET_INTEL_CPU": str(folder)},
                              capture_output=True, text=True, check=False)

    def test_names_the_library_for_both_loaders(self):
        with tempfile.TemporaryDirectory() as folder:
            library = pathlib.Path(folder).resolve() / "libintelocl.so"
            library.touch()
            done = self.run_with(folder, "env")
            for line in (f"OCL_ICD_VENDORS={library}", f"OCL_ICD_FILENAMES={library}", "LENSLET_DEVICE=intel"):
                self.assertIn(line, done.stdout.splitlines())

    def test_says_what_is_missing(self):
        done = self.run_with("/nowhere", "env")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no /nowhere/libintelocl.so: install it with 'pip install intel-opencl-rt", done.stderr)

    def test_needs_a_command(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "libintelocl.so").touch()
            self.assertEqual(self.run_with(folder).returncode, 2)

if __name__ == "__main__":
    main()
