// The one remark that an op could run faster.
#pragma once

#include <lenslet/session.hpp>

#include <string>

namespace lenslet::cli {

// Where a work comes from: what a command that tunes this very work has to name.
struct WorkOrigin {
  std::string file;    // the image whose type, channels and size the inputs have; empty where there is none
  std::string device;  // as --device chose it; empty where it did not
};

// Says on standard error, once for a user, that the op can be tuned: a file remembers it where tuning results would
// lie. Where no such file can be made, it is said once for a caller.
void note_untuned(const Session& session, const Work& work, const WorkOrigin& origin);

}  // namespace lenslet::cli
