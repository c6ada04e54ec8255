// Which problems two lanes of 16 bits serve, and how sums of 16 bits become results. See packed.cl.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/device.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

inline constexpr int min_vector_of_words = 4;

// Whether NVIDIA's PTX has minima and maxima of two shorts for the device: from architecture sm_90 on (PTX ISA 8.0,
// sections "min" and "max").
bool has_paired_minima(const DeviceInfo& device);

// Whether it has sums of products of two shorts and two bytes: from architecture sm_61 on (section "dp2a").
bool has_lane_sums(const DeviceInfo& device);

// Whether the op does nothing but order its integer samples.
bool orders_integers(const Problem& problem);

// The reason, with what is allowed; nothing where lanes can be packed.
std::optional<std::string> why_not_packed(const Problem& problem);

// Whether results are made as samples at once, without floats.
bool gives_bytes(const Problem& problem);

// Whether no sum, scaled, lies further outside 0 to 255 than is rounded to these, so that nothing need be clamped.
bool gives_only_bytes(const Problem& problem);

// What taps.cl is told of a scale that sums of 16 bits can be multiplied by without floats: names and values, none
// where there is no such number. Each sum gives what a float would.
std::vector<std::pair<std::string, std::string>> short_macros(const Problem& problem);

// What packed.cl is told of a linear stencil: names and values.
std::vector<std::pair<std::string, std::string>> packed_macros(const Problem& problem);

}  // namespace lenslet::stencil
