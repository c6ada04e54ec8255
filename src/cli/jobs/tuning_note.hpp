// The one remark that an op could run faster.
#pragma once

#include <lenslet/session.hpp>

namespace lenslet::cli {

// Says on standard error, once for a user, that the op can be tuned: a file remembers it where tuning results would
// lie. Where no such file can be made, it is said once for a caller.
void note_untuned(const Session& session, const Work& work);

}  // namespace lenslet::cli
