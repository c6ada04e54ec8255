"""Image files that want more than to be read: other programs, other files, all memory, no end."""

import os
import struct
import subprocess
import zlib

from images import PNG_SIGNATURE, read_png, write_png
from tool import PATIENCE, TOOL, ToolTest, main

MIB = 1 << 20


def png(width, height, metadata=(), pixels=bytes(8), after=()):
    """Grey. With the pixels that are the default it ends after a few of them."""
    body = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = [(b"IHDR", body), *metadata, (b"IDAT", zlib.compress(pixels)), *after, (b"IEND", b"")]
    return PNG_SIGNATURE + b"".join(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
                                    for kind, data in chunks)


def packed_texts(kind):
    """Twenty chunks that are 150 MB together when they are unpacked."""
    head = {b"zTXt": b"Comment\0\0", b"iTXt": b"Comment\0\1\0en\0Comment\0"}[kind]
    return [(kind, head + zlib.compress(bytes(7_500_000)))] * 20


def tiff(width, height):
    """One strip that is not there."""
    entries = [(256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, height), (279, 100)]
    return (b"II*\0" + struct.pack("<IH", 8, len(entries)) + b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries)
            + bytes(4))


def gif(width, height):
    return (b"GIF89a" + struct.pack("<HH", width, height) + b"\x80\0\0" + bytes(6) + b"," +
            struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02\x02\x4c\x01\0;")


def jpeg_2000(width, height):
    size = struct.pack(">HIIIIIIIIH", 0, width, height, 0, 0, width, height, 0, 0, 1) + bytes([7, 1, 1])
    segments = ((b"\x51", size), (b"\x52", bytes([0, 0, 0, 1, 0, 5, 4, 4, 0, 0])), (b"\x5c", bytes([0x40] * 17)))
    head = b"\xff\x4f" + b"".join(b"\xff" + marker + struct.pack(">H", len(body) + 2) + body for marker, body in segments)
    return head + b"\xff\x90" + struct.pack(">HHIBB", 10, 0, 14, 0, 1) + b"\xff\x93\xff\xd9"


def radiance(width, height):
    return f"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n".encode() + bytes(100)


def vips(width, height):
    return b"\xb6\xa6\xf2\x08" + struct.pack("<8i", width, height, 1, 8, 0, 0, 1, 0) + bytes(32)


class HostileImages(ToolTest):
    def refuse(self, *words, says, status=1):
        """The line that it prints. Nothing but that line, and no new file."""
        before = sorted(os.listdir(self.folder))
        done = self.run_tool(*words, status=status)
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.assertEqual((done.stdout, len(done.stderr.splitlines())), ("", 1), done.stderr)
        self.assertIn(says, done.stderr)

    def refuse_cheaply(self, *words):
        child = subprocess.Popen([TOOL, *words], cwd=self.folder, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(child.returncode, 1)
        if not os.environ.get("LENSLET_SANITIZE"):
            self.assertLess(usage.ru_maxrss, 100 * MIB // 1024)

    def test_an_svg_by_another_name_runs_and_opens_nothing(self):
        """A program that was started would leave a mark, and the private file is a pipe: who opens it waits for ever."""
        programs = self.folder / "bin"
        programs.mkdir()
        for name in ("inkscape", "rsvg-convert", "gs"):
            (programs / name).write_text(f"#!/bin/sh\ntouch '{self.folder}/started'\n")
            (programs / name).chmod(0o755)
        os.mkfifo(self.folder / "private.png")
        svg = ('<?xml version="1.0"?><!--' + " " * 1500 + '--><svg xmlns="http://www.w3.org/2000/svg" '
               'xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8">'
               f'<image xlink:href="{self.folder}/private.png" width="8" height="8"/></svg>')
        (self.folder / "photo.png").write_text(svg)
        (self.folder / "plain.jpg").write_text(svg.replace("<!--" + " " * 1500 + "-->", ""))
        for name in ("photo.png", "plain.jpg"):
            done = subprocess.run([TOOL, "run", "mean", name, "out.png"], cwd=self.folder, capture_output=True, text=True,
                                  timeout=PATIENCE, check=False, env=os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"})
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("--unsafe-loaders", done.stderr)
        self.assertFalse((self.folder / "started").exists())
        self.assertFalse((self.folder / "out.png").exists())

    def test_the_option_reads_what_is_else_refused(self):
        write_png(self.folder / "a.png", 4, 4, 1, 8, lambda x, y, c: 50)
        self.run_tool("run", "median", "a.png", "a.fits")
        self.refuse("run", "median", "a.fits", "out.png", says="--unsafe-loaders")
        self.run_tool("run", "median", "a.fits", "out.png", "--unsafe-loaders")
        self.assertEqual(read_png(self.folder / "out.png")[4][2][2], [50])

    def test_names_are_only_names(self):
        (self.folder / "~$a.png").write_text("hi")
        self.refuse("run", "mean", "~$a.png", "o.png", says="'~$a.png': not an image")
        write_png(self.folder / "a.png[page=2].png", 4, 4, 1, 8, lambda x, y, c: 50)
        self.run_tool("run", "mean", "a.png[page=2].png", "~$b.png")
        self.assertEqual(read_png(self.folder / "~$b.png")[4][2][2], [50])
        write_png(self.folder / "z.png", 4, 4, 1, 8, lambda x, y, c: 50)
        self.run_tool("run", "mean", "~$a.png", "z.png", "--out-dir", "out", status=1)
        self.assertEqual(os.listdir(self.folder / "out"), ["z.png"])

    def test_pixels_that_are_not_there(self):
        (self.folder / "p.ppm").write_text("P3\n1000 1000\n255\n1 2 3\n")
        self.refuse("run", "mean", "p.ppm", "o.png", says="truncated")
        (self.folder / "p.ppm").write_text("P3\n100 100\n255\n1 2 3\n" + " " * 100000)
        self.refuse("run", "mean", "p.ppm", "o.png", says="it has 3 of 100 x 100 pixels' 30000 numbers")
        (self.folder / "p.pbm").write_bytes(b"P4\n8000 8000\n")
        self.refuse("run", "mean", "p.pbm", "o.png", says="8000 x 8000 pixels need at least 8000013")

    def test_a_header_alone_costs_little(self):
        (self.folder / "a.png").write_bytes(png(60000, 60000))
        (self.folder / "b.png").write_bytes(png(30000, 30000))
        (self.folder / "c.pgm").write_bytes(b"P5\n30000 30000\n255\n")
        claims = {"d.tif": tiff, "e.gif": gif, "f.j2k": jpeg_2000, "g.hdr": radiance, "h.v": vips}
        for name, header in claims.items():
            (self.folder / name).write_bytes(header(60000, 60000))
        for name in ("a.png", "b.png", "c.pgm", *claims):
            for words in (("run", "mean", name, "o.png"), ("pyramid", name, "--out-dir", "o")):
                self.refuse_cheaply(*words)
        self.refuse("run", "mean", "a.png", "o.png", says="60000 x 60000 pixels; allowed are 1073741824 (--max-pixels")

    def test_a_jpeg_that_is_all_lost_has_its_limits(self):
        write_png(self.folder / "in.png", 64, 64, 3, 8, lambda x, y, c: x + y)
        self.run_tool("run", "mean", "in.png", "in.jpg")
        whole = (self.folder / "in.jpg").read_bytes()
        frame = whole.index(b"\xff\xc0") + 5
        (self.folder / "in.jpg").write_bytes(whole[:frame] + struct.pack(">HH", 30000, 30000) + whole[frame + 4:-20])
        self.refuse("run", "mean", "in.jpg", "o.png", "--strict", says="30000 x 30000 pixels need at least")
        for codec in ("host", "device"):
            words = ("run", "mean", "in.jpg", "o.png", "--codec", codec)
            self.refuse(*words, "--max-memory", "100M", says="pixels needs 2.70 GB of memory; allowed: 104.9 MB (--max-memory")
            self.refuse(*words, "--max-pixels", "1000000", says="30000 x 30000 pixels; allowed are 1000000 (--max-pixels")

    def test_texts_that_unpack_to_more_than_memory(self):
        for kind in (b"zTXt", b"iTXt"):
            for where in ("metadata", "after"):
                (self.folder / "a.png").write_bytes(png(4, 4, pixels=bytes(20), **{where: packed_texts(kind)}))
                self.refuse_cheaply("run", "mean", "a.png", "o.png")
                self.refuse("run", "mean", "a.png", "o.png", says="take more than 16777216 bytes when they are unpacked")

    def test_more_texts_than_anybody_writes(self):
        (self.folder / "a.png").write_bytes(png(4, 4, pixels=bytes(20), metadata=[(b"tEXt", b"a\0b")] * 100_000))
        self.refuse("run", "mean", "a.png", "o.png", says="more than 100000 chunks that are not pixels")

    def test_limits_are_options(self):
        write_png(self.folder / "in.png", 64, 64, 3, 8, lambda x, y, c: x + y)
        for words in (("run", "mean", "in.png", "o.png"), ("pyramid", "in.png", "--out-dir", "o", "--octaves", "2")):
            self.refuse(*words, "--max-pixels", "4095", says="64 x 64 pixels; allowed are 4095 (--max-pixels")
            self.refuse(*words, "--max-memory", "30k", says="--max-memory; --memory SIZE" if words[0] == "run" else "(--max-memory)")
            self.refuse(*words, "--max-memory", "1k", says="(--max-memory, ")
            for enough in ("1M", "200k"):  # decoded while the driver starts, and when the need is known
                self.run_tool(*words, "--max-pixels", "4096", "--max-memory", enough, "--no-sync")

    def test_what_never_ends_is_not_opened(self):
        os.mkfifo(self.folder / "pipe.png")
        for name in ("pipe.png", "/dev/zero"):
            self.refuse("run", "mean", name, "o.png", says=f"'{name}': it is not an ordinary file")


if __name__ == "__main__":
    main()
