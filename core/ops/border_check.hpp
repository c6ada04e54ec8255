// What ops that put an image beside its filtered one refuse.
#pragma once

#include <functional>
#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/op.hpp"

namespace lenslet::ops {

// Returns the check that throws for the border `discard`, which leaves less of the filtered image than of the other.
inline std::function<void(const Work&)> refuse_discard(const std::string& op) {
  return [op](const Work& work) {
    if (work.options.border == Border::discard)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("{}: the border 'discard' leaves less of the filtered image than of the image that is "
                              "put beside it; allowed: another border",
                              op));
  };
}

}  // namespace lenslet::ops
