"""What was found, kept between runs: a file of JSON lines for each configuration."""

import hashlib
import json
from pathlib import Path

from mpichtests import invariants, running


def _hash_of(*paths):
    sums = hashlib.sha256()
    for path in paths:
        sums.update(Path(path).read_bytes())
    return sums.hexdigest()[:16]


def library(prefix):
    """The library, by the one name that it always has: a source tree from git has no version of the ABI."""
    return prefix / "lib" / "libmpi.so"


def fingerprint(configuration):
    """What results depend on: the library, with overlap its own one, too, and where profiles are checked, what checks them."""
    overlap = [configuration.prefix / "lib" / "libmpimon_overlap.so"] if configuration.name in running.OVERLAP_MODES else []
    checks = [invariants.__file__] if configuration.checks else []
    account = [configuration.file_account] if configuration.file_account else []
    return _hash_of(library(configuration.prefix), *overlap, *checks, *account)


class Store:
    """Results of one configuration by entry; those of another library than the one that is there now do not count."""

    def __init__(self, folder, configuration):
        self.configuration = configuration
        self.path = folder / f"{configuration.name}.jsonl"
        self.fingerprint = fingerprint(configuration)
        self.results = {}
        if self.path.exists():
            self._read()

    def _read(self):
        for line in self.path.read_text(encoding="utf-8").splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue  # a line that was cut off when a run was ended
            if row.pop("fingerprint") == self.fingerprint:
                name = row.pop("entry")
                self.results[name] = running.Result(**row)

    def add(self, entry, result):
        self.results[entry.name] = result
        row = {"entry": entry.name, "fingerprint": self.fingerprint, **result._asdict()}
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def left(self, entries):
        return [entry for entry in entries if entry.name not in self.results]

    def leave_out(self, entries):
        """What has no result gets one that says so, which is not kept."""
        for entry in self.left(entries):
            self.results[entry.name] = running.Result("not run", 0.0, "", None)

    def passes(self, entry):
        return self.results[entry.name].end in ("passed", "flaky")

NO_PROFILE = "leaves no profile"


def differences(stock, ours, entries):
    """Entries that pass with the stock library and not with the patched one; without the former, all that do not pass."""
    if stock is None:
        return [entry for entry in entries if not ours.passes(entry)]
    return [entry for entry in entries
            if stock.passes(entry) and ours.results[entry.name].end in ("failed", "timed out", "skipped")]


def compares_nothing(stock, entries):
    """Whether stock passes no entry; one that it did not run is passed by the patched library, so may be by stock."""
    return not any(stock.passes(entry) or stock.results[entry.name].end == "not run" for entry in entries)


def unchecked_reason(entry, result):
    """Why there was no profile to check after an entry of a configuration with checks; None if there was one."""
    if result.verdict and result.verdict["profiles"]:
        return None
    if result.end in ("timed out", "skipped", "not compiled"):
        return result.end
    if "resultTest=" in entry.line or entry.folder.startswith("errors"):
        return "ends in an error on purpose"
    return NO_PROFILE if result.end in ("passed", "flaky") else result.end


def wrong_profile(entry, result):
    """Lines that say what is wrong with the profiles of an entry, if they were looked at."""
    if result.verdict and unchecked_reason(entry, result) == NO_PROFILE:
        return [NO_PROFILE]
    return result.verdict["wrong"] if result.verdict else []
