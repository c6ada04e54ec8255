// How libjpeg-turbo is called: its errors come back by longjmp to where setjmp was called last, and are words then.
// What has a destructor is made before setjmp and is never changed in between but through pointers.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <jpeglib.h>

namespace lenslet::codec {

// What was said of the calls of one (de)compressor.
struct HostCalls {
  jpeg_error_mgr errors{};
  std::jmp_buf back{};
  std::string error;
  std::vector<std::string> warnings;

  HostCalls();
  HostCalls(const HostCalls&) = delete;
  HostCalls& operator=(const HostCalls&) = delete;

  static HostCalls& of(j_common_ptr jpeg) { return *static_cast<HostCalls*>(jpeg->client_data); }
  [[noreturn]] void fail(const char* what) const;  // throws io: what it was, and the error
};

struct Decompressor : HostCalls {
  jpeg_decompress_struct jpeg{};
  jpeg_progress_mgr progress{};

  explicit Decompressor(std::span<const std::byte> file);  // reads the header; throws io
  ~Decompressor() { jpeg_destroy_decompress(&jpeg); }

  [[noreturn]] void fail() const { HostCalls::fail("a JPEG file that libjpeg-turbo refuses"); }
};

}  // namespace lenslet::codec
