// What the fields of a head are together.
#pragma once

#include <string>
#include <vector>

#include "user/head.hpp"
#include "user/lines.hpp"

namespace lenslet::user {

struct HeadPlaces {
  const std::string& file;
  const std::vector<std::string>& keys;  // that the head has
  TextPlace end;                         // of the head
  TextPlace window;                      // of what "window:" says
};

// Finds the kind of the filter. Throws invalid_argument for fields that do not go together.
void settle(Head& head, const HeadPlaces& places);

}  // namespace lenslet::user
