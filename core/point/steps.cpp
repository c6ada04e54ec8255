// Lists a group's work for its kernel.
#include "point/steps.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "op/maker.hpp"
#include "op/random_value.hpp"

namespace lenslet::point {
namespace {

std::string code_of(SampleType type) {
  return std::string(op::code_of(type));
}

class Lister {
 public:
  Lister(const Group& group, bool of_samples)
      : group_(group), formats_(formats_of(group)), floats_(formats_.size()), of_samples_(of_samples) {}

  Steps steps() {
    for (std::size_t i = 0; i < group_.inputs.size(); ++i) add_image(steps_.inputs, i);
    std::size_t value = group_.inputs.size();
    for (std::size_t node = 0; node < group_.nodes.size(); ++node) {
      add(group_.nodes[node], node, value);
      value += group_.nodes[node].function.outputs.size();
    }
    for (const std::size_t output : group_.outputs) add_image(steps_.outputs, output);
    return std::move(steps_);
  }

 private:
  int channels(std::size_t value) const { return of_samples_ ? 1 : formats_[value].channels; }
  std::string code(std::size_t value) const { return code_of(formats_[value].type); }

  template <class... Arguments>
  void step(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(steps_.steps), format, std::forward<Arguments>(arguments)...);
  }

  void add_image(std::string& list, std::size_t value) {
    list += fmt::format("F({}, {}, {}) ", code(value), channels(value), value);
    steps_.types.insert(code(value));
  }

  // Returns how many channels of a value the function sees.
  int seen(std::size_t value, bool kept) const { return of_samples_ ? 1 : channels_seen(formats_[value], kept); }

  std::string arithmetic_of(const Node& node, std::size_t first_output) const {
    const SampleType type = formats_[node.inputs.front()].type;
    bool same = node.function.arithmetic == Arithmetic::native && is_integer(type);
    for (const std::size_t input : node.inputs) same = same && formats_[input].type == type;
    for (std::size_t i = 0; i < node.function.outputs.size(); ++i)
      same = same && formats_[first_output + i].type == type;
    return same ? code_of(type) : "F32";
  }

  void add(const Node& node, std::size_t number, std::size_t output) {
    const PixelFormat& first = formats_[node.inputs.front()];
    const bool kept = keeps_alpha(node.function, first);
    if (is_table(node.function, first))
      look_up(node, output, kept);
    else
      compute(node, number, output, kept);
    for (std::size_t i = output; kept && i < output + node.function.outputs.size(); ++i)
      if (of_samples_)
        step("KEEP_ALPHA_LANES({}, {}, {}) ", code(i), i, node.inputs.front());
      else
        step("TAKE_ALPHA({}, {}, {}, {}) ", i, channels(i) - 1, node.inputs.front(), first.channels - 1);
    steps_.needs_columns = steps_.needs_columns || (kept && of_samples_);
  }

  void look_up(const Node& node, std::size_t output, bool kept) {
    const std::size_t input = node.inputs.front(), table = steps_.table_values.size();
    step("LOOK_UP({}, {}, {}, {}, {}, {}) ", code(input), channels(output), seen(output, kept), output, input, table);
    steps_.tables += fmt::format("F({}, {}) ", code(input), table);
    steps_.table_types.insert(code(input));
    steps_.table_values.push_back({formats_[input].type, node.function.curve});
  }

  void compute(const Node& node, std::size_t number, std::size_t output, bool kept) {
    const Function& function = node.function;
    const std::string arithmetic = arithmetic_of(node, output);
    if (!function.uses.empty()) need(function.uses, arithmetic);
    need(function.file, arithmetic);
    steps_.needs_place = steps_.needs_place || function.needs_place;
    int taken = 0, given = 0;
    for (const std::size_t input : node.inputs) taken += seen(input, kept);
    for (std::size_t i = 0; i < function.outputs.size(); ++i) given += seen(output + i, kept);
    if (function.needs_place) taken += 2 * planes_of_place(node, kept);
    step("PREPARE({}, {}, {}, {}) ", number, arithmetic, taken, given);
    take(node, number, arithmetic, kept);
    if (function.own_text) step("CLEAR_GIVEN({}, {}) ", number, given);
    if (function.layout == Layout::samples)
      step("ON_SAMPLES({}, {}, {}, {}, {}, {}) ", number, function.name, arithmetic,
           node.inputs.size() + (function.needs_place ? 2 : 0), given, steps_.number_values.size());
    else
      step("ON_PIXELS({}, {}, {}, {}, {}) ", number, function.name, arithmetic, seen(node.inputs.front(), kept),
           steps_.number_values.size());
    give(function, number, arithmetic, output, kept);
    for (const double value : function.numbers) add({.value = static_cast<float>(value)});
    if (!function.needs_place) return;
    add({.of = Number::Of::width});
    add({.of = Number::Of::height});
  }

  void add(const Number& number) {
    steps_.numbers += fmt::format("F({}) ", steps_.number_values.size());
    steps_.number_values.push_back(number);
  }

  void need(const std::string& file, const std::string& arithmetic) {
    const std::pair function(file, arithmetic);
    if (std::ranges::count(steps_.functions, function) == 0) steps_.functions.push_back(function);
  }

  // A function of samples gets its place as another image with as many channels.
  int planes_of_place(const Node& node, bool kept) const {
    return node.function.layout == Layout::samples ? seen(node.inputs.front(), kept) : 1;
  }

  void take(const Node& node, std::size_t number, const std::string& arithmetic, bool kept) {
    int place = 0;
    for (const std::size_t input : node.inputs) {
      const int count = seen(input, kept);
      if (floats_[input] && arithmetic == "F32")
        step("TAKE_FLOATS({}, {}, {}, {}) ", number, count, input, place);
      else
        step("TAKE({}, {}, {}, {}, {}, {}) ", number, arithmetic, code(input), count, input, place);
      place += count;
    }
    if (node.function.needs_place) step("TAKE_PLACE({}, {}, {}) ", number, planes_of_place(node, kept), place);
  }

  // Where f32 arithmetic makes integers, the next f32 function needs them as floats.
  void give(const Function& function, std::size_t number, const std::string& arithmetic, std::size_t output,
            bool kept) {
    int place = 0;
    for (std::size_t i = output; i < output + function.outputs.size(); ++i) {
      const int count = seen(i, kept);
      step("GIVE({}, {}, {}, {}, {}, {}, {}) ", number, arithmetic, code(i), channels(i), count, i, place);
      floats_[i] = arithmetic == "F32" && is_integer(formats_[i].type) && !kept;
      if (floats_[i]) step("GIVE_FLOATS({}, {}, {}, {}, {}) ", number, code(i), count, i, place);
      place += count;
    }
  }

  const Group& group_;
  std::vector<PixelFormat> formats_;
  std::vector<bool> floats_;  // values that exist as floats, too
  bool of_samples_;
  Steps steps_;
};

}  // namespace

Steps steps_of(const Group& group) {
  return Lister(group, is_of_samples(group)).steps();
}

Steps steps_of_lanes(const Group& group) {
  return Lister(group, true).steps();
}

}  // namespace lenslet::point
