! Regions in Fortran.
include 'mpich_monitoring.f90'

program regions
    use mpi
    use mpich_monitoring
    implicit none
    integer :: rank, size, error
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, size, error)
    call mpimon_region_begin('solve')
    call exchange()
    call mpimon_region_begin('inner ')
    call exchange()
    call exchange()
    call mpimon_region_end('inner')
    call mpimon_region_end('solve')
    call exchange()
    call MPI_Finalize(error)
contains
    subroutine exchange()
        integer :: got
        call MPI_Sendrecv(rank, 1, MPI_INTEGER, mod(rank + 1, size), 0, got, 1, MPI_INTEGER, &
                          mod(rank + size - 1, size), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    end subroutine exchange
end program regions
