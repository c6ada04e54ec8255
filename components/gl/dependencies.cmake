if(NOT lenslet_SHARED)  # an installed shared library has found its own
  find_package(PkgConfig QUIET)
  pkg_check_modules(EPOXY QUIET IMPORTED_TARGET GLOBAL epoxy)
  if(NOT EPOXY_FOUND)
    set(lenslet_gl_MISSING "libepoxy by pkg-config")
  endif()
endif()
# Textures as image objects, where the package has the toolkit.
if(NOT TARGET lenslet::toolkit AND EXISTS ${CMAKE_CURRENT_LIST_DIR}/toolkit-targets.cmake)
  include(${CMAKE_CURRENT_LIST_DIR}/toolkit-targets.cmake)
endif()
