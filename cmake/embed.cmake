# Makes the kernel files part of a library, byte for byte, and checks their syntax in the build, without a device. The
# library's objects are the target that the variable LENSLET_OBJECTS names.
#
#   lenslet_embed(FILES a.cl b.cl [PRELUDE types.cl])   from any folder: kernel_source("a.cl") will find the file
#   lenslet_embed_table(HEADER NAMESPACE)               once, in the folder of the objects, after the last of them:
#                                                       defines kernel_source of this namespace, which HEADER declares
#
# PRELUDE lists what stands before a file when it is checked; these files may be among FILES. The rules are made by
# lenslet_embed_table, because CMake runs a custom command only for a target of the same folder.
option(LENSLET_CHECK_KERNELS "Check the kernels' syntax in the build (needs clang)" ON)
find_program(LENSLET_CLANG NAMES clang clang-14 clang-15 clang-16 clang-19 DOC "clang, to check kernels in the build")
if(LENSLET_CHECK_KERNELS AND NOT LENSLET_CLANG)
  message(STATUS "No clang: the syntax of the kernels is not checked in this build")
endif()
set(LENSLET_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_file.cmake)
set(LENSLET_KERNEL_TABLE ${CMAKE_CURRENT_LIST_DIR}/kernels.cpp.in)
set(LENSLET_KERNEL_CHECK -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Wall -Wextra -Werror
    -Wno-unused-function -Wno-unused-parameter -Wno-unknown-pragmas -I${CMAKE_CURRENT_SOURCE_DIR}/src)

function(lenslet_embed)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "" "FILES;PRELUDE")
  foreach(path ${ARG_FILES})
    cmake_path(ABSOLUTE_PATH path)
    set(prelude ${ARG_PRELUDE})
    list(REMOVE_ITEM prelude ${path})
    set_property(TARGET ${LENSLET_OBJECTS} APPEND PROPERTY LENSLET_EMBEDDED ${path})
    set_property(TARGET ${LENSLET_OBJECTS} PROPERTY "LENSLET_PRELUDE_${path}" ${prelude})
  endforeach()
endfunction()

# Sets `var` to the commands that compile `path` after its prelude, plain, with layers, whole vectors and streaming
# stores, with sub-groups, words, packed lanes, strips, running sums, other inputs and general taps where the file knows
# them, and throw the result away.
function(lenslet_kernel_check var path prelude)
  if(LENSLET_CHECK_KERNELS AND LENSLET_CLANG AND path MATCHES "\\.cl$")
    list(TRANSFORM prelude PREPEND "-include;")
    set(check COMMAND ${LENSLET_CLANG} ${LENSLET_KERNEL_CHECK})
    set(checks ${check} ${prelude} ${path} ${check} -DALIGNED=1 -DSTREAM=1 -DLAYERED=1 ${prelude} ${path})
    file(STRINGS ${path} uses REGEX "SUB_GROUPS")
    if(uses)
      list(APPEND checks ${check} -cl-std=CL3.0 -DSUB_GROUPS=1 ${prelude} ${path})
    endif()
    file(STRINGS ${path} uses REGEX "RUNNING")
    if(uses)
      list(APPEND checks ${check} -DRUNNING=1 ${prelude} ${path})
    endif()
    file(STRINGS ${path} uses REGEX "PACKED|WORD_LOADS")
    if(uses)
      list(APPEND checks ${check} -DWORD_LOADS=1 -DALIGNED=1 ${prelude} ${path})
      list(APPEND checks ${check} -DPACKED=1 -DALIGNED=1 ${prelude} ${path})
      list(APPEND checks ${check} -DPACKED=1 -DALIGNED=1 -D__NV_CL_C_VERSION=120 -DPAIRED_MINIMA=1 ${prelude} ${path})
    endif()
    file(STRINGS ${path} uses REGEX "if STRIP")
    if(uses)
      list(APPEND checks ${check} -DSTRIP=1 ${prelude} ${path})
    endif()
    file(STRINGS ${path} uses REGEX "^#if BODY_ARGUMENTS")
    if(uses)
      list(APPEND checks ${check} -DBODY_ARGUMENTS=1 ${prelude} ${path})
    endif()
    file(STRINGS ${path} uses REGEX "^#if OTHERS")
    if(uses)
      list(APPEND checks ${check} -DBODY_ARGUMENTS=1 -DOTHERS=2 ${prelude} ${path})
    endif()
    file(STRINGS ${path} uses REGEX "^#if GENERAL")
    if(uses)
      list(APPEND checks ${check} -DGENERAL=1 ${prelude} ${path})
    endif()
    set(${var} ${checks} PARENT_SCOPE)
  endif()
endfunction()

function(lenslet_embed_table HEADER NAMESPACE)
  get_target_property(paths ${LENSLET_OBJECTS} LENSLET_EMBEDDED)
  set(EXTERNS "")
  set(ROWS "")
  foreach(path ${paths})
    cmake_path(GET path FILENAME name)
    string(MAKE_C_IDENTIFIER ${name} symbol)
    if(EXTERNS MATCHES " ${symbol};")
      message(FATAL_ERROR "two embedded files are called ${name}")
    endif()
    string(APPEND EXTERNS "extern const std::string_view ${symbol};\n")
    string(APPEND ROWS "    {\"${name}\", &embedded::${symbol}},\n")

    set(out ${PROJECT_BINARY_DIR}/embedded/${name}.cpp)
    get_property(prelude TARGET ${LENSLET_OBJECTS} PROPERTY "LENSLET_PRELUDE_${path}")
    set(check)
    lenslet_kernel_check(check ${path} "${prelude}")
    add_custom_command(OUTPUT ${out} ${check}
      COMMAND ${CMAKE_COMMAND} -DIN=${path} -DNAME=${name} -DOUT=${out} -P ${LENSLET_EMBED_SCRIPT}
      DEPENDS ${path} ${prelude} ${LENSLET_EMBED_SCRIPT} COMMENT "Checking and embedding ${name}" VERBATIM)
    lenslet_sources(${LENSLET_OBJECTS} ${out})
  endforeach()
  set(table ${CMAKE_CURRENT_BINARY_DIR}/kernels.cpp)
  configure_file(${LENSLET_KERNEL_TABLE} ${table} @ONLY)
  target_sources(${LENSLET_OBJECTS} PRIVATE ${table})
endfunction()
