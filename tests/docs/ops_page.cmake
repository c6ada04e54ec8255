# cmake -DWRITER=program -DMADE=file -DKEPT=docs/ops.md -P ops_page.cmake: what the repository has is what the ops say.
execute_process(COMMAND ${WRITER} --markdown ${MADE} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${MADE} ${KEPT} RESULT_VARIABLE different)
if(different)
  message(FATAL_ERROR "${KEPT} is not what the ops say of themselves: './dev docs' writes it anew")
endif()
