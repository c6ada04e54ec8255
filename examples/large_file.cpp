// Filters an image file of any size into another one, within a memory budget. A run that is stopped goes on.
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <lenslet/lenslet.hpp>
#include <lenslet/run_rows.hpp>

namespace {

// Black rows of 1024 pixels, and a white one.
void make_rows(std::int64_t first, std::int64_t rows, std::byte* to) {
  constexpr std::int64_t width = 1024, white = 5000;
  std::memset(to, 0, static_cast<std::size_t>(rows * width));
  if (white >= first && white < first + rows) std::memset(to + (white - first) * width, 255, width);
}

}  // namespace

int main() try {
  const std::filesystem::path scan = "large_file_scan.tif", soft = "large_file_soft.tif";
  if (!std::filesystem::exists(scan))  // a run that goes on needs the same file
    lenslet::write_image_rows(scan, {{{lenslet::SampleType::u8, 1}, {1024, 16384}}, make_rows});
  std::int64_t told = 0;
  lenslet::RowRun run{.output = soft, .strips = {.memory = 2'000'000}};
  run.resume = true;
  run.progress = [&](const lenslet::RowProgress& now) { told = now.rows; };
  const lenslet::RowReport report = lenslet::run_rows(lenslet::Session(), lenslet::ops::Mean{.ksize = 3}, {scan}, run);
  lenslet::RowReader file(soft);
  lenslet::Image row({1024, 1}, file.header().format);
  file.read(5001, 1, row.data());
  std::printf("%s 2 MB made %d rows, and the one below the white one is %.0f\n",
              report.memory_bytes <= 2'000'000 ? "less than" : "not", static_cast<int>(told), row.at(7, 0, 0));
  std::filesystem::remove(scan);
  std::filesystem::remove(soft);
  return 0;
} catch (const lenslet::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
