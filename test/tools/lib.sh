# Tests of mpimon as users call it: sourced by the *.test beside this. A folder with profiles is the current one.
#
# `make check` names the programs; MPIMON_SLOWER says how many times slower they may be than usual. The expected outputs
# are worked out from test/unit/sample_job.cc.
# shellcheck shell=bash

: "${MPIMON:?the mpimon to test}" "${MAKE_PROFILE:?the make_profile to use}" "${MPIMON_SOURCE:?the source folder}"
commands=$MPIMON_SOURCE/src/mpimon/commands # each with its expected outputs
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
unset NO_COLOR LC_ALL LC_CTYPE
export LANG=C.UTF-8 PAGER=cat

passed=0
failed=0
as=(env) # what mpimon is started by

# verdict NAME CONDITION...: counts, and says what failed.
verdict() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $name"
    fi
}

# same NAME EXPECTED SUBCOMMAND ARGUMENT...: mpimon's output is that file of those beside the subcommand.
same() {
    local name=$1
    "$MPIMON" "${@:3}" >out 2>err
    verdict "$name: exit code" [ $? -eq 0 ]
    verdict "$name: output" diff -u "$commands/$3/expected/$2" out
    verdict "$name: nothing on standard error" diff -u /dev/null err
}

# refused NAME EXIT-CODE PATTERN ARGUMENT...: one line on standard error that matches, nothing else, this exit code.
refused() {
    local name=$1 code=$2 pattern=$3
    timeout 60 "${as[@]}" "$MPIMON" "${@:4}" >out 2>err
    verdict "$name: exit code" [ $? -eq "$code" ]
    verdict "$name: nothing on standard output" [ ! -s out ]
    verdict "$name: one line" [ "$(wc -l <err)" -eq 1 ]
    verdict "$name: message '$(cat err)'" grep -Eq -- "$pattern" err
}

for kind in sample changed again placed timed batch merged alone settled sized detailed waiting corners corners-long mpmd halo names \
    files large overlapped pairs pairs-one-host; do
    "$MAKE_PROFILE" $kind $kind.mon || exit 1
done

# totals: the last line, and whether all passed.
totals() {
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
}
