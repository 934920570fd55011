#!/bin/sh
# Makes ./configure. Needs autoconf, automake, libtool and pkg-config's macros (Debian packages: maint/packages).
set -e
cd "$(dirname "$0")"
exec autoreconf --install --force
