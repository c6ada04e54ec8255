#!/usr/bin/env python3
"""contents_test.py FOLDER: each Debian package of the folder has what its name says and nothing else, and says what it needs."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Of each package what must be in it, as patterns of paths; and of its control file what Depends must have.
WANTED = {
    "liblenslet0": ([r"usr/lib/[^/]+/liblenslet\.so\.0$", r"usr/lib/[^/]+/liblenslet_toolkit\.so\.0$"],
                    ["ocl-icd-libopencl1", "libfmt9|libfmt10", "libsqlite3-0", "libc6", "libstdc++6"]),
    "liblenslet-dev": ([r"usr/include/lenslet/lenslet\.hpp$", r"usr/include/lenslet/lenslet\.h$", r"usr/include/lenslet/ops\.hpp$",
                        r"usr/lib/[^/]+/liblenslet\.so$", r"pkgconfig/lenslet\.pc$", r"cmake/lenslet/lensletConfig\.cmake$"],
                       ["liblenslet0 (= "]),
    "lenslet": ([r"usr/bin/lenslet$", r"usr/libexec/lenslet/lenslet-worker$", r"man1/lenslet\.1\.gz$", r"man1/lenslet-run\.1\.gz$",
                 r"bash-completion/completions/lenslet$", r"zsh/site-functions/_lenslet$", r"fish/vendor_completions\.d/lenslet\.fish$"],
                ["liblenslet0 (= ", "liblenslet-files0 (= ", "libc6"]),
    "liblenslet-files0": ([r"liblenslet_files\.so\.0$"], ["liblenslet0 (= ", "libvips", "libtiff6|libtiff5"]),
    "liblenslet-files-dev": ([r"usr/include/lenslet/image_file\.hpp$", r"pkgconfig/lenslet-files\.pc$"], ["liblenslet-files0 (= "]),
    "liblenslet-gl0": ([r"liblenslet_gl\.so\.0$"], ["libepoxy0"]),
}
FOREIGN = re.compile(r"libvips|libepoxy|openmpi|libvulkan|libtiff|libglfw")  # what the core's packages are kept free of


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def control(package):
    fields = {}
    for line in output("dpkg-deb", "-f", package).splitlines():
        if match := re.match(r"([\w-]+): (.*)", line):
            fields[match.group(1)] = match.group(2)
    return fields


def paths(package):
    """Paths of files and links, with the line of `dpkg-deb -c`."""
    found = {}
    for line in output("dpkg-deb", "-c", package).splitlines():
        path = re.split(r"\s+", line, maxsplit=5)[5].split(" -> ")[0].removeprefix("./")
        if not path.endswith("/"):
            found[path] = line
    return found


def problems_of(name, fields, files):
    """What is wrong with any package."""
    for field in ("Maintainer", "Description", "Section", "Installed-Size", "Architecture"):
        if not fields.get(field):
            yield f"no field {field}"
    for document in ("copyright", "changelog.gz"):
        if f"usr/share/doc/{name}/{document}" not in files:
            yield f"no file {document}"
    for path, line in files.items():
        if not path.startswith("usr/"):
            yield f"{path} does not lie in /usr"
        if not re.match(r"l|-rw-r--r-- root/root|-rwxr-xr-x root/root", line):
            yield f"wrong mode or owner: {line}"
        if name.endswith("-dev") != path.startswith("usr/include/") and path.startswith("usr/include/"):
            yield f"a header, in a package without -dev: {path}"
        if path.endswith((".a", ".la")):
            yield f"a static library: {path}"
        if re.search(r"\.so$", path) and not name.endswith("-dev"):
            yield f"a link for compilers, in a package without -dev: {path}"


def wanted_problems(name, fields, files):
    wanted, needs = WANTED.get(name, ([], []))
    for pattern in wanted:
        if not any(re.search(pattern, path) for path in files):
            yield f"has no {pattern}"
    for need in needs:
        if not any(one in fields.get("Depends", "") for one in need.split("|")):
            yield f"does not depend on {need}, but on {fields.get('Depends')}"
    if name in ("liblenslet0", "liblenslet-dev") and (found := FOREIGN.search(fields.get("Depends", ""))):
        yield f"depends on {found.group()}"


def binary_problems(package, files, folder):
    """Programs are stripped and look for libraries nowhere else than the system does."""
    output("dpkg-deb", "-x", package, folder)
    for path in files:
        file = Path(folder) / path
        if file.is_symlink() or not file.is_file() or file.read_bytes()[:4] != b"\x7fELF":
            continue
        dynamic = output("readelf", "-d", file)
        if re.search(r"RPATH|RUNPATH", dynamic):
            yield f"{path} has a path for libraries"
        if ".symtab" in output("readelf", "-S", "--wide", file):
            yield f"{path} is not stripped"
        if re.search(r"\.so\.[\d.]+$", path) and "SONAME" not in dynamic:
            yield f"{path} has no soname"


def main(folder):
    failures, seen = [], {}
    packages = sorted(Path(folder).glob("*.deb"))
    for package in packages:
        fields, files = control(package), paths(package)
        name = fields["Package"]
        with tempfile.TemporaryDirectory() as scratch:
            failures += [f"{name}: {text}" for problems in (problems_of(name, fields, files), wanted_problems(name, fields, files),
                                                            binary_problems(package, files, scratch)) for text in problems]
        failures += [f"{name} and {seen[path]} both have {path}" for path in files if path in seen]
        seen.update(dict.fromkeys(files, name))
        print(f"{name}: {len(files)} files, {package.stat().st_size // 1024} KiB")
    names = {control(package)["Package"] for package in packages}
    failures += [f"there is no package {name}" for name in WANTED if name not in names]
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
