// What the C interface must give, by C++. It includes both headers: C's is one for C++, too.
#include <cstdint>
#include <cstring>

#include <lenslet/lenslet.h>
#include <lenslet/lenslet.hpp>

using namespace lenslet;

extern "C" int expected_gaussian(const std::uint8_t* pixels, std::int64_t width, std::int64_t height,
                                 std::int64_t stride, std::uint8_t* result) {
  const Session session;
  const Image made = session
                         .run(ops::Gaussian{.sigma = 2},
                              ImageView(pixels, Size{width, height}, PixelFormat{SampleType::u8, 3}, stride),
                              OpOptions{.border = Border::wrap})
                         .image();
  for (std::int64_t y = 0; y < height; ++y)
    std::memcpy(result + y * width * 3, made.row(y), static_cast<std::size_t>(width * 3));
  return 1;
}
