"""What our own blocks may hold. MPICH's blocks are its generator's to judge."""

import re

from variables.blocks import BlockError

CVAR_TYPES = ("boolean", "double", "enum", "int", "range", "string")
MPI_TYPES = {
    "unsigned long": "MPI_UNSIGNED_LONG",
    "unsigned long long": "MPI_UNSIGNED_LONG_LONG",
    "double": "MPI_DOUBLE",
    "int": "MPI_INT",
    "unsigned": "MPI_UNSIGNED",
    "char": "MPI_CHAR",
}
COUNTS = ("comm_size", "histogram_bins", "enum_items", "text")
BINDS = ("MPI_T_BIND_NO_OBJECT", "MPI_T_BIND_MPI_COMM", "MPI_T_BIND_MPI_WIN")
VERBOSITIES = tuple(f"MPI_T_VERBOSITY_{who}_{what}" for who in ("USER", "TUNER", "MPIDEV")
                    for what in ("BASIC", "DETAIL", "ALL"))
SCOPES = tuple(f"MPI_T_SCOPE_{word}" for word in ("CONSTANT", "READONLY", "LOCAL", "GROUP", "GROUP_EQ", "ALL", "ALL_EQ"))
ITEMS_FROM = ("MPIMON_HOOK_ALGORITHM", "MPIR_FUNC_TERSE_ENTER")

# The types that the MPI standard allows for each class of performance variables.
WHOLE = ("unsigned", "unsigned long", "unsigned long long")
CLASS_TYPES = {
    "MPI_T_PVAR_CLASS_STATE": ("int",),
    "MPI_T_PVAR_CLASS_LEVEL": WHOLE + ("double",),
    "MPI_T_PVAR_CLASS_SIZE": WHOLE + ("double",),
    "MPI_T_PVAR_CLASS_PERCENTAGE": ("double",),
    "MPI_T_PVAR_CLASS_HIGHWATERMARK": WHOLE + ("double",),
    "MPI_T_PVAR_CLASS_LOWWATERMARK": WHOLE + ("double",),
    "MPI_T_PVAR_CLASS_COUNTER": WHOLE,
    "MPI_T_PVAR_CLASS_AGGREGATE": WHOLE + ("double",),
    "MPI_T_PVAR_CLASS_TIMER": WHOLE + ("double",),
    "MPI_T_PVAR_CLASS_GENERIC": tuple(MPI_TYPES),
}


# Those whose value is a handle's own, so that it can be reset, and for sums be written, without a callback.
RESETTABLE = tuple(f"MPI_T_PVAR_CLASS_{word}"
                   for word in ("COUNTER", "AGGREGATE", "TIMER", "HIGHWATERMARK", "LOWWATERMARK"))


# Each of these makes, or is, a test of one field's value, which returns what is wrong with it or None.
def one_of(words):
    return lambda value: None if value in tuple(words) else f"is none of {', '.join(words)}"


def identifier(value):
    return None if isinstance(value, str) and re.fullmatch(r"[A-Za-z_]\w*", value) else "is no C identifier"


def text(value):
    return None if isinstance(value, str) and value.strip() else "is no text"


def truth(value):
    return None if isinstance(value, bool) else "is neither true nor false"


def anything(_):
    return None


def element_count(value):
    if value in COUNTS or (isinstance(value, int) and not isinstance(value, bool) and value > 0):
        return None
    return f"is neither a positive integer nor one of {', '.join(COUNTS)}"


def expression(value):
    """One argument of a macro: a number, or C without commas outside brackets."""
    if isinstance(value, int) and not isinstance(value, bool):
        return None
    outside = value if isinstance(value, str) else ""
    while re.search(r"\([^()]*\)", outside):
        outside = re.sub(r"\([^()]*\)", "_", outside)
    return None if re.fullmatch(r"[\w\s+\-*/%|&^~<>?:=!]+", outside) else "is no C integer expression"


def different_words(value):
    if isinstance(value, list) and value and all(isinstance(word, str) and re.fullmatch(r"\S+", word) for word in value):
        return None if len(set(value)) == len(value) else "holds a word twice"
    return "is no list of words; those that YAML takes for numbers or truth values need quotes"


REQUIRED = {
    "categories": {"name": identifier, "description": text},
    "cvars": {"name": identifier, "category": identifier, "type": one_of(CVAR_TYPES), "default": anything, "class": text,
              "verbosity": one_of(VERBOSITIES), "scope": one_of(SCOPES), "description": text},
    "pvars": {"name": identifier, "category": identifier, "class": one_of(CLASS_TYPES), "type": one_of(MPI_TYPES),
              "bind": one_of(BINDS), "count": element_count, "continuous": truth, "readonly": truth,
              "verbosity": one_of(VERBOSITIES), "read": identifier, "description": text},
    "enums": {"name": identifier, "description": text},
    "aliases": {"name": identifier, "of": identifier, "description": text},
}
OPTIONAL = {
    "categories": {"parent": identifier},
    "cvars": {"alt-env": anything, "group": anything},
    "pvars": {"atomic": truth, "write": identifier, "notify": identifier, "argument": expression, "enum": identifier,
              "example": text},
    "enums": {"items": different_words, "items_from": one_of(ITEMS_FROM)},
    "aliases": {},
}


def check_fields(item):
    """Every key is known, every required one is there, and every value can stand alone."""
    required, optional = REQUIRED[item.section], OPTIONAL[item.section]
    for key in item.fields:
        if key not in required and key not in optional:
            raise BlockError(f"{item.where(key)}: unknown key {key!r} in {item.section}")
    for key in required:
        if key not in item.fields:
            raise BlockError(f"{item.where()}: {item.name} lacks {key!r}")
    for key, value in item.fields.items():
        wrong = required.get(key, optional.get(key))(value)
        if wrong:
            raise item.error(f"{key} {value!r} {wrong}", key)


def unique(declarations):
    """Return the declarations without those that MPICH repeats; ours must differ. An alias is a cvar's name, too."""
    first = {}
    for item in declarations:
        space = "cvars" if item.section == "aliases" else item.section
        other = first.setdefault((space, item.name), item)
        if other is not item and (item.own or other.own):
            ours, others = (item, other) if item.own else (other, item)
            raise BlockError(f"{ours.where('name')}: {item.name} is declared at {others.where('name')} already")
    return list(first.values())


def by_name(declarations, section):
    return {item.name: item for item in declarations if item.section == section}


def check_category(item, categories):
    """The parents exist, and lead to the top."""
    seen = [item.name]
    while "parent" in categories[seen[-1]].fields:
        parent = categories[seen[-1]].fields["parent"]
        if parent not in categories:
            raise item.error(f"nobody declares parent {parent!r}", "parent")
        if parent in seen:
            raise item.error(f"is its own ancestor: {' in '.join(seen + [parent])}", "parent")
        seen.append(parent)


def check_pvar(item, enums):
    """What the fields of a performance variable say about each other."""
    fields = item.fields
    if fields["type"] not in CLASS_TYPES[fields["class"]]:
        raise item.error(f"class {fields['class']} wants {' or '.join(CLASS_TYPES[fields['class']])}, "
                         f"not {fields['type']}", "type")
    if fields["count"] == "text" and fields["type"] != "char":
        raise item.error(f"count text wants type char, not {fields['type']}", "count")
    if fields["count"] == "enum_items" and "enum" not in fields:
        raise item.error("count enum_items wants an enum", "count")
    if "enum" in fields and fields["enum"] not in enums:
        raise item.error(f"nobody declares enum {fields['enum']!r}", "enum")
    if not fields["readonly"] and "write" not in fields and fields["class"] not in RESETTABLE:
        raise item.error("lacks 'write', and is not readonly", "readonly")
    if fields["readonly"] and "write" in fields:
        raise item.error("has 'write', and is readonly", "write")


def check_cvar(item):
    if item.fields["type"] == "range" and not re.fullmatch(r"-?\d+:-?\d+", str(item.fields["default"])):
        raise item.error(f"default {item.fields['default']!r} is no range such as '0:9'", "default")


def check_enum(item):
    if ("items" in item.fields) == ("items_from" in item.fields):
        raise item.error("wants either items or items_from")


def check_alias(item, cvars):
    cvar = cvars.get(item.fields["of"])
    if not cvar:
        raise item.error(f"nobody declares control variable {item.fields['of']!r}", "of")
    if cvar.fields.get("type") != "int":
        raise item.error(f"{cvar.name} is of type {cvar.fields.get('type')}; only those of type int have aliases", "of")


def check(declarations):
    """Return the declarations, each once; raise BlockError for what is wrong in our own."""
    for item in declarations:
        if item.own:
            check_fields(item)
        elif not isinstance(item.name, str):
            raise BlockError(f"{item.where('name')}: name {item.name!r} is no word")
    declarations = unique(declarations)
    categories, cvars, enums = (by_name(declarations, section) for section in ("categories", "cvars", "enums"))
    for item in declarations:
        if not item.own:
            continue
        category = item.fields.get("category")
        if category is not None and category not in categories:
            raise item.error(f"nobody declares category {category!r}", "category")
        if item.section == "categories":
            check_category(item, categories)
        elif item.section == "cvars":
            check_cvar(item)
        elif item.section == "pvars":
            check_pvar(item, enums)
        elif item.section == "enums":
            check_enum(item)
        elif item.section == "aliases":
            check_alias(item, cvars)
    return declarations


def category_tree(declarations):
    """Return our own categories, parents before children, in the order of their declaration."""
    own = [item for item in declarations if item.own and item.section == "categories"]
    names = {item.name for item in own}

    def below(parent):
        for item in own:
            above = item.fields.get("parent")
            if (above if above in names else None) == parent:
                yield item
                yield from below(item.name)

    return list(below(None))
