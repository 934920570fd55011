/*
 * What the processes agree on: their facts go up the tree of all processes, and what all have together comes down. The
 * descendants of a process in the tree are the ranks that follow it, so where each record begins comes along.
 */
#include "mpidimpl.h"

#include "agreement.h"
#include "world.h"

MPIMON_STATIC_ASSERT(sizeof(struct mpimon_facts) <= MPIMON_SHORT_MESSAGE, "facts are one short message");

static void add(struct mpimon_facts *sum, const struct mpimon_facts *other) {
    sum->counted = MPL_MAX(sum->counted, other->counted);
    sum->trouble = MPL_MAX(sum->trouble, other->trouble);
    sum->lost |= other->lost;
    sum->missing |= other->missing;
    sum->differ |= other->differ | (sum->settings != other->settings);
    sum->outputs |= other->outputs;
    sum->files += other->files;
    sum->first_file = MPL_MIN(sum->first_file, other->first_file);
    sum->first_prof = MPL_MIN(sum->first_prof, other->first_prof);
    sum->records += other->records;
}

void mpimon_agree(struct mpimon_facts *facts) {
    const struct mpimon_tree tree = mpimon_world_tree(0);
    uint64_t before[sizeof tree.children / sizeof *tree.children];
    facts->before = 0;
    for (int child = 0; child < tree.count; child++) {
        struct mpimon_facts others;
        mpimon_world_receive(&others, sizeof others, tree.children[child]);
        before[child] = facts->records;
        add(facts, &others);
    }
    if (tree.parent >= 0) {
        mpimon_world_send(facts, sizeof *facts, tree.parent);
        mpimon_world_receive(facts, sizeof *facts, tree.parent);
    }
    for (int child = tree.count - 1; child >= 0; child--) {
        struct mpimon_facts all = *facts;
        all.before += before[child];
        mpimon_world_send(&all, sizeof all, tree.children[child]);
    }
}
