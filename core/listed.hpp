// Joins the entries of a registry into one list.
#pragma once

#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace lenslet {

// Each part is an element or a vector of elements.
template <class T, class... Parts>
std::vector<T> listed(Parts... parts) {
  std::vector<T> all;
  const auto add = [&all](auto& part) {
    if constexpr (std::is_convertible_v<decltype(part), T>)
      all.push_back(std::move(part));
    else
      all.insert(all.end(), std::move_iterator(part.begin()), std::move_iterator(part.end()));
  };
  (add(parts), ...);
  return all;
}

}  // namespace lenslet
