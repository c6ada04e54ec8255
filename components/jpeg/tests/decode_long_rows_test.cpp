// Rows that a CPU's work-item makes by whole vectors, and the memory that it uses.
#include <gtest/gtest.h>

#include <algorithm>

#include <lenslet/jpeg.hpp>

#include "decode_oracle.hpp"
#include "encode_oracle.hpp"
#include "ocl/driver_limits.hpp"

namespace lenslet {
namespace {

const Session& session_of_rows() {  // never closed: Oclgrind is gone before static objects are
  static const Session& session = *new Session;
  return session;
}

void expect_pixels(const DeviceImage& decoded, const std::vector<std::byte>& file) {
  const Image found = session_of_rows().download(decoded), wanted = wanted_of(file).image;
  ASSERT_EQ(found.size(), wanted.size());
  for (std::int64_t y = 0; y < wanted.height(); ++y)
    ASSERT_TRUE(std::equal(found.row(y), found.row(y) + wanted.width() * 3, wanted.row(y))) << "row " << y;
}

// Longer than a work-item's run, and no whole number of its vectors. With drivers that end loops, shorter than a run.
TEST(DecodeLongRows, EqualLibjpegs) {
  const bool ends_loops = ocl::max_loop_rounds(session_of_rows().device()) > 0;
  using Factors = std::vector<Writing::Factors>;
  for (const Factors& factors :
       {Factors{{1, 1}, {1, 1}, {1, 1}}, Factors{{2, 1}, {1, 1}, {1, 1}}, Factors{{2, 2}, {1, 1}, {1, 1}}})
    for (const Size size : {Size{109, 11}, Size{ends_loops ? 64 : 4096 + 77, 5}}) {
      const std::vector<std::byte> file = write_jpeg(make_picture(size, 3, Picture::smooth, 3), {.factors = factors});
      expect_pixels(decode(session_of_rows(), file).image, file);
    }
}

// On CPUs a decoder uses its memory again, but not while somebody else holds it.
TEST(DecodeLongRows, StayWhileSomebodyHasThem) {
  const std::vector<std::byte> first = write_jpeg(make_picture({40, 30}, 3, Picture::smooth, 1), {}),
                               second = write_jpeg(make_picture({40, 30}, 3, Picture::noise, 2), {});
  JpegDecoder decoder(session_of_rows());
  for (int i = 0; i < 2; ++i) {
    const DeviceImage kept = decoder.decode({first}).front().image;
    decoder.decode({second});
    expect_pixels(kept, first);
  }
}

}  // namespace
}  // namespace lenslet
