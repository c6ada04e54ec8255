"""The page of studies has what it is made of: records of one machine and day each, and the literature's figures."""

import json
import pathlib
import re
import unittest

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
DATA = DOCS / "studies/data"


def rows(path):
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


class StudiesData(unittest.TestCase):
    def test_every_record_is_listed_once(self):
        names = [line.split()[0] for line in rows(DATA / "list.txt")]
        self.assertEqual(sorted(names), sorted(path.name for path in DATA.glob("*.json")))

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


if __name__ == "__main__":
    unittest.main()
