"""What `make install` has put below a folder is all there and works; and to programs its libraries are those of stock MPICH.

Options: --prefix, and --stock for the comparison.
"""

import re
from pathlib import Path

import pytest

from support import TOP, run, succeed

VERSION = re.search(r'^AC_INIT\(\[[^]]*\],\[([^]]*)\]', (TOP / 'configure.ac').read_text(), re.MULTILINE)[1]


@pytest.fixture(scope='module')
def prefix(request):
    return Path(request.config.option.prefix).resolve()


@pytest.fixture(scope='module')
def share(prefix):
    return prefix / 'share/mpich-monitoring'


@pytest.fixture(scope='module')
def libmpi(prefix):
    return (prefix / 'lib/libmpi.so').resolve()


@pytest.fixture(scope='module')
def configured(prefix):
    """The arguments of MPICH's configure."""
    return succeed(prefix / 'bin/mpichversion', '-configure')


def dynamic(library, tag):
    """Values of the library's dynamic section, such as NEEDED."""
    lines = [line.split() for line in succeed('objdump', '-p', library).splitlines()]
    return [words[1] for words in lines if len(words) > 1 and words[0] == tag]


def exports(library):
    return sorted(tuple(line.split()[1:]) for line in succeed('nm', '--dynamic', '--defined-only', library).splitlines())


@pytest.fixture(scope='module')
def has_abi(libmpi):
    """A tree from git has no version of the ABI, and none of MPICH's man pages."""
    return dynamic(libmpi, 'SONAME') != ['libmpi.so.0']


# What it says of itself


def test_there_are_hooks(share):
    assert (share / 'hooks.list').stat().st_size > 0


def test_mpichversion_sums_up_the_hooks_by_subject(prefix, share):
    placed = (share / 'hooks.list').read_text().splitlines()
    said = succeed(prefix / 'bin/mpichversion', '-custom').strip()
    found = re.fullmatch(rf'MPICH Custom Information:\s*MPICH Monitoring {re.escape(VERSION)} \((\d+) hooks: (.*)\)', said)
    assert found and placed and int(found[1]) == len(placed)
    subjects = dict(part.rsplit(' ', 1) for part in found[2].split(', '))
    assert sum(map(int, subjects.values())) == len(placed)
    sends = [line for line in placed if re.match('send_(?!pending)', line)]
    assert sends and int(subjects['send']) == len(sends)


def test_mpimon(prefix):
    assert succeed(prefix / 'bin/mpimon', '--version').strip() == f'mpimon (MPICH Monitoring) {VERSION}'


# The libraries


@pytest.mark.parametrize('language', ['', 'fort', 'cxx'])
def test_mpich_abi(prefix, has_abi, language):
    """Debian's MPICH programs find the library under its name there."""
    if not has_abi:
        pytest.skip("this MPICH's libraries have no version of the ABI")
    ours = prefix / f'lib/libmpi{language}.so.12'
    assert (prefix / f'lib/mpich-abi/libmpich{language}.so.12').resolve() == ours.resolve()
    assert ours.exists()


@pytest.fixture(params=['libmpi', 'libmpifort', 'libmpicxx'])
def both(request, prefix):
    """A library of stock MPICH's and ours."""
    stock = request.config.option.stock
    if not stock:
        pytest.skip('no --stock to compare with')
    return [Path(folder).resolve() / f'lib/{request.param}.so.12' for folder in (stock, prefix)]


def test_exports_what_stock_does(both):
    stock, ours = map(exports, both)
    assert stock and ours == stock


def test_needs_what_stock_does(both):
    stock, ours = (sorted(dynamic(library, 'NEEDED')) for library in both)
    assert ours == stock


def test_needs_no_cpp_library_at_run_time(libmpi):
    assert not any('stdc++' in name for name in dynamic(libmpi, 'NEEDED'))


def test_romio_is_in(libmpi, configured):
    if '--disable-romio' in configured:
        pytest.skip('MPICH was configured without it')
    assert ('T', 'PMPI_File_open') in exports(libmpi)


def test_loops_of_reductions_are_aligned(libmpi):
    """Wherever the linker has put them. What jumps back is a loop, but for a jump to the function's end that lies before it."""
    code = succeed('objdump', '-d', '--no-show-raw-insn', '--disassemble=MPIR_SUM', libmpi)
    jumps = re.findall(r'^ *([0-9a-f]+):\s+j(?!mp)[a-z]+ +([0-9a-f]+) ', code, re.MULTILINE)
    loops = {int(target, 16) for address, target in jumps if int(target, 16) < int(address, 16)}
    assert len(loops) >= 10 and sum(loop % 32 != 0 for loop in loops) <= 1


# Compilers

PROGRAM_C = r"""
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    rank += 20;
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 20) {
        printf("sum %d\n", sum);
    }
    MPI_Finalize();
    return 0;
}
"""
PROGRAM_FORTRAN = """
program hello
    use mpi_f08
    integer :: rank, total
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    rank = rank + 20
    call MPI_Reduce(rank, total, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD)
    if (rank == 20) print '(a, i0)', 'sum ', total
    call MPI_Finalize()
end program
"""


def check_program(prefix, compiler, source, text, *flags):
    """On two processes, 20 and 21 make 41."""
    Path(source).write_text(text)
    succeed(*compiler, source, *flags, '-o', 'program')
    assert succeed(prefix / 'bin/mpiexec', '-n', '2', './program') == 'sum 41\n'


@pytest.mark.parametrize('wrapper, source, text', [
    ('mpicc', 'hello.c', PROGRAM_C), ('mpicxx', 'hello.cc', PROGRAM_C), ('mpifort', 'hello.f90', PROGRAM_FORTRAN)],
    ids=['mpicc', 'mpicxx', 'mpifort'])
def test_wrapper(scratch, prefix, wrapper, source, text):
    check_program(prefix, [prefix / 'bin' / wrapper], source, text)


def test_overlap_preloaded_into_stock_mpich(request, scratch, prefix):
    """The library of overlap, with programs and the MPI of others: 21 receives are made asynchronous."""
    overlap = prefix / 'lib/libmpimon_overlap.so'
    if not request.config.option.stock or not overlap.exists():
        pytest.skip('no --stock, or built without overlap')
    stock = Path(request.config.option.stock).resolve() / 'bin'
    programs = TOP / 'test/mpi/programs'
    succeed(stock / 'mpicc', '-std=c11', '-D_DEFAULT_SOURCE', programs / 'late_sender.c', '-o', 'late_sender')
    settings = {'LD_PRELOAD': overlap, 'MPIR_CVAR_OVERLAP': 'paging', 'MPIR_CVAR_OVERLAP_DEBUG': '0', 'UCX_MEM_EVENTS': 'n'}
    done = run(stock / 'mpiexec', *(word for name, value in settings.items() for word in ('-genv', name, value)),
               '-n', '2', './late_sender', 'recv')
    assert done.status == 0 and re.search(r'^overlap of rank 0: 0 sends, 21 receives', done.stderr, re.MULTILINE), done.stderr


def test_static_library(scratch, prefix, monkeypatch):
    """A program with libmpi.a in it, and the other libraries as ever, counts and leaves a profile, too."""
    if not (prefix / 'lib/libmpi.a').exists():
        pytest.skip('built with --disable-static')
    monkeypatch.setenv('MPIR_CVAR_MONITORING_ENABLE', '1')
    monkeypatch.setenv('MPIR_CVAR_MONITORING_DETAIL', 'all')
    monkeypatch.setenv('MPIR_CVAR_MONITORING_FILENAME', 'static.mon')
    check_program(prefix, [prefix / 'bin/mpicc', '-static-mpi'], 'hello.c', PROGRAM_C)
    assert not [name for name in dynamic('program', 'NEEDED') if name.startswith('libmpi.')]
    traffic = succeed(prefix / 'bin/mpimon', 'export', '--csv', 'static.mon').splitlines()
    rows = [dict(zip(traffic[0].split(','), line.split(','))) for line in traffic[1:]]
    sent = [(row['src'], row['dst'], row['class'], row['sent_messages'], row['sent_bytes']) for row in rows]
    assert sent == [('1', '0', 'coll', '1', '4')]


def test_page_of_a_job(scratch, prefix, share, monkeypatch):
    """With the front end that is installed; test/web looks at what it shows."""
    monkeypatch.setenv('MPIR_CVAR_MONITORING_ENABLE', '2')
    monkeypatch.setenv('MPIR_CVAR_MONITORING_FILENAME', 'job.mon')
    check_program(prefix, [prefix / 'bin/mpicc'], 'hello.c', PROGRAM_C)
    succeed(prefix / 'bin/mpimon', 'html', 'job.mon', '-o', 'page.html')
    before, _, after = (share / 'page.html').read_text().partition('@REPORT@')
    page = Path('page.html').read_text()
    assert page.startswith(before) and page.endswith(after.partition('@PAIRS@')[2])


@pytest.mark.parametrize('wrapper', ['mpicc', 'mpicxx', 'mpifort'])
def test_wrappers_know_nothing_of_the_compiler_cache(prefix, wrapper):
    assert 'ccache' not in (prefix / 'bin' / wrapper).read_text()


@pytest.fixture
def pkg_config(prefix, monkeypatch):
    """What it prints, of the installation."""
    monkeypatch.setenv('PKG_CONFIG_PATH', str(prefix / 'lib/pkgconfig'))
    return lambda *options: succeed('pkg-config', *options, 'mpich-monitoring').split()


def test_pkg_config(scratch, prefix, pkg_config):
    check_program(prefix, ['gcc'], 'hello.c', PROGRAM_C, *pkg_config('--cflags', '--libs'))


def test_pkg_config_version(pkg_config):
    assert pkg_config('--modversion') == [VERSION]


def test_pkg_config_abidir(prefix, pkg_config):
    assert pkg_config('--variable=abidir') == [str(prefix / 'lib/mpich-abi')]


# Other files

MODULE = """
foreach command {module-whatis conflict setenv prepend-path} {
    proc $command {args} "puts \\"$command \\$args\\""
}
source [lindex $argv 0]
"""


def test_modulefile(scratch, prefix, share):
    """Run by a Tcl that knows the commands of modules."""
    (scratch / 'module.tcl').write_text(MODULE)
    assert succeed('tclsh', 'module.tcl', share / 'modulefile').splitlines() == [
        f'module-whatis {{MPICH Monitoring {VERSION}: an MPICH whose runs leave a profile of who sent what to whom, and why}}',
        'conflict mpich-monitoring', f'prepend-path PATH {prefix}/bin', f'prepend-path MANPATH {prefix}/share/man',
        f'prepend-path PKG_CONFIG_PATH {prefix}/lib/pkgconfig', f'setenv MPICH_MONITORING_HOME {prefix}',
        f'setenv MPICH_MONITORING_ABI {prefix}/lib/mpich-abi']


def test_what_a_site_takes(share, prefix):
    """Scripts that can be run, and an example that names this installation's tool."""
    modes = {path.name: path.stat().st_mode & 0o111 for path in (share / 'site').iterdir()}
    assert {name for name, mode in modes.items() if mode} == {'epilog', 'epilog-user', 'prolog', 'taskprolog'}
    assert {name for name, mode in modes.items() if not mode} == {'common.sh', 'modulefile', 'site.conf.example'}
    assert f'MPIMON={prefix}/bin/mpimon' in (share / 'site/site.conf.example').read_text().splitlines()
    assert f'set conf {share}/site/site.conf' in (share / 'site/modulefile').read_text().splitlines()


@pytest.mark.parametrize('header', ['mpi.h', 'mpich_monitoring.h', 'mpich_monitoring.f90', 'mpich_monitoring_plugin.h'])
def test_header(prefix, header):
    assert (prefix / 'include' / header).stat().st_size > 0


@pytest.mark.parametrize('policy', ['algorithms', 'buffers', 'small-allreduces'])
def test_policy(prefix, policy):
    """It needs the C library at most, and exports what the library looks for."""
    file = prefix / 'lib/mpich-monitoring' / f'{policy}.so'
    assert 'libstdc++' not in succeed('readelf', '--dynamic', file)
    assert succeed('nm', '--dynamic', '--defined-only', '--format=just-symbols', file).split() == ['mpich_monitoring_plugin']


@pytest.mark.parametrize('page', ['man1/mpimon.1', 'man1/mpimon-jobs.1', 'man1/mpicc.1', 'man3/MPI_Send.3'])
def test_man_page(prefix, has_abi, page):
    if not has_abi and 'mpimon' not in page:
        pytest.skip("this MPICH's tree has no man pages")
    assert (prefix / 'share/man' / page).stat().st_size > 0


def test_schema_compiles(scratch, share):
    succeed('protoc', f'--proto_path={share}', '--descriptor_set_out=schema', share / 'monitoring.proto')
