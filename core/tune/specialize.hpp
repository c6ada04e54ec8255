// The work of lenslet-worker for specialize_later().
#pragma once

#include <string>

namespace lenslet::tune {

// Compiles what the request says, unless another process does so already. The request has the fields "DEVICE NAME WORK
// SCHEDULE CACHE". Throws what sessions and plans throw.
void specialize(const std::string& request);

}  // namespace lenslet::tune
