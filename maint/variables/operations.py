"""The table of collective operations in the C header, and what is made of it where the C preprocessor cannot."""

import os
import re

HEADER = "src/profile/format/operations.h"
TABLE = "MPIMON_OPERATIONS"  # stands for the operations' names in an info block's field `each`
ROW = re.compile(r"^ +X\((\w+), ", re.M)

# The functions of MPICH's at which hooks name themselves: those behind the bindings, and those within them. {} is an
# operation, or for a nonblocking one its name as in Ibcast; the latter have a form for large counts, too.
FUNCTIONS = {"MPIR_{}": "BLOCKING", "MPIR_I{}": "NONBLOCKING", "MPIR_{}_init": "PERSISTENT",
             "internal_{}": "BLOCKING", "internal_{}_c": "BLOCKING",
             "internal_I{}": "NONBLOCKING", "internal_I{}_c": "NONBLOCKING"}


def names():
    """Return the operations' names, in the table's order."""
    project = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(project, HEADER), encoding="utf-8") as file:
        return ROW.findall(file.read())


def function_line(form, name):
    shown = name[0].lower() + name[1:] if "I{}" in form else name
    return f"#define MPIMON_FUNCTION_{form.format(shown)} {name}, MPIMON_{FUNCTIONS[form]}"


def functions_list():
    """Return the text of collective_functions.h."""
    lines = [f"/* Made by maint/extractcvars from {HEADER}. */"]
    lines += [function_line(form, name) for name in names() for form in FUNCTIONS]
    return "\n".join(lines) + "\n"
