# What `cmake --install` puts where of the core and the tool, and the package that find_package(lenslet) finds. Components
# install themselves (cmake/component.cmake). COMPONENT names the Debian package (cmake/package.cmake).
include(CMakePackageConfigHelpers)
set(LENSLET_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/lenslet)

install(DIRECTORY ${LENSLET_ROOT}/core/include/lenslet ${PROJECT_BINARY_DIR}/include/lenslet
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT core-dev FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(DIRECTORY ${LENSLET_ROOT}/core/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lenslet-internals COMPONENT core-dev
  FILES_MATCHING PATTERN "*.hpp" PATTERN include EXCLUDE PATTERN worker EXCLUDE PATTERN c EXCLUDE)
install(TARGETS lenslet EXPORT lensletTargets LIBRARY COMPONENT core NAMELINK_COMPONENT core-dev ARCHIVE COMPONENT core-dev)
install(TARGETS lenslet_internals EXPORT lenslet-internals)
install(TARGETS lenslet_worker DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/lenslet COMPONENT worker)
foreach(tool mpi view)
  if(TARGET lenslet_${tool}_tool)
    install(TARGETS lenslet_${tool}_tool DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/lenslet COMPONENT ${tool}-tool)
  endif()
endforeach()
if(TARGET lenslet_cli)
  install(TARGETS lenslet_cli EXPORT lenslet-cli COMPONENT tool)
  install(EXPORT lenslet-cli FILE cli-targets.cmake NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR} COMPONENT core-dev)
endif()

install(EXPORT lensletTargets NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR} COMPONENT core-dev)
install(EXPORT lenslet-internals FILE internals-targets.cmake NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR}
  COMPONENT core-dev)

# What a static library and the internals need is found in the versions that this build has, or later ones. fmt's functions
# have its first number in their names.
get_target_property(type lenslet TYPE)
string(COMPARE EQUAL ${type} SHARED_LIBRARY lenslet_SHARED)
string(REGEX MATCH "^[0-9]+" fmt_major ${LENSLET_fmt_VERSION})
math(EXPR fmt_next "${fmt_major} + 1")
set(LENSLET_FMT_VERSIONS ${fmt_major}...<${fmt_next})
configure_package_config_file(${LENSLET_ROOT}/cmake/lensletConfig.cmake.in
  ${PROJECT_BINARY_DIR}/lensletConfig.cmake INSTALL_DESTINATION ${LENSLET_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lensletConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lensletConfig.cmake ${PROJECT_BINARY_DIR}/lensletConfigVersion.cmake
  DESTINATION ${LENSLET_PACKAGE_DIR} COMPONENT core-dev)
lenslet_pkg_config(core DESCRIPTION "Image filtering on any OpenCL device"
  PRIVATE OpenCL "fmt >= ${fmt_major}" "fmt < ${fmt_next}" "sqlite3 >= ${LENSLET_SQLite3_VERSION}")
install(FILES ${LENSLET_ROOT}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT core-dev)
