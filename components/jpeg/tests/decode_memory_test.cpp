// A file makes the decoder take as much memory as its declared size needs, and no more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/jpeg.hpp>

#include "decode_oracle.hpp"
#include "encode_oracle.hpp"
#include "jpeg/parse.hpp"
#include "ocl/driver_limits.hpp"

namespace lenslet {
namespace {

constexpr Size declared{6016, 4000};

// The process's memory in bytes: VmRSS is now, VmHWM the maximum.
std::int64_t memory_of_process(const std::string& which) {
  std::ifstream status("/proc/self/status");
  for (std::string name; status >> name;)
    if (std::int64_t kilobytes = 0; name == which + ":" && status >> kilobytes) return kilobytes << 10;
  throw std::runtime_error("the system does not tell " + which);
}

// How much the process grows at most while it does something.
template <class F>
std::int64_t growth(const F& what) {
  std::ofstream("/proc/self/clear_refs") << 5;  // resets the maximum
  const std::int64_t before = memory_of_process("VmRSS");
  what();
  return memory_of_process("VmHWM") - before;
}

// A small file that declares another size, with `data` after its headers.
std::vector<std::byte> file_of(Size size, int restart, const std::vector<std::byte>& data) {
  std::vector<std::byte> file = write_jpeg(make_picture({16, 16}, 3, Picture::smooth, 1), {.restart = restart});
  const std::vector<std::byte> frame = {std::byte{0xff}, std::byte{0xc0}};
  const auto at = std::ranges::search(file, frame).begin() + 5;
  const std::int64_t sides[] = {size.height, size.width};
  for (std::ptrdiff_t i = 0; i < 4; ++i) at[i] = static_cast<std::byte>(sides[i / 2] >> (i % 2 ? 0 : 8));
  file.resize(codec::parse_header(file).data);
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

TEST(DecodeMemory, IsNotTakenForASizeBeyondTheLimit) {
  const Session session;
  const std::vector<std::byte> file = file_of({65500, 65500}, 0, {});
  for (const char* way : {"", "restart", "sync", "coefficients", "host"})
    EXPECT_LT(growth([&] { EXPECT_THROW(decode(session, file, {.way = way}), Error); }), 8 << 20) << way;
}

// Bytes for each pixel in 4:2:0: three of the image, three of coefficients, one and a half of planes. From
// libjpeg-turbo's coefficients the host takes these twice more; from its pixels it takes the image twice.
TEST(DecodeMemory, FollowsFromTheDeclaredSize) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer's notes of each byte count as the process's memory, too";
#endif
  const Session session;
  std::vector<std::byte> markers;  // as many intervals as the bytes can begin
  for (int i = 0; i < 100000; ++i)
    markers.insert(markers.end(), {std::byte{0xff}, static_cast<std::byte>(0xd0 + i % 8)});
  double share = 0;  // of the bound; small if the process already has memory
  const std::pair<const char*, double> all[] = {{"restart", 7.5}, {"sync", 7.5}, {"coefficients", 13.5}, {"host", 6}};
  for (const auto& [way, pixel_bytes] : all) {
    const bool is_long = ocl::max_loop_rounds(session.device()) > 0 && pixel_bytes == 7.5;
    if (is_long) continue;                                    // the driver ends loops
    decode(session, file_of({64, 64}, 0, {}), {.way = way});  // keeps what is compiled
    for (const auto& [restart, data] : {std::pair(0, std::vector<std::byte>{}), std::pair(1, markers)}) {
      const std::vector<std::byte> file = file_of(declared, restart, data);
      std::vector<std::string> warnings;
      const std::int64_t grown = growth([&] { warnings = decode(session, file, {.way = way}).warnings; });
      const double most = 1.1 * pixel_bytes * static_cast<double>(declared.width * declared.height) +
                          64 * static_cast<double>(data.size()) + (16 << 20);
      EXPECT_LT(static_cast<double>(grown), most) << way << ", restart " << restart;
      share = std::max(share, static_cast<double>(grown) / most);
      EXPECT_THAT(warnings, testing::Not(testing::IsEmpty()));
    }
  }
  EXPECT_GT(share, 1.0 / 3) << "what is measured is not what it takes";
}

}  // namespace
}  // namespace lenslet
