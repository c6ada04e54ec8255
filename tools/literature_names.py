"""What rows of docs/literature/rows.txt may name, whether it is there, and how the page shows it.

A cell is names with ';' between them, each perhaps with words in parentheses behind it:

    lenslet CMD --option ...     a command of the tool, which has these options
    lenslet listing NAME NAME    listings, as the tool lists them
    study NAME                   a study, op NAME an op, both as the tool lists them
    HEADER.hpp Name, Name        names that a public header declares; Class::member counts by its last part
    page FILE.md#heading         a page of docs/
    PATH                         a file or folder: tests/..., core/..., components/..., examples/..., bench/..., tools/..., README.md, dev
    PATH Name, Name              tests in it: Suite.Name of GoogleTest, test_name of Python
    reason: TEXT                 why there is nothing of ours
    awaits: TEXT                 what is not there yet; the check tells which rows wait
    @SHORT                       what a line '@SHORT = names' of the file stands for
"""
import functools
import pathlib
import re
import subprocess

faults = []
root, tool = pathlib.Path(), ""


def fault(text):
    faults.append(f"docs/literature/rows.txt: {text}")


def begin(folder, lenslet):
    global root, tool
    root, tool = folder, lenslet


@functools.cache
def read(path):
    return (root / path).read_text(encoding="utf-8")


@functools.cache
def printed(*words):
    done = subprocess.run([tool, *words], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


@functools.cache
def listed(command):
    """Returns the first words of the lines that a command lists."""
    return {line.split()[0] for line in (printed(command) or "").splitlines() if line.strip()}


def slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def study_link(name):
    """Returns a link to what the study found, or to its text where nothing is recorded yet."""
    found = f"\n## {name}\n" in read("docs/studies.md")
    return f"[{name}](studies.md#{name})" if found else f"[{name}](studies/{name}.md)"


class Reference:
    """A name, what kind of thing it is, and the words behind it."""

    def __init__(self, text):
        match = re.fullmatch(r"(.*?)(?: \(([^()]*(?:\([^()]*\)[^()]*)*)\))?", text, re.DOTALL)
        self.name, self.note = (match[1], match[2]) if not text.startswith(("reason:", "awaits:")) else (text, None)
        self.kind, self.words = self.name.split(":")[0] if text.startswith(("reason:", "awaits:")) else "", self.name.split()
        check = self.checker()
        if not check:
            fault(f"'{text}' is nothing that a row can name")
        elif wrong := check():
            fault(f"'{text}': {wrong}")

    def checker(self):
        if self.kind:
            return lambda: None
        by_word = {"lenslet": self.command, "study": self.study, "op": self.op, "page": self.page}
        if self.words[0] in by_word:
            return by_word[self.words[0]]
        return self.header if self.words[0].endswith(".hpp") and "/" not in self.words[0] else self.path

    def command(self):
        words = [word for word in self.words[1:] if not word.startswith("-")]
        if words[0] == "listing":
            unknown = [name for name in words[1:] if name not in listed("listing")]
            words = words[:1]
            if unknown:
                return f"no listing {unknown[0]}"
        text = printed(*words, "--help") if words != ["study"] else printed("study", "--help")
        if text is None:
            return "the tool has no such command"
        missing = [word for word in self.words[1:] if word.startswith("-") and word not in text]
        return f"the command has no {missing[0]}" if missing else None

    def study(self):
        return None if re.search(rf"^study {re.escape(self.words[1])} ", read("components/studies/claims.txt"), re.MULTILINE) else "no such study"

    def op(self):
        return None if self.words[1] in listed("ops") else "no such op"

    def page(self):
        file, _, heading = self.words[1].partition("#")
        if not (root / "docs" / file).is_file():
            return "no such page"
        headings = {slug(line.lstrip("#").strip()) for line in read(f"docs/{file}").splitlines() if line.startswith("#")}
        return f"the page has no heading #{heading}" if heading and heading not in headings else None

    def header(self):
        if self.header_file() is None:
            return "no such header"
        text = read(self.header_file())
        missing = [name for name in self.members() if not re.search(rf"\b{re.escape(name.split('::')[-1])}\b", text)]
        return f"the header has no {missing[0]}" if missing else None

    def header_file(self):
        """Its place in the repository: the core's, or a component's."""
        found = [*root.glob(f"core/include/lenslet/{self.words[0]}"), *root.glob(f"components/*/include/lenslet/{self.words[0]}")]
        return found[0].relative_to(root).as_posix() if found else None

    def members(self):
        return [name.strip(",") for name in self.words[1:]]

    def path(self):
        file = root / self.words[0]
        if not file.exists():
            return "no such file"
        if len(self.words) == 1:
            return None
        text = read(self.words[0])
        missing = [name for name in self.members() if not re.search(pattern_of(name), text)]
        return f"the file has no {missing[0]}" if missing else None if in_build(file) else "no CMakeLists.txt beside it names it"

    def markdown(self):
        note = f" ({self.note})" if self.note else ""
        if self.kind:
            text = self.name.split(":", 1)[1].strip()
            return text[:1].upper() + text[1:] if self.kind == "reason" else f"**waits** for {text}"
        return self.link() + note

    def link(self):
        first, rest = self.words[0], " ".join(self.words[1:])
        if first == "lenslet":
            return f"`{self.name}`"
        if first == "study":
            return f"study {study_link(self.words[1])}"
        if first == "op":
            return f"op [{self.words[1]}](ops.md#{self.words[1].split('.')[-1]})"
        if first == "page":
            return f"[{self.words[1].replace('.md', '').replace('#', ': ').replace('-', ' ')}]({self.words[1]})"
        target = f"../{self.header_file()}" if self.checker() == self.header else f"../{first}"
        names = ", ".join(f"`{name}`" for name in self.members())
        return f"[{re.sub('^(tests|components)/', '', first)}]({target})" + (f" {names}" if names else "")


def pattern_of(name):
    """Returns what defines a test: Suite.Name, or a function of Python."""
    suite, _, test = name.partition(".")
    return rf"\(\s*{suite},\s*{test}\b" if test else rf"def {name}\b"


def in_build(file):
    """Whether the build or pytest runs a file of tests: by a list of names or by a pattern, beside it or one folder up."""
    for folder in (file.parent, file.parent.parent):
        lists = folder / "CMakeLists.txt"
        if lists.is_file():
            text = lists.read_text(encoding="utf-8")
            stem = file.stem.removesuffix("_test")
            return bool(re.search(rf"\b{re.escape(stem)}\b|{re.escape(file.name)}|\\*(_test)?[.]cpp|pytest|{{\w+}}_test", text))
    return False


def references(cell, shorts):
    cell = re.sub(r"@(\w+)", lambda short: shorts.get(short[1]) or fault(f"no line begins with @{short[1]}") or "dev", cell)
    return [Reference(" ".join(one.split())) for one in cell.split(";") if one.strip()]


def shown(found):
    return "; ".join(one.markdown() for one in found)
