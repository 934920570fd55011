"""MPICH's test programs: configured and compiled once, with one library; all have the same ABI."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

# As for MPICH itself: its Fortran programs pass arguments of several types to one routine.
FORTRAN_FLAGS = "-fallow-argument-mismatch -fallow-invalid-boz"


class BuildError(Exception):
    """A test suite that cannot be configured."""


def _run(command, folder, log):
    with open(log, "ab") as file:
        return subprocess.run([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=file,
                              stderr=file, check=False).returncode


def _is_configured(source, build, header):
    """Whether `build` was configured for this source and `mpi.h`, by an installation that is still there."""
    try:
        key, prefix = (build / "configured").read_text(encoding="utf-8").split("\n")[:2]
    except (OSError, ValueError):
        return False
    return key == _key(source, header) and Path(prefix, "bin", "mpicc").exists()


def _key(source, header):
    return f"{source} {hashlib.sha256(header.read_bytes()).hexdigest()}"


def configure(source, build, prefix, log):
    """Configures the test suite `source` in the folder `build` for the installation `prefix`, unless it is so already
    for one with the same `mpi.h`."""
    header = prefix / "include" / "mpi.h"
    if _is_configured(source, build, header):
        return
    if build.exists():
        shutil.rmtree(build)
    build.mkdir(parents=True)
    print("configuring MPICH's test suite", flush=True)
    command = [source / "configure", f"--with-mpi={prefix}", "--disable-maintainer-mode", "--enable-threads=multiple",
               "--enable-fortran=all", f"FFLAGS={FORTRAN_FLAGS}", f"FCFLAGS={FORTRAN_FLAGS}"]
    if _run(command, build, log):
        raise BuildError(f"{source} cannot be configured; see {log}")
    (build / "configured").write_text(f"{_key(source, header)}\n{prefix}\n", encoding="utf-8")


def build_preload(device, folder, log):
    """A library that makes waiting processes of the device yield."""
    name = "yielding_ofi" if device == "ch4:ofi" else "yielding"
    library = folder / f"{name}.so"
    source = Path(__file__).with_name(f"{name}.c")
    if _run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", source, "-o", library], folder, log):
        raise BuildError(f"{source} cannot be compiled; see {log}")
    return library


def build_file_account(prefix, folder, log):
    """The tool of the profiling interface that keeps an account of MPI-IO; None where this MPICH has none."""
    source = Path(__file__).parents[2] / "test/mpi/tools/file_account.c"
    library = folder / "file_account.so"
    command = [prefix / "bin/mpicc", "-O2", "-shared", "-fPIC", source, "-o", library]
    return library if _run(command, folder, log) == 0 and library.exists() else None


def compile_all(build, entries, log):
    """Compiles the programs of the entries, all of a folder at once, where they or what they depend on have changed:
    runtests makes each program before it runs it, and two of them at once would meet there. One that does not compile is
    missing afterwards."""
    folders = {}
    for entry in entries:
        path = Path(entry.program)
        folders.setdefault(path.parent, set()).add(path.name)
    # What every program is linked with, first: several makes at once would meet there.
    for folder in ("dtpools", "util"):
        _run(["make", "-k", f"-j{os.cpu_count()}", "all"], build / folder, log)
    for number, (folder, names) in enumerate(sorted(folders.items()), 1):
        print(f"compiling {len(names)} programs in {folder} ({number} of {len(folders)} folders)", flush=True)
        _run(["make", "-k", f"-j{os.cpu_count()}", *sorted(names)], build / folder, log)
