# What maint/mpich-tests makes of a test suite of its own, and of profiles: sourced by test/scripts/run.
# shellcheck shell=bash
# shellcheck disable=SC2154 # top and scratch are the caller's

# shellcheck disable=SC2016 # what the programs expand
# An installation that runs the one program that it is given, and says where it is.
fake_installation() {
    local prefix=$1 device=$2
    mkdir -p "$prefix"/{bin,lib,include}
    echo "$prefix" >"$prefix/lib/libmpi.so"
    echo 'int mpi;' >"$prefix/include/mpi.h"
    printf '#!/bin/sh\necho "MPICH Device: %s"\n' "$device" >"$prefix/bin/mpichversion"
    printf '#!/bin/sh\necho "$3" >>%q/calls\nPREFIX=%q exec "$3"\n' "$scratch/$prefix" "$scratch/$prefix" >"$prefix/bin/mpiexec"
    touch "$prefix/bin/mpicc"
    chmod +x "$prefix"/bin/*
}
fake_installation theirs ch4:ofi
fake_installation ours ch4:ofi
fake_installation others ch4:ucx
mkdir -p suite/test
cp -r "$top/test/scripts/mpichtests" suite/test/mpi
mpich_tests=("$top/maint/mpich-tests" --tree suite --stock theirs)
fake_installation speechless ch4:ofi
printf '#!/bin/sh\n' >speechless/bin/mpichversion
fake_installation static ch4:ofi
rm static/lib/libmpi.so

expect_error 'mpich-tests: no installation' \
    "maint/mpich-tests: $scratch/empty is no MPICH installation: no bin/mpichversion" "${mpich_tests[@]}" --ours empty
expect_error 'mpich-tests: another device' \
    "maint/mpich-tests: $scratch/theirs is ch4:ofi, $scratch/others ch4:ucx; compare the same device" \
    "${mpich_tests[@]}" --ours others
expect_error 'mpich-tests: an installation that says nothing' \
    "maint/mpich-tests: $scratch/speechless/bin/mpichversion names no device; install MPICH there anew" \
    "${mpich_tests[@]}" --ours speechless
expect_error 'mpich-tests: no shared library' \
    "maint/mpich-tests: $scratch/static has no lib/libmpi.so; install MPICH there with shared libraries" \
    "${mpich_tests[@]}" --ours static
expect_error 'mpich-tests: no such configuration' \
    'maint/mpich-tests: --configurations on,fast: a list of off, on and all, with stock or without' \
    "${mpich_tests[@]}" --ours ours --configurations on,fast
expect_error 'mpich-tests: a tree without tests' \
    'maint/mpich-tests: empty has no test/mpi/configure; maint/get-mpich gets a tree that does' \
    "$top/maint/mpich-tests" --tree empty --stock theirs --ours ours

expect_error 'mpich-tests: nowhere to write' \
    'maint/mpich-tests: --table nowhere/table.md: nowhere is no folder' \
    "${mpich_tests[@]}" --ours ours --table nowhere/table.md
expect_error 'mpich-tests: a folder to write' 'maint/mpich-tests: --table empty: this is a folder; name a file' \
    "${mpich_tests[@]}" --ours ours --table empty
no_jobs() {
    ! "${mpich_tests[@]}" --ours ours --jobs 0 2>no_jobs.err && grep -q 'error: argument --jobs: 0 is less than 1$' no_jobs.err
}
check 'mpich-tests: no jobs' no_jobs
expect_error 'mpich-tests: stock without an installation' \
    'maint/mpich-tests: --configurations stock: --stock names no installation of it' \
    "$top/maint/mpich-tests" --tree suite --ours ours --configurations stock,off

# finds STATUS PATTERN...: a run ends so, and each pattern is a line of its output.
finds() {
    local status=0 pattern
    "${mpich_tests[@]}" --ours "${ours:-ours}" --configurations "${configurations:-stock,off}" --jobs 2 >run.out 2>&1 || status=$?
    cat run.out
    ((status == $1)) || return
    for pattern in "${@:2}"; do
        grep -qxE -- "$pattern" run.out || { echo "no line is: $pattern" && return 1; }
    done
}
check 'mpich-tests: what differs, fails with both, is flaky or does not compile' finds 1 \
    'FAIL  off: good/worse 2: failed, and passes with stock MPICH' ' +two processes missing' \
    'note  good/bad 2 arg=-x: stock failed, off failed' 'note  good/inner/second 4: stock flaky, off flaky' \
    'note  good/broken 2: stock not compiled, off not compiled' 'note  good/late 2: stock timed out, off timed out' \
    '\| stock \| 3 \| 1 \| 1 \| 1 \| 2 \| 1 \| 0 \|' '\| off \| 2 \| 1 \| 2 \| 1 \| 2 \| 1 \| 0 \|' '8 passed, 1 failed'

calls() {
    printf '%d %d' "$(wc -l <theirs/calls)" "$(wc -l <ours/calls)"
}
calls_are() {
    echo "calls: $(calls)"
    [[ $(calls) == "$1" ]]
}
# Three attempts of what fails, two of what passes at the second one.
check 'mpich-tests: attempts' calls_are '11 13'
again_the_same() {
    finds 1 '8 passed, 1 failed' && calls_are '11 13'
}
check 'mpich-tests: what has a result is not done again' again_the_same
after_a_change() {
    echo more >>ours/lib/libmpi.so
    finds 1 '8 passed, 1 failed' && calls_are '11 25'
}
check 'mpich-tests: a changed library is tested again, the other one not' after_a_change
# What fails with both has three attempts with stock, what fails with ours alone has one, and nothing else is run.
only_in_doubt() {
    echo more >>theirs/lib/libmpi.so
    configurations=off finds 1 '8 passed, 1 failed' '\| stock \| 1 \| 0 \| 1 \| 1 \| 2 \| 1 \| 3 \|' && calls_are '18 25'
}
check 'mpich-tests: stock runs only what ours does not pass' only_in_doubt

# What takes too long with stock, too, has one attempt with each.
slow_anyway() {
    echo more | tee -a theirs/lib/libmpi.so >>ours/lib/libmpi.so
    "${mpich_tests[@]}" --ours ours --configurations off --only late >run.out 2>&1
    cat run.out
    calls_are '19 26'
}
check 'mpich-tests: no more attempts of what is slow with stock' slow_anyway

# What stock does not pass either, fails, too, and what does not compile.
without_stock() {
    mpich_tests=("$top/maint/mpich-tests" --tree suite) configurations=off
    finds 1 '3 passed, 6 failed' 'FAIL  off: good/broken 2: not compiled' 'FAIL  off: good/bad 2 arg=-x: failed'
}
check 'mpich-tests: without stock, all has to pass' without_stock
mpich_tests=("$top/maint/mpich-tests" --tree suite --stock theirs)

# The programs run elsewhere than it was called.
relative_cache() {
    (export MPICH_MONITORING_CACHE=relative && finds 1 '8 passed, 1 failed') &&
        (unset MPICH_MONITORING_CACHE && export XDG_CACHE_HOME=relative && finds 1 '8 passed, 1 failed') &&
        [[ -d relative/mpich-tests && -d relative/mpich-monitoring/mpich-tests ]]
}
check 'mpich-tests: a relative cache folder' relative_cache

# Where nothing works, nothing differs.
nothing_works() {
    local prefix configurations ours=dead_ours mpich_tests=("$top/maint/mpich-tests" --tree suite --stock dead_theirs)
    for prefix in dead_theirs dead_ours; do
        fake_installation "$prefix" ch4:ofi
        printf '#!/bin/sh\nexit 1\n' >"$prefix/bin/mpiexec"
    done
    for configurations in stock,off off; do
        finds 1 'FAIL  stock: passes none of the 9 entries, .*' '0 passed, 9 failed' || return
    done
}
check 'mpich-tests: nothing works' nothing_works

# within_20_seconds COMMAND...: whether it succeeds until then.
within_20_seconds() {
    local end=$((SECONDS + 20))
    until "$@"; do
        ((SECONDS < end)) || return 1
        sleep 0.1
    done
}

# none_runs FILE: of the processes with these ids; one that nobody waits for is a zombie, which has no program.
none_runs() {
    local process
    while read -r process; do
        [[ ! -e /proc/$process/exe ]] || return 1
    done <"$1"
}

# Ended while a test runs, it ends the test, and has no result of it.
ended() {
    echo more >>ours/lib/libmpi.so
    SLOW=$scratch/slow "${mpich_tests[@]}" --ours ours --configurations stock,off --only slow >run.out 2>&1 &
    local run=$!
    within_20_seconds test -s slow
    kill "$run" && within_20_seconds none_runs slow && ! wait "$run" && finds 1 '8 passed, 1 failed'
}
check 'mpich-tests: ended, it leaves no test behind' ended

check 'mpich-tests: invariants' python3 -B "$top/test/scripts/mpichtests/invariants_test"

# What passes, and was to leave a profile.
without_profile() {
    ! "${mpich_tests[@]}" --ours ours --configurations all --only always >run.out 2>&1 || return
    cat run.out
    grep -qx 'FAIL  all: good/always 2: the profile is wrong' run.out && grep -qx ' *leaves no profile' run.out
}
check 'mpich-tests: a program that passes without a profile' without_profile
