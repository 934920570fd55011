"""Wrong arguments: one clear line each. Those of subcommands that have a file of tests for themselves are there."""

import pytest

RECORDED = 'no timeline was recorded; run the job with MPIR_CVAR_MONITORING_DETAIL=.*,timeline$'

WRONG = {
    'no subcommand': (2, '^mpimon: A subcommand is required', ''),
    'unknown subcommand': (2, "^mpimon: 'frobnicate' is not one of report, matrix, export, diff, advise, html, jobs, place, "
                              'recover, run, set, tune, vars,', 'frobnicate'),

    'set: no assignment': (2, '^mpimon set: ENABLE: not of the form NAME=VALUE$', 'set job ENABLE'),
    'set: no ranks': (2, "^mpimon set: --rank: '2-x' is no list of ranks, such as 0,4-7$", 'set job A=1 --rank 2-x'),
    'set: ranks backwards': (2, '^mpimon set: --rank: 4-2 is no range of ranks$', 'set job A=1 --rank 4-2'),
    'set: no job': (1, '^mpimon set: .*: no such job runs; start it with', 'set job A=1 --folder .'),

    'report: two files': (2, '^mpimon report: one at a time, and these are more: halo.mon', 'report sample.mon halo.mon'),
    'report: class of algorithms': (2, '^mpimon report: --class: .* is of no class',
                                    'report --by algorithm --class p2p sample.mon'),
    'report: by what?': (2, "^mpimon report: --by: 'regions' is not one of function, region, communicator, algorithm, path, "
                            'overlap', 'report --by regions sample.mon'),
    'report: bad sort': (2, "^mpimon report: --sort: 'size' is not one of bytes, messages, time",
                         'report --sort size sample.mon'),
    'report: bad top': (2, '^mpimon report: --top', 'report --top many sample.mon'),
    'report: a pair of one': (2, '^mpimon report: --pair 1: give two ranks with a comma, such as 0,1$',
                              'report --pair 1 sample.mon'),
    'report: a pair of more': (2, '^mpimon report: --pair 0,1,2: give two ranks', 'report --pair 0,1,2 sample.mon'),
    'report: a pair of a rank that is none': (1, '^mpimon report: --pair 0,4: the job has 4 ranks, from 0 on$',
                                              'report --pair 0,4 sample.mon'),
    'report: a pair and a table': (2, '--by.*--pair|--pair.*--by', 'report --pair 0,1 --by path sample.mon'),
    'report: a timeline that was not recorded': (1, f'^mpimon report: {RECORDED}', 'report --timeline sample.mon'),
    'report: a timeline and a table': (2, '--by.*--timeline|--timeline.*--by', 'report --timeline --by path timed.mon'),
    'report: a timeline and a pair': (2, '--timeline.*--pair|--pair.*--timeline', 'report --timeline --pair 0,1 timed.mon'),

    'export: an unknown view': (2, 'collectives', 'export --csv --collectives got sample.mon'),
    'export: no format': (2, '^mpimon export: ', 'export sample.mon'),
    'export: two formats': (2, '^mpimon export: ', 'export --csv --json sample.mon'),
    'export: places that were not recorded': (1, 'does not say where the ranks were', 'export --csv --places sample.mon'),
    'export: places of what was asked': (2, 'leave out --collectives asked',
                                         'export --csv --places --collectives asked placed.mon'),
    'export: places without CSV': (2, '--places.*--csv', 'export --json --places placed.mon'),
    'export: a timeline that was not recorded': (1, f'^mpimon export: {RECORDED}', 'export --csv --timeline sample.mon'),
    'export: a timeline of what is no CSV': (2, '--timeline.*--csv', 'export --json --timeline timed.mon'),
    'export: a timeline of what was asked': (2, '--timeline.*--collectives|--collectives.*--timeline',
                                             'export --csv --timeline --collectives asked timed.mon'),
    'export: two tables': (2, '--waits.*--files|--files.*--waits', 'export --csv --files --waits files.mon'),
    'export: ranks of what is no CSV': (2, '--ranks.*--csv', 'export --json --ranks sample.mon'),

    'matrix: bytes and messages': (2, '^mpimon matrix: ', 'matrix --bytes --messages sample.mon'),
    'matrix: bad fold': (2, "^mpimon matrix: --fold: 'wool' is not", 'matrix --fold wool sample.mon'),
    'matrix: fold by none': (1, 'matrix of 10000 x 10000 is too large', 'matrix --fold none large.mon'),
    'matrix: by nodes that are not known': (1, 'does not say where the ranks were; --fold node folds by host$',
                                            'matrix --by node sample.mon'),
    'matrix: by what?': (2, '^mpimon matrix: --by: rack not in .node,package,core,algorithm', 'matrix --by rack placed.mon'),
    'matrix: folded twice': (2, '--by.*--fold|--fold.*--by', 'matrix --by node --fold 2 placed.mon'),
    'matrix: by core of one algorithm': (2, 'only with --by algorithm, not with --by core',
                                         'matrix --by core --algorithm linear placed.mon'),
    'matrix: no such algorithm': (1, "^mpimon matrix: --algorithm: nothing was asked by 'nobody'; there is MPIDI_POSIX",
                                  'matrix --collectives asked --by algorithm --algorithm nobody sample.mon'),
    'matrix: a picture of several algorithms': (1, 'a picture shows one algorithm, and here are 5: choose with --algorithm',
                                                'matrix --collectives asked --by algorithm --png several.png sample.mon'),
}


@pytest.mark.parametrize('status, pattern, words', WRONG.values(), ids=WRONG)
def test_refused(mpimon, status, pattern, words):
    mpimon.refuses(status, pattern, *words.split())


@pytest.mark.parametrize('subcommand', ['report', 'matrix', 'export --csv', 'export --json'])
def test_an_unknown_class(mpimon, subcommand):
    mpimon.refuses(2, "unknown class 'mail'; it is one of p2p, coll, rma, part, ctrl",
                   *subcommand.split(), '--class', 'mail', 'sample.mon')


@pytest.mark.parametrize('subcommand', ['matrix', 'export --csv'])
def test_what_algorithms_sent(mpimon, subcommand):
    mpimon.refuses(2, 'what algorithms sent is not kept by algorithm; add --collectives asked',
                   *subcommand.split(), '--by', 'algorithm', 'sample.mon')
