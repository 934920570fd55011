! Named regions of a Fortran program, for MPICH Monitoring. A source file, since compiled modules are no common format:
! compile it with the program, or put  include 'mpich_monitoring.f90'  before the first program unit. Then:
!
!     use mpich_monitoring
!     call mpimon_region_begin('solve')
!     call mpimon_region_end('solve')
!
! Both only call MPI_Pcontrol, so on another MPI they do nothing. See mpich_monitoring.h.
module mpich_monitoring
    use, intrinsic :: iso_c_binding, only: c_char, c_int, c_null_char
    implicit none
    private
    public :: mpimon_region_begin, mpimon_region_end

    integer(c_int), parameter :: region_enter = 1001, region_leave = -1001

    interface
        function pcontrol(level, name) bind(C, name='MPI_Pcontrol') result(error)
            import :: c_char, c_int
            integer(c_int), value :: level
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int) :: error
        end function pcontrol
    end interface

contains

    subroutine mpimon_region_begin(name)
        character(len=*), intent(in) :: name
        integer(c_int) :: error
        error = pcontrol(region_enter, trim(name) // c_null_char)
    end subroutine mpimon_region_begin

    subroutine mpimon_region_end(name)
        character(len=*), intent(in) :: name
        integer(c_int) :: error
        error = pcontrol(region_leave, trim(name) // c_null_char)
    end subroutine mpimon_region_end

end module mpich_monitoring
