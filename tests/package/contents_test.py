#!/usr/bin/env python3
"""contents_test.py BUILD: each Debian package in the build's folder `packages` has what its name says and nothing else, and says
what it needs. All that the build installs is in one of them, and what the tool needs of them lies beside it."""
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
    "lenslet-worker": ([r"usr/libexec/lenslet/lenslet-worker$"], ["libfmt9|libfmt10", "libc6"]),
    "lenslet": ([r"usr/bin/lenslet$", r"man1/lenslet\.1\.gz$", r"man1/lenslet-run\.1\.gz$",
                 r"bash-completion/completions/lenslet$", r"zsh/site-functions/_lenslet$", r"fish/vendor_completions\.d/lenslet\.fish$"],
                ["liblenslet0 (= ", "liblenslet-files0 (= ", "liblenslet-studies0 (= ", "lenslet-worker (= ", "libc6"]),
    "liblenslet-studies0": ([r"liblenslet_studies\.so\.0$"], ["liblenslet-jpeg0 (= "]),
    "liblenslet-studies-dev": ([r"pkgconfig/lenslet-studies\.pc$"], ["liblenslet-studies0 (= ", "liblenslet-jpeg-dev (= "]),
    "liblenslet-vulkan-dev": ([r"usr/include/lenslet/vulkan\.hpp$"], ["liblenslet-vulkan0 (= ", "libvulkan-dev"]),
    "python3-lenslet": ([r"dist-packages/lenslet/_core\.cpython-\d+-[^/]+\.so$", r"dist-packages/lenslet/__init__\.pyi$",
                         r"dist-packages/lenslet/ndimage\.py$", r"dist-packages/lenslet/cv\.py$", r"dist-packages/lenslet/dask\.py$",
                         r"dist-packages/lenslet-[\d.]+\.dist-info/METADATA$"],
                        ["liblenslet0 (= ", "lenslet-worker (= ", "python3-numpy", "python3 (<< 3."]),
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
    if not re.fullmatch(r"[^<>]+ <[^<>@ ]+@[^<>@ ]+>", fields.get("Maintainer", "")):
        yield f"the maintainer has no address: {fields.get('Maintainer')}"
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
        if re.search(r"\.so$", path) and not name.endswith("-dev") and "/dist-packages/" not in path:
            yield f"a link for compilers, in a package without -dev: {path}"


def wanted_problems(name, fields, files):
    wanted, needs = WANTED.get(name, ([], []))
    for pattern in wanted:
        if not any(re.search(pattern, path) for path in files):
            yield f"has no {pattern}"
    for need in needs:
        if not any(one in fields.get("Depends", "") for one in need.split("|")):
            yield f"does not depend on {need}, but on {fields.get('Depends')}"
    if name in ("liblenslet0", "liblenslet-dev", "lenslet-worker", "python3-lenslet") and (found := FOREIGN.search(fields.get("Depends", ""))):
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


def not_packed(build, packed):
    """What `cmake --install` puts somewhere and no package does."""
    with tempfile.TemporaryDirectory() as folder:
        output("env", f"DESTDIR={folder}", "cmake", "--install", str(build))
        installed = {str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_symlink() or path.is_file()}
    return [f"no package has {path}" for path in sorted(installed - packed)]


def apart_problems(folder, fields):
    """The folder has `lenslet` and what it needs of ours, and no more; all else lies in `more`."""
    needed, waiting = set(), ["lenslet"]
    while waiting:
        name = waiting.pop()
        needed.add(name)
        waiting += [other for other in re.findall(r"\b(?:lib)?lenslet[\w-]*", fields.get(name, {}).get("Depends", "")) if other not in needed]
    lying = {control(package)["Package"] for package in folder.glob("*.deb")}
    return [f"{name} does not lie where it is wanted" for name in sorted(needed ^ lying)]


def main(build):
    failures, seen, all_fields = [], {}, {}
    build = Path(build)
    packages = sorted((build / "packages").rglob("*.deb"))
    for package in packages:
        fields, files = control(package), paths(package)
        name = fields["Package"]
        all_fields[name] = fields
        with tempfile.TemporaryDirectory() as scratch:
            failures += [f"{name}: {text}" for problems in (problems_of(name, fields, files), wanted_problems(name, fields, files),
                                                            binary_problems(package, files, scratch)) for text in problems]
        failures += [f"{name} and {seen[path]} both have {path}" for path in files if path in seen]
        seen.update(dict.fromkeys(files, name))
        print(f"{name}: {len(files)} files, {package.stat().st_size // 1024} KiB")
    without = set() if "python" in (build / "components.txt").read_text().split() else {"python3-lenslet"}  # nanobind may be missing
    failures += [f"there is no package {name}" for name in WANTED if name not in all_fields and name not in without]
    failures += not_packed(build, set(seen)) + apart_problems(build / "packages", all_fields)
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
