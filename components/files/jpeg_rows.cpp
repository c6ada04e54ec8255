// Errors of libjpeg-turbo jump (longjmp) to the last setjmp. Objects with destructors are made before setjmp, and
// change only through pointers.
#include "files/jpeg_rows.hpp"

#include <csetjmp>
#include <cstdio>
#include <span>
#include <utility>
#include <vector>

#include <jpeglib.h>
// needs jpeglib.h before it
#include <jerror.h>

#include "files/file_error.hpp"

namespace lenslet::io {
namespace {

// A small file can have many scans, each of which takes as long as the whole image.
constexpr int max_scans = 500;

// Tells whether a warning touches no pixel. Such warnings are about bytes between segments, fields that no decoder of
// one scan needs, and fields about how the file is written. Bytes before a restart marker are pixels that the decoder
// has lost.
bool is_oddity(const jpeg_error_mgr& warning) {
  constexpr int first_restart = 0xD0, last_restart = 0xD7;
  const int code = warning.msg_code, marker = warning.msg_parm.i[1];
  if (code == JWRN_EXTRANEOUS_DATA) return marker < first_restart || marker > last_restart;
  return code == JWRN_NOT_SEQUENTIAL || code == JWRN_JFIF_MAJOR || code == JWRN_BOGUS_ICC;
}

}  // namespace

struct JpegRows::State {
  struct Close {
    void operator()(std::FILE* opened) const { std::fclose(opened); }
  };

  explicit State(const std::filesystem::path& name) : path(name), file(std::fopen(name.c_str(), "rbe")) {
    if (!file) throw file_error("read", path, system_reason());
    jpeg_std_error(&errors);
    errors.error_exit = on_error;
    errors.emit_message = on_message;
    progress.progress_monitor = on_progress;
    jpeg.err = &errors;
    jpeg.client_data = this;
  }
  ~State() { jpeg_destroy_decompress(&jpeg); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  [[noreturn]] void fail() const { throw file_error("read", path, error); }
  void open();
  void start();
  void read(JSAMPROW row);

  static State& of(j_common_ptr jpeg) { return *static_cast<State*>(jpeg->client_data); }
  static std::string message_of(j_common_ptr jpeg);
  static void on_error(j_common_ptr jpeg);
  static void on_message(j_common_ptr jpeg, int level);
  static void on_progress(j_common_ptr jpeg);

  std::filesystem::path path;
  std::unique_ptr<std::FILE, Close> file;
  jpeg_error_mgr errors{};
  jpeg_progress_mgr progress{};
  jpeg_decompress_struct jpeg{};  // a zero structure may be destroyed
  std::jmp_buf back{};
  std::string error;
  JpegMistakes mistakes;
  bool is_started = false;
};

std::string JpegRows::State::message_of(j_common_ptr jpeg) {
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  return text;
}

void JpegRows::State::on_error(j_common_ptr jpeg) {
  State& state = of(jpeg);
  state.error = message_of(jpeg);
  std::longjmp(state.back, 1);
}

void JpegRows::State::on_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  ++jpeg->err->num_warnings;
  JpegMistakes& mistakes = of(jpeg).mistakes;
  std::string& first = is_oddity(*jpeg->err) ? mistakes.oddity : mistakes.damage;
  if (first.empty()) first = message_of(jpeg);
}

void JpegRows::State::on_progress(j_common_ptr jpeg) {
  if (reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number <= max_scans) return;
  State& state = of(jpeg);
  state.error = "it has too many scans; allowed are " + std::to_string(max_scans);
  std::longjmp(state.back, 1);
}

void JpegRows::State::open() {
  if (setjmp(back)) fail();
  jpeg_create_decompress(&jpeg);
  jpeg.progress = &progress;
  jpeg_stdio_src(&jpeg, file.get());
  jpeg_read_header(&jpeg, TRUE);
  jpeg_calc_output_dimensions(&jpeg);
}

void JpegRows::State::start() {
  if (setjmp(back)) fail();
  jpeg_start_decompress(&jpeg);
  is_started = true;
}

void JpegRows::State::read(JSAMPROW row) {
  if (!is_started) start();
  if (setjmp(back)) fail();
  jpeg_read_scanlines(&jpeg, &row, 1);
}

JpegRows::JpegRows(const std::filesystem::path& path) : state_(std::make_unique<State>(path)) {
  state_->open();
}

JpegRows::~JpegRows() = default;

void JpegRows::check(Size size, int channels) const {
  const jpeg_decompress_struct& jpeg = state_->jpeg;
  if (size == Size{jpeg.output_width, jpeg.output_height} && channels == jpeg.output_components) return;
  throw file_error("read", state_->path, "it has changed since its header was read");
}

// Inks are stored inverted, with or without Adobe's marker.
void JpegRows::read(std::byte* to) {
  state_->read(reinterpret_cast<JSAMPROW>(to));
  const jpeg_decompress_struct& jpeg = state_->jpeg;
  if (jpeg.out_color_space != JCS_CMYK) return;
  for (std::byte& ink : std::span(to, std::size_t{jpeg.output_width} * 4)) ink = ~ink;
}

void JpegRows::skip_to(std::int64_t row) {
  if (row <= state_->jpeg.output_scanline) return;
  std::vector<std::byte> lost(std::size_t{state_->jpeg.output_width} *
                              static_cast<std::size_t>(state_->jpeg.output_components));
  while (state_->jpeg.output_scanline < row) read(lost.data());
}

JpegMistakes JpegRows::mistakes() const {
  return state_->mistakes;
}

}  // namespace lenslet::io
