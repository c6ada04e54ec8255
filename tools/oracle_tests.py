"""Which tests of tests/oracle compare an op with a function of another library, read from the tests' text.

A test compares the two where it, or what it calls and names in its own file and in those beside it, has the op's name as a
word of a text and calls or names the function. So a table of ops and functions at a file's head counts for each test that
uses it; that the pair belongs together says the table of peers.
"""
import ast
import pathlib
import re

PIPELINE = re.compile(r" \| |; *\w+ ")
JUDGES = {"compare"}  # files that compare results and compute none
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "tests/oracle"


class Part:
    """What a piece of code has: words of texts, and names, with dots."""

    def __init__(self, node):
        self.words, self.names = set(), set()
        prose = {inner.value for inner in ast.walk(node) if isinstance(inner, ast.Expr)}  # docstrings
        for inner in ast.walk(node):
            if isinstance(inner, ast.Constant) and isinstance(inner.value, str) and inner not in prose:
                self.words.update(words_of(inner.value))
            elif isinstance(inner, (ast.Name, ast.Attribute)):
                self.names.add(dotted(inner))
            elif isinstance(inner, ast.arg):  # a fixture
                self.names.add(inner.arg)


def words_of(text):
    """The first word, which may be an op; of a pipeline all."""
    return re.findall(r"[\w.]+", text) if PIPELINE.search(text) else text.split()[:1]


def dotted(node):
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


class File:
    """A file of tests: its parts by name, and what it imports."""

    def __init__(self, path):
        self.name = path.stem.removesuffix("_test")
        self.parts, self.imports, self.tests = {}, {}, []
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            self.add(node)

    def add(self, node):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            start = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            self.imports.update({name.asname or name.name: start + name.name for name in node.names})
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            self.parts[node.name] = Part(node)
            if node.name.startswith("test"):
                self.tests.append(node.name)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        self.parts[name.id] = Part(node.value)

    def path_of(self, name):
        """A name in the words of the module that has it: 'ndimage.label' is 'scipy.ndimage.label'."""
        first, _, rest = name.partition(".")
        found = self.imports.get(first, first)
        return f"{found}.{rest}" if rest else found


def has(words, op):
    """Whether words name the op: `sort`, or `reduce` and `sum`."""
    return all(word in words for word in op.split("."))


class OracleTests:
    def __init__(self, folder=FOLDER):
        self.files = {path.stem: File(path) for path in sorted(folder.glob("*.py")) if path.stem not in JUDGES}
        self.found = [(file.name, *self.closure(stem, test)) for stem, file in self.files.items() for test in file.tests]

    def closure(self, stem, name):
        """(words, names) of a part and of all that it names."""
        words, names, seen, waiting = set(), set(), set(), [(stem, name)]
        while waiting:
            place = waiting.pop()
            if place in seen or place[0] not in self.files or place[1] not in self.files[place[0]].parts:
                continue
            seen.add(place)
            file = self.files[place[0]]
            part = file.parts[place[1]]
            words |= part.words
            for inner in part.names:
                path = file.path_of(inner)
                names.add(path)
                waiting.append((place[0], inner.split(".")[0]))
                waiting.append(tuple(path.split(".")[:2]) if "." in path else place)
        return words, names

    def running(self, op):
        """The files in which a test names the op."""
        return sorted({file for file, words, _ in self.found if has(words, op)})

    def comparing(self, op, function):
        """The files in which a test names the op and the function, which has its module in front."""
        return sorted({file for file, words, names in self.found if has(words, op) and function in names})
