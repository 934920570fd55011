"""The entries of MPICH's test lists: a program, how many processes, and options that MPICH's runtests understands."""

import hashlib
import re
from collections import namedtuple
from pathlib import Path

LISTS = ("testlist", "testlist.dtp", "testlist.cvar")
QUICK_FOLDERS = ("pt2pt", "coll", "rma", "comm", "spawn", "threads", "part", "mpi_t", "topo", "io")
QUICK_RANKS = 10  # with more, a test takes long on few cores
QUICK_PER_FOLDER = 20


class Entry(namedtuple("Entry", "folder line")):
    """A line of the list in `folder`, a path below the test suite's top, without comments and repeated blanks."""

    @property
    def name(self):
        return f"{self.folder}/{self.line}"

    @property
    def program(self):
        """Its path below the test suite's top."""
        return str(Path(self.folder) / self.line.split()[0])

    @property
    def ranks(self):
        words = self.line.split()
        return int(words[1]) if len(words) > 1 and words[1].isdigit() else 2

    @property
    def works_alone(self):
        """Programs of I/O tests use the same file names, so those of a folder cannot run at the same time."""
        return Path(self.folder).name in ("io", "iof")

    @property
    def does_io(self):
        """Whether it is a program in C that calls MPI-IO itself."""
        return Path(self.folder).name == "io"

    @property
    def time_limit(self):
        """Seconds that the list gives it; None where it gives none."""
        found = re.search(r"\btimeLimit=(\d+)", self.line)
        return int(found[1]) if found else None


def _lines(path):
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        line = " ".join(line.split("#")[0].split())
        if line:
            yield line


def _walk(top, folder, source):
    for name in LISTS:
        listed = next((path for path in (top / folder / name, source / folder / name) if path.is_file()), None)
        if not listed:
            continue
        for line in _lines(listed):
            if line.startswith("!"):
                continue  # builds a support library, which building the programs does, too
            inner = folder / line.split()[0]
            if (top / inner).is_dir():
                yield from _walk(top, inner, source)
            else:
                yield Entry(str(folder), line)


def read(top, source):
    """All entries of a test suite that was configured in the folder `top` from `source`, each once, in their order."""
    return list(dict.fromkeys(_walk(Path(top), Path("."), Path(source))))


def _order(entry):
    """A hash by which names are sorted: as good as random, and the same everywhere."""
    return hashlib.sha256(entry.name.encode()).hexdigest()


def quick(entries):
    """A sample of the folders that communicate most, the same each time: of each folder some programs, one entry each.
    Benchmarks, whose processes wait in loops of their own, are not among them, nor what needs much memory."""
    chosen = set()
    for folder in QUICK_FOLDERS:
        programs = {}
        for entry in sorted((entry for entry in entries if Path(entry.folder).parts[0] == folder), key=_order):
            if entry.ranks <= QUICK_RANKS and not entry.time_limit and not re.search("xfail=|bench|mem=", entry.line):
                programs.setdefault(entry.program, entry)
        chosen.update(list(programs.values())[:QUICK_PER_FOLDER])
    return [entry for entry in entries if entry in chosen]
