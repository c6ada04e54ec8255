"""What docs/peers/functions.txt says of other libraries' functions, and whether the registry agrees.

The file says itself what may stand in it. A line that is wrong becomes a fault with its number.
"""
import functools
import json
import pathlib
import re
import shlex
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = ROOT / "docs/peers/functions.txt"
LINE = re.compile(r"(?P<name>[\w.]+)(?: (?P<sign>[=~x-])(?: (?P<calls>(?!: ).*?))?)?(?: : (?P<note>.+))?")
# What the tool says of a call that is right but for its files, of one with several results too.
TAKEN = re.compile(r"lenslet: (give (\d+|an) input|cannot read 'no-such-file'|no-such-file-\w+: no image format)")
THERE, PART, MISSING, OUTSIDE = "there", "part", "missing", "outside"


def plain(name):
    """A name as the registry spells synonyms: `scipy.ndimage.gaussian_filter` is "gaussianfilter"."""
    return re.sub(r"[\W_]", "", name.rsplit(".", 1)[-1]).lower()


def parts_of(text):
    """The calls of 'CALL or CALL'."""
    return [part.strip() for part in re.split(r" or (?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", text)]


class Registry:
    """The ops, as the tool tells them."""

    def __init__(self, tool):
        self.tool = tool
        known = json.loads(self.printed("ops", "--json").stdout)
        self.of_images = [op["name"] for op in known["ops"]]
        self.meanings, self.nearest, self.names, self.headings = {}, {}, set(), []
        for op in known["ops"] + known["array_ops"]:
            self.add(op)

    def add(self, op):
        family = op.get("family", "")
        name = op["name"] if family in ("", op["name"]) else f"{family}.{op['name']}"
        self.names.add(name)
        self.headings.append(name)
        self.meanings.setdefault(plain(name) if "." not in name else name, name)
        for synonym in op["synonyms"]:
            options = " --" + synonym["options"].replace("=", " ") if synonym.get("options") else ""
            self.meanings.setdefault(synonym["word"], name + options)
        for word in op["nearest_to"]:
            self.nearest.setdefault(word, name)

    def link(self, op):
        """A link to the op's heading in docs/ops.md; of those that are alike the later ones have a number."""
        heading = op.rsplit(".", 1)[-1]
        before = [other for other in self.headings[:self.headings.index(op)] if other.rsplit(".", 1)[-1] == heading]
        return f"[`{op}`](ops.md#{heading}{f'-{len(before)}' if before else ''})"

    def printed(self, *words):
        return subprocess.run([self.tool, *words], capture_output=True, text=True, check=False)

    def ops_of(self, call):
        """The ops that a call or the statements of a pipeline run."""
        if not call.startswith('"'):
            return [call.split()[0]]
        steps = re.split(r"[|;]", call.strip('"'))
        words = [step.rsplit(" = ", 1)[-1].split() for step in steps]
        return [step[0] for step in words if step[0] != "in"]

    @functools.cache
    def refusal(self, call):
        """What is wrong with a call; empty where the tool would run it."""
        if call.startswith("page "):
            return "" if (ROOT / "docs" / call.split()[1]).is_file() else "there is no such page"
        unknown = [op for op in self.ops_of(call) if op not in self.names]
        if unknown:
            return f"there is no op '{unknown[0]}'"
        if call in self.names:
            return ""
        said = self.printed("run", *shlex.split(call), "no-such-file").stderr.strip()
        return "" if TAKEN.match(said) else said.removeprefix("lenslet: ")


class Function:
    """A function of another library."""

    def __init__(self, name, module, group, number):
        self.name, self.module, self.group, self.number = name, module, group, number
        self.calls, self.wanted, self.note, self.nearest, self.state = [], [], "", "", MISSING
        self.lacks = False  # the note says what is left out

    @property
    def path(self):
        return self.name if self.module.version == "any" else f"{self.module.path}.{self.name}"


class Module:
    def __init__(self, title, path, version):
        self.title, self.path, self.version, self.functions = title, path, version, []


class Peers:
    """The file, each function with what is there of it."""

    def __init__(self, registry, text=None):
        self.registry, self.faults = registry, []
        self.modules, self.wants, self.nones, self.elsewhere = [], {}, {}, {}
        self.group, self.reason = "", ""
        lines = (FILE.read_text(encoding="utf-8") if text is None else text).splitlines()
        self.read_wants(lines)
        for number, line in enumerate(lines, 1):
            if line and not line.startswith("#"):
                self.read(number, line)
        self.check_wants()
        self.check_ops(len(lines))

    def fault(self, number, words):
        self.faults.append(f"docs/peers/functions.txt:{number}: {words}")

    def functions(self):
        return [function for module in self.modules for function in module.functions]

    def read_wants(self, lines):
        for number, line in enumerate(lines, 1):
            if line.startswith("want "):
                call, _, words = line[5:].partition(" : ")
                self.wants[call] = (number, words)

    def read(self, number, line):
        word, _, rest = line.partition(" ")
        readers = {"module": self.read_module, "group": self.read_group, "none": self.read_none, "elsewhere": self.read_elsewhere,
                   "want": lambda *_: None}
        if word in readers and rest:
            readers[word](number, rest)
        elif match := LINE.fullmatch(line):
            self.read_function(number, match)
        else:
            self.fault(number, f"'{line}' is no line that the head of the file describes")

    def read_module(self, number, rest):
        match = re.fullmatch(r"(.+) = (?:([\w.]+) )?(\S+)", rest)
        if not match:
            self.fault(number, "allowed: module TITLE = PATH VERSION")
            return
        self.modules.append(Module(match[1], match[2] or "", match[3]))
        self.group, self.reason = "", ""

    def read_group(self, _, rest):
        match = re.fullmatch(r"(.+?)(?: x : (.+))?", rest)
        self.group, self.reason = match[1], match[2] or ""

    def read_none(self, number, rest):
        op, _, words = rest.partition(" : ")
        self.nones[op] = number
        if op not in self.registry.of_images:
            self.fault(number, f"there is no op '{op}' of images: delete the line")
        elif not words:
            self.fault(number, f"no words say what '{op}' is; allowed: none {op} : WORDS")

    def read_elsewhere(self, _, rest):
        path, *names = rest.split()
        self.elsewhere.setdefault(path, set()).update(names)

    def read_function(self, number, match):
        function = Function(match["name"], self.modules[-1], self.group, number)
        if any(function.path == other.path for other in self.functions()):
            self.fault(number, f"{function.path} stands here twice")
        function.module.functions.append(function)
        function.nearest = self.registry.nearest.get(plain(function.name), "")
        function.note = match["note"] or ""
        function.lacks = match["sign"] == "~"
        sign = match["sign"] or ("x" if self.reason else "")
        if sign == "x":
            function.state = OUTSIDE
            function.note = function.note or self.reason
        elif sign != "-":
            self.take_calls(function, sign, match["calls"])
        self.check_words(function, sign)

    def known(self, function):
        """The call of the op, there or wanted, whose name or synonym the function's name is."""
        word = plain(function.name)
        by_name = {plain(call): call for call in self.wants if " " not in call}
        return self.registry.meanings.get(word) or by_name.get(word, "")

    def take_calls(self, function, sign, text):
        known = self.known(function)
        if sign == "=" and text == known:
            self.fault(function.number, f"the registry says '{known}' of this name itself: delete '= {text}'")
        for call in parts_of(text) if text else [known] if known else []:
            self.take_call(function, call)
        if function.calls:
            function.state = PART if sign == "~" or function.wanted else THERE

    def take_call(self, function, call):
        refusal = self.registry.refusal(call)
        if not refusal:
            function.calls.append(call)
        elif call in self.wants:
            function.wanted.append(call)
        else:
            self.fault(function.number, f"{function.path}: '{call}': {refusal}, and no 'want' line has it")

    def check_words(self, function, sign):
        if sign in ("~", "x") and not function.note:
            missing = "is left out" if sign == "~" else "the reason is"
            self.fault(function.number, f"{function.path}: no words say what {missing}")
        if sign == "-" and not (self.known(function) or self.reason):
            self.fault(function.number, f"the registry has no op of the name {function.name}: delete '-'")

    def check_wants(self):
        named = {call for function in self.functions() for call in function.wanted + function.calls}
        for call, (number, words) in self.wants.items():
            if not self.registry.refusal(call):
                self.fault(number, f"'{call}' is there now: delete the line")
            elif call not in named:
                self.fault(number, f"no function names '{call}'")
            elif not words:
                self.fault(number, f"no words say what '{call}' is; allowed: want {call} : WORDS")

    def check_ops(self, end):
        named = {}
        for function in self.functions():
            for call in function.calls:
                for op in self.registry.ops_of(call):
                    named.setdefault(op, function)
        for op in self.registry.of_images:
            if op in self.nones and op in named:
                self.fault(self.nones[op], f"{named[op].path} names '{op}': delete the line")
            elif op not in self.nones and op not in named:
                self.fault(end, f"no function names the op '{op}': write 'NAME = {op}' in the line of one that it is like, or add "
                                f"here 'none {op} : WORDS'")

    def served_by(self, call):
        """The functions that wait for a call."""
        return [function for function in self.functions() if call in function.wanted]
