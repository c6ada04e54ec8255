// The space of a pipeline is made of the units' spaces.
#include "pipeline/schedule.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "names.hpp"
#include "system/printable.hpp"

namespace lenslet::pipeline {
namespace {

constexpr std::string_view between = "..";
constexpr int tries_at_random = 1000;

std::vector<std::string> split(const std::string& spelling) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < spelling.size(); ++i) {
    if (spelling.compare(i, between.size(), between) != 0) {
      words.back() += spelling[i];
      continue;
    }
    words.emplace_back();
    ++i;
  }
  return words;
}

// A unit may be a pipeline, with a spelling of the same kind. Inside it ".." becomes "._.", that becomes "._._.", and
// so on. So ".." only separates units of the whole. `step` is 1 to write such a spelling, -1 to read it.
std::string nested(const std::string& unit, int step) {
  std::string result;
  for (std::size_t i = 0; i < unit.size();) {
    result += unit[i];
    if (unit[i++] != '.') continue;
    int depth = 0;
    for (; unit.compare(i, 2, "_.") == 0; i += 2) ++depth;
    const bool separates = depth > 0 || (step > 0 && i < unit.size() && unit[i] == '.');
    if (!separates) continue;
    if (depth == 0) ++i;
    for (int k = 0; k < depth + step; ++k) result += "_.";
    if (depth + step == 0) result += '.';
  }
  return result;
}

std::string word_of(const std::string& arrangement, int rows) {
  return rows == 0 ? arrangement : fmt::format("{}.strips{}", arrangement, rows);
}

[[noreturn]] void refuse(const std::string& spelling, const std::vector<Arrangement>& arrangements) {
  std::vector<std::string> forms;
  for (const Arrangement& one : arrangements)
    forms.push_back(fmt::format("{}{} and {} schedules", one.name, one.strips ? " or " + one.name + ".stripsN" : "",
                                one.units.size()));
  throw Error(ErrorKind::invalid_argument,
              fmt::format("schedule '{}' of a pipeline; allowed: {}, with '{}' between them (N: {})",
                          system::excerpt(spelling, 100), fmt::join(forms, ", or "), between,
                          fmt::join(std::span(strip_rows).subspan(1), ", ")));
}

// Null where there is no such arrangement.
const Arrangement* find_arrangement(const PipelineSchedule& schedule, const std::vector<Arrangement>& arrangements) {
  for (const Arrangement& one : arrangements)
    if (one.name == schedule.arrangement && one.units.size() == schedule.units.size()) return &one;
  return nullptr;
}

class PipelineSpace final : public op::Space {
 public:
  PipelineSpace(const std::vector<Arrangement>& arrangements, const DeviceInfo& device, std::string pattern)
      : arrangements_(arrangements), pattern_(std::move(pattern)) {
    for (const Arrangement& arrangement : arrangements) {
      spaces_.emplace_back();
      for (const Unit& unit : arrangement.units) spaces_.back().push_back(unit.problem->space(device));
    }
  }

  bool has(const op::AnySchedule& schedule) const override {
    const auto* own = schedule.get_if<PipelineSchedule>();
    return own && find_arrangement(*own, arrangements_) && has(*own);
  }

  // Fewer units are simpler, then no strips, then simpler units.
  bool is_simpler(const op::AnySchedule& a, const op::AnySchedule& b) const override {
    const auto &first = a.as<PipelineSchedule>(), &second = b.as<PipelineSchedule>();
    if (first.units.size() != second.units.size()) return first.units.size() < second.units.size();
    if (first.strip_rows != second.strip_rows) return first.strip_rows < second.strip_rows;
    for (std::size_t i = 0; first.arrangement == second.arrangement && i < first.units.size(); ++i)
      if (first.units[i] != second.units[i])
        return spaces_[place_of(first)][i]->is_simpler(first.units[i], second.units[i]);
    return false;
  }

  std::size_t axes() const override { return values().size(); }

  std::vector<op::AnySchedule> along(std::size_t axis, const op::AnySchedule& any) const override {
    std::vector<op::AnySchedule> result;
    const auto& from = any.as<PipelineSchedule>();
    const std::size_t place = place_of(from);
    if (axis == 0) {
      for (std::size_t k = 0; k < spaces_.size(); ++k)
        if (k != place) add(moved(from, k), result);
      return result;
    }
    if (axis == 1) {
      for (const int rows : strip_rows)
        if (rows != from.strip_rows) add(in_strips(from, rows), result);
      return result;
    }
    std::size_t first = unit_axes;
    for (std::size_t k = 0; k < spaces_.size(); ++k)
      for (std::size_t i = 0; i < spaces_[k].size(); ++i) {
        const std::size_t end = first + spaces_[k][i]->axes();
        if (k == place && axis >= first && axis < end)
          for (const op::AnySchedule& unit : spaces_[k][i]->along(axis - first, from.units[i]))
            add(with(from, i, unit), result);
        first = end;
      }
    return result;
  }

  std::vector<op::AnySchedule> beside(const op::AnySchedule& any) const override {
    std::vector<op::AnySchedule> result;
    const auto& from = any.as<PipelineSchedule>();
    const auto& units = spaces_[place_of(from)];
    for (std::size_t i = 0; i < units.size(); ++i)
      for (const op::AnySchedule& unit : units[i]->beside(from.units[i])) result.emplace_back(with(from, i, unit));
    return result;
  }

  void each(const std::function<bool(const op::AnySchedule&)>& visit) const override {
    for (std::size_t k = 0; k < spaces_.size(); ++k)
      for (const int rows : strip_rows)
        if (!each_from(k, {arrangements_[k].name, rows, {}}, visit)) return;
  }

  std::vector<int> values() const override {
    std::vector<int> all{static_cast<int>(spaces_.size()), static_cast<int>(std::size(strip_rows))};
    for (const auto& units : spaces_)
      for (const auto& unit : units) std::ranges::copy(unit->values(), std::back_inserter(all));
    return all;
  }

  std::optional<op::AnySchedule> at(const std::vector<int>& row) const override {
    const auto place = static_cast<std::size_t>(row[0]);
    PipelineSchedule schedule{arrangements_[place].name, strip_rows[row[1]], {}};
    std::size_t first = unit_axes;
    for (std::size_t k = 0; k < spaces_.size(); ++k)
      for (const auto& unit : spaces_[k]) {
        const auto begin = row.begin() + static_cast<std::ptrdiff_t>(first);
        first += unit->axes();
        if (k != place) continue;
        const auto one = unit->at({begin, row.begin() + static_cast<std::ptrdiff_t>(first)});
        if (!one) return {};
        schedule.units.push_back(*one);
      }
    return member(schedule);
  }

  std::optional<op::AnySchedule> draw(std::mt19937_64& random) const override {
    return drawn(random, [&](const op::Space& space) { return space.draw(random); });
  }

  std::optional<op::AnySchedule> random(std::mt19937_64& random) const override {
    for (int i = 0; i < tries_at_random; ++i)
      if (const auto found = drawn(random, [&](const op::Space& space) { return space.random(random); })) return found;
    return {};
  }

 private:
  static constexpr std::size_t unit_axes = 2;  // axes before those of the units

  static PipelineSchedule in_strips(PipelineSchedule schedule, int rows) {
    schedule.strip_rows = rows;
    return schedule;
  }

  std::size_t place_of(const PipelineSchedule& schedule) const {
    return static_cast<std::size_t>(&arrangement_of(schedule, arrangements_) - arrangements_.data());
  }

  bool has(const PipelineSchedule& schedule) const {
    const std::size_t place = place_of(schedule);
    if (schedule.strip_rows > 0 && !arrangements_[place].strips) return false;
    for (std::size_t i = 0; i < schedule.units.size(); ++i)
      if (!spaces_[place][i]->has(schedule.units[i])) return false;
    return pattern_ == "*" || fits_pattern(pattern_, to_string(schedule));
  }

  std::optional<op::AnySchedule> member(const PipelineSchedule& schedule) const {
    return has(schedule) ? std::optional(op::AnySchedule(schedule)) : std::nullopt;
  }

  void add(const std::optional<PipelineSchedule>& schedule, std::vector<op::AnySchedule>& list) const {
    if (schedule && has(*schedule)) list.emplace_back(*schedule);
  }

  static PipelineSchedule with(PipelineSchedule schedule, std::size_t unit, const op::AnySchedule& one) {
    schedule.units[unit] = one;
    return schedule;
  }

  // The schedule in another arrangement. A unit with the same first node keeps its schedule if its space has it. Other
  // units get the first schedule of their spaces.
  std::optional<PipelineSchedule> moved(const PipelineSchedule& from, std::size_t place) const {
    const Arrangement& to = arrangements_[place];
    PipelineSchedule result{to.name, to.strips ? from.strip_rows : 0, {}};
    const auto& units = arrangement_of(from, arrangements_).units;
    for (std::size_t i = 0; i < to.units.size(); ++i) {
      const op::Space& space = *spaces_[place][i];
      const auto same =
          std::ranges::find(units, to.units[i].nodes.front(), [](const Unit& u) { return u.nodes.front(); });
      std::optional<op::AnySchedule> one;
      if (same != units.end()) one = from.units[static_cast<std::size_t>(same - units.begin())];
      if (!one || !space.has(*one)) one = first_of(space);
      if (!one) return {};
      result.units.push_back(*one);
    }
    return result;
  }

  static std::optional<op::AnySchedule> first_of(const op::Space& space) {
    std::optional<op::AnySchedule> found;
    space.each([&found](const op::AnySchedule& first) {
      found = first;
      return false;
    });
    return found;
  }

  bool each_from(std::size_t place, const PipelineSchedule& begun,
                 const std::function<bool(const op::AnySchedule&)>& visit) const {
    const auto& units = spaces_[place];
    if (begun.units.size() == units.size()) return !has(begun) || visit(op::AnySchedule(begun));
    bool more = true;
    units[begun.units.size()]->each([&](const op::AnySchedule& one) {
      PipelineSchedule next = begun;
      next.units.push_back(one);
      return more = each_from(place, next, visit);
    });
    return more;
  }

  template <class Draw>
  std::optional<op::AnySchedule> drawn(std::mt19937_64& random, const Draw& draw) const {
    const auto place = std::uniform_int_distribution<std::size_t>(0, spaces_.size() - 1)(random);
    PipelineSchedule schedule{arrangements_[place].name, 0, {}};
    if (arrangements_[place].strips)
      schedule.strip_rows =
          strip_rows[std::uniform_int_distribution<std::size_t>(0, std::size(strip_rows) - 1)(random)];
    for (const auto& unit : spaces_[place]) {
      const auto one = draw(*unit);
      if (!one) return {};
      schedule.units.push_back(*one);
    }
    return member(schedule);
  }

  std::vector<Arrangement> arrangements_;
  std::vector<std::vector<std::unique_ptr<op::Space>>> spaces_;
  std::string pattern_;
};

}  // namespace

std::string to_string(const PipelineSchedule& schedule) {
  std::string text = word_of(schedule.arrangement, schedule.strip_rows);
  for (const op::AnySchedule& unit : schedule.units) text += std::string(between) + nested(unit.spelling(), 1);
  return text;
}

PipelineSchedule parse_schedule(const std::string& spelling, const std::vector<Arrangement>& arrangements,
                                const DeviceInfo& device) {
  const std::vector<std::string> words = split(spelling);
  for (const Arrangement& one : arrangements)
    for (const int rows : strip_rows) {
      if (words.front() != word_of(one.name, rows) || words.size() != one.units.size() + 1) continue;
      PipelineSchedule schedule{one.name, rows, {}};
      for (std::size_t i = 0; i < one.units.size(); ++i)
        schedule.units.push_back(one.units[i].problem->parse_schedule(nested(words[i + 1], -1), device));
      return schedule;
    }
  refuse(spelling, arrangements);
}

const Arrangement& arrangement_of(const PipelineSchedule& schedule, const std::vector<Arrangement>& arrangements) {
  if (const Arrangement* found = find_arrangement(schedule, arrangements)) return *found;
  refuse(to_string(schedule), arrangements);
}

std::unique_ptr<op::Space> space_of(const std::vector<Arrangement>& arrangements, const DeviceInfo& device,
                                    const std::string& pattern) {
  return std::make_unique<PipelineSpace>(arrangements, device, pattern);
}

}  // namespace lenslet::pipeline
