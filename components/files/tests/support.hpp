// What the tests of image files share: a folder that goes away, random pixels, files made by libvips itself.
#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <vips/vips8>

#include <lenslet/error.hpp>
#include <lenslet/image_file.hpp>

namespace lenslet::test {

class Folder {
 public:
  Folder();
  ~Folder();
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  std::vector<std::string> names() const;  // of the files in it, sorted

 private:
  std::filesystem::path path_;
};

// No file may be longer while the object lives, as on a full disk.
class FileLimit {
 public:
  explicit FileLimit(std::size_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() { setrlimit(RLIMIT_FSIZE, &before_); }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  rlimit before_{};
};

// Makes any bit pattern for integers; finite values far outside [0, 1], of both signs, for floats.
Image noise(Size size, PixelFormat format, unsigned seed = 1);

// Makes noise of black and white alone, as PBM has them.
Image ink(Size size, PixelFormat format);

// Makes a slow ramp that lossy formats keep well.
Image ramp(Size size, PixelFormat format);

bool same_pixels(const Image& a, const Image& b);
double greatest_difference(const Image& a, const Image& b);

// Makes libvips's own image of the same u8, u16 or f32 pixels. Starts libvips.
vips::VImage vips_image(const Image& image, VipsInterpretation interpretation = VIPS_INTERPRETATION_ERROR);

std::string bytes_of(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, const std::string& bytes);

// Names a test after its parameter, a suffix.
std::string without_dot(const testing::TestParamInfo<std::string>& parameter);

// What the tests wrote themselves, in FITS too.
inline const ReadOptions any_format{.unsafe_loaders = true};

// Returns the error that the call throws; fails the test where it throws none.
Error error_of(const std::function<void()>& call);

// Return the errors of read_image and write_image.
Error read_error(const std::filesystem::path& path, const ReadOptions& options = {});
Error write_error(const std::filesystem::path& path, const FileImage& image, const WriteOptions& options = {});

}  // namespace lenslet::test
