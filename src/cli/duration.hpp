// Times as people write them: 20s, 1.5m, 500ms.
#pragma once

#include <string>

namespace lenslet::cli {

// Seconds, over 0. A number alone is seconds.
double parse_duration(const std::string& option, const std::string& text);

}  // namespace lenslet::cli
