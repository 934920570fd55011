"""The results as text: lines for the terminal, a page for docs/."""

from collections import Counter

from mpichtests import results, running


def _count(store, entries):
    return Counter(store.results[entry.name].end for entry in entries)


def summary(stores, entries):
    """Markdown: configurations against ends."""
    lines = ["| | " + " | ".join(running.ENDS) + " |", "|---|" + "---:|" * len(running.ENDS)]
    for name, store in stores.items():
        ends = _count(store, entries)
        lines.append(f"| {name} | " + " | ".join(str(ends[end]) for end in running.ENDS) + " |")
    return "\n".join(lines)


def by_folder(stores, entries):
    """Markdown: entries by top folder, and how many of them each configuration passes."""
    folders = {}
    for entry in entries:
        folders.setdefault(entry.folder.split("/")[0], []).append(entry)
    lines = ["| folder | entries | " + " | ".join(stores) + " |", "|---|---:|" + "---:|" * len(stores)]
    for folder, some in sorted(folders.items()):
        passed = [sum(store.passes(entry) for entry in some)
                  for store in stores.values()]
        lines.append(f"| {folder} | {len(some)} | " + " | ".join(map(str, passed)) + " |")
    return "\n".join(lines)


def not_passed(stores, entries):
    """Markdown: a row per entry that some configuration does not simply pass."""
    lines = ["| entry | " + " | ".join(stores) + " |", "|---|" + "---|" * len(stores)]
    for entry in entries:
        ends = [store.results[entry.name].end for store in stores.values()]
        if set(ends) - {"not run"} != {"passed"}:
            lines.append(f"| `{entry.name}` | " + " | ".join(ends) + " |")
    return "\n".join(lines)


def invariants_summary(store, entries):
    """Markdown: how many entries' profiles were checked, and why others could not be."""
    checked = [entry for entry in entries if not results.unchecked_reason(entry, store.results[entry.name])]
    verdicts = [store.results[entry.name].verdict for entry in checked]
    lines = [f"{len(checked)} of {len(entries)} entries left profiles: {sum(v['profiles'] for v in verdicts)} profiles "
             f"with {sum(v['messages'] for v in verdicts):,} messages; "
             f"in {sum(bool(v['wrong']) for v in verdicts)} something did not hold.", ""]
    accesses = sum(v["accesses"] for v in verdicts)
    if accesses:
        lines[0] += f" Of {accesses:,} calls of MPI-IO there was an account of a tool's, too."
    reasons = Counter(results.unchecked_reason(entry, store.results[entry.name]) for entry in entries)
    del reasons[None]
    lines += [f"- {count} unchecked: {reason}" for reason, count in reasons.most_common()]
    return "\n".join(lines)


def tables(stores, entries):
    """Markdown: all of the above."""
    parts = ["## By end", summary(stores, entries), "## Entries passed, by folder", by_folder(stores, entries)]
    for name, store in stores.items():
        if any(result.verdict for result in store.results.values()):
            parts += [f"## Invariants, configuration {name}", invariants_summary(store, entries)]
    parts += ["## Entries that some configuration does not pass at once", not_passed(stores, entries)]
    return "\n\n".join(parts) + "\n"
