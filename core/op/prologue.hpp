// Point functions that an op's input goes through in the op's own launch, when it is loaded.
#pragma once

#include <lenslet/pixel.hpp>

#include "op/epilogue.hpp"

namespace lenslet::op {

// They make a sample of the input's type of each one in memory, which has a type of its own. Borders lie round what
// they make.
struct Prologue {
  Epilogue points;
  PixelType memory = PixelType::u8;
};

}  // namespace lenslet::op
