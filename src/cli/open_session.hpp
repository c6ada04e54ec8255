// Opening the session of a command.
#pragma once

#include <lenslet/session.hpp>
#include <string>

namespace lenslet::cli {

Session open_session(const SessionOptions& options);

}  // namespace lenslet::cli
