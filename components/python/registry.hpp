// The ops as Python knows them.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <nanobind/nanobind.h>

#include <lenslet/user_op.hpp>

#include "python/arguments.hpp"

namespace lenslet::python {

// An op with what keeps a user's text known.
struct PyOp : KnownOp {
  explicit PyOp(const std::string& op) : KnownOp(find_op(op)) {}
  explicit PyOp(const Call& call) : KnownOp(find_op(call.op)) { given = call.arguments; }
  explicit PyOp(UserOp made) : KnownOp(made.info()), user(std::move(made)) {}

  std::optional<UserOp> user;
};

void bind_registry(nanobind::module_& module);

}  // namespace lenslet::python
