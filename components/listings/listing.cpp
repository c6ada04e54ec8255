// Finds listings by name. The build lists the chapters.
#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/listing.hpp>
#include <lenslet/op.hpp>

#include "listings/kernels.hpp"
#include "system/printable.hpp"

namespace lenslet::listings {

std::span<const Listing> registry();  // generated

namespace {

std::vector<Listing> sorted_listings() {
  std::vector<Listing> all(registry().begin(), registry().end());
  const auto place = [](const Listing& listing) {
    const Place& first = listing.places.front();
    return std::tuple(first.text, first.first, listing.name);
  };
  std::ranges::sort(all, {}, place);
  return all;
}

}  // namespace

std::string to_string(const Place& place) {
  std::string text = fmt::format("text {}, line{} {}", place.text, place.last > place.first ? "s" : "", place.first);
  if (place.last > place.first) text += fmt::format(" to {}", place.last);
  return text + (place.row.empty() ? "" : ", row " + place.row);
}

std::string_view name_of(Effect effect) {
  constexpr std::string_view names[] = {"does not compile", "wrong result", "refused", "undefined"};
  return names[static_cast<std::size_t>(effect)];
}

std::span<const Listing> all() {
  static const std::vector<Listing> listings = sorted_listings();
  return listings;
}

const Listing& find(std::string_view name) {
  const auto found = std::ranges::find(all(), name, &Listing::name);
  if (found != all().end()) return *found;
  std::vector<std::string> known;
  for (const Listing& one : all()) known.push_back(one.name);
  const std::string near = nearest_name(name, known);
  throw Error(ErrorKind::invalid_argument,
              fmt::format("unknown listing '{}'{} Allowed: what 'lenslet listing' lists", system::excerpt(name),
                          near.empty() ? "." : fmt::format(": did you mean '{}'?", near)));
}

std::string_view source_of(const Listing& listing) {
  if (!listing.file.empty()) return kernel_source(listing.file);
  if (listing.setup) return kernel_source(listing.name + ".cl");
  std::string name = listing.name + ".cpp";
  std::ranges::replace(name, '-', '_');
  return kernel_source(name);
}

std::string named_for_row(const std::string& row) {
  std::string rows = fmt::format("\n{}", kernel_source("rows.txt"));
  for (std::size_t at = 0; (at = rows.find("\n ", at)) != rows.npos;) rows.erase(at, 1);  // lines that go on
  const std::size_t begin = row.empty() ? rows.npos : rows.find(fmt::format("\n{} | ", row));
  if (begin == rows.npos) return {};
  std::size_t cell = begin;
  for (int bars = 0; bars < 3; ++bars) cell = rows.find('|', cell) + 1;
  const std::size_t first = rows.find_first_not_of(' ', cell), end = rows.find('|', cell);
  return rows.substr(first, rows.find_last_not_of(' ', end - 1) + 1 - first);
}

std::int64_t scaled(std::int64_t full, double scale, std::int64_t step) {
  const auto steps = static_cast<std::int64_t>(std::floor(static_cast<double>(full) * scale)) / step;
  return std::max<std::int64_t>(steps, 1) * step;
}

}  // namespace lenslet::listings
