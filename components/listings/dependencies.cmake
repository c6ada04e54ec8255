# Listings have queues and kernels of their own, where the package has these.
set(lenslet_listings_MISSING "")
set(lenslet_targets ${CMAKE_CURRENT_LIST_DIR}/toolkit-targets.cmake)
if(NOT TARGET lenslet::toolkit AND EXISTS ${lenslet_targets})
  include(${lenslet_targets})
endif()
if(NOT TARGET lenslet::toolkit)
  set(lenslet_listings_MISSING "lenslet::toolkit (-DLENSLET_TOOLKIT=ON)")
endif()
