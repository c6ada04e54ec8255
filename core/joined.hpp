// How the core is put together: what a folder asks of one below it in docs/architecture.md.
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

  // The op that no list has: of a pipeline's text, or of the name or path of a user's filter; null for all other text.
  std::shared_ptr<const op::Op> (*op_of_text)(std::string_view text);

  // Tunes the work for so many seconds, see Tune::automatic.
  void (*tune)(const Session& session, const Work& work, double seconds);
};

// Of core/joined.cpp, which stands below all folders.
const Joined& joined();

}  // namespace lenslet
