! Calls of each Fortran interface, at lines that are marked: overlap_fortran, two processes.
subroutine exchange_by_use(peer, sent, received, count)
    use mpi
    integer, parameter :: comm = MPI_COMM_WORLD
    integer :: peer, count, ierror, status(MPI_STATUS_SIZE)
    integer :: sent(count), received(count)
    ! site: use
    call MPI_Sendrecv(sent, count, MPI_INTEGER, peer, 1, received, count, MPI_INTEGER, peer, 1, comm, status, ierror)
end subroutine

program overlap_fortran
    use mpi
    implicit none
    integer, parameter :: count = 20000
    integer, allocatable :: sent(:), received(:)
    integer :: rank, ierror, round
    allocate (sent(count), received(count))
    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    do round = 1, 5
        sent = rank + round
        call exchange_by_use(1 - rank, sent, received, count)
        if (any(received /= 1 - rank + round)) call MPI_Abort(MPI_COMM_WORLD, 4, ierror)
        if (rank == 0) then
            ! site: send
            call MPI_Send(sent, count, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, ierror)
        else
            ! site: receive
            call MPI_Recv(received, count, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
        end if
    end do
    if (rank == 1 .and. any(received /= 5)) call MPI_Abort(MPI_COMM_WORLD, 4, ierror)
    call MPI_Finalize(ierror)
end program
