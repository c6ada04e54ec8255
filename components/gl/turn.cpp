// Refuses what is out of turn.
#include "gl/turn.hpp"

#include <lenslet/error.hpp>

namespace lenslet::gl {

void Turn::check(bool session_has_it) const {
  check_current(*state_);
  if (session_has_it_ == session_has_it) return;
  throw Error(ErrorKind::invalid_argument, session_has_it_ ? "acquire() of what the session has already; release() it"
                                                           : "release() of what the session has not; acquire() it");
}

}  // namespace lenslet::gl
