// Units whose launches compute what filters read, or several filters. Which of them are faster than the units by
// themselves depends on the filters and on the device.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "op/prologue.hpp"
#include "pipeline/arrangement.hpp"

namespace lenslet::pipeline {

// What nodes that are one unit do to the samples of another one's input; nothing where they are no such point ops.
using MakePrologue = std::function<std::optional<op::Prologue>(const std::vector<std::size_t>& nodes)>;

// Each changes units where it can, and tells whether it did: point ops are computed where the filter behind them loads
// samples; a filter where the one behind it has its tile; and filters of one image are computed side by side.
bool put_before(const Typed& typed, const MakePrologue& prologue, std::vector<Unit>& units);
bool put_into_windows(const Typed& typed, std::vector<Unit>& units);
bool join_filters(std::vector<Unit>& units);

}  // namespace lenslet::pipeline
