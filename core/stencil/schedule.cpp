// The axes of the stencils' schedules: one record each. The spelling of schedules, their space and the macros of
// kernels follow from these records. Rules exclude schedules of the space.
#include "stencil/space.hpp"

#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "stencil/parts.hpp"
#include "stencil/rule.hpp"

namespace lenslet {
namespace stencil {
namespace {

using enum op::Tried;
using Macros = std::vector<op::Macro>;
using Group = std::array<int, 2>;  // width and height; both 0: the runtime chooses

constexpr int max_in_a_group = 4096;

std::string flag(bool value) {
  return value ? "1" : "0";
}

Axis with_macros(Axis axis, std::function<Macros(const Schedule&)> macros) {
  axis.macros = std::move(macros);
  return axis;
}

// Adds a macro with the value PREFIX_WORD. Its name is `macro`, or else the axis's.
Axis named_macro(Axis axis, const std::string& macro, const std::string& prefix) {
  const auto word = axis.word;
  return with_macros(std::move(axis), [=](const Schedule& s) {
    return Macros{{macro, prefix + "_" + op::upper(word(s))}};
  });
}

Axis numbers(const std::string& name, char letter, const std::string& macro, int Schedule::*member, int most,
             std::initializer_list<op::AxisNumber> values) {
  return with_macros(op::number_axis<Schedule>(
                         name, letter, member, fmt::format("{0}1 to {0}{1}", letter, most),
                         [most](int n) { return n <= most; }, values),
                     [=](const Schedule& s) {
                       return Macros{{macro, fmt::format("{}", s.*member)}};
                     });
}

Axis vector_axis() {
  const auto is_vector = [](int n) { return n <= 2 * max_standard_vector && (n & (n - 1)) == 0; };
  return with_macros(op::number_axis<Schedule>("vector", 'v', &Schedule::vector, "v1, v2, v4, v8, v16, v32", is_vector,
                                               {1, 2, 4, 8, 16, 32}),
                     [](const Schedule& s) {
                       return Macros{{"VEC", fmt::format("{}", s.vector)}};
                     });
}

// Tiles in local memory also depend on the op, so the composer defines how they are filled.
Axis staging_axis() {
  return with_macros(op::word_axis("staging", &Schedule::staging,
                                   {"direct", "window", "aligned", "local2", "local1", {"local", for_proof}}),
                     [](const Schedule& s) {
                       Macros macros{{"ALIGNED", flag(s.staging == Staging::aligned)}};
                       if (s.staging < Staging::local2)
                         macros.emplace_back("STAGING", s.staging == Staging::direct ? "STAGE_DIRECT" : "STAGE_WINDOW");
                       return macros;
                     });
}

Axis coefficients_axis() {
  return with_macros(
      op::word_axis("coefficients", &Schedule::coefficients, {"constant", "literal", {"general", for_proof}}),
      [](const Schedule& s) {
        return Macros{{"LITERAL", flag(s.coefficients == Coefficients::literal)},
                      {"GENERAL", flag(s.coefficients == Coefficients::general)}};
      });
}

bool read_group(Schedule& s, std::string_view word) {
  Group group{};
  if (word != "gauto") {
    const std::size_t x = word.find('x');
    if (!word.starts_with('g') || x == word.npos) return false;
    group = {op::parse_number(word.substr(1, x - 1)), op::parse_number(word.substr(x + 1))};
    if (group[0] < 1 || group[1] < 1 || group[1] > max_in_a_group / group[0]) return false;
  }
  s.group_width = group[0];
  s.group_height = group[1];
  return true;
}

Axis group_axis(const std::vector<std::pair<Group, op::Tried>>& groups) {
  Axis axis{"group", "gWxH", fmt::format("gauto, gWxH with W and H at least 1 and W*H at most {}", max_in_a_group)};
  for (const auto& each : groups)
    axis.add(each.second, [group = each.first](Schedule& s) {
      s.group_width = group[0];
      s.group_height = group[1];
    });
  axis.word = [](const Schedule& s) {
    return s.runtime_group() ? "gauto" : fmt::format("g{}x{}", s.group_width, s.group_height);
  };
  axis.read = read_group;
  return with_macros(std::move(axis), [](const Schedule& s) {
    return Macros{{"GROUP_WIDTH", fmt::format("{}", s.group_width)},
                  {"GROUP_HEIGHT", fmt::format("{}", s.group_height)}};
  });
}

Axis stores_axis() {
  Axis axis = op::word_axis(
      "stores", &Schedule::stores,
      {"", "stream", {"to_image", for_proof}, {"to_image_array", for_proof}, {"to_image_buffer", for_proof}});
  axis.form = "[.stream|.to_image|.to_image_array|.to_image_buffer]";
  return with_macros(std::move(axis), [](const Schedule& s) {
    return Macros{{"STREAM", flag(s.stores == Stores::stream)},
                  {"STORED_IN", "STORAGE_" + op::upper(name_of(written_storage(s.stores)))}};
  });
}

Axis lanes_axis() {
  Axis axis = op::word_axis("lanes", &Schedule::lanes, {"", "packed", "words"});
  axis.form = "[.packed|.words]";
  return with_macros(std::move(axis), [](const Schedule& s) {
    return Macros{{"PACKED", flag(s.lanes == Lanes::packed)}, {"WORD_LOADS", flag(loads_words(s.lanes))}};
  });
}

Axis passes_axis() {
  return with_macros(op::word_axis("passes", &Schedule::passes,
                                   {"single", "fused", "separated_window", "separated_local", "separated_strip",
                                    "separated", "running", "chords"}),
                     [](const Schedule& s) {
                       return Macros{{"ROW_SUMS_LOCAL", flag(s.passes == Passes::separated_local)},
                                     {"STRIP", flag(s.passes == Passes::separated_strip)},
                                     {"RUNNING", flag(s.passes == Passes::running)},
                                     {"CHORDED", flag(s.passes == Passes::chords)}};
                     });
}

Axis selection_axis() {
  Axis axis =
      op::word_axis("selection", &Schedule::selection, {"", "bitwise", "tiles", "histogram", "columns", "sorted"});
  axis.form = "[.SELECTION]";
  return with_macros(std::move(axis), [](const Schedule&) { return Macros{}; });  // the composer takes other files
}

// The words of each enumeration have the order of its enumerators.
std::vector<Axis> make_axes() {
  return {
      named_macro(op::word_axis("storage", &Schedule::storage, {"buffer", "image_buffer", "image", "image_array"}),
                  "STORAGE", "STORAGE"),
      staging_axis(),
      passes_axis(),
      coefficients_axis(),
      named_macro(op::word_axis("edges", &Schedule::edges, {"branch", "clamp", "split", "sampler", "pad"}), "EDGES",
                  "EDGE"),
      vector_axis(),
      numbers("items_x", 'x', "ITEMS_X", &Schedule::items_x, 128,
              {1, 2, {4, for_speed}, {3, for_proof}, {32, for_speed}}),
      numbers("items_y", 'y', "ITEMS_Y", &Schedule::items_y, 128,
              {1, 2, 4, {8, for_speed}, {16, for_speed}, {5, for_proof}, {64, for_speed}, {19, for_proof}}),
      group_axis({{{64, 1}, always},
                  {{32, 4}, always},
                  {{0, 0}, always},
                  {{32, 1}, for_speed},
                  {{128, 1}, for_speed},
                  {{256, 1}, for_speed},
                  {{512, 1}, for_speed},
                  {{64, 2}, for_speed},
                  {{128, 2}, for_speed},
                  {{64, 4}, for_speed},
                  {{32, 8}, for_speed},
                  {{16, 8}, for_speed},
                  {{16, 16}, for_speed},
                  {{8, 8}, for_proof},
                  {{13, 3}, for_proof},
                  {{1, 1}, for_proof}}),
      stores_axis(),
      lanes_axis(),
      selection_axis(),
  };
}

// Sorts simpler schedules first: an axis's enumerators have the order of growing effort.
auto effort(const Schedule& s) {
  return std::tuple(s.storage, s.staging, s.passes, s.vector * s.items_x * s.items_y, s.edges, s.coefficients,
                    s.items_y, s.items_x, s.group_width * s.group_height, s.group_height, s.stores, s.lanes,
                    s.selection);
}

std::optional<Exclusion> first_broken(std::span<const Rule> rules, const Schedule& schedule, const Problem& problem,
                                      const DeviceInfo& device) {
  for (const Rule& rule : rules)
    if (Reason reason = rule.broken(schedule, problem, device)) return Exclusion{rule.name, *reason};
  return {};
}

}  // namespace

std::shared_ptr<const std::vector<Axis>> shared_axes() {
  static const auto all = std::make_shared<const std::vector<Axis>>(make_axes());
  return all;
}

std::optional<Exclusion> excluded(const Schedule& schedule, const Problem& problem, const DeviceInfo& device) {
  if (auto broken = first_broken(mask_rules(), schedule, problem, device)) return broken;
  if (schedule.passes != Passes::separated) return first_broken(launch_rules(), schedule, problem, device);
  for (const Part& part : parts_of(problem, schedule, device))
    if (auto broken = first_broken(launch_rules(), part.schedule, part.problem, device)) return broken;
  return {};
}

Space space_of(std::function<bool(const Schedule&)> possible, std::string_view pattern) {
  const auto is_simpler = [](const Schedule& a, const Schedule& b) { return effort(a) < effort(b); };
  return {{}, shared_axes(), {std::move(possible), is_simpler, std::string(pattern)}};
}

Space space_of(Problem problem, DeviceInfo device, std::string_view pattern) {
  return space_of([problem = std::move(problem),
                   device = std::move(device)](const Schedule& s) { return !excluded(s, problem, device); },
                  pattern);
}

}  // namespace stencil

std::string to_string(const Schedule& schedule) {
  return op::spell(schedule, stencil::axes());
}

Schedule parse_schedule(std::string_view spelling) {
  return op::parse(spelling, stencil::axes(), Schedule{});
}

}  // namespace lenslet
