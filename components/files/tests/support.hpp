// What the tests of image files share: a temporary folder, random pixels, and files by libvips itself.
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
  std::vector<std::string> names() const;  // of its files, sorted

 private:
  std::filesystem::path path_;
};

// While it lives, no file may be longer, as on a full disk.
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

// Makes any bit pattern for integers. Floats are finite, far outside [0, 1], and of both signs.
Image noise(Size size, PixelFormat format, unsigned seed = 1);

// Makes noise of only black and white, as in PBM.
Image ink(Size size, PixelFormat format);

// Makes a slow ramp, which lossy formats keep well.
Image ramp(Size size, PixelFormat format);

bool same_pixels(const Image& a, const Image& b);
double greatest_difference(const Image& a, const Image& b);

// Makes libvips's own image of the same u8, u16 or f32 pixels. Starts libvips.
vips::VImage vips_image(const Image& image, VipsInterpretation interpretation = VIPS_INTERPRETATION_ERROR);

std::string bytes_of(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, const std::string& bytes);

// Names a test after its parameter, a suffix.
std::string without_dot(const testing::TestParamInfo<std::string>& parameter);

// Reads all files of the tests, even FITS.
inline const ReadOptions any_format{.unsafe_loaders = true};

// Returns the error that the call throws. Fails the test if it throws none.
Error error_of(const std::function<void()>& call);

// Return the errors of read_image and write_image.
Error read_error(const std::filesystem::path& path, const ReadOptions& options = {});
Error write_error(const std::filesystem::path& path, const FileImage& image, const WriteOptions& options = {});

}  // namespace lenslet::test
