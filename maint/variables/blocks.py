"""Find the info blocks and read what they declare."""

import glob
import json
import os
import re
import sys

try:
    import yaml
except ImportError:
    sys.exit("maint/extractcvars: Python's module yaml is missing; install Debian's package python3-yaml")

from variables import operations

HOME = "src/util/monitoring"  # where our sources live in MPICH's tree
FOLDERS = ("mpi", "mpi_t", "nameserv", "util", "binding", "include", "mpid", "pmi")
SECTIONS = ("categories", "cvars", "pvars", "enums", "aliases")
MPICH_SECTIONS = ("categories", "cvars")
MARK = "BEGIN_MPI_T_CVAR_INFO_BLOCK"
BLOCK = re.compile(rf"^=== {MARK} ===$(.*?)^=== END_MPI_T_CVAR_INFO_BLOCK ===$", re.S | re.M)


class BlockError(Exception):
    """An info block that cannot be used; the text begins with file:line."""


class Declaration:
    """One entry of a section, and where it and its keys stand."""

    def __init__(self, section, own, path, line):
        self.section, self.own, self.path, self.line = section, own, path, line
        self.fields, self.lines = {}, {}

    @property
    def name(self):
        return self.fields.get("name", "an entry")

    def expanded(self):
        """One declaration for each word of the field `each`, which stands for {each}, and in capitals for {EACH}.

        `each` is a line of words, or a mapping from words to what stands for {text}. The one word MPIMON_OPERATIONS
        stands for the names of the collective operations.
        """
        words = self.fields.pop("each", None)
        if words is None:
            return [self]
        if words == operations.TABLE:
            words = " ".join(operations.names())
        if isinstance(words, str):
            words = dict.fromkeys(words.split(), "")
        if not words or not isinstance(words, dict) or not all(isinstance(text, str) for text in words.values()):
            raise self.error(f"each {words!r} is neither a line of words nor a text for each", "each")
        return [self.with_word(word, text) for word, text in words.items()]

    def with_word(self, word, text):
        def filled(value):
            return value.replace("{each}", word).replace("{EACH}", word.upper()).replace("{text}", text)

        result = Declaration(self.section, self.own, self.path, self.line)
        result.lines = self.lines
        result.fields = {key: filled(value) if isinstance(value, str) else value for key, value in self.fields.items()}
        return result

    def where(self, key=None):
        return f"{self.path}:{self.lines.get(key, self.line)}"

    def error(self, text, key=None):
        return BlockError(f"{self.where(key)}: {self.name}: {text}")


class Block:
    """The text between the two markers, where it begins, and whether it is our own, which must be free of errors."""

    def __init__(self, path, text, first_line, own):
        self.path, self.first_line, self.own = path, first_line, own
        self.text = re.sub(r"^[ \t]+$", "", text, flags=re.M)  # MPICH's reader takes tabs in empty lines, ours does not

    def declarations(self):
        try:
            loader = yaml.SafeLoader(self.text)
            return list(self.read(loader, loader.get_single_node()))
        except RecursionError:
            raise BlockError(f"{self.path}:{self.first_line}: the info block is nested too deeply") from None
        except (yaml.YAMLError, ValueError) as error:
            mark = getattr(error, "problem_mark", None)
            problem = " ".join(str(getattr(error, "problem", None) or error).split())
            raise BlockError(f"{self.path}:{self.line(mark)}: {problem}") from None

    def line(self, mark):
        return self.first_line + (mark.line if mark else 0)

    def read(self, loader, root):
        """Yield the declarations of the block whose top is the node `root`."""
        for key, entries in self.pairs(root) if root else ():
            if key.value not in (SECTIONS if self.own else MPICH_SECTIONS):
                if self.own:
                    raise BlockError(f"{self.path}:{self.line(key.start_mark)}: unknown section {key.value!r}")
                continue
            for entry in self.entries(entries):
                declaration = self.declaration(loader, key.value, entry)
                yield from declaration.expanded() if self.own else [declaration]

    def declaration(self, loader, section, entry):
        result = Declaration(section, self.own, self.path, self.line(entry.start_mark))
        for key, value in self.pairs(entry):
            result.fields[key.value] = self.value(loader, value)
            result.lines[key.value] = self.line(key.start_mark)
        return result

    @staticmethod
    def value(loader, node):
        """Return what the node stands for: something that can be written down in JSON. YAML 1.1 has on
        and off among the words for true and false; MPICH has not."""
        if node.tag == "tag:yaml.org,2002:bool" and node.value.lower() in ("on", "off"):
            return node.value
        try:
            result = loader.construct_document(node)
            json.dumps(result, ensure_ascii=False, default=str).encode()
        except (TypeError, ValueError) as error:
            raise yaml.MarkedYAMLError(problem=f"a value that cannot be used: {error}",
                                       problem_mark=node.start_mark) from None
        return result

    def pairs(self, node):
        """Return the (key node, value node) pairs of a mapping; in our own blocks, no key is there twice."""
        if not isinstance(node, yaml.MappingNode):
            raise yaml.MarkedYAMLError(problem="expected 'key: value'", problem_mark=node.start_mark)
        seen = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.MarkedYAMLError(problem="expected a word as key", problem_mark=key.start_mark)
            if self.own and key.value in seen:
                raise yaml.MarkedYAMLError(problem=f"key {key.value!r} is there twice", problem_mark=key.start_mark)
            seen.add(key.value)
        return node.value

    @staticmethod
    def entries(node):
        if isinstance(node, yaml.SequenceNode):
            return node.value
        if isinstance(node, yaml.ScalarNode) and not node.value:
            return []
        raise yaml.MarkedYAMLError(problem="expected a list of entries, each after a dash", problem_mark=node.start_mark)


def source_files(tree):
    """Yield the files in which MPICH's own generator looks for blocks, in its order."""
    for folder in FOLDERS:
        for path, folders, files in os.walk(os.path.join(tree, "src", folder)):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(files):
                if re.fullmatch(r"[^.].*\.[Cchi](pp)?|cvars\.txt", name):
                    yield os.path.join(path, name)


def read_file(path, shown, own):
    """Return the declarations in the file's block, of which MPICH's generator reads only the first."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    marks = [found.start() for found in re.finditer(MARK, text)]
    found = BLOCK.search(text)
    if own and marks and (not found or len(marks) > 1):
        line = text.count("\n", 0, marks[-1]) + 1
        raise BlockError(f"{shown}:{line}: " + ("a second info block: a file may have one" if found else
                                                f"no line '=== {MARK.replace('BEGIN', 'END')} ===' ends the info block"))
    if not found:
        return []
    return Block(shown, found.group(1), text.count("\n", 0, found.start(1)) + 1, own).declarations()


def read_tree(tree):
    """Return what MPICH's tree declares, our own sources in it included."""
    result = []
    for path in source_files(tree):
        shown = os.path.relpath(path, tree)
        result.extend(read_file(path, shown, shown.startswith(HOME + "/")))
    return result


def read_project(project):
    """Return what our own sources declare where they are written."""
    result = []
    for path in sorted(glob.glob(os.path.join(glob.escape(project), "src", "mpich", "mpi_t", "variables", "*.h"))):
        result.extend(read_file(path, os.path.relpath(path, project), True))
    return result
