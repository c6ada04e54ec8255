"""What a target begins with: the files of seeds/TARGET, which are texts and what was found before, and those that are
bytes, made here."""
import shutil
import struct
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
NPY_TYPES = {"|u1": 1, "<u2": 2, "<i4": 4, "<u4": 4, "<i8": 8, "<u8": 8, "<f2": 2, "<f4": 4, "<f8": 8}


def npy(code, size, shape, version=1, fortran=False):
    header = f"{{'descr': '{code}', 'fortran_order': {fortran}, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 16) + b"\n"
    count = 1
    for side in shape:
        count *= side
    return b"\x93NUMPY" + struct.pack("<BBH" if version == 1 else "<BBI", version, 0, len(header)) + header + bytes(range(count * size))


def made_npy():
    for code, size in NPY_TYPES.items():
        yield npy(code, size, (3,))
    yield from (npy("<f4", 4, (2, 3), version, fortran) for version in (1, 2, 3) for fortran in (False, True))
    yield from (npy("|u1", 1, shape) for shape in ((), (0,), (0, 5), (1, 2, 3, 4)))


def made_database():
    """The first byte chooses: a file's content, changes of a sound file, or values for its rows."""
    yield b"\x00SQLite format 3\x00" + struct.pack(">HBBBBBB", 512, 1, 1, 0, 64, 32, 32)
    yield b"\x02"
    yield b"\x01" + bytes(range(64))
    yield b"\x02" + bytes(range(255, 0, -1))


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def made_image_header():
    head = b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", struct.pack(">IIBBBBB", 3, 2, 8, 2, 0, 0, 0))
    packed = zlib.compress(bytes(1000))
    for kind, data in ((b"tEXt", b"a\0b"), (b"zTXt", b"a\0\0" + packed), (b"iTXt", b"a\0\1\0en\0a\0" + packed), (b"iCCP", b"a\0\0" + packed)):
        yield head + png_chunk(kind, data) + png_chunk(b"IDAT", zlib.compress(bytes(20))) + png_chunk(b"IEND", b"")
    for frame in (0xC0, 0xC2, 0xC9):
        yield b"\xff\xd8\xff\xe0\0\4ab\xff" + bytes([frame]) + struct.pack(">HBHHB", 17, 8, 9, 17, 3) + b"\1\x22\0\2\x11\1\3\x11\1" + bytes(9)


def bmp(bits, compression=0, form=40, masks=(), colours=0, height=2):
    behind = struct.pack("<IIII", *masks)[: max(form - 40, 12)] if masks else b""
    head = struct.pack("<IiiHHIIiiII", form, 3, height, 1, bits, compression, 0, 0, 0, colours, 0) + behind
    head += bytes(max(form - len(head), 0))
    palette = bytes(range(4 * (colours or 1 << bits))) if bits <= 8 and colours != 256 else bytes(1024 if bits <= 8 else 0)
    begin = 14 + len(head) + len(palette)
    return b"BM" + struct.pack("<IHHI", 0, 0, 0, begin) + head + palette + bytes((3 * bits + 31) // 32 * 4 * abs(height))


def made_bmp():
    yield from (bmp(1), bmp(4, colours=5), bmp(8, colours=7), bmp(16), bmp(24), bmp(32), bmp(24, height=-2))
    yield bmp(16, 3, masks=(0xF800, 0x7E0, 0x1F, 0))
    yield bmp(32, 3, form=56, masks=(0xFF0000, 0xFF00, 0xFF, 0xFF000000))
    yield bmp(32, 3, form=124, masks=(0xFF, 0xFF00, 0xFF0000, 0xFF000000))


def made_pnm():
    yield b"P4\n9 2\n" + bytes(4)
    yield b"P5\n3 2\n255\n" + bytes(6)
    yield b"P6\n2 1\n65535\n" + bytes(12)
    yield b"P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" + bytes(8)
    yield b"Pf\n2 1\n-1.0\n" + bytes(8)
    yield b"PF\n1 1\n1.0\n" + bytes(12)


def jpeg_segment(marker, data):
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data


def made_jpeg():
    table = jpeg_segment(0xDB, b"\0" + bytes([9] * 64))
    codes = jpeg_segment(0xC4, b"\0\0\2" + bytes(14) + b"\0\1") + jpeg_segment(0xC4, b"\x10\0\2" + bytes(14) + b"\0\x11")
    exif = jpeg_segment(0xE1, b"Exif\0\0II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0")
    for count, restart in ((1, 0), (3, 1), (3, 2)):
        parts = b"\1\x22\0\2\x11\0\3\x11\0"[: 3 * count]
        frame = jpeg_segment(0xC0, struct.pack(">BHHB", 8, 33, 40, count) + parts)
        scan = jpeg_segment(0xDA, bytes([count]) + b"\1\0\2\0\3\0"[: 2 * count] + b"\0\x3f\0")
        marks = jpeg_segment(0xDD, struct.pack(">H", restart)) if restart else b""
        data = b"\x12\xff\0\x34\xff\xd0\x56\xff\xff\0\xff\xd1\xff\xd5\x78\xff\xd2"
        yield b"\xff\xd8" + exif + table + codes + marks + frame + scan + data + b"\xff\xd9"


def spirv(*instructions):
    words = [0x07230203, 0x10000, 0, 60, 0]
    for op, *operands in instructions:
        words += [(len(operands) + 1) << 16 | op, *operands]
    return struct.pack(f"<{len(words)}I", *words)


def made_spirv():
    """Kernels "f" of a number, vectors, pointers, a struct, an image and a sampler; and the compiler's own words of it."""
    types = ((19, 1), (21, 2, 32, 0), (22, 3, 32), (23, 4, 3, 4), (30, 5, 2, 3), (32, 6, 5, 4), (32, 7, 7, 5),
             (25, 8, 1, 1, 0, 0, 0, 0, 0, 0), (26, 10))
    parameters = ((55, 2, 50), (55, 6, 51), (55, 7, 52), (55, 8, 53), (55, 10, 54))
    kernel = (15, 6, 40, 0x66), *types, (54, 1, 40, 0, 2), *parameters, (56,)
    yield spirv(*kernel)
    yield spirv((5, 50, 0x616161), (71, 52, 38, 2), (71, 50, 38, 1), (71, 51, 21), *kernel)
    text = struct.unpack("<6I", b"kernel_arg_type.f.uint,\0")
    yield spirv((7, 41, *text), *kernel)


MADE = {"bmp": made_bmp, "image_header": made_image_header, "jpeg": made_jpeg, "npy": made_npy, "pnm": made_pnm, "programs": made_database, "spirv": made_spirv, "store": made_database}


def write(target, folder):
    for path in (HERE / "seeds" / target).glob("*"):
        shutil.copy(path, folder)
    for place, seed in enumerate(MADE.get(target, list)()):
        (folder / f"made-{place}").write_bytes(seed)
