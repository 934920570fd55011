# The steps of a script: each with a number, a log and a time of its own. Sourced after lib.sh.
#
# Two lanes of steps may run at once, each in a process of its own. What both must know is therefore kept in files of the
# log folder: `begun` has a line per step with its title, `ended` one with its number, seconds, and passed and failed cases,
# `shared` one per step that was shared out, `failures` what is said at the end of those that failed, and `left_out` for what no
# time was left.
# shellcheck shell=bash
# shellcheck disable=SC2154 # cache is lib.sh's

# start_steps NAME COUNT
start_steps() {
    steps=$2
    lanes=()
    log_dir=$cache/log/$1
    mkdir -p "$log_dir"
    rm -f "$log_dir"/*.log
    : >"$log_dir/begun"
    : >"$log_dir/ended"
    : >"$log_dir/shared"
    : >"$log_dir/failures"
    : >"$log_dir/left_out"
    printf 'Logs: %s\n' "$log_dir"
}

# numbered LINE FILE: appends the line; prints which one of the log folder's file it is.
numbered() (
    exec 8>>"$log_dir/$2"
    flock 8
    printf '%s\n' "$1" >&8
    wc -l <"$log_dir/$2"
)

# begin_step TITLE: sets step_number and step_log.
begin_step() {
    step_number=$(numbered "$1" begun)
    step_log=$log_dir/$(printf '%02d' "$step_number")-$(tr -cs 'A-Za-z0-9' '-' <<<"$1" | sed 's/-*$//').log
    : >"$step_log"
    say "$1"
}

# say TEXT: of the step; what two lanes say is told apart by its number.
say() {
    printf '[%*d/%d] %s\n' "${#steps}" "$step_number" "$steps" "$1"
}

# end_step PASSED FAILED: after run_step.
end_step() {
    printf '%d %d %d %d\n' "$step_number" "$step_seconds" "$1" "$2" >>"$log_dir/ended"
}

# report_progress: says every so often what the log's last line is.
report_progress() {
    local start=$SECONDS
    while sleep 20 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        say "    $(printf '%s  %.90s' "$(elapsed $((SECONDS - start)))" "$(tail -n 1 "$step_log" | tr -d '\r')")"
    done
}

# run_step TITLE COMMAND...: runs COMMAND (a program, or a function that joins its commands by &&) with its output in a
# log file of its own; sets step_log and step_seconds; returns COMMAND's status. The caller calls end_step.
run_step() {
    local start=$SECONDS status=0 reporter ending=took
    begin_step "$1"
    shift
    report_progress 2>/dev/null &
    reporter=$!
    ("$@") >"$step_log" 2>&1 </dev/null || status=$?
    kill "$reporter"
    wait "$reporter" 2>/dev/null || true
    step_seconds=$((SECONDS - start))
    ((status == 0)) || ending='failed after'
    say "    $ending $(elapsed "$step_seconds")"
    return "$status"
}

# failed_tests LOG: lines that begin with FAIL, and the indented lines below each.
failed_tests() {
    awk '/^FAIL / || (shown && /^ /) { print; shown = 1; next } { shown = 0 }' "$1"
}

# build_errors LOG: what compilers, linkers and make call errors; of a parallel build, the log's end does not have them.
build_errors() {
    grep -E '(^|[^a-z])error: |undefined reference to|: \*\*\* ' "$1"
}

# why_failed: tests that failed, or else errors and the log's last lines. What writes to head may end by SIGPIPE, and the
# script with it; sed reads to the end.
why_failed() {
    local errors
    if grep -q '^FAIL ' "$step_log"; then
        failed_tests "$step_log" | sed -n 1,80p
    else
        errors=$(build_errors "$step_log" | head -n 15) || true
        [[ ! $errors ]] || printf '%s\n...\n' "$errors"
        tail -n 15 "$step_log"
    fi | cut -c 1-200 | sed 's/^/    /'
}

# show_failure TITLE REMEDY: after run_step has failed; all at once, since another lane may have something to say.
show_failure() {
    printf '\nFAILED: %s\nFrom %s:\n%s\nWhat to do: %s\n\n' "$1" "$step_log" "$(why_failed)" "$2"
    printf '\nFAILED: %s, in short:\n%s\n' "$1" "$(why_failed_in_short)" >>"$log_dir/failures"
}

# why_failed_in_short: which tests failed, or the log's last lines, for the end of a long run.
why_failed_in_short() {
    { grep '^FAIL ' "$step_log" || tail -n 8 "$step_log"; } | sed -n 1,8p | cut -c 1-200 | sed 's/^/    /'
}

# step TITLE REMEDY COMMAND...: as run_step, and ends the script, or its lane, if COMMAND fails.
step() {
    local title=$1 remedy=$2
    shift 2
    if run_step "$title" "$@"; then
        end_step 0 0
        return
    fi
    end_step 0 1
    show_failure "$title" "$remedy"
    exit 1
}

# suite TITLE COMMAND...: a step that ends with the line `N passed, N failed`; only what cleans up behind it may warn of
# something after that. Failures are shown and counted, and the next step runs. A suite that ends without that line, or
# tested nothing, or fails otherwise, is one failure. From MPIMON_TEST_END on, in seconds as `date +%s` has them, none begins,
# and cases are left out; if these are all that there are, that is no failure.
suite() {
    local title=$1 status=0 good=0 bad=0 left is_whole=
    if [[ ${MPIMON_TEST_END:-} ]] && (($(date +%s) >= MPIMON_TEST_END)); then
        numbered "$title" left_out >/dev/null
        return
    fi
    run_step "$@" || status=$?
    left=$(grep -c '^skip .*: no time is left$' "$step_log") || true
    ((left == 0)) || numbered "$left cases of $title" left_out >/dev/null
    if [[ $(tail -n 20 "$step_log" | grep -Ex '[0-9]+ passed, [0-9]+ failed' | tail -n 1) =~ ^([0-9]+)\ passed,\ ([0-9]+) ]]; then
        good=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]} is_whole=1
    fi
    ((bad > 0 || (good > 0 && status == 0) || (is_whole && good == 0 && left > 0))) || bad=1
    say "    $good passed, $bad failed"
    end_step "$good" "$bad"
    ((bad == 0)) || show_failure "$title" "read its log; alone, it runs by: ${*:2}"
}

# at_once FUNCTION FUNCTION: both run steps, at the same time; ends the script after both, if one of them failed. Each has
# a process group, so that end_lanes ends what it has started, too. For steps of which one leaves a core idle.
at_once() {
    local lane status=0
    set -m
    for lane; do
        "$lane" </dev/null &
        lanes+=($!)
    done
    set +m
    for lane in "${lanes[@]}"; do
        wait "$lane" 2>/dev/null || status=1
    done
    lanes=()
    ((status == 0)) || exit 1
}

# share_out FUNCTION: calls it with 1, 2 and so on until it fails. Of lanes that do this at once, one has each number.
share_out() {
    while "$1" "$(numbered "$1" shared)"; do :; done
}

# end_lanes: ends what still runs of them.
end_lanes() {
    local lane
    for lane in "${lanes[@]}"; do
        kill -- "-$lane" 2>/dev/null || true
    done
}

# step_table: the steps with their times and cases, in the order in which they began; those that have not ended were cut
# off. And the time of all: with two lanes, less than the sum.
step_table() {
    printf '\n'
    awk -v whole="$SECONDS" '
        function clock(seconds) { return sprintf("%dm%02ds", seconds / 60, seconds % 60) }
        FILENAME == ARGV[1] { seconds[$1] = $2; good[$1] = $3; bad[$1] = $4; next }
        {
            if (!(FNR in seconds)) printf "%3d  %-52s cut off\n", FNR, $0
            else if (good[FNR] + bad[FNR] == 0) printf "%3d  %-52s %7s\n", FNR, $0, clock(seconds[FNR])
            else printf "%3d  %-52s %7s %6d passed, %d failed\n", FNR, $0, clock(seconds[FNR]), good[FNR], bad[FNR]
        }
        END { printf "     %-52s %7s\n", "all", clock(whole) }' "$log_dir/ended" "$log_dir/begun"
}

# step_totals: `PASSED FAILED` of all steps. One that has begun and not ended is a failure.
step_totals() {
    awk 'FILENAME == ARGV[1] { good += $3; bad += $4; ended++; next } { begun++ }
        END { print good + 0, bad + begun - ended }' "$log_dir/ended" "$log_dir/begun"
}
