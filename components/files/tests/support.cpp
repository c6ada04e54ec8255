// What the tests of files share: a temporary folder, and images of noise.
#include "support.hpp"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>

namespace lenslet::test {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string name = (fs::temp_directory_path() / "lenslet-io-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> result;
  for (const auto& entry : fs::directory_iterator(path_)) result.push_back(entry.path().filename().string());
  std::sort(result.begin(), result.end());
  return result;
}

Image noise(Size size, PixelFormat format, unsigned seed) {
  Image image(size, format);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> real(-300, 300);
  const bool whole = is_integer(format.type);
  const unsigned long mask = size_of(format.type) == 1 ? 255 : 65535;
  const double least = min_value(format.type) < 0 ? -static_cast<double>(mask / 2 + 1) : 0;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < format.channels; ++c)
        image.set(x, y, c, whole ? least + static_cast<double>(random() % 65536 & mask) : real(random));
  return image;
}

Image ink(Size size, PixelFormat format) {
  Image image = noise(size, format);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < format.channels; ++c) image.set(x, y, c, image.at(x, y, c) < 128 ? 0 : 255);
  return image;
}

Image ramp(Size size, PixelFormat format) {
  Image image(size, format);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < format.channels; ++c) image.set(x, y, c, static_cast<double>(60 + 2 * x + y + 10 * c));
  return image;
}

bool same_pixels(const Image& a, const Image& b) {
  if (a.size() != b.size() || a.format() != b.format()) return false;
  const auto bytes = static_cast<std::size_t>(a.width()) * a.format().bytes();
  for (std::int64_t y = 0; y < a.height(); ++y)
    if (std::memcmp(a.row(y), b.row(y), bytes) != 0) return false;
  return true;
}

double greatest_difference(const Image& a, const Image& b) {
  double greatest = 0;
  for (std::int64_t y = 0; y < a.height(); ++y)
    for (std::int64_t x = 0; x < a.width(); ++x)
      for (int c = 0; c < a.format().channels; ++c)
        greatest = std::max(greatest, std::abs(a.at(x, y, c) - b.at(x, y, c)));
  return greatest;
}

vips::VImage vips_image(const Image& image, VipsInterpretation interpretation) {
  writable_formats();  // starts libvips as the library does
  const PixelFormat format = image.format();
  const VipsBandFormat type = format.type == SampleType::u8    ? VIPS_FORMAT_UCHAR
                              : format.type == SampleType::u16 ? VIPS_FORMAT_USHORT
                                                               : VIPS_FORMAT_FLOAT;
  const auto bytes = static_cast<std::size_t>(image.stride() * image.height());
  auto result = vips::VImage::new_from_memory_steal(std::memcpy(g_malloc(bytes), image.data(), bytes), bytes,
                                                    static_cast<int>(image.width()), static_cast<int>(image.height()),
                                                    format.channels, type);
  const bool wide = format.type == SampleType::u16;
  const auto usual = format.channels < 3 ? (wide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W)
                                         : (wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB);
  return result.copy(vips::VImage::option()->set("interpretation",
                                                 interpretation == VIPS_INTERPRETATION_ERROR ? usual : interpretation));
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string without_dot(const testing::TestParamInfo<std::string>& parameter) {
  return parameter.param.substr(1);
}

Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("\n"))) << "a message is one line";
    return error;
  }
  ADD_FAILURE() << "no error";
  return {ErrorKind::build, "no error"};
}

Error read_error(const fs::path& path, const ReadOptions& options) {
  return error_of([&] { read_image(path, options); });
}

Error write_error(const fs::path& path, const FileImage& image, const WriteOptions& options) {
  return error_of([&] { write_image(path, image, options); });
}

}  // namespace lenslet::test
