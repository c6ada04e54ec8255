"""Small images for the tests, written and read without any image library."""

import struct
import zlib

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PNG_COLOUR = {1: 0, 2: 4, 3: 2, 4: 6}


def samples(width, height, channels, value):
    return [[[value(x, y, c) for c in range(channels)] for x in range(width)] for y in range(height)]


def write_png(path, width, height, channels, bits, value):
    """bits is 8 or 16; value(x, y, channel) gives a sample."""
    code = ">B" if bits == 8 else ">H"
    rows = b"".join(b"\0" + b"".join(struct.pack(code, s) for pixel in row for s in pixel)
                    for row in samples(width, height, channels, value))
    header = struct.pack(">IIBBBBB", width, height, bits, PNG_COLOUR[channels], 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    with open(path, "wb") as file:
        file.write(PNG_SIGNATURE)
        for kind, data in chunks:
            file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))


def png_chunks(path):
    with open(path, "rb") as file:
        data = file.read()
    assert data.startswith(PNG_SIGNATURE), path
    at = len(PNG_SIGNATURE)
    while at < len(data):
        size, = struct.unpack_from(">I", data, at)
        yield data[at + 4:at + 8], data[at + 8:at + 8 + size]
        at += 12 + size


def paeth(left, up, corner):
    return min((left, up, corner), key=lambda v: (abs(left + up - corner - v), (left, up, corner).index(v)))


def unfilter(kind, line, above, step):
    """PNG, section 9: the five filter types."""
    out = bytearray()
    for i, byte in enumerate(line):
        left = out[i - step] if i >= step else 0
        up = above[i]
        corner = above[i - step] if i >= step else 0
        guess = (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind]
        out.append((byte + guess) & 255)
    return bytes(out)


def read_png(path):
    """(width, height, channels, bits, rows of pixels of samples)"""
    chunks = list(png_chunks(path))
    width, height, bits, colour = struct.unpack(">IIBB", chunks[0][1][:10])
    channels = {code: count for count, code in PNG_COLOUR.items()}[colour]
    data = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    step = channels * bits // 8
    above = bytes(width * step)
    rows = []
    for y in range(height):
        line = data[y * (width * step + 1):(y + 1) * (width * step + 1)]
        above = unfilter(line[0], line[1:], above, step)
        flat = struct.unpack(f">{width * channels}{'B' if bits == 8 else 'H'}", above)
        rows.append([list(flat[i:i + channels]) for i in range(0, len(flat), channels)])
    return width, height, channels, bits, rows


def write_tiff16(path, width, height, value):
    """One grey channel of 16 bits, little endian, in one strip."""
    pixels = b"".join(struct.pack("<H", value(x, y, 0)) for y in range(height) for x in range(width))
    short, long = 3, 4
    tags = [(256, long, width), (257, long, height), (258, short, 16), (259, short, 1), (262, short, 1),
            (273, long, 8), (277, short, 1), (278, long, height), (279, long, len(pixels)), (339, short, 1)]
    directory = struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", tag, kind, 1, v) for tag, kind, v in tags)
    pad = b"\0" * (len(pixels) % 2)
    with open(path, "wb") as file:
        file.write(b"II*\0" + struct.pack("<I", 8 + len(pixels) + len(pad)) + pixels + pad + directory + bytes(4))


def tiff_tag(path, tag):
    """The first value of a tag of the first page of a little-endian classic TIFF."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:4] == b"II*\0", path
    at, = struct.unpack_from("<I", data, 4)
    count, = struct.unpack_from("<H", data, at)
    for i in range(count):
        name, kind, _, value = struct.unpack_from("<HHII", data, at + 2 + 12 * i)
        if name == tag:
            return value & 0xFFFF if kind == 3 else value
    return None
