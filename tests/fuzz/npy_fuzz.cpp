// NumPy's files: what is read can be written, and is then the same.
#include <algorithm>

#include <lenslet/array_file.hpp>

#include "fuzz.hpp"

void lenslet::fuzz::run(std::string_view bytes) {
  const auto array = accepted([&] { return parse_npy(bytes); });
  if (!array) return;
  const Array again = parse_npy(npy_bytes(*array));
  expect(again.type() == array->type(), "an array comes back from a .npy with its type and shape");
  expect(std::ranges::equal(again.bytes(), array->bytes()), "an array comes back from a .npy with its elements");
}
