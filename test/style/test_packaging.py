"""The recipes for Spack and EasyBuild declare what the project has: its options, libraries, versions and hooks.

Neither of the two is needed: the recipes run on stand-ins that record what they declare.
"""

import re
import sys
import types
from collections import defaultdict
from pathlib import Path

import pytest
import yaml

from support import TOP, succeed

REPOSITORY = TOP / 'spack_repo/mpich_monitoring'
EASYCONFIGS = sorted((TOP / 'easybuild').glob('*.eb'))
CONFIGURE = ''.join((TOP / name).read_text() for name in ('configure.ac', 'm4/mpimon.m4'))
VERSION = re.search(r'^AC_INIT\(\[[^]]*\],\[([^]]*)\]', CONFIGURE, re.MULTILINE)[1]

# What configure looks for, tests aside: its name there, and the least version.
LIBRARIES = {name: least for name, least in re.findall(r'^MPIMON_LIBRARY\(\[\w+\],\[(\w+) >= ([\d.]+)\]', CONFIGURE, re.MULTILINE)}
HEADERS = re.findall(r'^MPIMON_HEADER\(\[(\w+)/', CONFIGURE, re.MULTILINE)


def known(option):
    """Whether configure has this option or variable."""
    for pattern, macro in (('--with(?:out)?-(.+)', 'AC_ARG_WITH'),
                           ('--(?:disable|enable)-(.+)', 'AC_ARG_ENABLE'), ('(.+)', 'AC_ARG_VAR')):
        found = re.fullmatch(pattern, option.split('=')[0])
        if found:
            return f'{macro}([{found[1]}]' in CONFIGURE
    return False


def choices(variable):
    """The values that configure allows: 'ch4:ucx|ch4:ofi' of with_device, for one."""
    return re.search(rf'AS_CASE\(\[\${variable}\],\[([^]]*)\]', CONFIGURE)[1].split('|')


# Spack


class Declared:
    """What a recipe has called, by the names of Spack's directives."""

    DIRECTIVES = ('conflicts', 'depends_on', 'filter_compiler_wrappers', 'provides', 'resource', 'variant', 'version')

    def __init__(self):
        self.calls = defaultdict(list)

    def directive(self, name):
        return lambda *args, **options: self.calls[name].append((args, options))

    def named(self, name):
        """Of one directive: the first argument of each call, or its name."""
        return [args[0] if args else options['name'] for args, options in self.calls[name]]


class Spec:
    """A spec with these variants, of which all dependencies are in /deps."""

    def __init__(self, **variants):
        self.variants = {name: types.SimpleNamespace(value=value) for name, value in variants.items()}

    def __getitem__(self, name):
        return types.SimpleNamespace(prefix=f'/deps/{name}')

    def satisfies(self, text):
        if text[0] in '+~':
            return self.variants[text[1:]].value == (text[0] == '+')
        name, value = text.split('=')
        return self.variants[name].value == value


def load(name, monkeypatch):
    """A recipe's module, and what it has declared."""
    declared = Declared()
    spack = types.ModuleType('spack.package')
    for directive in declared.DIRECTIVES:
        setattr(spack, directive, declared.directive(directive))
    spack.join_path = lambda *parts: '/'.join(parts)
    spack.Executable = spack.EnvironmentModifications = spack.InstallError = type('StandIn', (Exception,), {})
    monkeypatch.setitem(sys.modules, 'spack', types.ModuleType('spack'))
    monkeypatch.setitem(sys.modules, 'spack.package', spack)
    bases = {'build_systems.autotools': 'AutotoolsPackage', 'build_systems.cmake': 'CMakePackage',
             'build_systems.generic': 'Package', 'packages.mpich.package': 'MpichEnvironmentModifications'}
    for path, base in bases.items():
        module = types.ModuleType(path)
        setattr(module, base, type(base, (), {}))
        monkeypatch.setitem(sys.modules, f'spack_repo.builtin.{path}', module)
    path = REPOSITORY / 'packages' / name / 'package.py'
    module = types.ModuleType(name)
    module.__file__ = str(path)
    exec(compile(path.read_text(), path, 'exec'), module.__dict__)
    return module, declared


@pytest.fixture
def recipe(monkeypatch):
    return load('mpich_monitoring', monkeypatch)


def configure_args(recipe, **variants):
    package = recipe[0].MpichMonitoring()
    package.spec = Spec(**{'device': 'ucx', 'yaksa_depth': '3', 'fortran': True, **variants})
    package.stage = types.SimpleNamespace(source_path='/stage/source', path='/stage')
    return package.configure_args()


def variants_of(recipe):
    return {args[0]: options for args, options in recipe[1].calls['variant']}


def test_spack_repository():
    assert yaml.safe_load((REPOSITORY / 'repo.yaml').read_text()) == {'repo': {'namespace': 'mpich_monitoring', 'api': 'v2.0'}}
    assert REPOSITORY.name == 'mpich_monitoring'


@pytest.mark.parametrize('name', sorted(path.parent.name for path in REPOSITORY.glob('packages/*/package.py')))
def test_spack_recipe_declares_a_class_and_versions(name, monkeypatch):
    module, declared = load(name, monkeypatch)
    assert hasattr(module, ''.join(part.title() for part in name.split('_'))) and declared.named('version')


def test_spack_takes_the_checkout_that_it_is_in(recipe):
    assert recipe[0].MpichMonitoring.git == f'file://{TOP}'
    assert recipe[1].calls['version'] == [(('main',), {'branch': 'main'})]


def test_spack_hands_over_options_that_configure_has(recipe):
    for device in variants_of(recipe)['device']['values']:
        for option in configure_args(recipe, device=device):
            assert known(option), option
    assert configure_args(recipe) == [
        '--disable-tests', '--without-hdf5', '--without-otf2', '--without-httplib', '--without-npm',
        '--with-mpich=/stage/source/mpich-source', '--with-device=ch4:ucx', '--with-yaksa-depth=3',
        'MPICH_CONFIGURE_ARGS=--with-hwloc=/deps/hwloc --with-ucx=/deps/ucx']
    assert configure_args(recipe, device='ofi', fortran=False)[-1] == (
        'MPICH_CONFIGURE_ARGS=--with-hwloc=/deps/hwloc --with-libfabric=/deps/libfabric --disable-fortran')


def test_spacks_variants_are_what_configure_and_install_allow(recipe):
    variants, install = variants_of(recipe), (TOP / 'maint/install').read_text()
    assert [f'ch4:{device}' for device in variants['device']['values']] == choices('with_device')
    assert list(variants['yaksa_depth']['values']) == choices('with_yaksa_depth')
    assert f"^ch4:({'|'.join(variants['device']['values'])})$" in install
    assert f"^[{''.join(variants['yaksa_depth']['values'])}]$" in install
    for name, options in variants.items():
        assert name == 'fortran' or options['default'] in options['values']


def test_spack_has_the_source_of_each_version_of_mpich(recipe):
    versions = variants_of(recipe)['mpich']['values']
    sources = {options['when']: options for _, options in recipe[1].calls['resource']}
    assert set(sources) == {f'mpich={version}' for version in versions}
    for version in versions:
        source = sources[f'mpich={version}']
        assert source['url'].endswith(f'/{version}/mpich-{version}.tar.gz') and re.fullmatch('[0-9a-f]{64}', source['sha256'])
        assert (TOP / 'test/patches/hooks' / version).exists(), 'not an MPICH whose hooks are known'
        assert (('mpi@:5.0' if version[0] == '5' else 'mpi@:4.0',), {'when': f'mpich={version}'}) in recipe[1].calls['provides']


def test_spack_depends_on_what_configure_looks_for(recipe):
    names = {'CLI11': 'cli11', 'libdw': 'elfutils', 'ncursesw': 'ncurses', 'nlohmann_json': 'nlohmann-json'}
    wanted = recipe[1].named('depends_on')
    for library, least in LIBRARIES.items():
        if library not in ('gtest_main', 'benchmark'):
            assert any(spec.startswith(f'{names.get(library, library)}@{least}:') for spec in wanted), library
    assert set(HEADERS) <= set(wanted) and 'coccinelle' in wanted and 'scotch@7: ~mpi' in wanted


def test_spack_finds_the_systems_coccinelle(monkeypatch):
    module, declared = load('coccinelle', monkeypatch)
    module.Executable = lambda path: lambda *args, **options: succeed(path, *args)
    shown = succeed('spatch', '--version')
    assert module.Coccinelle.determine_version('spatch') in shown.split()[2]
    with pytest.raises(module.InstallError):
        module.Coccinelle().install(None, None)


# EasyBuild


@pytest.fixture(params=EASYCONFIGS, ids=lambda path: path.stem)
def easyconfig(request):
    """What an easyconfig sets; it is a Python program, too."""
    values = {}
    exec(compile(request.param.read_text(), request.param, 'exec'), values)
    return request.param, values


def test_there_is_an_easyconfig():
    assert EASYCONFIGS


def test_easyconfig_is_named_as_easybuild_looks_for_it(easyconfig):
    path, values = easyconfig
    toolchain = values['toolchain']
    assert path.name == f"mpich-monitoring-{VERSION}-{toolchain['name']}-{toolchain['version']}.eb"
    assert (values['name'], values['version']) == ('mpich-monitoring', VERSION)
    assert {'homepage', 'description', 'easyblock', 'moduleclass'} <= set(values)


def test_easyconfig_hands_over_options_that_configure_has(easyconfig):
    options = re.findall(r'(\S+?)=("[^"]*"|\S*)|(\S+)', easyconfig[1]['configopts'])
    assert len(options) == 8
    for name, value, alone in options:
        assert known(name or alone), name or alone
        if name == '--with-device':
            assert value in choices('with_device')


def test_easyconfig_unpacks_what_it_configures(easyconfig):
    values = easyconfig[1]
    own, mpich = values['sources']
    assert own.replace('%(version)s', VERSION) == f'mpich-monitoring-{VERSION}.tar.xz'
    assert f"%(builddir)s/{mpich['filename'].removesuffix('.tar.gz')}" in values['configopts']
    assert values['start_dir'].replace('%(version)s', VERSION).endswith(f'/mpich-monitoring-{VERSION}')
    assert 'dist-xz' in CONFIGURE
    version = mpich['filename'].removeprefix('mpich-').removesuffix('.tar.gz')
    assert mpich['source_urls'][0].endswith(f'/{version}') and (TOP / 'test/patches/hooks' / version).exists()
    assert len(values['checksums']) == 2 and re.fullmatch('[0-9a-f]{64}', values['checksums'][1])


def test_easyconfig_depends_on_what_configure_looks_for(easyconfig):
    values = easyconfig[1]
    there = {name.lower(): version for name, version in values['dependencies'] + values['builddependencies']}

    def number(version):
        return [int(part) for part in version.split('.')]

    for library, least in LIBRARIES.items():
        if library not in ('gtest_main', 'benchmark'):
            assert number(there[{'ncursesw': 'ncurses', 'libdw': 'elfutils'}.get(library, library.lower())]) >= number(least), library
    assert set(HEADERS) <= set(there) and 'coccinelle' in values['osdependencies']


def test_easyconfig_expects_files_that_are_installed(easyconfig):
    makefiles = ''.join(path.read_text() for path in TOP.glob('*/Makefile.mk')) + (TOP / 'src/mpimon/Makefile.mk').read_text()
    for name in easyconfig[1]['sanity_check_paths']['dirs']:
        assert Path(name).name in makefiles, name
