# For test suites in bash: sourced, never run. Ends with the line `N passed, N failed`, by totals.
# shellcheck shell=bash

set -uo pipefail
# shellcheck disable=SC2034 # for who sources this
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# check NAME COMMAND...: passes where COMMAND succeeds; else shows its output.
check() {
    local name=$1
    shift
    if "$@" >"$scratch/output" 2>&1; then
        passed=$((passed + 1))
        printf 'ok    %s\n' "$name"
    else
        failed=$((failed + 1))
        printf 'FAIL  %s\n' "$name"
        head -n 40 "$scratch/output" | cut -c 1-200 | sed 's/^/      /'
    fi
}

# says MESSAGE COMMAND...: COMMAND fails, and MESSAGE is all that it writes to stderr.
says() {
    local message=$1 status=0
    shift
    "$@" >/dev/null 2>"$scratch/stderr" || status=$?
    printf 'status %d, stderr:\n' "$status"
    cat "$scratch/stderr"
    ((status)) && [[ $(<"$scratch/stderr") == "$message" ]]
}

# expect_error NAME MESSAGE COMMAND...
expect_error() {
    check "$1" says "${@:2}"
}

# skip NAME WHY: not tested here, and not counted.
skip() {
    printf 'skip  %s: %s\n' "$1" "$2"
}

# totals: the closing line, and the suite's exit status.
totals() {
    printf '%d passed, %d failed\n' "$passed" "$failed"
    exit $((failed > 0))
}
