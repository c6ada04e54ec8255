// Files as frames. Those of a folder are decoded one by one, when they are shown.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <libv4l2.h>
#include <linux/videodev2.h>

#include <lenslet/error.hpp>
#include <lenslet/image_file.hpp>

#include "view/view.hpp"

namespace lenslet::view {
namespace {

constexpr std::string_view camera_word = "camera", device_prefix = "/dev/video";
constexpr std::int64_t max_side_length = 1 << 14;

[[noreturn]] void fail(const std::string& device, const std::string& what) {
  throw Error(ErrorKind::io,
              fmt::format("{}: {}; allowed: a camera of 'ls /dev/video*', a picture or a folder", device, what));
}

std::string device_of(const std::string& name) {
  if (!name.starts_with(camera_word)) return name;
  const std::string number = name.size() > camera_word.size() ? name.substr(camera_word.size() + 1) : "0";
  if (number.empty() || number.size() > 3 || !std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; }))
    fail(name, "no number of a camera");
  return std::string(device_prefix) + number;
}

class Camera : public FrameSource {
 public:
  explicit Camera(const std::string& name) : device_(device_of(name)) {
    file_ = v4l2_open(device_.c_str(), O_RDWR | O_CLOEXEC);
    if (file_ < 0) fail(device_, std::strerror(errno));
    try {
      choose_format();
    } catch (...) {
      v4l2_close(file_);
      throw;
    }
  }
  Camera(const Camera&) = delete;
  Camera& operator=(const Camera&) = delete;
  ~Camera() override { v4l2_close(file_); }

  std::optional<Image> next() override {
    const auto got = v4l2_read(file_, bytes_.data(), bytes_.size());
    if (got < 0) fail(device_, fmt::format("no picture: {}", std::strerror(errno)));
    if (static_cast<std::size_t>(got) != bytes_.size())
      fail(device_, fmt::format("a picture of {} bytes instead of {}", got, bytes_.size()));
    Image frame(size_, {SampleType::u8, 3});
    for (std::int64_t y = 0; y < size_.height; ++y)
      std::memcpy(frame.row(y), bytes_.data() + y * row_bytes_, static_cast<std::size_t>(size_.width) * 3);
    return frame;
  }

  std::string name() const override { return device_; }
  bool is_still() const override { return false; }
  bool is_live() const override { return true; }
  std::size_t count() const override { return 1; }

 private:
  // Keeps the camera's current size.
  void choose_format() {
    v4l2_format format{};
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (v4l2_ioctl(file_, VIDIOC_G_FMT, &format) < 0) fail(device_, "no device that captures pictures");
    format.fmt.pix.pixelformat = V4L2_PIX_FMT_RGB24;
    format.fmt.pix.field = V4L2_FIELD_ANY;
    if (v4l2_ioctl(file_, VIDIOC_S_FMT, &format) < 0 || format.fmt.pix.pixelformat != V4L2_PIX_FMT_RGB24)
      fail(device_, "no pictures that libv4l2 makes RGB of");
    const v4l2_pix_format& pixels = format.fmt.pix;
    size_ = {pixels.width, pixels.height};
    row_bytes_ = std::max<std::int64_t>(pixels.bytesperline, size_.width * 3);
    if (size_.width < 1 || size_.height < 1 || size_.width > max_side_length || size_.height > max_side_length ||
        row_bytes_ > max_side_length * 4)
      fail(device_, fmt::format("pictures of {} x {}", size_.width, size_.height));
    bytes_.resize(static_cast<std::size_t>(row_bytes_ * size_.height));
  }

  std::string device_;
  int file_ = -1;
  Size size_;
  std::int64_t row_bytes_ = 0;
  std::vector<std::byte> bytes_;
};

// Tells whether the name is a camera's: "camera", "camera:1", /dev/video1.
bool is_camera(const std::string& name) {
  return name == camera_word || name.starts_with(std::string(camera_word) + ':') || name.starts_with(device_prefix);
}

// Throws io for a camera that is missing or gives no pictures.
std::unique_ptr<FrameSource> open_camera(const std::string& name) {
  return std::make_unique<Camera>(name);
}

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
