# Debian packages, by CPack: `./dev package` calls cpack. Each COMPONENT of an installation is a package. What their programs and
# libraries need of Debian's packages dpkg-shlibdeps finds; what they need of each other stands here.
set(LENSLET_MAINTAINER "Lenslet developers <lenslet@localhost>" CACHE STRING
  "Who makes the Debian packages: a name and an address, for their field Maintainer")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lenslet)
set(CPACK_PACKAGE_VENDOR Lenslet)
set(CPACK_PACKAGE_CONTACT "${LENSLET_MAINTAINER}")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/core)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY "=")  # components call internals of the core of their own version
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_COMPONENTS_ALL "")

# lenslet_package(COMPONENT NAME SECTION SUMMARY TEXT [NEEDS PACKAGE...] [RECOMMENDS PACKAGE...] [SUGGESTS PACKAGE...]): of our own
# packages NEEDS has the names; they are then needed in this version.
macro(lenslet_package component name section summary text)
  cmake_parse_arguments(ARG "" "" "NEEDS;RECOMMENDS;SUGGESTS" ${ARGN})
  string(TOUPPER ${component} upper)
  list(TRANSFORM ARG_NEEDS REPLACE "^((lib)?lenslet.*)$" "\\1 (= ${PROJECT_VERSION})")
  list(JOIN ARG_NEEDS ", " CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS)
  list(JOIN ARG_RECOMMENDS ", " CPACK_DEBIAN_${upper}_PACKAGE_RECOMMENDS)
  list(JOIN ARG_SUGGESTS ", " CPACK_DEBIAN_${upper}_PACKAGE_SUGGESTS)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${text}")
  if(${section} STREQUAL libs)
    set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA ${LENSLET_ROOT}/cmake/debian/triggers)
  endif()
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  install(FILES ${LENSLET_ROOT}/cmake/debian/copyright ${PROJECT_BINARY_DIR}/changelog.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
endmacro()

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${LENSLET_ROOT}/cmake/debian/changelog.in ${PROJECT_BINARY_DIR}/changelog @ONLY)
execute_process(COMMAND gzip -9nkf ${PROJECT_BINARY_DIR}/changelog)

set(about "Lenslet filters images and computes with arrays on any OpenCL device:
GPUs and CPUs. Its results are proved against references in double
precision, and it finds the fastest way to compute on each device.")
set(major ${PROJECT_VERSION_MAJOR})

set(device "pocl-opencl-icd | opencl-icd")
lenslet_package(core liblenslet${major} libs "image filtering on any OpenCL device (library)" "${about}"
  RECOMMENDS ${device} SUGGESTS lenslet lenslet-worker)
lenslet_package(core-dev liblenslet-dev libdevel "image filtering on any OpenCL device (headers)"
  "${about}\n.\nThis package has the headers for C and C++, and what CMake and pkg-config
know of the library."
  NEEDS liblenslet${major})

# The packages of our own that a target needs: of the components that it links, itself or through libraries that are no packages,
# such as the objects of the tool.
function(lenslet_linked_packages var target)
  set(packages liblenslet${major})
  get_target_property(linked ${target} LINK_LIBRARIES)
  foreach(item ${linked})
    string(REGEX REPLACE "^lenslet(::|_)" "" name "${item}")
    if(name IN_LIST packaged)
      list(APPEND packages liblenslet-${name}${major})
    elseif(TARGET ${item} AND item MATCHES "^lenslet_")
      lenslet_linked_packages(more ${item})
      list(APPEND packages ${more})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES packages)
  set(${var} ${packages} PARENT_SCOPE)
endfunction()

# The package that brings what pkg-config calls `module`, which public headers include; none where there is no dpkg.
function(lenslet_package_of_module var module)
  set(${var} "" PARENT_SCOPE)
  execute_process(COMMAND pkg-config --variable=pcfiledir ${module} OUTPUT_VARIABLE folder ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND dpkg-query --search ${folder}/${module}.pc OUTPUT_VARIABLE found ERROR_QUIET)
  if(found MATCHES "^([^:]+):")
    set(${var} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

# A component that has a library, and says of itself what it is (lenslet_pkg_config), is a package, and its headers are another one.
# The toolkit is in the core's.
get_property(components GLOBAL PROPERTY LENSLET_COMPONENTS)
set(packaged "")
foreach(name ${components})
  lenslet_install_parts(part development ${name})
  get_property(summary GLOBAL PROPERTY LENSLET_${name}_DESCRIPTION)
  if(summary)
    list(APPEND CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/components/${name})
  endif()
  if(summary AND part STREQUAL name)
    list(APPEND packaged ${name})
  endif()
endforeach()
foreach(name ${packaged})
  lenslet_linked_packages(libraries lenslet_${name})
  set(headers liblenslet-${name}${major})
  foreach(library ${libraries})
    string(REGEX REPLACE "${major}$" "-dev" headers_of ${library})
    list(APPEND headers ${headers_of})
  endforeach()
  get_property(modules GLOBAL PROPERTY LENSLET_${name}_MODULES)
  foreach(module ${modules})
    lenslet_package_of_module(package ${module})
    list(APPEND headers ${package})
  endforeach()
  get_property(summary GLOBAL PROPERTY LENSLET_${name}_DESCRIPTION)
  lenslet_package(${name} liblenslet-${name}${major} libs "${summary} (library)" "${about}" NEEDS ${libraries})
  lenslet_package(${name}-dev liblenslet-${name}-dev libdevel "${summary} (headers)" "${about}" NEEDS ${headers})
endforeach()

lenslet_package(worker lenslet-worker graphics "what tries ways to compute for Lenslet's tuner"
  "${about}\n.\nThis package has the program that tunes, for the tool and the module of Python.")
if(TARGET lenslet_cli)
  lenslet_linked_packages(linked lenslet_cli)
  lenslet_package(tool lenslet graphics "image filtering on any OpenCL device" "${about}\n.\nThis package has the command line tool."
    NEEDS ${linked} lenslet-worker RECOMMENDS ${device} SUGGESTS lenslet-view lenslet-mpi python3-lenslet)
endif()
if(TARGET lenslet_view_tool)
  lenslet_linked_packages(linked lenslet_view_tool)
  lenslet_package(view-tool lenslet-view graphics "pictures through Lenslet's ops in a window"
    "${about}\n.\nThis package has the command 'lenslet view'." NEEDS lenslet ${linked})
endif()
if(TARGET lenslet_mpi_tool)
  lenslet_linked_packages(linked lenslet_mpi_tool)
  lenslet_package(mpi-tool lenslet-mpi graphics "Lenslet's command line tool in several processes"
    "${about}\n.\nThis package has what the tool becomes where mpirun starts it." NEEDS lenslet ${linked})
endif()
if(TARGET lenslet_python)
  # The module is compiled for one version of Python.
  lenslet_linked_packages(linked lenslet_python)
  get_target_property(minor lenslet_python LENSLET_PYTHON_MINOR)
  math(EXPR next "${minor} + 1")
  lenslet_package(python python3-lenslet python "image filtering on any OpenCL device (Python 3)"
    "${about}\n.\nThis package has the module of Python, for NumPy arrays."
    NEEDS ${linked} lenslet-worker python3-numpy "python3 (>= 3.${minor}~)" "python3 (<< 3.${next}~)"
    RECOMMENDS ${device} SUGGESTS python3-dask python3-scipy)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${LENSLET_ROOT}/cmake/debian/python/postinst ${LENSLET_ROOT}/cmake/debian/python/prerm)
endif()

include(CPack)
