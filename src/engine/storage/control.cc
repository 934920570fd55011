// Where requests for changes come in, and what became of them.
#include "../state.h"

namespace mpimon {

// The segment's first block, so that whoever asks finds it without knowing of the others.
bool begin_control() {
    if (!engine.segment.is_shared())
        return true;
    mpimon_block *block = engine.segment.add_block(MPIMON_BLOCK_CONTROL, sizeof(mpimon_control), 1);
    if (!block)
        return false;
    block->count = 1;
    engine.control = reinterpret_cast<mpimon_control *>(block + 1);
    return true;
}

}  // namespace mpimon

using namespace mpimon;

extern "C" {

mpimon_control *mpimon_control_block(void) {
    Locked locked;
    return engine.control;
}

void mpimon_change_add(const mpimon_change *change) {
    Locked locked;
    mpimon_change *added = engine.segment.header() ? engine.change_items.add(engine.segment) : nullptr;
    if (!added) {
        engine.lost = 1;
        return;
    }
    *added = *change;
    engine.change_items.publish();
}
}
