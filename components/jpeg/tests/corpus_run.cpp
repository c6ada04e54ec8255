// Decodes each JPEG file in folders in every way that takes it, and compares the bits with libjpeg-turbo's pixels.
// Encodes the pixels of photographs in each sampling, and compares with libjpeg-turbo's bytes:
//
//   codec_corpus FOLDER...
//
// Prints the number of files for each kind, sampling and way, and each difference. Exits with 1 if there is a
// difference, or no file.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/jpeg.hpp>

#include "decode_oracle.hpp"
#include "encode_oracle.hpp"
#include "jpeg/decoder.hpp"
#include "system/input_file.hpp"

namespace lenslet {
namespace {

using Counts = std::map<std::string, std::map<std::string, int>>;  // by a file's property, for each column

constexpr std::uint64_t max_bytes = 1 << 28;  // of a file
constexpr std::int64_t max_pixel_count = 1 << 26;
constexpr std::int64_t photograph_pixels = 1 << 17;  // at least
constexpr const char* gpu_sync = "sync in the parts of GPUs";
const char* const ways[] = {"restart", "sync", gpu_sync, "coefficients", "host"};

// libjpeg-turbo gives CMYK as inverted inks, which Lenslet's host way multiplies.
Image without_black(const Image& inks) {
  Image image(inks.size(), {SampleType::u8, 3});
  for (std::int64_t y = 0; y < inks.height(); ++y)
    for (std::int64_t x = 0; x < inks.width(); ++x)
      for (int c = 0; c < 3; ++c) {
        const double product = inks.at(x, y, c) * inks.at(x, y, 3) / 255;
        image.row(y)[3 * x + c] = static_cast<std::byte>(std::floor(product + 0.5));
      }
  return image;
}

class Corpus {
 public:
  explicit Corpus(const Session& session) : session_(session) {}

  void add(const std::filesystem::path& path) {
    path_ = path;
    text_ = system::read_input(path, max_bytes);
    file_ = std::as_bytes(std::span(text_));
    if (!text_.starts_with("\xff\xd8\xff")) return;
    ++files_;
    try {
      info_ = read_jpeg_info(file_);
    } catch (const Error& error) {
      refused(error.what());
      return;
    }
    if (info_.size.width * info_.size.height > max_pixel_count)
      too_large();
    else
      for (const int scale : {1, 2, 4, 8}) add(scale);
  }

  bool print() const {
    print("kind", kinds_);
    print("sampling", samplings_);
    print("way", ways_);
    print("photographs encoded", encoded_);
    fmt::print("\n{} files, {} photographs, {} differences\n", files_, photographs_, differences_);
    const bool has_all_ways = std::ranges::all_of(ways, [&](const char* way) {
      const auto counts = ways_.find(way);
      return counts != ways_.end() && counts->second.contains("equal");
    });
    return has_all_ways && photographs_ > 0 && differences_ == 0;
  }

 private:
  void differs(const std::string& how) {
    fmt::print("{}: {}\n", path_.string(), how);
    std::fflush(stdout);
    ++differences_;
  }

  void too_large() {
    ++kinds_["too large by its header"]["files"];
    try {
      decode(session_, file_, {.max_pixels = max_pixel_count});
      differs("decoded for all its pixels");
    } catch (const Error&) {
      ++kinds_["too large by its header"]["refused"];
    }
  }

  // Counts a file whose header Lenslet refuses.
  void refused(const std::string& why) {
    ++kinds_["refused by its header"]["files"];
    const Wanted wanted = wanted_of(file_);
    ++kinds_["refused by its header"][wanted.error.empty() ? "damaged" : "refused"];
    if (wanted.error.empty() && !wanted.has_warnings) differs(fmt::format("refused: {}", why));
  }

  std::string kind() const {
    return info_.kind + (info_.color == "YCbCr" ? "" : ", " + info_.color) +
           (info_.precision == 8 ? "" : fmt::format(", {} bits", info_.precision));
  }

  void add(int scale) {
    Wanted wanted = wanted_of(file_, scale);
    if (wanted.image.format().channels == 4) wanted.image = without_black(wanted.image);
    const std::string outcome = !wanted.error.empty() ? "refused" : wanted.has_warnings ? "damaged" : "whole";
    if (scale == 1) {
      ++kinds_[kind()]["files"];
      ++kinds_[kind()][outcome];
      if (info_.restart > 0) ++kinds_[kind()]["with markers"];
      ++samplings_[info_.sampling]["files"];
      ++samplings_[info_.sampling][info_.way];
    }
    for (const char* way : ways) compare(way, scale, wanted);
    const Size size = wanted.image.size();
    if (scale == 1 && outcome == "whole" && size.width * size.height >= photograph_pixels) encode(wanted.image);
  }

  void encode(const Image& image) {
    ++photographs_;
    const DeviceImage uploaded = session_.upload(image);
    for (const char* sampling : all_samplings)
      for (const bool optimize : {false, true}) {
        const Jpeg options{.quality = 75 + photographs_ % 25,
                           .sampling = sampling,
                           .restart = photographs_ % 3 * 5,
                           .optimize = optimize};
        const auto found = lenslet::encode(session_, uploaded, options), wanted = oracle_file(image, options);
        if (found == wanted) ++encoded_[sampling][optimize ? "equal, optimized" : "equal"];
        if (found != wanted)
          differs(text_of(options, image.size(), image.format().channels) + ": " + file_difference(found, wanted));
      }
  }

  JpegDecoded decoded_by(const char* way, int scale) const {
    JpegDecoding options{.way = way, .scale = scale, .max_pixels = max_pixel_count};
    DeviceInfo target = session_.device();
    if (way == gpu_sync) {
      options.way = "sync";
      target.kind = DeviceKind::gpu;
    }
    return std::move(codec::Decoder(session_, options, target).decode({file_}).front());
  }

  void compare(const char* way, int scale, const Wanted& wanted) {
    std::map<std::string, int>& counts = ways_[scale == 1 ? way : fmt::format("{}, to 1/{}", way, scale)];
    try {
      const JpegDecoded decoded = decoded_by(way, scale);
      if (!wanted.error.empty()) return differs(fmt::format("{}: libjpeg-turbo says {}", way, wanted.error));
      const std::string at = pixel_difference(session_.download(decoded.image), wanted.image);
      if (!at.empty()) return differs(fmt::format("{}, scale {}: {}", way, scale, at));
      ++counts["equal"];
      if (decoded.warnings.empty() == wanted.has_warnings) ++counts["other warnings"];
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::unsupported) {
        ++counts["does not take"];
      } else {
        ++counts["error"];
        if (wanted.error.empty()) differs(fmt::format("{}: {}", way, error.what()));
      }
    }
  }

  static void print(const std::string& of, const Counts& counts) {
    std::set<std::string> columns;
    for (const auto& [row, values] : counts)
      for (const auto& [column, value] : values) columns.insert(column);
    fmt::print("\n| {} |", of);
    for (const std::string& column : columns) fmt::print(" {} |", column);
    fmt::print("\n| --- |");
    for (std::size_t i = 0; i < columns.size(); ++i) fmt::print(" --- |");
    fmt::print("\n");
    for (const auto& [row, values] : counts) {
      fmt::print("| {} |", row);
      for (const std::string& column : columns)
        fmt::print(" {} |", values.contains(column) ? fmt::to_string(values.at(column)) : "");
      fmt::print("\n");
    }
  }

  const Session& session_;
  std::filesystem::path path_;
  std::string text_;
  std::span<const std::byte> file_;
  JpegInfo info_;
  Counts kinds_, samplings_, ways_, encoded_;
  int files_ = 0, photographs_ = 0, differences_ = 0;
};

// All files in a folder and its folders, by name.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

bool run(std::span<char*> folders) {
  const Session session;
  Corpus corpus(session);
  for (const char* folder : folders)
    for (const std::filesystem::path& file : files_in(folder)) corpus.add(file);
  return corpus.print();
}

}  // namespace
}  // namespace lenslet

int main(int count, char** words) {
  try {
    return lenslet::run(std::span(words + 1, static_cast<std::size_t>(count - 1))) ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}
