dnl MPIMON_LIBRARY(VARIABLE, MODULE, DEBIAN-PACKAGE): VARIABLE_CFLAGS and VARIABLE_LIBS, or an error.
AC_DEFUN([MPIMON_LIBRARY],
    [PKG_CHECK_MODULES([$1],[$2],[],
        [AC_MSG_ERROR([$2 is missing; install Debian's package $3])])])

dnl MPIMON_HEADER(HEADER, DEBIAN-PACKAGE)
AC_DEFUN([MPIMON_HEADER],
    [AC_CHECK_HEADER([$1],[],[AC_MSG_ERROR([$1 is missing; install Debian's package $2])])])

dnl MPIMON_SCOTCH: SCOTCH_LIBS, unless the user gives them, or an error. Scotch has no file for pkg-config; contexts are there from version 7 on. What
dnl Scotch wants to say, by another library of its own, is up to this project's code.
AC_DEFUN([MPIMON_SCOTCH],
    [AC_ARG_VAR([SCOTCH_LIBS],[linker flags for Scotch])
    AS_IF([test -z "$SCOTCH_LIBS"],
        [AC_MSG_CHECKING([for Scotch >= 7])
        mpimon_save_LIBS=$LIBS
        SCOTCH_LIBS=-lscotch
        LIBS="$SCOTCH_LIBS -lscotcherr $LIBS"
        AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <cstdio>
            #include <scotch/scotch.h>]],[[SCOTCH_Context context; return SCOTCH_contextInit(&context);]])],
            [AC_MSG_RESULT([yes])],
            [AC_MSG_RESULT([no]); AC_MSG_ERROR([Scotch >= 7 is missing; install Debian's package libscotch-dev])])
        LIBS=$mpimon_save_LIBS])])

dnl MPIMON_FLAG(VARIABLE, FLAGS, ERROR): adds FLAGS to VARIABLE if the C++ compiler takes them.
AC_DEFUN([MPIMON_FLAG],
    [AC_MSG_CHECKING([whether $CXX takes $2])
    mpimon_save_CXXFLAGS=$CXXFLAGS
    CXXFLAGS="$CXXFLAGS $STANDARD_CXXFLAGS $2"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([#include <string_view>],[std::string_view x("1"); return x.size() != 1;])],
        [AC_MSG_RESULT([yes]); $1="${$1} $2"],
        [AC_MSG_RESULT([no]); $3])
    CXXFLAGS=$mpimon_save_CXXFLAGS])

AC_DEFUN([MPIMON_CXX17],
    [MPIMON_FLAG([STANDARD_CXXFLAGS],[-std=c++17],[AC_MSG_ERROR([$CXX does not compile C++17; install g++])])
    AC_SUBST([STANDARD_CXXFLAGS])])

AC_DEFUN([MPIMON_WARNINGS],
    [MPIMON_FLAG([WARN_CXXFLAGS],[-Wall -Wextra -Wpedantic -Werror])
    AC_SUBST([WARN_CXXFLAGS])])

dnl MPIMON_ENABLE_FUZZERS: an option that has everything compiled for the fuzzers of test/fuzz.
AC_DEFUN([MPIMON_ENABLE_FUZZERS],
    [AC_ARG_ENABLE([fuzzers],
        [AS_HELP_STRING([--enable-fuzzers],[compile all for `make fuzzers`; needs CXX=clang++])],
        [],[enable_fuzzers=no])
    AS_IF([test "$enable_fuzzers" != no],
        [MPIMON_FLAG([FUZZERS_CXXFLAGS],
            [-fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow -fno-sanitize-recover=all],
            [AC_MSG_ERROR([--enable-fuzzers needs CXX=clang++, of Debian's package clang])])])
    AC_SUBST([FUZZERS_CXXFLAGS])
    AM_CONDITIONAL([FUZZERS_ENABLED],[test "$enable_fuzzers" != no])])

dnl MPIMON_ENABLE_OVERLAP: libmpimon_overlap.so, for x86-64 Linux. Sanitizers want the functions of the heap for themselves.
AC_DEFUN([MPIMON_ENABLE_OVERLAP],
    [AC_ARG_ENABLE([overlap],
        [AS_HELP_STRING([--disable-overlap],[do without libmpimon_overlap.so, which makes synchronous calls asynchronous])],
        [],[enable_overlap=yes])
    AS_IF([test "$enable_overlap" != no],
        [AC_MSG_CHECKING([whether calls can be made asynchronous here])
        AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
            #if !defined(__x86_64__) || !defined(__linux__) || defined(__SANITIZE_ADDRESS__) || \
                defined(__SANITIZE_THREAD__) || defined(__clang__)
            #error
            #endif]])],
            [],[enable_overlap=no])
        AC_MSG_RESULT([$enable_overlap])])
    AM_CONDITIONAL([OVERLAP_ENABLED],[test "$enable_overlap" != no])])

dnl MPIMON_WITH_MPICH: the options that say how MPICH is built; see maint/build-mpich.
AC_DEFUN([MPIMON_WITH_MPICH],
    [AC_ARG_WITH([mpich],
        [AS_HELP_STRING([--with-mpich=TREE],[MPICH's source tree; it is copied, patched and built beside the tools])],
        [],[with_mpich=no])
    AC_ARG_WITH([device],
        [AS_HELP_STRING([--with-device=DEVICE],[MPICH's device: ch4:ucx (default) or ch4:ofi])],
        [],[with_device=ch4:ucx])
    AC_ARG_WITH([yaksa-depth],
        [AS_HELP_STRING([--with-yaksa-depth=N],
            [nesting of the datatypes that yaksa packs by generated code: 3 as in stock MPICH (default), or 2,
             which compiles in a third of the time])],
        [],[with_yaksa_depth=3])
    AC_ARG_VAR([MPICH_CONFIGURE_ARGS],[further arguments for MPICH's configure])
    AS_CASE([$with_device],[ch4:ucx|ch4:ofi],[],
        [AC_MSG_ERROR([--with-device=$with_device: the device must be ch4:ucx or ch4:ofi])])
    AS_CASE([$with_yaksa_depth],[2|3],[],
        [AC_MSG_ERROR([--with-yaksa-depth=$with_yaksa_depth: the depth must be 2 or 3])])
    AS_CASE([$with_mpich],
        [no],[],
        [yes|''],[AC_MSG_ERROR([--with-mpich needs MPICH's source tree: --with-mpich=TREE; maint/get-mpich gets one])],
        [AS_IF([test -f "$with_mpich/maint/version.m4" && test -d "$with_mpich/src/mpid/ch4"],
            [with_mpich=`cd "$with_mpich" && pwd`],
            [AC_MSG_ERROR([--with-mpich=$with_mpich: not an MPICH source tree; maint/get-mpich gets one])])])
    AM_CONDITIONAL([WITH_MPICH],[test "$with_mpich" != no])
    AC_SUBST([MPICH_TREE],[$with_mpich])
    AC_SUBST([MPICH_DEVICE],[$with_device])
    AC_SUBST([YAKSA_DEPTH],[$with_yaksa_depth])])

dnl MPIMON_WITH_NPM: the page of mpimon html is made by Node.js and npm, which gets its libraries; without these there is none.
AC_DEFUN([MPIMON_WITH_NPM],
    [AC_ARG_WITH([npm],
        [AS_HELP_STRING([--without-npm],[leave out the page of mpimon html, which npm gets libraries for])],
        [],[with_npm=yes])
    AC_PATH_PROG([NODE],[node])
    AC_PATH_PROG([NPM],[npm])
    AS_IF([test "$with_npm" = yes],
        [AS_IF([test -z "$NODE" || test -z "$NPM"],
            [AC_MSG_WARN([mpimon html is left out: it needs Node.js and npm; install Debian's packages nodejs and npm])
            with_npm=no])])
    AM_CONDITIONAL([WITH_PAGE],[test "$with_npm" != no])])

dnl MPIMON_WITH_HDF5: mpimon export --hdf5. The serial library, under the name that Debian gives it, or its own.
AC_DEFUN([MPIMON_WITH_HDF5],
    [AC_ARG_WITH([hdf5],
        [AS_HELP_STRING([--without-hdf5],[leave out mpimon export --hdf5])],
        [],[with_hdf5=yes])
    AS_IF([test "$with_hdf5" != no],
        [PKG_CHECK_MODULES([HDF5],[hdf5-serial],[],
            [PKG_CHECK_MODULES([HDF5],[hdf5],[],
                [AC_MSG_WARN([mpimon export --hdf5 is left out: it needs HDF5; install Debian's package libhdf5-dev])
                with_hdf5=no])])])
    AM_CONDITIONAL([WITH_HDF5],[test "$with_hdf5" != no])])

dnl MPIMON_WITH_OTF2: mpimon export --otf2.
AC_DEFUN([MPIMON_WITH_OTF2],
    [AC_ARG_WITH([otf2],
        [AS_HELP_STRING([--without-otf2],[leave out mpimon export --otf2])],
        [],[with_otf2=yes])
    AS_IF([test "$with_otf2" != no],
        [PKG_CHECK_MODULES([OTF2],[otf2],[],
            [AC_MSG_WARN([mpimon export --otf2 is left out: it needs OTF2; install Debian's package libopen-trace-format2-dev])
            with_otf2=no])])
    AM_CONDITIONAL([WITH_OTF2],[test "$with_otf2" != no])])

dnl MPIMON_WITH_HTTPLIB: mpimon watch --web. The library has threads of its own.
AC_DEFUN([MPIMON_WITH_HTTPLIB],
    [AC_ARG_WITH([httplib],
        [AS_HELP_STRING([--without-httplib],[leave out mpimon watch --web])],
        [],[with_httplib=yes])
    AS_IF([test "$with_httplib" != no],
        [PKG_CHECK_MODULES([HTTPLIB],[cpp-httplib >= 0.11],[HTTPLIB_LIBS="$HTTPLIB_LIBS -pthread"],
            [AC_MSG_WARN([mpimon watch --web is left out: it needs cpp-httplib; install Debian's package libcpp-httplib-dev])
            with_httplib=no])])
    AM_CONDITIONAL([WITH_HTTPLIB],[test "$with_httplib" != no])])

dnl MPIMON_ENABLE_ASSEMBLY: --disable-assembly compiles the C that stands in for it, here and in MPICH.
AC_DEFUN([MPIMON_ENABLE_ASSEMBLY],
    [AC_ARG_ENABLE([assembly],
        [AS_HELP_STRING([--disable-assembly],[count by C alone, which takes longer; for tests and other compilers])],
        [],[enable_assembly=yes])
    AS_IF([test "$enable_assembly" = no],
        [CPPFLAGS="$CPPFLAGS -DMPIMON_WITHOUT_ASSEMBLY"
        ASSEMBLY_CONFIGURE_ARGS=MPICHLIB_CPPFLAGS=-DMPIMON_WITHOUT_ASSEMBLY])
    AC_SUBST([ASSEMBLY_CONFIGURE_ARGS])])
