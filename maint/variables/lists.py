"""What is put into MPICH's tree: lists by macro for C, and variables.json for the command mpimon."""

import glob
import json
import os
import re

from variables.rules import MPI_TYPES, category_tree

LIST_MACROS = ("CATEGORY", "ENUM", "ENUM_ITEM", "PVAR", "CVAR_ALIAS")
COUNT_WORDS = {"comm_size": "COMM_SIZE", "histogram_bins": "BINS", "enum_items": "ENUM", "text": "TEXT"}
FUNCTION = re.compile(r"^(?:static )?(?:int|double|MPI_Aint) (\w+)\(|\b(MPIR_FUNC_TERSE_ENTER);", re.M)
FUNCTION_FILES = ("src/binding/c/*/*.c", "src/binding/c/*.c")  # in 4.2, all are in one
IO_HOOK = re.compile(r"\bMPIMON_HOOK_IO_\w+\((MPI_File_\w+)\)")
IO_FILES = ("src/mpi/romio/mpi-io/*.c",)  # functions whose binding is ROMIO's
ALGORITHM_HOOK = re.compile(r"\bMPIMON_HOOK_ALGORITHM\w*\(\s*(\w+)\s*[,)]")
ALGORITHM_FILES = ("src/mpi/coll/*.c", "src/mpid/ch4/src/ch4_coll.h", "src/mpid/ch4/shm/posix/posix_coll.h")


def texts(tree, patterns):
    """Yield the text of every file of the tree that one of the patterns matches."""
    for pattern in patterns:
        for path in glob.glob(os.path.join(glob.escape(tree), pattern)):
            with open(path, encoding="utf-8", errors="replace") as file:
                yield file.read()


def find_algorithms(tree):
    """Return the names of the collective algorithms at which the patched tree has hooks, sorted."""
    return sorted({name for text in texts(tree, ALGORITHM_FILES) for name in ALGORITHM_HOOK.findall(text)})


def find_functions(tree):
    """Return the names of the MPI functions that are entered and left, sorted. The binding's internal_Send is MPI_Send."""
    names, function = set(), None
    for text in texts(tree, FUNCTION_FILES):
        for begun, entered in FUNCTION.findall(text):
            function = begun or function
            if entered and function:
                names.add(re.sub(r"^internal", "MPI", function))
    names.update(name for text in texts(tree, IO_FILES) for name in IO_HOOK.findall(text))
    return sorted(names)


# What finds an enumeration's items in the tree, and the items that come before them.
FINDERS = {"MPIMON_HOOK_ALGORITHM": (find_algorithms, ["nothing to exchange"]), "MPIR_FUNC_TERSE_ENTER": (find_functions, [])}


def fill_enums(declarations, tree):
    """Give the enums whose items come from the tree these items, after that of calls which need no algorithm."""
    for item in declarations:
        if item.own and "items_from" in item.fields:
            find, first = FINDERS[item.fields["items_from"]]
            found = find(tree)
            if not found:
                raise item.error(f"the tree has no {item.fields['items_from']}; is it patched?", "items_from")
            item.fields["items"] = [*first, *found]


def default_string(text):
    return json.dumps("" if text in (None, "NULL") else str(text).strip('"'))


def default_line(fields):
    """One line of cvar_defaults.h: what a control variable is when nobody sets it."""
    name, kind, default = fields["name"], fields["type"], fields["default"]
    if kind == "string":
        return f"MPIMON_CVAR_STRING({name}, {default_string(default)})"
    if kind == "enum":
        choices = re.findall(r"^\s*(\w+)\s+-\s", fields["description"], re.M)
        pairs = ", ".join(f"{{{name}_{choice}, {default_string(choice)}}}" for choice in choices)
        return f"MPIMON_CVAR_ENUM({name}, {name}_{default}, {pairs})"
    if kind == "range":
        low, high = str(default).split(":")
        return f"MPIMON_CVAR_RANGE({name}, {low}, {high})"
    if kind == "boolean":
        default = int(str(default).lower() in ("true", "yes", "1"))
    return f"MPIMON_CVAR_{'DOUBLE' if kind == 'double' else 'INT'}({name}, {default})"


def defaults_list(declarations):
    """Return the text of cvar_defaults.h."""
    lines = ["/* Made by maint/extractcvars: the control variables and their defaults, for lists by macro. */"]
    lines += [default_line(item.fields) for item in declarations if item.section == "cvars"]
    return "\n".join(lines) + "\n"


def c_string(text):
    """A C string literal, with single spaces between the words."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def macro(name, *arguments):
    return f"MPIMON_{name}({', '.join(str(argument) for argument in arguments)})"


def category_line(fields):
    return macro("CATEGORY", c_string(fields["name"]), c_string(fields.get("parent", "")), c_string(fields["description"]))


def enum_lines(fields):
    name = c_string(fields["name"])
    return [macro("ENUM", name, c_string(fields["description"])),
            *(macro("ENUM_ITEM", name, c_string(item)) for item in fields["items"])]


def pvar_line(fields):
    """One line of performance_variables.inc: all that is known of a performance variable."""
    count = fields["count"]
    fixed = isinstance(count, int)
    argument = " ".join(str(fields.get("argument", 0)).split())
    return macro("PVAR", fields["name"], c_string(fields["category"]), fields["class"], MPI_TYPES[fields["type"]],
                 fields["bind"], "MPIMON_COUNT_" + ("FIXED" if fixed else COUNT_WORDS[count]), count if fixed else 0,
                 c_string(fields.get("enum", "")), int(fields["continuous"]), int(fields["readonly"]),
                 int(fields.get("atomic", False)), fields["verbosity"], fields["read"], fields.get("write", "NULL"),
                 fields.get("notify", "NULL"), argument, c_string(fields["description"]))


def alias_line(fields):
    return macro("CVAR_ALIAS", c_string(fields["name"]), fields["of"], c_string(fields["description"]))


def performance_list(declarations):
    """Return the text of performance_variables.inc."""
    def own(section):
        return [item.fields for item in declarations if item.own and item.section == section]

    lines = ["/* Made by maint/extractcvars from the info blocks: define the macros that are wanted and include this. */"]
    for name in LIST_MACROS:
        lines += [f"#ifndef MPIMON_{name}", f"#define MPIMON_{name}(...)", "#endif"]
    lines += [category_line(item.fields) for item in category_tree(declarations)]
    lines += [line for fields in own("enums") for line in enum_lines(fields)]
    lines += [pvar_line(fields) for fields in own("pvars")]
    lines += [alias_line(fields) for fields in own("aliases")]
    lines += [f"#undef MPIMON_{name}" for name in LIST_MACROS]
    return "\n".join(lines) + "\n"


def variables_json(declarations):
    """Return the text of variables.json: each section sorted by name, its fields as they stand in the blocks."""
    result = {"categories": [], "cvars": [], "pvars": [], "enums": [], "aliases": []}
    for item in declarations:
        fields = {key: "" if value is None else value for key, value in item.fields.items()}
        fields["description"] = fields.get("description", "").strip()
        result[item.section].append(fields)
    for entries in result.values():
        entries.sort(key=lambda fields: fields["name"])
    return json.dumps(result, indent=1, ensure_ascii=False, default=str) + "\n"
