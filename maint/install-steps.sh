# The steps from an MPICH source to an installation, shared by install, quickstart and test: sourced, never run.
# shellcheck shell=bash
# shellcheck source=maint/lib.sh
source "${BASH_SOURCE[0]%/*}/lib.sh"
# shellcheck source=maint/steps.sh
source "${BASH_SOURCE[0]%/*}/steps.sh"

# The prefix decides the build folder, so that a second run for the same prefix goes on where the first one ended.
build_folder() {
    printf '%s/build/%s\n' "$cache" "$(sha256sum <<<"$1" | cut -c 1-12)"
}

get_source() {
    [[ -d $2 ]] || "$top/maint/get-mpich" "$1" "$2"
}

# configure_tools BUILD OPTION...: runs this project's configure in BUILD, unless it has run with these options. What
# was built from another copy of this project, or otherwise, goes; MPICH's part knows by itself what is to be done again.
configure_tools() {
    local build=$1 options
    shift
    options=$(printf '%q ' "$top" "$@")
    [[ -x $top/configure && ! $top/configure.ac -nt $top/configure ]] || locked autogen "$top/autogen.sh" || return
    [[ ! -f $top/config.status ]] || die "$top was configured in place; run make distclean there first"
    [[ ! -f $build/config.status || $(cat "$build/options" 2>/dev/null) != "$options" ]] || return 0
    mkdir -p "$build" && find "$build" -mindepth 1 -maxdepth 1 ! -name mpich -exec rm -rf {} + || return
    cd "$build" && "$top/configure" "$@" && printf '%s\n' "$options" >options
}

# in_build BUILD TARGET...: make, on all cores. The compiler cache takes the tools' files, too.
in_build() {
    cd "$1" && use_compiler_cache && make -j"$(nproc)" "${@:2}"
}

# newer_files BUILD FILE: what was built after FILE; of MPICH, the stamp that says when.
newer_files() {
    find "$1" \( -path "$1/mpich/src" -o -path "$1/mpich/build" \) -prune -o -type f -newer "$2" -print
}

# install_once BUILD PREFIX: make install, unless nothing was built since the last time.
install_once() {
    local build=$1 prefix=$2
    if [[ -x $prefix/bin/mpiexec && -f $build/installed && -z $(newer_files "$build" "$build/installed") ]]; then
        echo "Nothing new to install."
        return
    fi
    in_build "$build" install && touch "$build/installed"
}

# source_tree MPICH: where the source tree of a tarball or a version is unpacked; a tree itself.
source_tree() {
    if [[ -d $1 ]]; then
        echo "$1"
    elif [[ -f $1 ]]; then
        echo "$cache/trees/$(stat -c '%n %s %Y' "$1" | sha256sum | cut -c 1-12)"
    else
        echo "$cache/trees/mpich-$1"
    fi
}

# install_steps MPICH PREFIX DEVICE DEPTH CONFIGURE-ARG...: seven steps. MPICH is a version, or the absolute path of a
# tarball or a source tree.
install_steps() {
    local mpich=$1 prefix=$2 device=$3 depth=$4 build tree arguments
    shift 4
    build=$(build_folder "$prefix")
    tree=$(source_tree "$mpich")
    arguments=$(printf '%q ' "$@")

    step "Get MPICH" "check the network and the name $mpich, then run this again" \
        get_source "$mpich" "$tree"
    step "Configure the tools" "install what it names (all packages: maint/packages), then run this again" \
        configure_tools "$build" --disable-tests --prefix="$prefix" --with-mpich="$tree" --with-device="$device" \
        --with-yaksa-depth="$depth" MPICH_CONFIGURE_ARGS="${arguments//\$/\$\$}"
    step "Patch MPICH" "is this an unchanged MPICH of a version that patches/README.md lists? If not, pass one" \
        in_build "$build" mpich-source
    step "Configure MPICH for $device, compile the tools" "MPICH's own log: $build/mpich/build/config.log" \
        in_build "$build" mpich-configure tools
    step "Compile MPICH for $device" "is the disk full (df)? Else remove $build and run this again" \
        in_build "$build" mpich-build
    step "Compile what is left" "remove $build and run this again" \
        in_build "$build" all
    step "Install in $prefix" "may you write to $prefix?" \
        install_once "$build" "$prefix"
}
