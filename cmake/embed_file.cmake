# cmake -DIN=file -DNAME=file.cl -DOUT=file.cpp -P embed_file.cmake: IN's bytes as a C++ array, exactly.
file(READ ${IN} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
string(MAKE_C_IDENTIFIER ${NAME} symbol)
file(WRITE ${OUT} "#include <string_view>
namespace lenslet::embedded {
extern const std::string_view ${symbol};
static const char ${symbol}_bytes[] = {${bytes} 0};
const std::string_view ${symbol}{${symbol}_bytes, sizeof ${symbol}_bytes - 1};
}
")
