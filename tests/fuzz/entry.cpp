// libFuzzer's door into a target.
#include <cstddef>
#include <cstdint>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lenslet::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
