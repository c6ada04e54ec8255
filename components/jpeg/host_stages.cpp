// Asks libjpeg-turbo for parts of its work. Coefficients and raw samples have functions of their own. With buffered
// images all codes are read before the first sample is made.
#include "jpeg/host_stages.hpp"

#include <cstdlib>
#include <ctime>
#include <utility>

#include "elapsed.hpp"
#include "jpeg/host_calls.hpp"

namespace lenslet::codec {
namespace {

// Runs from its construction on.
class HostClock {
 public:
  HostTime time() const { return {milliseconds_since(begin_), thread_ms() - processor_ms_}; }

 private:
  static double thread_ms() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
  }

  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double processor_ms_ = thread_ms();
};

struct Compressor : HostCalls {
  jpeg_compress_struct jpeg{};
  unsigned char* bytes = nullptr;  // of malloc
  unsigned long size = 0;

  Compressor();
  ~Compressor() {
    jpeg_destroy_compress(&jpeg);
    std::free(bytes);
  }

  std::vector<std::byte> file() const {
    const auto* begin = reinterpret_cast<const std::byte*>(bytes);
    return {begin, begin + size};
  }
  // Does not free the memory: libjpeg-turbo may have replaced it, and says so only at the end of a file.
  [[noreturn]] void fail() {
    bytes = nullptr;
    HostCalls::fail("an image that libjpeg-turbo does not encode");
  }
};

Compressor::Compressor() {
  jpeg.err = &errors;
  jpeg.client_data = static_cast<HostCalls*>(this);
  if (setjmp(back)) {
    jpeg_destroy_compress(&jpeg);
    fail();
  }
  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, &bytes, &size);
}

void set_options(Compressor& to, const ImageView& image, const Jpeg& options) {
  jpeg_compress_struct& jpeg = to.jpeg;
  jpeg.image_width = static_cast<JDIMENSION>(image.size().width);
  jpeg.image_height = static_cast<JDIMENSION>(image.size().height);
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, options.quality, options.baseline ? TRUE : FALSE);
  jpeg.comp_info[0].h_samp_factor = options.sampling == "4:2:0" ? 2 : 1;
  jpeg.comp_info[0].v_samp_factor = jpeg.comp_info[0].h_samp_factor;
  jpeg.dct_method = JDCT_ISLOW;
  jpeg.restart_interval = static_cast<unsigned>(options.restart);
}

HostTime write_pixels(Compressor& to, const ImageView& image, const Jpeg& options) {
  const HostClock clock;
  if (setjmp(to.back)) to.fail();
  set_options(to, image, options);
  jpeg_start_compress(&to.jpeg, TRUE);
  while (to.jpeg.next_scanline < to.jpeg.image_height) {
    auto* row = reinterpret_cast<JSAMPROW>(const_cast<std::byte*>(image.row(to.jpeg.next_scanline)));
    jpeg_write_scanlines(&to.jpeg, &row, 1);
  }
  jpeg_finish_compress(&to.jpeg);
  return clock.time();
}

HostTime write_coefficients(Compressor& to, Decompressor& from, jvirt_barray_ptr* coefficients) {
  const HostClock clock;
  if (setjmp(to.back)) to.fail();
  jpeg_copy_critical_parameters(&from.jpeg, &to.jpeg);
  jpeg_write_coefficients(&to.jpeg, coefficients);
  jpeg_finish_compress(&to.jpeg);
  return clock.time();
}

// Reads all codes and makes no samples.
HostTime read_codes(Decompressor& from, bool raw) {
  const HostClock clock;
  if (setjmp(from.back)) from.fail();
  from.jpeg.dct_method = JDCT_ISLOW;
  from.jpeg.buffered_image = TRUE;
  from.jpeg.raw_data_out = raw ? TRUE : FALSE;
  jpeg_start_decompress(&from.jpeg);
  while (jpeg_consume_input(&from.jpeg) != JPEG_REACHED_EOI) continue;
  return clock.time();
}

HostTime read_pixels(Decompressor& from, Image& to) {
  const HostClock clock;
  if (setjmp(from.back)) from.fail();
  jpeg_start_output(&from.jpeg, from.jpeg.input_scan_number);
  while (from.jpeg.output_scanline < from.jpeg.output_height) {
    auto* row = reinterpret_cast<JSAMPROW>(to.row(from.jpeg.output_scanline));
    jpeg_read_scanlines(&from.jpeg, &row, 1);
  }
  jpeg_finish_output(&from.jpeg);
  return clock.time();
}

jvirt_barray_ptr* coefficients_of(Decompressor& from) {
  if (setjmp(from.back)) from.fail();
  return jpeg_read_coefficients(&from.jpeg);
}

HostTime read_samples(Decompressor& from, HostSamples& to) {
  const HostClock clock;
  if (setjmp(from.back)) from.fail();
  jpeg_start_output(&from.jpeg, from.jpeg.input_scan_number);
  const auto lines = static_cast<JDIMENSION>(to.frame().mcu.height);
  while (from.jpeg.output_scanline < from.jpeg.output_height)
    jpeg_read_raw_data(&from.jpeg, to.from_line(from.jpeg.output_scanline), lines);
  jpeg_finish_output(&from.jpeg);
  return clock.time();
}

HostTime write_samples(Compressor& to, const Image& image, const Jpeg& options, HostSamples& from) {
  const HostClock clock;
  if (setjmp(to.back)) to.fail();
  set_options(to, image, options);
  to.jpeg.raw_data_in = TRUE;
  jpeg_start_compress(&to.jpeg, TRUE);
  const auto lines = static_cast<JDIMENSION>(from.frame().mcu.height);
  while (to.jpeg.next_scanline < to.jpeg.image_height)
    jpeg_write_raw_data(&to.jpeg, from.from_line(to.jpeg.next_scanline), lines);
  jpeg_finish_compress(&to.jpeg);
  return clock.time();
}

}  // namespace

HostSamples::HostSamples(Frame frame)
    : frame_(std::move(frame)), samples_(static_cast<std::size_t>(frame_.blocks * block_samples)) {
  unsigned char* next = samples_.data();
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Size blocks = frame_.components[c].blocks;
    for (std::int64_t y = 0; y < blocks.height * block_side; ++y, next += blocks.width * block_side)
      rows_[c].push_back(next);
  }
}

unsigned char*** HostSamples::from_line(unsigned line) {
  for (std::size_t c = 0; c < rows_.size(); ++c)
    parts_[c] = &rows_[c][line * static_cast<unsigned>(frame_.components[c].v) / static_cast<unsigned>(frame_.max_v)];
  return parts_.data();
}

std::vector<std::byte> host_file(const ImageView& image, const Jpeg& options) {
  Compressor to;
  write_pixels(to, image, options);
  return to.file();
}

HostStages::HostStages(const Image& image, const Jpeg& options)
    : image_(image),
      decoded_(image.size(), image.format()),
      options_(options),
      file_(host_file(image, options)),
      samples_(make_frame(image.size(), components_for(3, options.sampling), 0)) {
  Decompressor from(file_);
  read_codes(from, true);
  read_samples(from, samples_);
}

HostDecoding HostStages::decode() {
  HostDecoding times;
  Decompressor raw(file_), whole(file_);
  times.codes = read_codes(raw, true);
  times.inverse = read_samples(raw, samples_);
  read_codes(whole, false);
  times.pixels = read_pixels(whole, decoded_);
  return times;
}

HostEncoding HostStages::encode() {
  HostEncoding times;
  Decompressor from(file_);
  jvirt_barray_ptr* coefficients = coefficients_of(from);
  Compressor coded, samples, pixels;
  times.codes = write_coefficients(coded, from, coefficients);
  times.samples = write_samples(samples, image_, options_, samples_);
  times.pixels = write_pixels(pixels, image_, options_);
  times.coded = coded.file();
  return times;
}

}  // namespace lenslet::codec
