"""The page of studies has what it is made of: records of one machine and day each, and the literature's figures. So has the
list of verdicts."""

import importlib.machinery
import importlib.util
import json
import pathlib
import re
import struct
import tempfile
import unittest
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
DATA = DOCS / "studies/data"
LOADER = importlib.machinery.SourceFileLoader("write_studies", str(ROOT / "tools/write_studies"))
WRITE = importlib.util.module_from_spec(importlib.util.spec_from_loader("write_studies", LOADER))
LOADER.exec_module(WRITE)


def rows(path):
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def rows_that_change(path):
    """Returns how many rows of a PNG, of those in its lower half, have more different bytes than a row of one colour has, by
    whichever of PNG's filters it is written."""
    data, place, packed = path.read_bytes(), 8, b""
    width, height = struct.unpack(">II", data[16:24])
    while place < len(data):
        size, kind = struct.unpack(">I4s", data[place:place + 8])
        packed += data[place + 8:place + 8 + size] if kind == b"IDAT" else b""
        place += 12 + size
    lines = zlib.decompress(packed)
    step = len(lines) // height
    lower = [lines[y * step + 1:(y + 1) * step] for y in range(height // 2, height)]
    return sum(1 for line in lower if len(set(line)) > 8)


class StudiesData(unittest.TestCase):
    def test_every_record_is_listed_once(self):
        names = [line.split()[0] for line in rows(DATA / "list.txt")]
        self.assertEqual(sorted(names), sorted(path.name for path in DATA.glob("*.json")))

    def test_records_name_no_place_of_a_machine(self):
        for path in DATA.glob("*.json"):
            found = re.search(r'[ "](/[\w.+-]+){2,}', path.read_text(encoding="utf-8"))
            self.assertIsNone(found, f"{path.name}: {found and found[0]}")

    def test_a_column_of_the_page_names_each_records_day(self):
        page = (DOCS / "studies.md").read_text(encoding="utf-8")
        header = re.search(r"^\| number \| claim \| study \|.*$", page, re.MULTILINE)[0]
        columns = header.split(" | ")[3:]
        self.assertEqual(len(columns), len(rows(DATA / "list.txt")))
        for column, line in zip(columns, rows(DATA / "list.txt")):
            record = json.loads((DATA / line.split()[0]).read_text(encoding="utf-8"))
            self.assertIn(record["time"][:10], column)
            named = record["machine"] if record["device"]["kind"] == "cpu" else record["device"]["name"]
            self.assertIn(named, column)
            self.assertNotEqual(named, "")

    def test_every_figure_of_the_literature_has_a_picture(self):
        for line in rows(DOCS / "studies/figures.txt"):
            figure, what, picture, *chart = [cell.strip() for cell in line.split("|")]
            self.assertIn(len(chart), (0, 2), line)
            path = DOCS / (f"studies/{picture}.png" if chart else picture)
            self.assertTrue(path.exists(), f"{figure}, {what}: {path} is missing")

    def test_charts_are_drawn(self):
        for path in (DOCS / "studies").glob("*.png"):
            self.assertGreater(rows_that_change(path), 20, f"{path.name} is empty")

    def test_verdicts_are_those_of_the_records(self):
        with tempfile.TemporaryDirectory() as folder:
            written = pathlib.Path(folder) / "verdicts.txt"
            WRITE.write_verdicts(written, [path for path, _ in WRITE.listed(DATA)])
            kept, due = (path.read_text(encoding="utf-8").split("\n") for path in (WRITE.VERDICTS, written))
            self.assertEqual(kept, due, "tools/write_studies --only-verdicts writes it anew")


if __name__ == "__main__":
    unittest.main()
