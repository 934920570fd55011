! Two exchanges that follow each other, of which both blocks are needed at once: overlap_fortran_chain, two processes.
program overlap_fortran_chain
    use mpi
    implicit none
    integer, parameter :: count = 4096, rounds = 400
    integer, allocatable :: sent(:, :), received(:, :)
    integer :: rank, other, ierror, round, status(MPI_STATUS_SIZE)
    allocate (sent(count, 2), received(count, 2))
    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    other = 1 - rank
    do round = 1, rounds
        sent(:, 1) = rank + round
        sent(:, 2) = rank - round
        call MPI_Sendrecv(sent(1, 1), count, MPI_INTEGER, other, 1, received(1, 1), count, MPI_INTEGER, other, 1, &
                          MPI_COMM_WORLD, status, ierror)
        call MPI_Sendrecv(sent(1, 2), count, MPI_INTEGER, other, 2, received(1, 2), count, MPI_INTEGER, other, 2, &
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
        if (any(received(:, 1) /= other + round) .or. any(received(:, 2) /= other - round)) then
            call MPI_Abort(MPI_COMM_WORLD, 4, ierror)
        end if
    end do
    call MPI_Finalize(ierror)
end program
