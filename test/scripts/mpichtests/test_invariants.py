#!/usr/bin/python3
"""The invariants that maint/mpich-tests holds profiles against: a sound profile has none that fails, a wrong one each."""

import copy
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / 'maint'))

from mpichtests import invariants  # noqa: E402

COLUMNS = ('rank', 'peer', 'class', 'path', 'direction', 'communicator', 'context', 'messages', 'bytes')


def profile(*rows, histograms=None, size=2):
    """A profile whose flows are `rows`: (rank, peer, class, direction, messages, bytes)."""
    flows = {name: [] for name in COLUMNS}
    for rank, peer, kind, direction, messages, length in rows:
        for name, value in zip(COLUMNS, (rank, peer, kind, 'net', direction, 0, 0, messages, length)):
            flows[name].append(value)
    return {'diagnostics': [], 'job': {'world_size': size, 'executable': 'program'}, 'flows': flows,
            'processes': [{'rank': rank, 'histograms': (histograms or {}).get(rank, {})} for rank in range(size)]}


class BothSides(unittest.TestCase):
    def lines(self, *rows):
        return list(invariants.check_both_sides(profile(*rows)))

    def test_received_cancelled_and_left_close_the_sum(self):
        self.assertEqual(self.lines((0, 1, 'p2p', 'sent', 10, 100), (1, 0, 'p2p', 'received', 7, 60),
                                    (1, 0, 'p2p', 'unreceived', 1, 10), (0, 1, 'p2p', 'cancelled', 2, 30)), [])

    def test_messages_and_bytes_are_told_apart(self):
        for messages, length in ((9, 100), (10, 99), (11, 101)):
            self.assertEqual(
                self.lines((0, 1, 'coll', 'sent', 10, 100), (1, 0, 'coll', 'received', messages, length)),
                [f'coll from 0 to 1: sent 10 messages of 100 bytes, received, cancelled or left {messages} of {length}'])

    def test_the_other_way_is_another_flow(self):
        self.assertEqual(len(self.lines((0, 1, 'p2p', 'sent', 1, 8), (0, 1, 'p2p', 'received', 1, 8))), 2)

    def test_one_sided_headers_and_other_worlds_have_one_side(self):
        self.assertEqual(self.lines((0, 1, 'rma', 'sent', 1, 8), (0, 1, 'ctrl', 'sent', 1, 8),
                                    (0, 'f:1:0', 'p2p', 'sent', 1, 8)), [])


class Sums(unittest.TestCase):
    def test_histograms_have_the_messages_and_can_have_the_bytes(self):
        rows = ((0, 1, 'p2p', 'sent', 3, 20),)
        for bins, sound in (([0, 0, 0, 1, 2], True),  # 4 to 7, and twice 8 to 15: 20 to 37
                            ([0, 0, 0, 2, 2], False), ([0, 0, 0, 0, 3], False), ([0, 0, 3], False)):
            lines = list(invariants.check_sums(profile(*rows, histograms={0: {'p2p': bins}})))
            self.assertEqual(lines == [], sound, (bins, lines))

    def test_reports_add_up_to_the_flows(self):
        one = profile((0, 1, 'p2p', 'sent', 3, 20), (1, 0, 'p2p', 'received', 3, 20))
        rows = [{'messages_sent': 1, 'bytes_sent': 5}, {'messages_sent': 2, 'bytes_sent': 15, 'messages_received': 3,
                                                        'bytes_received': 20}]
        self.assertEqual(list(invariants.check_totals(one, {'path': {'rows': rows}})), [])
        wrong = copy.deepcopy(rows)
        wrong[1]['bytes_received'] = 21
        self.assertEqual(list(invariants.check_totals(one, {'path': {'rows': wrong}})),
                         ['by path: 3 messages of 21 bytes received, flows have 3 of 20'])


class Files(unittest.TestCase):
    ACCOUNTS = {0: {('independent', 'read'): [3, 1, 80]}}

    def lines(self, *rows):
        names = ('rank', 'family', 'write', 'calls', 'failed', 'bytes')
        accesses = [dict(zip(names, row)) for row in rows]
        return list(invariants.check_files({'file_accesses': accesses}, self.ACCOUNTS))

    def test_files_add_up_to_the_account(self):
        """That of rank 1 has not been kept."""
        self.assertEqual(self.lines((0, 'independent', False, 1, 0, 50), (0, 'independent', False, 2, 1, 30),
                                    (1, 'independent', True, 1, 0, 8)), [])

    def test_what_is_more_or_less_or_not_there(self):
        self.assertEqual(self.lines((0, 'independent', False, 3, 1, 81), (0, 'independent', True, 1, 0, 8)), [
            'files of rank 0, independent read: 3 calls, 1 failed, 81 bytes; its account has 3, 1, 80',
            'files of rank 0, independent write: 1 calls, 0 failed, 8 bytes; its account has 0, 0, 0'])
        self.assertEqual(self.lines(), [
            'files of rank 0, independent read: 0 calls, 0 failed, 0 bytes; its account has 3, 1, 80'])


class Worlds(unittest.TestCase):
    def test_what_worlds_send_each_other_agrees(self):
        here = profile((0, 'f:1:0', 'p2p', 'sent', 2, 9), (1, 'f:1:0', 'coll', 'received', 1, 4))
        there = profile((0, 'f:3:0', 'p2p', 'received', 2, 9), (0, 'f:3:1', 'coll', 'sent', 1, 4))
        self.assertEqual(list(invariants.check_worlds([here, there])), [])
        self.assertEqual(list(invariants.check_worlds([here])),
                         ['coll between worlds: sent 0 messages of 0 bytes, received or left 1 of 4',
                          'p2p between worlds: sent 2 messages of 9 bytes, received or left 0 of 0'])

    def test_a_process_that_is_missing_is_said(self):
        one = profile(size=3)
        one['processes'].pop()
        self.assertEqual(invariants.check_profile(one, {}), ['1 of 3 processes are missing'])


if __name__ == '__main__':
    unittest.main()
