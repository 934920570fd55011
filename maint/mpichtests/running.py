"""One entry under one library: MPICH's own runtests runs it and judges, as it does in MPICH's `make testing`."""

import contextlib
import html
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections import namedtuple
from pathlib import Path

from mpichtests import invariants

DEFAULT_LIMIT = 180  # seconds, MPICH's own
GRACE = 60  # mpiexec ends a test itself; runtests and it have so much longer
MEGABYTES_KEPT_FREE = 4096

# `checks`: whether the profile that a program leaves is held against the invariants. `file_account`: a library that keeps an
# account of what the program does with files, for the same; None without.
Configuration = namedtuple("Configuration", "name prefix env checks file_account", defaults=(None,))

# `end` is one of ENDS; `output` what the program printed, unless it passed; `verdict` one of invariants.check().
Result = namedtuple("Result", "end seconds output verdict")
OVERLAP_MODES = ("paging", "chaining", "auto")
ENDS = ("passed", "flaky", "failed", "timed out", "skipped", "not compiled", "not run")


def configurations(stock, ours, env, file_account):
    """What is compared, stock first, if there is any; `env`: what all have in their environment."""
    on = {**env, "MPIR_CVAR_MONITORING_ENABLE": "2"}
    found = [Configuration("stock", stock, env, False)] if stock else []
    found += [Configuration("off", ours, env, False), Configuration("on", ours, on, False),
              Configuration("all", ours, {**on, "MPIR_CVAR_MONITORING_DETAIL": "all"}, True, file_account)]
    return found + [Configuration(mode, ours, {**env, "MPIR_CVAR_OVERLAP": mode}, False) for mode in OVERLAP_MODES]


def _memory_gigabytes():
    megabytes = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
    return max(1, (megabytes - MEGABYTES_KEPT_FREE) // 1024)


def _environment(configuration, entry, scratch, time_limit, patience):
    env = {name: value for name, value in os.environ.items()
           if not name.startswith(("MPIR_", "MPICH_", "MPITEST_", "MPIEXEC_", "HYDRA_", "UCX_", "FI_", "LD_"))}
    env.update(configuration.env)
    if configuration.file_account and entry.does_io:
        env.update(LD_PRELOAD=f"{configuration.file_account}:{env['LD_PRELOAD']}", TRUTH_DIR=str(scratch))
    env.update(LD_LIBRARY_PATH=str(configuration.prefix / "lib"), MPITEST_CLEANUP="0",
               MPITEST_TIMEOUT=str(time_limit), MPITEST_TIMEOUT_MULTIPLIER=str(patience),
               MPITEST_MEMORY_TOTAL=str(_memory_gigabytes()), MPITEST_STOPTEST=str(scratch / "stop"), UCX_LOG_LEVEL="error",
               MPIR_CVAR_MONITORING_FILENAME=str(scratch / "%e.%j.mon"))
    return env


class Stopped(Exception):
    """stop() was called."""


_groups = set()
_stopped = threading.Event()


def stop():
    """Ends all tests that run, and those that begin: what was found of them is no result."""
    _stopped.set()
    for group in list(_groups):
        _end_group(group)


def _end_group(group):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGTERM)


def _run_group(command, folder, env, seconds):
    """Runs a command in a process group of its own and leaves nothing of it behind; None if it did not end by itself."""
    with subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, start_new_session=True) as process:
        _groups.add(process.pid)
        try:
            return process.communicate(timeout=0 if _stopped.is_set() else seconds)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            _end_group(process.pid)  # mpiexec then ends what it has started
            return None
        finally:
            _groups.discard(process.pid)
            if _stopped.is_set():
                raise Stopped


def _read_judgement(path, said):
    """(end, seconds, output) from the file that runtests writes; `said` is what it printed."""
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    if "<STATUS>" not in text:
        return ("skipped", 0.0, "") if "tests passed" in said else ("failed", 0.0, said)
    found = re.search(r"<TIME>([\d.]*)</TIME>", text)
    seconds = float(found[1]) if found and found[1] else 0.0
    if "<STATUS>pass</STATUS>" in text:
        return "passed", seconds, ""
    found = re.search(r"<TESTDIFF>(.*)</TESTDIFF>", text, re.DOTALL)
    output = html.unescape(found[1]).strip() if found else ""
    return ("timed out" if "APPLICATION TIMED OUT" in output else "failed"), seconds, f"{output}\n{said}"


def run_once(top, entry, configuration, time_limit=DEFAULT_LIMIT, patience=1):
    """Runs an entry of the test suite that is compiled in `top`; `time_limit` holds where its list names none, and is
    multiplied by `patience`."""
    if not (top / entry.program).exists():
        return Result("not compiled", 0.0, "", None)
    scratch = Path(tempfile.mkdtemp(prefix="mpich-tests."))
    try:
        (scratch / "list").write_text(entry.line + "\n", encoding="utf-8")
        command = ["perl", str(top / "runtests"), f"-tests={scratch / 'list'}", f"-xmlfile={scratch / 'result.xml'}",
                   f"-mpiexec={configuration.prefix / 'bin' / 'mpiexec'}"]
        limit = patience * (entry.time_limit or time_limit)
        said = _run_group(command, top / entry.folder, _environment(configuration, entry, scratch, time_limit, patience),
                          limit + GRACE)
        if said is None:
            return Result("timed out", float(limit + GRACE), "", None)
        end, seconds, output = _read_judgement(scratch / "result.xml", said)
        verdict = None
        if configuration.checks and end in ("passed", "failed"):
            verdict = invariants.check(configuration.prefix / "bin" / "mpimon", sorted(scratch.glob("*.mon*")),
                                       invariants.read_accounts(scratch))
        return Result(end, seconds, output, verdict)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def run_repeatedly(attempts, top, entry, configuration, time_limit, is_slow_anyway):
    """As run_once; a test that fails gets up to `attempts` attempts, each with more time, since the machine may be busy,
    and is flaky if a later one passes. What an attempt's profile showed to be wrong stays. After a time-out,
    `is_slow_anyway(entry)` says whether further attempts would tell nothing."""
    wrong = None
    for attempt in range(attempts):
        result = run_once(top, entry, configuration, time_limit, 1 + attempt)
        if wrong is None and result.verdict and result.verdict["wrong"]:
            wrong = result.verdict
        if result.end not in ("failed", "timed out") or (result.end == "timed out" and is_slow_anyway(entry)):
            break
    end = "flaky" if attempt and result.end == "passed" else result.end
    return result._replace(end=end, verdict=wrong or result.verdict)
