// Collects libjpeg-turbo's messages.
#include "jpeg/host_calls.hpp"

#include <fmt/format.h>
#include <jerror.h>

#include <lenslet/error.hpp>

namespace lenslet::codec {
namespace {

constexpr int max_scans = 500;  // a small file can have many scans, each of which takes as long as the whole image
constexpr std::size_t max_warnings = 16;

std::string message_of(j_common_ptr jpeg) {
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  return text;
}

void on_error(j_common_ptr jpeg) {
  HostCalls& calls = HostCalls::of(jpeg);
  calls.error = message_of(jpeg);
  std::longjmp(calls.back, 1);
}

void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0 || jpeg->err->msg_code == JWRN_JFIF_MAJOR) return;  // a revision does not affect pixels
  ++jpeg->err->num_warnings;
  HostCalls& calls = HostCalls::of(jpeg);
  if (calls.warnings.size() < max_warnings) calls.warnings.push_back(message_of(jpeg));
}

void on_progress(j_common_ptr jpeg) {
  if (reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number <= max_scans) return;
  HostCalls& calls = HostCalls::of(jpeg);
  calls.error = fmt::format("it has more than {} scans", max_scans);
  std::longjmp(calls.back, 1);
}

}  // namespace

HostCalls::HostCalls() {
  jpeg_std_error(&errors);
  errors.error_exit = on_error;
  errors.emit_message = on_message;
}

void HostCalls::fail(const char* what) const {
  throw Error(ErrorKind::io, fmt::format("{}: {}", what, error));
}

Decompressor::Decompressor(std::span<const std::byte> file) {
  jpeg.err = &errors;
  jpeg.client_data = static_cast<HostCalls*>(this);
  progress.progress_monitor = on_progress;
  if (setjmp(back)) {
    jpeg_destroy_decompress(&jpeg);  // a constructor that throws has no destructor
    fail();
  }
  jpeg_create_decompress(&jpeg);
  jpeg.progress = &progress;
  jpeg_mem_src(&jpeg, reinterpret_cast<const unsigned char*>(file.data()), static_cast<unsigned long>(file.size()));
  jpeg_read_header(&jpeg, TRUE);
}

}  // namespace lenslet::codec
