// What ops on images that miss samples are made of.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ops/missing_parameters.hpp"
#include "pipeline/problem.hpp"

namespace lenslet::ops {

using ArgumentMap = std::map<std::string, Value>;

// Which samples the call calls missing, and what they are in results.
class Gaps {
 public:
  explicit Gaps(const OpOptions& options);

  bool may_be_in(PixelType type) const { return value_ || !is_integer(type); }
  Missing in(PixelType type) const;

  // Throw invalid_argument where an input, or a result, cannot hold the value.
  void check(const OpInfo& op, PixelType input) const;
  void check_result(const OpInfo& op, PixelType type) const;

  ArgumentMap arguments() const;                // of ops that tell which samples are missing
  ArgumentMap mark(ArgumentMap missing) const;  // of `blank`, which puts what they are into results

 private:
  std::optional<double> value_;
  bool nan_;
};

// A pipeline, node by node.
class Chain {
 public:
  // Of a call that keeps alpha, or filters it: it then is a channel like the others.
  Chain(std::size_t inputs, std::optional<Alpha> alpha);

  // Return the value that the node makes.
  pipeline::ValueId add(pipeline::Node node, std::vector<pipeline::ValueId> inputs);
  pipeline::ValueId points(const char* op, ArgumentMap arguments, std::vector<pipeline::ValueId> inputs);

  op::ProblemPtr problem(pipeline::ValueId result, const std::string& name, Work work) &&;

 private:
  std::optional<Alpha> alpha_;
  pipeline::Definition all_;
};

}  // namespace lenslet::ops
