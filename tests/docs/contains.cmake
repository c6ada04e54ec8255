# Fails unless the file WHOLE contains the text of the file PART.
file(READ ${PART} part)
file(READ ${WHOLE} whole)
string(FIND "${whole}" "${part}" place)
if(place EQUAL -1)
  message(FATAL_ERROR "${WHOLE} does not show the text of ${PART} as it is now")
endif()
