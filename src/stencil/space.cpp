// The axes, and which of the schedules that they span can serve a problem.
#include "stencil/space.hpp"

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "names.hpp"
#include "stencil/rules.hpp"

namespace lenslet::stencil {
namespace {

using Group = std::array<int, 2>;

template <class Value>
struct Values {
  std::vector<Value> both;
  std::vector<Value> searched = {};  // too many to verify them all
  std::vector<Value> verified = {};  // odd ones, likelier to be wrong than fast
};

template <class Value, class Set>
Axis axis(std::string_view name, const Values<Value>& values, Set set) {
  Axis result{std::string(name), {}, {}};
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

Space::Axes shared_axes() {
  static const auto all = std::make_shared<const std::vector<Axis>>(make_axes());
  return all;
}

}  // namespace

std::span<const Axis> axes() {
  return *shared_axes();
}

Space::Space(Possible possible) : AxisSpace({}, shared_axes(), std::move(possible)) {}

Space::Space(Problem problem, DeviceInfo device, std::string_view pattern)
    : Space([problem = std::move(problem), device = std::move(device),
             pattern = std::string(pattern)](const Schedule& s) {
        return (pattern == "*" || fits_pattern(pattern, to_string(s))) && !excluded(s, problem, device);
      }) {}

}  // namespace lenslet::stencil
