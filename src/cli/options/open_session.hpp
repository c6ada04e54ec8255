// Opening the session of a command.
#pragma once

#include <lenslet/session.hpp>

namespace lenslet::cli {

// Throws what Session does, and io where the folder that PoCL would keep compiled kernels in is not safe.
Session open_session(const SessionOptions& options);

}  // namespace lenslet::cli
