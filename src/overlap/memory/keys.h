// Protection keys of the processor (PKU): pages that have a key are closed to a thread, and opened again, by an
// instruction that takes a few nanoseconds, and for that thread alone. So messages are received where the program wants
// them, while it finds the pages closed and MPI's functions find them open.
//
// Pages keep their key when they are opened: to give them one is a call of the system. Each thread has rights of its
// own, and the kernel gives the handlers of signals none but for memory without a key; so keys are for programs with
// one thread.
#ifndef MPIMON_OVERLAP_KEYS_H
#define MPIMON_OVERLAP_KEYS_H

#include "pages.h"

namespace mpimon::overlap {

// Reserves some, open to the calling thread and to those that it makes from then on. There are none where the processor
// or the kernel has none; then the functions below do nothing.
void reserve_keys();
bool have_keys();

// Gives the keys back, where the kernel takes them from all pages. None may be closed.
void return_keys();

// Pages that are closed to the program, from its next instruction on, until they are opened. No page may be closed
// already. Returns false where the kernel refuses.
bool close_pages(const Range &pages);
void open_pages(const Range &pages);

// None of these has a key any more, closed ones excepted; or they keep it, where the kernel refuses.
void forget_keys(const Range &pages);

// The same, and a key that they keep is never closed again: nobody knows from now on where these pages are, and whether
// others are in their place. It may wait for all messages.
void give_up_keys(const Range &pages);

// Takes the key off the page at this address, if the page is open, but its key is closed because of others. False if
// there is no page here that has a key and is open.
bool open_bystander(std::uintptr_t address);

// Does the same with all open pages that hold any of these bytes. False where the kernel refuses.
bool open_bystanders(const Range &bytes);

// What this thread may do from now on: as the program, or as this library.
void use_keys_as_program();
void use_keys_as_library();

// The same for where the handler of a signal returns to; and the rights from there for the handler.
void return_as_program(void *context);
void use_keys_from(void *context);

}  // namespace mpimon::overlap

#endif
