# Configures, builds and runs the consumer project. With LENSLET_BUILD it finds an installed lenslet, installed for it
# under BUILD/prefix; with LENSLET_SOURCE it takes lenslet's source tree in, as shared libraries.
file(REMOVE_RECURSE ${BUILD})
if(LENSLET_BUILD)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${LENSLET_BUILD} --prefix ${BUILD}/prefix
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  if(NOT EXISTS ${BUILD}/prefix/libexec/lenslet/lenslet-worker)
    message(FATAL_ERROR "lenslet-worker, which tuning needs, was not installed")
  endif()
  set(how -DCMAKE_PREFIX_PATH=${BUILD}/prefix -DWITH_FILES=${WITH_FILES})
else()
  set(target --target core)
  set(how -DLENSLET_SOURCE=${LENSLET_SOURCE} -DBUILD_SHARED_LIBS=ON -DWITH_FILES=OFF)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD}/build -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Debug
  -DCMAKE_CXX_COMPILER=${COMPILER} ${how} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD}/build --parallel 2 ${target} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${BUILD}/build/core COMMAND_ERROR_IS_FATAL ANY)
if(LENSLET_BUILD)
  execute_process(COMMAND ${BUILD}/build/studies COMMAND_ERROR_IS_FATAL ANY)
endif()
if(LENSLET_BUILD AND WITH_FILES)
  execute_process(COMMAND ${BUILD}/build/files COMMAND_ERROR_IS_FATAL ANY)
endif()
