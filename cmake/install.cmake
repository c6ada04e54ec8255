# What `cmake --install` puts where, and the package that find_package(lenslet) finds.
include(CMakePackageConfigHelpers)
set(LENSLET_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/lenslet)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/lenslet ${PROJECT_BINARY_DIR}/include/lenslet
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp" PATTERN image_file.hpp EXCLUDE PATTERN gl.hpp EXCLUDE
  PATTERN jpeg.hpp EXCLUDE PATTERN jpeg_file.hpp EXCLUDE PATTERN mpi.hpp EXCLUDE PATTERN statistics.hpp EXCLUDE PATTERN study.hpp EXCLUDE
  PATTERN sycl.hpp EXCLUDE PATTERN sycl_kernels.hpp EXCLUDE PATTERN vulkan.hpp EXCLUDE)
install(TARGETS lenslet EXPORT lensletTargets)
install(TARGETS lenslet_worker DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/lenslet)

if(TARGET lenslet_files)
  install(TARGETS lenslet_files EXPORT lensletFilesTargets)
  install(FILES ${PROJECT_SOURCE_DIR}/include/lenslet/image_file.hpp ${PROJECT_SOURCE_DIR}/include/lenslet/jpeg_file.hpp
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lenslet)
  install(EXPORT lensletFilesTargets NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR})
endif()
if(TARGET lenslet_jpeg)
  install(TARGETS lenslet_jpeg EXPORT lensletJpegTargets)
  install(FILES ${PROJECT_SOURCE_DIR}/include/lenslet/jpeg.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lenslet)
  install(EXPORT lensletJpegTargets NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR})
endif()
if(TARGET lenslet_mpi)
  install(TARGETS lenslet_mpi EXPORT lensletMpiTargets)
  install(FILES ${PROJECT_SOURCE_DIR}/include/lenslet/mpi.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lenslet)
  install(EXPORT lensletMpiTargets NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR})
endif()
foreach(title Gl Vulkan)
  string(TOLOWER ${title} component)
  if(TARGET lenslet_${component})
    install(TARGETS lenslet_${component} EXPORT lenslet${title}Targets)
    install(FILES ${PROJECT_SOURCE_DIR}/include/lenslet/${component}.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lenslet)
    install(EXPORT lenslet${title}Targets NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR})
  endif()
endforeach()
if(TARGET lenslet_sycl)
  install(TARGETS lenslet_sycl lenslet_sycl_headers EXPORT lensletSyclTargets)
  install(TARGETS lenslet_sycl_module DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/lenslet)
  install(FILES ${PROJECT_SOURCE_DIR}/include/lenslet/sycl.hpp ${PROJECT_SOURCE_DIR}/include/lenslet/sycl_kernels.hpp
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lenslet)
  install(EXPORT lensletSyclTargets NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR})
endif()
foreach(tool lenslet_mpi_tool lenslet_view_tool)
  if(TARGET ${tool})
    install(TARGETS ${tool} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/lenslet)
  endif()
endforeach()
if(TARGET lenslet_studies)
  install(TARGETS lenslet_studies EXPORT lensletStudiesTargets)
  install(FILES ${PROJECT_SOURCE_DIR}/include/lenslet/statistics.hpp ${PROJECT_SOURCE_DIR}/include/lenslet/study.hpp
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lenslet)
  install(EXPORT lensletStudiesTargets NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR})
endif()
if(TARGET lenslet_cli)
  install(TARGETS lenslet_cli EXPORT lensletCliTargets)
  install(EXPORT lensletCliTargets NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR})
endif()

install(EXPORT lensletTargets NAMESPACE lenslet:: DESTINATION ${LENSLET_PACKAGE_DIR})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/lensletConfig.cmake.in
  ${PROJECT_BINARY_DIR}/lensletConfig.cmake INSTALL_DESTINATION ${LENSLET_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lensletConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lensletConfig.cmake ${PROJECT_BINARY_DIR}/lensletConfigVersion.cmake
  DESTINATION ${LENSLET_PACKAGE_DIR})
