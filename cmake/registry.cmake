# Ops, families of array ops, and studies: what is named once, in a CMakeLists.txt, and found by all else in a list that
# is generated from there. All go to the objects that the variable LENSLET_OBJECTS names.
#
#   add_filter(NAME)           compiles NAME/NAME.cpp and lists the filter; where there is a NAME/NAME.cl, embeds it
#   add_point(NAME [PRELUDE FILE...])   the same of a point op; these files of core/ops stand in front of its kernel
#   add_image_op(NAME PART... [PRELUDE FILE...])   compiles NAME/NAME.cpp and NAME/NAME_PART.cpp, embeds every .cl file
#                              of the folder, in front of which these files of core stand, and lists the op
#   add_array_family(NAME PART... [PRELUDE FILE...])   the same of a family's ops; these stand in front of the folder's
#                              other kernels
#   lenslet_op_registry()      once, after the last of them
#   add_study(NAME PART... [NEEDS COMPONENT])   the same of experiments/NAME and, for a long study, of experiments/NAME_PART,
#                              which may have either file or both; a dash in NAME is an underscore in the function's and
#                              the files'. Where the component is not built, the study is listed without its function
#   lenslet_study_registry()   once, after the last of those
function(add_filter name)
  lenslet_add_entry(ops ${name} FILES ${name}/${name}
    PRELUDE ${LENSLET_ROOT}/core/stencil/types.cl ${LENSLET_ROOT}/core/stencil/body.cl)
endfunction()

function(add_point name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "PRELUDE")
  list(TRANSFORM ARG_PRELUDE PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  lenslet_add_entry(ops ${name} FILES ${name}/${name} PRELUDE ${LENSLET_ROOT}/core/array/array.cl
    ${LENSLET_ROOT}/core/op/image.cl ${LENSLET_ROOT}/core/point/points.cl ${ARG_PRELUDE})
endfunction()

function(add_image_op name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "PRELUDE")
  list(TRANSFORM ARG_PRELUDE PREPEND ${LENSLET_ROOT}/core/)
  set(group GROUP ${name})
  if(ARGC EQUAL 1)
    set(group)
  endif()
  lenslet_add_folder(ops ${name} PRELUDE ${LENSLET_ROOT}/core/array/array.cl ${LENSLET_ROOT}/core/op/image.cl
    ${ARG_PRELUDE} ${group} PARTS ${ARG_UNPARSED_ARGUMENTS})
endfunction()

function(add_array_family name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "PRELUDE")
  list(TRANSFORM ARG_PRELUDE PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/${name}/)
  lenslet_add_folder(array ${name} GROUP ${name} PRELUDE ${LENSLET_ROOT}/core/array/array.cl ${ARG_PRELUDE}
    PARTS ${ARG_UNPARSED_ARGUMENTS})
endfunction()

# All .cpp files that are named, and all .cl files of a folder.
function(lenslet_add_folder list name)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "GROUP" "PARTS;PRELUDE")
  list(TRANSFORM ARG_PARTS PREPEND ${name}/${name}_ OUTPUT_VARIABLE parts)
  file(GLOB kernels RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${name}/*.cl)
  list(TRANSFORM kernels REPLACE "\\.cl$" "")
  set(files ${name}/${name} ${parts} ${kernels})
  list(REMOVE_DUPLICATES files)
  set(group)
  if(ARG_GROUP)
    set(group GROUP ${ARG_GROUP})
  endif()
  lenslet_add_entry(${list} ${name} ${group} FILES ${files} PRELUDE ${ARG_PRELUDE})
endfunction()

function(add_study name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "NEEDS" "PRELUDE")
  string(REPLACE "-" "_" stem ${name})
  if(ARG_NEEDS AND NOT TARGET lenslet::${ARG_NEEDS})
    set_property(TARGET ${LENSLET_OBJECTS} APPEND PROPERTY LENSLET_ENTRIES_study ${stem}:${ARG_NEEDS})
    return()
  endif()
  list(TRANSFORM ARG_UNPARSED_ARGUMENTS PREPEND experiments/${stem}_ OUTPUT_VARIABLE parts)
  lenslet_add_entry(study ${stem} GROUP ${stem} FILES experiments/${stem} ${parts} PRELUDE ${ARG_PRELUDE})
endfunction()

# FILES: without their ends; the first has the C++ function `entry`, in the namespace of the caller's folder. GROUP: what
# it is compiled with under LENSLET_UNITY, where that is not the caller's folder. PRELUDE: see lenslet_embed.
function(lenslet_add_entry folder entry)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "GROUP" "FILES;PRELUDE")
  set(group)
  if(ARG_GROUP)
    set(group GROUP _${ARG_GROUP})
  endif()
  list(GET ARG_FILES 0 first)
  if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${first}.cpp)
    message(FATAL_ERROR "${entry}: ${CMAKE_CURRENT_SOURCE_DIR}/${first}.cpp is missing")
  endif()
  foreach(file ${ARG_FILES})
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file}.cpp)
      lenslet_sources(${LENSLET_OBJECTS} ${group} ${CMAKE_CURRENT_SOURCE_DIR}/${file}.cpp)
    endif()
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file}.cl)
      lenslet_embed(FILES ${file}.cl PRELUDE ${ARG_PRELUDE})
    endif()
  endforeach()
  set_property(TARGET ${LENSLET_OBJECTS} APPEND PROPERTY LENSLET_ENTRIES_${folder} ${entry})
endfunction()

# Defines registry() of the namespace lenslet::study, sorted.
function(lenslet_study_registry)
  get_target_property(entries ${LENSLET_OBJECTS} LENSLET_ENTRIES_study)
  list(SORT entries)
  set(DECLARATIONS "")
  foreach(entry ${entries})
    string(REPLACE "_" "-" name ${entry})
    if(name MATCHES "(.*):(.*)")
      string(TOUPPER ${CMAKE_MATCH_2} option)
      list(APPEND CALLS
        "Study{\"${CMAKE_MATCH_1}\", nullptr, \"lenslet::${CMAKE_MATCH_2} (cmake -DLENSLET_${option}=OFF)\"}")
      continue()
    endif()
    string(APPEND DECLARATIONS "void ${entry}(Experiment&);\n")
    list(APPEND CALLS "Study{\"${name}\", ${entry}}")
  endforeach()
  list(JOIN CALLS ", " CALLS)
  set(HOME study)
  set(FOLDER study)
  set(TYPE Study)
  set(INCLUDE studies/study.hpp)
  set(out ${PROJECT_BINARY_DIR}/generated/study_registry.cpp)
  configure_file(${LENSLET_ROOT}/cmake/registry.cpp.in ${out} @ONLY)
  lenslet_sources(${LENSLET_OBJECTS} ${out})
endfunction()

# Defines registry() of the namespace lenslet::ops: the ops of images, sorted, then those of arrays, by family.
function(lenslet_op_registry)
  get_target_property(images lenslet_objects LENSLET_ENTRIES_ops)
  get_target_property(families lenslet_objects LENSLET_ENTRIES_array)
  list(SORT images)
  list(SORT families)
  set(DECLARATIONS "")
  foreach(entry ${images})
    string(APPEND DECLARATIONS "op::Op ${entry}();\n")
    list(APPEND CALLS "ops::masked_points(ops::${entry}())")
  endforeach()
  foreach(entry ${families})
    string(APPEND DECLARATIONS "std::vector<op::Op> ${entry}();\n")
    list(APPEND CALLS "ops::${entry}()")
  endforeach()
  list(JOIN CALLS ", " CALLS)
  set(HOME ops)
  set(FOLDER ops)
  set(TYPE op::Op)
  set(INCLUDE ops/masked.hpp)
  set(out ${PROJECT_BINARY_DIR}/generated/op_registry.cpp)
  configure_file(${LENSLET_ROOT}/cmake/registry.cpp.in ${out} @ONLY)
  lenslet_sources(lenslet_objects ${out})
endfunction()
