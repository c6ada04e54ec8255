"""docs/README.md, the list of all pages, names each of them."""
import re
import unittest
from pathlib import Path

PAGES = Path(__file__).parents[2] / "docs"


class PagesListed(unittest.TestCase):
    def test_each_page_is_in_the_list(self):
        linked = set(re.findall(r"\]\(([\w-]+\.md)", (PAGES / "README.md").read_text(encoding="utf-8")))
        self.assertEqual({page.name for page in PAGES.glob("*.md")} - {"README.md"} - linked, set())


if __name__ == "__main__":
    unittest.main()
