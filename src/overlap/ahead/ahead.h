// What can be told of where the program goes.
#ifndef MPIMON_OVERLAP_AHEAD_H
#define MPIMON_OVERLAP_AHEAD_H

namespace mpimon::overlap {

// What it comes to first.
enum class Ahead {
    kUnknown,  // something else
    kCall,     // the next call of MPI_Send, MPI_Recv or MPI_Sendrecv
    kTouch,    // an access to what is under way
};

}  // namespace mpimon::overlap

#endif
