"""JPEG files for the tests: metadata of a file's own, and what it consists of, without any image library."""

import struct

SOI, APP1, APP2, COMMENT = 0xD8, 0xE1, 0xE2, 0xFE


def is_metadata(marker):
    return 0xE0 <= marker <= 0xEF or marker == COMMENT


def split(data):
    """The segments of metadata, as pairs of marker and body, and all bytes behind them."""
    segments, at = [], 2
    while is_metadata(data[at + 1]):
        size, = struct.unpack_from(">H", data, at + 2)
        segments.append((data[at + 1], data[at + 4:at + 2 + size]))
        at += 2 + size
    return segments, data[at:]


def with_metadata(data, segments):
    """The same picture with these segments in the place of its own."""
    head = b"".join(struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body for marker, body in segments)
    return data[:2] + head + split(data)[1]


def exif(orientation, width, height, order="<", signed=False):
    """EXIF data that repeats the picture's size: an orientation, and a directory with a number of each kind."""
    def entry(tag, kind, value):
        number = struct.pack(order + "HH", value, 0) if kind in (3, 8) else struct.pack(order + "I", value)
        return struct.pack(order + "HHI", tag, kind, 1) + number

    def directory(*entries):
        return struct.pack(order + "H", len(entries)) + b"".join(entries) + struct.pack(order + "I", 0)
    first = directory(entry(0x112, 3, orientation), entry(0x8769, 4, 8 + 2 + 2 * 12 + 4))
    second = directory(entry(0xA002, 9 if signed else 4, width), entry(0xA003, 8 if signed else 3, height))
    return b"Exif\0\0" + (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8) + first + second


def exif_size(data):
    """The size that a file's EXIF data says; None without it."""
    for marker, body in split(data)[0]:
        if marker != APP1 or not body.startswith(b"Exif\0\0"):
            continue
        tiff = body[6:]
        order = "<" if tiff[:2] == b"II" else ">"

        def tags(at, tiff=tiff, order=order):
            count, = struct.unpack_from(order + "H", tiff, at)
            for i in range(count):
                tag, kind, _ = struct.unpack_from(order + "HHI", tiff, at + 2 + 12 * i)
                yield tag, struct.unpack_from(order + ("H" if kind in (3, 8) else "I"), tiff, at + 10 + 12 * i)[0]
        second = dict(tags(dict(tags(struct.unpack_from(order + "I", tiff, 4)[0]))[0x8769]))
        return second.get(0xA002), second.get(0xA003)
    return None
