"""`lenslet view` off-screen, of folders and cameras, and in a window of a virtual display whose slider is dragged."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests/cli"))

from images import read_png, write_png  # noqa: E402
from tool import PATIENCE, TOOL, ToolTest, main, run  # noqa: E402

LIGHT, DARK = 200, 40


def edge(x, y, c):
    """Left half dark, right half light."""
    return LIGHT if x >= 32 else DARK


class OffScreen(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 64, 48, 3, 8, edge)

    def test_the_original_and_the_result(self):
        said = self.run_tool("view", "invert", "in.png", "--offscreen", "out.png")
        width, height, _, _, rows = read_png(self.folder / "out.png")
        self.assertEqual((width, height), (128, 48))
        self.assertEqual([rows[24][x][0] for x in (5, 60, 70, 120)], [DARK, LIGHT, 255 - DARK, 255 - LIGHT])
        self.assertRegex(said.stdout, "OpenGL on .*, shared: (copies|memory|objects)\n")

    def test_rows_are_not_upside_down(self):
        write_png(self.folder / "down.png", 8, 8, 1, 8, lambda x, y, c: 30 * y)
        self.run_tool("view", "rotate", "--degrees", "180", "down.png", "--offscreen", "out.png")
        rows = read_png(self.folder / "out.png")[4]
        self.assertEqual((rows[0][2], rows[7][2]), ([0] * 3, [210] * 3))
        self.assertEqual((rows[0][10], rows[7][10]), ([210] * 3, [0] * 3))

    def test_a_pipeline_of_another_size_and_type_is_drawn_where_it_fits(self):
        self.run_tool("view", "convert to=f32 | grey | transpose", "in.png", "--offscreen", "out.png", "--size",
                      "200x96")
        self.assertEqual(read_png(self.folder / "out.png")[:2], (200, 96))

    def test_frames_are_counted(self):
        found = self.run_json("view", "invert", "in.png", "--offscreen", "out.png", "--frames", "5")
        self.assertEqual((found["frames"], found["width"], found["height"]), (4, 64, 48))
        self.assertGreater(found["frames_per_second"], 0)
        self.assertGreaterEqual(found["frame_ms"], found["filter_ms"] + found["exchange_ms"])
        if found["sharing"] == "copies":
            self.assertEqual((found["bytes_to_session"], found["bytes_from_session"]), (0, 64 * 48 * 3))
            self.assertIn("memory: ", found["reason"])

    def test_the_filters_time_has_no_drawing_in_it(self):
        write_png(self.folder / "tiny.png", 16, 16, 1, 8, lambda x, y, c: 10 * x)
        found = self.run_json("view", "threshold", "tiny.png", "--size", "2000x2000", "--offscreen", "out.png",
                              "--frames", "6")
        self.assertGreater(found["filter_ms"], 0)
        self.assertLess(found["filter_ms"], found["frame_ms"] / 4)

    def test_pictures_as_large_as_opengl_has(self):
        write_png(self.folder / "tiny.png", 2, 2, 1, 8, lambda x, y, c: 0)
        out = ("--offscreen", "out.png")
        refused = self.run_tool("view", "invert", "tiny.png", "--size", "90000x90000", *out, status=1).stderr
        limit = int(re.search(r"^lenslet: --size 90000x90000; OpenGL allows up to (\d+)x\d+\n$", refused).group(1))
        write_png(self.folder / "wide.png", limit * 3 // 4, 8, 1, 8, lambda x, y, c: 7)
        self.run_tool("view", "invert", "wide.png", *out)
        self.assertEqual(read_png(self.folder / "out.png")[:2], (limit, 5))
        write_png(self.folder / "wider.png", limit + 1, 2, 1, 8, lambda x, y, c: 7)
        refused = self.run_tool("view", "invert", "wider.png", *out, status=1).stderr
        self.assertRegex(refused, f"^lenslet: a picture of {limit + 1} x 2; OpenGL shows up to {limit} x {limit}, which "
                                  "'lenslet run resize' makes of it\n$")

    def test_a_damaged_picture_of_a_folder_is_passed_over_where_a_panel_tells_it(self):
        (self.folder / "frames").mkdir()
        for i in range(4):
            write_png(self.folder / f"frames/{i}.png", 250, 120, 1, 8, lambda x, y, c, i=i: 50 + i)
        for i in (0, 2):
            (self.folder / f"frames/{i}.png").write_bytes((self.folder / f"frames/{i}.png").read_bytes()[:60])
        words = ("view", "invert", "frames", "--offscreen", "out.png", "--frames")
        self.assertIn("0.png", self.run_tool(*words, "3", status=1).stderr)
        looks = []
        for count, level in (("1", 51), ("2", 51), ("3", 53)):
            self.run_tool(*words, count, "--panel")
            rows = read_png(self.folder / "out.png")[4]
            self.assertEqual(rows[115][490], [255 - level] * 3)
            looks.append(rows[:100])
        self.assertNotEqual(looks[1], looks[2])  # the problem is gone

    def test_the_help_lists_what_can_be_viewed(self):
        listed = self.run_tool("view", "--help").stdout
        for op, is_there in (("invert", True), ("resize", True), ("add", False), ("reduce.sum", False)):
            self.assertEqual(f"\n  {op} " in listed, is_there, op)
        self.run_tool("view", "reduce.sum", "--help")

    def test_what_would_work_is_told(self):
        words = ("view", "invert", "in.png", "--offscreen", "out.png")
        said = self.run_tool(*words, env={"VK_ICD_FILENAMES": "/none", "VK_DRIVER_FILES": "/none"}).stdout
        self.assertNotIn("::", said)
        said = self.run_tool(*words, status=None, env={"__EGL_VENDOR_LIBRARY_DIRS": "/none"})
        if said.returncode:  # a driver may be there without the list
            self.assertRegex(said.stderr, "^lenslet: EGL .*; a driver with OpenGL 4.5 on EGL works, such as NVIDIA's or ")
        said = self.run_tool(*words, status=None, env={"MESA_GL_VERSION_OVERRIDE": "3.3"})
        if said.returncode:  # it is Mesa's
            self.assertRegex(said.stderr, "^lenslet: EGL makes no .*; a driver with OpenGL 4.5 on EGL works, such as ")

    def test_a_folder_has_a_frame_for_each_file(self):
        (self.folder / "frames").mkdir()
        for i in range(3):
            write_png(self.folder / f"frames/{i}.png", 8, 8, 1, 8, lambda x, y, c, i=i: 50 + i)
        (self.folder / "frames/notes.md").write_text("no picture")
        self.run_json("view", "invert", "frames", "--offscreen", "out.png", "--frames", "5")
        self.assertEqual(read_png(self.folder / "out.png")[4][4][2], [51] * 3)  # the fifth is the second file

    def test_the_panel_is_drawn_when_asked(self):
        write_png(self.folder / "large.png", 200, 200, 1, 8, lambda x, y, c: 255)
        self.run_tool("view", "gaussian", "large.png", "--offscreen", "with.png", "--panel")
        self.run_tool("view", "gaussian", "large.png", "--offscreen", "without.png")
        self.assertEqual(read_png(self.folder / "without.png")[4][30][30], [255] * 3)
        self.assertNotEqual(read_png(self.folder / "with.png")[4][30][30], [255] * 3)

    def shares_without_copies(self, sharing, layer):
        words = ("view", "invert", "in.png", "--device", "pocl", "--frames", "3", "--offscreen")
        self.run_tool(*words, "copied.png", "--sharing", "copies")
        done = run(*words, "shared.png", "--sharing", sharing, "--json", cwd=self.folder, env={"OPENCL_LAYERS": layer})
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual((found["sharing"], found["bytes_to_session"], found["bytes_from_session"]), (sharing, 0, 0))
        self.assertEqual(read_png(self.folder / "shared.png"), read_png(self.folder / "copied.png"))

    @unittest.skipUnless(os.environ.get("LENSLET_MEMORY_LAYER"), "built without Vulkan")
    def test_memory_in_common_needs_no_copies_through_the_host(self):
        self.shares_without_copies("memory", os.environ["LENSLET_MEMORY_LAYER"])

    def test_objects_in_common_need_no_copies_through_the_host(self):
        self.shares_without_copies("objects", os.environ["LENSLET_SHARING_LAYER"])

    def refuses(self, words, message, status=1):
        done = self.run_tool("view", *words, status=status)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertFalse((self.folder / "out.png").exists())

    def test_what_cannot_be_viewed(self):
        out = ("--offscreen", "out.png")
        self.refuses(("invert", "none.png", *out), "cannot read 'none.png': No such file")
        self.refuses(("invert", "camera:7", *out), "/dev/video7: No such file or directory; allowed: a camera of")
        self.refuses(("invert", "camera:x", *out), "camera:x: no number of a camera")
        (self.folder / "empty").mkdir()
        self.refuses(("invert", "empty", *out), "empty: a folder without images")
        self.refuses(("add", "in.png", *out), "add takes 2 images; what is viewed takes one image")
        self.refuses(("reduce.sum", "in.png", *out), "takes arrays; what is viewed takes one image")
        self.refuses(("invert", "in.png", "--offscreen", "out.txt"), "'out.txt' has no suffix of a picture", 2)
        self.refuses(("invert", "in.png", "in.png", *out), "2 things to view; allowed: one", 2)
        self.refuses(("invert", "in.png", "--sharing", "magic", *out), "unknown way to share 'magic'; allowed: ", 2)

    def test_no_window_system_is_told(self):
        env = {"DISPLAY": ":999", "WAYLAND_DISPLAY": ""}
        done = run("view", "invert", "in.png", cwd=self.folder, env=env)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^lenslet: no window system: .*; --offscreen OUT.png draws without a window\n$")


def square(x, y, c):
    """A bright square on a dark ground, from 40 to 87 in both directions."""
    return LIGHT if 40 <= x < 88 and 40 <= y < 88 else DARK


def is_grey(pixel):
    return max(pixel) - min(pixel) < 8


class Keypoints(ToolTest):
    STORAGES = ("buffer", "image_buffer", "image", "image_array")

    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 128, 128, 3, 8, square)

    def demo(self, *words):
        return self.run_json("view", "--demo", "keypoints", "in.png", "--offscreen", "out.png", *words)

    def has_storage(self, storage):
        return storage == "buffer" or self.run_json("devices")["devices"][0]["images"]

    def test_corners_of_all_levels_are_marked(self):
        self.demo("--octaves", "1")
        rows = read_png(self.folder / "out.png")[4]
        coloured = [(x, y) for y in range(128) for x in range(128) if not is_grey(rows[y][x])]
        for x, y in ((40, 40), (87, 40), (40, 87), (87, 87)):
            self.assertTrue(any(abs(x - a) + abs(y - b) < 8 for a, b in coloured), (x, y))
        self.assertTrue(all(min(abs(40 - a), abs(87 - a)) < 9 and min(abs(40 - b), abs(87 - b)) < 9 for a, b in coloured))
        found = self.demo("--frames", "3")
        self.assertEqual((found["width"], found["height"], found["storage"]), (128, 128, "buffer"))
        self.assertGreaterEqual(found["points"], 4)
        self.assertEqual([stage["name"] for stage in found["stages"]], ["grey", "pyramid", "gradient", "corners", "angles"])
        for stage in found["stages"]:
            self.assertGreater(stage["ms"], 0)
        self.assertTrue(any(not is_grey(pixel) for pixel in read_png(self.folder / "out.png")[4][64]))  # wide rings

    def test_each_storage_has_the_same_points_by_its_own_launches(self):
        looks = {}
        for storage in filter(self.has_storage, self.STORAGES):
            found = self.demo("--storage", storage, "--octaves", "3", "--levels", "2")
            self.assertEqual(found["storage"], storage)
            launches = {stage["name"]: stage["launches"] for stage in found["stages"]}
            if storage != "buffer":
                self.assertEqual(launches["gradient"], 6 if storage == "image" else 3)
            looks[storage] = found["points"]
        self.assertEqual(len(set(looks.values())), 1, looks)

    def test_the_text_names_the_stages(self):
        said = self.run_tool("view", "--demo=keypoints", "in.png", "--offscreen", "out.png", "--frames", "2").stdout
        self.assertRegex(said, r"\n\d+ key points, by the storage buffer\n")
        self.assertRegex(said, r"\ngradient +\d+\.\d\d ms, launches: \d+\n")

    def test_a_higher_threshold_leaves_fewer(self):
        self.assertGreater(self.demo()["points"], 0)
        self.assertEqual(self.demo("--threshold", "250")["points"], 0)
        self.assertEqual(self.demo("--points", "2")["points"], 2)

    def test_alpha_and_other_types(self):
        for channels, depth in ((4, 8), (1, 16), (2, 8)):
            scale = 257 if depth == 16 else 1
            write_png(self.folder / "in.png", 128, 128, channels, depth,
                      lambda x, y, c, n=channels, s=scale: 255 * s if n % 2 == 0 and c == n - 1 else square(x, y, c) * s)
            self.assertGreaterEqual(self.demo()["points"], 4, (channels, depth))

    def test_what_is_wrong_is_told(self):
        def refuses(words, message, status=2):
            done = self.run_tool("view", *words, "in.png", "--offscreen", "none.png", status=status)
            self.assertIn(message, done.stderr)
            self.assertFalse((self.folder / "none.png").exists())

        refuses(("--demo", "nothing"), "--demo: unknown value 'nothing'")
        refuses(("--demo", "keypoints", "--storage", "paper"), "--storage: unknown value 'paper'")
        refuses(("--demo", "keypoints", "--levels", "0"), "--levels")


class Camera(ToolTest):
    def view(self, fault=""):
        preloaded = ":".join(filter(None, (os.environ.get("LD_PRELOAD"), os.environ["LENSLET_FAKE_CAMERA_LIBRARY"])))
        return run("view", "invert", "camera:3", "--offscreen", "out.png", "--frames", "4", cwd=self.folder,
                   env={"LD_PRELOAD": preloaded, "LENSLET_FAKE_CAMERA": fault})

    def test_frames_come_one_after_the_other(self):
        done = self.view()
        self.assertEqual(done.returncode, 0, done.stderr)
        row = read_png(self.folder / "out.png")[4][3]
        self.assertEqual((row[3], row[12]), ([13] * 3, [242] * 3))

    def test_what_is_wrong_with_it_is_told(self):
        self.assertIn("/dev/video3: no pictures that libv4l2 makes RGB of", self.view("grey").stderr)
        self.assertIn("/dev/video3: a picture of 96 bytes instead of 192", self.view("short").stderr)


@unittest.skipUnless(all(map(shutil.which, ("Xvfb", "xdotool", "import"))), "no Xvfb, xdotool or ImageMagick")
class Window(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 400, 400, 1, 8, lambda x, y, c: 40 * (x // 80) + 20)
        read, write = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x600x24", "-nolisten", "tcp"],
                                  pass_fds=(write,), stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, server)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.env = os.environ | {"DISPLAY": f":{int(pipe.readline())}", "WAYLAND_DISPLAY": ""}

    @staticmethod
    def end(process):
        process.terminate()
        process.wait(PATIENCE)

    def pixel(self, x, y):
        words = ["import", "-window", "root", "-crop", f"1x1+{x}+{y}", "-depth", "8", "rgb:-"]
        return tuple(subprocess.run(words, env=self.env, check=True, capture_output=True).stdout)

    def wait_for(self, place, wanted):
        """Until the pixel is what is wanted: a person would not count the seconds either."""
        seen = None
        end = time.monotonic() + 300
        while time.monotonic() < end:
            seen = self.pixel(*place)
            if wanted(seen):
                return
            time.sleep(0.2)
        self.fail(f"the pixel at {place} stays {seen}")

    def panel(self):
        """The panel's row of storages."""
        words = ["import", "-window", "root", "-crop", "420x24+8+148", "-depth", "8", "rgb:-"]
        return subprocess.run(words, env=self.env, check=True, capture_output=True).stdout

    def mouse(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.env, check=True)

    def view(self, *words):
        view = subprocess.Popen([TOOL, "view", *words], cwd=self.folder, env=self.env, stderr=subprocess.PIPE, text=True)
        self.addCleanup(view.stderr.close)
        self.addCleanup(self.end, view)
        return view

    def test_a_small_picture_has_a_window_with_room_for_sliders(self):
        write_png(self.folder / "tiny.png", 23, 19, 1, 8, lambda x, y, c: 0)
        view = self.view("threshold", "--level", "90", "tiny.png")
        self.wait_for((639, 399), lambda seen: seen == (26,) * 3)  # the ground; 0 is that of the screen
        self.mouse("key", "Escape")
        self.assertEqual(view.wait(300), 0, view.stderr.read())

    def test_a_key_changes_the_storage(self):
        if not self.run_json("devices")["devices"][0]["images"]:
            self.skipTest("no image objects")
        view = self.view("--demo", "keypoints", "--octaves", "2", "--levels", "1", "in.png")
        self.wait_for((600, 380), lambda seen: seen != (0,) * 3)
        before = self.panel()
        self.mouse("key", "3")
        end = time.monotonic() + 300
        while self.panel() == before and time.monotonic() < end:
            time.sleep(0.2)
        self.assertNotEqual(self.panel(), before)  # the dot of the chosen storage, and times
        self.mouse("key", "Escape")
        self.assertEqual(view.wait(300), 0, view.stderr.read())

    def test_a_slider_changes_the_result(self):
        view = self.view("threshold", "--level", "90", "in.png")
        grey = 100  # of the third of five bars, right of the middle in the result
        self.wait_for((600, 380), lambda seen: seen == (255,) * 3)
        self.wait_for((200, 380), lambda seen: seen == (grey,) * 3)
        self.mouse("mousemove", 100, 44, "mousedown", 1)
        time.sleep(0.3)
        self.mouse("mousemove", 600, 44)
        time.sleep(0.3)
        self.mouse("mouseup", 1)
        self.wait_for((600, 380), lambda seen: seen == (0,) * 3)
        self.mouse("key", "Escape")
        self.assertEqual(view.wait(300), 0, view.stderr.read())


if __name__ == "__main__":
    main()
