"""The semantic patches: each on a small piece of code, all on MPICH's source tree, and what bad input is told.

Later series are tried on the trees that MPICH_4_1_TREE, MPICH_4_2_TREE, MPICH_4_3_TREE and MPICH_5_0_TREE name.
"""

import hashlib
import os
import re
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import pytest
import yaml

from support import TOP, refused, run, succeed

HERE = TOP / 'test/patches'
PATCH_MPICH = TOP / 'maint/patch-mpich'
RULES = yaml.safe_load((TOP / 'patches/rules.yaml').read_text())
COCCI = sorted(path.stem for path in (TOP / 'patches').glob('*.cocci'))
SERIES = ('4.0', '4.1', '4.2', '4.3', '5.0')
SEND = 'src/mpid/ch4/src/ch4_send.h'
RECORD = 'src/util/monitoring/.patched'  # what patch-mpich needs to revert


def tree_of(series):
    """The tree that the user has of a later series, or None."""
    named = os.environ.get(f'MPICH_{series.replace(".", "_")}_TREE')
    return Path(named) if named else None


# The rules, by themselves.


@pytest.mark.parametrize('name', COCCI)
def test_rules(scratch, name):
    """What NAME.cocci makes of before.c is after.c, and every hook that rules.yaml counts for it is seen there."""
    shutil.copy(HERE / name / 'before.c', scratch / f'{name}.c')
    done = run('spatch', '--sp-file', TOP / 'patches' / f'{name}.cocci', '--macro-file-builtins',
               TOP / 'patches/macros.h', '--very-quiet', '--no-show-diff', '--in-place', f'{name}.c')
    assert done.status == 0, done.stderr
    after = (HERE / name / 'after.c').read_text()
    assert (scratch / f'{name}.c').read_text() == after
    counted = {rule['hook'] for group in RULES['semantic'] if group['cocci'] == f'{name}.cocci'
               for rule in group['rules'].values()}
    seen = re.findall(r'MPIMON_(?:HOOK|FIX)_\w+', after)
    assert {hook for hook in seen if '_PREPARE' not in hook} == counted


def series_of(counts):
    """Releases may have counts of their own."""
    return tuple(sorted(key for key in counts if key.count('.') == 1))


def test_counts_for_every_rule_and_series():
    """Hooks are placed in all of them, and fixes where they are needed; every hook is a macro of our headers, and every
    rule stands in the file that is said to hold it."""
    headers = '\n'.join(path.read_text() for path in (TOP / 'src').rglob('*.h'))
    for group in RULES['semantic']:
        stated = set(re.findall(r'(?:HOOK|FIX)_\w+', (TOP / 'patches' / group['cocci']).read_text()))
        for name, rule in group['rules'].items():
            assert series_of(rule['expect']) == SERIES, name
            assert name.startswith('fix_') or all(rule['expect'].values()), f'{name}: placed nowhere in a series'
            assert re.search(rf'#define {rule["hook"]}\b', headers), f'{name}: no macro {rule["hook"]}'
            assert rule['hook'].removeprefix('MPIMON_') in stated, f'{name}: not in {group["cocci"]}'
    for edit in RULES['edits']:
        assert series_of(edit.get('expect', SERIES_COUNTS)) == SERIES, edit['name']


SERIES_COUNTS = dict.fromkeys(SERIES, 1)  # of an edit that states none


# Trees of MPICH, patched and not.


def checksums(tree, record=True):
    """Of each file, with its rights; of links, their targets. `record`: patch-mpich's own, too."""
    found = {}
    for folder, _, names in os.walk(tree):
        for path in (Path(folder, name) for name in names):
            name = str(path.relative_to(tree))
            if not record and name.startswith(RECORD):
                continue
            found[name] = os.readlink(path) if path.is_symlink() else (
                path.stat().st_mode, hashlib.sha256(path.read_bytes()).hexdigest())
    return found


def copy(tree, folder):
    succeed('cp', '-a', tree, folder)
    return folder


class Release:
    """A source tree of MPICH that stays as it is, and a copy of it, patched."""

    def __init__(self, tree, folder):
        self.tree = tree
        self.version = re.search(r'MPICH_VERSION_m4\],\[([^]]*)', (tree / 'maint/version.m4').read_text())[1]
        self.sums = checksums(tree)
        self.patched = copy(tree, folder / f'patched-{self.version}')
        # As a run leaves it that was cut off before it changed anything.
        (self.patched / RECORD / 'original').mkdir(parents=True)
        self.placed = succeed(PATCH_MPICH, self.patched)

    @property
    def hooks(self):
        """(rule, file, line) of each."""
        for line in self.placed.splitlines():
            rule, site = line.split()
            yield rule, *site.rsplit(':', 1)


@pytest.fixture(scope='module')
def folder():
    with tempfile.TemporaryDirectory(prefix='mpich-monitoring-test.') as name:
        yield Path(name)


@pytest.fixture(scope='module', autouse=True)
def remember_what_spatch_made(folder):
    """The tree is patched many times; what is the same each time is done once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv('PATH', str(HERE / 'remembering'), prepend=os.pathsep)
        patch.setenv('SPATCH_MEMORY', str(folder / 'spatched'))
        yield


@pytest.fixture(scope='module')
def source(request, folder):
    """The tree of 4.0."""
    if request.config.option.tree:
        return Path(request.config.option.tree).resolve()
    succeed(TOP / 'maint/get-mpich', folder / 'fetched')
    return folder / 'fetched'


@pytest.fixture(scope='module', params=[series for series in SERIES if series == '4.0' or tree_of(series)])
def release(request, source, folder):
    """Each series of which there is a tree."""
    return Release(source if request.param == '4.0' else tree_of(request.param).resolve(), folder)


@pytest.fixture
def tree(source, scratch):
    """A copy of 4.0's, which may be changed."""
    return copy(source, scratch / 'tree')


@pytest.mark.parametrize('series', SERIES[1:])
def test_a_later_series(series):
    if not tree_of(series):
        pytest.skip(f'MPICH_{series.replace(".", "_")}_TREE names no source tree')
    assert f'MPICH_VERSION_m4],[{series}' in (tree_of(series) / 'maint/version.m4').read_text()


def test_as_many_hooks_as_expected(release):
    version = release.version if release.version.count('.') == 2 else f'{release.version}.0'
    series = version.rpartition('.')[0]
    counts = {name: rule['expect'] for group in RULES['semantic'] for name, rule in group['rules'].items()}
    counts.update({edit['name']: edit.get('expect', SERIES_COUNTS) for edit in RULES['edits']})
    expected = {name: count.get(version, count[series]) for name, count in counts.items()}
    placed = Counter(rule for rule, _, _ in release.hooks)
    assert {**dict.fromkeys(expected, 0), **placed} == expected


def test_hooks_where_the_list_says(release):
    """Every line that it names holds a hook, or one of the edits' lines."""
    for rule, name, number in release.hooks:
        line = (release.patched / name).read_text(errors='replace').splitlines()[int(number) - 1]
        assert 'MPIMON_' in line or 'monitoring' in line, f'{rule} {name}:{number}: {line}'


def test_names_of_tuning_files(release):
    """What `mpimon tune` knows of the series is what its sources say."""
    done = run(TOP / 'maint/tuning-names', '--check', release.tree)
    assert (done.status, done.stdout, done.stderr) == (0, '', '')


def test_names_of_tuning_files_without_a_tree(scratch):
    refused(f'tuning-names: {scratch}: no MPICH tree', TOP / 'maint/tuning-names', scratch)


def test_table_of_hooks(release):
    """How many of each rule are in each file, as somebody has read where they are."""
    table = HERE / 'hooks' / release.version
    if not table.exists():
        pytest.skip(f'no table of hooks for {release.version}')
    counts = Counter(f'{rule} {name}' for rule, name, _ in release.hooks)
    assert sorted(f'{place} {count}' for place, count in counts.items()) == sorted(table.read_text().splitlines())


def test_hooks_of_a_patched_tree_are_listed(release):
    assert succeed(PATCH_MPICH, release.patched, '--list') == release.placed


def test_reverted_byte_for_byte(release, scratch):
    again = copy(release.patched, scratch / 'again')
    succeed(PATCH_MPICH, again, '--revert')
    assert checksums(again) == release.sums


def test_the_same_by_a_diff(release, tree, scratch):
    """Put in place by patch alone, the diff makes the same tree; the record of originals is patch-mpich's own. Then it
    is taken out again."""
    if not release.version.startswith('4.0'):
        pytest.skip('tried with 4.0')
    succeed(PATCH_MPICH, tree, '--diff', scratch / 'change.diff')
    assert checksums(tree) == release.sums
    succeed('patch', '--directory', tree, '--strip=1', '--silent', '--input', scratch / 'change.diff')
    assert checksums(tree, record=False) == checksums(release.patched, record=False)
    succeed('patch', '--directory', tree, '--strip=1', '--silent', '--reverse', '--input', scratch / 'change.diff')
    assert checksums(tree) == release.sums


def test_patched_already(release):
    refused(f'maint/patch-mpich: {release.patched}: already patched; take the patch out first with maint/patch-mpich '
            f'{release.patched} --revert', PATCH_MPICH, release.patched)


def test_a_diff_of_a_patched_tree(release, scratch):
    refused(f'maint/patch-mpich: {release.patched}: already patched; --diff wants an unpatched tree', PATCH_MPICH,
            release.patched, '--diff', scratch / 'none.diff')


def count_in_an_array(tree):
    """Compiles MPICH's macro that counts in an array, and runs it; returns what the compiler says."""
    header = (tree / 'src/include/mpitimpl.h').read_text()
    macros = re.findall(r'^#define MPIR_T_PVAR_COUNTER_ARRAY_INC(?:_VAR)?_impl.*\n.*\n', header, re.MULTILINE)
    Path('array.c').write_text(''.join(macros) + """
        static unsigned long long PVAR_COUNTER_calls[3];
        int main(void) { MPIR_T_PVAR_COUNTER_ARRAY_INC_impl(calls, 1, 5); return PVAR_COUNTER_calls[1] != 5; }
    """)
    done = run('gcc', '-o', 'array', 'array.c')
    if done.status == 0:
        succeed('./array')
    return done.stderr


def test_counting_in_arrays(release, scratch):
    """It does not compile without its fix, and counts with it."""
    if not release.version.startswith('4.0'):
        pytest.skip('tried with 4.0')
    assert 'name_' in count_in_an_array(release.tree)
    assert count_in_an_array(release.patched) == ''


def test_the_readme_says_how_many_hooks_there_are():
    lines = (TOP / 'patches/README.md').read_text().splitlines()
    for subject in RULES['semantic']:
        counts = [sum(rule['expect'][series] for rule in subject['rules'].values()) for series in SERIES]
        row = ' | '.join(map(str, [subject['cocci'].removesuffix('.cocci'), *counts]))
        assert f'| {row} |' in lines


# What is refused.


def test_no_patch_to_revert(source):
    refused(f'maint/patch-mpich: {source}: not patched by maint/patch-mpich', PATCH_MPICH, source, '--revert')


def test_no_mpich_tree(scratch):
    refused(f'maint/patch-mpich: {scratch}: not an MPICH source tree (no maint/version.m4 with a version, or no '
            'src/mpid/ch4); unpack one with maint/get-mpich', PATCH_MPICH, scratch)


def test_without_spatch(tree, scratch):
    (scratch / 'tools').mkdir()
    for tool in ('python3', 'env'):
        (scratch / 'tools' / tool).symlink_to(f'/usr/bin/{tool}')
    before = checksums(tree)
    refused("maint/patch-mpich: spatch not found: install Debian's package coccinelle, or use a diff that "
            'maint/patch-mpich --diff wrote on another machine', PATCH_MPICH, tree, env={'PATH': scratch / 'tools'})
    assert checksums(tree) == before


def check_misfits(tree, why, *lines):
    """The tree is refused, says why, and the lines are among those for rules that did not fit; it stays as it was."""
    before = checksums(tree)
    done = run(PATCH_MPICH, tree)
    assert done.status != 0
    first, *others = done.stderr.splitlines()
    listed = [line.removeprefix('    ') for line in others if re.match('    [a-z]', line)]
    assert first == f'maint/patch-mpich: {tree}: rules that do not fit: {len(listed)}; {why}'
    assert set(lines) <= set(listed)
    assert checksums(tree) == before


def set_version(tree, version):
    path = tree / 'maint/version.m4'
    path.write_text(re.sub(r'(MPICH_VERSION_m4\],\[)[^]]*', rf'\g<1>{version}', path.read_text()))


def test_a_version_without_rules_and_without_files(fake):
    set_version(fake, '9.1.3')
    check_misfits(fake, f'MPICH 9.1.3 was tried as 5.0; known series: {", ".join(SERIES)}',
                  f'send.cocci: no file matches {SEND}', 'send_self (send.cocci): 0 placed, 2 expected',
                  'build (src/util/Makefile.mk): 0 placed, 1 expected')


def test_a_rule_that_does_not_fit(tree):
    """One call is missing: the rule is named."""
    text = (tree / SEND).read_text()
    assert '= MPIDI_Self_isend(' in text
    (tree / SEND).write_text(text.replace('= MPIDI_Self_isend(', '= MPIDI_Self_other('))
    check_misfits(tree, 'it differs from the MPICH 4.0 that the rules were made for; one from git needs autogen.sh first',
                  'send_self (send.cocci): 5 placed, 6 expected')


def test_a_newer_version_that_does_not_fit(tree):
    set_version(tree, '6.0')
    check_misfits(tree, f'MPICH 6.0 was tried as 5.0; known series: {", ".join(SERIES)}',
                  'send_direct (send.cocci): 3 placed, 1 expected',
                  'fix_isendrecv_null (fixes.cocci): 2 placed, 0 expected')


def test_an_unknown_version_that_fits(tree):
    """It is patched, and a line says what it was taken for."""
    set_version(tree, '3.9.1')
    done = run(PATCH_MPICH, tree)
    assert done.status == 0
    assert done.stderr == (f'maint/patch-mpich: MPICH 3.9.1 is of no series that is known ({", ".join(SERIES)}); all '
                           'rules fit as in 4.0, but nobody has read where they place their hooks\n')
