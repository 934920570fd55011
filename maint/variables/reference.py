"""The reference pages for users: docs/variables.md, and a manual page with the same text."""

import re
import textwrap

from variables.rules import category_tree

ABOUT = """\
Control variables are set in the environment, or through MPI_T; performance variables are read through MPI_T. These are
the ones that MPICH Monitoring adds to MPICH. `mpimon vars` lists those of an installation, MPICH's own included."""
BOUND = {
    "MPI_T_BIND_NO_OBJECT": "bound to nothing",
    "MPI_T_BIND_MPI_COMM": "bound to a communicator",
    "MPI_T_BIND_MPI_WIN": "bound to a window",
}
ELEMENTS = {
    "comm_size": "an element for each of its processes",
    "histogram_bins": "an element for each bin of a histogram",
    "text": "a text",
    1: "one element",
}
ITEMS_OF_TREE = "First nothing to exchange, for calls that need no algorithm; then MPICH's functions, sorted."


class Markdown:
    """Builds docs/variables.md."""

    def __init__(self):
        self.blocks = ["# Control and performance variables",
                       "<!-- Made by maint/extractcvars --docs from the info blocks in src/mpich/mpi_t/variables: change those. -->"]

    def paragraph(self, words):
        words = re.sub(r"[*<]", r"\\\g<0>", words)
        self.blocks.append(textwrap.fill(words, 120, break_long_words=False, break_on_hyphens=False))

    def contents(self, categories):
        names = {item.name: item for item in categories}
        lines = []
        for item in categories:
            depth, above = 0, item
            while above.fields.get("parent") in names:
                depth, above = depth + 1, names[above.fields["parent"]]
            lines.append(f"{'  ' * depth}- [{item.name}](#{item.name.lower()}): {folded(item.fields['description'])}")
        self.blocks.append("\n".join(lines))

    def section(self, title):
        self.blocks.append(f"## {title}")

    def entry(self, name, facts):
        self.blocks.append(f"### {name}")
        self.paragraph(", ".join(facts))

    def choices(self, pairs):
        self.blocks.append("\n".join(f"- `{word}`" + (f": {meaning}" if meaning else "") for word, meaning in pairs))

    def example(self, code):
        self.blocks.append(f"```c\n{code.rstrip()}\n```")

    def text(self):
        return "\n\n".join(self.blocks) + "\n"


class Manual:
    """Builds the manual page."""

    def __init__(self):
        self.lines = [r'.\" Made by maint/extractcvars --docs from the info blocks in src/mpich/mpi_t/variables: change those.',
                      '.TH MPICH-MONITORING-VARIABLES 7 "" "MPICH Monitoring" "Miscellanea"', ".SH NAME",
                      r"mpich\-monitoring\-variables \- control and performance variables of MPICH Monitoring",
                      ".SH DESCRIPTION"]
        self.in_entry = False

    def plain(self, lines):
        """Lines of text, in which nothing is a request of troff's."""
        for line in lines:
            line = line.replace("\\", "\\e").replace("-", "\\-")
            self.lines.append(r"\&" + line if line.startswith((".", "'")) else line)

    def paragraph(self, words):
        if not self.lines[-1].startswith((".SH", ".TP", ".B ")):
            self.lines.append(".IP" if self.in_entry else ".PP")
        self.plain(textwrap.wrap(words.replace("`", ""), 120, break_long_words=False, break_on_hyphens=False))

    def contents(self, categories):
        """The headings are enough."""

    def section(self, title):
        self.in_entry = False
        self.lines.append(f".SH {title}")

    def entry(self, name, facts):
        self.in_entry = True
        self.lines += [".TP", f".B {name}"]
        self.paragraph(", ".join(facts))

    def choices(self, pairs):
        self.lines.append(".RS")
        for word, meaning in pairs:
            self.lines += [".TP", f".B {word}"]
            self.plain([meaning] if meaning else [])
        self.lines.append(".RE")

    def example(self, code):
        self.lines += [".IP", ".EX"]
        self.plain(code.rstrip().splitlines())
        self.lines.append(".EE")

    def text(self):
        return "\n".join(self.lines + [".SH SEE ALSO", ".BR mpimon\\-vars (1)"]) + "\n"


def folded(words):
    return " ".join(words.split())


def cvar_facts(fields):
    default = fields["default"]
    if fields["type"] == "string":
        default = f'"{default}"'
    elif isinstance(default, bool):
        default = str(default).lower()
    return ["Control variable", fields["type"], f"default {default}"]


def pvar_facts(fields):
    """Class, type, binding and the rest, as words."""
    count = fields["count"]
    if count == "enum_items":
        elements = f"an element for each item of {fields['enum']}"
    elif count == "comm_size" and fields["bind"] == "MPI_T_BIND_NO_OBJECT":
        elements = "an element for each process"
    else:
        elements = ELEMENTS.get(count, f"{count} elements")
    facts = ["Performance variable", fields["class"], fields["type"], BOUND[fields["bind"]], elements]
    facts += ["continuous"] if fields["continuous"] else []
    facts += ["read-only"] if fields["readonly"] else ["writable"]
    facts += ["read and reset in one step"] if fields.get("atomic") else []
    facts += [f"values by {fields['enum']}"] if "enum" in fields and count != "enum_items" else []
    return facts


def split_choices(description):
    """Return the text of an enum's description, and its choices as (word, meaning)."""
    words, choices = [], []
    for line in description.splitlines():
        found = re.match(r"\s*(\w+)\s+-\s+(.*)", line)
        if found:
            choices.append(found.groups())
        elif choices:
            choices[-1] = (choices[-1][0], f"{choices[-1][1]} {line.strip()}")
        else:
            words.append(line)
    return folded(" ".join(words)), choices


def write_variable(page, item, aliases):
    fields = item.fields
    page.entry(item.name, cvar_facts(fields) if item.section == "cvars" else pvar_facts(fields))
    if fields["type"] == "enum":
        words, choices = split_choices(fields["description"])
        page.paragraph(words + (":" if words[-1:].isalnum() else ""))
        page.choices(choices)
    else:
        page.paragraph(folded(fields["description"]))
    for alias in aliases:
        page.paragraph(f"Also `{alias.name}`: {folded(alias.fields['description'])}")
    if "example" in fields:
        page.example(fields["example"])


def write_enum(page, item):
    page.entry(item.name, ["Enumeration"])
    page.paragraph(folded(item.fields["description"]))
    if "items" in item.fields:
        page.choices([(word, "") for word in item.fields["items"]])
    else:
        page.paragraph(ITEMS_OF_TREE)


def write_reference(page, declarations):
    """Return the page's text: our own variables, by category."""
    own = [item for item in declarations if item.own]
    categories = category_tree(own)
    page.paragraph(folded(ABOUT))
    page.contents(categories)
    for category in categories:
        page.section(category.name)
        page.paragraph(folded(category.fields["description"]))
        for item in own:
            if item.fields.get("category") == category.name:
                aliases = [alias for alias in own if alias.section == "aliases" and alias.fields["of"] == item.name]
                write_variable(page, item, aliases)
    enums = [item for item in own if item.section == "enums"]
    if enums:
        page.section("Enumerations")
        for item in enums:
            write_enum(page, item)
    return page.text()
