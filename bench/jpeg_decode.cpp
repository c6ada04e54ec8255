// Times JPEG files decoded to images in the device's memory, by each way and by libjpeg-turbo in host memory, in turns:
// the median of each, by what libjpeg-turbo's time is larger, and the median of the processor's time.
//
//   lenslet_bench_jpeg_decode [--turns N] [--times N] [--threads N] FILE...
//
// --times decodes so many of each file in one call. libjpeg-turbo takes the files with --threads threads.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <jpeglib.h>

#include <lenslet/error.hpp>
#include <lenslet/jpeg.hpp>

#include "took.hpp"

namespace {

using File = std::vector<std::byte>;

struct Options {
  int turns = 11, times = 1;
  unsigned threads = 1;
  std::vector<File> files;
};

struct Contender {
  std::string name;
  std::function<void()> run;
  std::vector<Took> took = {};

  double median(double Took::*which) {
    std::ranges::sort(took, {}, which);
    return took[took.size() / 2].*which;
  }
};

File read_file(const char* name) {
  std::ifstream in(name, std::ios::binary);
  if (!in) throw std::runtime_error(std::string("no file ") + name);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
  return {begin, begin + bytes.size()};
}

Options read_options(int argc, char** argv) {
  Options options;
  std::vector<File> files;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto number = [&] { return i + 1 < argc ? std::max(1, std::atoi(argv[++i])) : 1; };
    if (word == "--turns")
      options.turns = number();
    else if (word == "--times")
      options.times = number();
    else if (word == "--threads")
      options.threads = static_cast<unsigned>(number());
    else
      files.push_back(read_file(argv[i]));
  }
  for (int i = 0; i < options.times; ++i) options.files.insert(options.files.end(), files.begin(), files.end());
  if (files.empty())
    throw std::runtime_error("lenslet_bench_jpeg_decode [--turns N] [--times N] [--threads N] FILE...");
  return options;
}

// As `djpeg -dct int`, into memory that is kept.
void decode_by_libjpeg(const File& file, std::vector<unsigned char>& pixels) {
  jpeg_decompress_struct jpeg;
  jpeg_error_mgr errors;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&jpeg);
  jpeg_mem_src(&jpeg, reinterpret_cast<const unsigned char*>(file.data()), static_cast<unsigned long>(file.size()));
  jpeg_read_header(&jpeg, TRUE);
  jpeg.dct_method = JDCT_ISLOW;
  jpeg_start_decompress(&jpeg);
  const std::size_t stride = std::size_t{jpeg.output_width} * static_cast<std::size_t>(jpeg.output_components);
  pixels.resize(stride * jpeg.output_height);
  while (jpeg.output_scanline < jpeg.output_height) {
    JSAMPROW row = pixels.data() + stride * jpeg.output_scanline;
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
}

void decode_by_threads(const Options& options, std::vector<std::vector<unsigned char>>& pixels) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < options.threads; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = next++; i < options.files.size(); i = next++) decode_by_libjpeg(options.files[i], pixels[t]);
    });
  for (std::thread& thread : threads) thread.join();
}

void compare(const lenslet::Session& session, const Options& options) {
  std::vector<std::vector<unsigned char>> pixels(options.threads);
  const std::vector<std::span<const std::byte>> files(options.files.begin(), options.files.end());
  std::vector<Contender> contenders;
  contenders.push_back({"libjpeg-turbo", [&] { decode_by_threads(options, pixels); }});
  for (const char* way : {"", "restart", "sync", "coefficients", "host"}) {
    const auto decoder = std::make_shared<lenslet::JpegDecoder>(session, lenslet::JpegDecoding{.way = way});
    const auto run = [decoder, &files] { decoder->decode(files); };
    try {
      run();
      contenders.push_back({*way ? way : "untold", run});
    } catch (const lenslet::Error& error) {
      std::printf("%-14s %s\n", way, error.what());
    }
  }
  for (int turn = 0; turn < options.turns; ++turn)
    for (Contender& each : contenders) each.took.push_back(time_of(each.run));
  const double base = contenders.front().median(&Took::ms);
  for (Contender& each : contenders) {
    const double ms = each.median(&Took::ms);
    std::printf("%-14s %9.3f ms  %.2f times as fast; of the processor %9.3f ms\n", each.name.c_str(), ms, base / ms,
                each.median(&Took::processor_ms));
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const Options options = read_options(argc, argv);
  const lenslet::Session session({.timing = false});
  std::printf("%s, %zu files, libjpeg-turbo with %u threads\n", session.device().name.c_str(), options.files.size(),
              options.threads);
  compare(session, options);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
