// Filters an image that is never in memory as a whole: its rows come from a source, and results go on strip by strip.
#include <cstdio>
#include <cstring>

#include <lenslet/lenslet.hpp>
#include <lenslet/strips.hpp>

namespace {

constexpr lenslet::ImageType scan{{lenslet::SampleType::u8, 1}, {1024, 65536}};  // 64 MiB

// Stands for a line camera, or a file: black lines, and a white one.
void read_lines(std::int64_t first, std::int64_t rows, std::byte* to) {
  constexpr std::int64_t white = 40000;
  std::memset(to, 0, static_cast<std::size_t>(rows * scan.size.width));
  if (white >= first && white < first + rows) std::memset(to + (white - first) * scan.size.width, 255, scan.size.width);
}

}  // namespace

int main() try {
  const lenslet::Session session;
  const lenslet::Plan mean = session.plan(lenslet::ops::Mean{.ksize = 3}, scan.format);
  lenslet::Strips strips(session, mean, {scan}, {read_lines}, {.memory = 4'000'000});
  std::int64_t row = 0, lit = 0;
  while (const auto strip = strips.next())
    for (std::int64_t y = 0; y < strip->image().height(); ++y, ++row)
      if (strip->image().at(0, y, 0) > 0) ++lit;
  std::printf("%s 4 MB were enough; %d of %d rows are lit\n", strips.memory_bytes() <= 4'000'000 ? "less than" : "not",
              static_cast<int>(lit), static_cast<int>(row));
  return 0;
} catch (const lenslet::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
