if(lenslet_SHARED)
  return()  # an installed shared library has found its own
endif()
set(MPI_CXX_SKIP_MPICXX ON)  # bindings of C++, which have ended
find_package(MPI QUIET COMPONENTS CXX)
if(NOT MPI_CXX_FOUND)
  set(lenslet_mpi_MISSING "MPI, which FindMPI finds")
endif()
