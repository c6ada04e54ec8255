# What a component is: a folder of components, a library lenslet::NAME of its own on top of the core, and, where it is
# installed, a package's component of that name. It includes headers of the core's folders, too, as of one version with it:
# they are installed for that alone (lenslet::internals). A folder builds in the whole project, and by itself on an
# installed core: cmake -S components/gl -B build/gl -DCMAKE_PREFIX_PATH=PREFIX.
#
#   lenslet_component(NAME FILE...)   the library, what is installed of it, and its tests in tests/
#   lenslet_pkg_config(NAME ...)      what pkg-config says of it
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
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  lenslet_hide(${target})
  lenslet_exports(${target})
  if(LENSLET_INSTALL)
    lenslet_install_component(${name} ${target})
  endif()
endfunction()

# Sets the parts of an installation, which are Debian packages (cmake/package.cmake), that a component's library belongs to,
# and what is built with it. The toolkit needs nothing that the core does not.
function(lenslet_install_parts library development name)
  if(name STREQUAL toolkit)
    set(name core)
  endif()
  set(${library} ${name} PARENT_SCOPE)
  set(${development} ${name}-dev PARENT_SCOPE)
endfunction()

# lenslet_install_component(NAME TARGET...): the libraries, the headers of the folder, and what finds them.
function(lenslet_install_component name)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/lenslet)
  lenslet_install_parts(library development ${name})
  install(TARGETS ${ARGN} EXPORT lenslet-${name} LIBRARY COMPONENT ${library} NAMELINK_COMPONENT ${development}
    ARCHIVE COMPONENT ${development})
  install(EXPORT lenslet-${name} FILE ${name}-targets.cmake NAMESPACE lenslet:: DESTINATION ${package} COMPONENT ${development})
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/dependencies.cmake)
    install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/dependencies.cmake DESTINATION ${package} RENAME ${name}-dependencies.cmake
      COMPONENT ${development})
  endif()
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/include)
    install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include/lenslet DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT ${development})
  endif()
endfunction()

# lenslet_pkg_config(NAME DESCRIPTION TEXT [USES COMPONENT...] [NEEDS MODULE...] [PRIVATE_USES COMPONENT...] [PRIVATE MODULE...]):
# lenslet-NAME.pc, or lenslet.pc of the core. USES are components, NEEDS modules of others that the public headers include.
# The private ones are linked by those who link a static library; a shared one has them. A component that is not built is left
# out.
function(lenslet_pkg_config name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "DESCRIPTION" "USES;NEEDS;PRIVATE_USES;PRIVATE")
  if(NOT LENSLET_INSTALL)
    return()
  endif()
  set_property(GLOBAL PROPERTY LENSLET_${name}_DESCRIPTION ${ARG_DESCRIPTION})  # for cmake/package.cmake, too
  set_property(GLOBAL PROPERTY LENSLET_${name}_MODULES ${ARG_NEEDS})
  set(DESCRIPTION ${ARG_DESCRIPTION})
  set(LIBRARY lenslet)
  set(FILE lenslet)
  set(REQUIRES ${ARG_NEEDS})
  if(NOT name STREQUAL core)
    set(LIBRARY lenslet_${name})
    set(FILE lenslet-${name})
    set(ARG_USES lenslet::lenslet ${ARG_USES})
  endif()
  set(LIBS "")
  get_target_property(type ${LIBRARY} TYPE)
  if(type STREQUAL STATIC_LIBRARY)
    list(APPEND ARG_USES ${ARG_PRIVATE_USES})
    list(APPEND REQUIRES ${ARG_PRIVATE})
    set(LIBS " -lstdc++ -lm -pthread -ldl")  # programs in C link it, too
  endif()
  foreach(used ${ARG_USES})
    if(used STREQUAL lenslet::lenslet)
      list(APPEND REQUIRES "lenslet = ${PROJECT_VERSION}")
    elseif(TARGET lenslet::${used})
      list(APPEND REQUIRES "lenslet-${used} = ${PROJECT_VERSION}")
    endif()
  endforeach()
  list(JOIN REQUIRES ", " REQUIRES)
  file(RELATIVE_PATH UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # from the file's folder, as an installation may be moved
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${FILE}.pc)
  configure_file(${LENSLET_ROOT}/cmake/lenslet.pc.in ${out} @ONLY)
  lenslet_install_parts(library development ${name})
  install(FILES ${out} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ${development})
endfunction()

# Includes what finds the needs of a component; sets `var` to what is missing.
macro(lenslet_find_needs var name)
  set(lenslet_${name}_MISSING "")
  include(${LENSLET_ROOT}/components/${name}/dependencies.cmake OPTIONAL)
  set(${var} "${lenslet_${name}_MISSING}")
endmacro()

# Last in a component's CMakeLists.txt: its tests, where it is the project. In the whole one tests/CMakeLists.txt has them, as
# some run the tool.
function(lenslet_own_tests)
  if(LENSLET_STANDALONE AND LENSLET_TESTS)
    find_package(GTest REQUIRED)
    include(GoogleTest)
    include_directories(${LENSLET_ROOT}/tests/support ${LENSLET_ROOT}/components)
    add_subdirectory(tests)
  endif()
endfunction()
