// Compilers inside drivers put handlers of their own in the place of ours as they start, and no longer say why they
// end.
#include "open_session.hpp"

#include "captured_errors.hpp"

namespace lenslet::cli {

Session open_session(const SessionOptions& options) {
  Session session(options);
  watch_for_aborts();
  return session;
}

}  // namespace lenslet::cli
