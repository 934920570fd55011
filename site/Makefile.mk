# What a site's administrators take to have all jobs monitored: docs/site.md.
sitedir = $(pkgdatadir)/site
dist_site_SCRIPTS = site/epilog site/epilog-user site/prolog site/taskprolog
dist_site_DATA = site/common.sh
nodist_site_DATA = site/modulefile site/site.conf.example
EXTRA_DIST += site/modulefile.in site/site.conf.example.in
CLEANFILES += site/modulefile site/site.conf.example

site/modulefile site/site.conf.example: %: $(top_srcdir)/%.in Makefile
	$(AM_V_GEN)$(MKDIR_P) site && sed -e 's|%bindir%|$(bindir)|' -e 's|%pkgdatadir%|$(pkgdatadir)|' \
	    $(top_srcdir)/$@.in > $@
