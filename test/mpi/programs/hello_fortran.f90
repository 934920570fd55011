! The same in Fortran, with one message from every process to the next.
program hello
    use mpi
    implicit none
    integer :: rank, size, next, previous, got, error
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, size, error)
    next = mod(rank + 1, size)
    previous = mod(rank + size - 1, size)
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 0, got, 1, MPI_INTEGER, previous, 0, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, error)
    if (got /= previous) call MPI_Abort(MPI_COMM_WORLD, 4, error)
    print '(a,i0,a,i0)', 'hello from ', rank, ' of ', size
    call MPI_Finalize(error)
end program hello
