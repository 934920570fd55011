# What maint/extractcvars makes of info blocks, and what it says of wrong ones: sourced by test/scripts/run.
# shellcheck shell=bash
# shellcheck disable=SC2154 # top, scratch, and user_cache, where MPICH's source tree is kept, are the caller's

extract=$top/maint/extractcvars
variables=$top/test/scripts/variables
block=src/util/monitoring/mpich/mpi_t/variables/example.h

# A tree with a block of our own, some of MPICH's, and a generator that does nothing. A line of blanks is put in here:
# MPICH's reader takes it, YAML's own does not.
cp -r "$variables/tree" example
mkdir -p example/maint
touch example/maint/version.m4 example/maint/extractcvars
sed -i '/Theirs, with a key/ { n; s/^$/\t/ }' example/src/mpi/coll/cvars.txt

lists_as_expected() {
    local home=$1/src/util/monitoring
    "$extract" "$1" &&
        diff -u "$variables/expected/performance_variables.inc" "$home"/mpich/mpi_t/performance_variables.inc &&
        diff -u "$variables/expected/cvar_defaults.txt" "$home"/mpich/mpi_t/cvar_defaults.h &&
        diff -u "$variables/expected/variables.json" "$home"/variables.json
}
check 'extractcvars: the lists of an example' lists_as_expected example
cp -r example 'example [1]'
check 'extractcvars: a path with brackets' lists_as_expected 'example [1]'

# A repository with this block alone.
mkdir -p repository/src/mpich/mpi_t/variables repository/maint
cp -r "$extract" "$top/maint/variables" repository/maint/
cp "example/$block" repository/src/mpich/mpi_t/variables/
pages_as_expected() {
    repository/maint/extractcvars --docs &&
        diff -u "$variables/expected/variables.md" repository/docs/variables.md &&
        diff -u "$variables/expected/variables.7" repository/src/mpimon/commands/vars/mpich-monitoring-variables.7 &&
        repository/maint/extractcvars --check
}
check 'extractcvars: the reference pages of an example' pages_as_expected
echo more >>repository/docs/variables.md
expect_error 'extractcvars: a page that was changed by hand' \
    'maint/extractcvars: docs/variables.md: not what src/mpich/mpi_t/variables declares; run maint/extractcvars --docs' \
    repository/maint/extractcvars --check
rm repository/src/mpimon/commands/vars/mpich-monitoring-variables.7
expect_error 'extractcvars: a page that is missing' "maint/extractcvars: docs/variables.md and \
src/mpimon/commands/vars/mpich-monitoring-variables.7: not what src/mpich/mpi_t/variables declares; run maint/extractcvars --docs" \
    repository/maint/extractcvars --check

# line_of TEXT: the number of the example's last line with this text.
line_of() {
    grep -nF -e "$1" "example/$block" | tail -n 1 | cut -d : -f 1
}

# refused NAME EDIT LINE MESSAGE: with the example changed by the sed script EDIT, MESSAGE is all that is said, and it
# names the last line with the text LINE.
refused() {
    sed -E "$2" "$variables/tree/$block" >"example/$block"
    expect_error "extractcvars: $1" "maint/extractcvars: $block:$(line_of "$3"): $4" "$extract" example
}

# pvar NAME KEY VALUE: a sed script that gives KEY of this performance variable another value.
pvar() {
    printf '/name +: %s$/,/description/ s/^( +%s +: ).*/\\1%s/' "$@"
}

# Blocks that cannot be read
refused 'bad YAML' 's/^pvars:/pvars/' 'name        : example_messages' "could not find expected ':'"
refused 'a bracket that stays open' "$(pvar example_state count '[1')" 'enum        : algorithms' \
    "expected ',' or ']', but got ':'"
refused 'a section that is no list' 's/^aliases:/aliases: none\nothers:/' 'aliases: none' \
    'expected a list of entries, each after a dash'
refused 'an entry that is a word' 's/^enums:/&\n    - colours/' '- colours' "expected 'key: value'"
refused 'a key that is a list' 's/^enums:/&\n    - [a]: b/' '- [a]: b' 'expected a word as key'
refused 'a section twice' 's/^enums:/cvars:/' 'cvars:' "key 'cvars' is there twice"
refused 'an unknown section' 's/^enums:/numbers:/' 'numbers:' "unknown section 'numbers'"
refused 'a second block' '$ s/$/\n=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===/' 'BEGIN_MPI_T' \
    'a second info block: a file may have one'
refused 'a block without end' '/END_MPI_T/d' 'BEGIN_MPI_T' "no line '=== END_MPI_T_CVAR_INFO_BLOCK ===' ends the info block"

# Keys
refused 'an unknown key' 's/^( +)count( +: 3)$/\1amount\2/' 'amount' "unknown key 'amount' in pvars"
refused 'an unknown key of a category' 's/^( +)parent( +: BR)/\1mother\2/' 'mother' "unknown key 'mother' in categories"
refused 'a key twice' 's/^( +count +: 3)$/&\n\1/' 'count       : 3' "key 'count' is there twice"
refused 'a pvar without a field' '/read_load/d' 'name        : example_load' "example_load lacks 'read'"
refused 'a cvar without a field' '/SCOPE_LOCAL/d' 'MPIR_CVAR_EXAMPLE_WAY' "MPIR_CVAR_EXAMPLE_WAY lacks 'scope'"
refused 'a category without a field' '/: Between/d' 'name        : BRANCH' "BRANCH lacks 'description'"
refused 'an alias without a field' '/of +: /d' 'other_example' "other_example lacks 'of'"
refused 'an enum without a field' '/Two of them/d' 'name        : colours' "colours lacks 'description'"
refused 'an entry without name' 's/name +: colours/items       : [a]/; /^ +items +:$/,/green/d' 'items       : [a]' \
    "an entry lacks 'name'"

# Values
refused 'type of a cvar' 's/(type +: )enum/\1list/' ': list' \
    "MPIR_CVAR_EXAMPLE_WAY: type 'list' is none of boolean, double, enum, int, range, string"
refused 'type of a pvar' "$(pvar example_load type float)" 'float' \
    "example_load: type 'float' is none of unsigned long, unsigned long long, double, int, unsigned, char"
classes=$(printf ', MPI_T_PVAR_CLASS_%s' STATE LEVEL SIZE PERCENTAGE HIGHWATERMARK LOWWATERMARK COUNTER AGGREGATE TIMER \
    GENERIC)
refused 'class' "$(pvar example_load class MPI_T_PVAR_CLASS_GAUGE)" 'GAUGE' \
    "example_load: class 'MPI_T_PVAR_CLASS_GAUGE' is none of ${classes:2}"
refused 'bind' "$(pvar example_load bind MPI_T_BIND_MPI_FILE)" 'MPI_FILE' "example_load: bind 'MPI_T_BIND_MPI_FILE' is \
none of MPI_T_BIND_NO_OBJECT, MPI_T_BIND_MPI_COMM, MPI_T_BIND_MPI_WIN"
for value in 0 -1 2.5 True "'peers'"; do
    refused "count $value" "$(pvar example_load count "$value")" "count       : $value" "example_load: count $value is \
neither a positive integer nor one of comm_size, histogram_bins, enum_items, text"
done
for key in continuous readonly atomic; do
    refused "$key" "$(pvar example_reset $key maybe)" 'maybe' "example_reset: $key 'maybe' is neither true nor false"
done
verbosities=$(printf ', MPI_T_VERBOSITY_%s' {USER,TUNER,MPIDEV}_{BASIC,DETAIL,ALL})
refused 'verbosity' "$(pvar example_load verbosity high)" 'high' \
    "example_load: verbosity 'high' is none of ${verbosities:2}"
scopes=$(printf ', MPI_T_SCOPE_%s' CONSTANT READONLY LOCAL GROUP GROUP_EQ ALL ALL_EQ)
refused 'scope' 's/MPI_T_SCOPE_LOCAL/here/' ': here' "MPIR_CVAR_EXAMPLE_WAY: scope 'here' is none of ${scopes:2}"
for key in read write notify; do
    refused "$key" "$(pvar example_reset $key a-b)" 'a-b' "example_reset: $key 'a-b' is no C identifier"
done
refused 'name' 's/(name +: )example_load/\15th/' '5th' "5th: name '5th' is no C identifier"
for value in "'a, b'" "'(a'" "'a;'" True; do
    refused "argument $value" "$(pvar example_colours argument "$value")" "argument    : $value" \
        "example_colours: argument $value is no C integer expression"
done
refused 'description' 's/: By size\./: 5/' 'description : 5' 'example_sizes: description 5 is no text'
refused 'items that are no words' 's/- green/- 7/' 'items       :' "colours: items ['red', 7] is no list of words; those \
that YAML takes for numbers or truth values need quotes"
refused 'items twice' 's/- green/- red/' 'items       :' "colours: items ['red', 'red'] holds a word twice"
refused 'items from elsewhere' 's/: MPIMON_HOOK_ALGORITHM/: MPIMON_HOOK/' 'items_from' \
    "algorithms: items_from 'MPIMON_HOOK' is none of MPIMON_HOOK_ALGORITHM, MPIR_FUNC_TERSE_ENTER"

# What does not fit together. twice NAME FIRST SECOND: with SECOND renamed to FIRST.
twice() {
    local first
    first=$(grep -nE -m 1 "name +: $2$" "$variables/tree/$block" | cut -d : -f 1)
    refused "$1 twice" "s/(name +: )$3$/\\1$2/" "name        : $2" "$2 is declared at $block:$first already"
}
twice 'a category' LEAF BRANCH
twice 'a cvar' MPIR_CVAR_EXAMPLE MPIR_CVAR_EXAMPLE_WAY
twice 'a pvar' example_messages example_state
twice 'an enum' algorithms colours
twice 'an alias that is a cvar' MPIR_CVAR_EXAMPLE other_example
refused "one of MPICH's cvars" 's/(name +: )MPIR_CVAR_EXAMPLE_WAY/\1MPIR_CVAR_THEIRS/' 'THEIRS' \
    'MPIR_CVAR_THEIRS is declared at src/mpi/coll/cvars.txt:5 already'
refused 'no such category of a cvar' '/EXAMPLE_WAY/,/type/ s/: LEAF/: LOST/' 'LOST' \
    "MPIR_CVAR_EXAMPLE_WAY: nobody declares category 'LOST'"
refused 'no such category of a pvar' "$(pvar example_load category LOST)" 'LOST' \
    "example_load: nobody declares category 'LOST'"
refused 'no such parent' 's/parent +: BRANCH/parent      : LOST/' 'LOST' "LEAF: nobody declares parent 'LOST'"
refused 'a category within itself' 's/parent +: TRUNK/parent      : LEAF/' 'parent      : BRANCH' \
    'LEAF: is its own ancestor: LEAF in BRANCH in LEAF'
refused 'no such enum' "$(pvar example_state enum lost)" 'lost' "example_state: nobody declares enum 'lost'"
refused 'items without enum' '/enum +: colours/d' 'enum_items' 'example_colours: count enum_items wants an enum'
refused 'both kinds of items' 's/: Two of them\./&\n      items_from  : MPIMON_HOOK_ALGORITHM/' 'name        : colours' \
    'colours: wants either items or items_from'
refused 'no items' '/^ +items +:$/,/green/d' 'name        : colours' 'colours: wants either items or items_from'
refused 'no such cvar' 's/(of +: )MPIR_CVAR_EXAMPLE/\1MPIR_CVAR_LOST/' 'LOST' \
    "other_example: nobody declares control variable 'MPIR_CVAR_LOST'"
refused 'an alias of an enum' 's/(of +: )MPIR_CVAR_EXAMPLE/&_WAY/' 'of          : ' \
    'other_example: MPIR_CVAR_EXAMPLE_WAY is of type enum; only those of type int have aliases'
refused 'nothing that writes' '/write_reset/d' 'readonly    : false' "example_reset: lacks 'write', and is not readonly"
refused 'something that writes' "$(pvar example_reset readonly true)" 'write_reset' \
    "example_reset: has 'write', and is readonly"
refused 'text of numbers' "$(pvar example_reset type int)" 'count       : text' \
    'example_reset: count text wants type char, not int'

# mismatch CLASS TYPE WANTED
mismatch() {
    local class=MPI_T_PVAR_CLASS_$1
    refused "$1 of $2" "$(pvar example_load class "$class");$(pvar example_load type "$2")" "type        : $2" \
        "example_load: class $class wants $3, not $2"
}
whole='unsigned or unsigned long or unsigned long long'
mismatch STATE unsigned int
mismatch PERCENTAGE unsigned double
mismatch COUNTER double "$whole"
for class in LEVEL SIZE HIGHWATERMARK LOWWATERMARK AGGREGATE TIMER; do
    mismatch $class char "$whole or double"
done

# The tree
cp "$variables/tree/$block" "example/$block"
sed 's/MPIMON_HOOK_ALGORITHM/NO_HOOK/' -i example/src/mpi/coll/coll.c example/src/mpid/ch4/src/ch4_coll.h \
    example/src/mpid/ch4/shm/posix/posix_coll.h
expect_error 'extractcvars: a tree without hooks' "maint/extractcvars: $block:$(line_of items_from): algorithms: the \
tree has no MPIMON_HOOK_ALGORITHM; is it patched?" "$extract" example
cp -r "$variables/tree/src" example/
printf 'die "nothing works\\n";' >example/maint/extractcvars
expect_error "extractcvars: MPICH's generator fails" \
    'maint/extractcvars: example/maint/extractcvars failed: nothing works' "$extract" example
expect_error 'extractcvars: no tree' \
    'maint/extractcvars: empty: not an MPICH source tree; maint/get-mpich gets one' "$extract" empty

# MPICH's own tree: the control variables' code is as it was shipped, but for comments with paths and dates.
tree=$user_cache/trees/mpich-4.0.2
[[ -d $tree ]] || check 'MPICH source' env MPICH_MONITORING_CACHE="$user_cache" "$top/maint/get-mpich" 4.0.2 "$tree"
made=(src/util/mpir_cvars.c src/include/mpir_cvars.h)
mkdir -p stock/src/{mpi,mpi_t,nameserv,util,binding,include,mpid,pmi}
(cd "$tree" && grep -rlZ INFO_BLOCK src/{mpi,mpi_t,nameserv,util,binding,include,mpid,pmi} &&
    printf '%s\0' maint/{extractcvars,version.m4,local_perl} "${made[@]}") |
    (cd "$tree" && xargs -0 cp -r --parents -t "$scratch/stock")
without_paths_and_dates() {
    sed -E 's|/[^ ]*/maint/\.\./||; /^ \*   (by|at|on): /d' "$1"
}
same_code() {
    local file status=0
    mkdir -p shipped
    for file in "${made[@]}"; do
        without_paths_and_dates "stock/$file" >"shipped/${file##*/}"
        echo 'not made anew' >"stock/$file"
    done
    "$extract" stock || return
    for file in "${made[@]}"; do
        diff <(without_paths_and_dates "stock/$file") "shipped/${file##*/}" || status=1
    done
    return $status
}
check "extractcvars: MPICH's control variables as shipped" same_code

# registered: their number by the generated code, and by each of our lists.
registered() {
    local home=stock/src/util/monitoring count
    count=$(grep -c MPIR_T_CVAR_REGISTER_STATIC stock/src/util/mpir_cvars.c)
    echo "registered: $count"
    ((count > 300)) && [[ $(grep -c '^MPIMON_CVAR' $home/mpich/mpi_t/cvar_defaults.h) == "$count" ]] &&
        /usr/bin/python3 -c 'import json, sys; sys.exit(len(json.load(sys.stdin)["cvars"]) != int(sys.argv[1]))' \
            "$count" <$home/variables.json
}
check "extractcvars: every control variable of MPICH's is listed" registered
