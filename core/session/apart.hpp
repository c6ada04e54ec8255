// Whether memory of the host that a call writes lies apart from what else the call uses.
#pragma once

#include <vector>

#include <lenslet/host_views.hpp>
#include <lenslet/stack_run.hpp>

#include "image/sides.hpp"

namespace lenslet {

std::vector<Laid> laid_of(const HostTargets& targets);
std::vector<Laid> laid_of(const StackTargets& targets);

// Throws invalid_argument where two targets share a byte.
void check_apart(const std::vector<Laid>& targets);

// Throws invalid_argument where a target shares a byte with an input. For the message: what the call is.
void check_apart(const std::vector<Laid>& inputs, const std::vector<Laid>& targets, const char* call);

// Throws invalid_argument where a target shares a byte with an input of a call on stacks. Page by page a target may be
// the memory of a stack among the inputs.
void check_apart(const StackViews& inputs, const std::vector<Laid>& targets, bool by_pages);

}  // namespace lenslet
