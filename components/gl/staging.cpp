// Tells whose turn it is, for all ways of sharing.
#include "gl/staging.hpp"

#include <lenslet/error.hpp>

namespace lenslet::gl {

void Staging::check_owner(bool session_has_it) const {
  check_current(*state_);
  if (session_has_it_ == session_has_it) return;
  throw Error(ErrorKind::invalid_argument, session_has_it_ ? "acquire() of what the session has already; release() it"
                                                           : "release() of what the session has not; acquire() it");
}

void Staging::to_session() {
  check_owner(false);
  hand_to_session();
  session_has_it_ = true;
}

void Staging::to_opengl() {
  check_owner(true);
  hand_to_opengl();
  session_has_it_ = false;
}

std::unique_ptr<Staging> make_staging(const std::shared_ptr<ContextState>& state, std::uint64_t bytes,
                                      KernelAccess access, std::optional<std::uint32_t> wrapped) {
  if (state->sharing == Sharing::objects) return make_objects(state, bytes, access, wrapped);
  if (state->sharing == Sharing::memory) return make_memory(state, bytes, access);
  return make_copies(state, bytes, access);
}

}  // namespace lenslet::gl
