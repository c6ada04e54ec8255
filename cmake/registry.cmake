# Ops, families of array ops, and studies: what is named once, in a CMakeLists.txt, and found by all else in a list that
# is generated from there. All go to the objects that the variable LENSLET_OBJECTS names.
#
#   add_op(NAME)               compiles NAME/NAME.cpp and lists the op; where there is a NAME/NAME.cl, embeds it
#   add_array_family(NAME PART... [PRELUDE FILE])   compiles NAME/NAME.cpp and NAME/NAME_PART.cpp, embeds every .cl file
#                              of the folder, and lists the family's ops; FILE stands in front of the folder's others
#   add_study(NAME PART...)    the same of studies/NAME and, for a long study, of studies/NAME_PART, which may have
#                              either file or both; a dash in NAME is an underscore in the function's and the files'
#   lenslet_registry(TYPE FOLDER [RESULT])   once, behind the last of them; RESULT: what their functions give
function(add_op name)
  lenslet_add_entry(ops ${name} FILES ${name}/${name}
    PRELUDE ${PROJECT_SOURCE_DIR}/src/stencil/types.cl ${PROJECT_SOURCE_DIR}/src/stencil/body.cl)
endfunction()

function(add_array_family name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "PRELUDE" "")
  list(TRANSFORM ARG_UNPARSED_ARGUMENTS PREPEND ${name}/${name}_ OUTPUT_VARIABLE parts)
  file(GLOB kernels RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${name}/*.cl)
  list(TRANSFORM kernels REPLACE "\\.cl$" "")
  set(files ${name}/${name} ${parts} ${kernels})
  list(REMOVE_DUPLICATES files)
  set(prelude ${PROJECT_SOURCE_DIR}/src/array/array.cl)
  if(ARG_PRELUDE)
    list(APPEND prelude ${CMAKE_CURRENT_SOURCE_DIR}/${name}/${ARG_PRELUDE})
  endif()
  lenslet_add_entry(array ${name} FILES ${files} PRELUDE ${prelude})
endfunction()

function(add_study name)
  string(REPLACE "-" "_" stem ${name})
  list(TRANSFORM ARGN PREPEND studies/${stem}_ OUTPUT_VARIABLE parts)
  lenslet_add_entry(study ${stem} FILES studies/${stem} ${parts})
endfunction()

# FILES: without their ends; the first has the C++ function `entry`, in the namespace of the caller's folder. PRELUDE: see
# lenslet_embed.
function(lenslet_add_entry folder entry)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "" "FILES;PRELUDE")
  list(GET ARG_FILES 0 first)
  if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${first}.cpp)
    message(FATAL_ERROR "${entry}: ${CMAKE_CURRENT_SOURCE_DIR}/${first}.cpp is missing")
  endif()
  foreach(file ${ARG_FILES})
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file}.cpp)
      lenslet_sources(${LENSLET_OBJECTS} GROUP _${entry} ${CMAKE_CURRENT_SOURCE_DIR}/${file}.cpp)
      if(LENSLET_SANITIZE AND folder STREQUAL study)
        set_property(SOURCE ${file}.cpp PROPERTY COMPILE_OPTIONS -O0)  # they are small in tests
      endif()
    endif()
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file}.cl)
      lenslet_embed(FILES ${file}.cl PRELUDE ${ARG_PRELUDE})
    endif()
  endforeach()
  set_property(TARGET ${LENSLET_OBJECTS} APPEND PROPERTY LENSLET_ENTRIES_${folder} ${entry})
endfunction()

# Defines registry() of the namespace lenslet::FOLDER, sorted, by FOLDER's header of the type.
function(lenslet_registry TYPE FOLDER)
  get_target_property(entries ${LENSLET_OBJECTS} LENSLET_ENTRIES_${FOLDER})
  list(SORT entries)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME HOME)
  set(results ${ARGN} ${TYPE})
  list(GET results 0 result)
  string(TOLOWER ${TYPE} HEADER)
  set(DECLARATIONS "")
  set(CALLS "")
  foreach(entry ${entries})
    string(APPEND DECLARATIONS "${result} ${entry}();\n")
    list(APPEND CALLS "${HOME}::${entry}()")
  endforeach()
  list(JOIN CALLS ", " CALLS)
  set(out ${PROJECT_BINARY_DIR}/generated/${FOLDER}_registry.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/registry.cpp.in ${out} @ONLY)
  target_sources(${LENSLET_OBJECTS} PRIVATE ${out})
endfunction()
