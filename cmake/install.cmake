# What `cmake --install` puts where of the core and the tool, and the package that find_package(lenslet) finds. Components
# install themselves (cmake/component.cmake).
include(CMakePackageConfigHelpers)
set(LENSLET_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/lenslet)

install(DIRECTORY ${LENSLET_ROOT}/core/include/lenslet ${PROJECT_BINARY_DIR}/include/lenslet
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY ${LENSLET_ROOT}/core/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lenslet-internals
  FILES_MATCHING PATTERN "*.hpp" PATTERN include EXCLUDE PATTERN worker EXCLUDE)
install(TARGETS lenslet lenslet_internals EXPORT lensletTargets)
install(TARGETS lenslet_worker DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/lenslet)
foreach(tool lenslet_mpi_tool lenslet_view_tool)
  if(TARGET ${tool})
    install(TARGETS ${tool} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/lenslet)
  endif()
endforeach()
if(TARGET lenslet_cli)
  install(TARGETS lenslet_cli EXPORT lenslet-cli)
  install(EXPORT lenslet-cli FILE cli-targets.cmake NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR})
endif()

install(EXPORT lensletTargets NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR})
configure_package_config_file(${LENSLET_ROOT}/cmake/lensletConfig.cmake.in
  ${PROJECT_BINARY_DIR}/lensletConfig.cmake INSTALL_DESTINATION ${LENSLET_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lensletConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lensletConfig.cmake ${PROJECT_BINARY_DIR}/lensletConfigVersion.cmake
  DESTINATION ${LENSLET_PACKAGE_DIR})
