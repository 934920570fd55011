"""Fixtures of the tests under Slurm: the cluster, and the installation under test with its programs."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'mpi'))

pytest.register_assert_rewrite('cluster')

from cluster import Cluster  # noqa: E402
from suite.harness import Installation, clean_environment  # noqa: E402


@pytest.fixture(scope='session')
def cluster():
    """A running Slurm of four nodes, n1 to n4, for all tests of this process."""
    with Cluster() as running:
        yield running


@pytest.fixture
def cluster_with():
    """cluster_with(Epilog=...): a running Slurm of four nodes with such lines in slurm.conf, for this test alone."""
    started = []

    def start(**settings):
        started.append(Cluster(**settings))
        return started[-1].start()

    yield start
    for running in started:
        running.stop()


@pytest.fixture(scope='session')
def installation(pytestconfig, tmp_path_factory):
    """The installation under test."""
    assert pytestconfig.option.prefix, 'give --prefix DIR, the folder of an installation'
    return Installation(pytestconfig.option.prefix, tmp_path_factory.mktemp('programs'), None)


@pytest.fixture
def variables(installation, monkeypatch):
    """The environment of a job: monitoring is on, waiting processes give up their core, and UCX stays on loopback. What
    this process has set for MPI is taken away."""
    for name in set(os.environ) - set(clean_environment()):
        monkeypatch.delenv(name)
    return {
        'MPIR_CVAR_MONITORING_ENABLE': 2,
        'MPIR_CVAR_MONITORING_DETAIL': 'all',
        'UCX_NET_DEVICES': 'lo',
        'UCX_LOG_LEVEL': 'error',
        'LD_PRELOAD': installation.build_yielding(),
    }
