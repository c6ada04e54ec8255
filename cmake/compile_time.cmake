# What keeps builds short. The preset tsan has none of it but the first: there each file is compiled with no more than
# what it includes.

# For folders whose code is long to compile and short to run, such as tests: half of a release's time there, and a
# quarter of a sanitized build's. The library's own loops over two million schedules want -Og in the latter.
macro(lenslet_optimize_little)
  if(LENSLET_SANITIZE)
    add_compile_options(-O0)
  else()
    add_compile_options($<$<CONFIG:Release>:-O1>)
  endif()
endmacro()

# The standard's and fmt's headers that most files include, and HEADER... in angle brackets.
function(lenslet_precompile target)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <functional> <map>
    <memory> <optional> <random> <set> <span> <string> <string_view> <vector> <fmt/format.h> ${ARGN})
endfunction()

# TARGET is made of tests with GoogleTest, which include HEADER..., too. With LENSLET_UNITY each ten files are compiled
# as one, so that names in the anonymous namespaces of a folder's tests must not collide.
function(lenslet_test_code target)
  set(batch 10)
  get_target_property(files ${target} SOURCES)
  list(LENGTH files count)
  if(NOT LENSLET_UNITY OR count GREATER batch)  # for one unit the headers are read once either way
    lenslet_precompile(${target} <gmock/gmock.h> <gtest/gtest.h> ${ARGN})
  endif()
  set_target_properties(${target} PROPERTIES LENSLET_IS_TESTS ON)
  if(LENSLET_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
  endif()
endfunction()

# Folders of the core that are one unit, which LENSLET_UNITY compiles as one file: reading headers, and code of the standard's
# templates, are most of what a short folder takes. Any other folder is a unit by itself.
set(LENSLET_UNIT_base . system sqlite image array bundle store pyramid)
set(LENSLET_UNIT_described op point)
set(LENSLET_UNIT_texts pipeline user)
set(LENSLET_UNIT_tool_base tool/components tool/terminal tool/options tool/ranks tool/records tool/files)

# Sets `var` to the name of the unit of a folder.
function(lenslet_unit var folder)
  string(MAKE_C_IDENTIFIER ${folder} name)
  foreach(unit base described texts tool_base)
    if(folder IN_LIST LENSLET_UNIT_${unit})
      set(name ${unit})
    endif()
  endforeach()
  set(${var} ${name} PARENT_SCOPE)
endfunction()

# FILE... are sources of TARGET. With LENSLET_UNITY those of one unit, or of one GROUP, are compiled as one file, so that
# their anonymous namespaces must not collide.
function(lenslet_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "GROUP" "")
  target_sources(${target} PRIVATE ${ARG_UNPARSED_ARGUMENTS})
  if(LENSLET_UNITY)
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${LENSLET_ROOT}/core OUTPUT_VARIABLE group)
    lenslet_unit(unit ${group})
    set_property(SOURCE ${ARG_UNPARSED_ARGUMENTS} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${unit}${ARG_GROUP})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endif()
endfunction()

# GCC collects garbage only when it has used 1 GB: collecting earlier takes 8% of the time of the largest folders.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)
