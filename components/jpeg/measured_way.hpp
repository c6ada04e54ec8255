// The fastest of the device's ways, where it was measured here.
#pragma once

#include <optional>

#include <lenslet/jpeg.hpp>

#include "jpeg/way.hpp"

namespace lenslet::codec {

// The facts on which a way's time depends, for a call with so many files like this one.
CodecCase way_case(const Header& header, std::size_t files, int scale);

// Returns nothing if no times of the case are stored.
std::optional<CodecWay> measured_way(const Session& session, const CodecCase& wanted);

}  // namespace lenslet::codec
