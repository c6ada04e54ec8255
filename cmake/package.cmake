# Debian packages, by CPack: `./dev package` calls cpack. Each COMPONENT of an installation is a package. What their programs and
# libraries need of Debian's packages dpkg-shlibdeps finds; what they need of each other stands here.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lenslet)
set(CPACK_PACKAGE_VENDOR Lenslet)
set(CPACK_PACKAGE_CONTACT "The authors of Lenslet <lenslet@example.org>")
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

lenslet_package(core liblenslet${major} libs "image filtering on any OpenCL device (library)" "${about}"
  RECOMMENDS "pocl-opencl-icd | opencl-icd" SUGGESTS lenslet)
lenslet_package(core-dev liblenslet-dev libdevel "image filtering on any OpenCL device (headers)"
  "${about}\n.\nThis package has the headers for C and C++, and what CMake and pkg-config
know of the library."
  NEEDS liblenslet${major})

# lenslet_component_package(NAME SUMMARY [USES COMPONENT...] [NEEDS PACKAGE...]): the library of a component and its headers, where it is
# built. USES are components that its library links, NEEDS what its headers include.
macro(lenslet_component_package name summary)
  if(TARGET lenslet_${name})
    cmake_parse_arguments(OF "" "" "USES;NEEDS" ${ARGN})
    set(libraries liblenslet${major})
    set(headers liblenslet-dev liblenslet-${name}${major} ${OF_NEEDS})
    foreach(used ${OF_USES})
      if(TARGET lenslet_${used})
        list(APPEND libraries liblenslet-${used}${major})
        list(APPEND headers liblenslet-${used}-dev)
      endif()
    endforeach()
    lenslet_package(${name} liblenslet-${name}${major} libs "${summary} (library)" "${about}" NEEDS ${libraries})
    lenslet_package(${name}-dev liblenslet-${name}-dev libdevel "${summary} (headers)" "${about}" NEEDS ${headers})
    list(APPEND CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/components/${name})
  endif()
endmacro()

lenslet_component_package(files "image files for Lenslet")
lenslet_component_package(jpeg "JPEG on OpenCL devices for Lenslet")
lenslet_component_package(gl "objects of OpenGL for Lenslet")
lenslet_component_package(vulkan "objects of Vulkan for Lenslet" NEEDS libvulkan-dev)
lenslet_component_package(mpi "Lenslet in several processes")
lenslet_component_package(studies "claims about GPU programs, tried by Lenslet" USES jpeg)
lenslet_component_package(listings "programs that texts on OpenCL print, for Lenslet" USES gl)
if(TARGET lenslet_toolkit)
  list(APPEND CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/components/toolkit)
endif()

# The tool links the libraries of what it was built with.
set(linked liblenslet${major})
foreach(name files jpeg studies listings gl)
  if(TARGET lenslet_${name})
    list(APPEND linked liblenslet-${name}${major})
  endif()
endforeach()
lenslet_package(tool lenslet graphics "image filtering on any OpenCL device" "${about}\n.\nThis package has the command line tool." NEEDS ${linked}
  RECOMMENDS "pocl-opencl-icd | opencl-icd" SUGGESTS lenslet-view lenslet-mpi)
if(TARGET lenslet_view_tool)
  lenslet_package(view-tool lenslet-view graphics "pictures through Lenslet's ops in a window"
    "${about}\n.\nThis package has the command 'lenslet view'." NEEDS lenslet ${linked} liblenslet-vulkan${major})
endif()
if(TARGET lenslet_mpi_tool)
  lenslet_package(mpi-tool lenslet-mpi graphics "Lenslet's command line tool in several processes"
    "${about}\n.\nThis package has what the tool becomes where mpirun starts it." NEEDS lenslet liblenslet-mpi${major} ${linked})
endif()

include(CPack)
