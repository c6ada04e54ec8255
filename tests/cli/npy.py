"""The bytes of .npy files, made and read without NumPy."""

import ast
import struct

LETTERS = {"|u1": "B", "|i1": "b", "<u2": "H", "<i2": "h", "<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q", "<f2": "e", "<f4": "f", "<f8": "d"}


def npy(values, code="<f4", shape=None, order="False"):
    shape = shape or f"({len(values)},)"
    text = f"{{'descr': '{code}', 'fortran_order': {order}, 'shape': {shape}, }}\n".encode()
    data = struct.pack(f"<{len(values)}{LETTERS.get(code, 'f')}", *values)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


def read_npy(path):
    """(type's code, shape, flat values)"""
    data = path.read_bytes()
    size, = struct.unpack_from("<H", data, 8)
    header = ast.literal_eval(data[10:10 + size].decode())
    letter = LETTERS[header["descr"]]
    values = struct.unpack(f"<{(len(data) - 10 - size) // struct.calcsize(letter)}{letter}", data[10 + size:])
    return header["descr"], header["shape"], list(values)
