// Reads keywords. Ranges are the library's to check; here a value only gets its kind.
#include "python/arguments.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <nanobind/stl/string.h>

#include <lenslet/work.hpp>

#include "python/errors.hpp"

namespace nb = nanobind;

namespace lenslet::python {

namespace {

std::string class_name(nb::handle value) {
  return nb::cast<std::string>(nb::object(value.type().attr("__name__")));
}

[[noreturn]] void refuse(const std::string& name, nb::handle value, const std::string& allowed) {
  throw type_error(fmt::format("{} is {} ({}), allowed: {}", name, nb::cast<std::string>(nb::repr(value)),
                               class_name(value), allowed));
}

bool is_text(nb::handle value) {
  return nb::isinstance<nb::str>(value);
}

// Takes NumPy's bools, too, which are no numbers.
bool flag_of(const std::string& name, nb::handle value) {
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
  if (class_name(value) == "bool" || class_name(value) == "bool_") return nb::cast<bool>(nb::bool_(nb::borrow(value)));
  refuse(name, value, "True or False");
}

std::int64_t integer_of(const std::string& name, nb::handle value) {
  if (!PyIndex_Check(value.ptr()) || nb::isinstance<nb::bool_>(value)) refuse(name, value, "an integer");
  const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
  if (!number.is_valid()) throw nb::python_error();
  const long long whole = PyLong_AsLongLong(number.ptr());
  if (whole == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw value_error(fmt::format("{} is {}, which 64 bits do not hold", name, nb::cast<std::string>(nb::str(number))));
  }
  return whole;
}

double real_of(const std::string& name, nb::handle value) {
  if (is_text(value) || nb::isinstance<nb::bool_>(value)) refuse(name, value, "a number");
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse(name, value, "a number");
  }
  return number;
}

std::string text_of(const std::string& name, nb::handle value) {
  if (!is_text(value)) refuse(name, value, "a text");
  return nb::cast<std::string>(value);
}

std::vector<nb::object> items_of(const std::string& name, nb::handle value, const std::string& allowed) {
  if (is_text(value)) refuse(name, value, allowed);
  const nb::object iterator = nb::steal(PyObject_GetIter(value.ptr()));
  if (!iterator.is_valid()) {
    PyErr_Clear();
    refuse(name, value, allowed);
  }
  std::vector<nb::object> items;
  while (PyObject* item = PyIter_Next(iterator.ptr())) items.push_back(nb::steal(item));
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  return items;
}

bool is_sequence(nb::handle value) {
  return !is_text(value) && PySequence_Check(value.ptr()) != 0 && PyFloat_Check(value.ptr()) == 0;
}

Numbers numbers_of(const std::string& name, nb::handle value) {
  Numbers numbers;
  for (const nb::object& item : items_of(name, value, "a list of numbers")) numbers.push_back(real_of(name, item));
  return numbers;
}

Matrix matrix_of(const std::string& name, nb::handle value) {
  Numbers all;
  int rows = 0;
  std::size_t columns = 0;
  for (const nb::object& row : items_of(name, value, "rows of numbers")) {
    const Numbers numbers = numbers_of(name, row);
    if (rows > 0 && numbers.size() != columns)
      throw value_error(fmt::format("{} has rows of {} and of {} numbers", name, columns, numbers.size()));
    columns = numbers.size();
    all.insert(all.end(), numbers.begin(), numbers.end());
    ++rows;
  }
  return {rows, static_cast<int>(columns), std::move(all)};
}

Size size_of_pair(const std::string& name, nb::handle value) {
  const char* const allowed = "(width, height), of which None is left to the op";
  const std::vector<nb::object> sides = items_of(name, value, allowed);
  if (sides.size() != 2) refuse(name, value, allowed);
  const auto side = [&](const nb::object& given) { return given.is_none() ? 0 : integer_of(name, given); };
  return {side(sides[0]), side(sides[1])};
}

Curve curve_of(const std::string& name, nb::handle value) {
  const std::vector<nb::object> items = items_of(name, value, "pairs of a sample and its result, or a result for each");
  if (items.empty() || !is_sequence(items[0])) return Curve(numbers_of(name, value));
  CurvePoints points;
  for (const nb::object& item : items) {
    const Numbers pair = numbers_of(name, item);
    if (pair.size() != 2) refuse(name, value, "pairs of a sample and its result");
    points.push_back({pair[0], pair[1]});
  }
  return {points};
}

bool is_left_to_op(const Parameter& parameter, nb::handle value) {
  return parameter.automatic && (value.is_none() || (is_text(value) && nb::cast<std::string>(value) == automatic_word));
}

// A choice that is a number may be given as one: ksize=3.
std::string choice_of(const Parameter& parameter, nb::handle value) {
  if (PyIndex_Check(value.ptr()) && !nb::isinstance<nb::bool_>(value)) {
    std::string word = std::to_string(integer_of(parameter.name, value));
    if (std::find(parameter.choices.begin(), parameter.choices.end(), word) != parameter.choices.end()) return word;
  }
  return text_of(parameter.name, value);
}

Value value_of(const Parameter& parameter, nb::handle value) {
  const std::string& name = parameter.name;
  switch (parameter.kind) {
    case ParameterKind::flag:
      return flag_of(name, value);
    case ParameterKind::integer:
      return integer_of(name, value);
    case ParameterKind::real:
      return real_of(name, value);
    case ParameterKind::choice:
      return choice_of(parameter, value);
    case ParameterKind::text:
      return text_of(name, value);
    case ParameterKind::numbers:
      return numbers_of(name, value);
    case ParameterKind::matrix:
      return matrix_of(name, value);
    case ParameterKind::size:
      return size_of_pair(name, value);
    case ParameterKind::curve:
      return curve_of(name, value);
  }
  refuse(name, value, "nothing");
}

// Two numbers may be given for a parameter and its pair: ksize=(31, 15).
bool add_pair(const Parameter& parameter, nb::handle value, Call& call) {
  if (parameter.pair.empty() || !is_sequence(value)) return false;
  const std::vector<nb::object> both = items_of(parameter.name, value, "an integer, or two");
  if (both.size() != 2) refuse(parameter.name, value, "an integer, or two");
  call.arguments[parameter.name] = integer_of(parameter.name, both[0]);
  call.arguments[parameter.pair] = integer_of(parameter.pair, both[1]);
  return true;
}

// A number that is left to the op is said, as its default may be another; lists then keep their default, which is
// empty.
void add_argument(const Parameter& parameter, nb::handle value, Call& call) {
  if (is_left_to_op(parameter, value)) {
    if (parameter.kind == ParameterKind::integer) call.arguments[parameter.name] = Value(auto_number);
    return;
  }
  if (!add_pair(parameter, value, call)) call.arguments[parameter.name] = value_of(parameter, value);
}

// One number for all channels, or one for each: how many there are is known with the inputs.
Numbers border_numbers(const std::string& name, nb::handle value) {
  if (!is_sequence(value)) return {real_of(name, value)};
  Numbers numbers = numbers_of(name, value);
  if (numbers.empty() || numbers.size() > max_channels)
    refuse(name, value, "a number, or one for each of 1 to 4 channels");
  return numbers;
}

// An option: its keyword, and what it does. None is the same as not said.
struct Option {
  const char* name;
  std::function<void(Keywords&, const std::string&, nb::handle)> set;
};

const std::vector<Option>& image_options() {
  static const std::vector<Option> all = {
      {"border",
       [](Keywords& k, const std::string& n, nb::handle v) { k.options.border = parse_border(text_of(n, v)); }},
      {"border_value", [](Keywords& k, const std::string& n, nb::handle v) { k.border_values = border_numbers(n, v); }},
      {"ddepth", [](Keywords& k, const std::string&, nb::handle v) { k.options.ddepth = sample_type_of_python(v); }},
      {"alpha_channel",
       [](Keywords& k, const std::string& n, nb::handle v) {
         k.options.alpha = parse_alpha(text_of(n, v));
         k.alpha = true;
       }},
      {"nodata", [](Keywords& k, const std::string& n, nb::handle v) { k.options.nodata = real_of(n, v); }},
      {"nan", [](Keywords& k, const std::string& n, nb::handle v) { k.options.nan = parse_nan(text_of(n, v)); }},
      {"accuracy",
       [](Keywords& k, const std::string& n, nb::handle v) { k.options.accuracy = parse_accuracy(text_of(n, v)); }},
      {"memory",
       [](Keywords& k, const std::string& n, nb::handle v) {
         const std::int64_t bytes = integer_of(n, v);
         if (bytes < 0) throw value_error(fmt::format("memory is {}, allowed: a number of bytes", bytes));
         k.options.memory = static_cast<std::uint64_t>(bytes);
       }},
      {"axes", [](Keywords& k, const std::string& n, nb::handle v) { k.axes.axes = text_of(n, v); }},
      {"channel_axis", [](Keywords& k, const std::string& n, nb::handle v) { k.axes.channel_axis = integer_of(n, v); }},
      {"as_volume", [](Keywords& k, const std::string& n, nb::handle v) { k.as_volume = flag_of(n, v); }},
      {"volume_depth",
       [](Keywords& k, const std::string& n, nb::handle v) {
         k.depth.depth = real_of(n, v);
         k.has_depth = true;
       }},
  };
  return all;
}

const std::vector<Option>& common_options() {
  static const std::vector<Option> all = {
      {"out", [](Keywords& k, const std::string&, nb::handle v) { k.out = nb::borrow(v); }},
      {"schedule", [](Keywords& k, const std::string& n, nb::handle v) { k.options.schedule = text_of(n, v); }},
      {"tune", [](Keywords& k, const std::string& n, nb::handle v) { k.options.tune = parse_tune(text_of(n, v)); }},
      {"specialize",
       [](Keywords& k, const std::string& n, nb::handle v) { k.options.specialize = parse_specialize(text_of(n, v)); }},
  };
  return all;
}

bool set_option(const std::vector<Option>& options, Keywords& keywords, const std::string& name, nb::handle value) {
  for (const Option& option : options)
    if (name == option.name) {
      if (value.is_none()) return true;
      option.set(keywords, name, value);
      keywords.has_options = true;
      return true;
    }
  return false;
}

[[noreturn]] void refuse_keyword(const KnownOp& op, const std::string& name) {
  std::vector<std::string> known = option_names(op.info.of_arrays());
  for (const auto& [parameter, said] : op.parameters) known.push_back(parameter);
  for (const Operand& input : op.info.inputs) known.push_back(input.name);
  const std::string near = nearest_name(name, known);
  throw type_error(fmt::format("{} has no argument '{}'{}", op.name, name,
                               near.empty() ? "" : fmt::format(": did you mean '{}'?", near)));
}

void set_keyword(const KnownOp& op, Keywords& result, const std::string& name, nb::handle value) {
  if (const auto found = op.parameters.find(name); found != op.parameters.end())
    return add_argument(*found->second, value, result.call);
  for (const Operand& input : op.info.inputs)
    if (input.name == name) {
      result.inputs[name] = nb::borrow(value);
      return;
    }
  if (set_option(common_options(), result, name, value)) return;
  if (!op.info.of_arrays() && set_option(image_options(), result, name, value)) return;
  refuse_keyword(op, name);
}

nb::object list_of(const Numbers& numbers) {
  nb::list list;
  for (const double number : numbers) list.append(number);
  return list;
}

struct ToPython {
  nb::object operator()(bool value) const { return nb::bool_(value); }
  nb::object operator()(std::int64_t value) const { return nb::int_(value); }
  nb::object operator()(double value) const { return nb::float_(value); }
  nb::object operator()(const std::string& value) const { return nb::str(value.c_str(), value.size()); }
  nb::object operator()(const Numbers& value) const { return value.empty() ? nb::none() : list_of(value); }
  nb::object operator()(const Matrix& value) const {
    if (value.empty()) return nb::none();
    nb::list rows;
    const auto columns = static_cast<std::size_t>(value.columns());
    for (std::size_t first = 0; first < value.values().size(); first += columns)
      rows.append(list_of({value.values().begin() + static_cast<std::ptrdiff_t>(first),
                           value.values().begin() + static_cast<std::ptrdiff_t>(first + columns)}));
    return rows;
  }
  nb::object operator()(const Size& value) const {
    if (value == Size{}) return nb::none();
    return nb::make_tuple(value.width, value.height);
  }
  nb::object operator()(const Curve& value) const {
    if (!value.table().empty()) return list_of(value.table());
    if (value.empty()) return nb::none();
    nb::list points;
    for (const CurvePoint& point : value.points()) points.append(nb::make_tuple(point.x, point.y));
    return points;
  }
};

}  // namespace

KnownOp::KnownOp(OpInfo said) : info(std::move(said)), name(full_name(info)) {
  for (const Parameter& parameter : info.parameters)
    if (!parameter.internal && !is_flag_of_input(parameter)) parameters.emplace(parameter.name, &parameter);
}

bool KnownOp::is_flag_of_input(const Parameter& parameter) const {
  return parameter.kind == ParameterKind::flag &&
         std::any_of(info.inputs.begin(), info.inputs.end(),
                     [&](const Operand& input) { return input.name == parameter.name; });
}

const Operand& KnownOp::input_at(std::size_t place) const {
  return info.inputs[std::min(place, info.inputs.size() - 1)];
}

Keywords keywords_of(const KnownOp& op, const nb::dict& keywords) {
  Keywords result;
  result.call = {op.name, op.given};
  for (const auto& [name, value] : keywords) set_keyword(op, result, nb::cast<std::string>(name), value);
  return result;
}

void set_border_value(Keywords& keywords, const ValueType& first) try {
  if (!keywords.border_values.empty()) keywords.options.border_value = border_values(keywords.border_values, first);
} catch (const Error& error) {
  throw value_error(fmt::format("border_value: {}", error.what()));
}

bool becomes_f32(SampleType type, const Operand& operand) {
  const auto takes = [&](SampleType known) {
    return std::find(operand.types.begin(), operand.types.end(), known) != operand.types.end();
  };
  const bool may_be_floats = type == SampleType::i8 || type == SampleType::i16 || type == SampleType::f64;
  return may_be_floats && !takes(type) && takes(SampleType::f32);
}

HostArray image_array(nb::handle object, const Operand& operand) {
  HostArray array = HostArray::of(object, operand.name);
  return becomes_f32(array.type(), operand) ? array.converted(SampleType::f32) : array;
}

nb::object python_value(const Value& value) {
  return std::visit(ToPython(), value);
}

std::vector<std::string> option_names(bool of_arrays) {
  std::vector<std::string> names;
  if (!of_arrays)
    for (const Option& option : image_options()) names.emplace_back(option.name);
  for (const Option& option : common_options()) names.emplace_back(option.name);
  return names;
}

}  // namespace lenslet::python
