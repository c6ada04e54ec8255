// Which stages are computed in the launches of others.
#include "pipeline/arrangement.hpp"

namespace lenslet::pipeline {

std::optional<Arrangement> fused(const Typed&, const Work&) {
  return {};
}

}  // namespace lenslet::pipeline
