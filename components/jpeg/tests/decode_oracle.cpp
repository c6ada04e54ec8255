// Drives libjpeg-turbo.
#include "decode_oracle.hpp"

#include <csetjmp>
#include <cstring>

#include <fmt/format.h>
#include <jpeglib.h>
// behind it
#include <jerror.h>

#include "host_file.hpp"

namespace lenslet {
namespace {

void set_scans(jpeg_compress_struct& file, std::vector<jpeg_scan_info>& scans) {
  for (int c = 0; c < file.num_components; ++c) {
    jpeg_scan_info scan{};
    scan.comps_in_scan = 1;
    scan.component_index[0] = c;
    scan.Se = DCTSIZE2 - 1;
    scans.push_back(scan);
  }
  file.scan_info = scans.data();
  file.num_scans = static_cast<int>(scans.size());
}

void set_writing(jpeg_compress_struct& file, const Writing& writing, std::vector<jpeg_scan_info>& scans) {
  if (writing.rgb) jpeg_set_colorspace(&file, JCS_RGB);
  jpeg_set_quality(&file, writing.quality, FALSE);
  file.dct_method = JDCT_ISLOW;
  file.optimize_coding = writing.optimize ? TRUE : FALSE;
  file.arith_code = writing.arithmetic ? TRUE : FALSE;
  file.restart_interval = static_cast<unsigned>(writing.restart);
  for (std::size_t c = 0; c < writing.factors.size(); ++c) {
    file.comp_info[c].h_samp_factor = writing.factors[c].h;
    file.comp_info[c].v_samp_factor = writing.factors[c].v;
  }
  if (writing.own_scans) set_scans(file, scans);
  if (writing.progressive) jpeg_simple_progression(&file);
}

struct Failure {
  jpeg_error_mgr errors;
  std::jmp_buf back;
  char text[JMSG_LENGTH_MAX];
};

void give_up(j_common_ptr file) {
  auto* failure = reinterpret_cast<Failure*>(file->err);
  file->err->format_message(file, failure->text);
  std::longjmp(failure->back, 1);
}

void count_message(j_common_ptr file, int level) {
  if (level < 0 && file->err->msg_code != JWRN_JFIF_MAJOR) ++file->err->num_warnings;
}

// Reads what it can into `wanted`. Returns false where libjpeg-turbo gives up.
bool read_all(jpeg_decompress_struct& file, Failure& failure, std::span<const std::byte> bytes, int scale,
              Image& image) {
  if (setjmp(failure.back)) return false;
  jpeg_mem_src(&file, reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<unsigned long>(bytes.size()));
  jpeg_read_header(&file, TRUE);
  file.dct_method = JDCT_ISLOW;
  file.scale_num = 1;
  file.scale_denom = static_cast<unsigned>(scale);
  jpeg_start_decompress(&file);
  image = Image({file.output_width, file.output_height}, {SampleType::u8, file.output_components});
  while (file.output_scanline < file.output_height) {
    auto* row = reinterpret_cast<JSAMPLE*>(image.row(file.output_scanline));
    jpeg_read_scanlines(&file, &row, 1);
  }
  return true;
}

}  // namespace

std::string text_of(const Writing& writing) {
  std::string factors;
  for (const Writing::Factors& each : writing.factors) factors += fmt::format("{}x{} ", each.h, each.v);
  return fmt::format("{}quality {}, restart {}{}{}{}{}{}", factors, writing.quality, writing.restart,
                     writing.optimize ? ", optimized" : "", writing.progressive ? ", progressive" : "",
                     writing.arithmetic ? ", arithmetic" : "", writing.rgb ? ", RGB" : "",
                     writing.own_scans ? ", a scan for each component" : "");
}

std::vector<std::byte> write_jpeg(const ImageView& image, const Writing& writing) {
  std::vector<jpeg_scan_info> scans;
  return host_file(image, [&](jpeg_compress_struct& file) { set_writing(file, writing, scans); });
}

Wanted wanted_of(std::span<const std::byte> bytes, int scale) {
  Wanted wanted{Image({1, 1}, {SampleType::u8, 1}), false, {}};
  jpeg_decompress_struct file;
  Failure failure{};
  file.err = jpeg_std_error(&failure.errors);
  failure.errors.error_exit = give_up;
  failure.errors.emit_message = count_message;
  jpeg_create_decompress(&file);
  if (!read_all(file, failure, bytes, scale, wanted.image)) wanted.error = failure.text;
  wanted.has_warnings = failure.errors.num_warnings > 0;
  jpeg_destroy_decompress(&file);
  return wanted;
}

std::string pixel_difference(const Image& found, const Image& wanted) {
  if (found.size() != wanted.size() || found.format() != wanted.format())
    return fmt::format("{} x {} pixels of {} channels for {} x {} of {}", found.width(), found.height(),
                       found.format().channels, wanted.width(), wanted.height(), wanted.format().channels);
  const auto row_bytes = static_cast<std::size_t>(wanted.width() * wanted.format().channels);
  for (std::int64_t y = 0; y < wanted.height(); ++y) {
    if (std::memcmp(found.row(y), wanted.row(y), row_bytes) == 0) continue;
    for (std::int64_t x = 0; x < wanted.width(); ++x)
      for (int c = 0; c < wanted.format().channels; ++c)
        if (found.at(x, y, c) != wanted.at(x, y, c))
          return fmt::format("({}, {}), channel {}: {} for {}", x, y, c, found.at(x, y, c), wanted.at(x, y, c));
  }
  return {};
}

}  // namespace lenslet
