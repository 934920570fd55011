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

# unit_tests BUILD MAKE-ARGUMENT...: makes the test programs in BUILD, which is configured, and runs them. Ends with the
# sums over all test programs, by count-cases. A make that fails though no program did has not run them all: that is a
# failure, too.
unit_tests() {
    local build=$1 status=0 counted
    find "$build/test" \( -name '*.log' -o -name '*.trs' -o -name '*.xml' \) -delete
    (in_build "$@") || status=$?
    if counted=$("$top/maint/count-cases" "$build/test") && ((status)); then
        printf '%s\n' "FAIL  make ended with $status before all test programs had run" "${counted% 0 failed} 1 failed"
        return 1
    fi
    printf '%s\n' "$counted"
    [[ $counted == *" 0 failed" ]]
}
