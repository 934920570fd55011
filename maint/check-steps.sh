# The unit tests by `make check`, shared by maint/test and test/sanitizers/run: sourced after install-steps.sh.
# shellcheck shell=bash

# count_cases LOG: `PASSED FAILED` of one test program, from its closing lines: GoogleTest's, or `N passed, N failed`. A
# program that failed has at least one failed case.
count_cases() {
    local result
    result=$(sed -n 's/^:test-result: //p' "${1%.log}.trs")
    awk -v result="$result" '
        /^\[  PASSED  \] [0-9]+ test/ { good += $4 }
        /^\[  FAILED  \] [0-9]+ test/ { bad += $4 }
        /^[0-9]+ passed, [0-9]+ failed$/ { good += $1; bad += $3 }
        END {
            if (result != "PASS" && bad == 0) bad = 1
            print good + 0, bad + 0
        }' "$1"
}

# unit_tests BUILD MAKE-ARGUMENT...: makes the test programs in BUILD, which is configured, and runs them. Ends with the
# sums over all test programs.
unit_tests() {
    local build=$1 log good=0 bad=0 more_good more_bad
    find "$build/test" -name '*.log' -delete
    in_build "$@"
    while read -r log; do
        read -r more_good more_bad < <(count_cases "$log")
        good=$((good + more_good)) bad=$((bad + more_bad))
        ((more_bad == 0)) || { echo "FAIL  ${log#"$build/"}, from its end:" && tail -n 20 "$log" | sed 's/^/      /'; }
    done < <(find "$build/test" -name '*.log' | sort)
    printf '%d passed, %d failed\n' "$good" "$bad"
    ((bad == 0))
}
