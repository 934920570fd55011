# Shared by the scripts of this folder: sourced, never run.
#
#   top    the repository's top folder
#   cache  what is kept between runs: downloads, prepared sources, build folders, the compiler cache, logs
# shellcheck shell=bash

set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# die MESSAGE: ends the script with one line on stderr.
die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

[[ $top != *[[:space:]\\\"\#\$\&\'\`]* ]] ||
    die "$top: configure takes no path with blanks, quotes or any of \\#\$&; put this folder elsewhere"
[[ ${MPICH_MONITORING_CACHE:-${XDG_CACHE_HOME:-${HOME:-}}} ]] ||
    die "HOME is not set; set it, or MPICH_MONITORING_CACHE to a folder for what is kept between runs"
cache=$(realpath -m "${MPICH_MONITORING_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/mpich-monitoring}")
export MPICH_MONITORING_CACHE=$cache

# usage: prints the comment at the script's top.
usage() {
    awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$0"
}

# project_version: such as 0.1.0; configure.ac is where it is set
project_version() {
    sed -n 's/^AC_INIT(\[[^]]*\],\[\([^]]*\)\].*/\1/p' "$top/configure.ac"
}

# need TOOL PACKAGE: ends the script if TOOL is not to be found.
need() {
    command -v "$1" >/dev/null || die "$1 is missing; install Debian's package $2"
}

# need_module MODULE PACKAGE: ends the script if the Python that the scripts run with does not have MODULE.
need_module() {
    /usr/bin/python3 -c "import $1" 2>/dev/null || die "Python's module $1 is missing; install Debian's package $2"
}

# elapsed SECONDS: as minutes and seconds.
elapsed() {
    printf '%dm%02ds' $(($1 / 60)) $(($1 % 60))
}

# is_mpich TREE
is_mpich() {
    [[ -f $1/maint/version.m4 && -d $1/src/mpid/ch4 ]]
}

# mpich_version TREE: such as 4.0.2
mpich_version() {
    sed -n 's/^m4_define(\[MPICH_VERSION_m4\],\[\([^]]*\)\]).*/\1/p' "$1/maint/version.m4"
}

# use_compiler_cache: puts ccache under the compilers' own names first in PATH, so that MPICH's configure, and the
# compiler wrappers that it makes, know nothing of it. Paths below the current folder do not count, so trees share. What
# a file includes is taken from the compiler's own list (depend mode): preprocessing first takes half as long again.
use_compiler_cache() {
    command -v ccache >/dev/null || return 0
    local masks=$cache/ccache-bin name
    mkdir -p "$masks"
    for name in gcc g++ clang clang++ aarch64-linux-gnu-g++; do
        ! command -v "$name" >/dev/null || ln -sf "$(command -v ccache)" "$masks/$name"
    done
    export CCACHE_DIR=$cache/ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
    export CCACHE_SLOPPINESS=time_macros,include_file_mtime,include_file_ctime
    export PATH=$masks:$PATH
}

# locked NAME COMMAND...: runs COMMAND while no other script holds the lock NAME.
locked() {
    local lock=$cache/locks/$1
    shift
    mkdir -p "${lock%/*}"
    flock --close "$lock" "$@"
}

# one_at_a_time ARGUMENT...: starts this script anew, with its arguments, once no other one that builds is running.
one_at_a_time() {
    [[ -z ${MPIMON_LOCKED:-} ]] || return 0
    local lock=$cache/locks/run
    mkdir -p "${lock%/*}"
    flock --nonblock "$lock" true || echo "Waiting for another run to end (it holds $lock)."
    MPIMON_LOCKED=yes exec flock --close "$lock" "$(realpath "$0")" "$@"
}

# packages GROUP...: the names listed for these groups, in maint/packages.
packages() {
    local group
    for group; do
        awk -v group="$group" '$1 == group { print $2 }' "$top/maint/packages"
    done
}

# missing_packages GROUP...: neither installed, nor provided by one that is, as npm is by the nodejs of NodeSource.
missing_packages() {
    local package there
    there=" $(dpkg-query -W -f '${db:Status-Status} ${Package} ${Provides}\n' | sed -n 's/^installed //p' | tr -s ',\n' '  ') "
    for package in $(packages "$@"); do
        [[ $there == *" $package "* ]] || printf '%s\n' "$package"
    done
}

# as_root COMMAND...: directly, or through sudo.
as_root() {
    if [[ $EUID == 0 ]]; then
        "$@"
    else
        sudo "$@"
    fi
}

# install_packages GROUP...: installs what is missing of these groups.
install_packages() {
    local missing
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    if [[ $EUID != 0 ]] && ! command -v sudo >/dev/null; then
        die "as root, run first: apt-get install ${missing[*]}"
    fi
    as_root apt-get update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}"
}
