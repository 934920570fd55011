# The scripts; and, after --with-mpich, MPICH itself: patched, configured and built in ./mpich by maint/build-mpich.
.PHONY: fuzzers tools mpich-source mpich-configure mpich-build
tools: $(BUILT_SOURCES)
	$(MAKE) $(AM_MAKEFLAGS) Makefile $(PROGRAMS)

if WITH_MPICH
build_mpich = $(top_srcdir)/maint/build-mpich
mpich_home = mpich/src/src/util/monitoring
abidir = $(libdir)/mpich-abi
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = maint/mpich-monitoring.pc
nodist_pkgdata_DATA += maint/modulefile
CLEANFILES += maint/modulefile maint/mpich-monitoring.pc

all-local: mpich-build

mpich-source:
	$(build_mpich) source --work mpich --tree "$(MPICH_TREE)" --yaksa-depth $(YAKSA_DEPTH)

mpich-configure: mpich-source
	$(build_mpich) configure --work mpich --prefix "$(prefix)" --libdir "$(libdir)" --device $(MPICH_DEVICE) \
	    -- $(MPICH_CONFIGURE_ARGS) $(ASSEMBLY_CONFIGURE_ARGS)

mpich-build: mpich-configure
	+$(build_mpich) build --work mpich

# Debian's MPICH programs want libmpich.so.12 and its siblings, which have the same ABI as our libmpi.so.12.
install-exec-hook:
	+$(build_mpich) install --work mpich
	$(MKDIR_P) "$(DESTDIR)$(abidir)"
	for language in "" fort cxx; do \
	    if test -e "$(DESTDIR)$(libdir)/libmpi$$language.so.12"; then \
	        ln -sf ../libmpi$$language.so.12 "$(DESTDIR)$(abidir)/libmpich$$language.so.12" || exit 1; \
	    fi; \
	done

install-data-hook:
	for file in hooks.list variables.json; do \
	    if test -f $(mpich_home)/$$file; then \
	        $(INSTALL_DATA) $(mpich_home)/$$file "$(DESTDIR)$(pkgdatadir)/$$file" || exit 1; \
	    fi; \
	done
	$(MKDIR_P) "$(DESTDIR)$(pkgdatadir)/tuning"
	for level in mpir ch4; do \
	    $(INSTALL_DATA) mpich/src/maint/tuning/coll/$$level/generic.json \
	        "$(DESTDIR)$(pkgdatadir)/tuning/$$level.json" || exit 1; \
	done

uninstall-hook:
	rm -rf "$(DESTDIR)$(abidir)"
	rm -f "$(DESTDIR)$(pkgdatadir)/hooks.list" "$(DESTDIR)$(pkgdatadir)/variables.json" \
	    "$(DESTDIR)$(pkgdatadir)"/tuning/*.json

maint/modulefile maint/mpich-monitoring.pc: %: $(top_srcdir)/%.in Makefile
	$(AM_V_GEN)$(MKDIR_P) maint && sed -e 's|%prefix%|$(prefix)|' -e 's|%libdir%|$(libdir)|' -e 's|%bindir%|$(bindir)|' \
	    -e 's|%mandir%|$(mandir)|' -e 's|%pkgdatadir%|$(pkgdatadir)|' -e 's|%VERSION%|$(VERSION)|' \
	    $(top_srcdir)/$@.in > $@
endif
