// Puts the core together: the one file that may include headers of all folders.
#include "joined.hpp"

#include <lenslet/tune.hpp>

#include "op/op.hpp"
#include "user/table.hpp"

namespace lenslet {

namespace ops {
std::span<const op::Op> registry();  // see cmake/registry.cmake
}

namespace {

void tune_for(const Session& session, const Work& work, double seconds) {
  TuneOptions options;
  options.budget_seconds = seconds;
  tune_op(session, work, options);
}

}  // namespace

const Joined& joined() {
  static constexpr Joined all{ops::registry, user::op_of_text, tune_for};
  return all;
}

}  // namespace lenslet
