// A camera of 8 x 6 pixels that replaces libv4l2 in a process that preloads it. Each frame is one level brighter than
// the one before. LENSLET_FAKE_CAMERA names its fault: "grey" has no RGB, "short" gives half a picture.
#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/types.h>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

constexpr unsigned width = 8, height = 6, row_bytes = 32;
constexpr int descriptor = 1000;
unsigned char level = 10;

bool is(std::string_view fault) {
  const char* set = std::getenv("LENSLET_FAKE_CAMERA");
  return set != nullptr && fault == set;
}

}  // namespace

extern "C" {

int v4l2_open(const char* file, int, ...) {
  if (std::string_view(file) == "/dev/video3") return descriptor;
  errno = ENOENT;
  return -1;
}

int v4l2_close(int) {
  return 0;
}

int v4l2_ioctl(int, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  auto* format = va_arg(list, v4l2_format*);
  va_end(list);
  format->fmt.pix.width = width;
  format->fmt.pix.height = height;
  format->fmt.pix.bytesperline = row_bytes;
  if (is("grey")) format->fmt.pix.pixelformat = V4L2_PIX_FMT_GREY;
  return 0;
}

ssize_t v4l2_read(int, void* buffer, std::size_t bytes) {
  std::memset(buffer, level++, bytes);
  return static_cast<ssize_t>(is("short") ? bytes / 2 : bytes);
}
}
