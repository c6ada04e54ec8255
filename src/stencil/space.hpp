// The schedule space of the family. Its axes and their values are listed once, for searching and for verification.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

using Setting = std::function<void(Schedule&)>;

// The settings of each list stand with the simplest first.
struct Axis {
  std::string_view name;
  std::vector<Setting> searched;  // what may be fast
  std::vector<Setting> verified;  // what may go wrong
};

std::span<const Axis> axes();

// The schedules that can serve a problem on a device.
class Space {
 public:
  using Possible = std::function<bool(const Schedule&)>;

  explicit Space(Possible possible) : possible_(std::move(possible)) {}

  // Those that no rule excludes and whose spelling fits the pattern, in which * and ? stand for any text and character.
  Space(Problem problem, DeviceInfo device, std::string_view pattern = "*");

  bool has(const Schedule& schedule) const { return possible_(schedule); }

  // Every schedule, the last axis changing fastest, until `visit` says false.
  void each(const std::function<bool(const Schedule&)>& visit) const;
  std::vector<Schedule> all() const;

  // The schedules with another value on one axis. Where rules forbid such a one, another axis is changed with it if
  // that helps: some storages go with some edges only.
  std::vector<Schedule> along(const Axis& axis, const Schedule& from) const;

  // Along all axes.
  std::vector<Schedule> neighbours(const Schedule& from) const;

  // A value on every axis at random; nothing where such a schedule is no member.
  std::optional<Schedule> draw(std::mt19937_64& random) const;

  // A member at random; nothing where the space is empty.
  std::optional<Schedule> random(std::mt19937_64& random) const;

 private:
  bool each_from(std::size_t axis, const Schedule& from, const std::function<bool(const Schedule&)>& visit) const;
  std::optional<Schedule> repaired(const Axis& fixed, const Schedule& impossible) const;

  Possible possible_;
};

}  // namespace lenslet::stencil
