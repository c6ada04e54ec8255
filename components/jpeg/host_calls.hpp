// How libjpeg-turbo is called. Its errors jump (longjmp) to the last setjmp, and are words there. Objects with
// destructors are made before setjmp, and after it change only through pointers.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <jpeglib.h>

namespace lenslet::codec {

// The messages of one compressor or decompressor.
struct HostCalls {
  jpeg_error_mgr errors{};
  std::jmp_buf back{};
  std::string error;
  std::vector<std::string> warnings;

  HostCalls();
  HostCalls(const HostCalls&) = delete;
  HostCalls& operator=(const HostCalls&) = delete;

  static HostCalls& of(j_common_ptr jpeg) { return *static_cast<HostCalls*>(jpeg->client_data); }
  [[noreturn]] void fail(const char* what) const;  // throws io with `what` and the error
};

struct Decompressor : HostCalls {
  jpeg_decompress_struct jpeg{};
  jpeg_progress_mgr progress{};

  explicit Decompressor(std::span<const std::byte> file);  // reads the header; throws io
  ~Decompressor() { jpeg_destroy_decompress(&jpeg); }

  [[noreturn]] void fail() const { HostCalls::fail("a JPEG file that libjpeg-turbo refuses"); }
};

}  // namespace lenslet::codec
