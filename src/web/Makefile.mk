# The pages of mpimon html and of mpimon watch, bundled from TypeScript in the build folder: src/web/stage has the sources
# and what npm gets.
PAGE_FILES = \
    src/web/build.mjs \
    src/web/data/axis.ts \
    src/web/data/course.ts \
    src/web/data/live.ts \
    src/web/data/pairs.ts \
    src/web/data/report.ts \
    src/web/data/unpack.ts \
    src/web/live.ts \
    src/web/main.ts \
    src/web/parts/bars.ts \
    src/web/parts/dom.ts \
    src/web/parts/format.ts \
    src/web/parts/heatmap.ts \
    src/web/parts/navigation.ts \
    src/web/parts/plot.ts \
    src/web/parts/scale.ts \
    src/web/parts/table.ts \
    src/web/parts/theme.ts \
    src/web/style/base.css \
    src/web/style/live.css \
    src/web/style/matrix.css \
    src/web/style/page.css \
    src/web/style/print.css \
    src/web/style/tables.css \
    src/web/template.html \
    src/web/tsconfig.json \
    src/web/views/advice.ts \
    src/web/views/collectives.ts \
    src/web/views/difference.ts \
    src/web/views/files.ts \
    src/web/views/job.ts \
    src/web/views/live/control.ts \
    src/web/views/live/curves.ts \
    src/web/views/live/grid.ts \
    src/web/views/live/lists.ts \
    src/web/views/live/now.ts \
    src/web/views/matrix.ts \
    src/web/views/overview.ts \
    src/web/views/peers.ts \
    src/web/views/sizes.ts \
    src/web/views/timeline.ts \
    src/web/views/waiting.ts
PAGE_PACKAGES = src/web/.npmrc src/web/package.json src/web/package-lock.json

if WITH_PAGE
nodist_pkgdata_DATA += src/web/page.html src/web/live.html
CLEANFILES += src/web/page.html src/web/live.html

PAGE_MODULES = src/web/stage/node_modules/.package-lock.json

$(PAGE_MODULES): $(PAGE_PACKAGES)
	$(AM_V_GEN)$(MKDIR_P) src/web/stage && for file in $(PAGE_PACKAGES); do \
	    cp $(abs_top_srcdir)/$$file src/web/stage || exit; done && cd src/web/stage && \
	{ $(NPM) ci --ignore-scripts --no-audit --no-fund --silent || \
	    { echo "src/web: npm cannot get the libraries of mpimon html's page; connect to the network, or configure --without-npm" >&2; \
	    exit 1; }; } && touch node_modules/.package-lock.json

src/web/page.html: $(PAGE_FILES) $(PAGE_MODULES)
	$(AM_V_GEN)for file in $(PAGE_FILES); do \
	    to=src/web/stage/$${file#src/web/} && $(MKDIR_P) $${to%/*} && cp $(abs_top_srcdir)/$$file $$to || exit; done && \
	(cd src/web/stage && $(NPM) run --silent build) && mv src/web/stage/live.html src/web && mv src/web/stage/page.html $@

# Made with it.
src/web/live.html: src/web/page.html
	@test -f $@ || { rm -f src/web/page.html && $(MAKE) src/web/page.html; }; touch $@

clean-local:
	rm -rf src/web/stage
endif
