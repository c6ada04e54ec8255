// Where a part lies in an image: in the middle, or at a side or corner, with a distance from there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lenslet::ops {

inline std::vector<std::string> gravity_words() {
  return {"centre", "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"};
}

// The same along one axis.
enum class Along : std::uint8_t { begin, middle, end };

struct Gravity {
  Along x, y;
};

inline Gravity gravity_of(const std::string& word) {
  const auto towards = [&word](const char* first, const char* last) {
    if (word.find(first) != word.npos) return Along::begin;
    return word.find(last) != word.npos ? Along::end : Along::middle;
  };
  return {towards("west", "east"), towards("north", "south")};
}

// Returns where a part of a length begins. The distance goes inwards, from the middle to the right or down. A pixel
// that two sides cannot share goes to the right or below.
inline std::int64_t place_for(Along along, std::int64_t side, std::int64_t distance, std::int64_t length) {
  const std::int64_t rest = side - length;
  if (along == Along::begin) return distance;
  return along == Along::end ? rest - distance : (rest >= 0 ? rest / 2 : -((1 - rest) / 2)) + distance;
}

}  // namespace lenslet::ops
