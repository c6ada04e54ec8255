// Texts of one program differ between devices in whether fma() is an instruction there, which kernels are told by the
// macro FAST_FMA. Code for devices of any maker, SPIR-V, is made of both texts, so that each device finds its own.
#pragma once

#include <optional>
#include <string>

namespace lenslet::bundle {

// The text for devices that differ in that; nothing for one that is the same for all.
std::optional<std::string> fma_variant(std::string text);

}  // namespace lenslet::bundle
