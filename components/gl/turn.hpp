// Whose turn it is with something that OpenGL and a session both use.
#pragma once

#include <memory>

#include "gl/context_state.hpp"

namespace lenslet::gl {

class Turn {
 public:
  explicit Turn(std::shared_ptr<ContextState> state) : state_(std::move(state)) {}

  ContextState& state() const { return *state_; }

  // Throws invalid_argument if the other side has it, or if another context is current.
  void check(bool session_has_it) const;
  void pass(bool to_session) { session_has_it_ = to_session; }

 private:
  std::shared_ptr<ContextState> state_;
  bool session_has_it_ = false;
};

}  // namespace lenslet::gl
