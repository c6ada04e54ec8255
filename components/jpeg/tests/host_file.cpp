#include "host_file.hpp"

#include <cstdlib>

namespace lenslet {
namespace {

[[noreturn]] void fail(j_common_ptr file) {
  char text[JMSG_LENGTH_MAX];
  file->err->format_message(file, text);
  std::fprintf(stderr, "%s\n", text);
  std::abort();
}

void describe(jpeg_compress_struct& file, const ImageView& image) {
  constexpr J_COLOR_SPACE spaces[] = {JCS_GRAYSCALE, JCS_UNKNOWN, JCS_RGB, JCS_CMYK};
  file.image_width = static_cast<JDIMENSION>(image.width());
  file.image_height = static_cast<JDIMENSION>(image.height());
  file.input_components = image.format().channels;
  file.in_color_space = spaces[image.format().channels - 1];
  jpeg_set_defaults(&file);
}

}  // namespace

std::vector<std::byte> host_file(const ImageView& image, const SetUp& set, const SetUp& begun) {
  jpeg_compress_struct file;
  jpeg_error_mgr errors;
  file.err = jpeg_std_error(&errors);
  errors.error_exit = fail;
  errors.emit_message = [](j_common_ptr, int) {};  // it would say that tables are too coarse for baseline
  jpeg_create_compress(&file);
  unsigned char* memory = nullptr;
  unsigned long bytes = 0;
  jpeg_mem_dest(&file, &memory, &bytes);
  describe(file, image);
  set(file);
  jpeg_start_compress(&file, TRUE);
  if (begun) begun(file);
  for (std::int64_t y = 0; y < image.height(); ++y) {
    auto* row = const_cast<JSAMPLE*>(reinterpret_cast<const JSAMPLE*>(image.row(y)));
    jpeg_write_scanlines(&file, &row, 1);
  }
  jpeg_finish_compress(&file);
  const auto* begin = reinterpret_cast<const std::byte*>(memory);
  std::vector<std::byte> result(begin, begin + bytes);
  jpeg_destroy_compress(&file);
  std::free(memory);
  return result;
}

}  // namespace lenslet
