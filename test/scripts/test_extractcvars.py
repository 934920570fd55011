"""What maint/extractcvars makes of info blocks, and what it says of wrong ones. The blocks are in variables/tree."""

import json
import re
import shutil

import pytest

from support import TOP, kept, refused, succeed

EXTRACT = TOP / 'maint' / 'extractcvars'
VARIABLES = TOP / 'test' / 'scripts' / 'variables'
HOME = 'src/util/monitoring'
BLOCK = f'{HOME}/mpich/mpi_t/variables/example.h'
DECLARED = 'src/mpich/mpi_t/variables'


@pytest.fixture
def example(scratch):
    """A tree with a block of our own, some of MPICH's, and a generator that does nothing. A line of blanks is put in
    here: MPICH's reader takes it, YAML's own does not."""
    tree = shutil.copytree(VARIABLES / 'tree', scratch / 'example')
    (tree / 'maint').mkdir()
    (tree / 'maint/version.m4').touch()
    (tree / 'maint/extractcvars').touch()
    theirs = tree / 'src/mpi/coll/cvars.txt'
    text, count = re.subn(r'(Theirs, with a key.*\n)\n', r'\1\t\n', theirs.read_text())
    assert count
    theirs.write_text(text)
    return tree


@pytest.mark.parametrize('name', ['example', 'example [1]'])
def test_lists(example, name):
    tree = example.rename(example.parent / name)
    succeed(EXTRACT, name)
    for made, expected in (('mpich/mpi_t/performance_variables.inc', 'performance_variables.inc'),
                           ('mpich/mpi_t/cvar_defaults.h', 'cvar_defaults.txt'), ('variables.json', 'variables.json')):
        assert (tree / HOME / made).read_text() == (VARIABLES / 'expected' / expected).read_text()


@pytest.fixture
def repository(scratch):
    """One with this block alone, and its reference pages."""
    (scratch / 'repository/maint').mkdir(parents=True)
    (scratch / 'repository' / DECLARED).mkdir(parents=True)
    shutil.copy(EXTRACT, scratch / 'repository/maint')
    shutil.copytree(TOP / 'maint/variables', scratch / 'repository/maint/variables')
    shutil.copy(VARIABLES / 'tree' / BLOCK, scratch / 'repository' / DECLARED)
    succeed('repository/maint/extractcvars', '--docs')
    return scratch / 'repository'


MARKDOWN, MANUAL = 'docs/variables.md', 'src/mpimon/commands/vars/mpich-monitoring-variables.7'


def test_pages(repository):
    assert (repository / MARKDOWN).read_text() == (VARIABLES / 'expected/variables.md').read_text()
    assert (repository / MANUAL).read_text() == (VARIABLES / 'expected/variables.7').read_text()
    succeed('repository/maint/extractcvars', '--check')


def test_a_page_that_was_changed_by_hand(repository):
    with open(repository / MARKDOWN, 'a', encoding='utf-8') as page:
        page.write('more\n')
    refused(f'maint/extractcvars: {MARKDOWN}: not what {DECLARED} declares; run maint/extractcvars --docs',
            'repository/maint/extractcvars', '--check')


def test_a_page_that_is_missing(repository):
    (repository / MARKDOWN).write_text('')
    (repository / MANUAL).unlink()
    refused(f'maint/extractcvars: {MARKDOWN} and {MANUAL}: not what {DECLARED} declares; run maint/extractcvars --docs',
            'repository/maint/extractcvars', '--check')


def pvar(name, key, value):
    """A sed script that gives `key` of this performance variable another value."""
    return rf'/name +: {name}$/,/description/ s/^( +{key} +: ).*/\1{value}/'


def listed(prefix, *words):
    return ', '.join(prefix + word for word in words)


CLASSES = listed('MPI_T_PVAR_CLASS_', 'STATE', 'LEVEL', 'SIZE', 'PERCENTAGE', 'HIGHWATERMARK', 'LOWWATERMARK', 'COUNTER',
                 'AGGREGATE', 'TIMER', 'GENERIC')
VERBOSITIES = listed('MPI_T_VERBOSITY_', *(f'{who}_{how}' for who in ('USER', 'TUNER', 'MPIDEV')
                                           for how in ('BASIC', 'DETAIL', 'ALL')))
SCOPES = listed('MPI_T_SCOPE_', 'CONSTANT', 'READONLY', 'LOCAL', 'GROUP', 'GROUP_EQ', 'ALL', 'ALL_EQ')
WHOLE = 'unsigned or unsigned long or unsigned long long'
QUOTES = 'those that YAML takes for numbers or truth values need quotes'

# What is wrong: (a sed script that changes the example, a text of the line that is named, what is said). Where several
# lines have the text, the last one is named.
UNREADABLE = {
    'bad YAML': ('s/^pvars:/pvars/', 'name        : example_messages', "could not find expected ':'"),
    'a bracket that stays open': (
        pvar('example_state', 'count', '[1'), 'enum        : algorithms', "expected ',' or ']', but got ':'"),
    'a section that is no list': (
        r's/^aliases:/aliases: none\nothers:/', 'aliases: none', 'expected a list of entries, each after a dash'),
    'an entry that is a word': (r's/^enums:/&\n    - colours/', '- colours', "expected 'key: value'"),
    'a key that is a list': (r's/^enums:/&\n    - [a]: b/', '- [a]: b', 'expected a word as key'),
    'a section twice': ('s/^enums:/cvars:/', 'cvars:', "key 'cvars' is there twice"),
    'an unknown section': ('s/^enums:/numbers:/', 'numbers:', "unknown section 'numbers'"),
    'a second block': (
        r'$ s/$/\n=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===/', 'BEGIN_MPI_T', 'a second info block: a file may have one'),
    'a block without end': (
        '/END_MPI_T/d', 'BEGIN_MPI_T', "no line '=== END_MPI_T_CVAR_INFO_BLOCK ===' ends the info block"),
}

KEYS = {
    'an unknown key': (r's/^( +)count( +: 3)$/\1amount\2/', 'amount', "unknown key 'amount' in pvars"),
    'an unknown key of a category': (
        r's/^( +)parent( +: BR)/\1mother\2/', 'mother', "unknown key 'mother' in categories"),
    'a key twice': (r's/^( +count +: 3)$/&\n\1/', 'count       : 3', "key 'count' is there twice"),
    'a pvar without a field': ('/read_load/d', 'name        : example_load', "example_load lacks 'read'"),
    'a cvar without a field': ('/SCOPE_LOCAL/d', 'MPIR_CVAR_EXAMPLE_WAY', "MPIR_CVAR_EXAMPLE_WAY lacks 'scope'"),
    'a category without a field': ('/: Between/d', 'name        : BRANCH', "BRANCH lacks 'description'"),
    'an alias without a field': ('/of +: /d', 'other_example', "other_example lacks 'of'"),
    'an enum without a field': ('/Two of them/d', 'name        : colours', "colours lacks 'description'"),
    'an entry without name': (
        's/name +: colours/items       : [a]/; /^ +items +:$/,/green/d', 'items       : [a]', "an entry lacks 'name'"),
}

VALUES = {
    'type of a cvar': (
        r's/(type +: )enum/\1list/', ': list',
        "MPIR_CVAR_EXAMPLE_WAY: type 'list' is none of boolean, double, enum, int, range, string"),
    'type of a pvar': (
        pvar('example_load', 'type', 'float'), 'float',
        "example_load: type 'float' is none of unsigned long, unsigned long long, double, int, unsigned, char"),
    'class': (
        pvar('example_load', 'class', 'MPI_T_PVAR_CLASS_GAUGE'), 'GAUGE',
        f"example_load: class 'MPI_T_PVAR_CLASS_GAUGE' is none of {CLASSES}"),
    'bind': (
        pvar('example_load', 'bind', 'MPI_T_BIND_MPI_FILE'), 'MPI_FILE',
        "example_load: bind 'MPI_T_BIND_MPI_FILE' is none of MPI_T_BIND_NO_OBJECT, MPI_T_BIND_MPI_COMM, "
        'MPI_T_BIND_MPI_WIN'),
    **{f'count {value}': (
        pvar('example_load', 'count', value), f'count       : {value}',
        f'example_load: count {value} is neither a positive integer nor one of comm_size, histogram_bins, enum_items, text')
       for value in ('0', '-1', '2.5', 'True', "'peers'")},
    **{key: (pvar('example_reset', key, 'maybe'), 'maybe', f"example_reset: {key} 'maybe' is neither true nor false")
       for key in ('continuous', 'readonly', 'atomic')},
    'verbosity': (
        pvar('example_load', 'verbosity', 'high'), 'high', f"example_load: verbosity 'high' is none of {VERBOSITIES}"),
    'scope': ('s/MPI_T_SCOPE_LOCAL/here/', ': here', f"MPIR_CVAR_EXAMPLE_WAY: scope 'here' is none of {SCOPES}"),
    **{key: (pvar('example_reset', key, 'a-b'), 'a-b', f"example_reset: {key} 'a-b' is no C identifier")
       for key in ('read', 'write', 'notify')},
    'name': (r's/(name +: )example_load/\15th/', '5th', "5th: name '5th' is no C identifier"),
    **{f'argument {value}': (
        pvar('example_colours', 'argument', value), f'argument    : {value}',
        f'example_colours: argument {value} is no C integer expression')
       for value in ("'a, b'", "'(a'", "'a;'", 'True')},
    'description': (r's/: By size\./: 5/', 'description : 5', 'example_sizes: description 5 is no text'),
    'items that are no words': (
        's/- green/- 7/', 'items       :', f"colours: items ['red', 7] is no list of words; {QUOTES}"),
    'items twice': ('s/- green/- red/', 'items       :', "colours: items ['red', 'red'] holds a word twice"),
    'items from elsewhere': (
        's/: MPIMON_HOOK_ALGORITHM/: MPIMON_HOOK/', 'items_from',
        "algorithms: items_from 'MPIMON_HOOK' is none of MPIMON_HOOK_ALGORITHM, MPIR_FUNC_TERSE_ENTER"),
}

MISFITS = {
    "one of MPICH's cvars": (
        r's/(name +: )MPIR_CVAR_EXAMPLE_WAY/\1MPIR_CVAR_THEIRS/', 'THEIRS',
        'MPIR_CVAR_THEIRS is declared at src/mpi/coll/cvars.txt:5 already'),
    'no such category of a cvar': (
        '/EXAMPLE_WAY/,/type/ s/: LEAF/: LOST/', 'LOST', "MPIR_CVAR_EXAMPLE_WAY: nobody declares category 'LOST'"),
    'no such category of a pvar': (
        pvar('example_load', 'category', 'LOST'), 'LOST', "example_load: nobody declares category 'LOST'"),
    'no such parent': (
        's/parent +: BRANCH/parent      : LOST/', 'LOST', "LEAF: nobody declares parent 'LOST'"),
    'a category within itself': (
        's/parent +: TRUNK/parent      : LEAF/', 'parent      : BRANCH',
        'LEAF: is its own ancestor: LEAF in BRANCH in LEAF'),
    'no such enum': (pvar('example_state', 'enum', 'lost'), 'lost', "example_state: nobody declares enum 'lost'"),
    'items without enum': (
        '/enum +: colours/d', 'enum_items', 'example_colours: count enum_items wants an enum'),
    'both kinds of items': (
        r's/: Two of them\./&\n      items_from  : MPIMON_HOOK_ALGORITHM/', 'name        : colours',
        'colours: wants either items or items_from'),
    'no items': ('/^ +items +:$/,/green/d', 'name        : colours', 'colours: wants either items or items_from'),
    'no such cvar': (
        r's/(of +: )MPIR_CVAR_EXAMPLE/\1MPIR_CVAR_LOST/', 'LOST',
        "other_example: nobody declares control variable 'MPIR_CVAR_LOST'"),
    'an alias of an enum': (
        r's/(of +: )MPIR_CVAR_EXAMPLE/&_WAY/', 'of          : ',
        'other_example: MPIR_CVAR_EXAMPLE_WAY is of type enum; only those of type int have aliases'),
    'nothing that writes': (
        '/write_reset/d', 'readonly    : false', "example_reset: lacks 'write', and is not readonly"),
    'something that writes': (
        pvar('example_reset', 'readonly', 'true'), 'write_reset', "example_reset: has 'write', and is readonly"),
    'text of numbers': (
        pvar('example_reset', 'type', 'int'), 'count       : text', 'example_reset: count text wants type char, not int'),
    **{f'{short} of {kind}': (
        f'{pvar("example_load", "class", f"MPI_T_PVAR_CLASS_{short}")};{pvar("example_load", "type", kind)}',
        f'type        : {kind}', f'example_load: class MPI_T_PVAR_CLASS_{short} wants {wanted}, not {kind}')
       for short, kind, wanted in (
           ('STATE', 'unsigned', 'int'), ('PERCENTAGE', 'unsigned', 'double'), ('COUNTER', 'double', WHOLE),
           *((short, 'char', f'{WHOLE} or double')
             for short in ('LEVEL', 'SIZE', 'HIGHWATERMARK', 'LOWWATERMARK', 'AGGREGATE', 'TIMER')))},
}

WRONG = {**UNREADABLE, **KEYS, **VALUES, **MISFITS}

# Which of two that are alike: of the first one, the name; the second one gets it.
TWICE = {
    'a category': ('LEAF', 'BRANCH'),
    'a cvar': ('MPIR_CVAR_EXAMPLE', 'MPIR_CVAR_EXAMPLE_WAY'),
    'a pvar': ('example_messages', 'example_state'),
    'an enum': ('algorithms', 'colours'),
    'an alias that is a cvar': ('MPIR_CVAR_EXAMPLE', 'other_example'),
}


def line_of(path, text):
    """The number of the last line with this text."""
    return [number for number, line in enumerate(path.read_text().splitlines(), 1) if text in line][-1]


def check_refused(example, edit, text, message):
    succeed('sed', '-E', '-i', edit, example / BLOCK)
    refused(f'maint/extractcvars: {BLOCK}:{line_of(example / BLOCK, text)}: {message}', EXTRACT, 'example')


@pytest.mark.parametrize('edit, text, message', WRONG.values(), ids=WRONG)
def test_refused(example, edit, text, message):
    check_refused(example, edit, text, message)


@pytest.mark.parametrize('first, second', TWICE.values(), ids=TWICE)
def test_declared_twice(example, first, second):
    lines = (example / BLOCK).read_text().splitlines()
    line = next(number for number, line in enumerate(lines, 1) if re.search(f'name +: {first}$', line))
    check_refused(example, rf's/(name +: ){second}$/\1{first}/', f'name        : {first}',
                  f'{first} is declared at {BLOCK}:{line} already')


def test_a_tree_without_hooks(example):
    for path in ('src/mpi/coll/coll.c', 'src/mpid/ch4/src/ch4_coll.h', 'src/mpid/ch4/shm/posix/posix_coll.h'):
        succeed('sed', '-i', 's/MPIMON_HOOK_ALGORITHM/NO_HOOK/', example / path)
    refused(f'maint/extractcvars: {BLOCK}:{line_of(example / BLOCK, "items_from")}: algorithms: the tree has no '
            'MPIMON_HOOK_ALGORITHM; is it patched?', EXTRACT, 'example')


def test_the_generator_fails(example):
    (example / 'maint/extractcvars').write_text('die "nothing works\\n";')
    refused('maint/extractcvars: example/maint/extractcvars failed: nothing works', EXTRACT, 'example')


def test_no_tree(scratch):
    (scratch / 'empty').mkdir()
    refused('maint/extractcvars: empty: not an MPICH source tree; maint/get-mpich gets one', EXTRACT, 'empty')


# MPICH's own tree.

MADE = ('src/util/mpir_cvars.c', 'src/include/mpir_cvars.h')
FOLDERS = ('mpi', 'mpi_t', 'nameserv', 'util', 'binding', 'include', 'mpid', 'pmi')


@pytest.fixture(scope='module')
def mpich():
    """MPICH's source tree, as maint/test unpacks it."""
    tree = kept() / 'trees' / 'mpich-4.0.2'
    if not tree.exists():
        succeed(TOP / 'maint/get-mpich', '4.0.2', tree)
    return tree


@pytest.fixture
def stock(mpich, scratch):
    """What of it has to do with variables, and what extractcvars makes of that."""
    for folder in FOLDERS:
        (scratch / 'stock/src' / folder).mkdir(parents=True)
    blocks = succeed('grep', '-rl', 'INFO_BLOCK', *(f'src/{folder}' for folder in FOLDERS), cwd=mpich).split()
    generator = ('maint/extractcvars', 'maint/version.m4', 'maint/local_perl')
    succeed('cp', '-r', '--parents', '-t', scratch / 'stock', *blocks, *generator, *MADE, cwd=mpich)
    for path in MADE:
        (scratch / 'stock' / path).write_text('not made anew\n')
    succeed(EXTRACT, 'stock')
    return scratch / 'stock'


def without_paths_and_dates(path):
    kept_lines = [line for line in path.read_text().splitlines() if not re.match(r' \*   (by|at|on): ', line)]
    return [re.sub(r'/[^ ]*/maint/\.\./', '', line, count=1) for line in kept_lines]


def test_control_variables_as_shipped(mpich, stock):
    """Their code is, but for comments with paths and dates."""
    for path in MADE:
        assert without_paths_and_dates(stock / path) == without_paths_and_dates(mpich / path)


def test_every_control_variable_is_listed(stock):
    """By the generated code, and by each of our lists."""
    code = (stock / MADE[0]).read_text()
    registered = sum('MPIR_T_CVAR_REGISTER_STATIC' in line for line in code.splitlines())
    assert registered > 300
    defaults = (stock / HOME / 'mpich/mpi_t/cvar_defaults.h').read_text().splitlines()
    assert sum(line.startswith('MPIMON_CVAR') for line in defaults) == registered
    assert len(json.loads((stock / HOME / 'variables.json').read_text())['cvars']) == registered
