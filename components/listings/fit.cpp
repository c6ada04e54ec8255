#include "listings/fit.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "listings/run.hpp"

namespace lenslet::listings {
namespace {

using Sides = std::vector<std::size_t>;

std::size_t items_of(const Sides& group) {
  return std::accumulate(group.begin(), group.end(), std::size_t{1}, std::multiplies<>());
}

// Halves the longest side, or all sides where the kernel has square groups.
void halve(Sides& group, bool is_square) {
  if (is_square)
    for (std::size_t& side : group) side = std::max<std::size_t>(side / 2, 1);
  else
    *std::ranges::max_element(group) /= 2;
}

// The most work-items that each of the setup's kernels can have in a group.
std::size_t most_items(const Session& session, const Program& program, const Setup& setup) {
  auto most = static_cast<std::size_t>(session.device().max_group);
  for (const Step& step : setup.steps)
    if (const std::size_t own = program.kernel(step.kernel).info().max_group; own > 0) most = std::min(most, own);
  return most;
}

bool may_shrink(const Setup& setup) {
  return !setup.side_macro.empty() || std::ranges::all_of(setup.steps, &Step::any_group);
}

bool fits(const Setup& setup, std::size_t most) {
  return std::ranges::all_of(setup.steps, [=](const Step& step) { return items_of(step.range.group) <= most; });
}

void shrink_groups(Setup& setup, std::size_t most) {
  for (Step& step : setup.steps)
    while (items_of(step.range.group) > most) halve(step.range.group, !setup.side_macro.empty());
}

Program compiled(const Session& session, const Listing& listing, const std::string& options) {
  return Program::from_text(session, std::string(source_of(listing)),
                            {.options = options, .name = kernel_file(listing)});
}

[[noreturn]] void refuse_groups(const Session& session, const Setup& setup, std::size_t most) {
  throw Error(ErrorKind::unsupported,
              fmt::format("groups of {}; {} has at most {} work-items in one",
                          fmt::join(setup.steps.front().range.group, " x "), session.device().name, most));
}

}  // namespace

Built built(const Session& session, const Listing& listing, const std::string& options, Setup setup) {
  Built made{compiled(session, listing, options), options, std::move(setup)};
  for (std::size_t most = most_items(session, made.program, made.setup); !fits(made.setup, most);
       most = most_items(session, made.program, made.setup)) {
    if (!may_shrink(made.setup) || most == 0) refuse_groups(session, made.setup, most);
    shrink_groups(made.setup, most);
    if (made.setup.side_macro.empty()) continue;
    made.options = joined_options(
        options, fmt::format("-D {}={}", made.setup.side_macro, made.setup.steps.front().range.group.front()));
    made.program = compiled(session, listing, made.options);
  }
  return made;
}

std::string joined_options(const std::string& a, const std::string& b) {
  return a + (a.empty() || b.empty() ? "" : " ") + b;
}

}  // namespace lenslet::listings
