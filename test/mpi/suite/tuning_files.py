"""Collective tuning files: one with a choice for every call, and others made of it by chance."""

import re
from collections import namedtuple
from pathlib import Path

NAMES = Path(__file__).resolve().parents[3] / 'src/tuning/names.h'

Choice = namedtuple('Choice', 'name level collective kinds restrictions needs')

# Keys that leave no call without one, for any collective.
BRANCHES = (('comm_type=intra', 'comm_type=inter'),
            ('comm_hierarchy=parent', 'comm_hierarchy=any'),
            ('comm_size<3', 'comm_size=any'),
            ('comm_size=pow2', 'comm_size=any'),
            ('comm_size=node_comm_size', 'comm_size=any'),
            ('is_node_consecutive=yes', 'is_node_consecutive=no'))
# And for some.
SIZES = (('avg_msg_size<=100', 'avg_msg_size<8000', 'avg_msg_size=any'),)
COUNTS = (('count<pow2', 'count=any'), ('count<=7', 'count=any'))
OPERATIONS = (('is_commutative=yes', 'is_commutative=no'),)
BUILT_IN = (('is_op_built_in=yes', 'is_op_built_in=no'),)
IN_PLACE = (('is_sendbuf_inplace=yes', 'is_sendbuf_inplace=no'),)
FURTHER = {'allreduce': SIZES + COUNTS + OPERATIONS + BUILT_IN,
           'reduce': SIZES + COUNTS + OPERATIONS + BUILT_IN,
           'iallreduce': SIZES + COUNTS + OPERATIONS + BUILT_IN,
           'bcast': SIZES + COUNTS,
           'alltoall': SIZES + IN_PLACE,
           'allgather': COUNTS,
           'reduce_scatter_block': COUNTS + OPERATIONS,
           'barrier': (), 'scan': (), 'gather': (), 'scatter': ()}


def choices(series):
    """All that MPICH's series (40 for 4.0) knows."""
    entry = re.compile(r'\{"(\w+)",\s+Level::k(\w+),\s+"(\w*)",\s+k(\w+),\s+(\d+),\s+(\d+),\s+"([^"]*)",\s+"([^"]*)"')
    found = entry.findall(NAMES.read_text(encoding='utf-8'))
    return [Choice(name, level.lower(), collective, {'Intra': ('intra',), 'Inter': ('inter',)}.get(kinds, ('intra', 'inter')),
                   restrictions, needs)
            for name, level, collective, kinds, first, last, restrictions, needs in found if int(first) <= series <= int(last)]


def leaf(choice, random):
    """A choice with its parameters; a number of branches that may be too small, too."""
    # Of smaller chunks MPICH makes schedules that it takes minutes to go through.
    values = {'tree_type': random.choice(('0', '1', '2')), 'chunk_size': random.choice(('0', '1024'))}
    return {f'algorithm={choice.name}': {f'{name}={values.get(name, random.choice((0, 1, 2, 2, 4)))}': {}
                                         for name in choice.needs.split()}}


def plain(known, collective, kind, words=''):
    return next((choice for choice in known if choice.collective == collective and choice.level == 'mpir'
                 and kind in choice.kinds and choice.restrictions == words and not choice.needs), None)


def any_call(known, collective, kind):
    """A tree with a legal choice whatever the call is."""
    choice = plain(known, collective, kind)
    if choice:
        return {f'algorithm={choice.name}': {}}
    return {f'is_sendbuf_inplace={answer}': {f'algorithm={plain(known, collective, kind, words).name}': {}}
            for answer, words in (('yes', 'inplace'), ('no', 'noinplace'))}


def complete(known):
    """A file of the level mpir with a choice for every call."""
    file = {}
    for collective in sorted({choice.collective for choice in known if choice.level == 'mpir' and choice.collective}):
        if 'scan' in collective or 'neighbor' in collective:
            file[f'collective={collective}'] = any_call(known, collective, 'intra')
        else:
            file[f'collective={collective}'] = {f'comm_type={kind}': any_call(known, collective, kind)
                                                for kind in ('intra', 'inter')}
    return file


def by_chance(known, collective, random, depth):
    """A tree for a collective, legal or not."""
    if depth == 0:
        named = [choice for choice in known if choice.collective == collective and choice.level == 'mpir']
        return leaf(random.choice(named), random)
    keys = random.choice(BRANCHES + FURTHER[collective])
    return {key: by_chance(known, collective, random, random.randrange(depth)) for key in keys}


def changed(known, random, is_wanted):
    """The complete file with other trees for three collectives, each such that the file is wanted."""
    file = complete(known)
    for collective in random.sample(sorted(FURTHER), 3):
        while True:
            tree = by_chance(known, collective, random, random.randint(1, 3))
            other = {**file, f'collective={collective}': tree}
            if is_wanted(other):
                file = other
                break
    return file
