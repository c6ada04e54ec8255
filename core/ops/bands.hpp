// What ops say that make samples of several channels at once.
#pragma once

#include "op/op.hpp"

namespace lenslet::ops {

// Sets Op::joins_channels, and says in the op's details what it means for channels that are pages.
inline void join_channels(op::Op& op) {
  op.info.details +=
      " It takes the channels of an image together, up to four. Where channels are pages of a stack, as those of a "
      "file "
      "with more of them, each is computed by itself.";
  op.joins_channels = [](const op::Arguments&) { return true; };
}

}  // namespace lenslet::ops
