// Why a schedule cannot serve a problem on a device.
#pragma once

#include <string>

namespace lenslet {

struct Exclusion {
  std::string rule;    // the rule's name: "group-size"
  std::string reason;  // with this schedule's numbers
};

inline std::string to_string(const Exclusion& exclusion) {
  return exclusion.rule + ": " + exclusion.reason;
}

}  // namespace lenslet
