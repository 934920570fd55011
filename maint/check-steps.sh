# The unit tests by `make check`, shared by maint/test and test/sanitizers/run, and what test/fuzz/run has in common with
# these: sourced after install-steps.sh.
# shellcheck shell=bash

# Where the tools are compiled so that faults are seen, for unit tests and fuzzers alike. configure has the sanitizers itself.
# shellcheck disable=SC2154 # of install-steps.sh
fault_build=$cache/build/faults
# shellcheck disable=SC2034 # of test/sanitizers/run
fault_sanitizers=("-fsanitize=address,undefined,float-cast-overflow" -fno-sanitize-recover=all)

# configure_for_faults: and compiles what does the work. Only that is optimized: for the rest, compiling takes longer than
# what is saved later.
configure_for_faults() {
    configure_tools "$fault_build" --enable-fuzzers CC=clang CXX=clang++ CFLAGS="$(fault_flags -O0)" \
        CXXFLAGS="$(fault_flags -O0)" &&
        in_build "$fault_build" CXXFLAGS="$(fault_flags -O1)" src/{profile/libdecode,profile/libencode,analysis/libanalysis}.a
}

fault_flags() {
    echo "-gline-tables-only $1 -fno-omit-frame-pointer"
}

# count_cases LOG: `PASSED FAILED` of one test program, from its closing lines: GoogleTest's, or `N passed, N failed`. A
# program that failed, or was cut off before it said how many passed, has at least one failed case.
count_cases() {
    local result=
    [[ ! -f ${1%.log}.trs ]] || result=$(sed -n 's/^:test-result: //p' "${1%.log}.trs")
    awk -v result="$result" '
        /^\[  PASSED  \] [0-9]+ test/ { good += $4 }
        /^\[  FAILED  \] [0-9]+ test/ { bad += $4 }
        /^[0-9]+ passed, [0-9]+ failed$/ { good += $1; bad += $3 }
        END {
            if (bad == 0 && (result != "PASS" || good == 0)) bad = 1
            print good + 0, bad + 0
        }' "$1"
}

# unit_tests BUILD MAKE-ARGUMENT...: makes the test programs in BUILD, which is configured, and runs them. Ends with the
# sums over all test programs. A make that fails though no program did has not run them all: that is a failure, too.
unit_tests() {
    local build=$1 log status=0 good=0 bad=0 more_good more_bad
    find "$build/test" \( -name '*.log' -o -name '*.trs' \) -delete
    (in_build "$@") || status=$?
    while read -r log; do
        read -r more_good more_bad < <(count_cases "$log")
        good=$((good + more_good)) bad=$((bad + more_bad))
        ((more_bad == 0)) || { echo "FAIL  ${log#"$build/"}, from its end:" && tail -n 20 "$log" | sed 's/^/      /'; }
    done < <(find "$build/test" -name '*.log' | sort)
    if ((status && bad == 0)); then
        bad=1
        echo "FAIL  make ended with $status before all test programs had run"
    fi
    printf '%d passed, %d failed\n' "$good" "$bad"
    ((bad == 0))
}
