# Loaded before a program's libraries, it takes the place of functions of MPI, of the heap and of the system: so it is one object,
# and needs no library but the C library. What runs while memory is protected looks no symbol up.
if OVERLAP_ENABLED
overlapdir = $(libdir)
overlap_PROGRAMS = src/overlap/libmpimon_overlap.so
endif

src_overlap_libmpimon_overlap_so_CXXFLAGS = $(AM_CXXFLAGS) -fPIC -fno-exceptions -fno-rtti -fvisibility=hidden \
    -ftls-model=initial-exec -fno-threadsafe-statics
src_overlap_libmpimon_overlap_so_CCASFLAGS = -I$(top_srcdir)/src/overlap/calls
src_overlap_libmpimon_overlap_so_LDFLAGS = -shared -Wl,-z,now -Wl,-z,defs \
    -Wl,--version-script=$(top_srcdir)/src/overlap/versions.map
src_overlap_libmpimon_overlap_so_LINK = $(CC) $(CFLAGS) $(src_overlap_libmpimon_overlap_so_LDFLAGS) -o $@
EXTRA_src_overlap_libmpimon_overlap_so_DEPENDENCIES = src/overlap/versions.map
src_overlap_libmpimon_overlap_so_SOURCES = \
    src/overlap/ahead/ahead.h \
    src/overlap/ahead/encoding.h \
    src/overlap/ahead/entry.h \
    src/overlap/ahead/fortran_calls.cc src/overlap/ahead/fortran_calls.h \
    src/overlap/ahead/instruction.cc src/overlap/ahead/instruction.h \
    src/overlap/ahead/known_code.cc src/overlap/ahead/known_code.h \
    src/overlap/ahead/look_ahead.cc src/overlap/ahead/look_ahead.h \
    src/overlap/ahead/machine.cc src/overlap/ahead/machine.h \
    src/overlap/ahead/path.cc src/overlap/ahead/path.h \
    src/overlap/ahead/private_memory.cc src/overlap/ahead/private_memory.h \
    src/overlap/ahead/read.cc src/overlap/ahead/read.h src/overlap/ahead/read_memory.S \
    src/overlap/ahead/under_way.cc src/overlap/ahead/under_way.h \
    src/overlap/ahead/vector_instruction.cc src/overlap/ahead/vector_instruction.h \
    src/overlap/ahead/vex_instruction.cc src/overlap/ahead/vex_instruction.h \
    src/overlap/calls/checks.cc src/overlap/calls/checks.h \
    src/overlap/calls/entries.S \
    src/overlap/calls/fortran.cc src/overlap/calls/fortran.def src/overlap/calls/fortran.h \
    src/overlap/calls/functions.def \
    src/overlap/calls/other_functions.cc \
    src/overlap/calls/landing.h \
    src/overlap/calls/own_operations.cc src/overlap/calls/own_operations.h \
    src/overlap/calls/receives.cc src/overlap/calls/receives.h \
    src/overlap/calls/send_and_receive.cc \
    src/overlap/calls/sends.cc src/overlap/calls/sends.h \
    src/overlap/calls/status.cc src/overlap/calls/status.h \
    src/overlap/calls/trampolines.S \
    src/overlap/chains/chains.cc src/overlap/chains/chains.h \
    src/overlap/chains/choice.cc src/overlap/chains/choice.h \
    src/overlap/chains/records.cc src/overlap/chains/records.h \
    src/overlap/chains/sequence.h \
    src/overlap/chains/signature.h \
    src/overlap/chains/turns.h \
    src/overlap/counters.cc src/overlap/counters.h \
    src/overlap/database.cc src/overlap/database.h \
    src/overlap/flight/flight.cc src/overlap/flight/flight.h \
    src/overlap/flight/helper.cc src/overlap/flight/helper.h \
    src/overlap/flight/pieces.cc src/overlap/flight/pieces.h \
    src/overlap/flight/starts.cc src/overlap/flight/transfers.h \
    src/overlap/flight/transport.cc src/overlap/flight/transport.h \
    src/overlap/hash.h \
    src/overlap/library.cc src/overlap/library.h \
    src/overlap/memory/areas.cc src/overlap/memory/areas.h \
    src/overlap/memory/copies.cc src/overlap/memory/copies.h \
    src/overlap/memory/heap.cc \
    src/overlap/memory/keys.cc src/overlap/memory/keys.h \
    src/overlap/memory/mappings.cc src/overlap/memory/mappings.h \
    src/overlap/memory/pages.h \
    src/overlap/memory/program_data.cc src/overlap/memory/program_data.h \
    src/overlap/messages/footprint.cc src/overlap/messages/footprint.h \
    src/overlap/messages/half.h \
    src/overlap/messages/message.cc src/overlap/messages/message.h \
    src/overlap/mpich_abi.h \
    src/overlap/objects.cc src/overlap/objects.h \
    src/overlap/say.cc src/overlap/say.h \
    src/overlap/settings.cc src/overlap/settings.h \
    src/overlap/signals/action.h \
    src/overlap/signals/handlers.cc src/overlap/signals/handlers.h \
    src/overlap/signals/mask_of_call.cc src/overlap/signals/mask_of_call.h \
    src/overlap/signals/memory_of_call.cc src/overlap/signals/memory_of_call.h \
    src/overlap/signals/program_calls.cc src/overlap/signals/program_calls.h \
    src/overlap/signals/program_handlers.cc src/overlap/signals/program_handlers.h \
    src/overlap/signals/section.cc src/overlap/signals/section.h \
    src/overlap/signals/system_call.S src/overlap/signals/system_call.h \
    src/overlap/sites.cc src/overlap/sites.h \
    src/overlap/start.cc src/overlap/start.h \
    src/overlap/threads/cancellation.cc src/overlap/threads/cancellation.h \
    src/overlap/threads/thread_calls.cc src/overlap/threads/thread_calls.h \
    src/overlap/threads/threads.cc src/overlap/threads/threads.h \
    src/overlap/times.h
