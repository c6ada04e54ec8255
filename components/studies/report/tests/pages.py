"""Pages of studies in a headless Chromium, for the tests of them."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import browser
import synthetic

TOOL = os.environ["LENSLET_TOOL"]
REWRITE_RECORD = os.environ["LENSLET_REWRITE_RECORD"]
TOOLS = Path(browser.__file__).parent
SKIPPED = 77
LONG_NAME = "pthread-Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz"

# Of the n-th chart of the page, drawn and in view: where a point of a line is on the screen.
PLACE = """((chart, line, point) => {
    const canvas = document.querySelectorAll("figure.chart")[chart].querySelector("canvas");
    const element = Chart.getChart(canvas).getDatasetMeta(line).data[point];
    const box = canvas.getBoundingClientRect();
    return { x: box.x + element.x, y: box.y + element.y };
})"""
CHART = """((chart) => Chart.getChart(document.querySelectorAll("figure.chart")[chart].querySelector("canvas")))"""
PIXELS = """((chart) => document.querySelectorAll("figure.chart")[chart].querySelector("canvas").toDataURL())"""


def text_of(selector):
    return f"(document.querySelector({json.dumps(selector)})?.innerText ?? null)"


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.browser = cls.enterClassContext(browser.Browser())
        first = synthetic.write(cls.folder / "first.json")
        second = synthetic.write(cls.folder / "second.json", LONG_NAME, 40.0)
        many = [synthetic.write(cls.folder / f"many{i}.json", name, factor, crowded=12)
                for i, (name, factor) in enumerate((("Synthetic device", 1.0), (LONG_NAME, 40.0)))]
        hostile = synthetic.write(cls.folder / "hostile.json", synthetic.HOSTILE, hostile=True)
        counts = synthetic.write(cls.folder / "counts.json", counts=True)
        cls.one = cls.render("one", first)
        cls.two = cls.render("two", first, second)
        cls.crowded = cls.render("crowded", *many)
        cls.nasty = cls.render("nasty", hostile, second)
        cls.counts = cls.render("counts", counts)

    @classmethod
    def render(cls, name, *records):
        page = cls.folder / f"{name}.html"
        sources = [word for record in records for word in ("--from", record)]
        subprocess.run([TOOL, "study", *sources, "--html", page], check=True, stdout=subprocess.DEVNULL, timeout=900)
        return page

    def charts(self, name):
        """Charts of a record's first study as the program writes them, with summaries of the runs."""
        done = subprocess.run([REWRITE_RECORD, self.folder / f"{name}.json"], check=True, capture_output=True, timeout=900)
        return json.loads(done.stdout)["studies"][0]["charts"]

    def open(self, path, width=1280, scheme="light"):
        page = self.browser.page(width, 900, scheme)
        page.open(path)
        self.addCleanup(self.check_quiet, page)
        return page

    def check_quiet(self, page):
        self.assertEqual(page.errors, [])
        self.assertEqual([url for url in page.requests if not url.startswith(("file:", "data:"))], [])

    def show_chart(self, page, number=0):
        page.evaluate(f"document.querySelectorAll('figure.chart')[{number}].scrollIntoView({{ block: 'start' }})")
        page.settle()
        page.settle()

    def hover(self, page, *place):
        at = page.evaluate(f"{PLACE}{place}")
        page.move(at["x"], at["y"])
        return at


def main():
    if browser.find() is None:
        print("skipped: no Chromium ('./dev test' installs it; LENSLET_BROWSER names another)")
        sys.exit(SKIPPED)
    unittest.main()
