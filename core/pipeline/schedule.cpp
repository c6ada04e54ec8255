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

std::string word_of(const Arrangement& arrangement, int rows) {
  return rows == 0 ? arrangement.name : fmt::format("{}.strips{}", arrangement.name, rows);
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

  bool has(const std::string& schedule) const override {
    const auto parsed = parsed_or_none(schedule);
    return parsed && has(*parsed);
  }

  // Fewer units are simpler, then no strips, then simpler units.
  bool is_simpler(const std::string& a, const std::string& b) const override {
    const auto first = parsed_or_none(a), second = parsed_or_none(b);
    if (!first || !second) return false;
    if (first->units.size() != second->units.size()) return first->units.size() < second->units.size();
    if (first->strip_rows != second->strip_rows) return first->strip_rows < second->strip_rows;
    for (std::size_t i = 0; first->arrangement == second->arrangement && i < first->units.size(); ++i)
      if (first->units[i] != second->units[i])
        return spaces_[first->arrangement][i]->is_simpler(first->units[i], second->units[i]);
    return false;
  }

  std::size_t axes() const override { return values().size(); }

  std::vector<std::string> along(std::size_t axis, const std::string& from) const override {
    std::vector<std::string> result;
    const auto parsed = parsed_or_none(from);
    if (!parsed) return result;
    if (axis == 0) {
      for (std::size_t k = 0; k < spaces_.size(); ++k)
        if (k != parsed->arrangement) add(moved(*parsed, k), result);
      return result;
    }
    if (axis == 1) {
      for (const int rows : strip_rows)
        if (rows != parsed->strip_rows) add(in_strips(*parsed, rows), result);
      return result;
    }
    std::size_t first = unit_axes;
    for (std::size_t k = 0; k < spaces_.size(); ++k)
      for (std::size_t i = 0; i < spaces_[k].size(); ++i) {
        const std::size_t end = first + spaces_[k][i]->axes();
        if (k == parsed->arrangement && axis >= first && axis < end)
          for (const std::string& unit : spaces_[k][i]->along(axis - first, parsed->units[i]))
            add(with(*parsed, i, unit), result);
        first = end;
      }
    return result;
  }

  std::vector<std::string> beside(const std::string& from) const override {
    std::vector<std::string> result;
    const auto parsed = parsed_or_none(from);
    for (std::size_t i = 0; parsed && i < parsed->units.size(); ++i)
      for (const std::string& unit : spaces_[parsed->arrangement][i]->beside(parsed->units[i]))
        result.push_back(spell(with(*parsed, i, unit), arrangements_));
    return result;
  }

  void each(const std::function<bool(const std::string&)>& visit) const override {
    for (std::size_t k = 0; k < spaces_.size(); ++k)
      for (const int rows : strip_rows)
        if (!each_from({k, rows, {}}, visit)) return;
  }

  std::vector<int> values() const override {
    std::vector<int> all{static_cast<int>(spaces_.size()), static_cast<int>(std::size(strip_rows))};
    for (const auto& units : spaces_)
      for (const auto& unit : units) std::ranges::copy(unit->values(), std::back_inserter(all));
    return all;
  }

  std::optional<std::string> at(const std::vector<int>& row) const override {
    PipelineSchedule schedule{static_cast<std::size_t>(row[0]), strip_rows[row[1]], {}};
    std::size_t first = unit_axes;
    for (std::size_t k = 0; k < spaces_.size(); ++k)
      for (const auto& unit : spaces_[k]) {
        const auto begin = row.begin() + static_cast<std::ptrdiff_t>(first);
        first += unit->axes();
        if (k != schedule.arrangement) continue;
        const auto one = unit->at({begin, row.begin() + static_cast<std::ptrdiff_t>(first)});
        if (!one) return {};
        schedule.units.push_back(*one);
      }
    return member(schedule);
  }

  std::optional<std::string> draw(std::mt19937_64& random) const override {
    return drawn(random, [&](const op::Space& space) { return space.draw(random); });
  }

  std::optional<std::string> random(std::mt19937_64& random) const override {
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

  std::optional<PipelineSchedule> parsed_or_none(const std::string& spelling) const {
    try {
      return parse_schedule(spelling, arrangements_);
    } catch (const Error&) {
      return {};
    }
  }

  bool has(const PipelineSchedule& schedule) const {
    if (schedule.strip_rows > 0 && !arrangements_[schedule.arrangement].strips) return false;
    for (std::size_t i = 0; i < schedule.units.size(); ++i)
      if (!spaces_[schedule.arrangement][i]->has(schedule.units[i])) return false;
    return fits_pattern(pattern_, spell(schedule, arrangements_));
  }

  std::optional<std::string> member(const PipelineSchedule& schedule) const {
    return has(schedule) ? std::optional(spell(schedule, arrangements_)) : std::nullopt;
  }

  void add(const std::optional<PipelineSchedule>& schedule, std::vector<std::string>& list) const {
    if (schedule && has(*schedule)) list.push_back(spell(*schedule, arrangements_));
  }

  static PipelineSchedule with(PipelineSchedule schedule, std::size_t unit, const std::string& one) {
    schedule.units[unit] = one;
    return schedule;
  }

  // The schedule in another arrangement. Units of the same nodes keep their schedules; others get their first one.
  std::optional<PipelineSchedule> moved(const PipelineSchedule& from, std::size_t arrangement) const {
    PipelineSchedule result{arrangement, arrangements_[arrangement].strips ? from.strip_rows : 0, {}};
    const auto& units = arrangements_[from.arrangement].units;
    for (std::size_t i = 0; i < spaces_[arrangement].size(); ++i) {
      const auto first_node = arrangements_[arrangement].units[i].nodes.front();
      const auto same = std::ranges::find_if(units, [&](const Unit& unit) { return unit.nodes.front() == first_node; });
      std::string one = same == units.end() ? "" : from.units[static_cast<std::size_t>(same - units.begin())];
      if (!spaces_[arrangement][i]->has(one))
        spaces_[arrangement][i]->each([&](const std::string& first) {
          one = first;
          return false;
        });
      result.units.push_back(one);
    }
    return result;
  }

  bool each_from(const PipelineSchedule& begun, const std::function<bool(const std::string&)>& visit) const {
    const auto& units = spaces_[begun.arrangement];
    if (begun.units.size() == units.size()) return !has(begun) || visit(spell(begun, arrangements_));
    bool more = true;
    units[begun.units.size()]->each([&](const std::string& one) {
      PipelineSchedule next = begun;
      next.units.push_back(one);
      return more = each_from(next, visit);
    });
    return more;
  }

  template <class Draw>
  std::optional<std::string> drawn(std::mt19937_64& random, const Draw& draw) const {
    PipelineSchedule schedule{std::uniform_int_distribution<std::size_t>(0, spaces_.size() - 1)(random), 0, {}};
    if (arrangements_[schedule.arrangement].strips)
      schedule.strip_rows =
          strip_rows[std::uniform_int_distribution<std::size_t>(0, std::size(strip_rows) - 1)(random)];
    for (const auto& unit : spaces_[schedule.arrangement]) {
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

std::string spell(const PipelineSchedule& schedule, const std::vector<Arrangement>& arrangements) {
  std::string text = word_of(arrangements[schedule.arrangement], schedule.strip_rows);
  for (const std::string& unit : schedule.units) text += std::string(between) + nested(unit, 1);
  return text;
}

PipelineSchedule parse_schedule(const std::string& spelling, const std::vector<Arrangement>& arrangements) {
  std::vector<std::string> words = split(spelling), forms;
  for (std::size_t k = 0; k < arrangements.size(); ++k) {
    const Arrangement& one = arrangements[k];
    forms.push_back(fmt::format("{}{} and {} schedules", one.name, one.strips ? " or " + one.name + ".stripsN" : "",
                                one.units.size()));
    for (const int rows : strip_rows) {
      if (words.front() != word_of(one, rows) || words.size() != one.units.size() + 1) continue;
      words.erase(words.begin());
      for (std::string& unit : words) unit = nested(unit, -1);
      return {k, rows, std::move(words)};
    }
  }
  throw Error(ErrorKind::invalid_argument,
              fmt::format("schedule '{}' of a pipeline; allowed: {}, with '{}' between them (N: {})",
                          system::excerpt(spelling, 100), fmt::join(forms, ", or "), between,
                          fmt::join(std::span(strip_rows).subspan(1), ", ")));
}

std::unique_ptr<op::Space> space_of(const std::vector<Arrangement>& arrangements, const DeviceInfo& device,
                                    const std::string& pattern) {
  return std::make_unique<PipelineSpace>(arrangements, device, pattern);
}

}  // namespace lenslet::pipeline
