// The axes, and walks through the schedules that they span.
#include "stencil/space.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "stencil/rules.hpp"

namespace lenslet::stencil {
namespace {

using Group = std::array<int, 2>;

constexpr int tries_at_random = 2000;

template <class Value>
const Value& pick(const std::vector<Value>& list, std::mt19937_64& random) {
  return list[std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(random)];
}

template <class Value>
struct Values {
  std::vector<Value> both;
  std::vector<Value> searched = {};  // too many to verify them all
  std::vector<Value> verified = {};  // odd ones, likelier to be wrong than fast
};

template <class Value, class Set>
Axis axis(std::string_view name, const Values<Value>& values, Set set) {
  Axis result{name, {}, {}};
  const auto add = [&](std::vector<Setting>& to, const std::vector<Value>& from) {
    for (const Value& value : from) to.push_back([set, value](Schedule& s) { set(s, value); });
  };
  for (auto* list : {&result.searched, &result.verified}) add(*list, values.both);
  add(result.searched, values.searched);
  add(result.verified, values.verified);
  return result;
}

template <class Value>
Axis axis(std::string_view name, Value Schedule::*member, const Values<Value>& values) {
  return axis(name, values, [member](Schedule& s, Value value) { s.*member = value; });
}

void set_group(Schedule& s, Group group) {
  s.group_width = group[0];
  s.group_height = group[1];
}

std::vector<Axis> make_axes() {
  return {
      axis("storage", &Schedule::storage,
           {{Storage::buffer, Storage::image_buffer, Storage::image, Storage::image_array}}),
      axis("staging", &Schedule::staging,
           {{Staging::direct, Staging::window, Staging::aligned, Staging::local2, Staging::local1},
            {},
            {Staging::local}}),
      axis("passes", &Schedule::passes,
           {{Passes::single, Passes::fused, Passes::separated_window, Passes::separated_local, Passes::separated}}),
      axis("coefficients", &Schedule::coefficients, {{Coefficients::constant, Coefficients::literal}}),
      axis("edges", &Schedule::edges, {{Edges::branch, Edges::clamp, Edges::split, Edges::sampler, Edges::pad}}),
      axis("vector", &Schedule::vector, {{1, 2, 4, 8, 16, 32}}),
      axis("items_x", &Schedule::items_x, {{1, 2}, {4}, {3}}),
      axis("items_y", &Schedule::items_y, {{1, 2, 4}, {8, 16}, {5}}),
      axis<Group>("group",
                  {{{64, 1}, {32, 4}, {0, 0}},
                   {{32, 1}, {128, 1}, {256, 1}, {512, 1}, {64, 2}, {64, 4}, {32, 8}, {16, 8}, {16, 16}},
                   {{8, 8}, {13, 3}, {1, 1}}},
                  set_group),
      axis("stores", &Schedule::stores, {{Stores::normal, Stores::stream}}),
  };
}

}  // namespace

std::span<const Axis> axes() {
  static const std::vector<Axis> all = make_axes();
  return all;
}

Space::Space(Problem problem, DeviceInfo device, std::string_view pattern)
    : possible_([problem = std::move(problem), device = std::move(device),
                 pattern = std::string(pattern)](const Schedule& s) {
        const bool fits = pattern == "*" || fnmatch(pattern.c_str(), to_string(s).c_str(), 0) == 0;
        return fits && !excluded(s, problem, device);
      }) {}

bool Space::each_from(std::size_t axis, const Schedule& from, const std::function<bool(const Schedule&)>& visit) const {
  if (axis == axes().size()) return !has(from) || visit(from);
  Schedule schedule = from;
  for (const Setting& setting : axes()[axis].searched) {
    setting(schedule);
    if (!each_from(axis + 1, schedule, visit)) return false;
  }
  return true;
}

void Space::each(const std::function<bool(const Schedule&)>& visit) const {
  each_from(0, {}, visit);
}

std::vector<Schedule> Space::all() const {
  std::vector<Schedule> all;
  each([&all](const Schedule& schedule) {
    all.push_back(schedule);
    return true;
  });
  return all;
}

std::optional<Schedule> Space::repaired(const Axis& fixed, const Schedule& impossible) const {
  for (const Axis& axis : axes()) {
    if (axis.name == fixed.name) continue;
    for (const Setting& setting : axis.searched) {
      Schedule schedule = impossible;
      setting(schedule);
      if (has(schedule)) return schedule;
    }
  }
  return {};
}

std::vector<Schedule> Space::along(const Axis& axis, const Schedule& from) const {
  std::vector<Schedule> result;
  for (const Setting& setting : axis.searched) {
    Schedule schedule = from;
    setting(schedule);
    if (schedule == from) continue;
    if (has(schedule))
      result.push_back(schedule);
    else if (const auto other = repaired(axis, schedule))
      result.push_back(*other);
  }
  return result;
}

std::vector<Schedule> Space::neighbours(const Schedule& from) const {
  std::vector<Schedule> result;
  for (const Axis& axis : axes())
    for (const Schedule& schedule : along(axis, from)) result.push_back(schedule);
  return result;
}

std::optional<Schedule> Space::draw(std::mt19937_64& random) const {
  Schedule schedule;
  for (const Axis& axis : axes()) pick(axis.searched, random)(schedule);
  return has(schedule) ? std::optional(schedule) : std::nullopt;
}

std::optional<Schedule> Space::random(std::mt19937_64& random) const {
  for (int i = 0; i < tries_at_random; ++i)
    if (const std::optional<Schedule> schedule = draw(random)) return schedule;
  const std::vector<Schedule> few = all();
  if (few.empty()) return {};
  return pick(few, random);
}

}  // namespace lenslet::stencil
