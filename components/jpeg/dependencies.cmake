if(lenslet_SHARED)
  return()  # an installed shared library has found its own
endif()
find_package(JPEG QUIET)
if(NOT JPEG_FOUND)
  set(lenslet_jpeg_MISSING "libjpeg-turbo, which FindJPEG finds")
endif()
