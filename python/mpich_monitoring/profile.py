"""A profile, and what it holds."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, Iterable

import numpy as np
import pandas as pd
from scipy import sparse

from .tool import export_columns, export_csv, export_json

# What --collectives asked has instead of what collectives sent.
_ASKED = ("--collectives", "asked")
_KINDS = ("bytes", "messages", "received_bytes", "received_messages", "asked_bytes", "asked_messages", "waiting")
_GROUPS = ("rank", "node", "host", "package", "core")


class Profile:
    """One job. What is read, is read when it is first asked for; data frames are the user's to change."""

    def __init__(self, path: str | Path):
        self.path = Path(path)

    def __repr__(self) -> str:
        return f"Profile({str(self.path)!r})"

    @cached_property
    def raw(self) -> dict[str, Any]:
        """All of `mpimon export --json`."""
        return export_json(self.path)

    @cached_property
    def traffic(self) -> pd.DataFrame:
        """The rows and columns of `mpimon export --csv`: by src, dst, class and path the messages and bytes sent and
        received. Classes and paths are categories."""
        return export_columns(self.path)

    @cached_property
    def asked(self) -> pd.DataFrame:
        """The same, with what calls of collectives asked for instead of what their algorithms sent."""
        return export_columns(self.path, *_ASKED)

    @property
    def job(self) -> dict[str, Any]:
        """Facts of the job, such as executable, world_size and device."""
        return self.raw["job"]

    @property
    def diagnostics(self) -> list[Any]:
        """What could not be read; empty for a profile that is whole."""
        return self.raw["diagnostics"]

    def _frame(self, name: str) -> pd.DataFrame:
        return pd.DataFrame(self.raw.get(name, []))

    @cached_property
    def processes(self) -> pd.DataFrame:
        """A row for each process: rank, pid, host, times, and where it was: node, package, core."""
        frame = self._frame("processes").drop(columns=["histograms"], errors="ignore")
        places = pd.DataFrame([place or {} for place in frame.pop("place")]) if "place" in frame else pd.DataFrame()
        return pd.concat([frame, places.drop(columns=frame.columns, errors="ignore")], axis=1)

    @cached_property
    def collectives(self) -> pd.DataFrame:
        """Calls, bytes and time by rank, communicator, operation and algorithm; steps of algorithms, too."""
        return self._frame("collectives")

    @cached_property
    def collective_sizes(self) -> pd.DataFrame:
        """The user's calls of collectives by the binary logarithm of their sizes: bin 0 is 0 bytes, bin b up to 2**b - 1."""
        return self._frame("collective_sizes")

    @cached_property
    def functions(self) -> pd.DataFrame:
        """Calls and times of MPI functions by rank and region (detail `functions`)."""
        return self._frame("functions").assign(region=lambda frame: self._regions_of(frame))

    @cached_property
    def regions(self) -> pd.DataFrame:
        """The program's regions: name, and the row of the one around it."""
        return self._frame("regions").drop(columns="ranks", errors="ignore")

    @cached_property
    def region_times(self) -> pd.DataFrame:
        """How often each rank entered which region, and the time in it; `region` is a row of `regions`."""
        rows = [{"region": index, **times} for index, region in enumerate(self.raw["regions"]) for times in region["ranks"]]
        return pd.DataFrame(rows, columns=["region", "rank", "entries", "time_ns"])

    @cached_property
    def waits(self) -> pd.DataFrame:
        """Who waited how long for whom, in what (detail `waits`)."""
        return self._frame("waits")

    @cached_property
    def communicators(self) -> pd.DataFrame:
        """Size, name and origin of each communicator. `name` is the program's own; `label` what reports call it, which comes from
        the origin where the program gave it no name. Communicators in other tables are rows of this one."""
        return self._frame("communicators")

    @cached_property
    def files(self) -> pd.DataFrame:
        """Calls of MPI-IO by rank, file and kind of call (detail `files`): the columns of `mpimon export --csv --files`."""
        return export_csv(self.path, "--files")

    @cached_property
    def sizes(self) -> pd.DataFrame:
        """Messages sent by rank, class and bin: bin 0 is 0 bytes, bin b are 2**(b-1) to 2**b - 1."""
        rows = [(process["rank"], name, bin_, count) for process in self.raw["processes"]
                for name, counts in process["histograms"].items() for bin_, count in enumerate(counts) if count]
        return pd.DataFrame(rows, columns=["rank", "class", "bin", "messages"])

    @cached_property
    def timeline(self) -> pd.DataFrame:
        """Messages and bytes by rank, interval, class and direction (detail `timeline`); times since the rank's start."""
        rows = [{"rank": line["rank"], "start_ns": start, "end_ns": end, "class": part["class"],
                 "direction": part["direction"], "messages": messages, "bytes": size}
                for line in self.raw.get("timelines", []) for part in line["traffic"]
                for start, end, messages, size in zip(line["start_ns"], line["end_ns"], part["messages"], part["bytes"])]
        return pd.DataFrame(rows, columns=["rank", "start_ns", "end_ns", "class", "direction", "messages", "bytes"])

    def _regions_of(self, frame: pd.DataFrame) -> list[Any]:
        contexts, regions = self.raw["contexts"], self.raw["regions"]
        named = [None if context["region"] is None else regions[context["region"]]["name"] for context in contexts]
        return [named[context] for context in frame["context"]] if "context" in frame else []

    def groups(self, by: str) -> pd.Series:
        """The group of each rank, by `node`, `host`, `package` or `core`; by `rank`, the rank."""
        if by not in _GROUPS:
            raise ValueError(f"by={by!r} is none of {', '.join(_GROUPS)}")
        ranks = self.processes.set_index("rank")
        if by == "rank":
            return pd.Series(ranks.index, index=ranks.index)
        outer = [name for name in _GROUPS[1:] if name in ranks and (name == by or (by in ("package", "core") and name == "node"))]
        if by not in ranks:
            raise ValueError(f"by={by!r}: the profile does not say where the ranks were")
        return ranks[outer].astype(str).agg("/".join, axis=1)

    def matrix(self, kind: str = "bytes", by: str = "rank") -> sparse.csr_matrix:
        """Who sent how much to whom: rows send, columns receive. `kind`: bytes or messages, as the sender counted them; with
        received_, as the receiver did; with asked_, what collectives were asked for; or waiting, where rows wait for
        columns, in nanoseconds. `by`: rank, or groups() in their order of appearance."""
        if kind not in _KINDS:
            raise ValueError(f"kind={kind!r} is none of {', '.join(_KINDS)}")
        source, target, values = self._entries(kind)
        size = int(self.job["world_size"])
        if by != "rank":
            groups = self.groups(by)
            codes, labels = pd.factorize(groups)
            index = np.full(size, -1)
            index[groups.index] = codes
            source, target, size = index[source], index[target], len(labels)
        return sparse.coo_matrix((values, (source, target)), shape=(size, size)).tocsr()

    def _entries(self, kind: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        if kind == "waiting":
            rows = self._frame("waited_for")
            known = rows[pd.to_numeric(rows["culprit"], errors="coerce").notna()] if len(rows) else rows
            return tuple(np.asarray(known[name] if len(known) else [], dtype=np.int64)
                         for name in ("rank", "culprit", "time_ns"))
        frame = self.asked if kind.startswith("asked_") else self.traffic
        column = kind if kind.startswith("received_") else "sent_" + kind.removeprefix("asked_")
        return frame["src"].to_numpy(), frame["dst"].to_numpy(), frame[column].to_numpy().astype(np.int64)


def load(path: str | Path) -> Profile:
    """Opens a profile. Raises MpimonError if mpimon cannot read it, FileNotFoundError if there is no such file."""
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(path)
    profile = Profile(path)
    profile.traffic  # so that a file that is no profile is told at once
    return profile


def load_many(folder: str | Path, pattern: str = "*.mon") -> list[Profile]:
    """All profiles in a folder and below, by name."""
    paths: Iterable[Path] = sorted(Path(folder).rglob(pattern))
    return [load(path) for path in paths]
