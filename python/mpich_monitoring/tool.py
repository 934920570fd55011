"""The command mpimon, which reads the files."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd


class MpimonError(RuntimeError):
    """mpimon is missing, or cannot read a file; the text is what it says."""


def _command() -> str:
    named = os.environ.get("MPIMON")
    # In an installation, the package is in PREFIX/lib/pythonX.Y/site-packages or PREFIX/share/mpich-monitoring/python.
    beside = (folder / "bin" / "mpimon" for folder in Path(__file__).resolve().parents)
    found = named or shutil.which("mpimon") or next((str(path) for path in beside if path.is_file()), None)
    if not found:
        raise MpimonError("mpimon is not in PATH; set MPIMON to where it is, such as PREFIX/bin/mpimon")
    return found


def export(path: Path, *options: str) -> bytes:
    """What `mpimon export` writes of a profile."""
    try:
        done = subprocess.run([_command(), "export", *options, str(path)], capture_output=True, check=False)
    except OSError as error:
        raise MpimonError(f"{_command()}: {error.strerror}") from error
    if done.returncode:
        raise MpimonError(done.stderr.decode(errors="replace").strip())
    return done.stdout


def export_json(path: Path) -> dict[str, Any]:
    return json.loads(export(path, "--json"))


def export_csv(path: Path, *options: str) -> pd.DataFrame:
    """What is empty stays an empty text."""
    return pd.read_csv(io.BytesIO(export(path, "--csv", *options)), keep_default_na=False)


def export_columns(path: Path, *options: str) -> pd.DataFrame:
    """A data frame of `mpimon export --columns`; columns of names are categories."""
    content = export(path, "--columns", *options)
    end = content.index(b"\n") + 1
    header = json.loads(content[:end])
    names = {"class": header["classes"], "path": header["paths"]}
    frame, offset = {}, end
    for column in header["columns"]:
        name, kind = column["name"], np.dtype(column["type"])
        values = np.frombuffer(content, kind, header["rows"], offset)
        offset += -(-header["rows"] * kind.itemsize // 8) * 8
        frame[name] = pd.Categorical.from_codes(values, names[name]) if name in names else values
    return pd.DataFrame(frame, copy=False)
