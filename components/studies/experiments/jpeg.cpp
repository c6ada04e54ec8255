// jpeg: the stages of a JPEG codec on the host and on the device, with transfers, and the book's kernels for them.
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "studies/experiments/jpeg_parts.hpp"

namespace lenslet::study {
namespace {

// Writes runs of equal values as the book does: (value, length).
std::string run_lengths(std::string_view values) {
  std::string text;
  for (std::size_t begin = 0; begin < values.size();) {
    const std::size_t end = std::min(values.find_first_not_of(values[begin], begin), values.size());
    text += fmt::format("{}({}, {})", text.empty() ? "" : " ", values[begin], end - begin);
    begin = end;
  }
  return text;
}

// The sample that the printed Idct stores for a value, and the right one.
int printed_sample(float value) {
  return static_cast<int>(value + 0.5f) + 128;
}

int rounded_sample_of(float value) {
  return static_cast<int>(std::floor(value + 128.5f));
}

void show_chapter(Experiment& experiment) {
  StudyTable table{"What the chapter prints", {"what", "printed", "right"}, {}, 1, true};
  for (const float value : {0.7f, -0.3f, -0.7f, -1.7f})
    table.rows.push_back({fmt::format("the sample of {:.1f} by Idct", value), fmt::format("{}", printed_sample(value)),
                          fmt::format("{}", rounded_sample_of(value))});
  table.rows.push_back(
      {"run lengths of 555555555522222222333333", "(5, 10) (2, 7) (3, 6)", run_lengths("555555555522222222333333")});
  table.rows.push_back({"Cb and Cr with half of the columns and rows", "4:1:1", "4:2:0"});
  table.rows.push_back({"the decoder's order", "inverse DCT, then quantisation table", "table, then inverse DCT"});
  table.rows.push_back({"from block to block of an MCU's Y", "sizeof(int) * 64", "64, and 4 * 64 from MCU to MCU"});
  table.rows.push_back({"what stands in a file", "SOI APP0 DQT DHT SOS data EOI",
                        "SOI APP0 DQT SOF0 DHT SOS data EOI, with a 00 behind each FF of the data"});
  experiment.report().tables.push_back(std::move(table));
}

}  // namespace

void jpeg(Experiment& experiment) {
  show_chapter(experiment);
  measure_jpeg(experiment);
}

}  // namespace lenslet::study
