// Keywords of Python's as arguments of an op, and as options of a call.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>

#include "python/axes.hpp"

namespace lenslet::python {

// An op as Python knows it, with its parameters by name.
struct KnownOp {
  explicit KnownOp(OpInfo said);
  KnownOp(const KnownOp&) = delete;  // `parameters` are of `info`
  KnownOp& operator=(const KnownOp&) = delete;
  ~KnownOp() = default;

  OpInfo info;
  std::string name;                                                 // that a call has
  std::map<std::string, Value> given = {};                          // arguments that each call has, if it says no other
  std::map<std::string, const Parameter*, std::less<>> parameters;  // but for flags that say that an input is there

  // Whether a parameter says that the input of its name is there: to pass the input is to set it.
  bool is_flag_of_input(const Parameter& parameter) const;

  // The input at a place; the last one stands for those that follow.
  const Operand& input_at(std::size_t place) const;
};

// What a call says by keywords, beside its inputs by name.
struct Keywords {
  Call call;
  OpOptions options;
  AxesWords axes;
  bool alpha = false;  // the last channel is alpha
  std::optional<bool> as_volume = {};
  VolumeOptions depth = {};
  bool has_depth = false;                  // `depth` was said
  std::vector<double> border_values = {};  // as they were said; empty: none
  nanobind::object out;
  bool has_options = false;  // beside parameters and inputs
  std::map<std::string, nanobind::object, std::less<>> inputs;
};

// Throws TypeError for a keyword that is none of the op's, with the one that was meant, and for values of another kind.
Keywords keywords_of(const KnownOp& op, const nanobind::dict& keywords);

// Sets the option of the border's value by what was said and the first input of the call. Throws ValueError where that
// has another number of channels.
void set_border_value(Keywords& keywords, const ValueType& first);

// Whether samples of a type that the op does not know become f32 for it.
bool becomes_f32(SampleType type, const Operand& operand);

// The samples of an image. Types that floats hold, or about so, become f32 where the op takes that and not them.
HostArray image_array(nanobind::handle object, const Operand& operand);

// What Python has for a value: a number, a text, a list, a tuple, or None where it is left to the op.
nanobind::object python_value(const Value& value);

// The keywords of a call beside inputs and parameters.
std::vector<std::string> option_names(bool of_arrays);

}  // namespace lenslet::python
