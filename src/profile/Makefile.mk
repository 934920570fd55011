# The profile file: what libmpi writes (no exceptions, no C++ run time) and what the tools read.
dist_pkgdata_DATA += src/profile/monitoring.proto

noinst_LIBRARIES += src/profile/libencode.a src/profile/libdecode.a

src_profile_libencode_a_SOURCES = \
    src/profile/array.h \
    src/profile/crc32c.cc src/profile/crc32c.h \
    src/profile/encode.cc src/profile/encode.h \
    src/profile/encode_contexts.cc src/profile/encode_contexts.h \
    src/profile/new_name.cc src/profile/new_name.h \
    src/profile/operations.cc src/profile/operations.h \
    src/profile/prof_text.cc src/profile/prof_text.h \
    src/profile/profile_file.cc src/profile/profile_file.h \
    src/profile/segment_view.cc src/profile/segment_view.h \
    src/profile/utf8.cc src/profile/utf8.h \
    src/profile/wire.cc src/profile/wire.h
src_profile_libencode_a_CXXFLAGS = $(AM_CXXFLAGS) -fno-exceptions -fno-rtti

src_profile_libdecode_a_SOURCES = \
    src/profile/decode.cc src/profile/decode.h \
    src/profile/flow_store.cc src/profile/flow_store.h \
    src/profile/mapped_file.cc src/profile/mapped_file.h \
    src/profile/profile.h \
    src/profile/profile_builder.cc src/profile/profile_builder.h \
    src/profile/profile_contexts.cc \
    src/profile/profile_messages.cc \
    src/profile/raw_profile.cc src/profile/raw_profile.h \
    src/profile/record_walk.cc src/profile/record_walk.h \
    src/profile/segment_file.cc src/profile/segment_file.h \
    src/profile/tags.h
src_profile_libdecode_a_CPPFLAGS = $(AM_CPPFLAGS) $(FMT_CFLAGS)

# In the order of their dependence.
PROFILE_LIBS = src/profile/libdecode.a src/profile/libencode.a
