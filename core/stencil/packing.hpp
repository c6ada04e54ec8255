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

// Whether PTX has sums of products of two shorts and two bytes for the device: from sm_61 on (section "dp2a").
bool has_lane_sums(const DeviceInfo& device);

// Whether the op only orders its samples, which are integers.
bool orders_integers(const Problem& problem);

// Returns why lanes cannot be packed, with what is allowed; nothing where they can.
std::optional<std::string> why_not_packed(const Problem& problem);

// Whether results become samples at once, without floats.
bool gives_bytes(const Problem& problem);

// Whether every scaled sum rounds to a byte, so that nothing needs clamping.
bool gives_only_bytes(const Problem& problem);

// Names and values of taps.cl's macros for a scale by which sums of 16 bits can be multiplied without floats. Each sum
// gives what a float would. Empty where there is no such number.
std::vector<std::pair<std::string, std::string>> short_macros(const Problem& problem);

// Names and values of packed.cl's macros for a linear stencil.
std::vector<std::pair<std::string, std::string>> packed_macros(const Problem& problem);

}  // namespace lenslet::stencil
