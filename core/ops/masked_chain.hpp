// The parts of ops on images that miss samples.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ops/missing_parameters.hpp"
#include "pipeline/problem.hpp"

namespace lenslet::ops {

// Which samples the call names as missing, and their value in results.
class Gaps {
 public:
  explicit Gaps(const OpOptions& options);

  bool may_be_in(SampleType type) const { return value_ || !is_integer(type); }
  Missing in(SampleType type) const;

  // These throw invalid_argument where an input, or a result, cannot hold the value.
  void check(const OpInfo& op, SampleType input) const;
  void check_result(const OpInfo& op, SampleType type) const;

  ArgumentMap arguments() const;                // for ops that tell which samples are missing
  ArgumentMap mark(ArgumentMap missing) const;  // for `blank`, which puts the value for missing samples into results

 private:
  std::optional<double> value_;
  bool nan_;
};

// A pipeline, node by node.
class Chain {
 public:
  // For a call that keeps or filters alpha, alpha is a channel like the others.
  Chain(std::size_t inputs, std::optional<Alpha> alpha);

  // These return the value that the node makes.
  pipeline::ValueId add(pipeline::Node node, std::vector<pipeline::ValueId> inputs);
  pipeline::ValueId points(const char* op, ArgumentMap arguments, std::vector<pipeline::ValueId> inputs);

  op::ProblemPtr problem(pipeline::ValueId result, const std::string& name, Work work) &&;

 private:
  std::optional<Alpha> alpha_;
  pipeline::Definition all_;
};

}  // namespace lenslet::ops
