// Which of the device's ways was the fastest here, where somebody measured them.
#pragma once

#include <optional>

#include <lenslet/jpeg.hpp>

#include "jpeg/way.hpp"

namespace lenslet::codec {

// What a way's time depends on: of a call for so many files like this one.
CodecCase way_case(const Header& header, std::size_t files, int scale);

// Nothing where no times of the case are stored.
std::optional<CodecWay> measured_way(const Session& session, const CodecCase& wanted);

}  // namespace lenslet::codec
