# cmake -DPAGE=page.html -DSTYLE=page.css -DCHART=chart.min.js -DSCRIPTS=a.js,b.js -DOUT=file -P assemble_page.cmake:
# one page of all. Its mark for the data stays.
cmake_minimum_required(VERSION 3.25)
file(READ ${STYLE} style)
file(READ ${CHART} chart)
string(REGEX REPLACE "\n//# sourceMappingURL=[^\n]*" "" chart "${chart}")
string(REPLACE "," ";" SCRIPTS ${SCRIPTS})
set(script "\"use strict\";\n")
foreach(path ${SCRIPTS})
  file(READ ${path} text)
  string(APPEND script "${text}")
endforeach()

file(READ ${PAGE} page)
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
string(REPLACE "@CHART@" "${chart}" page "${page}")
file(WRITE ${OUT} "${page}")
