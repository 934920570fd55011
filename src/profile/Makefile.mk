# The profile file: what libmpi writes (no exceptions, no C++ run time) and what the tools read.
dist_pkgdata_DATA += src/profile/format/monitoring.proto

noinst_LIBRARIES += src/profile/libencode.a src/profile/libdecode.a

src_profile_libencode_a_SOURCES = \
    src/profile/format/batch.cc src/profile/format/batch.h \
    src/profile/format/crc32c.cc src/profile/format/crc32c.h \
    src/profile/format/fields.h \
    src/profile/format/makers.h \
    src/profile/format/operations.cc src/profile/format/operations.h \
    src/profile/format/records.h \
    src/profile/format/utf8.cc src/profile/format/utf8.h \
    src/profile/write/encode/array.h \
    src/profile/write/asked.cc src/profile/write/asked.h \
    src/profile/write/encode/encode.cc src/profile/write/encode/encode.h \
    src/profile/write/encode/encode_contexts.cc src/profile/write/encode/encode_contexts.h \
    src/profile/write/encode/encode_job.cc src/profile/write/encode/encode_job.h \
    src/profile/write/encode/encode_overlap.cc src/profile/write/encode/encode_overlap.h \
    src/profile/write/encode/encode_places.cc src/profile/write/encode/encode_places.h \
    src/profile/write/encode/encode_plugins.cc src/profile/write/encode/encode_plugins.h \
    src/profile/write/encode/encode_files.cc src/profile/write/encode/encode_files.h \
    src/profile/write/encode/encode_sizes.cc src/profile/write/encode/encode_sizes.h \
    src/profile/write/encode/encode_timeline.cc src/profile/write/encode/encode_timeline.h \
    src/profile/write/encode/encode_waits.cc src/profile/write/encode/encode_waits.h \
    src/profile/write/new_name.cc src/profile/write/new_name.h \
    src/profile/write/prof_text.cc src/profile/write/prof_text.h \
    src/profile/write/profile_file.cc src/profile/write/profile_file.h \
    src/profile/write/segment_view.cc src/profile/write/segment_view.h \
    src/profile/write/encode/wire.cc src/profile/write/encode/wire.h \
    src/profile/write/write_signals.cc src/profile/write/write_signals.h
src_profile_libencode_a_CXXFLAGS = $(AM_CXXFLAGS) -fno-exceptions -fno-rtti

src_profile_libdecode_a_SOURCES = \
    src/profile/format/tags.h \
    src/profile/read/decode.cc src/profile/read/decode.h \
    src/profile/read/flow_store.cc src/profile/read/flow_store.h \
    src/profile/read/mapped_file.cc src/profile/read/mapped_file.h \
    src/profile/read/profile.h \
    src/profile/read/messages/profile_builder.cc src/profile/read/messages/profile_builder.h \
    src/profile/read/messages/profile_changes.cc \
    src/profile/read/messages/profile_contexts.cc \
    src/profile/read/messages/profile_files.cc \
    src/profile/read/messages/profile_origins.cc \
    src/profile/read/messages/profile_messages.cc \
    src/profile/read/messages/profile_order.cc \
    src/profile/read/messages/profile_overlap.cc \
    src/profile/read/messages/profile_places.cc \
    src/profile/read/messages/profile_plugins.cc \
    src/profile/read/messages/profile_sizes.cc \
    src/profile/read/messages/profile_timeline.cc \
    src/profile/read/messages/profile_waits.cc \
    src/profile/read/raw_profile.cc src/profile/read/raw_profile.h \
    src/profile/read/record_reader.cc src/profile/read/record_reader.h \
    src/profile/read/segment_file.cc src/profile/read/segment_file.h \
    src/profile/read/messages/timelines.h
src_profile_libdecode_a_CPPFLAGS = $(AM_CPPFLAGS) $(FMT_CFLAGS)

# In the order of their dependence.
PROFILE_LIBS = src/profile/libdecode.a src/profile/libencode.a
