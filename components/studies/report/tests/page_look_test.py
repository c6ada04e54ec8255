"""The page of studies: what is where, in which colours, on which screen or paper."""

import json
import math
import subprocess

import synthetic
from pages import CHART, PIXELS, TOOL, TOOLS, PageTest, main, text_of


class LookTest(PageTest):
    def test_the_chart_comes_first_then_verdicts_with_intervals_and_folded_figures(self):
        page = self.open(self.one)
        parts = page.evaluate("[...document.querySelector('[data-study=gradient]').children].map((one) => one.className)")
        self.assertEqual(parts[:6], ["", "summary", "terms", "chart", "own-claims", "chart"])
        self.assertEqual(page.evaluate(text_of(".terms")).split("\n"), ["single", "a launch for each filter", "double", "both in one launch"])
        answers = page.evaluate("[...document.querySelector('.own-claims > li').querySelectorAll('.strip')].map((one) => one.dataset.answer)")
        self.assertEqual(answers, ["no", "yes", "yes", "maybe"])
        self.assertFalse(page.evaluate("document.querySelector('.own-claims details').open"))
        self.assertIn("local is 1.31 times as fast as single (1.22 to 1.40)", page.evaluate(
            "document.querySelector('.own-claims details').textContent"))
        places = page.evaluate("""[...document.querySelectorAll('.own-claims .strip')].slice(0, 4).map((strip) => {
            const middle = (kind) => { const box = strip.querySelector(kind).getBoundingClientRect(); return box.x + box.width / 2; };
            return middle('.median') - middle('.grid.one');
        })""")
        self.assertLess(places[0], 0, "a ratio under 1 lies left of it")
        self.assertGreater(places[2], places[1])

    # Colours of hsl() as numbers of red, green and blue.
    def colours(self, page):
        return page.evaluate(f"""{CHART}(0).data.datasets.map((dataset) => {{
            const context = document.createElement("canvas").getContext("2d");
            context.fillStyle = dataset.borderColor;
            return context.fillStyle.match(/[0-9a-f]{{2}}/g).map((part) => parseInt(part, 16));
        }})""")

    def test_no_two_lines_share_a_colour(self):
        for scheme in ("light", "dark"):
            page = self.open(self.crowded, scheme=scheme)
            self.show_chart(page)
            colours = self.colours(page)
            self.assertEqual(len(colours), 24)
            nearest = min(sum(abs(a - b) for a, b in zip(one, other)) for i, one in enumerate(colours) for other in colours[:i])
            self.assertGreater(nearest, 24, scheme)

    def test_no_label_is_cut_to_its_neighbours_or_runs_into_it(self):
        for width in (1280, 400):
            page = self.open(self.crowded, width)
            self.show_chart(page)
            ticks = page.evaluate(f"{CHART}(0).scales.x.ticks.map((tick) => [tick.label].flat())")
            labels = [" ".join(lines) for lines in ticks]
            self.assertEqual(len(set(labels)), 8)
            self.assertTrue(all(f"y{i + 1}." in label for i, label in enumerate(labels)), labels)
            slant = page.evaluate(f"{CHART}(0).scales.x.labelRotation")
            gap = page.evaluate(f"{CHART}(0).scales.x.getPixelForValue(1) - {CHART}(0).scales.x.getPixelForValue(0)")
            height = 12 * max(map(len, ticks))  # pixels, of a label's lines
            self.assertGreater(gap * math.sin(math.radians(slant)), height, f"{width} pixels wide")

    def test_paper_is_light_and_has_every_chart(self):
        page = self.open(self.one, scheme="dark")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(page.evaluate("document.documentElement.dataset.theme"), "light")
        self.assertEqual(page.evaluate("document.querySelectorAll('figure.chart canvas').length"), 4)
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(page.evaluate("document.documentElement.dataset.theme"), "dark")

    def test_tables_are_there_without_a_script(self):
        page = self.browser.page(1280, 900)
        page.without_scripts()
        page.open(self.nasty)
        text = page.evaluate("document.body.innerText")
        for words in ("A kernel with local memory", "does not hold", "local is 1.31 times as fast as single (1.22 to 1.40)",
                      "Scharr derivatives of a pyramid, median ms", "Sampler coordinates"):
            self.assertIn(words, text)
        self.assertEqual(page.evaluate("document.images.length"), 0)

    def test_log_axes(self):
        page = self.open(self.one)
        self.show_chart(page, 2)
        self.assertEqual(page.evaluate(f"[{CHART}(2).scales.x.type, {CHART}(2).scales.y.type]"), ["logarithmic", "logarithmic"])
        self.assertEqual(page.evaluate(f"{CHART}(2).scales.x.ticks.map((tick) => tick.value)"), [2**14, 2**18, 2**22, 2**26])

    def test_nothing_is_wider_than_the_screen(self):
        for path in (self.one, self.two, self.crowded, self.nasty):
            for scheme in ("light", "dark"):
                page = self.open(path, 1280, scheme)
                for width in (1280, 400):
                    page.resize(width, 900)
                    for view in ("boxes", "values", "lines"):
                        page.evaluate(f"document.querySelectorAll('.views button[data-view={view}]').forEach((one) => one.click())")
                        page.settle()
                        wide = page.evaluate("document.documentElement.scrollWidth")
                        self.assertLessEqual(wide, width, f"{path.stem}, {scheme}, {view}")
                dark = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every((one) => one < 60)")
                self.assertEqual(dark, scheme == "dark")

    def test_theme_button(self):
        page = self.open(self.one, scheme="dark")
        self.show_chart(page)
        before = page.evaluate(f"{PIXELS}(0)")
        page.click_on("#theme")
        self.assertEqual(page.evaluate("document.documentElement.dataset.theme"), "light")
        self.assertNotEqual(page.evaluate(f"{PIXELS}(0)"), before)

    def test_docs_have_text_and_pictures(self):
        docs = self.folder / "docs"
        (docs / "studies").mkdir(parents=True)
        record = synthetic.record("A CPU")
        record["device"]["kind"] = "cpu"
        (self.folder / "cpu.json").write_text(json.dumps(record))
        (docs / "studies/front.md").write_text("*Front.*\n")
        (docs / "studies/figures.txt").write_text("# A comment.\n002:7, 3 | two laws | laws | vector-add | Speed-up\n003:9 | a tree | pictures/tree.svg\n")
        (docs / "studies/gradient.md").write_text("What was learned.\n")
        (docs / "studies/end.md").write_text("At the end.\n")
        subprocess.run([TOOLS / "write_studies", TOOL, self.folder / "first.json", self.folder / "cpu.json", "--docs", docs, "--seconds",
                        docs / "seconds.txt"], check=True, timeout=900,
                       stderr=subprocess.DEVNULL)
        self.assertEqual((docs / "seconds.txt").read_text(), "gradient 12.5 12.5\nvector-add 12.5 12.5\n")
        text = (docs / "studies.md").read_text()
        self.assertTrue(text.startswith("# Studies\n\n*Front.*\n\n## Devices\n"))
        self.assertIn("\n\n![The first chart of gradient](studies/gradient.png)\n\nWhat was learned.\n\n", text)
        self.assertTrue(text.endswith("\n\nAt the end.\n"))
        self.assertIn("| 002:7, 3 | two laws | [picture](studies/laws.png), [vector-add](#vector-add) |\n"
                      "| 003:9 | a tree | [picture](pictures/tree.svg) |\n", text)
        self.assertIn("<!doctype html>", (docs / "studies/data/studies.html").read_text())
        self.assertNotIn("<!--", text)
        for name in ("gradient", "vector-add", "laws"):
            self.assertTrue((docs / f"studies/{name}.png").read_bytes().startswith(b"\x89PNG"))

    def test_docs_come_from_the_listed_records(self):
        data = self.folder / "listed/studies/data"
        data.mkdir(parents=True)
        for name in ("A CPU", "A GPU"):
            (data / f"{name[2:]}.json").write_text(json.dumps(synthetic.record(name)))
        (data / "list.txt").write_text("# FILE STUDY...\nGPU.json vector-add\nCPU.json all\n")
        subprocess.run([TOOLS / "write_studies", TOOL, "--docs", self.folder / "listed"], check=True, timeout=900, stderr=subprocess.DEVNULL)
        text = (self.folder / "listed/studies.md").read_text()
        day = synthetic.record()["time"][:10]
        self.assertIn(f"| number | claim | study | A GPU, {day} | A CPU, {day} |", text)
        self.assertIn(f"Vector addition, median ms, on A GPU, {day}", text)
        self.assertIn(f"Scharr derivatives of a pyramid, median ms, on A CPU, {day}", text)
        self.assertNotIn(f"Scharr derivatives of a pyramid, median ms, on A GPU, {day}", text)
        self.assertIn(f"A GPU, {day}: **does not hold**", text)

    def test_a_record_is_added_without_kernels(self):
        data = self.folder / "added/studies/data"
        data.mkdir(parents=True)
        for _ in range(2):
            subprocess.run([TOOLS / "write_studies", "--docs", self.folder / "added", "--add", self.folder / "first.json", "a-gpu"],
                           check=True, timeout=60)
        self.assertEqual((data / "list.txt").read_text(), "a-gpu.json\n")
        self.assertNotIn("__kernel", (data / "a-gpu.json").read_text())
        done = subprocess.run([TOOL, "study", "--from", data / "a-gpu.json"], check=True, timeout=60, capture_output=True, text=True)
        self.assertIn("gradient: A kernel with local memory", done.stdout)

    def test_durations_are_written_alone_and_keep_what_no_record_has(self):
        seconds = self.folder / "seconds.txt"
        seconds.write_text("# The head.\nbuild 3.0 4.0\ngradient 1.0 2.0\n")
        record = synthetic.record("A CPU")
        record["device"]["kind"] = "cpu"
        (self.folder / "cpu.json").write_text(json.dumps(record))
        (self.folder / "small.json").write_text(json.dumps(record | {"options": record["options"] | {"scale": 0.01, "runs": 1}}))
        subprocess.run([TOOLS / "write_studies", "--only-seconds", self.folder / "small.json", self.folder / "cpu.json", "--seconds", seconds],
                       check=True, timeout=60)
        self.assertEqual(seconds.read_text(), "# The head.\nbuild 3.0 4.0\ngradient 12.5 2.0\nvector-add 12.5 0.0\n")


if __name__ == "__main__":
    main()
