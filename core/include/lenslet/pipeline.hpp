// Ops one after the other, planned, tuned and run as one.
//
//   auto edges = ops::Gaussian{.sigma = 2} | ops::Gradient{} | ops::Sharpen{};
//   auto same = Pipeline::parse("gaussian sigma=2 | gradient | sharpen");
//   auto result = session.run(edges, image);
//
// A pipeline converts to a Call, so every function that takes a Call takes a pipeline. Its op has the parameters of all
// nodes, with the node's name in front: "gaussian.sigma". docs/pipelines.md describes the language of its text.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/op.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

namespace pipeline {
struct Definition;
}

class Pipeline {
 public:
  // Throws invalid_argument, with the line and a mark below the wrong place, for a text that is no pipeline.
  static Pipeline parse(const std::string& text);

  // A pipeline of one op. It has the op's inputs. Throws invalid_argument for an unknown op or argument.
  Pipeline(const Call& call);

  std::vector<std::string> inputs() const;   // the names of the inputs
  std::vector<std::string> outputs() const;  // the names of the outputs
  std::size_t size() const;                  // number of ops
  std::string text() const;  // with all arguments that are not defaults; parse() makes the same pipeline of it

  operator Call() const;

 private:
  friend class PipelineBuilder;
  friend Pipeline operator|(const Pipeline& first, const Pipeline& then);
  explicit Pipeline(std::shared_ptr<const pipeline::Definition> definition) : definition_(std::move(definition)) {}

  std::shared_ptr<const pipeline::Definition> definition_;
};

// The outputs of the first are the inputs of the second. Throws invalid_argument where their numbers differ.
Pipeline operator|(const Pipeline& first, const Pipeline& then);
inline Pipeline operator|(const Call& first, const Call& then) {
  return Pipeline(first) | Pipeline(then);
}
inline Pipeline operator|(const Pipeline& first, const Call& then) {
  return first | Pipeline(then);
}
inline Pipeline operator|(const Call& first, const Pipeline& then) {
  return Pipeline(first) | then;
}

// Builds a graph of ops, with several inputs and outputs, and with values that several ops take.
//
//   PipelineBuilder graph;
//   const auto photo = graph.input("photo");
//   const auto smooth = graph.add(ops::Gaussian{.sigma = 3}, {photo});
//   graph.output("detail", graph.add(ops::Blend{.alpha = 0.5}, {photo, smooth}));
//   const Pipeline detail = graph.build();
class PipelineBuilder {
 public:
  class Value {
    friend class PipelineBuilder;
    explicit Value(std::size_t id) : id_(id) {}
    std::size_t id_;
  };

  PipelineBuilder();
  ~PipelineBuilder();
  PipelineBuilder(PipelineBuilder&&) noexcept;
  PipelineBuilder& operator=(PipelineBuilder&&) noexcept;

  // All inputs must come before the first op. Throws invalid_argument for a name that is invalid or taken.
  Value input(const std::string& name);

  // Add an op, or all ops of a pipeline. add() is for calls with one output, add_all() for any number. Throw
  // invalid_argument for another number of inputs or outputs, an unknown op, or arguments that the op does not have.
  Value add(const Call& call, const std::vector<Value>& inputs);
  std::vector<Value> add_all(const Call& call, const std::vector<Value>& inputs);

  // Names an output of the graph. Throws invalid_argument for a name that is invalid or taken, for an input, and for a
  // value that already is an output.
  void output(const std::string& name, Value value);

  // Throws invalid_argument for a graph without ops or outputs, or with values that nothing uses.
  Pipeline build() const;

 private:
  void check_name(const std::string& name) const;

  std::unique_ptr<pipeline::Definition> definition_;
};

}  // namespace lenslet
#pragma GCC visibility pop
