// PNM and PFM: what a header says holds, and numbers are counted alike however the file is cut into blocks.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "files/pnm_header.hpp"
#include "fuzz.hpp"

namespace lenslet::fuzz {
namespace {

std::string text_of(const io::PnmHeader& header) {
  const bool floats = header.kind == 'F' || header.kind == 'f', bits = header.kind == '1' || header.kind == '4';
  const std::string last = floats ? "-1\n" : bits ? "" : fmt::format("{}\n", header.greatest);
  return fmt::format("P{}\n{} {}\n{}", header.kind, header.width, header.height, last);
}

// Whether all numbers are there.
bool counted(const io::PnmHeader& header, std::string_view samples, std::size_t block) {
  return accepted([&] {
           io::PnmNumbers numbers(header);
           while (!samples.empty() && numbers.take(samples.substr(0, block)))
             samples.remove_prefix(std::min(block, samples.size()));
           numbers.finish();
           return true;
         })
      .has_value();
}

}  // namespace

void run(std::string_view bytes) {
  const auto header = accepted([&] { return io::check_pnm(bytes.substr(0, io::max_pnm_header_length), bytes.size()); });
  if (!header) return;
  expect(header->bytes <= bytes.size(), "a header lies within its file");
  expect(header->samples() <= 8 * bytes.size(), "a file has a bit at least for each sample");
  const io::PnmHeader again = io::parse_pnm_header(text_of(*header));
  expect(again.kind == header->kind && again.samples() == header->samples() && again.greatest == header->greatest,
         "a header comes back from text as it was");
  if (!header->is_text()) return;
  const std::string_view samples = bytes.substr(header->bytes);
  expect(counted(*header, samples, samples.size()) == counted(*header, samples, 3), "numbers are counted in blocks");
}

}  // namespace lenslet::fuzz
