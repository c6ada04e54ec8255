"""Files of arrays and texts that claim more than there is, or never end: refused early, with little memory."""

import os
import subprocess
import threading

from images import write_png
from npy import npy
from tool import TOOL, ToolTest, main


def header(shape, code="<f4"):
    return npy([], code, shape)


class Limits(ToolTest):
    # Returns the line on stderr, with the most memory that the process had.
    def refuse(self, *words, status=1):
        with subprocess.Popen([TOOL, *words], cwd=self.folder, stderr=subprocess.PIPE, text=True) as process:
            message = process.stderr.read()
            _, ended, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(ended)
        self.assertEqual((process.returncode, len(message.splitlines())), (status, 1), message)
        return message, usage.ru_maxrss * 1024

    def refuse_early(self, *words, status=1):
        message, memory = self.refuse(*words, status=status)
        self.assertLess(memory, 400e6, message)  # a sanitizer's own included
        return message

    # A .npy of zeros that takes no room on the disk.
    def save_zeros(self, name, shape, size):
        head = header(shape)
        (self.folder / name).write_bytes(head)
        os.truncate(self.folder / name, len(head) + size)

    def test_tables_of_a_hundred_million_columns(self):
        self.save_zeros("empty.npy", "(0, 100000000)", 0)
        self.save_zeros("one.npy", "(1, 400000000)", 1_600_000_000)
        for name, count in (("empty.npy", 100000000), ("one.npy", 400000000)):
            message = self.refuse_early("fit", name, status=2)
            self.assertIn(f"{name}: {count} columns; allowed: 3 (x, y, w)", message)

    def test_elements_that_are_not_there(self):
        self.save_zeros("claims.npy", "(1000000, 1000000)", 16)
        self.assertIn("16 bytes of elements", self.refuse_early("reduce", "sum", "claims.npy"))
        self.save_zeros("tall.npy", "(1099511627776, 0)", 0)
        self.save_zeros("flat.npy", "(0, 1099511627776)", 0)
        self.assertIn("[1099511627776, 1099511627776]", self.refuse_early("matmul", "tall.npy", "flat.npy", status=2))

    def test_memory_is_bounded(self):
        self.save_zeros("x.npy", "(250000000,)", 1_000_000_000)
        message = self.refuse_early("reduce", "sum", "x.npy", "--max-memory", "1500M")
        self.assertIn("x.npy: f32 [250000000] needs 2.00 GB of memory; allowed: 1.57 GB (--max-memory)", message)

    def test_other_inputs_and_outputs_count(self):
        self.save_zeros("x.npy", "(1000000,)", 4_000_000)
        self.assertIn("input y: x.npy: f32 [1000000] needs 16.0 MB",
                      self.refuse_early("reduce", "dot", "x.npy", "x.npy", "--max-memory", "10M"))
        self.save_zeros("column.npy", "(30000, 1)", 120_000)
        self.save_zeros("row.npy", "(1, 30000)", 120_000)
        self.assertIn("matmul with its inputs and outputs needs 7.20 GB",
                      self.refuse_early("matmul", "column.npy", "row.npy", "--max-memory", "2G"))
        self.assertIn("sum with its inputs and outputs needs 16.0 MB",
                      self.refuse_early("reduce", "sum", "x.npy", "--type", "f64", "--max-memory", "10M"))

    def test_a_table_of_text_is_counted_before_it_is_made(self):
        (self.folder / "x.csv").write_text("1,2\n" * 500_000)  # 2 MB, and 8 MB of numbers
        self.assertIn("x.csv: f64 [500000, 2] needs 16.0 MB", self.refuse("reduce", "sum", "x.csv", "--max-memory", "8M")[0])
        self.assertIn("it has more than the allowed 1048576 bytes",
                      self.refuse_early("reduce", "sum", "x.csv", "--max-memory", "1M"))
        self.assertEqual(self.run_tool("reduce", "sum", "x.csv", "--max-memory", "40M").stdout, "1500000\n")

    def test_a_buffer_of_the_device_is_bounded_before_anything_is_converted(self):
        self.save_zeros("column.npy", "(262144, 1)", 1 << 20)
        self.save_zeros("row.npy", "(1, 262144)", 1 << 20)
        message, _ = self.refuse("matmul", "column.npy", "row.npy", "--type", "f64", "--max-memory", "4000G")
        self.assertIn("an array of f64 [262144, 262144] has 549755813888 bytes", message)
        self.assertIn("in one buffer", message)

    def test_images_as_arrays(self):
        write_png(self.folder / "photo.png", 200, 100, 3, 8, lambda x, y, c: x)
        self.assertIn("photo.png: u8 [100, 200, 3] needs 120000 bytes of memory",
                      self.refuse("histogram", "photo.png", "--max-memory", "100k")[0])
        self.assertIn("photo.png", self.refuse("histogram", "photo.png", "--max-memory", "1k")[0])
        self.assertIn("200 x 100 pixels; allowed are 19999", self.refuse("histogram", "photo.png", "--max-pixels", "19999")[0])
        self.run_tool("histogram", "photo.png", "--max-pixels", "20000")

    def test_devices_and_pipes(self):
        os.symlink("/dev/zero", self.folder / "zero.npy")
        os.symlink("/dev/zero", self.folder / "zero.csv")
        for name in ("zero.npy", "zero.csv"):
            self.assertIn("neither an ordinary file nor a pipe", self.refuse_early("reduce", "sum", name))
        os.mkfifo(self.folder / "pipe.npy")
        writer = threading.Thread(target=(self.folder / "pipe.npy").write_bytes, args=[npy([1, 2, 4])])
        writer.start()
        held = os.open(self.folder / "pipe.npy", os.O_RDONLY | os.O_NONBLOCK)  # so that the writer has begun
        self.assertEqual(self.run_tool("reduce", "sum", "pipe.npy").stdout, "7\n")
        os.close(held)
        writer.join()

    def test_a_pipe_without_end(self):
        os.mkfifo(self.folder / "pipe.csv")
        with subprocess.Popen("exec yes 1 >pipe.csv", shell=True, cwd=self.folder, stderr=subprocess.DEVNULL) as endless:
            held = os.open(self.folder / "pipe.csv", os.O_RDONLY)
            self.assertIn("it has more than the allowed 10485760 bytes",
                          self.refuse_early("reduce", "sum", "pipe.csv", "--max-memory", "10M"))
            os.close(held)
            endless.wait()

    def test_texts_of_options(self):
        write_png(self.folder / "in.png", 4, 4, 1, 8, lambda x, y, c: 0)
        self.assertIn("cannot read '/dev/zero': it is neither an ordinary file nor a pipe",
                      self.refuse_early("run", "filter2d", "in.png", "out.png", "--mask", "/dev/zero"))
        (self.folder / "mask").write_text("")
        os.truncate(self.folder / "mask", (1 << 24) + 1)
        self.assertIn("cannot read 'mask': it has more than the allowed 16777216 bytes",
                      self.refuse_early("run", "filter2d", "in.png", "out.png", "--mask", "mask"))
        (self.folder / "points.csv").write_text("")
        os.truncate(self.folder / "points.csv", (1 << 28) + 1)
        self.assertIn("cannot read 'points.csv': it has more than the allowed 268435456 bytes",
                      self.refuse_early("pyramid", "in.png", "--points", "points.csv"))

    def test_memory_between_stages_counts(self):
        device, = (each for each in self.run_json("devices")["devices"] if each["default"])
        if not device["host_memory"]:
            return
        self.save_zeros("x.npy", "(100000,)", 400_000)
        record = self.run_one("sort", "x.npy", "out.npy")
        found = self.run_json("explain", "sort", "--elements", "100000", "--type", "f32", "--schedule", record["schedule"])
        self.assertGreater(found["scratch_bytes"], 0)
        self.assertGreaterEqual(record["memory_bytes"], found["scratch_bytes"] + 800_000)

    def test_texts_that_are_long(self):
        long = "9" * 100_000
        self.save_zeros("x.npy", "(3,)", 12)
        for words in (["sort", "x.npy", "--schedule", long], ["map", "(" * 100_000, "x.npy"], ["sort", "x.npy", "--type", long],
                      ["bench", "sort", "--elements", long], ["bench", "mean", "--size", long],
                      ["bench", "mean", "--schedule", long], ["bench", f"filter2d:mask={long}"], [long], ["run", long],
                      ["run", "mean", "in.png", "out.png", "--border", long], ["run", "mean", f"--{long}"]):
            message = self.refuse_early(*words, status=2)
            self.assertLess(len(message), 2000, words[0])
        many = ",".join(["1x1"] * 1000)
        message = self.refuse_early("bench", "mean", "--size", many, "--type", ",".join(["u8"] * 1000), status=2)
        self.assertIn("too many combinations; allowed: up to 100000", message)


if __name__ == "__main__":
    main()
