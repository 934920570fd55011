"""What must hold in every profile, whatever the program does: counts of both sides agree, and sums over anything agree."""

import csv
import json
import subprocess
from collections import defaultdict

# Sent, then received by the other process. Of one-sided operations only the origin counts, of headers only the sender.
TWO_SIDED = ("p2p", "coll", "part", "io")

BREAKDOWNS = ("path", "communicator", "function", "region")


def _flows(profile):
    """(rank, peer, class, path, direction, communicator, context, messages, bytes) of every flow."""
    flows = profile["flows"]
    return list(zip(*(flows[name] for name in ("rank", "peer", "class", "path", "direction", "communicator", "context",
                                               "messages", "bytes"))))


def _add_up(rows):
    sums = defaultdict(lambda: [0, 0])
    for key, messages, size in rows:
        sums[key][0] += messages
        sums[key][1] += size
    return sums


def check_both_sides(profile):
    """Lines that say where, for a sender, a receiver and a class, what was sent is not what was received, cancelled or
    left unreceived."""
    sent, accounted = [], []
    for rank, peer, kind, _, direction, _, _, messages, size in _flows(profile):
        if kind not in TWO_SIDED or not isinstance(peer, int):
            continue
        if direction == "sent":
            sent.append(((rank, peer, kind), messages, size))
        elif direction == "cancelled":
            accounted.append(((rank, peer, kind), messages, size))
        else:
            accounted.append(((peer, rank, kind), messages, size))
    sent, accounted = _add_up(sent), _add_up(accounted)
    for key in sorted(set(sent) | set(accounted)):
        if sent[key] != accounted[key]:
            yield (f"{key[2]} from {key[0]} to {key[1]}: sent {sent[key][0]} messages of {sent[key][1]} bytes, "
                   f"received, cancelled or left {accounted[key][0]} of {accounted[key][1]}")


def _least_and_most(bins):
    """The least and the most bytes that messages with this histogram have; None for most if there is no bound."""
    least = sum(count << (index - 1) for index, count in enumerate(bins) if index)
    return least, sum(((1 << index) - 1) * count for index, count in enumerate(bins) if index)


def check_sums(profile):
    """Lines that say where a process's histograms do not have the messages, or cannot have the bytes, of its flows."""
    flows = _add_up(((rank, kind), messages, size)
                    for rank, _, kind, _, direction, _, _, messages, size in _flows(profile) if direction == "sent")
    seen = {}
    for process in profile["processes"]:
        for kind, bins in process["histograms"].items():
            seen[process["rank"], kind] = bins
    for key in sorted(set(flows) | set(seen)):
        messages, size = flows[key]
        bins = seen.get(key, [])
        least, most = _least_and_most(bins)
        if sum(bins) != messages or not least <= size <= most:
            yield (f"{key[1]} of rank {key[0]}: flows have {messages} messages of {size} bytes, "
                   f"histograms {sum(bins)} of {least} to {most}")


def check_totals(profile, reports):
    """Lines that say which of the `reports`, {what rows are by: `mpimon report --by` as JSON}, adds up to something else
    than the flows."""
    expected = _add_up((direction, messages, size) for _, _, _, _, direction, _, _, messages, size in _flows(profile))
    for name, rows in reports.items():
        for direction in ("sent", "received"):
            got = [sum(row.get(f"{what}_{direction}") or 0 for row in rows["rows"]) for what in ("messages", "bytes")]
            if got != expected[direction]:
                yield (f"by {name}: {got[0]} messages of {got[1]} bytes {direction}, "
                       f"flows have {expected[direction][0]} of {expected[direction][1]}")


def check_worlds(profiles):
    """Lines that say where worlds that exchanged messages do not agree: all together, what was sent to other worlds is
    what was received from them, or left. Holds if no world's profile is missing."""
    sent, accounted = [], []
    for profile in profiles:
        for _, peer, kind, _, direction, _, _, messages, size in _flows(profile):
            if kind in TWO_SIDED and isinstance(peer, str):
                (sent if direction == "sent" else accounted).append((kind, messages, size))
    sent, accounted = _add_up(sent), _add_up(accounted)
    for kind in sorted(set(sent) | set(accounted)):
        if sent[kind] != accounted[kind]:
            yield (f"{kind} between worlds: sent {sent[kind][0]} messages of {sent[kind][1]} bytes, "
                   f"received or left {accounted[kind][0]} of {accounted[kind][1]}")


def check_files(profile, accounts):
    """Lines that say where a process's files differ from `accounts`, {rank: {(family, direction): [calls, failed, bytes]}}, which
    a tool of the profiling interface has kept beside."""
    found = defaultdict(lambda: [0, 0, 0])
    for row in profile.get("file_accesses", []):
        sums = found[row["rank"], row["family"], "write" if row["write"] else "read"]
        sums[:] = [a + row[name] for a, name in zip(sums, ("calls", "failed", "bytes"))]
    expected = {(rank, *key): numbers for rank, account in accounts.items() for key, numbers in account.items()}
    for key in sorted(set(expected) | {key for key in found if key[0] in accounts}):
        has, wanted = found.get(key, [0, 0, 0]), expected.get(key, [0, 0, 0])
        if has != wanted:
            yield (f"files of rank {key[0]}, {key[1]} {key[2]}: {has[0]} calls, {has[1]} failed, {has[2]} bytes; "
                   f"its account has {wanted[0]}, {wanted[1]}, {wanted[2]}")


def read_accounts(folder):
    """The accounts of files that the processes of a job have left in a folder, as test/mpi/tools/file_account.c writes them."""
    accounts = {}
    for path in folder.glob("accesses.*.csv"):
        rows = csv.reader(path.read_text(encoding="utf-8").splitlines())
        accounts[int(path.name.split(".")[1])] = {(row[0], row[1]): [int(number) for number in row[2:]] for row in rows}
    return accounts


def check_profile(profile, reports):
    """All lines on one profile, as `mpimon export --json` has it."""
    lines = [f"damage at byte {found['offset']}: {found['text']}" for found in profile["diagnostics"]]
    missing = profile["job"]["world_size"] - len(profile["processes"])
    if missing:
        return lines + [f"{missing} of {profile['job']['world_size']} processes are missing"]
    lines += [*check_both_sides(profile), *check_sums(profile), *check_totals(profile, reports)]
    return [f"{profile['job']['executable']}: {line}" for line in lines]


def _read(mpimon, *arguments):
    done = subprocess.run([str(mpimon), *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"mpimon {' '.join(map(str, arguments))}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def check(mpimon, paths, accounts):
    """{"profiles": how many, "messages": sent in all of them, "accesses": calls of MPI-IO of which there is an account, "wrong":
    lines that say what does not hold}. `accounts` as in check_files()."""
    verdict = {"profiles": len(paths), "messages": 0, "accesses": 0, "wrong": []}
    profiles = []
    for path in paths:
        try:
            profile = _read(mpimon, "export", "--json", path)
            reports = {by: _read(mpimon, "report", "--json", "--by", by, path) for by in BREAKDOWNS}
        except ValueError as error:
            verdict["wrong"].append(str(error))
            continue
        profiles.append(profile)
        verdict["messages"] += sum(row[7] for row in _flows(profile) if row[4] == "sent")
        verdict["wrong"] += check_profile(profile, reports)
    if len(profiles) > 1:
        verdict["wrong"] += check_worlds(profiles)
    if len(profiles) == 1 and accounts:
        verdict["accesses"] = sum(numbers[0] for account in accounts.values() for numbers in account.values())
        verdict["wrong"] += check_files(profiles[0], accounts)
    return verdict
