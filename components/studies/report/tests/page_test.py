"""The page of studies: what it shows, hides and says when somebody uses it."""

import synthetic
from pages import CHART, LONG_NAME, PIXELS, PageTest, main, text_of


class UseTest(PageTest):
    def test_hover_shows_exact_values(self):
        page = self.open(self.one)
        self.show_chart(page)
        summary = self.charts("first")[0]["lines"][2]["points"][1]["summary"]
        self.hover(page, 0, 2, 1)
        shown = page.evaluate(text_of("#tip"))
        for value in (summary["median"], summary["low"], summary["high"], summary["lower_quartile"], summary["upper_quartile"]):
            self.assertIn(f"{value:.6g}", shown)
        for words in ("separated", "filter size, pixels\n5", "ms", "20, ", "outlier", "image.direct.separated"):
            self.assertIn(words, shown)
        page.move(5, 5)
        self.assertTrue(page.evaluate("document.getElementById('tip').hidden"))

    def test_summaries_are_those_of_the_program(self):
        compared = 0
        for name, path in (("first", self.one), ("counts", self.counts)):
            page = self.open(path)
            shown = page.evaluate("chartGroups(studyNames()[0]).map((group) => group.lines.map((line) =>"
                                  " line.points.map((point) => point.summary)))")
            for chart, own_lines in zip(self.charts(name), shown, strict=True):
                for line, own_points in zip(chart["lines"], own_lines, strict=True):
                    for point, own in zip(line["points"], own_points, strict=True):
                        self.compare_summaries(point.get("summary"), own, f"{chart['title']}, {line['name']} at {point['x']}")
                        compared += own is not None
        self.assertGreater(compared, 140)

    def compare_summaries(self, expected, shown, where):
        if expected is None:
            return self.assertIsNone(shown, where)
        del expected["mean"]  # which the page does not show
        self.assertEqual(sorted(shown), sorted(expected), where)
        for name, value in expected.items():
            values, own = (each if isinstance(each, list) else [each] for each in (value, shown[name]))
            self.assertEqual(len(own), len(values), f"{where}: {name}")
            for one, other in zip(values, own):
                self.assertLess(abs(one - other), 1e-12 * one, f"{where}: {name}")

    def test_legend_hides_and_shows_a_line(self):
        page = self.open(self.one)
        self.show_chart(page)
        visible = f"{CHART}(0).isDatasetVisible(0)"
        self.assertTrue(page.evaluate(visible))
        before = page.evaluate(f"{PIXELS}(0)")
        page.click_on("button.line[data-line=single]")
        self.assertFalse(page.evaluate(visible))
        self.assertEqual(page.evaluate("document.querySelector('button.line').getAttribute('aria-pressed')"), "false")
        page.move(5, 5)
        self.assertNotEqual(page.evaluate(f"{PIXELS}(0)"), before)
        page.click_on(".views button[data-view=boxes]")
        self.assertFalse(page.evaluate(visible), "a hidden line stays hidden in the other view")
        page.click_on(".views button[data-view=lines]")
        page.click_on("button.line[data-line=single]")
        page.move(5, 5)
        self.assertEqual(page.evaluate(f"{PIXELS}(0)"), before)

    def test_box_plots_have_outliers_that_can_be_hidden(self):
        page = self.open(self.one)
        self.show_chart(page)
        page.click_on(".views button[data-view=boxes]")
        drawn = "Number(document.querySelector('figure.chart canvas').dataset.outliers)"
        points = [point for line in self.charts("first")[0]["lines"] for point in line["points"]]
        recorded = sum(len(point["summary"]["outliers"]) for point in points if "summary" in point)
        self.assertGreater(recorded, 5)
        self.assertEqual(page.evaluate(drawn), recorded)
        page.click_on("input[data-name=log]")
        before, top = page.evaluate(f"{PIXELS}(0)"), page.evaluate(f"{CHART}(0).scales.y.max")
        page.click_on("input[data-name=outliers]")
        self.assertEqual(page.evaluate(drawn), 0)
        self.assertNotEqual(page.evaluate(f"{PIXELS}(0)"), before)
        self.assertLess(page.evaluate(f"{CHART}(0).scales.y.max"), top)
        self.hover(page, 0, 1, 2)
        self.assertIn("local", page.evaluate(text_of("#tip")))

    def test_click_shows_the_kernel_and_every_run(self):
        page = self.open(self.one)
        self.show_chart(page)
        at = self.hover(page, 0, 4, 2)
        page.click(at["x"], at["y"])
        self.assertTrue(page.evaluate("document.getElementById('kernel').open"))
        panel = page.evaluate(text_of("#kernel"))
        self.assertIn("// kernel of predefined 7x7", panel)
        self.assertIn("if (a < b && c > d)", panel)
        for ms in page.evaluate("data.records[0].studies[0].charts[0].lines[4].points[2].ms"):
            self.assertIn(f"{ms:.6g}", panel)
        page.press("Escape", 27)
        self.assertFalse(page.evaluate("document.getElementById('kernel').open"))

    def test_keyboard_reaches_values_and_kernels(self):
        page = self.open(self.one)
        page.evaluate("document.querySelector('.views button[data-view=values]').focus()")
        page.press("Enter", 13)
        rows = page.evaluate("document.querySelector('figure.chart tbody').rows.length")
        self.assertEqual(rows, 20)
        self.assertIn("local memory of 65536 bytes", page.evaluate(text_of("figure.chart tbody")))
        page.evaluate("document.querySelector('figure.chart tbody button').focus()")
        page.press("Enter", 13)
        self.assertIn("// kernel of single 3x3", page.evaluate(text_of("#kernel pre")))

    def test_missing_points_have_their_reason(self):
        page = self.open(self.one)
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        self.assertIn("local memory of 65536 bytes is needed, the device has 32768: local at 9", page.evaluate(text_of(".missing")))

    def test_claims_time_lines_tables_and_notes(self):
        page = self.open(self.one)
        badges = page.evaluate("[...document.querySelectorAll('.claims .badge')].map((badge) => badge.dataset.verdict)")
        self.assertEqual(badges, ["holds", "does not hold", "undecided", "untested", "holds"])
        self.assertIn("A tile is read once and used for each tap.", page.evaluate(text_of(".own-claims")))
        bars = page.evaluate("[...document.querySelectorAll('.timeline .lane')].map((lane) => lane.children.length)")
        self.assertEqual(bars, [2, 1, 1, 1], "two commands of queue 2 overlap")
        self.assertIn("Sampler coordinates", page.evaluate(text_of("[data-study=vector-add] details.table summary")))
        self.assertIn("The original listing left out", page.evaluate(text_of(".notes")))

    def test_two_devices_are_compared(self):
        page = self.open(self.two)
        self.show_chart(page)
        labels = page.evaluate(f"{CHART}(0).data.datasets.map((dataset) => dataset.label)")
        self.assertEqual(len(labels), 10)
        self.assertEqual(labels[0], "single, Synthetic device")
        self.assertEqual(labels[5], f"single, {LONG_NAME}")
        dashes = page.evaluate(f"{CHART}(0).data.datasets.map((dataset) => dataset.borderDash.length > 0)")
        self.assertEqual(dashes, [False] * 5 + [True] * 5)
        heads = page.evaluate("[...document.querySelectorAll('.claims th')].map((head) => head.textContent)")
        self.assertEqual(heads, ["No.", "claim", "study", "Synthetic device", LONG_NAME])
        self.hover(page, 0, 5, 1)
        self.assertIn(LONG_NAME, page.evaluate(text_of("#tip")))

    def test_tables_of_two_devices_are_compared(self):
        page = self.open(self.two)
        shown = page.evaluate(text_of("[data-study=vector-add] .compared"))
        self.assertIn(f"1 of 4 cells differ between Synthetic device and {LONG_NAME}: 1 at texel edge.", shown)
        cells = page.evaluate("[...document.querySelectorAll('.compared tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText))")
        self.assertEqual(cells, [["-0.25", "edge", "repeat", "6", "7"]])
        results = page.evaluate("[...document.querySelectorAll('.compared p')].map((one) => one.innerText)")
        self.assertEqual(results[1], f"Limits, compared. All 2 cells are the same on Synthetic device and {LONG_NAME}.")
        page.open(self.one)
        self.assertEqual(page.evaluate("document.querySelectorAll('.compared').length"), 0)

    def test_all_lines_hide_and_show_at_once(self):
        page = self.open(self.two)
        self.show_chart(page)
        shown = f"{CHART}(0).getVisibleDatasetCount()"
        for text, number in (("Hide all", 0), ("Show all", 10)):
            page.evaluate(f"[...document.querySelectorAll('button.all')].find((one) => one.textContent === '{text}').click()")
            self.assertEqual(page.evaluate(shown), number)

    def test_no_text_becomes_code(self):
        page = self.open(self.nasty)
        page.evaluate("for (const button of document.querySelectorAll('[data-study=hostile] button[data-view=values]')) button.click()")
        page.evaluate("for (const button of document.querySelectorAll('[data-study=hostile] td button')) button.click()")
        self.assertFalse(page.evaluate("'hacked' in window"))
        self.assertEqual(page.evaluate("document.images.length"), 0)
        self.assertIn(synthetic.HOSTILE.replace("\u202e", ""),
                      page.evaluate(text_of("[data-study=hostile] h2 + p")).replace("\u202e", ""))
        self.assertIn("stopped by the user", page.evaluate(text_of(".alerts")))
        self.assertIn("sync failed", page.evaluate(text_of(".alerts")))


if __name__ == "__main__":
    main()
