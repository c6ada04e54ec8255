# What a component is: a folder of components, a library lenslet::NAME of its own on top of the core, and, where it is
# installed, a package's component of that name. It includes headers of the core's folders, too, as of one version with it:
# they are installed for that alone (lenslet::internals). A folder builds in the whole project, and by itself on an
# installed core: cmake -S components/gl -B build/gl -DCMAKE_PREFIX_PATH=PREFIX.
#
#   lenslet_component(NAME FILE...)   the library, what is installed of it, and its tests in tests/
#
# Its folder may have: include/lenslet/*.hpp, the public headers; dependencies.cmake, which finds what it is linked with, for
# users of the package as well as here, and otherwise sets lenslet_NAME_MISSING to what is missing; CMakeLists.txt of tests.
function(lenslet_component name)
  set(target lenslet_${name})
  add_library(${target})
  add_library(lenslet::${name} ALIAS ${target})
  lenslet_sources(${target} ${ARGN})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}> PRIVATE ${LENSLET_ROOT}/components)
  target_link_libraries(${target} PUBLIC lenslet::lenslet
    PRIVATE $<BUILD_INTERFACE:lenslet::internals> $<BUILD_INTERFACE:lenslet_warnings>)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR})
  if(LENSLET_INSTALL)
    lenslet_install_component(${name} ${target})
  endif()
endfunction()

# lenslet_install_component(NAME TARGET...): the libraries, the headers of the folder, and what finds them.
function(lenslet_install_component name)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/lenslet)
  install(TARGETS ${ARGN} EXPORT lenslet-${name})
  install(EXPORT lenslet-${name} FILE ${name}-targets.cmake NAMESPACE lenslet:: DESTINATION ${package})
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/dependencies.cmake)
    install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/dependencies.cmake DESTINATION ${package} RENAME ${name}-dependencies.cmake)
  endif()
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/include)
    install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include/lenslet DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  endif()
endfunction()

# Includes what finds the needs of a component; sets `var` to what is missing.
macro(lenslet_find_needs var name)
  set(lenslet_${name}_MISSING "")
  include(${LENSLET_ROOT}/components/${name}/dependencies.cmake OPTIONAL)
  set(${var} "${lenslet_${name}_MISSING}")
endmacro()
