// Splitting and joining at empty lines loses nothing.
#include "studies/report/source_parts.hpp"

#include <algorithm>
#include <string_view>

namespace lenslet::report {
namespace {

constexpr std::string_view between = "\n\n";
constexpr std::size_t max_text_bytes = std::size_t{64}
                                       << 20;  // bytes of a study's sources: a small file could repeat a part often

}  // namespace

Json SourceParts::places(const std::string& source) {
  Json places = Json::array();
  for (std::size_t begin = 0; begin <= source.size();) {
    const std::size_t end = std::min(source.find(between, begin), source.size());
    const auto [known, fresh] = places_.try_emplace(source.substr(begin, end - begin), texts_.size());
    if (fresh) texts_.push_back(known->first);
    places.push_back(known->second);
    begin = end == source.size() ? end + 1 : end + between.size();
  }
  return places;
}

std::vector<std::string> join_sources(const Field& sources, const std::vector<std::string>& texts) {
  std::vector<std::string> joined;
  std::size_t total = 0;
  for (const Field& source : sources.items()) {
    std::string text;
    std::string_view gap;  // the first part may be empty
    for (const Field& place : source.items()) {
      text += gap;
      gap = between;
      text += texts[static_cast<std::size_t>(place.whole(0, static_cast<std::int64_t>(texts.size()) - 1))];
      if (total + text.size() > max_text_bytes) source.refuse("more text than kernels have");
    }
    total += text.size();
    joined.push_back(std::move(text));
  }
  return joined;
}

}  // namespace lenslet::report
