# SYCL's headers and library of DPC++: PyPI's packages are found in .venv, others by CMAKE_PREFIX_PATH.
find_path(LENSLET_SYCL_INCLUDE sycl/sycl.hpp HINTS ${LENSLET_ROOT}/.venv/include DOC "SYCL's headers (DPC++)")
find_library(LENSLET_SYCL_LIBRARY sycl HINTS ${LENSLET_ROOT}/.venv/lib DOC "libsycl of DPC++")
# What was found once may be gone.
if(NOT EXISTS "${LENSLET_SYCL_INCLUDE}/sycl/sycl.hpp" OR NOT EXISTS "${LENSLET_SYCL_LIBRARY}")
  unset(LENSLET_SYCL_INCLUDE CACHE)
  unset(LENSLET_SYCL_LIBRARY CACHE)
  set(lenslet_sycl_MISSING "SYCL's headers and libsycl of DPC++ (CMAKE_PREFIX_PATH)")
elseif(NOT TARGET lenslet::sycl_headers)
  cmake_path(GET LENSLET_SYCL_LIBRARY PARENT_PATH LENSLET_SYCL_FOLDER)
  find_package(OpenCL REQUIRED)
  cmake_path(GET OpenCL_LIBRARY PARENT_PATH lenslet_opencl_folder)
  add_library(lenslet::sycl_headers INTERFACE IMPORTED GLOBAL)
  target_include_directories(lenslet::sycl_headers SYSTEM INTERFACE ${LENSLET_SYCL_INCLUDE})
  target_compile_definitions(lenslet::sycl_headers INTERFACE SYCL_DISABLE_FSYCL_SYCLHPP_WARNING CL_TARGET_OPENCL_VERSION=300)
  target_link_libraries(lenslet::sycl_headers INTERFACE ${LENSLET_SYCL_LIBRARY})
  # SYCL's packages have a loader of OpenCL, too, which does not find its own libraries: the system's comes first.
  target_link_options(lenslet::sycl_headers INTERFACE LINKER:-rpath,${lenslet_opencl_folder}:${LENSLET_SYCL_FOLDER})
endif()
