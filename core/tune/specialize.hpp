// What lenslet-worker does by itself, for specialize_later().
#pragma once

#include <string>

namespace lenslet::tune {

// Compiles what the request names, "DEVICE NAME WORK SCHEDULE CACHE" as fields, unless another process is at it. Throws
// what sessions and plans throw.
void specialize(const std::string& request);

}  // namespace lenslet::tune
