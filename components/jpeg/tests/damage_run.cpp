// Damages small files at random, decodes many in each call, and compares with libjpeg-turbo's pixels:
//
//   codec_damage [FILES [SEED [FOLDER]]]    so many files of each way, by default 2000; without SEED it prints one
//
// Writes differing files into FOLDER, with a line that says how. Exits with 1 if there was one.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "damage.hpp"
#include "decode_oracle.hpp"
#include "effort.hpp"
#include "encode_oracle.hpp"
#include "jpeg/decoder.hpp"

namespace lenslet {
namespace {

constexpr std::size_t batch_files = 200;
constexpr std::int64_t max_pixel_count = 1 << 15;  // in the declared size, which damage also changes
constexpr std::size_t max_findings = 20;

using Bytes = std::vector<std::byte>;

// Small files of each sampling, with and without markers, of smooth and rough pictures.
std::vector<Bytes> originals(std::mt19937& random) {
  const auto up_to = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
  using F = std::vector<Writing::Factors>;
  const std::vector<F> all_factors = {{{1, 1}},
                                      {{2, 2}},
                                      {{1, 1}, {1, 1}, {1, 1}},
                                      {{2, 1}, {1, 1}, {1, 1}},
                                      {{2, 2}, {1, 1}, {1, 1}},
                                      {{1, 2}, {1, 1}, {1, 1}},
                                      {{4, 1}, {1, 1}, {1, 1}},
                                      {{2, 2}, {1, 2}, {2, 1}},
                                      {{1, 1}, {2, 2}, {1, 1}}};
  std::vector<Bytes> files;
  for (int turn = 0; turn < 20; ++turn)
    for (const F& factors : all_factors) {
      const Size size{1 + up_to(turn < 15 ? 47 : 90), 1 + up_to(turn < 15 ? 47 : 90)};
      const auto kind = static_cast<Picture>(up_to(2));
      const Image image =
          make_picture(size, static_cast<int>(factors.size()), kind, static_cast<std::uint32_t>(random()));
      files.push_back(write_jpeg(image, {.factors = factors,
                                         .quality = 1 + up_to(99),
                                         .restart = std::max(0, up_to(6) - 2),
                                         .optimize = up_to(2) == 0,
                                         .rgb = factors.size() == 3 && up_to(7) == 0}));
    }
  return files;
}

struct Counts {
  std::int64_t compared = 0, with_warnings = 0;
  std::int64_t refused = 0;             // by the headers, or left to libjpeg-turbo
  std::int64_t refused_by_libjpeg = 0;  // decoded on the device, but not by libjpeg-turbo
  std::size_t findings = 0;
};

class Harness {
 public:
  Harness(const Session& session, std::string way, std::string folder)
      : session_(session), way_(std::move(way)), folder_(std::move(folder)), decoder_(session, options(), target()) {}

  // Decodes the file together with others, now or later.
  void add(Bytes file, std::uint32_t seed) {
    if (!takes(file)) {
      ++counts_.refused;
      return;
    }
    files_.push_back(std::move(file));
    seeds_.push_back(seed);
    if (files_.size() == batch_files) flush();
  }

  void flush() {
    std::vector<JpegDecoded> decoded;
    try {
      decoded = decoder_.decode({files_.begin(), files_.end()});
    } catch (const Error& error) {
      if (files_.size() > 1)
        flush_each();
      else if (error.kind() == ErrorKind::unsupported)
        ++counts_.refused;
      else
        report(0, error.what());
    }
    for (std::size_t i = 0; i < decoded.size(); ++i) compare(i, decoded[i]);
    files_.clear();
    seeds_.clear();
  }

  const Counts& counts() const { return counts_; }

 private:
  // "sync" may leave a file whose codes do not synchronise to "coefficients".
  JpegDecoding options() const { return {.way = way_ == "sync" ? "" : way_, .max_pixels = max_pixel_count}; }

  // GPUs also divide small files.
  DeviceInfo target() const {
    DeviceInfo device = session_.device();
    if (way_ == "sync") device.kind = DeviceKind::gpu;
    return device;
  }

  static bool takes(const Bytes& file) {
    try {
      const codec::Header header = codec::parse_header(file);
      codec::check_size(header, max_pixel_count);
      return codec::hindrance(header).empty();
    } catch (const Error&) {
      return false;
    }
  }

  void flush_each() {
    const std::vector<Bytes> files = std::move(files_);
    const std::vector<std::uint32_t> seeds = std::move(seeds_);
    for (std::size_t i = 0; i < files.size(); ++i) {
      files_ = {files[i]};
      seeds_ = {seeds[i]};
      flush();
    }
  }

  void compare(std::size_t i, const JpegDecoded& decoded) {
    const Wanted wanted = wanted_of(files_[i]);
    if (!wanted.error.empty()) {
      ++counts_.refused_by_libjpeg;
      return;
    }
    ++counts_.compared;
    counts_.with_warnings += wanted.has_warnings;
    const std::string differs = pixel_difference(session_.download(decoded.image), wanted.image);
    if (!differs.empty()) report(i, differs);
  }

  void report(std::size_t i, const std::string& what) {
    const std::string name = fmt::format("{}/{}-{}.jpg", folder_, way_, seeds_[i]);
    std::ofstream(name, std::ios::binary)
        .write(reinterpret_cast<const char*>(files_[i].data()), static_cast<std::streamsize>(files_[i].size()));
    fmt::print("{}: {}\n", name, what);
    ++counts_.findings;
  }

  const Session& session_;
  std::string way_, folder_;
  codec::Decoder decoder_;
  std::vector<Bytes> files_;
  std::vector<std::uint32_t> seeds_;
  Counts counts_;
};

// Whether all files of a way are decoded like by libjpeg-turbo.
bool run(const Session& session, const std::string& way, std::int64_t files, std::uint32_t seed,
         const std::string& folder) {
  std::mt19937 random(seed);
  const std::vector<Bytes> from = originals(random);
  Harness harness(session, way, folder);
  const auto begin = std::chrono::steady_clock::now();
  for (std::int64_t i = 0; i < files && harness.counts().findings < max_findings; ++i) {
    const Bytes& original = from[random() % from.size()];
    const std::size_t first = random() % 3 == 0 ? 2 : codec::parse_header(original).data;
    const auto each = static_cast<std::uint32_t>(random());
    harness.add(damaged_file(original, first, each), each);
  }
  harness.flush();
  const Counts& counts = harness.counts();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  fmt::print(
      "{}: {} files decoded on the device, {} of them with warnings and {} beyond what libjpeg-turbo takes; "
      "{} were refused by their headers or left to the host; {} differ; {:.0f} s\n",
      way, counts.compared + counts.refused_by_libjpeg, counts.with_warnings, counts.refused_by_libjpeg, counts.refused,
      counts.findings, seconds.count());
  std::fflush(stdout);
  return counts.findings == 0 && counts.compared > files / 4;
}

}  // namespace
}  // namespace lenslet

int main(int count, char** words) {
  using namespace lenslet;
  const std::int64_t usual = effort() >= 2 ? 450000 : 2000;
  const std::int64_t files = count > 1 ? std::atoll(words[1]) : usual;
  const std::uint32_t seed = count > 2 ? static_cast<std::uint32_t>(std::atoll(words[2])) : std::random_device{}();
  fmt::print("again: codec_damage {} {}\n", files, seed);
  try {
    const Session session;
    bool is_right = true;
    for (const char* way : {"restart", "sync", "coefficients"})
      is_right = run(session, way, files, seed, count > 3 ? words[3] : ".") && is_right;
    return is_right ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}
