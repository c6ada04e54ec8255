// Takes turns, for all ways of sharing.
#include "gl/staging.hpp"

namespace lenslet::gl {

void Staging::to_session() {
  turn_.check(false);
  hand_to_session();
  turn_.pass(true);
}

void Staging::to_opengl() {
  turn_.check(true);
  hand_to_opengl();
  turn_.pass(false);
}

std::unique_ptr<Staging> make_staging(const std::shared_ptr<ContextState>& state, std::uint64_t bytes,
                                      KernelAccess access, std::optional<std::uint32_t> wrapped) {
  if (state->sharing == Sharing::objects) return make_objects(state, bytes, access, wrapped);
  if (state->sharing == Sharing::memory) return make_memory(state, bytes, access);
  return make_copies(state, bytes, access);
}

}  // namespace lenslet::gl
