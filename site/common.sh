# What the scripts of a site share: sourced by those beside this, never run.
# shellcheck shell=bash

export PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022
site=$(cd "${BASH_SOURCE[0]%/*}" && pwd -P) || exit 0
# shellcheck disable=SC2034 # for who sources this
TREE='' SEGMENTS='' LIMIT_MIB=0 DETAIL='' MPIMON=''

# complain TEXT: to the system's log, for the administrator.
complain() {
    logger -t mpich-monitoring -- "$1" 2>/dev/null || :
}

# of_others FILE: whether somebody else than root or this user may change it.
of_others() {
    local owner mode
    read -r owner mode < <(stat -L -c '%u %a' -- "$1") || return 0
    [[ $owner != 0 && $owner != "$EUID" ]] || ((8#$mode & 8#022))
}

# settings: those of site.conf, which only root may be able to change, since the epilog runs as root.
settings() {
    [[ -r $site/site.conf ]] || return
    if of_others "$site/site.conf" || of_others "$site"; then
        complain "$site/site.conf: others may change it or its folder; nothing is done"
        return 1
    fi
    # shellcheck source=/dev/null
    source "$site/site.conf"
    [[ $TREE == /* ]]
}

# day_folder DAYS: that of so many days from now.
day_folder() {
    printf '%s/%(%Y/%m/%d)T\n' "$TREE" $(($(printf '%(%s)T' -1) + 86400 * $1))
}

# segment_folder JOB UID: of this node.
segment_folder() {
    printf '%s/mpich-monitoring.%s.%s\n' "$SEGMENTS" "$1" "$2"
}

# is_own FOLDER: a folder that this user has made, and no link, which others may have put in its place.
is_own() {
    [[ -d $1 && ! -L $1 && -O $1 ]]
}
