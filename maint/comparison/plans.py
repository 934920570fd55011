"""How much is measured: in full, or as a smoke test."""

from collections import namedtuple
from pathlib import Path

from counting import ATTEMPTS

PROJECT = Path(__file__).resolve().parent.parent.parent

# `rounds`: each runs every subject once; `milliseconds` at each size of each operation; `grid`: points per side of the
# red-black solver; `matrix`: rows of ScaLAPACK's; `attempts`: see counting.py; `ranks`, `steps`: of random traffic.
Plan = namedtuple('Plan', 'rounds milliseconds sizes grid matrix attempts ranks steps')

FULL = Plan(rounds=100, milliseconds=8, sizes=(0, 8, 64, 512, 4096, 32768, 262144, 1048576), grid=256, matrix=600,
            attempts=ATTEMPTS, ranks=(2, 3, 4), steps=300)
QUICK = Plan(rounds=3, milliseconds=1, sizes=(8, 32768), grid=64, matrix=120, attempts={}, ranks=(2, 3), steps=100)
