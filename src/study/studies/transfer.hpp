// The parts of the study `transfer`; each measures one question on charts of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "study/experiment.hpp"

namespace lenslet::study {

// Distinct bytes, the same for all parts.
std::vector<std::byte> transfer_pattern(std::size_t bytes);
std::optional<std::string> first_difference(std::span<const std::byte> found, std::span<const std::byte> expected);

// So many bytes scaled, whole multiples of `step`, each once.
std::vector<std::size_t> scaled_bytes(const Experiment& experiment, std::initializer_list<std::int64_t> full,
                                      std::int64_t step);

// Whole buffers: commands, pinned memory, and mapping of three kinds of buffers.
struct WholeCharts {
  std::size_t to_device, to_host;
  double most;  // bytes of the last place
};
WholeCharts measure_whole(Experiment& experiment);

void measure_rows(Experiment& experiment);    // parts of rows: a rectangle, row by row, or all
void measure_pieces(Experiment& experiment);  // one large transfer against many small ones
void measure_halves(Experiment& experiment);  // half buffers against float ones
void add_boxes(Experiment& experiment);       // the source's rectangles, computed here

inline constexpr const char* device_copy = "the device's own memory";

}  // namespace lenslet::study
