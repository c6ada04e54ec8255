# What the project's libraries export where they are shared, as by -DBUILD_SHARED_LIBS=ON. Code is compiled with hidden
# symbols; the headers whose functions others call say so, by `#pragma GCC visibility push(default)`: all public headers,
# and of the core's own headers those that components and the tool include. They call these as of one version with the
# library. Templates of the standard library are visible all the same: the linker leaves them out, by exports.map.
include(CheckLinkerFlag)
set(LENSLET_EXPORTS_MAP ${CMAKE_CURRENT_LIST_DIR}/exports.map)
check_linker_flag(CXX "LINKER:--version-script=${LENSLET_EXPORTS_MAP}" LENSLET_HAS_VERSION_SCRIPTS)

# lenslet_hide(TARGET): its code is compiled so that it can be part of a shared library.
function(lenslet_hide target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON DEFINE_SYMBOL "")  # shared or static, its files are compiled the same
endfunction()

# lenslet_exports(TARGET): the library's name, version and, where it is shared, its exported symbols.
function(lenslet_exports target)
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL SHARED_LIBRARY AND LENSLET_HAS_VERSION_SCRIPTS)
    target_link_options(${target} PRIVATE "LINKER:--version-script=${LENSLET_EXPORTS_MAP}" "LINKER:--no-undefined")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${LENSLET_EXPORTS_MAP})
  endif()
endfunction()
