// Checks that each index of a call is in its range.
#include "user/check_calls.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "user/number.hpp"

namespace lenslet::user {
namespace {

constexpr int max_channel_count = 4;

// The side for the parameter's value, or the largest possible side.
int side_in(const Side& side, const Head& head, const op::Arguments* arguments) {
  if (side.parameter.empty()) return side.offset;
  if (arguments) return side_of(side, arguments->integer(side.parameter));
  return side_of(side, static_cast<std::int64_t>(find_parameter(head, side.parameter)->maximum));
}

class Checker {
 public:
  Checker(const Filter& filter, const op::Arguments* arguments)
      : filter_(filter),
        head_(filter.head),
        arguments_(arguments),
        sides_{side_in(head_.width, head_, arguments), side_in(head_.height, head_, arguments)} {}

  void check() const {
    if (head_.kind == Kind::kernel) return;
    for (const Call& call : filter_.calls) check(call);
  }

 private:
  void check(const Call& call) const {
    const bool masks = head_.kind == Kind::masks, pixels = head_.kind == Kind::pixels;
    if (call.name == "SUM" && masks && call.arguments.size() == 1) check(call, 0, "sum", head_.masks.size());
    if ((call.name == "IN" || call.name == "OUT") && pixels && call.arguments.size() == 2) {
      check(call, 0, call.name == "IN" ? "input" : "output",
            call.name == "IN" ? head_.inputs.size() : head_.outputs.size());
      check(call, 1, "channel", static_cast<std::size_t>(head_.channels > 0 ? head_.channels : max_channel_count));
    }
    if (masks || pixels) return;
    const bool several = head_.inputs.size() > 1 && call.name == "AT";
    if (call.arguments.size() != (several ? 3 : 2) || (call.name != "AT" && call.name != "INSIDE")) return;
    if (several) check(call, 0, "input", head_.inputs.size());
    check_offset(call, several ? 1 : 0);
  }

  void check(const Call& call, std::size_t argument, const char* what, std::size_t count) const {
    const auto value = value_in(call, argument);
    if (!value || (*value >= 0 && *value < static_cast<std::int64_t>(count))) return;
    refuse(call, fmt::format("asks for {} {}, which is not there; allowed: 0{}", what, *value,
                             count > 1 ? fmt::format(" to {}", count - 1) : std::string()));
  }

  void check_offset(const Call& call, std::size_t first) const {
    for (std::size_t axis = 0; axis < sides_.size(); ++axis) {
      const auto value = value_in(call, first + axis);
      if (!value || std::abs(*value) <= sides_[axis] / 2) continue;
      refuse(call, fmt::format("lies outside the window of {} x {}{}", sides_[0], sides_[1],
                               arguments_ ? hint_of_parameter(call.arguments[first + axis]) : hint_of_numbers()));
    }
  }

  // Without arguments only plain numbers are checked, with arguments only what has parameters.
  std::optional<std::int64_t> value_in(const Call& call, std::size_t argument) const {
    bool named = false;
    const auto value = value_of(call.arguments[argument], [&](std::string_view name) -> std::optional<std::int64_t> {
      const Parameter* parameter = find_parameter(head_, name);
      if (!arguments_ || !parameter || parameter->kind == ParameterKind::real) return {};
      named = true;
      return static_cast<std::int64_t>(number_of(head_, *arguments_, name));
    });
    return named == (arguments_ != nullptr) ? value : std::nullopt;
  }

  // Names a window that would contain all calls. A call whose offset has no value yet counts as the present window's
  // reach.
  std::string hint_of_numbers() const {
    std::array<std::int64_t, 2> reach{0, 0};
    for (const Call& call : filter_.calls) {
      if (call.name != "AT" && call.name != "INSIDE") continue;
      for (std::size_t axis = 0; axis < 2 && call.arguments.size() >= 2; ++axis) {
        const auto value = value_in(call, call.arguments.size() - 2 + axis);
        reach[axis] = std::max(reach[axis], value ? std::abs(*value) : sides_[axis] / 2);
      }
    }
    const std::int64_t width = 2 * reach[0] + 1, height = 2 * reach[1] + 1;
    if (width > max_pixel_count || height > max_pixel_count || width * height > max_pixel_count)
      return fmt::format("; windows have at most {} pixels", max_pixel_count);
    return fmt::format(": write window: {}x{}", width, height);
  }

  // The offset has at least one parameter: others are checked without arguments.
  std::string hint_of_parameter(const std::string& offset) const {
    const Scan words = scan(offset);
    const auto stands_there = [&](const Parameter& parameter) { return words.has(parameter.name); };
    const auto found = std::ranges::find_if(head_.parameters, stands_there);
    return fmt::format(" where {} is {}: let the window grow with it", found->name,
                       number_of(head_, *arguments_, found->name));
  }

  [[noreturn]] void refuse(const Call& call, const std::string& problem) const {
    refuse_at(filter_.source, call.place,
              fmt::format("{}({}) {}", call.name, fmt::join(call.arguments, ", "), problem));
  }

  const Filter& filter_;
  const Head& head_;
  const op::Arguments* arguments_;
  std::array<int, 2> sides_;
};

}  // namespace

void check_calls(const Filter& filter) {
  Checker(filter, nullptr).check();
}

void check_calls(const Filter& filter, const op::Arguments& arguments) {
  Checker(filter, &arguments).check();
}

}  // namespace lenslet::user
