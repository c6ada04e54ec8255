# add_study(NAME): compiles studies/NAME.cpp, embeds studies/NAME.cl where there is one, and lists the study in the
# registry. A dash in the name is an underscore in the function's and the files'.
function(add_study name)
  string(REPLACE "-" "_" stem ${name})
  target_sources(lenslet_objects PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/studies/${stem}.cpp)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/studies/${stem}.cl)
    lenslet_embed(FILES studies/${stem}.cl)
  endif()
  set_property(TARGET lenslet_objects APPEND PROPERTY LENSLET_STUDIES ${stem})
endfunction()

# Writes the registry; called once, behind the last add_study.
function(lenslet_study_registry)
  get_target_property(names lenslet_objects LENSLET_STUDIES)
  list(SORT names)
  set(DECLARATIONS "")
  set(CALLS "")
  foreach(name ${names})
    string(APPEND DECLARATIONS "Study ${name}();\n")
    string(APPEND CALLS "${name}(), ")
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/study_registry.cpp.in ${PROJECT_BINARY_DIR}/generated/study_registry.cpp @ONLY)
  target_sources(lenslet_objects PRIVATE ${PROJECT_BINARY_DIR}/generated/study_registry.cpp)
endfunction()
