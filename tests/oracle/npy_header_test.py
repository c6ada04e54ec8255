"""Headers of .npy files, right and damaged: Lenslet takes what NumPy takes, but for spellings that no writer has."""
import io
import os
import random
import re
import struct
import subprocess
import warnings

import numpy as np
import pytest

SEED = 20240611
CODES = {"|u1": "u8", "<u2": "u16", "<i4": "i32", "<u4": "u32", "<i8": "i64", "<u8": "u64", "<f2": "f16", "<f4": "f32",
         "<f8": "f64"}
SHAPES = ["()", "(0,)", "(7,)", "(2, 3)", "(2,3,)", "( 4 , 5 )", "(1, 2, 3, 4)", "(3L,)", "(2L, 5L)", "(123456,)"]
PIECES = ["(", ")", "[", "]", "{", "}", ",", ":", "'", '"', " ", "\n", "\r", "\t", "\f", "#", "\\", "\0", "+", "-", "*", ".",
          "True", "False", "None", "true", "L", "l", "0", "1", "2", "5L", "-1", "1.0", "1e0", "0x2", "1_0", "01", "00", "4j",
          "'descr'", '"shape"', "'fortran_order'", "'size'", "'<f4'", "'>f4'", "b'<f4'", "u'<f4'", "\xe9", "\xa0"]

# What a writer may write. NumPy takes more, as it takes any Python: comments, escapes, negative sides, keys twice.
TEXT = r"""('[^'\\\n\r]*'|"[^"\\\n\r]*")"""
BLANK = r"[ \t\n\r\f]*"
SIDE = rf"{BLANK}(0|[1-9][0-9]*)L?{BLANK}"
SHAPE = rf"\({BLANK}({SIDE},({SIDE},)*({SIDE})?)?{BLANK}\)"
ENTRY = rf"{BLANK}{TEXT}{BLANK}:{BLANK}({TEXT}|True|False|{SHAPE}){BLANK}"
PLAIN = re.compile(rf"[ \t]*\{{({ENTRY},){{2}}{ENTRY},?{BLANK}\}}{BLANK}")


def header(rng):
    entries = [f"'descr': '{rng.choice(list(CODES))}'", f"'fortran_order': {rng.choice(['True', 'False'])}",
               f"'shape': {rng.choice(SHAPES)}"]
    rng.shuffle(entries)
    text = "{" + rng.choice([", ", ",", " ,\n "]).join(entries) + rng.choice(["", ", ", ","]) + "}"
    if rng.random() < 0.3:
        text = text.replace("'", '"')
    return rng.choice(["", " ", "\t"]) + text + rng.choice(["", " ", "   \n", "\n"])


def damaged(rng, text):
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
        words = re.findall(r"\w+|\W", text) or [""]
        place = rng.randrange(len(words))
        words[place] = rng.choice(["", words[place] * 2, rng.choice(PIECES), words[place] + rng.choice(PIECES),
                                   rng.choice(words)])
        text = "".join(words)
    return text


def file_of(rng, text):
    version = rng.choice([(1, 0), (1, 0), (2, 0), (3, 0), (1, 1), (1, 125), (4, 0), (0, 0)])
    coded = text.encode("utf8" if version == (3, 0) else "latin1")
    length = struct.pack("<H" if version[0] == 1 else "<I", len(coded))
    return b"\x93NUMPY" + bytes(version) + length + coded


def numpys_verdict(content):
    """As Lenslet spells it."""
    stream = io.BytesIO(content)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # NumPy's advice on files of Python 2
            version = np.lib.format.read_magic(stream)
            reader = getattr(np.lib, "_format_impl", np.lib.format)
            reader._check_version(version)
            shape, _, dtype = reader._read_array_header(stream, version)
    except Exception as error:  # pylint: disable=broad-except  # whatever Python's parser throws
        return f"refused {error}"
    return f"taken {CODES.get(dtype.str, dtype.str)} [{', '.join(map(str, shape))}]"


def verdicts(files):
    frames = b"".join(struct.pack("<I", len(content)) + content for content in files)
    done = subprocess.run([os.environ["LENSLET_NPY_READER"]], input=frames, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode("latin1").splitlines()


@pytest.mark.skipif("LENSLET_NPY_READER" not in os.environ, reason="LENSLET_NPY_READER is not set")
def test_headers_are_taken_as_numpy_takes_them():
    print("seed", SEED)
    rng = random.Random(SEED)
    texts = [damaged(rng, header(rng)) for _ in range(6000)]
    files = [file_of(rng, text) for text in texts]
    taken = refused = 0
    for text, content, verdict in zip(texts, files, verdicts(files), strict=True):
        wanted = numpys_verdict(content)
        if verdict.startswith("taken"):
            assert verdict == wanted, content
            taken += 1
        elif verdict.startswith("refused") and PLAIN.fullmatch(text):
            assert wanted.startswith("refused"), (content, verdict)
            refused += 1
    assert taken > 500 and refused > 500, (taken, refused)


@pytest.mark.skipif("LENSLET_NPY_READER" not in os.environ, reason="LENSLET_NPY_READER is not set")
def test_numpys_own_files_are_taken():
    arrays = [np.zeros(shape, code, order) for code in CODES for shape in [(), (0,), (3,), (2, 3), (2, 3, 4), (1,) * 32]
              for order in "CF"]
    files = []
    for array in arrays:
        for version in [(1, 0), (2, 0), (3, 0)]:
            stream = io.BytesIO()
            np.lib.format.write_array(stream, array, version)
            files.append(stream.getvalue())
    wanted = [f"taken {CODES[array.dtype.str]} [{', '.join(map(str, array.shape))}]" for array in arrays for _ in range(3)]
    assert verdicts(files) == wanted
