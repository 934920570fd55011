/*
 * MPI_T's variables of MPI-IO, read while files are written and read: this program knows how often, and how much.
 */
#include "mpit.h"

enum { PART = 1000, PARTS = 5, CALLS_BESIDES = 2 /* opening and closing */ };

int main(int argc, char **argv) {
    char data[PART] = "";
    double seconds = 0;
    int provided;
    MPI_File file;
    MPI_T_pvar_session session;
    start(&argc, &argv);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle read = bind_pvar(session, "monitoring_io_read_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NULL, 1);
    MPI_T_pvar_handle written = bind_pvar(session, "monitoring_io_written_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NULL, 1);
    MPI_T_pvar_handle calls = bind_pvar(session, "monitoring_io_calls", MPI_T_PVAR_CLASS_COUNTER, NULL, 1);
    MPI_T_pvar_handle time = bind_pvar(session, "monitoring_io_time", MPI_T_PVAR_CLASS_TIMER, NULL, 1);
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    const double begin = MPI_Wtime();
    CHECK(MPI_File_open(MPI_COMM_WORLD, "parts", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file));
    for (int i = 0; i < PARTS; i++)
        CHECK(MPI_File_write_at(file, (MPI_Offset)(rank * PARTS + i) * PART, data, PART, MPI_BYTE, MPI_STATUS_IGNORE));
    REQUIRE(read_one(session, written) == PARTS * PART && read_one(session, read) == 0);
    CHECK(MPI_File_read_at_all(file, (MPI_Offset)rank * PARTS * PART, data, PART / 2, MPI_BYTE, MPI_STATUS_IGNORE));
    CHECK(MPI_File_close(&file));
    const double took = MPI_Wtime() - begin;
    REQUIRE(read_one(session, written) == PARTS * PART && read_one(session, read) == PART / 2);
    REQUIRE(read_one(session, calls) == CALLS_BESIDES + PARTS + 1);
    CHECK(MPI_T_pvar_read(session, time, &seconds));
    REQUIRE(seconds > 0 && seconds <= took);
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    return finish();
}
