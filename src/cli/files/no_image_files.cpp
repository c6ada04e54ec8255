// The component lenslet::files of a tool that is built without it: every image is refused.
#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/image_file.hpp>

namespace lenslet {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: allowed are .npy, .csv and .txt: this tool was built without images", path.string()));
}

}  // namespace

bool check_image_file(const std::filesystem::path& path, const ReadOptions&) {
  refuse(path);
}

ImageHeader read_image_header(const std::filesystem::path& path, const ReadOptions&) {
  refuse(path);
}

FileImage read_image(const std::filesystem::path& path, const ReadOptions&) {
  refuse(path);
}

void write_image(const std::filesystem::path& path, const FileImage&, const WriteOptions&) {
  refuse(path);
}

std::uint64_t write_image_bytes(const std::filesystem::path&, Size, PixelFormat) {
  return 0;
}

std::vector<FileFormat> writable_formats() {
  return {};
}

bool is_writable(const std::filesystem::path&) {
  return false;
}

}  // namespace lenslet
