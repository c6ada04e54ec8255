"""Manual pages and completions have every command and option of the tool, and shells take them: bash, and zsh and fish where they
are. `write_pages` is tried on the tool; what must be in its files is read from --help again, by other means."""
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = os.environ["LENSLET_TOOL"]
PAGES = Path(tempfile.mkdtemp())


def setUpModule():
    subprocess.run([sys.executable, "-B", ROOT / "tools/write_pages", TOOL, PAGES], check=True)


def tearDownModule():
    shutil.rmtree(PAGES)


def help_of(*path):
    result = subprocess.run([TOOL, *path, "--help"], capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else ""


def commands():
    listed = help_of().split("Commands:\n")[1].split("\n\n")[0]
    return re.findall(r"^  (\w+)", listed, re.MULTILINE)


def options(text):
    """The first word of each line of the sections of options."""
    return re.findall(r"^  (?:-\w, )?(--[\w.-]+)", text, re.MULTILINE)


def man(name):
    text = gzip.decompress((PAGES / "man" / f"{name}.1.gz").read_bytes()).decode()
    return text.replace("\\-", "-")


def bash(*words):
    script = (f"source {PAGES}/completions/bash/lenslet; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _lenslet; "
              "printf '%s\\n' \"${COMPREPLY[@]}\"")
    return subprocess.run(["bash", "-c", script, "bash", *words], capture_output=True, text=True, check=True).stdout.split()


def fish(line):
    out = subprocess.run(["fish", "--no-config", "-c", f"source {PAGES}/completions/fish/lenslet.fish; complete -C '{line}'"],
                         capture_output=True, text=True, check=True).stdout
    return [row.split("\t")[0] for row in out.splitlines()]


# _describe of a stand-in prints what it was given; _files prints FILES.
ZSH = """
compdef() { : }
_describe() { local -a shown; shown=("${(@P)@[-1]}"); print -l -- $shown; }
_files() { print FILES; }
fpath=($1 $fpath); autoload -Uz _lenslet; shift
words=("$@"); CURRENT=$#
_lenslet
"""


def zsh(*words):
    out = subprocess.run(["zsh", "-f", "-c", ZSH, "zsh", PAGES / "completions/zsh", *words], capture_output=True, text=True,
                         check=True).stdout
    return [row.replace("\\:", "\0").split(":")[0].replace("\0", ":") for row in out.splitlines()]


class Pages(unittest.TestCase):
    def test_each_command_has_a_page_with_each_option(self):
        self.assertGreater(len(commands()), 20)
        overview = man("lenslet")
        for command in commands():
            self.assertIn(f"\n.B {command}\n", overview)
            text = help_of(command)
            for option in options(text):
                self.assertRegex(man(f"lenslet-{command}"), rf"\n\.B .*{re.escape(option)}\b", f"{command} {option}")

    def test_each_op_and_parameter_is_in_the_page_of_run(self):
        page = man("lenslet-run")
        ops = re.findall(r"^  ([\w.]+)", help_of("run").split("Ops:\n")[1].split("\n\n")[0], re.MULTILINE)
        self.assertGreater(len(ops), 80)
        for op in ops:
            self.assertIn(f"\n.SS {op}\n", page)
        for op in ("gaussian", "resize", ops[-1]):
            for option in options(help_of("run", op)):
                self.assertRegex(page, rf"\n\.B .*{re.escape(option)}\b", f"{op} {option}")

    @unittest.skipUnless(shutil.which("man"), "man is missing")
    def test_man_finds_nothing_wrong(self):
        for name in ("lenslet", "lenslet-run", "lenslet-cache"):
            result = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", PAGES / "man" / f"{name}.1.gz"],
                                    capture_output=True, text=True, env=os.environ | {"MANWIDTH": "100", "MANROFFSEQ": ""})
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("\nSYNOPSIS\n", re.sub(".\x08", "", result.stdout))  # bold is a letter twice

    def test_bash_completes(self):
        self.assertEqual(set(bash("lenslet", "")) & set(commands()), set(commands()))
        self.assertEqual(bash("lenslet", "run", "gaussi"), ["gaussian"])
        self.assertEqual(bash("lenslet", "run", "gaussian", "--sigma_"), ["--sigma_y"])
        self.assertEqual(bash("lenslet", "run", "gaussian", "--tune", "c"), ["cached"])
        self.assertEqual(bash("lenslet", "cache", "exp"), ["export"])
        for command in commands():
            self.assertLessEqual(set(options(help_of(command))), set(bash("lenslet", command, "--")), command)
        for path in (("run", "gaussian"), ("cache", "export")):
            self.assertLessEqual(set(options(help_of(*path))), set(bash("lenslet", *path, "--")), path)
        self.assertIn("/etc/passwd", bash("lenslet", "run", "gaussian", "/etc/passw"))

    @unittest.skipUnless(shutil.which("fish"), "fish is missing")
    def test_fish_completes(self):
        self.assertLessEqual(set(commands()), set(fish("lenslet ")))
        self.assertEqual(fish("lenslet run gaussi"), ["gaussian"])
        self.assertEqual(fish("lenslet run gaussian --sigma_"), ["--sigma_y"])
        self.assertEqual(fish("lenslet run gaussian --tune c"), ["cached"])
        for path in (("run",), ("doctor",), ("run", "gaussian"), ("cache", "export")):
            self.assertLessEqual(set(options(help_of(*path))), set(fish(f"lenslet {' '.join(path)} --")), path)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is missing")
    def test_zsh_completes(self):
        self.assertLessEqual(set(commands()), set(zsh("lenslet", "")))
        self.assertIn("gaussian", zsh("lenslet", "run", "gaussi"))
        self.assertEqual(zsh("lenslet", "run", "gaussian", "--tune", ""), ["off", "cached", "auto"])
        for path in (("run",), ("doctor",), ("run", "gaussian"), ("cache", "export")):
            self.assertLessEqual(set(options(help_of(*path))), set(zsh("lenslet", *path, "--")), path)
        self.assertIn("FILES", zsh("lenslet", "run", "gaussian", ""))


if __name__ == "__main__":
    unittest.main()
