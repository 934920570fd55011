"""The Slurm that the tests start: nodes, batch jobs and hooks are as the other tests take them to be."""


def test_every_node_runs_its_part(cluster, scratch):
    printed = cluster.succeed('srun', '-N4', '-n8', '--ntasks-per-node=2', '-l', 'printenv', 'SLURMD_NODENAME')
    assert sorted(printed.splitlines()) == [f'{rank}: n{1 + rank // 2}' for rank in range(8)]


def test_batch_jobs_and_arrays_run(cluster, scratch):
    job = cluster.submit('echo $SLURM_ARRAY_TASK_ID', '--array=3,5', '--output=%a.out')
    jobs = cluster.wait(job)
    assert {entry['ArrayTaskId']: entry['JobState'] for entry in jobs} == {'3': 'COMPLETED', '5': 'COMPLETED'}
    assert {path.name: path.read_text() for path in scratch.glob('*.out')} == {'3.out': '3\n', '5.out': '5\n'}


def test_hooks_run_on_every_node(cluster_with, scratch):
    def hook(name, text):
        (scratch / name).write_text(f'#!/bin/sh\n{text}\n')
        (scratch / name).chmod(0o755)
        return scratch / name

    cluster = cluster_with(
        Epilog=hook('epilog', f'touch {scratch}/ended.$SLURM_JOB_ID.$SLURMD_NODENAME'),
        TaskProlog=hook('prolog', 'echo export FROM_PROLOG=$SLURM_PROCID'))
    job = cluster.submit('srun -n2 -N2 printenv FROM_PROLOG', '-N2', '--output=out')
    cluster.wait(job)
    assert sorted((scratch / 'out').read_text().split()) == ['0', '1']
    assert {path.name for path in scratch.glob('ended.*')} == {f'ended.{job}.n1', f'ended.{job}.n2'}
