// Functions by which a folder calls one below it in docs/architecture.md, whose headers it may not include.
#pragma once

#include <memory>
#include <span>
#include <string_view>

namespace lenslet {

class Session;
struct Work;
namespace op {
struct Op;
}

struct Joined {
  // Those of images in alphabetical order, then those of arrays; made by CMake from the lines of
  // core/ops/CMakeLists.txt.
  std::span<const op::Op> (*ops)();

  // Returns the op of a pipeline's text, or of the name or path of a user's filter; null for other texts.
  std::shared_ptr<const op::Op> (*op_of_text)(std::string_view text);

  // Tunes the work for so many seconds, see Tune::automatic.
  void (*tune)(const Session& session, const Work& work, double seconds);
};

// Defined in core/joined.cpp, which is of no folder.
const Joined& joined();

}  // namespace lenslet
