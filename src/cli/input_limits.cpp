// Sizes are written as 500M or 1.5G: factors of 1024.
#include "input_limits.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <lenslet/error.hpp>
#include <limits>

#include "exit.hpp"
#include "help.hpp"
#include "parameter.hpp"
#include "system/memory.hpp"

namespace lenslet::cli {
namespace {

// 0 where the letter is none of them. 10MB and 10MiB are 10M.
double factor_of(std::string_view unit) {
  for (const std::string_view end : {"B", "i"})
    if (unit.size() > 1 && unit.ends_with(end)) unit.remove_suffix(1);
  if (unit.empty()) return 1;
  const std::size_t place = std::string_view("kMGT").find(unit.front() == 'K' ? 'k' : unit.front());
  return unit.size() == 1 && place != std::string_view::npos ? std::pow(1024.0, static_cast<double>(place + 1)) : 0;
}

std::uint64_t parse_bytes(const std::string& what, const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const double bytes = error == std::errc() ? number * factor_of({end, text.data() + text.size()}) : 0;
  constexpr double most = 0x1p63;
  if (!(bytes >= 1 && bytes < most))
    usage_error(fmt::format("{}: '{}' is no size; allowed are such as 800M, 1.5G, 2000000000", what, text));
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace

void add_input_limits(CLI::App& app) {
  add_value(app, "--max-pixels", "N", "Refuse images of more pixels (default 1073741824)");
  add_value(
      app, "--max-memory", "SIZE",
      "Refuse what needs more memory, copies on the device included: 800M, 4G (k, M, G, T: powers of 1024; default: "
      "half of what is free)");
  add_switch(app, "--unsafe-loaders",
             "Also read formats that can run programs, open other files or take for ever: SVG, PDF, ...");
}

InputLimits read_input_limits(const CLI::App& app) {
  InputLimits limits;
  if (const auto text = given(app, "--max-pixels"))
    limits.max_pixels = parse_integer("--max-pixels", *text, 1, std::numeric_limits<std::int64_t>::max());
  const auto text = given(app, "--max-memory");
  limits.max_memory = text ? parse_bytes("--max-memory", *text) : system::default_memory_limit();
  limits.unsafe_loaders = is_set(app, "--unsafe-loaders");
  return limits;
}

void check_memory(const std::string& what, std::uint64_t bytes, const InputLimits& limits) {
  system::check_memory(what, bytes, limits.max_memory, "--max-memory");
}

}  // namespace lenslet::cli
