#include "mpimon/commands/watch/sighting.h"

namespace mpimon {

void add(Sighting &sum, const Sighting &other) {
    sum.processes += other.processes;
    sum.running += other.running;
    add(sum.moment, other.moment);
    add(sum.variables, other.variables);
    sum.unreadable.insert(sum.unreadable.end(), other.unreadable.begin(), other.unreadable.end());
    add(sum.records, other.records);
}

Watched Sightings::add(const Sighting &now) {
    Watched watched;
    watched.title = now.title;
    watched.processes = now.processes;
    watched.running = now.running;
    watched.unreadable = now.unreadable;
    watched.rates = before_ ? rates_between(*before_, now.moment, now.processes) : sums_of(now.moment);
    before_ = now.moment;
    history_.look(now.variables, now.moment.seconds);
    watched.variables = history_.variables();
    return watched;
}

}  // namespace mpimon
