// The value of missing samples in each type, and the pipeline that leaves them out.
#include "ops/masked_chain.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/printable.hpp"

namespace lenslet::ops {

using pipeline::ValueId;

// A value of NaN means Nan::ignore.
Gaps::Gaps(const OpOptions& options) : value_(options.nodata), nan_(options.nan == Nan::ignore) {
  if (!value_ || !std::isnan(*value_)) return;
  value_.reset();
  nan_ = true;
}

Missing Gaps::in(SampleType type) const {
  Missing missing{.nan = nan_};
  if (value_) missing.value = store_value(*value_, type);
  return missing;
}

void Gaps::check(const OpInfo& op, SampleType input) const {
  if (value_) held_value(system::shown_name(op.name), *value_, input);
}

void Gaps::check_result(const OpInfo& op, SampleType type) const {
  check(op, type);
  if (value_ || !is_integer(type)) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: missing samples are NaN, which a result of {} cannot hold; allowed: with a value of "
                          "them (nodata), or results of f16 and f32",
                          system::shown_name(op.name), name_of(type)));
}

ArgumentMap Gaps::arguments() const {
  return {{"value", value_.value_or(0)}, {"missing", std::string(!value_ ? "nan" : nan_ ? "both" : "value")}};
}

ArgumentMap Gaps::mark(ArgumentMap missing) const {
  missing["fill"] = std::string(value_ ? "number" : "nan");
  missing["number"] = value_.value_or(0);
  return missing;
}

Chain::Chain(std::size_t inputs, std::optional<Alpha> alpha) : alpha_(alpha) {
  for (std::size_t i = 0; i < inputs; ++i) all_.values.push_back(fmt::format("image{}", i));
  all_.inputs = inputs;
}

ValueId Chain::add(pipeline::Node node, std::vector<ValueId> inputs) {
  node.inputs = std::move(inputs);
  node.outputs = {all_.values.size()};
  all_.values.emplace_back();
  all_.nodes.push_back(std::move(node));
  return all_.values.size() - 1;
}

ValueId Chain::points(const char* op, ArgumentMap arguments, std::vector<ValueId> inputs) {
  return add({.op = op, .arguments = std::move(arguments), .alpha = alpha_}, std::move(inputs));
}

// Nodes have their own output types and alpha, and no missing samples.
op::ProblemPtr Chain::problem(ValueId result, const std::string& name, Work work) && {
  all_.values[result] = name;
  all_.outputs = {result};
  work.options.nodata.reset();
  work.options.nan = Nan::spread;
  work.options.ddepth.reset();
  work.options.alpha.reset();
  work.options.accuracy = Accuracy::exact;
  const std::string op = work.call.op;
  return pipeline::make_problem(std::make_shared<const pipeline::Definition>(std::move(all_)), std::move(work), op);
}

}  // namespace lenslet::ops
