// Pipelines as ops, found by their text. An op has the parameters of its nodes.
#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/verify.hpp>

#include "op/op.hpp"
#include "pipeline/problem.hpp"

namespace lenslet::pipeline {
namespace {

constexpr PixelFormat verified_formats[] = {{SampleType::u8, 3},  {SampleType::u8, 1},       {SampleType::f32, 1},
                                            {SampleType::u16, 3}, {SampleType::u8, 4, true}, {SampleType::f16, 1}};
constexpr Size verified_size{67, 43};

std::vector<Parameter> parameters_of(const Definition& definition) {
  std::vector<Parameter> parameters;
  for (std::size_t i = 0; i < definition.nodes.size(); ++i) {
    const std::string prefix = definition.label(i) + '.';
    const op::OpPtr op = op_of(definition.nodes[i]);
    for (Parameter parameter : op->info.parameters) {
      const bool is_flag = parameter.kind == ParameterKind::flag;
      const auto& given = definition.nodes[i].arguments;
      if (is_flag || (given.contains(parameter.name) && decides_operands(definition.nodes[i], parameter.name)))
        continue;  // the text already has it
      parameter.name = prefix + parameter.name;
      if (!parameter.pair.empty()) parameter.pair = prefix + parameter.pair;
      parameters.push_back(std::move(parameter));
    }
  }
  return parameters;
}

// A pipeline moves pixels if one of its ops does.
Reads reads_of(const Definition& definition) {
  const auto moves = [](const Node& node) { return op_of(node)->info.inputs.front().reads == Reads::scaled; };
  return std::ranges::any_of(definition.nodes, moves) ? Reads::scaled : Reads::window;
}

// The types of samples of an input: those that the first op takes which reads it.
std::vector<SampleType> types_taken(const Definition& definition, ValueId input) {
  for (const Node& node : definition.nodes) {
    const auto place = std::ranges::find(node.inputs, input) - node.inputs.begin();
    const std::vector<Operand>& operands = op_of(node)->info.inputs;
    if (place < std::ssize(node.inputs)) return operands[std::min<std::size_t>(place, operands.size() - 1)].types;
  }
  return usual_types(ValueKind::image);
}

OpInfo info_of(const Definition& definition) {
  OpInfo info;
  info.name = structure_of(definition).text;
  info.summary = fmt::format("A pipeline of {} ops.", definition.nodes.size());
  info.details = "See docs/pipelines.md. Each op has its own parameters, whose names begin with the op's.";
  info.parameters = parameters_of(definition);
  for (const std::string& name : output_names_of(definition)) info.outputs.emplace_back(name.c_str());
  info.inputs.clear();
  for (ValueId id = 0; id < definition.inputs; ++id)
    info.inputs.emplace_back(definition.values[id].c_str(), reads_of(definition), types_taken(definition, id));
  info.pipeline = true;
  info.of_user = has_user_op(definition);
  return info;
}

// Returns the definition with a call's arguments.
DefinitionPtr with_arguments(const Definition& definition, const op::Op& op, const Call& call) {
  const op::Arguments checked(op.info, call.arguments);
  Definition result = definition;
  put_arguments(result, call.arguments);
  return std::make_shared<const Definition>(std::move(result));
}

// Makes cases of each verified format that all ops take.
std::vector<VerifyCase> cases_of(const op::Op& op, const DeviceInfo& device, int effort) {
  std::vector<VerifyCase> cases;
  Call call{op.info.name};
  for (const Parameter& parameter : op.info.parameters) call.arguments[parameter.name] = parameter.initial;
  for (const PixelFormat format : verified_formats) {
    Work work{call, std::vector<ValueType>(op.info.inputs.size(), ImageType{format, verified_size}), {}};
    work.options.tune = Tune::off;
    try {
      const op::ProblemPtr problem = op::problem_of(work);
      std::vector<op::AnySchedule> schedules = problem->promising(device);
      schedules.insert(schedules.begin(), problem->untuned(device).schedule);
      std::mt19937_64 random(cases.size() + 1);
      for (int i = 0; i < effort; ++i)
        if (const auto one = problem->space(device)->random(random)) schedules.push_back(*one);
      for (const op::AnySchedule& schedule : schedules) {
        work.options.schedule = schedule.spelling();
        cases.push_back({.work = work,
                         .what = to_string(work.inputs.front()),
                         .regions = op::have_one_size(problem->outputs()),
                         .values = problem->typical()});
      }
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::invalid_argument) throw;
    }
  }
  return cases;
}

bool has_node_that_joins(const Definition& definition) {
  return std::ranges::any_of(definition.nodes, [](const Node& node) {
    const op::OpPtr op = op_of(node);
    return op->joins_channels && op->joins_channels(op::Arguments(op->info, node.arguments));
  });
}

bool has_node_for_one_size(const Definition& definition) {
  return std::ranges::any_of(definition.nodes, [](const Node& node) {
    return op::is_for_one_size(*op_of(node), {node.op, node.arguments});
  });
}

}  // namespace

op::Op named_op(OpInfo info, std::function<Definition(const op::Arguments&)> define,
                std::function<void(const Work&)> check) {
  op::Op op;
  op.info = std::move(info);
  op.info.pipeline = true;
  op.joins_channels = [define](const op::Arguments& arguments) { return has_node_that_joins(define(arguments)); };
  op.for_one_size = [define](const op::Op& self, const Call& call) {
    return has_node_for_one_size(define(op::Arguments(self.info, call.arguments)));
  };
  op.problem = [define = std::move(define), check = std::move(check)](const op::OpPtr& self, const Work& work) {
    if (check) check(work);
    const op::Arguments checked(self->info, work.call.arguments);
    return make_problem(std::make_shared<const Definition>(define(checked)), work, self->info.name);
  };
  op.masked = op.problem;  // each node leaves out the samples that it misses
  op.proofs = cases_of;
  return op;
}

op::Op op_of(const DefinitionPtr& definition) {
  op::Op op;
  op.info = info_of(*definition);
  op.joins_channels = [definition](const op::Arguments&) { return has_node_that_joins(*definition); };
  op.for_one_size = [definition](const op::Op&, const Call&) { return has_node_for_one_size(*definition); };
  op.problem = [definition](const op::OpPtr& self, const Work& work) {
    return make_problem(with_arguments(*definition, *self, work.call), work, self->info.name);
  };
  op.masked = op.problem;
  op.proofs = cases_of;
  return op;
}

}  // namespace lenslet::pipeline
