// A program's text depends on whether fma() is one instruction on the device: the macro FAST_FMA tells kernels. SPIR-V,
// which is for devices of any maker, is made of both texts, so that each device finds its own.
#pragma once

#include <optional>
#include <string>

namespace lenslet::bundle {

// Returns the text for devices with the other FAST_FMA; absent for a text without it.
std::optional<std::string> fma_variant(std::string text);

}  // namespace lenslet::bundle
