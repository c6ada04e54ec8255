"""TIFF files that tifffile does not write, tag by tag."""
import struct

import numpy as np

TYPES = {np.uint8: 1, np.uint16: 3, np.uint32: 4}


def write_tiff(path, size, tags, parts):
    """A little-endian file of one picture; `tags` are {number: values of uint16, or a text's bytes}, `parts` its strips or tiles as bytes,
    of which None is one that the file leaves out."""
    width, height = size
    tags = {256: [width], 257: [height], 259: [1], 262: [1], **tags}
    place, offsets, counts, data = 8, [], [], b""
    for part in parts:
        offsets.append(0 if part is None else place + len(data))
        counts.append(0 if part is None else len(part))
        data += (part or b"") + b"\0" * (len(part or b"") % 2)
    is_tiled = 322 in tags
    longs = {324 if is_tiled else 273: offsets, 325 if is_tiled else 279: counts}
    entries = sorted([(tag, 2, "B", values) if isinstance(values, bytes) else (tag, 3, "H", values) for tag, values in tags.items()] +
                     [(tag, 4, "I", values) for tag, values in longs.items()])
    directory_at = place + len(data)
    values_at = directory_at + 2 + 12 * len(entries) + 4
    directory, beside = struct.pack("<H", len(entries)), b""
    for tag, kind, code, values in entries:
        packed = struct.pack(f"<{len(values)}{code}", *values)
        if len(packed) > 4:
            beside += b"\0" * (len(beside) % 2)
            entry, beside = struct.pack("<I", values_at + len(beside)), beside + packed
        else:
            entry = packed.ljust(4, b"\0")
        directory += struct.pack("<HHI", tag, kind, len(values)) + entry
    path.write_bytes(b"II*\0" + struct.pack("<I", directory_at) + data + directory + bytes(4) + beside)


def packed_bits(samples, bits):
    """Rows of samples of so many bits, the highest bit first; each row begins with a whole byte."""
    rows = []
    for row in samples:
        text = "".join(format(int(sample), f"0{bits}b") for sample in row)
        text += "0" * (-len(text) % 8)
        rows.append(bytes(int(text[i:i + 8], 2) for i in range(0, len(text), 8)))
    return b"".join(rows)
