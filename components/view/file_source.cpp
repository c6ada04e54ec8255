// Files as frames. A folder's are decoded one by one, as they are shown.
#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/image_file.hpp>

#include "view/camera.hpp"
#include "view/view.hpp"

namespace lenslet::view {
namespace {

namespace fs = std::filesystem;

class FileSource : public FrameSource {
 public:
  FileSource(std::vector<fs::path> files, std::int64_t max_pixels)
      : files_(std::move(files)), max_pixels_(max_pixels) {}

  std::optional<Image> next() override {
    if (begun_ && is_still()) return {};
    place_ = begun_ ? (place_ + 1) % files_.size() : 0;
    begun_ = true;
    return read_image(files_[place_], {.max_pixels = max_pixels_}).image;
  }

  std::string name() const override { return files_[place_].filename().string(); }
  bool is_still() const override { return files_.size() == 1; }
  bool is_live() const override { return false; }
  std::size_t count() const override { return files_.size(); }

 private:
  std::vector<fs::path> files_;
  std::int64_t max_pixels_;
  std::size_t place_ = 0;
  bool begun_ = false;
};

std::vector<fs::path> images_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file() && is_writable(entry.path())) files.push_back(entry.path());
  std::ranges::sort(files);
  if (files.empty())
    throw Error(ErrorKind::io,
                fmt::format("{}: a folder without images; allowed: files such as .png, .jpg or .tif", folder.string()));
  return files;
}

}  // namespace

std::unique_ptr<FrameSource> open_source(const std::string& name, std::int64_t max_pixels) {
  if (is_camera(name)) return open_camera(name);
  std::error_code ignored;
  if (fs::is_directory(name, ignored)) return std::make_unique<FileSource>(images_in(name), max_pixels);
  return std::make_unique<FileSource>(std::vector<fs::path>{name}, max_pixels);
}

}  // namespace lenslet::view
